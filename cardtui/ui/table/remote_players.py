"""The other players of a table with people elsewhere; the referee reports their moves, and runs the bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core import Refusal
from ...match import Match
from ...remote import RemoteTableside, Seat
from ...system.files import sentence
from .bots import TableBots, bot_status

if TYPE_CHECKING:
    from .layout import TableLayout


def sit(screen: TableLayout, match: Match, *about: Any) -> tuple[RemoteTableside, RemotePlayers]:
    """Return a match with a referee as a tableside, and the other players; `about` are arguments of `Tableside`."""
    assert isinstance(match, Seat)
    side = RemoteTableside(match, *about)
    return side, RemotePlayers(screen, side)


class RemotePlayers(TableBots):
    """Takes the place of `TableBots`: keeps the seat connected in a worker, and reports on the others."""

    def __init__(self, screen: TableLayout, tableside: RemoteTableside) -> None:
        super().__init__(screen, tableside)
        self.seat: Seat = tableside.match
        self.tableside: RemoteTableside = tableside
        self._seen = 0
        self._compiles = ""
        """What the host's bots compiled a second ago; "" for nothing."""

    def begin(self) -> None:
        """Start the connection."""
        self.tableside.set_panel("hidden")
        self.seat.refused = lambda why: self.screen.say(why, True)
        self.screen.run_worker(self._run(), group="seat")

    async def _run(self) -> None:
        try:
            await self.seat.run(self._changed)
        except (Refusal, OSError) as error:
            self.seat.link.cut = sentence(error)
            self._changed()

    def _changed(self) -> None:
        if not self.screen.is_closing:
            if self.screen.message.startswith("✗") and self.match.ticket != self._seen:
                self.screen.say("")
            self._seen = self.match.ticket
            self.screen.changed(saved=True)
            self.go()

    def go(self) -> None:
        """Sweep the full trick in its time; the referee lets the bots move."""
        self.screen.run_worker(self._sweep(), group="bots", exclusive=True)

    async def _sweep(self) -> None:
        if await self.tableside.trick.swept():
            self.screen.changed()

    # --- what is told -----------------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        told = "match over: Esc deal · F10 menu" if self.screen.finale else self.tableside.situation()
        seat, referee = self.match.turn, self.seat.referee
        if referee and self._compiles and seat is not None and not referee.match.is_human(seat):
            told = f"{self.tableside.names[seat]} is to move: {bot_status(self._compiles)}"
        return self.screen.words.say.told(told)

    def tick(self) -> None:
        """Tell the host what the bots compile; nobody else's program knows."""
        super().tick()
        compiles = self.screen.card_app.moves.compiling if self.seat.hosting else ""
        if compiles != self._compiles:
            self._compiles = compiles
            self.screen.drawing.title()

    @property
    def location(self) -> str:
        """The address of the table; for the host the command that joins it, with the code while somebody is missing."""
        referee, at = self.seat.referee, self.seat.link.address
        if referee is None:
            return f"table at {at}"
        code = f" · code {referee.door.code}" * referee.awaits
        return f"cardtui join {at}{code}"

    @property
    def leave_warning(self) -> str:
        if self.match.over or self.seat.link.dismissed:
            return ""
        if self.seat.hosting:
            return "The table closes for everybody. The match is saved, and `cardtui resume` opens the table again."
        return f"Your seat is kept: `cardtui join {self.seat.link.address}` comes back to it."
