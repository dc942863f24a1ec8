"""The connections that show no table: requests, and clients that say nothing or only half of what they want.

aiohttp waits for a request as long as it takes. Here such a connection ends after a while, and the oldest one where
there are too many, so that nobody can keep others out by connections alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

MOST = 64
"""The most of these connections; a browser opens six at most."""
SECONDS = 60.0
"""How long one of them may last. Browsers connect again by themselves."""


class Strangers:
    """These connections, in the order in which they came, each with what will end it."""

    def __init__(self) -> None:
        self._ends: dict[asyncio.BaseTransport, asyncio.TimerHandle] = {}

    def add(self, line: asyncio.Transport) -> None:
        """Take a new connection in; the oldest one is closed if there are too many."""
        for one in [one for one in self._ends if one.is_closing()]:
            self.remove(one)
        if len(self._ends) >= MOST:
            self._end(next(iter(self._ends)))
        self._ends[line] = asyncio.get_running_loop().call_later(SECONDS, self._end, line)

    def remove(self, line: asyncio.BaseTransport | None) -> None:
        """Let a connection last: it shows a table now, or has ended."""
        if line and (end := self._ends.pop(line, None)):
            end.cancel()

    def _end(self, line: asyncio.BaseTransport) -> None:
        self.remove(line)
        cast(asyncio.Transport, line).abort()


class Newcomer(asyncio.Protocol):
    """Notes a new connection, and leaves it to the protocol that `serve` makes."""

    def __init__(self, strangers: Strangers, serve: Callable[[], asyncio.Protocol]) -> None:
        self._strangers, self._serve = strangers, serve

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Pass the connection on."""
        self._strangers.add(cast(asyncio.Transport, transport))
        serving = self._serve()
        transport.set_protocol(serving)
        serving.connection_made(transport)
