"""The client: a match as one seat hears of it from the referee, for the ordinary table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from .. import words
from ..core import Action, Decision, Event, Observation, Refusal, Standing, action_text
from ..match import Match
from ..record import Frame, Header, Move
from ..tableside import Tableside
from .door import HOST
from .link import Link
from .messages import Table, likeness, table_of
from .referee import Referee

NO_HELP = "with people elsewhere there is no help and no undo"


class Seat(Match):
    """The match as its own seat may know it, with a state that only looks the same from there.

    So other seats are never observed. Moves are sent to the referee, and show when it tells of them. The host's seat
    brings the `referee` along. Raises Refusal if the table cannot be.
    """

    afar = True

    def __init__(self, link: Link, table: Table, referee: Referee | None = None) -> None:
        super().__init__(table.game, Header(table.game.name, table.game.spec, table.seats, 0), [], None)
        self.link = link
        self.referee = referee
        self.refused: Callable[[str], None] = lambda why: None
        """Called when the referee refuses something, with the reason."""
        self.sent = -1
        """The ticket of the table at which something was sent that is not answered yet; -1 if there is none."""
        self.table = table
        self._take(table)

    def _take(self, table: Table) -> None:
        """Take over what the referee tells. Raises Refusal if it cannot be."""
        state = likeness(table)
        news = not self._frames or (table.ticket, table.seen) != (self.table.ticket, self.table.seen)
        self.table = table
        self.header = self.header._replace(seats=table.seats, weights=("",) * len(table.seats))
        over = self.game.turn(state) is None
        before = table.results[: len(table.results) - over]
        self._frames = [Frame(self.header, before[-1] if before else self.game.opening(), None, state)]
        if news:
            self.ticket += 1
        if self.sent != table.ticket:
            self.sent = -1

    async def run(self, changed: Callable[[], None]) -> None:
        """Stay at the table until cancelled, or the referee wants no more of this seat. The host's brings it along.

        Raises OSError if the host's match cannot be kept.
        """

        def told(message: Mapping[str, Any]) -> None:
            if isinstance(why := message.get("refused"), str):
                self.sent = -1
                self.refused(why)
            else:
                self._take(table_of(message))
            changed()

        def cut() -> None:
            self.sent = -1
            changed()

        running = [asyncio.create_task(self.link.run(told, cut))]
        running += [asyncio.create_task(self.referee.run())] if self.referee else []
        try:
            done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    # --- where it stands --------------------------------------------------------------------------------

    @property
    def mine(self) -> int:
        """The seat of the person at this terminal."""
        return self.table.seat

    @property
    def hosting(self) -> bool:
        """Whether the table is this person's, who deals."""
        return self.mine == HOST

    @property
    def secret(self) -> bool:
        """Nobody shares this screen: there is nothing to cover."""
        return False

    @property
    def standing(self) -> Standing:
        return self.table.results[-1] if self.table.results else self.game.opening()

    def results(self) -> list[Standing]:
        return list(self.table.results)

    def observe(self, seat: int) -> Observation:
        """Return what this person's seat sees; there is no other to look from."""
        assert seat == self.mine
        return self.table.seen

    def moves(self) -> list[Move]:
        return [Move(event.seat, event.action) for event in self._events]

    @property
    def _events(self) -> list[Event]:
        return [event for event in self.table.seen.history if event.seat >= 0]

    # --- what can be done ---------------------------------------------------------------------------------

    def play(self, action: Action, decision: Decision | None = None) -> None:
        """Send a move to the referee. Raises Refusal if it is illegal, or cannot be sent now."""
        if self.turn != self.mine:
            raise Refusal("it is not your turn")
        self.game.apply(self.state, action)
        self._send({"move": action_text(self.game, action), "ticket": self.table.ticket})

    def undo_reason(self) -> str:
        return NO_HELP

    def next_deal(self) -> None:
        """Ask the referee for the next deal. Raises Refusal unless this is the host, at the end of a deal."""
        if not self.hosting:
            raise Refusal("deal over: the host deals the next one")
        self._send({"deal": self.table.ticket})

    def replace_away(self) -> None:
        """Ask the referee to put bots on the seats of those who are away. Raises Refusal if it cannot be sent."""
        self._send({"replace": self.table.ticket})

    def _send(self, message: Mapping[str, Any]) -> None:
        if self.sent >= 0:
            raise Refusal("your move is on its way …")
        self.link.send(message)
        self.sent = self.table.ticket

    def close(self, note: str = "") -> None:
        """Leave the table. Nothing is saved here: at the host's the referee closes the match, so that it can go on."""
        if self.referee:
            self.referee.close()


class RemoteTableside(Tableside):
    """The table as one seat of several terminals sees it: nobody gets help, and nothing hidden is shown."""

    match: Seat

    def __init__(self, match: Seat, *about: Any) -> None:
        super().__init__(match, *about)
        self.people, self.viewer = (match.mine,), match.mine

    @property
    def names(self) -> tuple[str, ...]:
        """The names as the host gave them; this person's is "You", unless they have a name of their own."""
        say, mine = words.of(self.match.game.name, self.settings().spoken).say, self.match.mine
        return tuple(
            name if name not in words.UNNAMED else say("You") if seat == mine else say(name)
            for seat, name in enumerate(self.match.table.names)
        )

    def modes(self) -> tuple[str, ...]:
        return ("hidden",)

    def set_panel(self, wanted: str) -> None:
        self.panel = self._before = "hidden"

    def reason(self, action: str) -> str:
        match = self.match
        if action in ("hint", "coach", "undo", "inspect", "panel", "thoughts", "review", "replay"):
            return NO_HELP
        if action in ("skip", "step", "pace"):
            return "with people elsewhere the table goes at the host's pace"
        if action in ("rematch", "first_deal"):
            return "with people elsewhere the table stays as it is: F10 leaves it"
        if action == "next_deal" and match.turn is None and not match.over and not match.hosting:
            return "deal over: the host deals the next one"
        if action == "next_deal" and match.over:
            return "the match is over: F10 leaves the table"
        if action == "replace_away":
            if not match.hosting:
                return "only the host can do that"
            return "" if match.table.away or match.table.stuck else "nobody is away"
        return super().reason(action)

    def situation(self) -> str:
        """Return what there is to say besides whose turn it is: who is away, what is on its way; "" for nothing."""
        match, table = self.match, self.match.table
        if match.link.cut:
            return match.link.cut
        if match.sent >= 0:
            return "your move is on its way …"
        if table.stuck:
            return f"a bot cannot go on: {table.stuck}" + " · ^b puts another there" * match.hosting
        if match.over:
            return "match over: Enter shows how it ended · F10 leaves the table"
        if match.turn is None and not match.hosting:
            return "deal over: the host deals the next one"
        if match.turn is None:
            return "deal over: Enter next deal"
        if match.turn in table.away and match.turn != match.mine:
            waits = "{name} is away: ^b puts a bot there" if match.hosting else "{name} is away: the table waits"
            return waits.format(name=self.names[match.turn])
        return "" if match.turn == match.mine else f"{self.names[match.turn]} is to move"
