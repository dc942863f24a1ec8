"""Calibration: how often events happen, compared with the probabilities predicted; and maps that correct these."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .core import Refusal

BINS = 10
STEPS = 20
"""Number of groups of predictions, equally many in each, from which a map is fitted."""
DIGITS = 5
"""Digits of a map's points."""


class Bin(NamedTuple):
    """The predictions in one of ten equal intervals of probability."""

    n: int
    said: float
    """Mean predicted probability."""
    true: float
    """Share of the events that happened."""


def reliability(said: Any, true: Any) -> tuple[Bin, ...]:
    """Return the reliability curve of predictions, float (n,), and outcomes, bool (n,), without empty bins."""
    place = np.minimum((np.asarray(said) * BINS).astype(np.int64), BINS - 1)
    counts = np.bincount(place, minlength=BINS)
    chances, hits = np.bincount(place, said, BINS), np.bincount(place, true, BINS)
    return tuple(
        Bin(n, chance / n, hit / n)
        for n, chance, hit in zip(counts.tolist(), chances.tolist(), hits.tolist(), strict=True)
        if n
    )


def error(bins: tuple[Bin, ...]) -> float:
    """Return the expected calibration error: the mean of |predicted - observed| over all predictions."""
    return sum(bin.n * abs(bin.said - bin.true) for bin in bins) / max(1, sum(bin.n for bin in bins))


class Map(NamedTuple):
    """A strictly increasing map of probabilities: straight lines between these points, from (0, 0) to (1, 1)."""

    said: tuple[float, ...] = ()
    true: tuple[float, ...] = ()

    def __call__(self, said: Any) -> NDArray[np.float64]:
        """Return the probabilities that stand for those predicted, float64 in the shape of `said`."""
        found: NDArray[np.float64] = np.interp(said, (0.0, *self.said, 1.0), (0.0, *self.true, 1.0))
        return found


def fit(said: Any, true: Any) -> Map:
    """Return the map that corrects predictions, float (n,), given what happened, bool (n,).

    Its points are the means of `STEPS` groups of equally many predictions, of which neighbours are pooled until
    predictions and shares of events rise (isotonic regression: Ayer et al., 1955).
    """
    order = np.argsort(np.asarray(said), kind="stable")
    blocks: list[tuple[int, float, float]] = []  # number, mean prediction, share that came true
    for group in filter(len, np.array_split(order, STEPS)):  # of a few predictions, some groups are empty
        block = len(group), float(np.mean(np.asarray(said)[group])), float(np.mean(np.asarray(true)[group]))
        while blocks and not _rises(blocks[-1], block):
            n, chance, share = blocks.pop()
            more = n + block[0]
            block = more, (n * chance + block[0] * block[1]) / more, (n * share + block[0] * block[2]) / more
        blocks.append(block)
    points = [(round(a, DIGITS), round(b, DIGITS)) for _, a, b in blocks]
    points = [point for point in points if min(point) > 0 and max(point) < 1]
    return Map(tuple([a for a, _ in points]), tuple([b for _, b in points]))


def _rises(before: tuple[int, float, float], block: tuple[int, float, float]) -> bool:
    """Return whether the point of a block lies above that of the one before, in prediction and share."""
    return all(round(a, DIGITS) < round(b, DIGITS) for a, b in zip(before[1:], block[1:], strict=True))


def read(card: Any, where: Any) -> Map:
    """Return the map in a table of a card, or the one that changes nothing if `card` is None.

    Raises Refusal, naming the file `where`, if it holds no two lists of as many numbers that rise between 0 and 1.
    """
    if card is None:
        return Map()
    try:
        found = Map(*[tuple(map(float, card[key])) for key in Map._fields])
        fine = len(found.said) == len(found.true)
        fine = fine and all(a < b for row in found for a, b in pairwise((0.0, *row, 1.0)))
    except (KeyError, TypeError, ValueError):
        fine = False
    if not fine:
        raise Refusal(f"{where}: calibration needs said and true, lists of as many numbers that rise between 0 and 1")
    return found
