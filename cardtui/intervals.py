"""Means with their standard errors, and 95% intervals. Standard library only."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple

Z95 = 1.959963984540054
"""Standard errors on each side of a 95% interval."""


def wilson(share: float, count: float) -> tuple[float, float]:
    """The 95% interval of a share of so many games; also right where all or none were won (Wilson, 1927)."""
    spread = Z95**2 / count
    middle = (share + spread / 2) / (1 + spread)
    reach = Z95 * sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return (middle - reach if share > 0 else 0.0), (middle + reach if share < 1 else 1.0)


class Estimate(NamedTuple):
    """A mean and its standard error; None: unknown, since there is one value alone."""

    mean: float
    se: float | None

    @property
    def reach(self) -> float:
        """Half of the 95% interval; 0 where it is unknown."""
        return Z95 * (self.se or 0.0)

    @property
    def interval(self) -> list[float] | None:
        """The normal 95% interval."""
        return None if self.se is None else [self.mean - self.reach, self.mean + self.reach]


def estimate(values: Sequence[float]) -> Estimate:
    """Mean and standard error of independent values."""
    count = len(values)
    mean = fsum(values) / count
    if count < 2:
        return Estimate(mean, None)
    return Estimate(mean, sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count))


def from_sums(total: float, squares: float, count: int) -> Estimate:
    """Mean and standard error of many values of which the sum and the sum of squares are known."""
    mean = total / count
    return Estimate(mean, sqrt(max(squares / count - mean**2, 0.0) / count))
