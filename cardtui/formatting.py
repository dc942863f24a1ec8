"""Formats cards, values and errors for people, the same way in every game. Standard library only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .intervals import Z95

_SIGN = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_RANKS = frozenset("AJQKT") | frozenset(map(str, range(13)))


def signs(face: str) -> str:
    """Return the card with suit symbols: `10h` → `10♥`, the joker `X1` → `★1`. Other text is returned unchanged."""
    if face[:-1] in _RANKS and face[-1] in _SIGN:
        return face[:-1] + _SIGN[face[-1]]
    return face.replace("X", "★") if face in ("X1", "X2") else face


def unit_name(unit: str) -> str:
    """Return the unit without its explanation: `Q: ±1 at the end, discount 1` → `Q`."""
    return unit.partition(":")[0].partition(" (")[0]


def figure(value: float, unit: str, more: int = 0) -> str:
    """Format a value in its unit, in at most six characters: `43%` for a probability, otherwise +1.23, -12.3, +1234.

    Probabilities and values below 10 get `more` digits.
    """
    if "probability" in unit_name(unit).split():
        return f"{value:.{more}%}"
    return f"{value:+.{2 + more}f}" if abs(value) < 10 else f"{value:+.1f}" if abs(value) < 100 else f"{value:+.0f}"


def bare(told: str) -> str:
    """Return a figure without a zero that stands alone before the point.

    >>> bare("+0.25"), bare("+10.5")
    ('+.25', '+10.5')
    """
    return re.sub(r"(?<![0-9])0\.", ".", told)


def digits(values: Sequence[float], unit: str) -> int:
    """Return how many digits more, 0 to 2, `figure` needs to tell the best of these values from the others.

    >>> digits([0.512, 0.509, 0.2], ""), digits([0.5, 0.5, 0.25], "")
    (1, 0)
    """
    best = max(values, default=0.0)
    others = [value for value in values if value != best]
    apart = (more for more in (0, 1) if all(figure(value, unit, more) != figure(best, unit, more) for value in others))
    return next(apart, 2)


def error(size: float, unit: str) -> str:
    """Format half the width of an interval in the unit of its value, in at most five characters: `±0.3%`, ±1.23."""
    told = figure(size, unit)
    if told.endswith("%"):
        return f"±{told}" if size >= 0.0095 else f"±{size:.1%}"
    return f"±{told[1:]}"


def reach(stderr: float, unit: str) -> str:
    """Format the 95% interval of a value with this standard error: `±2%`."""
    return error(Z95 * stderr, unit)
