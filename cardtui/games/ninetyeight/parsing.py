"""The input language of 98. Pure and total: every text gets an answer.

A card is typed as its place in the hand, a stack as its letter: `3 b`, `3b`, `b 3`. A number beyond the size of the
hand is the card itself: `45 b`, or `45 ▸ b`, the form of hints. If both are possible the number is the place, and the
answer says where the card with that number is. A card that fits on only one stack needs no letter. `e` draws if the
rules leave that to the player.
"""

from __future__ import annotations

import re

from ...core import Action, Card, Observation, quoted
from ...entries.wording import Typed, refused
from ...text.formatting import counted
from .rules import DRAW, JUMP, STACKS, UP, NinetyEight, State, tops, unseen

LETTERS = dict(zip(STACKS, "abcd", strict=True))
"""The letters of the stacks."""
_WORDS = {letter: name for name, letter in LETTERS.items()} | {name: name for name in STACKS}
_WORDS |= dict.fromkeys(("e", "end", "draw"), DRAW.verb)
_ONLY = " (the only one)"
_TOKEN = re.compile(r"(?:up|down)[12]|[0-9]+|[^\W\d_]+|[^\s,▸>]")


def read(game: NinetyEight, seen: Observation, order: tuple[Card, ...], text: str, pending: str = "") -> Typed:
    """Interpret `text`, typed with the hand shown as `order`. There are no steps: `pending` is ""."""
    numbers, words = [], []
    for token in _TOKEN.findall(text.lower()):
        if token[0] in "0123456789":
            numbers.append(token)
        elif token in _WORDS:
            words.append(_WORDS[token])
        else:
            return refused(f"{quoted(token)} means nothing here: type {_wanted(seen)}")
    if not numbers and not words:
        return Typed("", False, None, "", f"type {_wanted(seen)}")
    if not seen.legal:
        return refused("§4: the game is over" if seen.facts["to_move"] is None else "it is not your turn")
    if DRAW.verb in words:
        return _draw(game, seen, alone=len(numbers) + len(words) == 1)
    if len(numbers) > 1 or len(words) > 1:
        return refused(f"§3.1: one card goes on one stack: type {_wanted(seen)}")
    if not numbers:
        return _stack(seen, words[0])
    if not order:
        return refused("§3.4: the hand is empty: e draws")
    number = int(numbers[0]) if len(numbers[0]) < 3 else 0
    if not 1 <= number <= len(order) and number not in order:
        return refused(f"§3.1: there is no {numbers[0][:9]} in the hand, whose cards are numbered 1 to {len(order)}")
    card = order[number - 1] if number <= len(order) else number
    typed = _place(game, seen, card, words[0]) if words else _card(seen, card)
    if number == card or number not in order:
        return typed
    there = f" (the {number} is card {order.index(number) + 1})"
    if not typed.legal:
        return refused(typed.refusal + there, (card,))
    return typed._replace(preview=typed.preview.removesuffix(_ONLY) + there)


def prompt(game: NinetyEight, seen: Observation, pending: str = "") -> str:
    """Return what can be typed now, in one line."""
    draw = f" · e draws {drawn(seen)}" if DRAW in seen.legal else ""
    size = len(seen.zone("hand").cards)
    if seen.legal == (DRAW,):
        return f"{'no card fits' if size else 'the hand is empty'}{draw}"
    return f"a card or its place (1–{size}), and a stack{_example(seen)}{draw}"


def to_type(game: NinetyEight, order: tuple[Card, ...], action: Action) -> str:
    """Return the text that plays the action with the hand shown as `order`: `3 b`, `e`."""
    return "e" if action == DRAW else f"{order.index(action.cards[0]) + 1} {LETTERS[action.to]}"


def gap(card: Card, top: int, up: bool) -> int | None:
    """Return how far `card` moves a stack with this top: 1 or more, -`JUMP` for a jump back, None if it does not fit.

    >>> gap(45, top=40, up=True), gap(30, top=40, up=True), gap(39, top=40, up=True)
    (5, -10, None)
    """
    step = card - top if up else top - card
    return step if step > 0 or step == -JUMP else None


def drawn(seen: Observation) -> int:
    """Return how many cards a draw brings: as many as were laid since the last one, or all that are left."""
    return int(min(seen.facts["since"], seen.zone("draw").count))


def heights(seen: Observation) -> tuple[int, ...]:
    """Return the top of each stack, or its starting value if it is empty."""
    return tops(tuple(seen.zone(name).cards for name in STACKS))


def effect(seen: Observation, card: Card, stack: str) -> str:
    """Describe laying a card on a stack that it fits on: the gap, and how many cards still to come it skips."""
    place = STACKS.index(stack)
    top, letter = heights(seen)[place], LETTERS[stack]
    step = gap(card, top, UP[place])
    if step == -JUMP:
        return f"{card} on {letter}: jump back from {top}"
    skipped = sum(min(top, card) < other < max(top, card) for other in unseen(seen))
    way = "up" if UP[place] else "down"
    return f"{card} on {letter}: {step} {way} from {top}, skips {counted(skipped, 'card')} still to come"


def _wanted(seen: Observation) -> str:
    """Return in a few words what to type now."""
    return "e to draw" if seen.legal == (DRAW,) else f"a card and a stack{_example(seen)}"


def _example(seen: Observation) -> str:
    """Return a card that can be laid, by its own number: its place depends on how the hand is sorted.

    It is the highest one, on the last stack, since a low number looks like a place.
    """
    size = len(seen.zone("hand").cards)
    placed = (action for action in reversed(seen.legal) if action != DRAW and action.cards[0] > size)
    return next((f", such as {action.cards[0]} {LETTERS[action.to]}" for action in placed), "")


def _draw(game: NinetyEight, seen: Observation, alone: bool) -> Typed:
    if DRAW not in seen.legal:
        return refused(_why(game, seen, DRAW))
    if not alone:
        return refused("§3.4: to draw, type e alone")
    then = "the hand is full again" if drawn(seen) == seen.facts["since"] else "the last of the draw pile"
    return Typed(f"draw {drawn(seen)}: {then}", True, DRAW)


def _stack(seen: Observation, stack: str) -> Typed:
    """Interpret a stack without a card: tell what fits on it, the nearest first."""
    place = STACKS.index(stack)
    top, letter = heights(seen)[place], LETTERS[stack]
    cards = [action.cards[0] for action in seen.legal if action.to == stack]
    if not cards:
        return refused(f"§2.2: none of your cards fits on {letter}, which is at {top}")
    steps = {card: gap(card, top, UP[place]) or 0 for card in cards}
    told = ", ".join(f"{card} {_step(steps[card])}" for card in sorted(cards, key=steps.__getitem__)[:4])
    return Typed(f"on {letter}, at {top}: {told}", True, None, "", "which card? type its number too")


def _card(seen: Observation, card: Card) -> Typed:
    """Interpret a card without a stack: tell where it fits."""
    stacks = [action.to for action in seen.legal if card in action.cards]
    if not stacks:
        return refused(f"§2.2: {card} fits on no stack now", (card,))
    if len(stacks) == 1:
        return Typed(f"{effect(seen, card, stacks[0])}{_ONLY}", True, _action(card, stacks[0]), cards=(card,))
    above = dict(zip(STACKS, heights(seen), strict=True))
    steps = [gap(card, above[stack], UP[STACKS.index(stack)]) or 0 for stack in stacks]
    told = ", ".join(f"{LETTERS[stack]} {_step(step)}" for stack, step in zip(stacks, steps, strict=True))
    *most, last = (LETTERS[stack] for stack in stacks)
    letters = f"{', '.join(most)} or {last}"
    return Typed(f"{card}: {told}", True, None, "", f"on which stack? type {letters} too", (card,))


def _place(game: NinetyEight, seen: Observation, card: Card, stack: str) -> Typed:
    action = _action(card, stack)
    if action in seen.legal:
        return Typed(effect(seen, card, stack), True, action, cards=(card,))
    return refused(_why(game, seen, action), (card,))


def _action(card: Card, stack: str) -> Action:
    return Action("place", (card,), stack)


def _step(step: int) -> str:
    return "jumps back" if step < 0 else f"gap {step}"


def _why(game: NinetyEight, seen: Observation, action: Action) -> str:
    """Return why an action is illegal, as the rules put it, with the stacks named by their letters."""
    stacks = tuple(seen.zone(name).cards for name in STACKS)
    facts, hand, draw = seen.facts, seen.zone("hand").cards, unseen(seen)
    state = State((hand,), stacks, draw, facts["since"], facts["to_move"], seen.turn, (), seen.scores)
    sentence = game.refusal(state, action)
    for name, letter in LETTERS.items():
        sentence = sentence.replace(name, f"stack {letter}")
    return sentence
