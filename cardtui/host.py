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
from typing import Any, Literal, cast, get_args

from .core import Decision, Game, Observation, Refusal, decision_from_json, observation_json
from .threads import ONE_EACH
from .validation import check_decision

Kind = Literal["raised", "hung", "flooded", "illegal", "died", "memory", "refused"]

MESSAGES = frozenset({"began", "ready", "compiling", "decision", "end", "fault"})
"""What the child says of a request."""
GRACE = 1.0
"""Seconds in which a bot that was told to stop must come to its next decision, and a process must end."""
DRAIN = 0.2
"""Seconds in which the last answers of a process that has ended may still be read."""
LINE = 1 << 20
"""Bytes of the longest answer."""
BACKLOG = 1000
"""So many unread answers are more than any bot has reason to give."""


class BotFault(Exception):  # noqa: N818 - it is the bot's
    """A bot gave no legal answer: `spec` says which, `kind` how, `message` (one sentence) what happened."""

    def __init__(self, spec: str, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.spec = spec
        self.kind = kind
        self.message = message


class _Child(asyncio.SubprocessProtocol):
    """One running process and those who wait for its answers."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.inboxes: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self.open: dict[int, bool] = {}
        """The requests that have not ended yet, and whether each has come to `ready`."""
        self.gone: asyncio.Future[None] = self.loop.create_future()
        """Done once the process has ended and everyone who waited for it has been told."""
        self.heard = self.loop.time()
        """When it last got on with building a bot."""
        self.compiling = False
        """Whether it compiles a function now."""
        self.compiled = 0
        """How many functions it has compiled."""
        self._unread = bytearray()
        self._hung_up = False
        self._fault: dict[str, Any] = {}

    # --- to the process -----------------------------------------------------------------------

    def send(self, message: dict[str, Any]) -> None:
        """Send one line; nothing happens when the process is dead, which all who wait are told."""
        line = self._line
        if not line.is_closing():
            line.write(json.dumps(message).encode() + b"\n")

    def cancel(self, number: int, load_seconds: float) -> None:
        """Stop a request; kill the process when it does not stop in time."""
        if self.inboxes.pop(number, None) is not None and number in self.open:
            self.send({"cancel": number})
            patience = GRACE if self.open[number] else load_seconds
            self.loop.call_later(patience, lambda: self.kill() if number in self.open else None)

    def hang_up(self) -> None:
        """Close the line, at which the process ends by itself."""
        self._line.close()

    def kill(self) -> None:
        """End the process, and what it started, at once."""
        if not self.gone.done():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)

    @property
    def pid(self) -> int:
        """Of the process and of its group."""
        return self.transport.get_pid()

    @property
    def returncode(self) -> int | None:
        """None while the process runs."""
        return self.transport.get_returncode()

    @property
    def _line(self) -> asyncio.WriteTransport:
        return cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0))

    # --- from the process, called by asyncio ----------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process has been started."""
        self.transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Pass whole lines on."""
        *lines, rest = data.split(b"\n")
        if lines:
            lines[0] = bytes(self._unread) + lines[0]
            self._unread.clear()
        self._unread += rest
        for line in lines:
            if not self._fault:
                self._take(line)
        if len(self._unread) > LINE:
            self._fail("flooded", f"gave an answer of more than {LINE} bytes")

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """Without a line the process is of no use."""
        if fd == 1:
            self._hung_up = True
            if self.returncode is None:
                self.kill()
            else:
                self._end()

    def process_exited(self) -> None:
        """The process has ended. What it started may hold its line open for ever: that is not waited for."""
        if self._hung_up:
            self._end()
        else:
            self.loop.call_later(DRAIN, self._end)

    # --- inside -------------------------------------------------------------------------------

    def _take(self, line: bytes) -> None:
        """Pass one message on to who waits for it."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not _is_message(message):
            self._fail("illegal", "wrote something on the line for its answers that is none")
            return
        number = message["id"]
        if number not in self.open:
            return
        if "ready" in message:
            self.open[number] = True
        if "decision" not in message:
            self.heard = self.loop.time()
        if "compiling" in message:
            self.compiling = message["compiling"]
            self.compiled += self.compiling
        if "end" in message or "fault" in message:
            del self.open[number]
            if message.get("fault") == "memory":
                self.kill()
        if inbox := self.inboxes.get(number):
            inbox.put_nowait(message)
            if inbox.qsize() > BACKLOG:
                self._fail("flooded", f"gave more than {BACKLOG} answers that nobody could read in time")

    def _fail(self, kind: Kind, text: str) -> None:
        """End the process for something that it wrote."""
        self._fault = self._fault or {"fault": kind, "text": text}
        self.kill()

    def _end(self) -> None:
        """Tell everyone who waits that the process has gone, and let go of its pipes."""
        if self.gone.done():
            return
        self.kill()  # what it started
        self.gone.set_result(None)
        self.transport.close()
        self.open.clear()
        self.compiling = False
        for inbox in self.inboxes.values():
            inbox.put_nowait(self._fault or {"fault": "died", "text": f"died ({_cause(self.returncode or 0)})"})


class Host:
    """Bots in one child process, started when first needed and again after a fault. One thought at a time.

    `load_seconds` is what a bot may take to be built; from then on its time to think counts, from its first answer on.
    """

    def __init__(self, load_seconds: float = 180.0) -> None:
        self.load_seconds = load_seconds
        self._child: _Child | None = None
        self._children: set[_Child] = set()
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

    async def _send(self, number: int, line: dict[str, Any], inbox: asyncio.Queue[dict[str, Any]]) -> _Child:
        """Ask the living child, or a new one."""
        async with self._starting:
            if self._closed:
                raise asyncio.CancelledError
            child = self._child
            if child is None or child.gone.done() or child.returncode is not None:
                child = self._child = await self._start()
        child.inboxes[number] = inbox
        child.open[number] = False
        child.send(line)
        return child

    async def _start(self) -> _Child:
        _, child = await asyncio.get_running_loop().subprocess_exec(
            _Child,
            *(sys.executable, "-P", "-m", "cardtui.host_child"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=os.environ | ONE_EACH,
            start_new_session=True,  # Ctrl+C is for the screen
        )
        self._children.add(child)
        child.gone.add_done_callback(lambda _: self._children.discard(child))
        return child


def _is_message(message: Any) -> bool:
    """Whether it is one of the child's: a bot may write on the same line."""
    return (
        isinstance(message, dict)
        and type(message.get("id")) is int
        and isinstance(message.get("compiling", False), bool)
        and ("fault" not in message or (message["fault"] in get_args(Kind) and isinstance(message.get("text"), str)))
        and not MESSAGES.isdisjoint(message)
    )


def _cause(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
