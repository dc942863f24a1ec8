"""Means with standard errors, and 95% intervals. Standard library only."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from math import atan, cos, floor, fsum, inf, log10, pi, sin, sqrt, tan
from typing import NamedTuple

Z95 = 1.959963984540054
"""Half the width of a 95% interval, in standard errors, where these rest on many values; for few see `student`."""

NORMAL = 1000
"""The degrees of freedom from which the normal distribution stands for Student's t; its intervals are 0.1% narrower."""

FEW = 10
"""The least number of deals, or other groups, from which their error is told: of fewer it is too uncertain itself."""


def wilson(share: float, count: float, errors: float = Z95) -> tuple[float, float]:
    """Return the Wilson score interval (Wilson, 1927) of a share of `count` games; valid even for 0 and 1.

    `errors`, the number of standard errors to either side, is that of 95%.
    """
    spread = errors**2 / count
    middle = (share + spread / 2) / (1 + spread)
    margin = errors * sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return (middle - margin if share > 0 else 0.0), (middle + margin if share < 1 else 1.0)


@cache
def student(freedom: float, level: float = 0.95) -> float:
    """Return half the width of an interval of this level, in standard errors with so many degrees of freedom.

    That is the two-sided quantile of Student's t; `freedom` is a whole number from 1 on, or infinite.

    >>> round(student(9), 3), round(student(19), 3), round(student(inf), 3)
    (2.262, 2.093, 1.96)
    """
    if freedom >= NORMAL:
        from statistics import NormalDist  # here, since every start of the program imports this module

        return NormalDist().inv_cdf((1 + level) / 2)
    low, high = 0.0, tan(pi * level / 2)  # the quantile with one degree of freedom; with more it is smaller
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, int(freedom)) < level else (low, middle)
    return high


def _within(errors: float, freedom: int) -> float:
    """Return the chance of a deviation of at most so many standard errors (Abramowitz and Stegun, 1964, 26.7.3 f.)."""
    angle = atan(errors / sqrt(freedom))
    term, total = cos(angle) ** (freedom % 2), 0.0
    for power in range(freedom % 2, freedom - 1, 2):
        term *= (power - 1) / power * cos(angle) ** 2 if power > 1 else 1.0
        total += term
    return 2 / pi * (angle + sin(angle) * total) if freedom % 2 else sin(angle) * total


def round_step(least: float) -> float:
    """Return the smallest step of bins or axes, 1, 2 or 5 times a power of ten, that is `least` or more.

    >>> round_step(0.3), round_step(2), round_step(70)
    (0.5, 2.0, 100.0)
    """
    power = 10.0 ** floor(log10(least) + 1e-9)
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


class Estimate(NamedTuple):
    """A mean and its standard error, which is None (unknown) if there is only one value."""

    mean: float
    se: float | None
    freedom: float = inf
    """The degrees of freedom of the standard error: of n values n - 1."""

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval by Student's t; 0 if it is unknown."""
        return student(self.freedom) * self.se if self.se else 0.0

    @property
    def interval(self) -> list[float] | None:
        """The 95% interval by Student's t, or None if it is unknown."""
        return None if self.se is None else [self.mean - self.margin, self.mean + self.margin]

    def minus(self, other: Estimate) -> Estimate:
        """Return the difference of two independent estimates (Welch, 1947; degrees of freedom are rounded down)."""
        mean = self.mean - other.mean
        if self.se is None or other.se is None:
            return Estimate(mean, None)
        square = self.se**2 + other.se**2
        unsure = self.se**4 / self.freedom + other.se**4 / other.freedom
        return Estimate(mean, sqrt(square), floor(square**2 / unsure + 1e-9) if unsure else inf)


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean and standard error of independent values."""
    count = len(values)
    mean = fsum(values) / count
    if count < 2:
        return Estimate(mean, None)
    return Estimate(mean, sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count), count - 1)


def by_groups(values: Sequence[tuple[Hashable, float]], least: int = 2) -> Estimate:
    """Return the mean of values, and its standard error clustered by groups, which are independent of each other.

    values: (group, value), in which values of one group may depend on each other, such as those of one deal. From
    fewer than `least` groups, at least 2, the error is unknown.
    """
    mean = fsum([value for _, value in values]) / len(values)
    off: dict[Hashable, float] = {}
    for group, value in values:
        off[group] = off.get(group, 0.0) + value - mean
    if len(off) < least:
        return Estimate(mean, None)
    spread = fsum([value * value for value in off.values()]) * len(off) / (len(off) - 1)
    return Estimate(mean, sqrt(spread) / len(values), len(off) - 1)


def share_by_groups(values: Sequence[tuple[Hashable, bool]]) -> tuple[float, float, float]:
    """Return the share of values that are true, and the ends of its 95% interval; values as in `by_groups`.

    The interval is Wilson's for the number of independent values that would have the same standard error (Kish, 1965),
    at most as many as there are. If all groups have the same share, or there is only one, the values do not show how
    far they depend on each other: then each counts in full.
    """
    found, count = by_groups(values), float(len(values))
    if not found.se:
        return found.mean, *wilson(found.mean, count)
    effective = min(count, found.mean * (1 - found.mean) / found.se**2)
    return found.mean, *wilson(found.mean, effective, student(found.freedom))


def from_sums(total: float, squares: float, count: int) -> Estimate:
    """Return the mean and standard error of `count` values, given their sum and sum of squares."""
    mean = total / count
    if count < 2:
        return Estimate(mean, None)
    return Estimate(mean, sqrt(max(squares / count - mean**2, 0.0) / (count - 1)), count - 1)
