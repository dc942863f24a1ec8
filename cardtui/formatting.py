"""Formats cards, values and errors for people, the same way in every game. Standard library only."""

from __future__ import annotations

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


def figure(value: float, unit: str) -> str:
    """Format a value in its unit, in at most six characters: `43%` for a probability, otherwise +1.23, -12.3, +1234."""
    if "probability" in unit_name(unit).split():
        return f"{value:.0%}"
    return f"{value:+.2f}" if abs(value) < 10 else f"{value:+.1f}" if abs(value) < 100 else f"{value:+.0f}"


def error(size: float, unit: str) -> str:
    """Format half the width of an interval in the unit of its value, in at most five characters: `±0.3%`, ±1.23."""
    told = figure(size, unit)
    if told.endswith("%"):
        return f"±{told}" if size >= 0.0095 else f"±{size:.1%}"
    return f"±{told[1:]}"


def reach(stderr: float, unit: str) -> str:
    """Format the 95% interval of a value with this standard error: `±2%`."""
    return error(Z95 * stderr, unit)
