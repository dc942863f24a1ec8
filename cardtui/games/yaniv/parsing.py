"""The input language of Yaniv. Pure and total: every text gets an answer.

A move is one line: card numbers, then what to take: `1 4 s` (stack), `1 4 a`, `1 4 b` (an end of the pile), or `y`
(Yaniv). A card may also be typed as its name: `Kd a`, `7♥ 7♦ s`, `th` or `10h`. But `2s` to `5d` mean a card's number
and the stack, like `2 s`.

Arrows are skipped, so that `7♥ 7♦ ▸ s`, the form of hints, is a move. What to take may come first (`s`, Enter, `1 4`).
The source document's dialogue works, too: `m`, Enter, then `1` YANIV, `2` PILE or `3` STACK, Enter, then card numbers,
Enter. Without that first step a number is always a card.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...core import Action, Card, Observation, Refusal, quoted
from ...entries.wording import Typed, refused
from ...text.formatting import signs
from .cards import JOKERS, NUMBER
from .rules import YANIV, Yaniv

_WORDS = {
    "y": "yaniv", "yaniv": "yaniv",
    "m": "move", "move": "move",
    "s": "stack", "stack": "stack", "d": "stack", "deck": "stack",
    "p": "pile", "pile": "pile",
    "a": "a", "b": "b",
}  # fmt: skip
_FACE = re.compile(r"(?:10|[ajqkt2-9])(?:[♣♦♥♠]|[cdhs](?![^\W\d_]))|[x★][12]")
_STACKED = re.compile(r"[1-5][sd](?![^\W\d_])")
"""A card's number and the stack, not a card's name: no hand has more than five cards."""
_TOKEN = re.compile(r"[0-9]|[^\W\d_]+|[^\s,▸>]")
MOVE = "move"
"""The value of `pending` in which numbers stand for moves."""
_MOVES = {"1": "yaniv", "2": "pile", "3": "stack"}
_ASKED = "1=YANIV | 2=PILE | 3=STACK"


class _Line(NamedTuple):
    """A parsed line."""

    numbers: list[int]
    """Places in the hand, from 1."""
    words: list[str]
    strange: str
    """The first word that cannot be read, or ""."""
    missing: str = ""
    """The first card named that is not in the hand, or ""."""


def read(game: Yaniv, seen: Observation, order: tuple[Card, ...], text: str, pending: str = "") -> Typed:
    """Interpret `text`, typed with the hand shown as `order`.

    `pending` is the take chosen in an earlier step ("pile", "stack", "a", "b"), MOVE or "".
    """
    if pending == MOVE and text.strip() in _MOVES:
        return _choose(game, seen, order, _MOVES[text.strip()], pending)
    line = _take_apart(game, order, text)
    if line.strange:
        return refused(
            f"{quoted(line.strange)} means nothing here: type {prompt(game, seen, pending)}", pending=pending
        )
    if line.missing:
        return refused(f"§4.1: {line.missing} is not in your hand", pending=pending)
    if not line.numbers and not line.words:
        return Typed("", False, None, pending, f"type {prompt(game, seen, pending)}")
    alone = not line.numbers and len(line.words) == 1
    if "yaniv" in line.words and not alone:
        return refused("§6.1: Yaniv is called without laying or taking a card: type y alone", pending=pending)
    if MOVE in line.words and not alone:
        return refused("m is for going step by step: type m alone", pending=pending)
    if len(line.words) > 1:
        return refused("§5.1: take one card: s or an end of the pile, not both", pending=pending)
    if alone:
        return _choose(game, seen, order, line.words[0], pending)
    take = line.words[0] if line.words else "" if pending == MOVE else pending
    return _lay(game, seen, order, line.numbers, take, pending)


def prompt(game: Yaniv, seen: Observation, pending: str = "") -> str:
    """Return what can be typed now, in one line."""
    ends = takes(game, seen)
    if pending == MOVE:
        return f"{_ASKED} · m back"
    if pending:
        which = " and a or b" if pending == "pile" and len(ends) > 2 else ""
        return f"card numbers to lay{which}, such as 1"
    pile = " or ".join(f"{end}={name}" for end, name in ends.items() if end != "stack")
    call = " · y Yaniv" * (YANIV in seen.legal)
    return f"card numbers to lay, then s=stack or {pile}, such as 1 s{call}"


def to_type(game: Yaniv, order: tuple[Card, ...], action: Action) -> str:
    """Return the text that plays the action with the hand shown as `order`: `1 4 s`, `y`."""
    if action == YANIV:
        return "y"
    numbers = [str(order.index(card) + 1) for card in action.cards]
    return " ".join([*numbers, "s" if action.to == "stack" else action.to])


def takes(game: Yaniv, seen: Observation) -> dict[str, str]:
    """Return what can be taken, by the name of the end: {"stack": "stack", "a": "7♣", "b": …}."""
    pile = seen.zone("pile").cards
    return {"stack": "stack"} | {end: signs(game.face(card)) for end, card in pile_ends(game, pile).items()}


def combination(laid: tuple[Card, ...], faces: tuple[str, ...]) -> str:
    """Return the name of a discard, given its cards and their names.

    >>> from cardtui.games.yaniv.cards import read_card
    >>> combination((read_card("10c"), read_card("10d")), ("10♣", "10♦"))
    'pair 10♣ 10♦'
    """
    names = " ".join(faces)
    plain = [NUMBER[card] for card in laid if card not in JOKERS]
    if len(laid) == 1:
        return names
    if len(set(plain)) <= 1 and (not plain or len(plain) == len(laid)):
        return f"{('pair', 'three', 'four')[min(len(laid), 4) - 2]} {names}"
    return f"run {names}"


def _take_apart(game: Yaniv, order: tuple[Card, ...], text: str) -> _Line:
    line, text, at = _Line([], [], ""), text.lower(), 0
    while at < len(text):
        face = None if _STACKED.match(text, at) else _FACE.match(text, at)
        token = face or _TOKEN.match(text, at)
        if token is None:
            at += 1
            continue
        at, word = token.end(), token[0]
        if face:
            try:
                line.numbers.append(order.index(game.card(word)) + 1)
            except (Refusal, ValueError):
                return line._replace(missing=signs(word[:-1].upper().replace("T", "10") + word[-1]))
        elif word in _WORDS:
            line.words.append(_WORDS[word])
        elif word in "0123456789":
            line.numbers.append(int(word))
        else:
            return line._replace(strange=word)
    return line


def _choose(game: Yaniv, seen: Observation, order: tuple[Card, ...], move: str, pending: str) -> Typed:
    """Interpret a single step: a call, what to take, or the question which of these."""
    if move == "yaniv":
        score = game.score(order)
        if YANIV in seen.legal:
            return Typed(f"Yaniv with {score}: ends the deal", True, YANIV)
        high = f"§6.1: Yaniv needs a score of at most {game.call}, this hand counts {score}"
        return refused(_not_now(seen) or high, pending=pending)
    if reason := _not_now(seen):
        return refused(reason, pending=pending)
    if move == MOVE:
        if pending == MOVE:
            return Typed("Enter, then the move in one line", True, None, "")
        return Typed(f"Enter, then {_ASKED}", True, None, MOVE)
    ends = takes(game, seen)
    if move != "pile" and move not in ends:
        return refused(_no_such_end(move, ends), pending=pending)
    what = " or ".join(name for end, name in ends.items() if end != "stack") if move == "pile" else ends[move]
    return Typed(f"take {'from the ' if what == 'stack' else ''}{what}: Enter, then the cards to lay", True, None, move)


def _lay(game: Yaniv, seen: Observation, order: tuple[Card, ...], numbers: list[int], take: str, pending: str) -> Typed:
    """Interpret cards, and perhaps what to take."""
    for number in numbers:
        if not 1 <= number <= len(order):
            return refused(f"§4.1: there is no card {number}: yours are 1 to {len(order)}", pending=pending)
    cards = tuple(order[number - 1] for number in numbers)
    try:
        laid = game.arrange(tuple(sorted(order)), cards)
    except Refusal as error:
        return refused(_signed(game, str(error), cards), cards, pending)
    name = combination(laid, tuple(signs(game.face(card)) for card in laid))
    before = game.score(order)
    after = before - game.score(laid)
    ends = takes(game, seen)
    gains = {end: after + game.score((card,)) for end, card in pile_ends(game, seen.zone("pile").cards).items()}
    if take == "pile" and "b" not in ends:
        take = "a"
    if take in ("", "pile"):
        choices = [f"{end}={ends[end]} ({total})" for end, total in gains.items()]
        if not take:
            choices.insert(0, "s=stack")
        preview = f"{name}: sum {before} → {after} + draw · take {' or '.join(choices)}?"
        return Typed(preview, True, None, pending, f"take what? type {' or '.join(choices)}", laid)
    if take not in ends:
        return refused(_no_such_end(take, ends), pending=pending)
    action = Action("discard", laid, take)
    reason = _not_now(seen) or ("" if action in seen.legal else "the rules do not allow it")
    if reason:
        return refused(reason, laid, pending)
    if take == "stack":
        others = ", ".join(f"{end} {'would make ' * (end == 'a')}{total}" for end, total in gains.items())
        effect = f"{name} ▸ stack: sum {before} → {after} + draw · {others}"
    else:
        effect = f"{name} ▸ {ends[take]}: sum {before} → {gains[take]}"
    return Typed(effect, True, action, "", "", laid)


def pile_ends(game: Yaniv, pile: tuple[Card, ...]) -> dict[str, Card]:
    """Return the cards of the pile that can be taken, by what is typed for them."""
    if game.ends and len(pile) > 1:
        return {"a": pile[0], "b": pile[-1]}
    return {"a": pile[-1]}


def _no_such_end(end: str, ends: dict[str, str]) -> str:
    there = " or ".join("s=stack" if one == "stack" else f"{one}={name}" for one, name in ends.items())
    return f"§5.2: there is no end {end} to take: type {there}"


def _not_now(seen: Observation) -> str:
    return "" if seen.legal else "it is not your turn"


def _signed(game: Yaniv, sentence: str, cards: tuple[Card, ...]) -> str:
    """Return the sentence with the names of these cards in suit signs."""
    for face in (game.face(card) for card in cards):
        sentence = sentence.replace(face, signs(face))
    return sentence
