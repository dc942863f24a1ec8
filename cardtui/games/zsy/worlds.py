"""Determinization of Zheng Shang You: the other hand, sampled uniformly over the deals that lead to an observation.

Standard library only. Of equal ranks the card dealt first is laid first (§1.3). So if the other seat has laid p cards
of a rank and still holds j, the p cards came first in its hand, in the order laid, which is true in j! of the (p + j)!
orders of these cards. Hands are sampled with this weight. Without it, a seat that laid one 5 would seem to hold more 5s
than a seat that was dealt at least one of them does.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb, factorial
from random import Random
from typing import Any

from ...core import Card, Game, Observation
from .cards import RANK, by_rank, counts


def sample_hand(hidden: Sequence[Card], size: int, laid: Sequence[Card], rng: Random) -> tuple[Card, ...]:
    """Sample the hand of a seat that has laid these cards: `size` of the hidden cards, in the order dealt."""
    left = list(hidden)
    rng.shuffle(left)
    piles = by_rank(left)
    gone = counts(laid)
    held = [rank for rank, number in enumerate(_draw(piles, gone, size, rng)) for _ in range(number)]
    slots = held + [rank for rank, number in enumerate(gone) for _ in range(number)]
    rng.shuffle(slots)
    hand = []
    for rank in slots:
        if gone[rank]:  # the first cards of a rank are those that were laid
            gone[rank] -= 1
        else:
            hand.append(piles[rank].pop())
    return tuple(hand)


@cache
def _ways(hidden: int, laid: int) -> tuple[int, ...]:
    """Return the weight of holding 0, 1, … of the hidden cards of a rank after laying `laid` of that rank."""
    return tuple(comb(hidden, held) * 24 * factorial(held) // factorial(laid + held) for held in range(hidden + 1))


def _draw(piles: Sequence[Sequence[Card]], gone: Sequence[int], size: int, rng: Random) -> list[int]:
    """Sample how many cards of each rank the hand holds, in proportion to the weights of all hands.

    The weights are summed from the highest rank down, then the numbers are drawn from the lowest rank up.
    """
    ways = [_ways(len(pile), laid) for pile, laid in zip(piles, gone, strict=True)]
    totals = _totals(ways, size)
    drawn = []
    for weights, after in zip(ways, reversed(totals[:-1]), strict=True):
        chances = [way * after[size - number] for number, way in enumerate(weights[: size + 1])]
        ticket, number = rng.randrange(sum(chances)), 0
        while ticket >= chances[number]:
            ticket -= chances[number]
            number += 1
        drawn.append(number)
        size -= number
    return drawn


def _totals(ways: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """Return the weight of all hands of 0 … `size` cards of the last 0, 1, … ranks."""
    totals = [[1] + [0] * size]
    reach = 0  # number of cards of the ranks counted so far
    for weights in reversed(ways):
        before, after = [0] * (size + 1), totals[-1]
        for number, way in enumerate(weights[: size + 1]):
            for total in range(number, min(number + reach, size) + 1):
                before[total] += way * after[total - number]
        reach += len(weights) - 1
        totals.append(before)
    return totals


def ways_of(seen: Observation, hidden: Sequence[Card]) -> list[tuple[int, ...]]:
    """Return, for each rank, the weights of the other seat holding 0, 1, … of the hidden cards of that rank."""
    me, zones = seen.seat, seen.zones
    laid = zones[3 - me].cards + (zones[4].cards if seen.mover == me else ())
    return [_ways(len(pile), gone) for pile, gone in zip(by_rank(hidden), counts(laid), strict=True)]


def chances(game: Game[Any], seen: Observation) -> dict[int, dict[Card, float]]:
    """Return the exact probability that the other seat holds each unseen card, over all deals that lead to this."""
    me, zones = seen.seat, seen.zones
    other, size = zones[1 - me], zones[1 - me].count
    known = {card for zone in zones for card in zone.cards}
    hidden = [card for card in range(len(RANK)) if card not in known]
    if len(other.cards) == size:  # the hands are open
        return {1 - me: {card: float(card in other.cards) for card in (*other.cards, *hidden)}}
    ways = ways_of(seen, hidden)
    above, below = _totals(ways, size)[::-1], _totals(ways[::-1], size)
    all_hands, share = above[0][size], dict[int, float]()
    for rank, weights in enumerate(ways):
        rest = [sum(below[rank][n] * above[rank + 1][left - n] for n in range(left + 1)) for left in range(size + 1)]
        held = sum(number * way * rest[size - number] for number, way in enumerate(weights[: size + 1]))
        share[rank] = held / all_hands / max(1, len(weights) - 1)
    return {1 - me: {card: share[RANK[card]] for card in hidden}}
