"""Paints the viewer's hand: badges above the cards, the cards, and below them the numbers to type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .canvas import Canvas, Spot
from .cards import LARGE, NUMBER, SMALL, Face, Frame, Size, back, badge, card, number, surround
from .palette import Palette, mix

_PACKED = 7
"""Width of a card in a row of names, with its number: `26 12♠ `."""


@dataclass(frozen=True, kw_only=True)
class HandView:
    """A hand as `hand` paints it. Cards are meant by their places, which count from 0."""

    faces: Sequence[Face]
    picked: frozenset[int] = frozenset()
    """The cards that are typed."""
    barred: frozenset[int] = frozenset()
    """The cards that cannot be played."""
    badges: Mapping[int, str] = field(default_factory=dict)
    """The text above a card, from the coach."""
    best: frozenset[int] = frozenset()
    """The cards of the coach's choice."""
    drawn: frozenset[int] = frozenset()
    """The cards that were drawn last."""
    cursor: int | None = None
    covered: bool = False
    gaps: frozenset[int] = frozenset()
    """The places before which there is a gap."""
    highest: int = 0
    """The highest number, for cards that are numbers."""
    typed: bool = True
    """Whether cards can be typed by the numbers below them now; gold ones say so."""

    def number_colour(self, palette: Palette, place: int) -> str:
        """Return the colour of a card's number."""
        return palette.gold if self.typed and place not in self.barred else palette.feltmute


def pitch(count: int, width: int, card_width: int, gaps: int = 0) -> int:
    """Return the columns from one card to the next; gaps, a third of a card each, are left out of the room."""
    if count < 2:
        return card_width + 1
    return max(2, min(card_width + 5, (width - card_width - gaps * (card_width // 3)) // (count - 1)))


def columns(count: int, width: int, card_width: int, gaps: frozenset[int] = frozenset()) -> list[int]:
    """Return the left column of each card of a row in the middle of a width."""
    step, wide = pitch(count, width, card_width, len(gaps)), card_width // 3
    at = max(0, (width - (count - 1) * step - card_width - len(gaps) * wide) // 2)
    return [at + place * step + wide * sum(gap <= place for gap in gaps) for place in range(count)]


def crowded(count: int, width: int, card_width: int) -> bool:
    """Return whether cards in a row would hide more than an edge of each other, and so their suits."""
    return pitch(count, width, card_width) < card_width - 1


def size_for(canvas: Canvas, count: int, numbers: bool = False) -> Size:
    """Return the size of the cards of a hand: large ones where there is room for them."""
    large = NUMBER if numbers else LARGE
    return large if canvas.height >= 26 and count * (large.width + 1) <= canvas.width - 2 else SMALL


def rows(size: Size, sinks: bool = False) -> int:
    """Return the number of rows of a hand: badges, cards, numbers, and room for frames around large cards.

    Where `sinks` is set large cards that cannot be played lie a row lower than the others.
    """
    large = size.height > SMALL.height
    return size.height + 2 + large + (large and sinks)


def hand(canvas: Canvas, top: int, held: HandView, size: Size, margin: int = 1, sinks: bool = False) -> None:
    """Paint a hand below the row `top`, in the middle of the canvas, and make its cards clickable; see `rows`."""
    count, palette = len(held.faces), canvas.palette
    width = canvas.width - 2 * margin
    if crowded(count, width, size.width):
        _names(canvas, top, held, margin)
        return
    large = size.height > SMALL.height
    frames = Frame.WHOLE if large else Frame.SIDES
    high, below = top + 1 + large, top + rows(size, sinks) - 1
    sunk: frozenset[int] = held.barred if large and sinks else frozenset()
    starts = [margin + x for x in columns(count, width, size.width, held.gaps)]
    apart = pitch(count, width, size.width, len(held.gaps)) > size.width
    for place, (x, face) in enumerate(zip(starts, held.faces, strict=True)):
        dim, frame = place in held.barred, frames if place in held.picked else Frame.NONE
        y = high + (place in sunk)
        if held.covered:
            back(canvas, x, y, size)
        elif held.highest:
            number(canvas, x, y, int(face.rank), held.highest, size, dim, frame, large and apart)
        else:
            card(canvas, x, y, face, size, dim, frame, large and apart)
        boxed = (palette.lines and not palette.chips) or (palette.mono and dim)  # these have edges of their own
        if place and not (apart or held.covered or boxed):
            for row in range(size.height):
                canvas.put(x, y + row, "│" if palette.chips else "▏", mix(palette.cream, palette.ink, 0.45))
    for place, x in enumerate(starts):
        ahead = starts[place + 1] - x if place + 1 < count else size.width
        seen = Size(min(size.width, ahead), size.height)
        boxed = palette.lines or (palette.mono and place in held.barred)
        if place in held.picked and not boxed:  # once more, over the next card
            surround(canvas, x, high + (place in sunk), seen, frames)
        if text := held.badges.get(place):
            badge(canvas, x, top, seen.width, text, place in held.best)
        told, dim = str(place + 1), place in held.barred
        if palette.mono and place in held.picked:  # a frame looks like the card there
            told = f"[{told}]"
        mark = "" if place not in held.drawn else " new" if len(told) + 4 <= ahead else "+"
        at = x + (size.width - len(told + mark)) // 2
        if place == held.cursor:
            canvas.put(at, below, told, palette.ink, palette.mark, True)
        else:
            canvas.put(at, below, told, held.number_colour(palette, place), bold=held.typed and not dim)
        canvas.put(at + len(told), below, mark)
        wide = min(ahead, size.width + 5)
        canvas.spots.append(Spot(x, high, wide, below + 1 - high, f"{Canvas.HAND}{place + 1}"))


def _names(canvas: Canvas, top: int, held: HandView, margin: int) -> None:
    """Paint a hand that is too long for a row of cards: names in rows, each after its number."""
    palette, across = canvas.palette, (canvas.width - 2 * margin) // _PACKED
    left = margin + (canvas.width - 2 * margin - across * _PACKED) // 2
    for place, face in enumerate(held.faces):
        x, y = left + place % across * _PACKED, top + place // across
        dim, lifted = place in held.barred, place in held.picked
        at_cursor = place == held.cursor
        told = palette.ink if at_cursor else held.number_colour(palette, place)
        canvas.put(x, y, f"{place + 1:>2}", told, palette.mark if at_cursor else "", not dim)
        paper = palette.cream2 if place // across % 2 else palette.cream
        paper = palette.mark if lifted else palette.creamdim if dim else paper
        if held.covered:
            back(canvas, x + 3, y, Size(3, 1))
        else:
            ink = palette.ink if lifted else palette.on_card(face.suit, paper=paper)
            canvas.put(x + 3, y, f"{face.name:<3}", ink, paper, True)
        canvas.spots.append(Spot(x, y, _PACKED, 1, f"{Canvas.HAND}{place + 1}"))
