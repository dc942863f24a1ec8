"""The server of a table with people elsewhere: it alone knows the match, and tells each seat what that may see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from .. import words
from ..core import Refusal, parse_action
from ..entries import HUMAN
from ..hosting.host import BotFault
from ..match import Match
from ..options import bot_label
from ..record import door_of
from ..registry import lineup
from ..settings import Settings
from ..tableside import Conductor, FullTrick, Thinker
from .door import HOST, Door
from .messages import (
    HEARTBEAT,
    HEARTBEAT_SECONDS,
    MAX_REQUEST_BYTES,
    WRONG_CODE,
    Request,
    Table,
    hello_of,
    line,
    read_message,
    request_of,
    table_json,
)

STRANGERS = 16
"""Maximum number of connections that have not said who they are, and of wrong codes that are being refused."""
PATIENCE = 10.0
"""Seconds that a new connection has to say who it is, and that any one has to take what it is sent."""
SLOWLY = 1.0
"""Seconds before a wrong code or token is refused, so that nobody can try many."""


class _Guest:
    """One connected seat: what waits to be sent to it, the newest table alone."""

    def __init__(self, seat: int, writer: asyncio.StreamWriter) -> None:
        self.seat = seat
        self.writer = writer
        self.news = asyncio.Event()
        self.refused = ""

    def tell(self, refused: str = "") -> None:
        """Send the table as it stands, or why a request was refused."""
        self.refused = refused or self.refused
        self.news.set()


class Referee:
    """Lets people at other terminals play a match, and bots on the other seats.

    `thinker` asks the bots; `settings` are the host's: pace, seconds and the bots' names.
    """

    def __init__(self, match: Match, door: Door, thinker: Thinker, settings: Callable[[], Settings]) -> None:
        self.match = match
        self.door = door
        self.stuck = ""
        """Why a bot cannot go on; "" if all is well."""
        self._settings = settings
        self._called: dict[int, str] = {}
        """The names that people want to have."""
        self._guests: dict[int, _Guest] = {}
        self._unproved = set[int]()
        """Seats given out by the code whose person has not returned with the token yet: it may never have arrived."""
        self._silent: dict[asyncio.StreamWriter, None] = {}
        """The connections that have not said who they are yet, in the order in which they came."""
        self._refusing = 0
        """Number of wrong codes and tokens that are being refused."""
        self._go = asyncio.Event()
        over = words.of(match.game.name).trick_over
        trick = FullTrick(match, settings, lambda: over(match.observe(HOST)))
        chosen = settings()
        self._conductor = Conductor(
            match, thinker, lambda seat, decision: None, self._tell, chosen.pace, chosen.seconds, trick
        )
        self._people = tuple(door.tokens)

    # --- what a seat is told --------------------------------------------------------------------------

    def table(self, seat: int) -> Table:
        """Return what a seat may know: its own observation, the results, and who sits where."""
        match = self.match
        seats = tuple(spec if spec == HUMAN else bot_label(spec) for spec in match.header.seats)
        away = tuple(other for other, spec in enumerate(seats) if spec == HUMAN and other not in self._guests)
        return Table(
            match.game, seat, match.ticket, seats, self._names(), away, self.stuck, tuple(match.results()),
            match.observe(seat),
        )  # fmt: skip

    @property
    def awaits(self) -> bool:
        """Whether there is a seat whose person has not come yet."""
        return any(self.match.is_human(seat) for seat in self._free())

    def _free(self) -> list[int]:
        """The seats for people who bring the code: untaken ones first, then those whose person never came back."""
        lost = self._unproved - self._guests.keys()
        return [seat for seat in self._people if seat not in self.door.taken] + sorted(lost)

    def _names(self) -> tuple[str, ...]:
        """The names of the seats. A bot on the seat of a person who is away goes by the person's name."""
        kept = (HOST, *self._people)
        seats = tuple(HUMAN if seat in kept else spec for seat, spec in enumerate(self.match.header.seats))
        called, taken = list[str](), {"", *(name.casefold() for name in words.UNNAMED)}
        people = (at for at, spec in enumerate(seats) if spec == HUMAN)
        for seat, unnamed in zip(people, words.UNNAMED[1:], strict=False):
            wanted = self._called.get(seat, "")
            called.append(unnamed if wanted.casefold() in taken else wanted)
            taken.add(wanted.casefold())
        return words.names(seats, self._settings()._replace(name=", ".join(called)))

    def _tell(self) -> None:
        for guest in self._guests.values():
            guest.tell()

    # --- the table ------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Receive people and let the bots move until cancelled; then the match is closed and everybody told.

        Raises OSError if the door cannot be kept.
        """
        server = None
        try:
            if self.match.path:
                self.match.keep()
                self.door.keep(self.match.path)
            server = await asyncio.start_server(self._receive, sock=self.door.listening, limit=MAX_REQUEST_BYTES)
            while True:
                self._go.clear()
                try:
                    await self._conductor.run()
                except BotFault as fault:
                    self.stuck = fault.message
                except (Refusal, OSError) as error:
                    self.stuck = str(error)
                self._tell()
                await self._go.wait()
        finally:
            if server:
                server.close()
            self.door.close()
            self.close()

    def close(self) -> None:
        """Tell everybody that the host leaves, and close the match; once more does nothing."""
        for guest in self._guests.values():
            with suppress(OSError):
                guest.writer.write(line({"bye": "the host has left the table"}))
            guest.writer.close()
        self._guests.clear()
        path, over = self.match.path, self.match.over
        if path and (over or not self.match.touched):  # there is no way back to it
            with suppress(OSError):
                door_of(path).unlink()
        self.match.close("finished" if over else "")

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until it ends."""
        try:
            if len(self._silent) >= STRANGERS:  # whoever wants to play says so at once
                first = next(iter(self._silent))
                del self._silent[first]
                first.transport.abort()
            self._silent[writer] = None
            try:
                message = await read_message(reader, PATIENCE)
            finally:
                self._silent.pop(writer, None)
            seat = await self._seat(message)
            writer.write(line({"welcome": self.door.tokens[seat]}))
            await self._serve(_Guest(seat, writer), reader)
        except Refusal as refusal:
            with suppress(OSError):
                writer.write(line({"bye": str(refusal)}))
        except (OSError, EOFError, TimeoutError):
            pass
        finally:
            writer.close()

    async def _seat(self, message: Mapping[str, Any]) -> int:
        """Return the seat of a person who comes. Raises Refusal if there is none, or if it cannot be saved."""
        asked = hello_of(message)
        seat = self.door.seat_of(asked.token) if asked.token else None
        if seat is None:
            if self._refusing >= STRANGERS:  # before the code is looked at, so that nobody can try many
                raise Refusal("too many people are trying codes at this table: try again in a moment")
            if asked.token or not self.door.fits(asked.code):
                self._refusing += 1
                try:
                    await asyncio.sleep(SLOWLY)
                finally:
                    self._refusing -= 1
                raise Refusal("that key fits no seat at this table" if asked.token else WRONG_CODE)
            if not (free := self._free()):
                raise Refusal("all seats are taken")
            seat = free[0]
            if seat in self.door.taken:
                self.door.renew(seat)
        try:
            if not self.match.is_human(seat):  # a bot sat there meanwhile
                self.match.replace(seat, HUMAN)
                self.stuck = ""  # it was about that bot, if about one
                self._go.set()
            self.door.take(seat, self.match.path)
        except OSError as error:
            raise Refusal(f"the host's match cannot be saved: {error.strerror or error}") from error
        (self._unproved.discard if asked.token else self._unproved.add)(seat)
        self._called[seat] = asked.name
        return seat

    async def _serve(self, guest: _Guest, reader: asyncio.StreamReader) -> None:
        """Tell a seat the table and do what it asks for. A second connection of the same seat ends the first."""
        if before := self._guests.pop(guest.seat, None):
            before.writer.close()
        self._guests[guest.seat] = guest
        sending = asyncio.create_task(self._send(guest))
        self._tell()
        try:
            while True:
                request = request_of(await read_message(reader))
                if request is None:
                    continue
                try:
                    self._do(guest.seat, request)
                except (Refusal, OSError) as error:
                    guest.tell(str(error))
        finally:
            sending.cancel()
            if self._guests.get(guest.seat) is guest:
                del self._guests[guest.seat]
                self._tell()

    async def _send(self, guest: _Guest) -> None:
        """Send what is new, else a heartbeat; close the connection if the seat does not receive it in time."""
        try:
            while True:
                with suppress(TimeoutError):
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        await guest.news.wait()
                message = HEARTBEAT
                if guest.news.is_set():
                    guest.news.clear()
                    message = table_json(self.table(guest.seat))
                if guest.refused:
                    guest.writer.write(line({"refused": guest.refused}))
                    guest.refused = ""
                guest.writer.write(line(message))
                async with asyncio.timeout(PATIENCE):
                    await guest.writer.drain()
        except (OSError, TimeoutError):
            guest.writer.transport.abort()

    # --- what people ask for --------------------------------------------------------------------------

    def _do(self, seat: int, request: Request) -> None:
        """Do what a seat asks for. Raises Refusal, saying why not, and OSError if it cannot be saved."""
        match = self.match
        if request.ticket != match.ticket:
            raise Refusal("the table has moved on meanwhile")
        if request.kind == "move":
            if match.turn != seat:
                raise Refusal("it is not your turn")
            match.play(parse_action(match.game, request.action))
        elif seat != HOST:
            raise Refusal("only the host can do that")
        elif request.kind == "deal":
            match.next_deal()
        else:
            self._replace()
        self.stuck = ""
        self._tell()
        self._go.set()

    def _replace(self) -> None:
        """Put a bot on the seats of those who are away, and another on that of a bot that cannot go on.

        Raises Refusal if there is no such seat.
        """
        match, turn = self.match, self.match.turn
        bot, *_ = lineup.default_bots(match.game.name, match.game.spec)
        away = self.table(HOST).away
        if not away and not self.stuck:
            raise Refusal("nobody is away")
        for seat in away:
            match.replace(seat, bot)
        if self.stuck and turn is not None and not match.is_human(turn) and turn not in away:
            match.replace(turn, "random")
