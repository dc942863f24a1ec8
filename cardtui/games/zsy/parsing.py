"""The input language of Zheng Shang You. Pure and total: every text gets an answer.

A move is typed as its ranks, with or without spaces: `55`, `3 3 4 4 4`, `jjqqkk`, `bj`; a suit after a rank is ignored.
After `#` come the numbers of the cards as shown below the hand, one character each: `#12a`, `#1 #2 #a`. `p` passes. An
empty line plays the only legal action.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...core import Action, Card, Observation, Refusal, quoted
from ...entries.wording import Typed, refused
from ...text.formatting import counted
from .cards import RANK, RANKS, Pattern, counts, fewest, pattern
from .known import Known
from .rules import DECK, PASS, State, ZhengShangYou

NUMBERS = "123456789abcdefghi"
"""The numbers of the cards in the hand, one character each."""
TOLD = 4
"""Maximum number of moves listed by name."""
_TOKEN = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠])?|([br]j?)|[^\s,]")
_SHORT = {"t": "10", "b": "BJ", "r": "RJ"}
_KINDS = ("single", "double", "triple", "bomb")


def read(game: ZhengShangYou, seen: Observation, order: tuple[Card, ...], text: str, pending: str = "") -> Typed:
    """Interpret `text`, typed with the hand shown as `order`. There are no steps: `pending` is ""."""
    said = text.strip().lower()
    if not said:
        return _nothing(seen)
    if said in ("p", "pass"):
        return _move(game, seen, PASS)
    try:
        cards = _numbered(said[1:], order) if said[0] == "#" else ranked(said.removeprefix("play "))
    except Refusal as refusal:
        numbers = "".join(said.split())
        each_once = len(set(numbers)) == len(numbers) and set(numbers) <= set(NUMBERS[: len(order)])
        return refused(f"{refusal}{f'; by number: #{numbers}' * each_once}")
    hand = seen.zone("hand").cards
    try:
        action = Action("play", game.arrange(hand, cards))
    except Refusal:
        action = Action("play", cards)
    return _move(game, seen, action)


def prompt(game: ZhengShangYou, seen: Observation, pending: str = "") -> str:
    """Return what can be typed now, in one line."""
    if not seen.legal:
        return "it is not your turn"
    if seen.legal == (PASS,):
        return f"Enter passes: nothing in this hand goes over {title(seen.zone('table').cards)}"
    if seen.legal[0] == PASS:
        return f"over {title(seen.zone('table').cards)}: the ranks, such as {name(seen.legal[1])} · p pass"
    longest = max(seen.legal, key=lambda action: len(action.cards))
    examples = dict.fromkeys(name(action) for action in (seen.legal[0], longest))
    return f"you lead: the ranks, such as {' or '.join(examples)} · #12 by number"


def spelled(cards: Iterable[Card]) -> str:
    """Return the ranks of cards, grouped by rank.

    >>> from cardtui.games.zsy.cards import read_card
    >>> spelled(map(read_card, ("9c", "9d", "10c", "10d", "10h")))
    '99 10 10 10'
    """
    return " ".join(alike(rank, size) for rank, size in enumerate(counts(cards)) if size)


def alike(rank: int, size: int) -> str:
    """Return `size` cards of a rank: `333`; but `10 10 10`, which would be hard to read without spaces."""
    return (" " * (len(RANKS[rank]) > 1)).join([RANKS[rank]] * size)


def name(action: Action) -> str:
    """Return the text that names a move: `33 444`, `pass`."""
    return spelled(action.cards) or action.verb


def patterned(made: Pattern) -> str:
    """Return the ranks of a pattern: `33 444`."""
    return " ".join(alike(rank, size) for rank, size in enumerate(made.sizes, made.low))


def title(cards: Iterable[Card]) -> str:
    """Return the ranks of the cards of a move, with the name of the pattern.

    >>> from cardtui.games.zsy.cards import read_card
    >>> title(map(read_card, ("5c", "5d")))
    'double 55'
    """
    cards = tuple(cards)
    made = pattern(cards)
    return f"{kind(made)} {spelled(cards)}" if made else spelled(cards)


def kind(made: Pattern) -> str:
    """Return the name of a pattern: single, double, triple, bomb or chain."""
    return _KINDS[made.sizes[0] - 1] if len(made.sizes) == 1 else "chain"


def tokens(said: str) -> list[tuple[int, str]]:
    """Return the rank (an index into `RANKS`) and the suit ("" for none) of each card typed.

    Raises Refusal for other text.

    >>> tokens("33 4h")
    [(0, ''), (0, ''), (1, 'h')]
    """
    found = []
    for token in _TOKEN.finditer(said.lower()):
        word = token[1] or token[3]
        if not word:
            raise Refusal(f"{quoted(token[0])} is no rank; ranks read 3 to 10, J Q K A 2, BJ, RJ")
        found.append((RANKS.index(_SHORT.get(word, word.upper())), token[2] or ""))
    return found


def ranked(said: str) -> tuple[Card, ...]:
    """Return cards of the ranks typed, in any suits. Raises Refusal for other text."""
    sizes = [0] * len(RANKS)
    for rank, _ in tokens(said):
        sizes[rank] += 1
    return tuple(card for rank, size in enumerate(sizes) for card in _of(rank, min(size, 5)))


def in_turns(held: Sequence[int], after: str = "") -> str:
    """Describe how many cards a hand with these counts by rank has, and the fewest turns that lay them.

    >>> in_turns([2, 2, 1], " left"), in_turns([1])
    ('5 cards left in 2 turns', '1 card')
    """
    cards, turns = sum(held), len(fewest(held))
    told = f"{counted(cards, 'card')}{after}"
    return f"{told} in {counted(turns, 'turn')}" if cards > 1 else told


def _of(rank: int, size: int) -> list[Card]:
    """Return `size` cards of a rank, repeating cards if there are too few."""
    cards = [card for card in DECK if RANK[card] == rank]
    return [cards[place % len(cards)] for place in range(size)]


def _numbered(said: str, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of these numbers. Raises Refusal for an unknown or repeated number."""
    cards: list[Card] = []
    for number in "".join(re.split(r"[\s,#]+", said)):
        if number not in NUMBERS[: len(order)]:
            last = NUMBERS[len(order) - 1] if order else "none"
            raise Refusal(f"there is no card {number}: yours are 1 to {last}")
        if order[NUMBERS.index(number)] in cards:
            raise Refusal(f"card {number} appears twice")
        cards.append(order[NUMBERS.index(number)])
    if not cards:
        raise Refusal("behind # come the numbers of cards, such as #12")
    return tuple(cards)


def _nothing(seen: Observation) -> Typed:
    """Interpret the empty line."""
    if seen.legal == (PASS,):
        return Typed("Enter passes: nothing else is allowed", True, PASS)
    if len(seen.legal) == 1:
        action = seen.legal[0]
        return Typed(f"Enter plays {title(action.cards)}, your last card", True, action, "", "", action.cards)
    if not seen.legal:
        return Typed("", False, None, "", "it is not your turn")
    leads = seen.legal[0] != PASS
    return Typed("", False, None, "", "type ranks: you lead" if leads else "type ranks, or p to pass")


def _move(game: ZhengShangYou, seen: Observation, action: Action) -> Typed:
    """Interpret a move, or the beginning of one."""
    hand = seen.zone("hand").cards
    marked = _held(hand, action.cards)
    if not seen.legal:
        return refused("it is not your turn", marked)
    if action in seen.legal:
        return Typed(_effect(seen, action), True, action, "", "", action.cards)
    sizes = counts(action.cards)
    longer = [
        name(other) for other in seen.legal if all(a <= b for a, b in zip(sizes, counts(other.cards), strict=True))
    ]
    if longer and action != PASS:
        more = f"{spelled(action.cards)} may become {listed(longer)}"
        return Typed(f"{more} …", True, None, "", f"no move yet: {more}", marked)
    return refused(_why(game, seen, action), marked if len(marked) == len(action.cards) else ())


def _held(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the first cards of a hand, as many of each rank as `cards` has."""
    wanted, held = counts(cards), []
    for card in hand:
        if wanted[RANK[card]] > 0:
            wanted[RANK[card]] -= 1
            held.append(card)
    return tuple(held)


def listed(names: list[str]) -> str:
    """Return a list in words, shortened to `TOLD` items.

    >>> listed(["77", "99", "JJ", "QQ", "KK"])
    '77, 99, JJ or 2 others'
    """
    shown = names if len(names) <= TOLD else [*names[: TOLD - 1], f"{len(names) - TOLD + 1} others"]
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _effect(seen: Observation, action: Action) -> str:
    """Describe what a move does."""
    if action == PASS:
        return "pass: the other leads anew"
    if len(action.cards) == seen.zone("hand").count:
        return f"{title(action.cards)}: your last cards, you win the deal"
    known, made = Known(seen), pattern(action.cards)
    higher = list(map(patterned, known.over(made))) if made else []
    if len(higher) > 1 and " " in higher[0]:
        higher = [higher[0], f"{len(higher) - 1} more"]  # chains are long
    told = f"unseen over it: {listed(higher)}" if higher else "nothing unseen goes over it"
    return f"{title(action.cards)}: {in_turns(known.left(action.cards), ' left')} · {told}"


def _why(game: ZhengShangYou, seen: Observation, action: Action) -> str:
    """Return why an action is illegal, in the words of the rules, from what the seat sees."""
    hands = seen.zones[0].cards, seen.zones[1].cards
    table = seen.zone("table").cards
    state = State(hands, ((), ()), table, (), seen.seat, seen.turn, (), seen.facts["first"], seen.scores)
    return game.refusal(state, action)
