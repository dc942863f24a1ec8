"""Line graphs for the terminal and as SVG.

A graph is plain JSON: {"title", "x": […], "series": {name: [y…]}, "x_label", "y_label"}. Points whose y is None are
left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from ..intervals import round_step
from ..text.ascii import SAME_WIDTH

_ANSI = (4, 1, 2, 5, 3, 6, 12, 9, 10, 13, 11, 14)
_COLOURS = (
    "#2563eb", "#dc2626", "#16a34a", "#9333ea", "#ca8a04", "#0891b2",
    "#60a5fa", "#f87171", "#4ade80", "#c084fc", "#facc15", "#22d3ee",
)  # fmt: skip
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WIDTH, _HEIGHT = 760, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 40, 52


def text(graph: Mapping[str, Any], width: int = 78, height: int = 20, plain: bool = False) -> str:
    """Draw the graph in `width` × `height` cells, with a legend below.

    If `plain`, the marks are ASCII letters and there are no escape codes.
    """
    import plotext

    figure = plotext.figure
    figure.clear()
    figure.theme("colorless")
    figure.plot_size(width, height)
    figure.title(graph["title"])
    figure.label(graph["x_label"], "x")
    figure.label(graph["y_label"], "y")
    legend = []
    series = list(_series(graph))
    for axis, ticks in zip("xy", _axes(series), strict=True):
        figure.ruler(axis).lim(ticks[0], ticks[-1])
        figure.ruler(axis).ticks(ticks, [f"{tick:g}" for tick in ticks])
    for number, (name, points) in enumerate(series):
        letter = _LETTERS[number % len(_LETTERS)]
        colour = _ANSI[number % len(_ANSI)]
        if points:
            xs, ys = zip(*points, strict=True)
            mark = letter if plain else plotext.marker("braille", pixel=plotext.pixel(colour))
            figure.draw(figure.signal(list(xs), list(ys), marker=mark).lines())
        legend.append(f"{letter} {name}" if plain else f"\x1b[38;5;{colour}m━━\x1b[0m {name}")
    drawn = str(figure.build()) + "\n" + "\n".join(f"  {line}" for line in legend)
    return plotext.uncolorize(drawn).translate(SAME_WIDTH) if plain else drawn


def svg(graph: Mapping[str, Any]) -> str:
    """Return the graph as a standalone SVG document."""
    series = list(_series(graph))
    xticks, yticks = _axes(series)
    bottom = _HEIGHT - _BOTTOM - 16 * ((len(series) + 3) // 4)

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - xticks[0]) / (xticks[-1] - xticks[0])
        up = (y - yticks[0]) / (yticks[-1] - yticks[0])
        return round(_LEFT + across * (_WIDTH - _LEFT - _RIGHT), 1), round(bottom - up * (bottom - _TOP), 1)

    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        _label(_WIDTH / 2, 22, graph["title"], ' text-anchor="middle" font-size="15"'),
        _label((_LEFT + _WIDTH - _RIGHT) / 2, bottom + 36, graph["x_label"], ' text-anchor="middle"'),
        _label(
            16,
            (_TOP + bottom) / 2,
            graph["y_label"],
            f' text-anchor="middle" transform="rotate(-90 16 {(_TOP + bottom) / 2})"',
        ),
    ]
    for tick in xticks:
        x, _ = at(tick, yticks[0])
        parts.append(
            f'<path d="M{x} {bottom}v5" stroke="#666"/>' + _label(x, bottom + 18, f"{tick:g}", ' text-anchor="middle"')
        )
    for tick in yticks:
        _, y = at(xticks[0], tick)
        parts.append(
            f'<path d="M{_LEFT} {y}H{_WIDTH - _RIGHT}" stroke="#ddd"/>'
            + _label(_LEFT - 6, y + 4, f"{tick:g}", ' text-anchor="end"')
        )
    for number, (name, line) in enumerate(series):
        colour = _COLOURS[number % len(_COLOURS)]
        path = " ".join(f"{x},{y}" for x, y in (at(*point) for point in line))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = _LEFT + number % 4 * 170, bottom + 54 + 16 * (number // 4)
        parts.append(f'<path d="M{x} {y - 4}h18" stroke="{colour}" stroke-width="3"/>' + _label(x + 24, y, name))
    return "\n".join([*parts, "</svg>\n"])


Points = list[tuple[float, float]]


def _series(graph: Mapping[str, Any]) -> Iterator[tuple[str, Points]]:
    """Yield each series as (name, points), without the points that have no y."""
    for name, values in graph["series"].items():
        yield name, [(float(x), float(y)) for x, y in zip(graph["x"], values, strict=True) if y is not None]


def _axes(series: list[tuple[str, Points]]) -> tuple[list[float], list[float]]:
    """Return the ticks of both axes; their ends enclose all points."""
    points = [point for _, line in series for point in line] or [(0.0, 0.0)]
    xs, ys = zip(*points, strict=True)
    return _ticks(min(xs), max(xs)), _ticks(min(ys), max(ys))


def _ticks(low: float, high: float) -> list[float]:
    """Return three to six round numbers that enclose the range from `low` to `high`.

    >>> _ticks(0.0, 97.0)
    [0.0, 50.0, 100.0]
    """
    span = (high - low) or abs(low) or 1.0
    step = round_step(span / 4)
    first, last = math.floor(low / step + 1e-9), max(math.ceil(high / step - 1e-9), math.floor(low / step + 1e-9) + 1)
    return [round(step * number, 12) for number in range(first, last + 1)]


def _label(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" fill="#222"{more}>{escape(words)}</text>'
