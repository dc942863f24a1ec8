"""Bots in their own process, so that one that raises, hangs, floods, cheats or dies costs a message and not the game.

The child is `host_child`, spoken to in JSON lines. This is crash isolation, not a security sandbox.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from .bot_process import GRACE, BotProcess, Kind, start
from .core import Decision, Game, Observation, Refusal, decision_from_json, observation_json
from .validation import check_decision


class BotFault(Exception):  # noqa: N818 - it is the bot's
    """A bot gave no legal answer: `spec` says which, `kind` how, `message` (one sentence) what happened."""

    def __init__(self, spec: str, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.spec = spec
        self.kind = kind
        self.message = message


class Host:
    """Bots in one child process, started when first needed and again after a fault. One thought at a time.

    `load_seconds` is what a bot may take to be built; from then on its time to think counts, from its first answer on.
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
        seconds: float | None = 10.0,
    ) -> AsyncGenerator[Decision, None]:
        """The bot's ever better decisions, at most a dozen a second; all legal. The last one counts.

        Ends after `steps` decisions of the bot or `seconds` of its time. BotFault when there is no legal answer by then
        or the bot does anything wrong. Leaving or cancelling the iteration stops the bot. A newer `think` of this Host
        stops an older one, which then raises CancelledError, as a cancelled future does.
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
        seconds: float | None = 10.0,
    ) -> Decision:
        """The last of `think`'s decisions. BotFault as there."""
        last = None
        async with aclosing(self.think(game, spec, seen, seed, steps=steps, seconds=seconds)) as decisions:
            async for decision in decisions:
                last = decision
        assert last is not None
        return last

    async def prepare(self, game: Game[Any], spec: str) -> None:
        """Build a bot, compiling what it needs, so that its first answer is quick; thoughts go on meanwhile.

        What goes wrong is not told here: the bot's first thought meets it again.
        """
        number, line, inbox = self._request(game, spec, {})
        child = await self._send(number, line, inbox)
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
        """What is being compiled now, in a few words; "" when nothing is."""
        child = self._child
        return f"compiling its part {child.compiled}" if child and child.compiling else ""

    async def close(self) -> None:
        """End the child for good and wait for it, never long; who still waits for an answer gets CancelledError."""
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

    # --- inside -------------------------------------------------------------------------------

    async def _ask(
        self, game: Game[Any], spec: str, request: dict[str, Any], seconds: float | None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The messages of one request that hold a decision. BotFault when it goes wrong."""
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
                        deadline = child.heard + self.load_seconds  # it compiles, or builds other bots
                        continue
                    if decided:
                        return
                    child.kill()
                    if not began and again:  # it was held up by what the process did before
                        deadline = loop.time() + self.load_seconds
                        continue
                    missed, limit = ("gave no answer", seconds) if ready else ("was not built", self.load_seconds)
                    raise BotFault(spec, "hung", f"{spec} {missed} within {limit:g} seconds") from None
                if self._thought is None or self._thought[0] != number:
                    raise asyncio.CancelledError  # a newer one; what is still in the inbox is late
                if "began" in message:
                    began = True
                    deadline = loop.time() + self.load_seconds
                elif "ready" in message:
                    ready = True
                    deadline = None if seconds is None else loop.time() + seconds
                elif "compiling" in message:
                    if ready and deadline is not None:  # its own time stands still
                        left = left or deadline - loop.time()
                        deadline = loop.time() + (self.load_seconds if message["compiling"] else left)
                        left = left if message["compiling"] else 0.0
                elif "decision" in message:
                    decided = True
                    yield message
                elif "end" in message:
                    return
                elif began or not again:
                    raise BotFault(spec, message["fault"], f"{spec} {message['text']}")
                else:  # the process went down with what it did before
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
        """A new request: its number, its line, and where its answers come in."""
        self._count += 1
        line = {"id": self._count, "game": game.name, "rules": game.spec, "seats": game.seats, "spec": spec} | wanted
        return self._count, line, asyncio.Queue()

    def _supersede(self) -> None:
        if self._thought:
            number, inbox = self._thought
            self._thought = None
            inbox.put_nowait({})  # wake it
            if self._child:
                self._child.cancel(number, self.load_seconds)

    async def _send(self, number: int, line: dict[str, Any], inbox: asyncio.Queue[dict[str, Any]]) -> BotProcess:
        """Ask the living child, or a new one."""
        async with self._starting:
            if self._closed:
                raise asyncio.CancelledError
            child = self._child
            if child is None or child.gone.done() or child.returncode is not None:
                process = await start()
                self._children.add(process)
                process.gone.add_done_callback(lambda _: self._children.discard(process))
                child = self._child = process
        child.inboxes[number] = inbox
        child.open[number] = False
        child.send(line)
        return child
