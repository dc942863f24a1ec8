"""Paints what tables are made of besides cards: rail, seats, bars, intervals, heat maps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from .canvas import Canvas, Run
from .palette import heat as heat_colour
from .palette import mix, readable


def rail(canvas: Canvas, left: str, right: str) -> None:
    """Paint the wooden edges above and below the felt, with a text at either end of the upper one."""
    palette, width = canvas.palette, canvas.width
    canvas.fill(0, 0, width, 1, palette.rail)
    margin = _rail_margin(width)
    canvas.put(margin, 0, left, palette.rail_text, palette.rail, True)
    if cell_len(right) <= rail_room(left, width):
        canvas.right(width - margin, 0, (right, palette.rail_text), background=palette.rail)


def rail_room(left: str, width: int) -> int:
    """Return how wide the right text of a rail of this width may be beside the left one."""
    return width - 2 * _rail_margin(width) - cell_len(left) - 2


def _rail_margin(width: int) -> int:
    return 2 if width > 60 else 1


def plate(canvas: Canvas, x: int, y: int, width: int, height: int, turn: bool = False) -> None:
    """Paint a seat's plate; its edge is gold on the seat's turn."""
    palette = canvas.palette
    canvas.fill(x, y, width, height, palette.plate)
    for row in range(height):
        canvas.put(x, y + row, "▌", palette.gold if turn else palette.rail)


def thin_bar(share: float, width: int) -> str:
    """Return a thin bar in half cells for a share of 0 … 1, in at most `width` cells.

    >>> thin_bar(0.5, 5)
    '━━╸'
    """
    halves = round(max(0.0, min(1.0, share)) * width * 2)
    return "━" * (halves // 2) + "╸" * (halves % 2)


def bar(canvas: Canvas, x: int, y: int, width: int, share: float, colour: str = "") -> None:
    """Paint a thin bar for a share of 0 … 1."""
    palette = canvas.palette
    if not (palette.mono or palette.lines):  # there the rest would look like the bar
        canvas.put(x, y, "━" * width, mix(canvas.background(x, y), palette.fg, 0.16))
    canvas.put(x, y, thin_bar(share, width), colour or palette.bar)


def scale(low: float, mean: float, high: float, ends: tuple[float, float], width: int) -> str:
    """Return a value with its interval on a dotted scale between `ends`, with a line at 0.

    >>> scale(-1, 1, 3, (-4, 4), 17), scale(2, 3, 4, (-4, 4), 17)
    ('······━━━━●━━━━··', '········│···━━●━━')
    """

    def at(value: float) -> int:
        share = (value - ends[0]) / (ends[1] - ends[0]) if ends[1] > ends[0] else 0.5
        return round(max(0.0, min(1.0, share)) * (width - 1))

    cells = ["·"] * width
    if ends[0] < 0 < ends[1]:
        cells[at(0.0)] = "│"
    cells[at(low) : at(high) + 1] = "━" * (at(high) - at(low) + 1)
    cells[at(mean)] = "●"
    return "".join(cells)


def interval(
    canvas: Canvas, x: int, y: int, width: int, low: float, mean: float, high: float, ends: tuple[float, float],
    best: bool,
) -> None:  # fmt: skip
    """Paint a value with its interval on a dotted scale between `ends`, and a line at 0."""
    palette = canvas.palette
    colours = {
        "·": palette.line,
        "│": palette.mute,
        "━": palette.bar if best else palette.bar2,
        "●": palette.gold if best else palette.fg,
    }
    canvas.run(x, y, *((cell, colours[cell]) for cell in scale(low, mean, high, ends, width)))


def heat(canvas: Canvas, x: int, y: int, width: int, share: float, text: str) -> None:
    """Paint a cell of a heat map: its colour and its number together, so that neither is needed alone."""
    palette, ground = canvas.palette, heat_colour(canvas.palette, share)
    told = text or ("·" if share < 0.005 else "1" if share > 0.995 else f".{round(share * 100):02d}")
    colour = palette.mute if share < 0.05 else readable(ground, *palette.heat_ink)
    canvas.put(x, y, told.center(width), colour, ground, share > 0.5)


def fit(text: str, width: int) -> str:
    """Return a text cut to at most `width` cells; "…" marks a cut."""
    return text if cell_len(text) <= width else f"{text[: max(0, width - 1)]}…"


def first_parts(text: str, width: int) -> str:
    """Return the first parts of a text, with commas between them, that fit into `width` cells; none is cut."""
    while text and cell_len(text) > width:
        text = text.rpartition(", ")[0]
    return text


def plain(parts: Sequence[Run]) -> str:
    """Return pieces of text as one, without their colours."""
    return "".join(part if isinstance(part, str) else part[0] for part in parts)


def first_fitting(texts: Iterable[str], width: int) -> str:
    """Return the first of these texts that fits into `width` cells; "" if none does."""
    return next((text for text in texts if cell_len(text) <= width), "")


def runs_width(parts: Sequence[Run]) -> int:
    """Return the width of pieces of text together, in cells."""
    return cell_len(plain(parts))


def with_bold(text: str, part: str, colour: str = "") -> list[Run]:
    """Return a text in a colour, with one part of it, where it comes first, bold and in the text colour.

    >>> with_bold("sum 15, 3 cards", "15")
    [('sum ', ''), ('15', '', True), (', 3 cards', '')]
    """
    before, found, after = text.partition(part) if part else (text, "", "")
    return [(before, colour), (found, "", True), (after, colour)]
