"""A grid of cells to paint on: each has one character, one colour, one background, and is bold or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from . import art
from .palette import MONO, Palette

Run: TypeAlias = "str | tuple[str, str] | tuple[str, str, bool]"
"""A piece of text: alone, with its colour, or with its colour and whether it is bold."""
_BRAILLE = 0x2800
_DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))
"""The bits of a braille sign, by column and row of its dots."""
_QUADRANTS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_BLOCKS = frozenset(_QUADRANTS[1:] + "▏▎▍▋▊▉▁▂▃▅▆▇░▒▓")
_PAPER = frozenset((MONO.cream, MONO.cream2, MONO.creamdim, MONO.mark))


class Cell(NamedTuple):
    """One character of the screen."""

    char: str
    colour: str
    background: str
    bold: bool = False


class Spot(NamedTuple):
    """A clickable place; clicking it types `word`."""

    x: int
    y: int
    width: int
    height: int
    word: str


class LaidCard(NamedTuple):
    """A card that was painted face up, and where it lies."""

    name: str
    x: int
    y: int
    width: int
    height: int


class Canvas:
    """Cells of `width` × `height`, on a background. What does not fit is cut off."""

    HAND = "#"
    """The first character of a spot's word that is a card of the hand by its number."""

    def __init__(self, width: int, height: int, palette: Palette, background: str) -> None:
        self.width, self.height, self.palette = width, height, palette
        self.rows = [[Cell(" ", palette.fg, background)] * width for _ in range(height)]
        self.spots: list[Spot] = []
        self.laid: list[LaidCard] = []
        """The cards that were painted face up."""
        self.seat_places: dict[int, tuple[int, int]] = {}
        """The middle of each seat's place (x, y): where its cards come from and go to."""
        self.hidden: frozenset[LaidCard] = frozenset()
        """Cards that are not painted, since they are still moving."""
        self.progress = 1.0
        """The progress of an animation, 0 … 1: figures at the end of a deal grow with it."""

    def copy(self) -> Canvas:
        """Return a copy."""
        other = copy(self)
        other.rows = [row[:] for row in self.rows]
        return other

    # --- text ------------------------------------------------------------------------------------

    def put(self, x: int, y: int, text: str, colour: str = "", background: str = "", bold: bool = False) -> int:
        """Write text, by default in the text colour and on what is there; return the column after it."""
        end = x + cell_len(text)
        if 0 <= y < self.height:
            row, colour = self.rows[y], colour or self.palette.fg
            for at, char in enumerate(text, x):
                if 0 <= at < self.width:
                    ground = background or row[at].background
                    if self.palette.chips and char in _BLOCKS:
                        char, ground = " ", colour if char == "█" else ground
                    row[at] = Cell(char, colour, ground, bold)
        return end

    def run(self, x: int, y: int, *parts: Run, background: str = "") -> int:
        """Write pieces of text one after the other; return the column after the last."""
        for part in parts:
            text, colour, bold = (part, "", False) if isinstance(part, str) else (*part, False)[:3]
            x = self.put(x, y, text, str(colour), background, bool(bold))
        return x

    def right(self, end: int, y: int, *parts: Run, background: str = "") -> int:
        """Write pieces of text that end before the column `end`; return the column where they begin."""
        x = end - sum(cell_len(part if isinstance(part, str) else part[0]) for part in parts)
        self.run(x, y, *parts, background=background)
        return x

    def middle(self, x: int, width: int, y: int, text: str, colour: str = "", bold: bool = False) -> None:
        """Write text centred in `width` cells from `x` on."""
        self.put(x + (width - cell_len(text)) // 2, y, text, colour, bold=bold)

    # --- cards on their way ----------------------------------------------------------------------

    def lay(self, name: str, x: int, y: int, width: int, height: int) -> bool:
        """Record that a card lies there, face up; return whether to paint it: not if it is `hidden`."""
        laid = LaidCard(name, x, y, width, height)
        self.laid.append(laid)
        return laid not in self.hidden

    def cells(self, laid: LaidCard) -> list[list[Cell]]:
        """Return the rows of cells that a card covers, as far as they are on the canvas."""
        rows = self.rows[max(0, laid.y) : max(0, laid.y + laid.height)]
        return [row[max(0, laid.x) : max(0, laid.x + laid.width)] for row in rows]

    def paste(self, x: int, y: int, cells: Sequence[Sequence[Cell]]) -> None:
        """Write rows of cells, the first one's left end at (x, y), over what is there."""
        for row, line in enumerate(cells, y):
            for at, cell in enumerate(line, x):
                if 0 <= row < self.height and 0 <= at < self.width:
                    self.rows[row][at] = cell

    # --- areas and pixels ------------------------------------------------------------------------

    def fill(self, x: int, y: int, width: int, height: int, background: str) -> None:
        """Empty an area, and give it a background."""
        cell = Cell(" ", self.palette.fg, background)
        left, right = max(0, x), min(self.width, x + width)
        for row in self.rows[max(0, y) : max(0, y + height)]:
            row[left:right] = [cell] * max(0, right - left)

    def background(self, x: int, y: int) -> str:
        """Return the background of a cell; outside the canvas, of the nearest cell."""
        return self.rows[min(max(y, 0), self.height - 1)][min(max(x, 0), self.width - 1)].background

    def pixels(self, x: int, y: int, rows: Sequence[str], colours: Mapping[str, str]) -> None:
        """Paint rows of pixels, two to a cell."""
        for top in range(0, len(rows), 2):
            below = rows[top + 1] if top + 1 < len(rows) else "." * len(rows[top])
            for at, (high, low) in enumerate(zip(rows[top], below, strict=True)):
                self._halves(x + at, y + top // 2, colours.get(high), colours.get(low))

    def _halves(self, x: int, y: int, high: str | None, low: str | None) -> None:
        if not (high or low) or not (0 <= x < self.width and 0 <= y < self.height):
            return
        ground = self.rows[y][x].background
        if high == low and high:
            self.put(x, y, "█", high)
        elif not high:
            self.put(x, y, "▄", low or "")
        else:
            self.put(x, y, "▀", high, low or ground)

    def quadrants(self, x: int, y: int, rows: Sequence[str], colours: Mapping[str, str]) -> None:
        """Paint pixels of half a cell's width and height; a cell shows two colours, its background included."""
        for top in range(0, len(rows), 2):
            for left in range(0, len(rows[top]), 2):
                four = rows[top][left : left + 2] + rows[top + 1][left : left + 2]
                seen = [pixel for pixel in dict.fromkeys(four) if pixel in colours]
                if seen:
                    char = _QUADRANTS[sum(1 << bit for bit, pixel in enumerate(four) if pixel == seen[0])]
                    behind = colours[seen[1]] if len(seen) > 1 else ""
                    self.put(x + left // 2, y + top // 2, char, colours[seen[0]], behind)

    def braille(self, x: int, y: int, dots: Iterable[tuple[int, int]], colour: str, bold: bool = False) -> None:
        """Paint dots (column, row) in one colour: two columns and four rows a cell, from the corner (x, y) on.

        Dots that are in a cell already stay, in the new colour.
        """
        cells: dict[tuple[int, int], int] = {}
        for column, row in dots:
            cell = column // 2, row // 4
            cells[cell] = cells.get(cell, 0) | _DOTS[column % 2][row % 4]
        for (column, row), bits in cells.items():
            here = self.rows[y + row][x + column].char
            old = ord(here) - _BRAILLE if chr(_BRAILLE) <= here < chr(_BRAILLE + 256) else 0
            self.put(x + column, y + row, chr(_BRAILLE + (bits | old)), colour, bold=bold)

    def icon_colours(self) -> Mapping[str, str]:
        """Return the colours of the pixel pictures in this palette."""
        return art.COLOURS | dict(self.palette.pixels or {})

    # --- what is shown ---------------------------------------------------------------------------

    def strip(self, y: int) -> Strip:
        """Return a row as Textual draws it."""
        segments, row, start = [], self.rows[y], 0
        show = _without_colour if self.palette.mono else _style
        for end in range(1, self.width + 1):
            if end == self.width or row[end][1:] != row[start][1:]:
                text = "".join(cell.char for cell in row[start:end])
                segments += [Segment(part, style) for part, style in show(text, *row[start][1:])]
                start = end
        return Strip(segments, self.width)

    def text(self) -> str:
        """Return all characters, for tests and for copying."""
        return "\n".join("".join(cell.char for cell in row).rstrip() for row in self.rows)


@lru_cache(8192)
def _style(text: str, colour: str, background: str, bold: bool) -> list[tuple[str, Style]]:
    return [(text, Style(color=colour, bgcolor=background, bold=bold))]


@lru_cache(8192)
def _without_colour(text: str, colour: str, background: str, bold: bool) -> list[tuple[str, Style]]:
    """Return cells in black and white: cards and marks reversed, pictures as silhouettes."""
    paper = background in _PAPER
    if (colour in _PAPER) == paper and all(char in _QUADRANTS for char in text):
        text = " " * len(text)  # both colours become the same
    return [(text, Style(reverse=paper, bold=bold))]
