"""One running process of bots, `host_child`, and the line of JSON that is spoken with it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from typing import Any, Literal, cast, get_args

from .threads import ONE_EACH

Kind = Literal["raised", "hung", "flooded", "illegal", "died", "memory", "refused"]
"""How a bot can fail."""
MESSAGES = frozenset({"began", "ready", "compiling", "decision", "end", "fault"})
"""What the process says of a request."""
GRACE = 1.0
"""Seconds in which a bot that was told to stop must come to its next decision, and a process must end."""
DRAIN = 0.2
"""Seconds in which the last answers of a process that has ended may still be read."""
LINE = 1 << 20
"""Bytes of the longest answer."""
BACKLOG = 1000
"""So many unread answers are more than any bot has reason to give."""


class BotProcess(asyncio.SubprocessProtocol):
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


async def start() -> BotProcess:
    """Start a process of bots, in a group of its own: Ctrl+C is for the screen."""
    _, process = await asyncio.get_running_loop().subprocess_exec(
        BotProcess,
        *(sys.executable, "-P", "-m", "cardtui.host_child"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=os.environ | ONE_EACH,
        start_new_session=True,
    )
    return process


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
