"""Paints hands that lie open at the end of a deal: whole cards, or chips in one line or several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from ..look.canvas import Canvas
from ..look.cards import HUGE, LARGE, SMALL, Face, Size, card
from ..look.palette import SUITS
from ..look.pieces import first_parts
from ..names import short

_BETWEEN = 4
"""Columns between two hands side by side."""


class Hand(NamedTuple):
    """Cards that lie open at the end, and what is told of them."""

    name: str
    faces: Sequence[Face]
    told: str
    """Parts with commas between them: where the room is small, the first ones stay."""
    figure: str
    """The figure that counts, with its unit."""
    gaps: frozenset[int] = frozenset()
    """Places before which there is a gap."""
    dim: frozenset[int] = frozenset()
    """Places of cards that are not the ones that matter."""


class Layout(NamedTuple):
    """How hands are shown."""

    height: int
    """Rows that they take together."""
    size: Size | None
    """The size of whole cards; None for chips."""
    columns: int
    """Hands of whole cards side by side."""
    name: int
    """Width of the names beside the chips; 0 if they stand above."""
    spaces: int
    """Spaces of a chip: none, 1 after each card, 2 around each group, 3 around each card and between them."""


SIZES = (HUGE, LARGE, SMALL, None)
"""The ways to show a hand, from the largest cards to chips."""


def layout(hands: Sequence[Hand], width: int, size: Size | None) -> Layout | None:
    """Return how hands are shown in a width: in whole cards of a size, or in chips. None if they have no room."""
    if not hands:
        return Layout(0, None, 0, 0, 0)
    if size:
        widest = max(_across(hand, size) for hand in hands)
        columns = 2 if len(hands) > 2 and 2 * widest + _BETWEEN <= width else 1
        height = (size.height + 2) * -(-len(hands) // columns) - 1
        return Layout(height, size, columns, 0, 0) if widest <= width else None
    name = min(16 if width > 70 else 13, max(len(hand.name) for hand in hands) + 1)
    if all(name + _chips(hand, 3) + len(hand.figure) + 2 <= width for hand in hands):
        return Layout(len(hands), None, 0, name, 3)
    suited = any(face.suit in tuple(SUITS) for hand in hands for face in hand.faces)
    ways = (3, 1) if suited else (3, 2)
    spaces = next((spaces for spaces in ways if all(_chips(hand, spaces) <= width for hand in hands)), 0)
    return Layout(sum(1 + len(_lines(hand, spaces, width)) for hand in hands), None, 0, 0, spaces)


def paint_hands(
    canvas: Canvas, x: int, y: int, width: int, hands: Sequence[Hand], shown: Layout, airy: int
) -> None:  # fmt: skip
    """Paint hands; there are `airy` rows between those in chips."""
    palette, columns, size = canvas.palette, shown.columns, shown.size
    line = max((len(hand.name) + len(hand.told) + len(hand.figure) + 6 for hand in hands), default=0)
    line = max(line, *(_across(hand, size or SMALL) for hand in hands))
    for at, hand in enumerate(hands):
        if size:
            each = (width - _BETWEEN * (columns - 1)) // columns
            left, top = x + at % columns * (each + _BETWEEN), y + at // columns * (size.height + 2)
            _title(canvas, left, top, each if columns > 1 else min(width, line), hand)
            for place, face in enumerate(hand.faces):
                shift = 2 * sum(gap <= place for gap in hand.gaps)
                card(canvas, left + place * (size.width + 1) + shift, top + 1, face, size, place in hand.dim)
        elif shown.name:
            canvas.put(x, y, short(hand.name, shown.name - 1), palette.fg, bold=True)
            end = _row(canvas, x + shown.name, y, hand, range(len(hand.faces)), 3)
            right = canvas.right(x + width, y, (hand.figure, palette.fg, True))
            canvas.right(right - 2, y, (first_parts(hand.told, right - end - 4), palette.feltmute))
            y += 1 + airy
        else:
            _title(canvas, x, y, width, hand)
            rows = _lines(hand, shown.spaces, width)
            for row, places in enumerate(rows, y + 1):
                _row(canvas, x, row, hand, places, shown.spaces)
            y += 1 + len(rows) + airy


def _across(hand: Hand, size: Size) -> int:
    """Return the width of a hand in whole cards."""
    return len(hand.faces) * (size.width + 1) + 2 * len(hand.gaps)


def _chips(hand: Hand, spaces: int) -> int:
    """Return the width of a hand in chips."""
    return sum(_size(hand, place, spaces) for place in range(len(hand.faces)))


def _size(hand: Hand, place: int, spaces: int) -> int:
    """Return the width of a chip, with what is free before it."""
    around = 2 * (spaces == 2) * _leads(hand, place) + _parted(hand, place, spaces)
    return cell_len(hand.faces[place].name) + (spaces if spaces != 2 else 0) + around + (place in hand.gaps)


def _leads(hand: Hand, place: int) -> bool:
    """Return whether a card is the first of its group."""
    return place == 0 or place in hand.gaps


def _parted(hand: Hand, place: int, spaces: int) -> bool:
    """Return whether a rank is written with a space before it: `10 10`, where lower ones are `99`."""
    face = hand.faces[place]
    return spaces in (0, 2) and not (_leads(hand, place) or face.suit) and len(face.name) > 1


def _lines(hand: Hand, spaces: int, width: int) -> list[list[int]]:
    """Return the places of the cards in as many lines as they need."""
    lines, end = [list[int]()], 0
    for place in range(len(hand.faces)):
        size = _size(hand, place, spaces)
        if lines[-1] and end + size > width:
            lines.append([])
            end = 0
        lines[-1].append(place)
        end += size
    return lines


def _title(canvas: Canvas, x: int, y: int, width: int, hand: Hand) -> None:
    palette = canvas.palette
    right = canvas.right(x + width, y, (hand.figure, palette.fg, True))
    end = canvas.put(x, y, short(hand.name, max(4, right - x - 1)), palette.fg, bold=True)
    canvas.put(end + 2, y, first_parts(hand.told, right - end - 3), palette.feltmute)


def _row(canvas: Canvas, x: int, y: int, hand: Hand, places: Sequence[int], spaces: int) -> int:
    """Paint cards by their names, those that do not matter darker or bare; return the column after."""
    palette = canvas.palette
    for place in places:
        x += place in hand.gaps and place != places[0]
        dim = place in hand.dim
        bare = dim and (palette.mono or palette.lines)
        light = palette.cream2 if y % 2 and not hand.dim else palette.cream  # rows that touch are told apart
        paper = "" if bare else palette.creamdim if dim else light
        ink = palette.feltmute if bare else palette.on_card(hand.faces[place].suit, dim, paper)
        last = place == places[-1] or place + 1 in hand.gaps
        before = spaces == 3 or (spaces == 2 and (place == places[0] or place in hand.gaps))
        before = before or (_parted(hand, place, spaces) and place != places[0])
        after = spaces == 3 or (spaces == 2 and last) or (spaces == 1 and not last)
        text = f"{' ' * before}{hand.faces[place].name}{' ' * after}"
        x = canvas.put(x, y, text, ink, paper, not bare) + (spaces == 3)
    return x
