"""Paints the viewer's hand: badges above the cards, the cards, and below them the numbers to type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .canvas import Canvas, Spot
from .cards import LARGE, NUMBER, SMALL, Face, Frame, Size, back, badge, card, number


@dataclass(frozen=True, kw_only=True)
class Held:
    """A hand as it is to be painted; places count from 0."""

    faces: Sequence[Face]
    picked: frozenset[int] = frozenset()
    """What is typed."""
    barred: frozenset[int] = frozenset()
    """What cannot be played."""
    badges: Mapping[int, str] = field(default_factory=dict)
    """What the coach says of a card."""
    best: frozenset[int] = frozenset()
    """The cards of the coach's choice."""
    cursor: int | None = None
    covered: bool = False
    gaps: frozenset[int] = frozenset()
    """The places before which there is a gap."""
    highest: int = 0
    """The highest number, for cards that are numbers."""


def pitch(count: int, width: int, card_width: int, gaps: int = 0) -> int:
    """Return the distance from one card to the next, with a third of a card for each gap."""
    if count < 2:
        return card_width + 1
    return max(2, min(card_width + 5, (width - card_width - gaps * (card_width // 3)) // (count - 1)))


def size_for(canvas: Canvas, count: int, numbers: bool = False) -> Size:
    """Return the size of the cards of a hand: large ones where there is room for them."""
    large = NUMBER if numbers else LARGE
    roomy = canvas.height >= 26 and canvas.width >= 66
    return large if roomy and count * (large.width + 1) <= canvas.width - 2 else SMALL


def rows(size: Size) -> int:
    """Return the number of rows of a hand: badges, cards, numbers, and room for frames around large cards."""
    return size.height + 2 + (size.height > SMALL.height)


def hand(canvas: Canvas, top: int, held: Held, size: Size, margin: int = 1) -> None:
    """Paint a hand below the row `top`, in the middle of the canvas, and make its cards clickable."""
    count, palette = len(held.faces), canvas.palette
    if not count:
        return
    width = canvas.width - 2 * margin
    step = pitch(count, width, size.width, len(held.gaps))
    wide = size.width // 3
    x = margin + max(0, (width - (count - 1) * step - size.width - len(held.gaps) * wide) // 2)
    large = size.height > SMALL.height
    y = top + 1 + large
    numbers = palette.gold, palette.feltmute
    for place, face in enumerate(held.faces):
        x += wide if place in held.gaps else 0
        dim, lifted = place in held.barred, place in held.picked
        frame = Frame.NONE if not lifted else Frame.WHOLE if large else Frame.SIDES
        if held.covered:
            back(canvas, x, y, size)
        elif held.highest and large:
            number(canvas, x, y, int(face.rank), held.highest, size, dim, frame, step > size.width)
        else:
            card(canvas, x, y, face, size, dim, frame, large and step > size.width)
        if text := held.badges.get(place):
            badge(canvas, x, top, size.width, text, place in held.best)
        told, colour = str(place + 1), numbers[dim]
        at = x + (size.width - len(told)) // 2
        if place == held.cursor:
            canvas.put(at, y + size.height, told, palette.ink, palette.mark, True)
        else:
            canvas.put(at, y + size.height, told, colour, bold=not dim)
        canvas.spots.append(
            Spot(x, y, step if place + 1 < count else size.width, size.height + 1, f"{Canvas.HAND}{place + 1}")
        )
        x += step
