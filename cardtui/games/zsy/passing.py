"""What the other seat's passes reveal about its hand. Standard library only.

A pass alone proves nothing: a seat may pass with a higher play in its hand (§4). What is proved is that it held back a
higher play that it laid later. How likely it is to have a higher play now is computed in two ways: over all deals that
lead to what the seat sees, and with their weights changed until each rank is as frequent as a bot expects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from ...core import Card, Observation
from .cards import BOMB, RANK, Pattern, counts, follows, pattern
from .rules import DECK, PASS
from .worlds import ways_of

_ROUNDS = 12
"""How often weights are changed. After that the averages are within 0.01 cards of what is expected."""
_LEAST, _STEP = 1e-3, 10.0
"""An expected number of cards of a rank stays at least `_LEAST` away from the fewest and the most possible; the weight
of a card changes by a factor of at most `_STEP` at a time."""


class Passed(NamedTuple):
    """A play that the other seat passed over."""

    cards: tuple[Card, ...]
    held_back: Pattern | None
    """A higher play among what it laid later: it could have laid this instead of passing."""


def passed_over(seen: Observation, seat: int) -> list[Passed]:
    """Return what a seat passed over: the lowest play of each pattern, singles first."""
    lowest: dict[tuple[int, ...], Passed] = {}
    lying: tuple[Card, ...] = ()
    for at, happened in enumerate(seen.history):
        made = pattern(lying)
        if happened.action == PASS and happened.seat == seat and made:
            old = lowest.get(made.sizes)
            if old is None or RANK[lying[0]] < RANK[old.cards[0]]:
                later = (event.action.cards for event in seen.history[at:] if event.seat == seat)
                laid = counts(card for cards in later for card in cards)
                lowest[made.sizes] = Passed(lying, next(follows(laid, made), None))
        lying = happened.action.cards
    return [lowest[sizes] for sizes in sorted(lowest, key=lambda sizes: (len(sizes), sizes))]


class OtherHand:
    """The other seat's hand as far as one seat can know it: how many cards of each rank it may hold, with weights.

    `expected`: how many cards of each rank a bot expects in it; the weights are made to agree with that. Without it,
    all deals that lead to what the seat sees weigh the same.
    """

    def __init__(self, seen: Observation, expected: Sequence[float] = ()) -> None:
        known = {card for zone in seen.zones for card in zone.cards}
        self.size = seen.zone(f"hand {1 - seen.seat}").count
        self.weights: list[list[float]] = [
            [float(way) for way in ways] for ways in ways_of(seen, [card for card in DECK if card not in known])
        ]
        for _ in range(_ROUNDS if expected else 0):
            self._approach(expected)

    def beats(self, table: Pattern) -> float:
        """Return the chance that this hand can lay something over `table`: 0 if impossible, 1 if certain."""
        able = unable = 0.0
        for (cards, _, found), weight in self._hands(table).items():
            if cards == self.size:
                able, unable = (able + weight, unable) if found else (able, unable + weight)
        return able / (able + unable)

    def _hands(self, table: Pattern) -> dict[tuple[int, int, bool], float]:
        """Return the weight of all hands by size, the links begun at the last rank, and whether they beat `table`."""
        sizes, now = table.sizes, {(0, 0, False): 1.0}
        for rank, weights in enumerate(self.weights):
            after: dict[tuple[int, int, bool], float] = defaultdict(float)
            for (cards, begun, found), weight in now.items():
                for held, way in enumerate(weights[: self.size - cards + 1]):
                    open_ = begun << 1 | (rank > table.low)  # bit n: the n links before this rank are there
                    links = sum(1 << link for link, size in enumerate(sizes) if open_ >> link & 1 and held >= size)
                    bomb = sizes != BOMB and held == BOMB[0]
                    beaten = found or bomb or bool(links >> len(sizes) - 1)
                    after[cards + held, 0 if beaten else links, beaten] += weight * way
            now = after
        return now

    def means(self) -> list[float]:
        """Return how many cards of each rank the hand holds on average."""
        below, above = [[1.0]], [[1.0]]
        for weights, other in zip(self.weights, reversed(self.weights), strict=True):
            below.append(_together(below[-1], weights, self.size))
            above.append(_together(above[-1], other, self.size))
        found, whole = [], below[-1][self.size]
        for weights, before, after in zip(self.weights, below, above[-2::-1], strict=False):
            held = [number * way for number, way in enumerate(weights)]
            with_rank = _together(before, held, self.size)
            together = zip(with_rank, [0.0] * (self.size + 1 - len(after)) + after[::-1], strict=False)
            found.append(sum(one * other for one, other in together) / whole)
        return found

    def _approach(self, expected: Sequence[float]) -> None:
        """Change the weights of each rank towards its expected number of cards."""
        for rank, (mean, wanted) in enumerate(zip(self.means(), expected, strict=True)):
            most = len(self.weights[rank]) - 1
            if 0 < mean < most:
                near = min(max(wanted, _LEAST), most - _LEAST)
                odds = max(1 / _STEP, min(_STEP, near * (most - mean) / (mean * (most - near))))
                scaled = [way * odds**held for held, way in enumerate(self.weights[rank])]
                self.weights[rank] = [way / sum(scaled) for way in scaled]


def _together(one: Sequence[float], other: Sequence[float], most: int) -> list[float]:
    """Return the weights of two sets of ranks combined, by the number of cards, up to `most`."""
    found = [0.0] * min(most + 1, len(one) + len(other) - 1)
    for count, weight in enumerate(one):
        for more, way in enumerate(other[: len(found) - count]):
            found[count + more] += weight * way
    return found
