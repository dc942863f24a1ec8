"""What a person types at the table of Zheng Shang You. Pure and total: every text gets an answer.

The ranks of a move, together or apart: `55`, `3 3 4 4 4`, `jjqqkk`, `bj`; a suit may stand behind a rank and says
nothing. Behind `#` the cards by their numbers in the hand, one sign each as in its foot: `#12a`, `#1 #2 #a`. `p`
passes. An empty line stands for the only thing that is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...core import Action, Card, Observation, Refusal, quoted
from ...wording import Typed
from .cards import RANK, RANKS, Pattern, counts, follows, pattern
from .rules import DECK, PASS, State, ZhengShangYou

NUMBERS = "123456789abcdefghi"
"""The number of each card in the hand, one sign each."""
TOLD = 4
"""So many moves are told where there may be many."""
_TOKEN = re.compile(r"(10|[2-9tjqka])([cdhs♣♦♥♠])?|([br]j?)|[^\s,]")
_SHORT = {"t": "10", "b": "BJ", "r": "RJ"}
_KINDS = ("single", "double", "triple", "bomb")


def read(game: ZhengShangYou, seen: Observation, order: tuple[Card, ...], text: str, pending: str = "") -> Typed:
    """What `text` means for the seat of `seen` with its hand shown as `order`. There are no steps: `pending` is ""."""
    said = text.strip().lower()
    if not said:
        return _nothing(seen)
    if said in ("p", "pass"):
        return _move(game, seen, PASS)
    try:
        cards = _numbered(said[1:], order) if said[0] == "#" else ranked(said.removeprefix("play "))
    except Refusal as refusal:
        return _no(str(refusal))
    hand = seen.zone("hand").cards
    try:
        action = Action("play", game.arrange(hand, cards))
    except Refusal:
        action = Action("play", cards)
    return _move(game, seen, action)


def prompt(game: ZhengShangYou, seen: Observation, pending: str = "") -> str:
    """What can be typed now, in one line."""
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
    """The ranks of cards, rank by rank: `33 444`."""
    return " ".join(RANKS[rank] * size for rank, size in enumerate(counts(cards)) if size)


def name(action: Action) -> str:
    """What a move is typed as: `33 444`, `pass`."""
    return spelled(action.cards) or action.verb


def title(cards: Iterable[Card]) -> str:
    """Cards that make one move, with the name of the pattern: `double 55`, `chain 33 444`."""
    cards = tuple(cards)
    made = pattern(cards)
    return f"{kind(made)} {spelled(cards)}" if made else spelled(cards)


def kind(made: Pattern) -> str:
    """single, double, triple, bomb or chain."""
    return _KINDS[made.sizes[0] - 1] if len(made.sizes) == 1 else "chain"


def tokens(said: str) -> list[tuple[int, str]]:
    """Rank, by its place in `RANKS`, and suit ("" for none) of all that is typed. Refusal for anything else."""
    found = []
    for token in _TOKEN.finditer(said.lower()):
        word = token[1] or token[3]
        if not word:
            raise Refusal(f"{quoted(token[0])} is no rank; ranks read 3 to 10, J Q K A 2, BJ, RJ")
        found.append((RANKS.index(_SHORT.get(word, word.upper())), token[2] or ""))
    return found


def ranked(said: str) -> tuple[Card, ...]:
    """Cards of the ranks that are typed, of whatever suits. Refusal when something else stands there."""
    sizes = [0] * len(RANKS)
    for rank, _ in tokens(said):
        sizes[rank] += 1
    return tuple(card for rank, size in enumerate(sizes) for card in _of(rank, min(size, 5)))


def unseen(seen: Observation) -> list[int]:
    """How many cards of each rank the seat has not seen, by place in `RANKS`."""
    known = {card for zone in seen.zones if zone.name != "rest" for card in zone.cards}
    return counts(card for card in DECK if card not in known)


def _of(rank: int, size: int) -> list[Card]:
    """So many cards of a rank, over again where there are not so many."""
    cards = [card for card in DECK if RANK[card] == rank]
    return [cards[place % len(cards)] for place in range(size)]


def _numbered(said: str, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards by their numbers. Refusal for a number that is none of the hand's, or twice the same."""
    cards: list[Card] = []
    for number in "".join(re.split(r"[\s,#]+", said)):
        if number not in NUMBERS[: len(order)]:
            last = NUMBERS[len(order) - 1] if order else "none"
            raise Refusal(f"there is no card {number}: yours are 1 to {last}")
        if order[NUMBERS.index(number)] in cards:
            raise Refusal(f"card {number} is there twice")
        cards.append(order[NUMBERS.index(number)])
    if not cards:
        raise Refusal("behind # come the numbers of cards, such as #12")
    return tuple(cards)


def _nothing(seen: Observation) -> Typed:
    """The empty line."""
    if seen.legal == (PASS,):
        return Typed("Enter passes: nothing else is allowed", True, PASS)
    if len(seen.legal) == 1:
        action = seen.legal[0]
        return Typed(f"Enter plays {title(action.cards)}, your last card", True, action, "", "", action.cards)
    return Typed("", False, None, "", "type ranks, or p to pass" if seen.legal else "it is not your turn")


def _move(game: ZhengShangYou, seen: Observation, action: Action) -> Typed:
    """A move, or the beginning of one."""
    hand = seen.zone("hand").cards
    marked = _held(hand, action.cards)
    if not seen.legal:
        return _no("it is not your turn", marked)
    if action in seen.legal:
        return Typed(_effect(seen, action), True, action, "", "", action.cards)
    sizes = counts(action.cards)
    longer = [
        name(other) for other in seen.legal if all(a <= b for a, b in zip(sizes, counts(other.cards), strict=True))
    ]
    if longer and action != PASS:
        more = f"{spelled(action.cards)} may become {listed(longer)}"
        return Typed(f"{more} …", True, None, "", f"no move yet: {more}", marked)
    return _no(_why(game, seen, action), marked)


def _held(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The first cards of a hand of as many of each rank as `cards` has."""
    left, held = counts(cards), []
    for card in hand:
        if left[RANK[card]] > 0:
            left[RANK[card]] -= 1
            held.append(card)
    return tuple(held)


def listed(names: list[str]) -> str:
    """The first few of them: `77, 99, JJ or 2 more`."""
    shown = names if len(names) <= TOLD else [*names[: TOLD - 1], f"{len(names) - TOLD + 1} more"]
    return " or ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _effect(seen: Observation, action: Action) -> str:
    """What a move does."""
    if action == PASS:
        return "pass: the other leads anew"
    left = seen.zone("hand").count - len(action.cards)
    if not left:
        return f"{title(action.cards)}: your last cards, you win the deal"
    higher = _answers(seen, action)
    over = f"unseen cards go over it: {listed(higher)}" if higher else "no unseen cards go over it"
    return f"{title(action.cards)}: {left} card{'s' * (left != 1)} left · {over}"


def _answers(seen: Observation, action: Action) -> list[str]:
    """What of the unseen cards the other seat may hold that goes over a play."""
    made, most = pattern(action.cards), seen.zone(f"hand {1 - seen.seat}").count
    found = [over for over in follows(unseen(seen), made) if sum(over.sizes) <= most] if made else []
    return [" ".join(RANKS[rank] * size for rank, size in enumerate(over.sizes, over.low)) for over in found]


def _why(game: ZhengShangYou, seen: Observation, action: Action) -> str:
    """The rule that forbids an action: the law's own sentence, on what the seat sees."""
    hands = seen.zones[0].cards, seen.zones[1].cards
    table = seen.zone("table").cards
    state = State(hands, ((), ()), table, (), seen.seat, seen.turn, (), seen.facts["first"], seen.scores)
    return game.refusal(state, action)


def _no(refusal: str, cards: tuple[Card, ...] = ()) -> Typed:
    return Typed(refusal, False, None, "", refusal, cards)
