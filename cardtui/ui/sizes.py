"""Sizes of the terminal, in cells, at which screens change what they show."""

from __future__ import annotations

from textual.geometry import Size

MINIMUM = Size(80, 24)
"""The smallest terminal in which screens are shown at all."""
ROOMY = Size(120, 34)
"""The smallest terminal in which screens show all of their parts at once."""


def is_roomy(width: int, height: int) -> bool:
    """Return whether a terminal of this size shows all parts of a screen at once."""
    return width >= ROOMY.width and height >= ROOMY.height
