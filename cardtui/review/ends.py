"""How deals end after each action: how often with which result, and how often they are won."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from math import floor, fsum
from typing import Generic, NamedTuple, TypeVar

from ..intervals import round_step

Named = TypeVar("Named", bound=Hashable)
BINS = 12
"""Maximum number of bins; all actions of a decision share them."""
DIGITS = 4
"""Digits of a share: those of 10,000 worlds."""


class Ends(NamedTuple, Generic[Named]):
    """The results after each action, in worlds that all of them were played in."""

    first: float
    """The lower end of the first bin, which belongs to it."""
    step: float
    """The width of a bin."""
    shares: Mapping[Named, tuple[float, ...]]
    """By action, the share of the worlds that end in each bin."""
    won: Mapping[Named, float]
    """By action, the share of the worlds that are won."""


def ends(
    returns: Mapping[Named, Sequence[Sequence[float]]], weights: Sequence[float], seat: int, goal: float
) -> Ends[Named]:
    """Return how deals end for a seat, given the returns of all seats after each action in each world.

    Won is what nobody ends above, unless all end alike; in a game for one, what reaches the `goal`. A bin is as wide
    as 1, 2 or 5 times a power of ten, and no narrower than two results are apart.

    >>> ends({"a": [(0, 1), (1, 0), (1, 0)], "b": [(0, 1), (0, 1), (1, 0)]}, [1, 1, 2], 0, 0)
    Ends(first=0.0, step=1.0, shares={'a': (0.25, 0.75), 'b': (0.5, 0.5)}, won={'a': 0.75, 'b': 0.5})
    """
    results = sorted({row[seat] for rows in returns.values() for row in rows})
    step = _step(results)

    def place(result: float) -> int:
        return floor(result / step + 1e-9)

    first, total = place(results[0]), fsum(weights)
    count = place(results[-1]) - first + 1
    shares, won = dict[Named, tuple[float, ...]](), dict[Named, float]()
    for action, rows in returns.items():
        inside = [list[float]() for _ in range(count)]
        for row, weight in zip(rows, weights, strict=True):
            inside[place(row[seat]) - first].append(weight)
        shares[action] = tuple(round(fsum(part) / total, DIGITS) for part in inside)
        wins = [weight for row, weight in zip(rows, weights, strict=True) if _won(row, seat, goal)]
        won[action] = round(fsum(wins) / total, DIGITS)
    return Ends(round(first * step, 12), step, shares, won)


def _won(row: Sequence[float], seat: int, goal: float) -> bool:
    return row[0] >= goal if len(row) == 1 else row[seat] == max(row) > min(row)


def _step(results: Sequence[float]) -> float:
    """Return the width of a bin for these results, which rise."""
    apart = min((high - low for low, high in pairwise(results)), default=1.0)
    return round_step(max(apart, (results[-1] - results[0]) / (BINS - 1)))
