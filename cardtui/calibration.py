"""Calibration: how often events happen, compared with the probabilities predicted for them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

BINS = 10


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
