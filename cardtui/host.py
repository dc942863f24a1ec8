"""Bots in their own process, so that one that raises, hangs, floods, cheats or dies costs a message and not the game.

The child is `host_child`, spoken to in JSON lines. This is crash isolation, not a security sandbox.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Any, Literal

from .core import Decision, Game, Observation, Refusal, decision_from_json, observation_json, quoted
from .threads import ONE_EACH

Kind = Literal["raised", "hung", "flooded", "illegal", "died", "refused"]

GRACE = 1.0
"""Seconds in which a bot that was told to stop must come to its next decision."""
LINE = 1 << 20
"""Bytes of the longest answer."""


class BotFault(Exception):  # noqa: N818 - it is the bot's
    """A bot gave no legal answer: `spec` says which, `kind` how, `message` (one sentence) what happened."""

    def __init__(self, spec: str, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.spec = spec
        self.kind = kind
        self.message = message


class _Child:
    """One running process and those who wait for its answers."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.inboxes: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self.open: dict[int, bool] = {}
        """The requests that have not ended yet, and whether each has come to `ready`."""
        self.pump = asyncio.create_task(self._pump())

    def send(self, message: dict[str, Any]) -> None:
        """One line to the child; nothing happens when it is dead, which the pump tells."""
        assert self.process.stdin
        if not self.process.stdin.is_closing():
            self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def cancel(self, number: int, load_seconds: float) -> None:
        """Stop a request; kill the process when it does not stop in time."""
        if self.inboxes.pop(number, None) is not None and number in self.open:
            self.send({"cancel": number})
            patience = GRACE if self.open[number] else load_seconds
            asyncio.get_running_loop().call_later(patience, lambda: self.kill() if number in self.open else None)

    def kill(self) -> None:
        """End the process, and what it started, at once; the pump reaps it."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    async def _pump(self) -> None:
        """Pass answers on until the process has gone; then tell all who wait."""
        assert self.process.stdin and self.process.stdout
        last: dict[str, Any] = {}
        try:
            while raw := await self.process.stdout.readline():
                message = json.loads(raw)
                number = message["id"]
                if number in self.open:
                    self.open[number] = self.open[number] or "ready" in message
                    if "end" in message or "fault" in message:
                        del self.open[number]
                if number in self.inboxes:
                    self.inboxes[number].put_nowait(message)
        except (ValueError, KeyError, TypeError):
            last = {"fault": "flooded", "text": f"gave an answer of more than {LINE} bytes"}
        finally:
            self.kill()
            self.process.stdin.close()
            code = await self.process.wait()
            with suppress(ConnectionError):
                await self.process.stdin.wait_closed()
            self.open.clear()
            for inbox in self.inboxes.values():
                inbox.put_nowait(last or {"fault": "died", "text": f"died ({_cause(code)})"})


class Host:
    """Bots in one child process, started when first needed and again after a fault. One thought at a time.

    `load_seconds` is what a bot may take to be built; from then on its time to think counts, from its first answer on.
    """

    def __init__(self, load_seconds: float = 180.0) -> None:
        self.load_seconds = load_seconds
        self._child: _Child | None = None
        self._children: set[asyncio.Task[None]] = set()
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
                    decision = decision_from_json(game, message["decision"])
                except Refusal as error:
                    raise BotFault(spec, "illegal", f"{spec} gave something that is no Decision: {error}") from error
                if decision.action not in seen.legal:
                    played = message["decision"]["action"]
                    raise BotFault(spec, "illegal", f"{spec} wants to play {quoted(played)}, which is illegal here")
                yield decision

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

    async def close(self) -> None:
        """End the child for good and wait for it; who still waits for an answer gets CancelledError."""
        async with self._starting:
            self._closed = True
        self._supersede()
        child, self._child = self._child, None
        if child and not child.pump.done():
            if child.process.stdin:
                child.process.stdin.close()  # at which it ends by itself
            await asyncio.wait({child.pump}, timeout=GRACE)
            child.kill()
        if self._children:
            await asyncio.wait(self._children)

    # --- inside -------------------------------------------------------------------------------

    async def _ask(
        self, game: Game[Any], spec: str, request: dict[str, Any], seconds: float | None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The messages of one request that hold a decision. BotFault when it goes wrong."""
        self._count += 1
        number = self._count
        line = {"id": number, "game": game.name, "rules": game.spec, "seats": game.seats, "spec": spec} | request
        inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._supersede()
        self._thought = number, inbox
        child = await self._send(number, line, inbox)
        loop = asyncio.get_running_loop()
        deadline: float | None = loop.time() + self.load_seconds
        again, began, ready, decided = True, False, False, False
        try:
            while True:
                try:
                    async with asyncio.timeout_at(deadline):
                        message = await inbox.get()
                except TimeoutError:
                    if decided:
                        return
                    child.kill()
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

    def _supersede(self) -> None:
        if self._thought:
            number, inbox = self._thought
            self._thought = None
            inbox.put_nowait({})  # wake it
            if self._child:
                self._child.cancel(number, self.load_seconds)

    async def _send(self, number: int, line: dict[str, Any], inbox: asyncio.Queue[dict[str, Any]]) -> _Child:
        """Ask the living child, or a new one."""
        async with self._starting:
            if self._closed:
                raise asyncio.CancelledError
            child = self._child
            if child is None or child.pump.done() or child.process.returncode is not None:
                child = self._child = await self._start()
        child.inboxes[number] = inbox
        child.open[number] = False
        child.send(line)
        return child

    async def _start(self) -> _Child:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "cardtui.host_child"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=os.environ | ONE_EACH,
            start_new_session=True,  # Ctrl+C is for the screen
            limit=LINE,
        )
        child = _Child(process)
        self._children.add(child.pump)
        child.pump.add_done_callback(self._children.discard)
        return child


def _cause(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
