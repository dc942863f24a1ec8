"""Means with standard errors, and 95% intervals. Standard library only."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import floor, fsum, log10, sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
"""Half the width of a 95% interval, in standard errors."""


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

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval; 0 if it is unknown."""
        return Z95 * (self.se or 0.0)

    @property
    def interval(self) -> list[float] | None:
        """The normal 95% interval, or None if it is unknown."""
        return None if self.se is None else [self.mean - self.margin, self.mean + self.margin]


def estimate(values: Sequence[float]) -> Estimate:
    """Return the mean and standard error of independent values."""
    count = len(values)
    mean = fsum(values) / count
    if count < 2:
        return Estimate(mean, None)
    return Estimate(mean, sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count))


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
    return Estimate(mean, sqrt(spread) / len(values))


def from_sums(total: float, squares: float, count: int) -> Estimate:
    """Return the mean and standard error of `count` values, given their sum and sum of squares."""
    mean = total / count
    if count < 2:
        return Estimate(mean, None)
    return Estimate(mean, sqrt(max(squares / count - mean**2, 0.0) / (count - 1)))
