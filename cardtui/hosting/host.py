"""Runs bots in a child process, so that a bot that raises, hangs, floods, cheats or dies does not end the game.

The child is `child`; the two exchange lines of JSON. This is crash isolation, not a security sandbox.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from ..core import Decision, Game, Observation, Refusal
from ..json_forms import decision_from_json, observation_json
from ..settings import SECONDS
from ..validation import check_decision
from .bot_process import GRACE, BotProcess, Kind, start


class BotFault(Exception):  # noqa: N818 - the fault of a bot, not an error of the program
    """A bot failed to give a legal answer: `spec` names the bot, `kind` the failure, `message` is a sentence on it."""

    def __init__(self, spec: str, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.spec = spec
        self.kind = kind
        self.message = message


class Host:
    """Bots in one child process, which is started on first use and again after a fault. Only one bot thinks at a time.

    `load_seconds` limits how long building a bot may take; its thinking time is counted only after that.
    """

    def __init__(self, load_seconds: float = 180.0) -> None:
        self.load_seconds = load_seconds
        self._child: BotProcess | None = None
        self._children: set[BotProcess] = set()
        self._starting = asyncio.Lock()
        self._closed = False
        self._count = 0
        self._thought: tuple[int, asyncio.Queue[dict[str, Any]]] | None = None

    async def think(
        self,
        game: Game[Any],
        spec: str,
        seen: Observation,
        seed: str,
        *,
        steps: int | None = None,
        seconds: float | None = SECONDS,
    ) -> AsyncGenerator[Decision, None]:
        """Yield the bot's decisions, at most a dozen per second, all checked to be legal. The last one counts.

        Ends after `steps` decisions of the bot or `seconds` of its time. Raises BotFault if there is no legal answer by
        then or the bot does anything wrong. Leaving or cancelling the iteration stops the bot. A newer call of `think`
        on this Host stops an older one, which then raises CancelledError.
        """
        request = {"seen": observation_json(game, seen), "seed": seed, "steps": steps}
        async with aclosing(self._ask(game, spec, request, seconds)) as answers:
            async for message in answers:
                try:
                    yield check_decision(game, seen.legal, decision_from_json(game, message["decision"]))
                except Refusal as error:
                    raise BotFault(spec, "illegal", f"{spec} gave a wrong decision: {error}") from error

    async def decide(
        self,
        game: Game[Any],
        spec: str,
        seen: Observation,
        seed: str,
        *,
        steps: int | None = None,
        seconds: float | None = SECONDS,
    ) -> Decision:
        """Return the last decision of `think`. Raises BotFault as `think` does."""
        last = None
        async with aclosing(self.think(game, spec, seen, seed, steps=steps, seconds=seconds)) as decisions:
            async for decision in decisions:
                last = decision
        assert last is not None  # `_ask` ends with no answer only by raising
        return last

    async def prepare(self, game: Game[Any], spec: str) -> None:
        """Build a bot and compile its kernels, so that its first answer is quick. Does not stop a running `think`.

        Errors are not reported here; the first call of `think` for this bot runs into them again.
        """
        number, line, inbox = self._request(game, spec, {})
        try:
            child = await self._send(number, line, inbox)
        except BotFault:
            return
        try:
            while True:
                try:
                    async with asyncio.timeout_at(child.heard + self.load_seconds):
                        message = await inbox.get()
                except TimeoutError:
                    if child.heard + self.load_seconds <= child.loop.time():
                        child.kill()
                        return
                else:
                    if "end" in message or "fault" in message:
                        return
        finally:
            child.inboxes.pop(number, None)

    @property
    def compiling(self) -> str:
        """A short description of what is being compiled now, or ""."""
        child = self._child
        return f"compiling its part {child.compiled}" if child and child.compiling else ""

    async def close(self) -> None:
        """Stop the child for good and wait for it briefly. Anyone still waiting for an answer gets CancelledError."""
        async with self._starting:
            self._closed = True
        self._supersede()
        child, self._child = self._child, None
        if child and not child.gone.done():
            child.hang_up()
            await asyncio.wait({child.gone}, timeout=GRACE)
            child.kill()
        if ending := {child.gone for child in self._children}:
            await asyncio.wait(ending, timeout=GRACE)

    # --- internals ----------------------------------------------------------------------------

    async def _ask(
        self, game: Game[Any], spec: str, request: dict[str, Any], seconds: float | None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Yield those messages of one request that contain a decision. Raises BotFault if anything goes wrong."""
        number, line, inbox = self._request(game, spec, request)
        self._supersede()
        self._thought = number, inbox
        child = await self._send(number, line, inbox)
        loop = asyncio.get_running_loop()
        deadline: float | None = loop.time() + self.load_seconds
        again, began, ready, decided, left = True, False, False, False, 0.0
        try:
            while True:
                try:
                    async with asyncio.timeout_at(deadline):
                        message = await inbox.get()
                except TimeoutError:
                    if not ready and child.heard + self.load_seconds > loop.time():
                        deadline = child.heard + self.load_seconds  # it is compiling, or building other bots
                        continue
                    if decided:
                        return
                    child.kill()
                    if not began and again:  # it was held up by earlier work of the process
                        deadline = loop.time() + self.load_seconds
                        continue
                    missed, limit = ("gave no answer", seconds) if ready else ("was not built", self.load_seconds)
                    raise BotFault(
                        spec, "hung", f"{spec} {missed} within {limit:g} second{'s' * (limit != 1)}"
                    ) from None
                if self._thought is None or self._thought[0] != number:
                    raise asyncio.CancelledError  # superseded by a newer request
                if "began" in message:
                    began = True
                    deadline = loop.time() + self.load_seconds
                elif "ready" in message:
                    ready = True
                    deadline = None if seconds is None else loop.time() + seconds
                elif "compiling" in message:
                    if ready and deadline is not None:  # the clock stops while it compiles
                        left = left or deadline - loop.time()
                        deadline = loop.time() + (self.load_seconds if message["compiling"] else left)
                        left = left if message["compiling"] else 0.0
                elif "decision" in message:
                    decided = True
                    yield message
                elif "end" in message:
                    if decided:
                        return
                    child.kill()  # the bot wrote this line itself, and may still be at work
                    raise BotFault(spec, "illegal", f"{spec} ended its answer without a decision")
                elif began or not again:
                    raise BotFault(spec, message["fault"], f"{spec} {message['text']}")
                else:  # the process died of an earlier request: try once more in a new one
                    again = False
                    deadline = loop.time() + self.load_seconds
                    child = await self._send(number, line, inbox)
        finally:
            child.cancel(number, self.load_seconds)
            if self._thought and self._thought[0] == number:
                self._thought = None

    def _request(
        self, game: Game[Any], spec: str, wanted: dict[str, Any]
    ) -> tuple[int, dict[str, Any], asyncio.Queue[dict[str, Any]]]:
        """Make a new request; return its number, its message and the queue for its answers."""
        self._count += 1
        line = {"id": self._count, "game": game.name, "rules": game.spec, "seats": game.seats, "spec": spec} | wanted
        return self._count, line, asyncio.Queue()

    def _supersede(self) -> None:
        if self._thought:
            number, inbox = self._thought
            self._thought = None
            inbox.put_nowait({})  # wakes up the waiting request
            if self._child:
                self._child.cancel(number, self.load_seconds)

    async def _send(self, number: int, line: dict[str, Any], inbox: asyncio.Queue[dict[str, Any]]) -> BotProcess:
        """Send a request to the running child, starting a new one if necessary. Raises BotFault if that fails."""
        async with self._starting:
            if self._closed:
                raise asyncio.CancelledError
            child = self._child
            if child is None or child.gone.done() or child.returncode is not None:
                try:
                    process = await start()
                except OSError as error:
                    spec = line["spec"]
                    raise BotFault(spec, "died", f"{spec} could not be started: {error.strerror}") from error
                self._children.add(process)
                process.gone.add_done_callback(lambda _: self._children.discard(process))
                child = self._child = process
        child.inboxes[number] = inbox
        child.open[number] = False
        child.send(line)
        return child
