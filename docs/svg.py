"""Screens of the running program as SVG, in which blocks, lines and dots are exact shapes.

As text they would leave seams between cells, since no two fonts have the same height of line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.app import App
from textual.strip import Strip

from cardtui.ui.look.palette import mix

WIDE, HIGH, EDGE = 10, 20, 10
"""Width and height of a cell, and of the edge around the screen, in pixels."""
FONT = "'Fira Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_TEXT = Color.parse("#d8dee7")
"""Text without a colour of its own."""
Eye = Callable[[str], str]
"""Turns each colour "#rrggbb" into the one that is seen."""
Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a shape in its cell, each 0 … 1."""

_QUADRANTS = {1: (0, 0, 0.5, 0.5), 2: (0.5, 0, 1, 0.5), 4: (0, 0.5, 0.5, 1), 8: (0.5, 0.5, 1, 1)}
_SHAPES: dict[str, list[Box]] = {
    sign: [box for bit, box in _QUADRANTS.items() if bits & bit]
    for bits, sign in enumerate(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
    if bits and sign not in "▀▌▐▄█"
}
_SHAPES |= {"▀": [(0, 0, 1, 0.5)], "▐": [(0.5, 0, 1, 1)], "▔": [(0, 0, 1, 0.125)]}
_SHAPES |= {sign: [(0, 1 - part / 8, 1, 1)] for part, sign in enumerate("▁▂▃▄▅▆▇█", 1)}
_SHAPES |= {sign: [(0, 0, part / 8, 1)] for part, sign in enumerate("▏▎▍▌▋▊▉", 1)}
_SHAPES |= {"░": [(0, 0, 1, 1)], "▒": [(0, 0, 1, 1)], "▓": [(0, 0, 1, 1)]}
_OPACITY = {"░": 0.25, "▒": 0.5, "▓": 0.75}
_ARMS = {
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu",
    "├": "udr", "┤": "udl", "┬": "lrd", "┴": "lru", "┼": "lrud", "━": "LR", "╸": "L", "╺": "R", "┃": "UD",
}  # fmt: skip
"""Which arms a line has: left, right, up, down; the thick ones in capitals."""


def _arms(arms: str) -> list[Box]:
    across, along = (0.28, 0.14) if arms.isupper() else (0.16, 0.08)  # cells are half as wide as they are high
    left, right, top, bottom = 0.5 - across / 2, 0.5 + across / 2, 0.5 - along / 2, 0.5 + along / 2
    boxes = {"l": (0, top, right, bottom), "r": (left, top, 1, bottom)}
    boxes |= {"u": (left, 0, right, bottom), "d": (left, top, right, 1)}
    return [boxes[arm] for arm in arms.lower()]


def _dots(bits: int) -> list[Box]:
    """Return the dots of a braille sign."""
    places = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
    middles = [(0.25 + 0.5 * x, 0.125 + 0.25 * y) for bit, (x, y) in enumerate(places) if bits >> bit & 1]
    return [(x - 0.12, y - 0.06, x + 0.12, y + 0.06) for x, y in middles]


_SHAPES |= {sign: _arms(arms) for sign, arms in _ARMS.items()}
_SHAPES |= {chr(0x2800 + bits): _dots(bits) for bits in range(1, 256)}


class _Run(NamedTuple):
    """Cells of one row with one style."""

    x: int
    text: str
    colour: str
    ground: str
    bold: bool


def shown(app: App[Any]) -> list[Strip]:
    """Return what the program shows now, in red, green and blue as its terminal shows them: few, if it has few."""
    night = app.screen.styles.background.rich_color
    strips = app.screen._compositor.render_strips()  # as Textual's own export does; it has no public name
    return [resolved(strip, app.ansi_theme, app.console._color_system, night) for strip in strips[: app.size.height]]


def resolved(strip: Strip, theme: TerminalTheme, system: ColorSystem | None, night: Color) -> Strip:
    """Return a strip with every colour in red, green and blue; `night` stands where no background is named."""

    def seen(colour: Color | None, otherwise: Color, front: bool) -> str:
        colour = colour or otherwise
        few = colour.downgrade(system) if system else colour
        red, green, blue = few.get_truecolor(theme, front)
        return f"#{red:02x}{green:02x}{blue:02x}"

    segments = []
    for text, style, _ in strip:
        style = style or Style()
        colour, ground = seen(style.color, _TEXT, True), seen(style.bgcolor, night, False)
        if style.reverse:
            colour, ground = ground, colour
        if style.dim:
            colour = mix(colour, ground, 0.4)
        segments.append(Segment(text, Style(color=colour, bgcolor=ground, bold=bool(style.bold))))
    return Strip(segments)


def svg(strips: Sequence[Strip], night: str, eye: Eye = str) -> str:
    """Return rows of cells as a picture on a ground; `eye` turns each colour into the one that is seen."""
    width, night = max(strip.cell_length for strip in strips), eye(night)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * WIDE + 2 * EDGE} '
        f'{len(strips) * HIGH + 2 * EDGE}">',
        f'<rect width="100%" height="100%" rx="8" fill="{night}"/>',
        f'<g transform="translate({EDGE},{EDGE})" font-family="{FONT}" font-size="16.4" shape-rendering="crispEdges">',
    ]
    for y, strip in enumerate(strips):
        runs = list(_runs(strip, eye))
        parts += [_rect(run.x, y, cell_len(run.text), (0, 0, 1, 1), run.ground) for run in runs if run.ground != night]
        for run in runs:
            parts += _drawn(run, y)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _runs(strip: Strip, eye: Eye) -> Iterator[_Run]:
    x = 0
    for text, style, _ in strip.simplify():
        assert style and style.color and style.bgcolor
        colour, ground = (eye(one.get_truecolor().hex) for one in (style.color, style.bgcolor))
        yield _Run(x, text, colour, ground, bool(style.bold))
        x += cell_len(text)


def _drawn(run: _Run, y: int) -> Iterator[str]:
    """Yield the shapes and texts of a run. What may come from another font, or be joined in ours, stands alone."""
    x = run.x
    keys = ((char if char in _SHAPES else "" if char.isalnum() and char.isascii() else f"{char}?") for char in run.text)
    for key, group in groupby(zip(keys, run.text, strict=True), key=lambda pair: pair[0]):
        text = "".join(char for _, char in group)
        count = cell_len(text)
        if key in _SHAPES:
            whole = all(box[0] == 0 and box[2] == 1 for box in _SHAPES[key])
            for at, wide in [(x, count)] if whole else [(x + place, 1) for place in range(count)]:
                yield from (_rect(at, y, wide, box, run.colour, _OPACITY.get(key, 1)) for box in _SHAPES[key])
        elif text.strip():
            bold = ' font-weight="bold"' * run.bold
            each = [text] if not key else list(text)
            for place, piece in enumerate(each):
                yield (
                    f'<text x="{(x + place) * WIDE}" y="{(y + 0.76) * HIGH:g}" fill="{run.colour}"{bold} '
                    f'textLength="{cell_len(piece) * WIDE}">{escape(piece)}</text>'
                )
        x += count


def _rect(x: int, y: int, count: int, box: Box, colour: str, opacity: float = 1) -> str:
    """Return a shape over so many cells."""
    left, top, right, bottom = box
    start, end = (x + left) * WIDE, (x + count - 1 + right) * WIDE
    faint = f' fill-opacity="{opacity}"' if opacity < 1 else ""
    return (
        f'<rect x="{start:g}" y="{(y + top) * HIGH:g}" width="{end - start:g}" '
        f'height="{(bottom - top) * HIGH:g}" fill="{colour}"{faint}/>'
    )
