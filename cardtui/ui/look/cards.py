"""Paints cards: whole ones in three sizes, chips of one line, fans of backs, badges with a bot's values."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from rich.cells import cell_len

from ...text.formatting import bare
from . import art
from .canvas import Canvas
from .palette import mix


class Size(NamedTuple):
    """Width and height of a card in cells."""

    width: int
    height: int


HUGE, LARGE, SMALL = Size(12, 8), Size(7, 5), Size(5, 3)
RANKED, RANKED_LARGE = Size(5, 4), Size(9, 7)
"""A card of which only the rank matters, in pixel digits."""
NUMBER, TOP_LARGE, TOP, FLAT = Size(9, 5), Size(16, 7), Size(9, 4), Size(9, 3)
"""A card of 98: in the hand, on a stack, and there without its coloured edge."""


class Frame(Enum):
    """The frame around a card, which singles it out."""

    NONE = 0
    SIDES = 1
    WHOLE = 2


class Face(NamedTuple):
    """A card's index, and its suit: one of `palette.SUITS`, "★" for a joker, "☆" for a black one, or "" for none."""

    rank: str
    suit: str

    @property
    def name(self) -> str:
        """The card in one word: 10♠, EO, 47."""
        if self.suit in ("★", "☆"):
            return self.rank
        return f"{self.suit}{self.rank}" if self.suit and self.suit in "EGHS" else f"{self.rank}{self.suit}"


def face_of(text: str) -> Face:
    """Return the face with this name.

    >>> face_of("10♠"), face_of("EO"), face_of("47")
    (Face(rank='10', suit='♠'), Face(rank='O', suit='E'), Face(rank='47', suit=''))
    """
    if len(text) > 1 and text[-1] in "♥♦♠♣":
        return Face(text[:-1], text[-1])
    if len(text) > 1 and text[0] in "EGHS":
        return Face(text[1:], text[0])
    return Face("★", "★") if text[:1] == "★" else Face(text, "")


def card(
    canvas: Canvas, x: int, y: int, face: Face, size: Size = LARGE, dim: bool = False, frame: Frame = Frame.NONE,
    shadow: bool = True,
) -> None:  # fmt: skip
    """Paint a card with its left upper corner at (x, y). `dim`: it cannot be played."""
    if not canvas.lay(face.name, x, y, *size):
        return
    palette = canvas.palette
    paper = palette.creamdim if dim else palette.cream
    width, height = size
    if palette.lines or (dim and palette.mono):
        box(canvas, x, y, size, face, dim, frame)
        return
    if shadow and frame is not Frame.WHOLE:
        _shadow(canvas, x, y, size)
    surround(canvas, x, y, size, frame)
    canvas.fill(x, y, width, height, paper)
    ink, colours = palette.on_card("♥" if face.suit == "★" else face.suit, dim), canvas.icon_colours()
    if palette.four and face.suit in ("♦", "♣"):
        colours = {
            **colours,
            **dict.fromkeys("RB", mix(ink, paper, 0.25)),
            **dict.fromkeys("rb", ink),
            "He": ink,
            "Bl": ink,
        }
    if dim:
        colours = {key: mix(colour, paper, 0.34) for key, colour in colours.items()}
    index = face.name if palette.mono else face.rank
    canvas.put(x + 1, y, index, ink, paper, True)
    _edge(canvas, x, y, size)
    if size in (RANKED, RANKED_LARGE):
        _ranked(canvas, x, y, face, size, ink)
    elif height < LARGE.height:
        _small(canvas, x, y, face, size, ink, colours)
    else:
        _large(canvas, x, y, face, size, ink, colours)


def _large(canvas: Canvas, x: int, y: int, face: Face, size: Size, ink: str, colours: Mapping[str, str]) -> None:
    suit, rank, mono, scale = face.suit, face.rank, canvas.palette.mono, 1 + (size == HUGE)
    if rank in art.HEADS and suit in art.GARMENTS:
        dressed = {**colours, "t": colours[art.GARMENTS[suit]]}
        if suit in art.CORNER and not mono:
            canvas.quadrants(x + 3, y, art.CORNER[suit], colours)
        else:
            canvas.put(x + 2, y, "" if mono else suit, ink, bold=True)
        canvas.pixels(x + 1, y + 2, art.enlarged(art.HEADS[rank], scale), dressed)
        return
    if suit in art.QUADRANTS:
        canvas.quadrants(x + 1, y + 1, art.enlarged(art.QUADRANTS[suit], scale), colours)
    elif suit in art.ICONS:
        canvas.pixels(x + 1, y + 1, art.enlarged(art.ICONS[suit], scale), colours)
    else:
        canvas.middle(x, size.width, y + size.height // 2, rank, ink, bold=True)
    if suit != "★":
        canvas.put(x + size.width - 1 - cell_len(rank), y + size.height - 1, rank, ink, bold=True)


def _small(canvas: Canvas, x: int, y: int, face: Face, size: Size, ink: str, colours: Mapping[str, str]) -> None:
    suit, rank = face.suit, face.rank
    if suit in art.SMALL:
        canvas.quadrants(x + size.width - 4, y + size.height - 2, art.SMALL[suit], colours)
    else:
        canvas.put(x + size.width - 2, y + 1, suit, ink, bold=True)
        canvas.put(x + size.width - 1 - cell_len(rank), y + size.height - 1, rank, ink, bold=True)


def _ranked(canvas: Canvas, x: int, y: int, face: Face, size: Size, ink: str) -> None:
    scale = 1 + (size == RANKED_LARGE)
    if face.rank == "10":
        canvas.quadrants(x, y + 1, art.TEN_LARGE if scale > 1 else art.TEN, {"#": ink})
        return
    if face.suit in ("★", "☆"):
        rows: tuple[str, ...] = art.STAR if scale > 1 else art.ICONS["★"]
    else:
        digits = art.DIGITS.get(face.rank, ())
        rows = art.enlarged(digits, scale)
    canvas.pixels(x + (size.width - len("".join(rows[:1]))) // 2, y + 1, rows, {"#": ink, "r": ink})


def number(
    canvas: Canvas, x: int, y: int, value: int, highest: int, size: Size = NUMBER, dim: bool = False,
    frame: Frame = Frame.NONE, shadow: bool = True,
) -> None:  # fmt: skip
    """Paint a card with a number in pixels, its edge from blue (low) to red (`highest`)."""
    if not canvas.lay(str(value), x, y, *size):
        return
    palette = canvas.palette
    if palette.lines or (dim and palette.mono):
        box(canvas, x, y, size, Face(str(value), ""), dim, frame)
        return
    if shadow and frame is not Frame.WHOLE:
        _shadow(canvas, x, y, size)
    surround(canvas, x, y, size, frame)
    paper = palette.creamdim if dim else palette.cream
    share = min(1.0, max(0.0, value / highest))
    low, high = (palette.heat[3], palette.on_card("♥"))
    ink = mix(mix(low, palette.ink, 0.55 if palette.light else 0.25), high, share)
    canvas.fill(x, y, size.width, size.height, paper)
    _edge(canvas, x, y, size)
    if size.width < TOP.width:
        canvas.put(x, y, "▀" * size.width, mix(ink, paper, 0.2), paper)
        canvas.middle(x, size.width, y + size.height // 2, str(value), ink, bold=True)
        return
    edge = size.height > FLAT.height
    if edge:
        canvas.put(x, y, "▀" * size.width, mix(ink, paper, 0.2), paper)
    rows = art.word(str(value), 1 + (size == TOP_LARGE))
    at = x + (size.width - len(rows[0])) // 2
    blank = "." * len(rows[0])
    canvas.pixels(at, y + edge, (blank, *rows) if size.height != TOP.height else rows, {"#": ink})


def back(canvas: Canvas, x: int, y: int, size: Size) -> None:
    """Paint the back of a card."""
    palette = canvas.palette
    for row in range(size.height):
        canvas.put(x, y + row, "▚" * size.width, palette.back2, palette.back)
        canvas.put(x, y + row, "▏", palette.cream, palette.back)


def backs(canvas: Canvas, x: int, y: int, count: int, step: int = 3, width: int = 3, height: int = 1) -> int:
    """Paint a fan of backs; return the column after it."""
    palette = canvas.palette
    for place in range(count):
        ground = palette.back if place % 2 == 0 else mix(palette.back, palette.back2, 0.35)
        for row in range(height):
            canvas.put(x + place * step, y + row, "▏", palette.cream, ground)
            canvas.put(x + place * step + 1, y + row, "▚" * (width - 1), mix(ground, palette.back2, 0.55), ground)
    return x + (count - 1) * step + width if count else x


def chip(canvas: Canvas, x: int, y: int, text: str, dim: bool = False, background: str = "") -> int:
    """Paint a card in one line; return the column after it."""
    palette, suit = canvas.palette, face_of(text).suit
    paper = background or (palette.creamdim if dim else palette.cream)
    end = canvas.put(x, y, f" {text} ", palette.on_card(suit, dim), paper, True)
    _edge(canvas, x, y, Size(end - x, 1))
    return end


def badge(canvas: Canvas, x: int, y: int, width: int, text: str, best: bool = False) -> None:
    """Paint a value above a card; the best one filled."""
    palette = canvas.palette
    colour, ground = (palette.ink, palette.mark) if best else (palette.fg, palette.plate)
    text = bare(text) if len(text) > width else text
    text = text.replace("★", "*") if palette.lines else text  # there ★ is the joker
    for spared in ("★", "%", "+"):  # rather than to cut a figure
        text = text.strip(spared) if len(text) > width else text
    canvas.put(x, y, text[:width].center(width), colour, ground, True)


def box(canvas: Canvas, x: int, y: int, size: Size, face: Face, dim: bool, frame: Frame) -> None:
    """Paint a card with its whole name where there are no pixels: by lines, double ones for a frame, or as a chip."""
    (width, height), palette = size, canvas.palette
    double = frame is not Frame.NONE
    if palette.chips and not (dim and palette.mono):
        paper = palette.mark if double else palette.creamdim if dim else palette.cream
        ink = palette.ink if double else palette.on_card(face.suit, dim)
        canvas.fill(x, y, width, height, paper)
        canvas.put(x + (width > len(face.name)), y + height // 2, face.name, ink, paper, True)
        return
    line, side, corners = ("═", "║", "╔╗╚╝") if double else ("─", "│", "╭╮╰╯")
    colour = palette.feltmute if dim else palette.gold if double else palette.fg
    canvas.fill(x, y, width, height, canvas.background(x, y))
    canvas.put(x, y, corners[0] + line * (width - 2) + corners[1], colour)
    for row in range(1, height - 1):
        canvas.put(x, y + row, side, colour)
        canvas.put(x + width - 1, y + row, side, colour)
    canvas.put(x, y + height - 1, corners[2] + line * (width - 2) + corners[3], colour)
    canvas.put(x + 1, y + 1, face.name, palette.feltmute if dim else palette.suit(face.suit), bold=not dim)


def surround(canvas: Canvas, x: int, y: int, size: Size, frame: Frame) -> None:
    """Paint a frame half a cell thick around a card."""
    if frame is Frame.NONE:
        return
    mark, (width, height) = canvas.palette.mark, size
    for row in range(height):
        canvas.put(x - 1, y + row, "▐", mark)
        canvas.put(x + width, y + row, "▌", mark)
    if frame is Frame.WHOLE:
        canvas.put(x - 1, y - 1, f"▗{'▄' * width}▖", mark)
        canvas.put(x - 1, y + height, f"▝{'▀' * width}▘", mark)


def _edge(canvas: Canvas, x: int, y: int, size: Size) -> None:
    """Paint a line around a card that would have the colour of the table, where nothing else is on the card."""
    colour, (width, height) = canvas.palette.edge, size
    if not colour or canvas.palette.lines:
        return
    sides = [(at, y + row, sign) for row in range(height) for at, sign in ((x, "▏"), (x + width - 1, "▕"))]
    ends = [(x + at, row, sign) for at in range(1, width - 1) for row, sign in ((y, "▔"), (y + height - 1, "▁"))]
    for at, row, sign in sides + ends * (height > 1):
        if 0 <= row < canvas.height and 0 <= at < canvas.width and canvas.rows[row][at].char == " ":
            canvas.put(at, row, sign, colour)


def _shadow(canvas: Canvas, x: int, y: int, size: Size) -> None:
    """Paint a shadow half a cell to the right and below, where nothing else is."""
    shade, (width, height) = canvas.palette.shadow, size
    for row in range(1, height):
        canvas.put(x + width, y + row, "▌", shade)
    canvas.put(x + 1, y + height, f"{'▀' * (width - 1)}▘", shade)
