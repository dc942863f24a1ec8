"""How colours look to people without the cones for green, and how far apart two colours are."""

from __future__ import annotations

from math import dist

_DEUTERANOPIA = ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881))
"""Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB."""
_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)


def deuteranope(colour: str) -> str:
    """Return "#rrggbb" as it looks without the cones for green.

    >>> deuteranope("#ff0000"), deuteranope("#808080")
    ('#a39000', '#808080')
    """
    parts = (min(1.0, max(0.0, part)) for part in _times(_DEUTERANOPIA, _linear(colour)))
    bent = (12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in parts)
    return "#" + "".join(f"{round(255 * part):02x}" for part in bent)


def apart(one: str, other: str) -> float:
    """Return the distance of two colours "#rrggbb" in CIELAB (1976); some 2 are just seen side by side.

    >>> round(apart("#000000", "#ffffff"))
    100
    """
    return dist(_lab(_linear(one)), _lab(_linear(other)))


def _linear(colour: str) -> tuple[float, ...]:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def _times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def _lab(linear: tuple[float, ...]) -> tuple[float, ...]:
    ratios = [part / white for part, white in zip(_times(_XYZ, linear), _WHITE, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
