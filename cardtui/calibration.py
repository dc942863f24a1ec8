"""Whether chances come true: what was said, and how often it was so."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

BINS = 10


class Bin(NamedTuple):
    """Chances within a tenth of 0 … 1."""

    n: int
    said: float
    """Their mean."""
    true: float
    """The share that came true."""


def reliability(said: Any, true: Any) -> tuple[Bin, ...]:
    """The reliability curve of chances, float (n,), and of what came true, bool (n,); empty bins left out."""
    place = np.minimum((np.asarray(said) * BINS).astype(np.int64), BINS - 1)
    counts = np.bincount(place, minlength=BINS)
    chances, hits = np.bincount(place, said, BINS), np.bincount(place, true, BINS)
    return tuple(
        Bin(n, chance / n, hit / n)
        for n, chance, hit in zip(counts.tolist(), chances.tolist(), hits.tolist(), strict=True)
        if n
    )


def error(bins: tuple[Bin, ...]) -> float:
    """The expected calibration error: how far what was said is from what was true, on average over all chances."""
    return sum(bin.n * abs(bin.said - bin.true) for bin in bins) / max(1, sum(bin.n for bin in bins))
