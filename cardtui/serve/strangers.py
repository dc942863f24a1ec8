"""Connections that show no table: requests, and clients that send nothing or only half a request.

aiohttp waits for a request without limit. Here such a connection is closed after a while, and the oldest one as soon as
there are too many, so that open connections alone cannot keep others out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

MOST = 64
"""The most of these connections at a time; a browser opens at most six."""
SECONDS = 60.0
"""How long one of them may last. Browsers connect again by themselves."""


class Strangers:
    """The connections without a table."""

    def __init__(self) -> None:
        self._ends: dict[asyncio.BaseTransport, asyncio.TimerHandle] = {}
        """When each of them is closed; the oldest comes first."""

    def add(self, line: asyncio.Transport) -> None:
        """Add a new connection; if there are too many, close the oldest one."""
        for one in [one for one in self._ends if one.is_closing()]:
            self.remove(one)
        if len(self._ends) >= MOST:
            self._end(next(iter(self._ends)))
        self._ends[line] = asyncio.get_running_loop().call_later(SECONDS, self._end, line)

    def remove(self, line: asyncio.BaseTransport | None) -> None:
        """Remove a connection that shows a table now, or has ended."""
        if line and (end := self._ends.pop(line, None)):
            end.cancel()

    def _end(self, line: asyncio.BaseTransport) -> None:
        self.remove(line)
        cast(asyncio.Transport, line).abort()


class Newcomer(asyncio.Protocol):
    """Adds a new connection to the strangers, and hands it to the protocol that `serve` makes."""

    def __init__(self, strangers: Strangers, serve: Callable[[], asyncio.Protocol]) -> None:
        self._strangers, self._serve = strangers, serve

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hand the connection on."""
        self._strangers.add(cast(asyncio.Transport, transport))
        serving = self._serve()
        transport.set_protocol(serving)
        serving.connection_made(transport)
