"""How much more one action brings than another: measured on worlds, with an interval that survives early stopping.

The statistics of the review, without games. A *sample* is the difference between two actions in one world, with the
world's weight. `docs/review.md` says why it is done like this.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from math import fsum, inf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from ..intervals import FEW, Estimate, by_groups

LEVEL = 0.05
"""The intervals are those of 1 - LEVEL, all looks at a growing sample together."""
LOOKS = 4
"""How often a growing sample is looked at: after 1/8, 1/4, 1/2 and all of the worlds."""
NORMAL = NormalDist()
UNSEEN = 3.0
"""The rule of three: what never happened in n worlds may still happen in 3 of n, with 95% confidence."""


class Difference(NamedTuple):
    """A mean difference with its 95% interval."""

    mean: float
    se: float
    low: float
    high: float
    worlds: int
    effective: float
    """The effective number of worlds: how many equally likely ones would tell as much (Kish, 1965)."""
    p: float
    """The chance of at least this difference if it were 0 or less in truth, corrected for the number of looks."""
    p_less: float
    """The chance of at most this difference if it were 0 or more in truth, corrected in the same way."""


def measure(
    samples: Sequence[float], weights: Sequence[float], swing: float, certain: bool, looks: int, most: float = 0.0
) -> Difference:
    """Return the mean of weighted samples with an interval that stays valid for `looks` looks at a growing sample.

    `swing` is the largest difference that was seen, `most` the largest that there can be; 0 if the game does not tell
    it. The interval goes no further. If all samples are the same they do not show how far others may be off: those not
    seen are then taken to be up to `most` away from 0. `certain` says that the samples are all worlds there are,
    without dice: the interval then has no width.
    """
    total = fsum(weights)
    shares = [weight / total for weight in weights]
    mean = fsum([share * sample for share, sample in zip(shares, samples, strict=True)])
    effective = 1.0 / fsum([share * share for share in shares])
    if certain:
        return Difference(mean, 0.0, mean, mean, len(samples), effective, float(mean <= 0), float(mean >= 0))
    spread = fsum([(share * (sample - mean)) ** 2 for share, sample in zip(shares, samples, strict=True)])
    most = max(most, abs(mean)) if most else inf
    if most < inf and min(samples) == max(samples):
        unseen = UNSEEN / effective
        p = min(1.0, looks * (most / (most + abs(mean))) ** effective)
        low, high = mean - unseen * (most + mean), mean + unseen * (most - mean)
        more, less = p if mean > 0 else 1.0, p if mean < 0 else 1.0
        return Difference(mean, 0.0, max(low, -most), min(high, most), len(samples), effective, more, less)
    se, rare = sqrt(spread * effective / max(effective - 1.0, 1.0)), UNSEEN * swing / effective
    margin = _quantile(looks) * se + rare
    more, less = (
        min(1.0, looks * (1 - NORMAL.cdf(ahead / se) if se else float(ahead <= 0)))
        for ahead in (mean - rare, -mean - rare)
    )
    low, high = max(mean - margin, -most), min(mean + margin, most)
    return Difference(mean, se, low, high, len(samples), effective, more, less)


@cache
def _quantile(looks: int) -> float:
    """Return how many standard errors an interval reaches if a sample is looked at so often.

    By the normal distribution: from seven worlds on what `measure` adds for rare differences is more than Student's t
    would, whatever the spread.
    """
    return NORMAL.inv_cdf(1 - LEVEL / (2 * looks))


def decided(found: Difference, marks: Sequence[float], precision: float) -> bool:
    """Return whether more worlds would change little: which mark it is, or none, is clear or known closely enough."""
    if found.high < marks[0] or found.low >= marks[-1]:
        return True
    return (found.high - found.low) / 2 <= max(precision, abs(found.mean) / 4)


def looks(worlds: int) -> list[int]:
    """Return after how many of the worlds a growing sample is looked at.

    >>> looks(48), looks(3)
    ([6, 12, 24, 48], [2, 3])
    """
    return sorted({max(2, worlds >> look) for look in range(LOOKS)})


def grow(
    draw: Callable[[int], tuple[Sequence[float], Sequence[float], float, bool]],
    worlds: int,
    marks: Sequence[float],
    precision: float,
    most: float = 0.0,
) -> Difference:
    """Measure on a growing sample until it is `decided`, at most on so many worlds.

    `most` is that of `measure`. `draw` returns the samples, weights, swing and certainty of that many worlds more; if
    the samples are certain they are all there are.
    """
    samples, weights, swing, found = list[float](), list[float](), 0.0, None
    for wanted in looks(worlds):
        more, heavy, wide, certain = draw(wanted - len(samples))
        samples, weights, swing = [*samples, *more], [*weights, *heavy], max(swing, wide)
        found = measure(samples, weights, swing, certain, LOOKS, most)
        if certain or decided(found, marks, precision):
            break
    assert found is not None
    return found


def false_discoveries(chances: Sequence[float]) -> list[bool]:
    """Return which discoveries to keep, so that at most a share LEVEL of those kept is false on average.

    `chances` are p-values (Benjamini and Hochberg, 1995).

    >>> false_discoveries([0.001, 0.9, 0.02, 0.04])
    [True, False, True, False]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    kept = 0
    for rank, place in enumerate(order, 1):
        if chances[place] <= LEVEL * rank / len(chances):
            kept = rank
    inside = set(order[:kept])
    return [place in inside for place in range(len(chances))]


def mean_loss(losses: Sequence[tuple[Hashable, float]]) -> dict[str, Any]:
    """Return the number of losses, given with their deals, and their mean; its error and 95% interval are over deals.

    These are None if there are fewer than `FEW` deals.

    >>> mean_loss([("first", 1.0), ("first", 2.0), ("second", 0.0)])
    {'n': 3, 'mean': 1.0, 'se': None, 'ci95': None}
    """
    found = by_groups(losses, FEW) if losses else Estimate(0.0, None)
    return {"n": len(losses), "mean": found.mean, "se": found.se, "ci95": found.interval}
