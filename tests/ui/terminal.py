"""The program on a real pseudo-terminal: its bytes, its keys, its signals, its exit status."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

LAUNCH = """\
import sys
from cardtui.settings import load
from cardtui.ui.app import Menu, Play, run
seats = tuple(sys.argv[2:])
flags = dict(flag.split("=") for flag in sys.argv[1].split())
settings = load({"pace": 0.05, "coach": "greedy"} | flags)
sys.exit(run(settings, Play("yaniv", "paper", seats, 7) if seats else Menu()))
"""


LEFT = {
    1049: "l",
    25: "h",
    7: "h",
    1000: "l",
    1003: "l",
    1006: "l",
    1015: "l",
    1016: "l",
    1004: "l",
    2004: "l",
    2048: "l",
}
"""How each mode must be left that the program switches: screen, cursor, wrapping, mouse, focus, pasting, sizes."""


class Terminal:
    """One run of the program on a terminal. `flags` are settings: "ascii=yes pace=0.2"; without `seats` the menu.

    With `words` it is the command line `cardtui WORDS` instead. `python` is the interpreter, of any checkout.
    """

    def __init__(
        self,
        folder: Path,
        *seats: str,
        flags: str = "",
        words: Sequence[str] = (),
        size: tuple[int, int] = (80, 24),
        python: str = sys.executable,
        **environment: str,
    ) -> None:
        self.output = b""
        names = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("DATA", "CONFIG", "CACHE", "STATE")}
        known = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("CARDTUI", "NO_COLOR", "TEXTUAL", "COLUMNS", "LINES"))
        }
        environ = known | {"TERM": "xterm-256color", "PYTHONWARNINGS": "ignore"} | names | environment
        program = ("-m", "cardtui", *words) if words else ("-c", LAUNCH, flags, *seats)
        ready, begin = os.pipe()
        self.pid, self.file = pty.fork()
        if self.pid == 0:  # the child
            os.read(ready, 1)
            os.execve(python, [python, *program], environ)
        self.found = termios.tcgetattr(self.file)
        """The modes of the terminal before the program has taken it."""
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        os.write(begin, b" ")
        os.close(begin)
        os.close(ready)
        self.status: int | None = None

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.file)

    def read(self, seconds: float) -> bytes:
        """What comes within that time; returns at the first bytes."""
        ready, _, _ = select.select([self.file], [], [], seconds)
        try:
            new = os.read(self.file, 1 << 16) if ready else b""
        except OSError:  # the other side has gone
            new = b""
        self.output += new
        return new

    def wait_for(self, sign: bytes, seconds: float = 20.0) -> float:
        """Read until `sign` has come since the last call; the seconds it took."""
        begun, start = time.perf_counter(), len(self.output)
        while sign not in self.output[start:]:
            left = seconds - (time.perf_counter() - begun)
            if left <= 0:
                raise TimeoutError(f"{sign!r} did not come; the last was {self.output[-400:]!r}")
            self.read(left)
        return time.perf_counter() - begun

    def quiet(self, seconds: float = 0.3) -> None:
        """Read until nothing comes for that long, at most five times as long: a cursor may blink."""
        until = time.perf_counter() + 5 * seconds
        while self.read(seconds) and time.perf_counter() < until:
            pass

    def press(self, keys: str) -> None:
        """Send these bytes as if typed."""
        os.write(self.file, keys.encode())

    def stop(self, name: signal.Signals) -> None:
        """Send SIGSTOP or SIGTSTP, and wait until it holds."""
        os.kill(self.pid, name)
        self.stopped()

    def stopped(self, seconds: float = 20.0) -> None:
        """Wait until it is stopped."""
        until = time.perf_counter() + seconds
        while not os.waitpid(self.pid, os.WUNTRACED | os.WNOHANG)[0]:
            if time.perf_counter() > until:
                raise TimeoutError("it does not stop")
            self.read(0.02)
        self.quiet(0.05)

    def not_restored(self) -> list[str]:
        """What is not as it was before the program began."""
        wrong = ["modes of the line"] * (termios.tcgetattr(self.file) != self.found)
        last = {int(mode): way for mode, way in re.findall(rb"\x1b\[\?(\d+)([hl])", self.output)}
        wrong += [f"mode {mode}" for mode, way in last.items() if way.decode() != LEFT.get(mode)]
        if len(re.findall(rb"\x1b\[>\d+u", self.output)) != self.output.count(b"\x1b[<u"):
            wrong.append("keyboard protocol")
        return wrong

    def exit_status(self, seconds: float = 20.0, keys: str = "") -> int:
        """Wait for the end, `keys` coming in all the while; the exit status, or minus the signal that killed it."""
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            if keys and select.select([], [self.file], [], 0)[1]:  # else nobody reads them any more
                self.press(keys)
            self.read(0.02)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                return self.status
        raise TimeoutError("it does not end")


def printed(output: bytes) -> str:
    """Return what was printed after the screen had gone, without colours and trailing spaces."""
    text = output[output.rindex(b"\x1b[?1049l") :].decode().replace("\r", "")
    lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).split("\n")]
    return "\n".join(line for line in lines if " a second" not in line).strip()
