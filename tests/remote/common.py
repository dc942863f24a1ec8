"""A table with people elsewhere in this process, and people who speak raw lines to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, cast

from cardtui import registry
from cardtui.entries import HUMAN
from cardtui.hosting.host import Host
from cardtui.json_forms import observation_from_json
from cardtui.match import Match
from cardtui.remote import Address, Door, Referee, messages
from cardtui.settings import Settings

from ..ui.common import Bots

SETTINGS = Settings(pace=0.0)
LAID = {"yaniv": (HUMAN, HUMAN, "greedy"), "schafkopf": (HUMAN, "rule-based", HUMAN, "random")}
LAID |= {"tricks": (HUMAN, HUMAN), "zsy": (HUMAN, HUMAN)}
"""Who sits at the tables of the tests, of every game for two or more."""


class Person:
    """A connection to a table; `heard` has every byte that came."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard = b""
        self.token = ""
        self.table: dict[str, Any] = {}

    @classmethod
    async def come(cls, at: Address, code: str = "", token: str = "", name: str = "") -> Person:
        """Connect and say hello."""
        person = cls(*await asyncio.open_connection(*at, limit=messages.MAX_TABLE_BYTES))
        person.say(messages.hello(code, token, name))
        return person

    def say(self, message: Mapping[str, Any]) -> None:
        self.writer.write(messages.line(message))

    async def hear(self) -> dict[str, Any]:
        """The next message; {} at the end."""
        async with asyncio.timeout(10):
            data = await self.reader.readline()
        self.heard += data
        found: dict[str, Any] = json.loads(data) if data else {}
        self.table = found.get("table", self.table)
        return found

    async def see(self) -> dict[str, Any]:
        """The next table."""
        while "table" not in (found := await self.hear()):
            assert found, "the connection ended"
        return self.table

    async def answer(self) -> str:
        """What the next refusal, or the end, says."""
        while not (found := await self.hear()).keys() & {"refused", "bye"}:
            assert found, "the connection ended without a word"
        return str(found.get("refused", found.get("bye")))

    @property
    def seen(self) -> dict[str, Any]:
        """The seat's observation."""
        return cast(dict[str, Any], self.table["seen"])

    def move(self, text: str = "") -> None:
        """Ask for a move, by default the first legal one."""
        self.say({"move": text or self.seen["legal"][0], "ticket": self.table["ticket"]})

    def cut(self) -> None:
        """End at once, as a killed program does."""
        self.writer.transport.abort()


class Round:
    """A referee at work, and how to come to it."""

    def __init__(self, match: Match, door: Door, bots: Bots | None = None) -> None:
        self.match, self.door = match, door
        self.bots = bots or Bots()
        self.referee = Referee(match, door, cast(Host, self.bots), lambda: SETTINGS)
        self.task = asyncio.create_task(self.referee.run())

        self.people: list[Person] = []

    async def come(self, code: str = "", token: str = "", name: str = "") -> Person:
        """Somebody who says hello, whatever comes of it."""
        self.people.append(await Person.come(self.door.address, code, token, name))
        return self.people[-1]

    async def sit(self, code: str = "", token: str = "", name: str = "") -> Person:
        """Somebody who is welcomed and told the table."""
        person = await self.come(code, token, name)
        person.token = (await person.hear())["welcome"]
        await person.see()
        return person

    async def host(self) -> Person:
        return await self.sit(token=self.door.tokens[0])

    async def guest(self) -> Person:
        return await self.sit(self.door.code)

    async def back(self, person: Person) -> Person:
        return await self.sit(token=person.token)

    async def kill(self) -> None:
        """End as a killed program does: nobody is told, nothing more is written."""
        for guest in self.referee._guests.values():
            guest.writer.transport.abort()
        self.referee._guests.clear()
        if self.match._writer:
            self.match._writer.close()
            self.match._writer = self.match._place = None
        await self.end()

    async def end(self) -> None:
        self.task.cancel()
        for person in self.people:
            person.writer.close()
        await asyncio.gather(self.task, *(one.writer.wait_closed() for one in self.people), return_exceptions=True)


def new(game: str, path: Path | None = None, seed: int = 7, rules: str = "") -> tuple[Match, Door]:
    """A new match, and the door to it."""
    match = Match.new(game, rules, LAID[game], seed, path)
    people = [seat for seat, spec in enumerate(LAID[game]) if spec == HUMAN]
    return match, Door.new(Address("127.0.0.1", 0), people)


@asynccontextmanager
async def opened(game: str, path: Path | None = None, bots: Bots | None = None, **more: Any) -> AsyncIterator[Round]:
    """A table that is open."""
    one = Round(*new(game, path, **more), bots)
    try:
        yield one
    finally:
        await one.end()


async def until_turn(*people: Person, ticket: int = -1) -> Person | None:
    """Wait until one of them is to act at a table after `ticket`, seen by all; None if the deal is over."""
    while True:
        tickets = {person.table["ticket"] for person in people}
        settled = len(tickets) == 1 and min(tickets) > ticket
        if settled and (turn := next((one for one in people if one.seen["legal"]), None)):
            return turn
        if settled and all(over(person) for person in people):
            return None
        behind = min(people, key=lambda one: one.table["ticket"])
        await behind.see()


def over(person: Person) -> bool:
    """Whether the deal that a person sees is over."""

    game = registry.game(person.table["game"], person.table["rules"], len(person.table["seats"]))
    seen = observation_from_json(game, person.seen)
    return game.turn(game.determinize(seen, Random(0))) is None
