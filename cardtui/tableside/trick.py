"""A full trick that lies on the table for a while before it is swept to its winner."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from ..match import Match
from ..settings import Settings


class FullTrick:
    """The full trick on a table, if one lies there. `over` tells whether the last move completed a trick.

    It lies for as long as `settings` say, or until `sweep` is called; while it is held, until it is let go.
    """

    def __init__(self, match: Match, settings: Callable[[], Settings], over: Callable[[], bool]) -> None:
        self.match = match
        self.settings = settings
        self.over = over
        self.held = False
        """Whether the next full trick, or the one that lies there, stays until it is let go."""
        self.since = 0.0
        """When the last full trick began to lie, or was swept, in seconds of the monotonic clock."""
        self._seen = self._swept = -1
        self._full = False
        self._wake = asyncio.Event()

    @property
    def pause(self) -> float:
        """How long a trick lies, in seconds; 0 if the bots do not wait between their moves either."""
        settings = self.settings()
        return settings.trick_pause if settings.pace else 0.0

    @property
    def lies(self) -> bool:
        """Whether a full trick lies on the table."""
        ticket = self.match.ticket
        if self._seen != ticket:
            self._seen, self._full, self.since = ticket, self.over(), time.monotonic()
        return self._full and self._swept != ticket and (self.held or self.pause > 0)

    @property
    def gone(self) -> bool:
        """Whether full tricks are swept and none lies there now; without a pause the last one stays in sight."""
        return self.pause > 0 and not self.lies

    def sweep(self) -> None:
        """Take the trick away, even if it is held."""
        now = time.monotonic()
        self.since = now if self.held else min(now, self.since + self.pause)
        self.held, self._swept = False, self.match.ticket
        self._wake.set()

    def hold(self) -> bool:
        """Hold this trick, or the next one; if one is held, let it go. Return whether one is held now."""
        if self.held:
            self.sweep()
        else:
            self.held = True
            self._wake.set()
        return self.held

    async def swept(self) -> bool:
        """Wait until no trick lies there; return whether one did. Its time began when it was first seen."""
        if not self.lies:
            return False
        while self.lies and (self.held or self.since + self.pause > time.monotonic()):
            self._wake.clear()
            left = None if self.held else self.since + self.pause - time.monotonic()
            try:
                async with asyncio.timeout(left):
                    await self._wake.wait()
            except TimeoutError:
                break
        if self.lies:
            self.sweep()
        return True
