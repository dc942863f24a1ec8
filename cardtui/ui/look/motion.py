"""Animation of cards that move from one picture of a table to the next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .canvas import Canvas, Cell, LaidCard

SLIDE, SWEEP, TICK = 0.15, 0.25, 0.5
"""Seconds that a card takes to its place, a trick to its winner, and money to its sum."""


class Slide(NamedTuple):
    """A card that moves between two corners."""

    cells: Sequence[Sequence[Cell]]
    start: tuple[int, int]
    end: tuple[int, int]
    place: LaidCard | None = None
    """Where it lies in the new picture; None if it is not there any more."""

    def paint(self, canvas: Canvas, progress: float) -> None:
        """Paint the card at a progress of 0 … 1; it slows down towards the end."""
        done = 1 - (1 - progress) ** 3
        x, y = (round(a + (b - a) * done) for a, b in zip(self.start, self.end, strict=True))
        canvas.paste(x, y, self.cells)


def arrivals(old: Canvas, new: Canvas, names: Iterable[str], seat: int) -> list[Slide]:
    """Return the slides of the cards `names` that a seat just moved: from their old places, or from the seat.

    Cards that are not to be seen in the new picture go to the seat, if they lay open in the old one.
    """
    slides = []
    before, after = _apart(old.laid, new.laid), _apart(new.laid, old.laid)
    for name in names:
        was = next((laid for laid in before if laid.name == name), None)
        now = next((laid for laid in after if laid.name == name), None)
        if was:
            before.remove(was)
        if now:
            after.remove(now)
            start = (was.x, was.y) if was else _from(old, seat, now)
            slides += [Slide(new.cells(now), start, (now.x, now.y), now)] if start else []
        elif was and (end := _from(new, seat, was)):
            slides.append(Slide(old.cells(was), (was.x, was.y), end))
    return slides


def departures(old: Canvas, new: Canvas, seat: int) -> list[Slide]:
    """Return the slides of all cards that the new picture lacks, to the seat that took them."""
    gone = _apart(old.laid, new.laid)
    for laid in new.laid:  # only moved, such as a hand that closes up
        if same := next((was for was in gone if was.name == laid.name), None):
            gone.remove(same)
    ways = [(was, _from(new, seat, was)) for was in gone]
    return [Slide(old.cells(was), (was.x, was.y), end) for was, end in ways if end]


def _apart(these: Sequence[LaidCard], others: Sequence[LaidCard]) -> list[LaidCard]:
    """Return those cards that do not lie at the same place in the other picture."""
    same = set(others)
    return [laid for laid in these if laid not in same and laid.name]


def _from(canvas: Canvas, seat: int, card: LaidCard) -> tuple[int, int] | None:
    """Return the corner of a card in the middle of a seat's place."""
    if seat not in canvas.seat_places:
        return None
    x, y = canvas.seat_places[seat]
    return x - card.width // 2, y - card.height // 2
