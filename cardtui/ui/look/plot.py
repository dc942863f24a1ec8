"""Paints lines in a plot with axes: dots of braille, or letters where there is plain ASCII only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import NamedTuple

from ...intervals import round_step
from .canvas import Canvas

MARKS = "123456789"
"""The mark of each line at its last point, so that lines are told apart without colour."""


class Line(NamedTuple):
    """One line of a plot: its points (x, y) with rising x, its colour, and the mark at its end ("" for none)."""

    points: Sequence[tuple[float, float]]
    colour: str
    mark: str = ""


class Axes(NamedTuple):
    """What a plot shows: the ends of both axes, and how their values are written."""

    xs: tuple[float, float]
    ys: tuple[float, float]
    x_text: Callable[[float], str] = "{:g}".format
    y_text: Callable[[float], str] = "{:g}".format
    named: Sequence[tuple[float, str]] = ()
    """What is written below instead of values of x: names where they begin, each of which keeps clear of the next."""


def ticks(low: float, high: float, count: int) -> list[float]:
    """Return about `count` round values from `low` to `high`, at least one: multiples of 1, 2, 5 times a power of ten.

    >>> ticks(0, 1, 5), ticks(-7.5, 4.5, 4), ticks(3, 3, 4), ticks(0.51, 0.98, 1)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [-5.0, 0.0], [3], [0.6, 0.8])
    """
    if not high > low:
        return [low]
    step = round_step((high - low) / max(1, count) * 0.999)
    found = [round(step * at, 12) for at in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]
    return found or ticks(low, high, 2 * count)


def plot(canvas: Canvas, x: int, y: int, width: int, height: int, axes: Axes, lines: Sequence[Line]) -> range:
    """Paint lines in a box of cells, with values at the left and below; a later line covers an earlier one.

    Returns the columns in which the lines are; none if there is no room for them.
    """
    palette = canvas.palette
    count = max(1, (height - 1) // 3)
    values = ticks(*axes.ys, count)
    for finer in (2, 4):
        if len(values) == 1:  # it alone tells no scale
            values = ticks(*axes.ys, finer * count)
    margin = max(len(axes.y_text(value)) for value in values) + 1
    left, wide, high = x + margin, width - margin, height - 1
    if wide < 4 or high < 2:
        return range(0)
    for value in values:
        row = y + round(_share(value, axes.ys[::-1]) * (high - 1))
        canvas.right(left - 1, row, (axes.y_text(value), palette.mute))
        canvas.put(left, row, (("· " if value == 0 else "·   ") * wide)[:wide], palette.line)
    end = left
    below = axes.named or [(value, axes.x_text(value)) for value in ticks(*axes.xs, max(1, wide // 14))]
    for value, text in below:
        before = 0 if axes.named else len(text) // 2
        at = min(left + round(_share(value, axes.xs) * (wide - 1)) - before, left + wide - len(text))
        if max(left, at) >= end:
            end = canvas.put(max(left, at), y + high, text, palette.mute) + 1
    across, down = (1, 1) if palette.lines else (2, 4)
    for line in lines:
        dots = _dots(line.points, axes, wide * across, high * down)
        if palette.lines:
            for column, row in dots:
                canvas.put(left + column, y + row, "*", line.colour)
        else:
            canvas.braille(left, y, dots, line.colour)
    for line in lines:
        if line.points and line.mark:
            column, row = _place(line.points[-1], axes, wide * across, high * down)
            canvas.put(left + min(column // across + 1, wide - 1), y + row // down, line.mark, line.colour, bold=True)
    return range(left, left + wide)


def _share(value: float, ends: tuple[float, float]) -> float:
    """Return where a value lies between two ends, 0 … 1."""
    return min(1.0, max(0.0, (value - ends[0]) / (ends[1] - ends[0]))) if ends[0] != ends[1] else 0.5


def _place(point: tuple[float, float], axes: Axes, width: int, height: int) -> tuple[int, int]:
    """Return column and row of a point among dots."""
    return round(_share(point[0], axes.xs) * (width - 1)), round(_share(point[1], axes.ys[::-1]) * (height - 1))


def _dots(points: Sequence[tuple[float, float]], axes: Axes, width: int, height: int) -> list[tuple[int, int]]:
    """Return the dots of a line: one in each column, and all between two columns where it is steep."""
    found: list[tuple[int, int]] = []
    for point in points:
        column, row = _place(point, axes, width, height)
        if not found:
            found.append((column, row))
            continue
        before, height_before = found[-1]
        count = max(column - before, abs(row - height_before))
        found += [
            (before + round((column - before) * n / count), height_before + round((row - height_before) * n / count))
            for n in range(1, count + 1)
        ]
    return found
