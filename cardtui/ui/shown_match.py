"""A saved match and the place in it that is shown, for replay and review."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

from .. import record
from ..core import Refusal
from ..entries import HUMAN
from ..review.report_parts import Named


class ShownMatch:
    """The frames of a saved match and one place among them. Raises Refusal or OSError if it cannot be read.

    A place is the index of a frame: the position before the move that follows it. `named` returns the names of the
    seats, given who sits there.
    """

    def __init__(self, path: Path, named: Named, seat: int | None = None) -> None:
        self.path = path
        self.named = named
        self.header, _, self.game, self.frames = record.load(path)
        if not self.frames:
            raise Refusal(f"{path} holds no deal")
        self.starts = record.starts(self.frames)
        """The places at which the deals start."""
        players = self.frames[-1].header.seats
        self.seat = seat if seat is not None else players.index(HUMAN) if HUMAN in players else 0
        """Whose view is shown; by default the first person's."""
        self.place = 0

    @property
    def frame(self) -> record.Frame:
        """The frame at this place."""
        return self.frames[self.place]

    @property
    def over(self) -> bool:
        """Whether the deal is over at this place."""
        return self.game.turn(self.frame.state) is None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats at this place."""
        return tuple(self.named(self.frame.header.seats))

    @property
    def deal(self) -> int:
        """The index of the current deal."""
        return bisect_right(self.starts, self.place) - 1

    @property
    def start(self) -> int:
        """The place at which this deal starts."""
        return self.starts[self.deal]

    @property
    def so_far(self) -> list[record.Frame]:
        """The frames of this deal up to this place."""
        return self.frames[self.start : self.place + 1]

    @property
    def moves(self) -> int:
        """The number of moves in this deal."""
        return [*self.starts, len(self.frames)][self.deal + 1] - self.start - 1

    @property
    def next_move(self) -> record.Move | None:
        """The move that follows; None at the end of a deal or of the record."""
        return self.frames[self.place + 1].move if self.place + 1 < len(self.frames) else None

    def go(self, place: int) -> None:
        """Go to a place, or to the nearest one that exists."""
        self.place = max(0, min(len(self.frames) - 1, place))
