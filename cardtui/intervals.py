"""Intervals of what was counted. Standard library only."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959963984540054
"""Standard errors on each side of a 95% interval."""


def wilson(share: float, count: float) -> tuple[float, float]:
    """The 95% interval of a share of so many games; also right where all or none were won (Wilson, 1927)."""
    spread = Z95**2 / count
    middle = (share + spread / 2) / (1 + spread)
    reach = Z95 * sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return (middle - reach if share > 0 else 0.0), (middle + reach if share < 1 else 1.0)
