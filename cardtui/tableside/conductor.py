"""Plays the bots' moves of a match at a watchable pace. Independent of any screen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any, Protocol

from ..core import Decision, Game, Observation
from ..match import Match
from ..settings import PACE, SECONDS
from .trick import FullTrick


class Thinker(Protocol):
    """The part of `host.Host` that the conductor needs."""

    def think(
        self, game: Game[Any], spec: str, seen: Observation, seed: str, *, seconds: float | None = SECONDS
    ) -> AsyncIterator[Decision]:
        """Yield decisions of increasing quality. Raises BotFault."""
        ...


class Conductor:
    """Plays the bots' moves. Calls `told` for every intermediate decision and `moved` after every move.

    While a full `trick` lies on the table bots think, but do not move; `pace` begins when it is swept, and `swept` is
    called.
    """

    def __init__(
        self,
        match: Match,
        host: Thinker,
        told: Callable[[int, Decision], None],
        moved: Callable[[], None],
        pace: float = PACE,
        seconds: float = SECONDS,
        trick: FullTrick | None = None,
        swept: Callable[[], None] = lambda: None,
    ) -> None:
        self.match = match
        self.host = host
        self.told = told
        self.moved = moved
        self.pace = pace
        self.seconds = seconds
        self.trick = trick
        self.swept = swept
        self.paused = False
        self.thinking: int | None = None
        """The seat whose bot is thinking, if any."""
        self.since = 0.0
        """When it began to think, in seconds of the monotonic clock."""
        self._hurry = False
        self._steps = 0
        self._wake = asyncio.Event()

    @property
    def lasted(self) -> str:
        """How long the bot has been thinking, as text, with its limit unless exceeded; "" in the first second."""
        seconds = int(time.monotonic() - self.since) if self.thinking is not None else 0
        allowed = f" of at most {self.seconds:g}" if seconds <= self.seconds else ""
        return f"{seconds} s{allowed}" if seconds else ""

    async def run(self) -> None:
        """Play until a person is to act or the deal is over.

        Raises BotFault, or OSError if saving fails; call it again to continue.
        """
        match = self.match
        self._hurry = False
        while (seat := match.turn) is not None and not match.is_human(seat):
            await self._allowed()
            ticket = match.ticket
            self.since = time.monotonic()
            began = asyncio.get_running_loop().time()
            self.thinking = seat
            sweeping = asyncio.create_task(self._sweep())  # a trick is swept in time, however long the bot thinks
            try:
                decision = await self._decision(seat)
            except BaseException:
                sweeping.cancel()
                raise
            finally:
                self.thinking = None
            if await sweeping and self.trick:
                began = self.trick.since
            await self._sleep(began + self.pace)
            await self._allowed()
            if decision is not None and match.ticket == ticket:  # otherwise it is outdated, for example after an undo
                self._steps = max(0, self._steps - 1)
                match.play(decision.action, decision)
                self.moved()
        self._hurry = False

    async def _decision(self, seat: int) -> Decision | None:
        match = self.match
        ticket = match.ticket
        spec, seen, seed = match.header.seats[seat], match.observe(seat), match.rng_seed(seat)
        decision = None
        thoughts: Any = self.host.think(match.game, spec, seen, seed, seconds=self.seconds)
        async with aclosing(thoughts) as stream:
            async for decision in stream:
                if match.ticket != ticket:
                    return None
                self.told(seat, decision)
        return decision

    def hurry(self) -> None:
        """Skip the pauses until a person is to act or the deal is over."""
        self._hurry = True
        self._wake.set()
        if self.trick and self.trick.lies and not self.trick.held:
            self.trick.sweep()

    def pause(self, paused: bool) -> None:
        """Pause before the next move, or continue."""
        self.paused = paused
        self._steps = 0
        self._wake.set()

    def step(self) -> None:
        """Play one move, then pause."""
        self.paused = True
        self._steps += 1
        self._wake.set()

    async def _sweep(self) -> bool:
        """Wait until no full trick lies on the table; return whether one did."""
        trick = self.trick
        if trick is None or (self._hurry and not trick.held) or not await trick.swept():
            return False
        self.swept()
        return True

    async def _allowed(self) -> None:
        while self.paused and not self._steps:
            self._wake.clear()
            await self._wake.wait()

    async def _sleep(self, until: float) -> None:
        """Wait until the given time, or until `hurry` or `step` is called."""
        loop = asyncio.get_running_loop()
        while not self._hurry and not self._steps and (left := until - loop.time()) > 0:
            self._wake.clear()
            try:
                async with asyncio.timeout(left):
                    await self._wake.wait()
            except TimeoutError:
                return
