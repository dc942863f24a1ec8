"""The connection of a seat to its referee, made again whenever it breaks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from ..core import Refusal
from .door import Address
from .messages import (
    HEARTBEAT,
    HEARTBEAT_SECONDS,
    MAX_TABLE_BYTES,
    TIMEOUT_SECONDS,
    Table,
    hello,
    likeness,
    line,
    read_message,
    table_of,
)

WAIT = 1.0
"""Seconds before a broken connection is tried again."""


class Ended(Refusal):
    """The referee has nothing more to say to this seat, and says why."""


async def _open(at: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        return await asyncio.open_connection(at.host, at.port, limit=MAX_TABLE_BYTES)


async def _reach(at: Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a connection to a table. Raises Refusal if nobody answers there."""
    try:
        return await _open(at)
    except (OSError, TimeoutError, UnicodeError) as error:
        raise Refusal(f"nobody answers at {at}: is the table open, and the address right?") from error


async def answered(at: Address) -> None:
    """Return if somebody answers at an address. Raises Refusal if not."""
    _, writer = await _reach(at)
    writer.close()


async def _welcome(reader: asyncio.StreamReader) -> str:
    """Return the token that the referee gives. Raises Ended if it refuses, and Refusal if there is no referee."""
    message: Mapping[str, Any] = {}
    with suppress(Refusal):  # no JSON: another kind of server
        message = await read_message(reader)
    if isinstance(why := message.get("bye"), str):
        raise Ended(why)
    if not isinstance(token := message.get("welcome"), str) or len(message) > 1 or len(token) > 64:
        raise Refusal("what answers there is not a cardtui table")
    return token


async def greet(at: Address, code: str = "", token: str = "", name: str = "") -> tuple[str, Table]:
    """Ask for a seat by the code, or for one's own by its token; return the token and the table.

    Raises Ended if the referee refuses, and Refusal if there is no referee.
    """
    reader, writer = await _reach(at)
    try:
        writer.write(line(hello(code, token, name)))
        token = await _welcome(reader)
        table = table_of(await read_message(reader))
        likeness(table)
        return token, table
    except (OSError, EOFError, TimeoutError) as error:
        raise Refusal(f"{at} does not answer like a cardtui table") from error
    finally:
        writer.close()


class Link:
    """The connection of one seat."""

    def __init__(self, at: Address, token: str, name: str = "") -> None:
        self.address = at
        self.token = token
        self.name = name
        self.cut = ""
        """Why there is no connection; "" if there is one."""
        self.dismissed = False
        """Whether the referee has said goodbye: the host has left, or this seat is no longer its owner's."""
        self._writer: asyncio.StreamWriter | None = None

    async def run(self, told: Callable[[Mapping[str, Any]], None], changed: Callable[[], None]) -> None:
        """Stay connected, and pass each message to `told`; `changed` is called when the connection breaks or stands.

        Returns when the referee wants no more of this seat: then `cut` says why.
        """
        while True:
            try:
                await self._talk(told, changed)
            except Ended as end:
                self.cut, self.dismissed = str(end), True
                changed()
                return
            except Refusal as refusal:
                self.cut = str(refusal)
            except (OSError, EOFError, TimeoutError):
                self.cut = self.cut or "connection to the table lost: trying again"
            changed()
            await asyncio.sleep(WAIT)

    async def _talk(self, told: Callable[[Mapping[str, Any]], None], changed: Callable[[], None]) -> None:
        reader, writer = await _open(self.address)
        beating = asyncio.create_task(self._beat(writer))
        try:
            writer.write(line(hello(token=self.token, name=self.name)))
            await _welcome(reader)
            self._writer, self.cut, self.dismissed = writer, "", False
            changed()
            while True:
                message = await read_message(reader)
                if isinstance(why := message.get("bye"), str):
                    self.cut, self.dismissed = why, True
                    raise EOFError
                if message != HEARTBEAT:
                    told(message)
        finally:
            self._writer = None
            beating.cancel()
            writer.close()

    async def _beat(self, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while not writer.is_closing():
                await asyncio.sleep(HEARTBEAT_SECONDS)
                writer.write(line(HEARTBEAT))
                await writer.drain()

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message. Raises Refusal if there is no connection."""
        if self._writer is None:
            raise Refusal(self.cut or "not at the table yet")
        self._writer.write(line(message))
