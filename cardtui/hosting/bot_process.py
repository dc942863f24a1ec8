"""The bot process (`child`) as its parent sees it: starting it, and exchanging lines of JSON with it."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Literal, cast, get_args

from .. import system
from ..system import children

Kind = Literal["raised", "hung", "flooded", "illegal", "died", "memory", "refused"]
"""The ways in which a bot can fail."""
MESSAGES = frozenset({"began", "ready", "compiling", "decision", "end", "fault"})
"""The messages that the process may send about a request."""
GRACE = 1.0
"""Seconds that a stopped bot has until its next decision, and that a process has to exit."""
DRAIN = 0.2
"""Seconds during which the last answers of an exited process may still be read."""
LINE = 1 << 20
"""Maximum length of one answer in bytes."""
BACKLOG = 1000
"""Maximum number of unread answers; a bot that exceeds it is killed."""


class BotProcess(asyncio.SubprocessProtocol):
    """One running bot process, with a queue of answers for each request."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.inboxes: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self.open: dict[int, bool] = {}
        """The unfinished requests; the value tells whether the bot has reported `ready`."""
        self.gone: asyncio.Future[None] = self.loop.create_future()
        """Done once the process has exited and every waiting request has been told."""
        self.heard = self.loop.time()
        """When the process last made progress in building a bot (event loop time)."""
        self.compiling = False
        """Whether it is compiling a function now."""
        self.compiled = 0
        """Number of functions compiled so far."""
        self._unread = bytearray()
        self._hung_up = False
        self._fault: dict[str, Any] = {}

    # --- messages to the process --------------------------------------------------------------

    def send(self, message: dict[str, Any]) -> None:
        """Send one line. Does nothing if the process is dead; waiting requests are told so separately."""
        line = self._line
        if not line.is_closing():
            line.write(json.dumps(message).encode() + b"\n")

    def cancel(self, number: int, load_seconds: float) -> None:
        """Cancel a request, and kill the process if the bot does not stop in time."""
        if self.inboxes.pop(number, None) is not None and number in self.open:
            self.send({"cancel": number})
            patience = GRACE if self.open[number] else load_seconds
            self.loop.call_later(patience, lambda: self.kill() if number in self.open else None)

    def hang_up(self) -> None:
        """Close the process's input, so that it exits by itself."""
        self._line.close()

    def kill(self) -> None:
        """Kill the process and everything it started."""
        if not self.gone.done():
            system.kill(self.pid)

    @property
    def pid(self) -> int:
        """The process id, which is also the id of its process group."""
        return self.transport.get_pid()

    @property
    def returncode(self) -> int | None:
        """The exit code, or None while the process runs."""
        return self.transport.get_returncode()

    @property
    def _line(self) -> asyncio.WriteTransport:
        return cast(asyncio.WriteTransport, self.transport.get_pipe_transport(0))

    # --- callbacks of asyncio ---------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport of the started process."""
        self.transport = cast(asyncio.SubprocessTransport, transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Handle all complete lines received so far."""
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
        """Kill the process when it closes its output, since it can no longer answer."""
        if fd == 1:
            self._hung_up = True
            if self.returncode is None:
                self.kill()
            else:
                self._end()

    def process_exited(self) -> None:
        """Finish up after the process has exited.

        A program it started may keep its output open forever, so waiting for that is limited to `DRAIN` seconds.
        """
        if self._hung_up:
            self._end()
        else:
            self.loop.call_later(DRAIN, self._end)

    # --- internals ----------------------------------------------------------------------------

    def _take(self, line: bytes) -> None:
        """Deliver one message to the queue of its request."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not _is_message(message):
            self._fail("illegal", "wrote something that is not an answer on the line for its answers")
            return
        number = message["id"]
        if number not in self.open:
            return
        if "ready" in message:
            self.open[number] = True
        if "decision" not in message:
            self.heard = self.loop.time()
        if "compiling" in message:
            self.compiling = message["compiling"] > 0
            self.compiled = message["compiling"] or self.compiled
        if "end" in message or "fault" in message:
            del self.open[number]
            if message.get("fault") == "memory":
                self.kill()
        if inbox := self.inboxes.get(number):
            inbox.put_nowait(message)
            if inbox.qsize() > BACKLOG:
                self._fail("flooded", f"gave more than {BACKLOG} answers that nobody could read in time")

    def _fail(self, kind: Kind, text: str) -> None:
        """Record a protocol violation and kill the process."""
        self._fault = self._fault or {"fault": kind, "text": text}
        self.kill()

    def _end(self) -> None:
        """Tell all waiting requests that the process is gone, and close its pipes."""
        if self.gone.done():
            return
        self.kill()  # also kills what it started
        self.gone.set_result(None)
        self.transport.close()
        self.open.clear()
        self.compiling = False
        for inbox in self.inboxes.values():
            inbox.put_nowait(self._fault or {"fault": "died", "text": f"died ({system.ending(self.returncode or 0)})"})


async def start() -> BotProcess:
    """Start a bot process."""
    _, process = await asyncio.get_running_loop().subprocess_exec(
        BotProcess,
        *children.command("cardtui.hosting.child"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        **children.spawn_options(),
    )
    return process


def _is_message(message: Any) -> bool:
    """Return whether this is a valid message. A bot may write to the same pipe, so anything can arrive."""
    return (
        isinstance(message, dict)
        and type(message.get("id")) is int
        and type(message.get("compiling", 0)) is int
        and ("fault" not in message or (message["fault"] in get_args(Kind) and isinstance(message.get("text"), str)))
        and not MESSAGES.isdisjoint(message)
    )
