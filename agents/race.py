"""Lets searches compare actions on the same samples, and drop an action once it is clearly behind the best."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

BEHIND = 2.5
"""How far an action has to be behind, in standard errors of the difference over the same samples.

Set by hand, not tuned.
"""


def in_question(results: NDArray[np.float64], alive: list[int], least_spread: float) -> list[int]:
    """Return which of the actions `alive` are not clearly behind the best of them, in the same order.

    results: by sample and action, float64 (samples, actions); least_spread: a smaller standard deviation of a
    difference counts as this much, since a few samples may show none at all. A standard error is the standard deviation
    of the samples themselves (divided by n, not n - 1) over the root of n: 2% less than the usual one for 25 samples.
    """
    best = max(alive, key=lambda place: results[:, place].sum())
    behind = results[:, [best]] - results[:, alive]
    limits = BEHIND * np.maximum(behind.std(0), least_spread) / sqrt(len(results))
    return [place for place, mean, limit in zip(alive, behind.mean(0), limits, strict=True) if mean <= limit]
