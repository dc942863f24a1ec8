"""A visitor's program as the server sees it: started, drawn into a page, counted, ended with all that it started."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple

import psutil

from .. import visitors
from ..system import children
from ..system.threads import ONE_EACH
from . import driver

FIRST_LINE = b"__GANGLION__\n"
"""What Textual's driver for browsers says first."""
LARGEST = 4 << 20
"""The most bytes that a program draws at once."""
PATIENCE = 5.0
"""Seconds that a program has to leave by itself."""
LAST_WORDS = 1 << 16
"""The most bytes of standard error that are looked at."""
ERRORS = 16 << 20
"""The most bytes that a program may write there."""
_INHERITED = ("PATH", "LANG", "TZ", "PYTHONPATH", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
_PREFIXES = ("LC_", "NUMBA_", "OPENBLAS_")
"""The variables of the server that its visitors' programs need; others may hold secrets."""


class Page(NamedTuple):
    """The page that a program is shown in."""

    draw: Callable[[bytes], Awaitable[None]]
    """Show what the program draws."""
    save: Callable[[str, str], Awaitable[None]]
    """Give the visitor a file: its name, its text."""
    close: Callable[[str], Awaitable[None]]
    """Close it, with a sentence that tells why."""


class Size(NamedTuple):
    """The columns and lines of a page."""

    width: int
    height: int


class Used(NamedTuple):
    """What a program takes of the machine."""

    processes: int
    memory: int
    """In bytes; what several of its processes share counts once."""


class Program:
    """One visitor's running program, shown in `page`, or in none for the time being."""

    def __init__(self, process: asyncio.subprocess.Process, errors: BinaryIO) -> None:
        self.process = process
        self.page: Page | None = None
        self._seen: psutil.Process | None = None
        with suppress(psutil.NoSuchProcess):  # it may have ended at once, and then its last words are told
            self._seen = psutil.Process(process.pid)
        self._errors = errors

    @classmethod
    async def start(cls, folder: Path, size: Size, memory: int) -> Program:
        """Start a program that keeps its files in `folder`, which is made if it is missing. Raises OSError."""
        from platformdirs import user_cache_path

        temporary, caches = folder / "tmp", user_cache_path()
        kernels = caches / "cardtui" / "kernels"
        for path in (temporary, kernels):
            path.mkdir(parents=True, exist_ok=True)
        with ExitStack() as opened:
            errors = opened.enter_context(TemporaryFile())  # not in `folder`, where the program might replace it
            process = await asyncio.create_subprocess_exec(
                *children.command("cardtui.serve.visitor", str(folder), str(kernels), str(memory)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=errors,
                env=_variables(folder, caches, size),
                start_new_session=True,
            )
            opened.pop_all()
            return cls(process, errors)

    async def run(self) -> str:
        """Pass on what it draws, until it ends; return what it said on standard error last, "" if all went well."""
        with self._errors:
            try:
                await self._pass_on()
            finally:
                await self.end()
            if self.process.returncode in (0, 130):  # 130: by Ctrl+C
                return ""
            self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - LAST_WORDS))
            said = self._errors.read().decode(errors="replace").strip().splitlines()
            return said[-1] if said else f"exit status {self.process.returncode}"

    async def _pass_on(self) -> None:
        out = self.process.stdout
        assert out is not None
        with suppress(asyncio.IncompleteReadError, asyncio.LimitOverrunError):  # it ended, or wrote something else
            while await out.readuntil() != FIRST_LINE:
                pass
            while True:
                kind, length = await out.readexactly(1), int.from_bytes(await out.readexactly(4), "big")
                if length > LARGEST:
                    break
                drawn = await out.readexactly(length)
                if page := self.page:
                    with suppress(ConnectionError):  # the page has gone
                        await _show(page, kind, drawn)

    # --- messages to it ----------------------------------------------------------------------------

    async def type(self, text: str) -> None:
        """Pass on what was typed or clicked."""
        await self._send(b"D", text.encode("utf-8", "replace"))

    async def resize(self, size: Size) -> None:
        """Tell it how large the page is."""
        await self._tell({"type": "resize", **size._asdict()})

    async def draw_again(self) -> None:
        """Let it draw everything, for a page that has seen nothing so far."""
        await self._tell({"type": driver.AGAIN})

    async def _tell(self, message: dict[str, Any]) -> None:
        await self._send(b"M", json.dumps(message).encode())

    async def _send(self, kind: bytes, content: bytes) -> None:
        line = self.process.stdin
        assert line is not None
        with suppress(ConnectionError):  # it has ended
            line.write(kind + len(content).to_bytes(4, "big") + content)
            await line.drain()

    # --- its end -----------------------------------------------------------------------------------

    def used(self) -> Used:
        """Return what it takes now; nothing if it has ended."""
        found = self._tree()
        memory = 0
        for one in found:
            with suppress(psutil.Error):
                memory += one.memory_full_info().pss
        return Used(len(found), memory)

    @property
    def floods(self) -> bool:
        """Whether it has written more than `ERRORS` bytes to standard error, which count to no folder's."""
        return not self._errors.closed and os.fstat(self._errors.fileno()).st_size > ERRORS

    async def end(self, patience: float = PATIENCE) -> None:
        """Ask it to leave, and end it and all that it started if it has not after so many seconds."""
        if patience and self.process.returncode is None:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):  # one that hangs may not even take the message
                    await self._tell({"type": "quit"})
                    await self.process.wait()
        if self.process.returncode is None and self._seen:
            with suppress(psutil.Error):
                self._seen.suspend()  # starts nothing new meanwhile; orphans come to it
            until = asyncio.get_running_loop().time() + PATIENCE
            while (rest := self._tree()[1:]) and asyncio.get_running_loop().time() < until:
                for one in rest:
                    with suppress(psutil.Error):
                        one.kill()
                await asyncio.sleep(0.02)
            with suppress(psutil.Error):
                self._seen.kill()  # not asyncio's kill, which may take the exit status from asyncio itself
        await self.process.wait()

    def _tree(self) -> list[psutil.Process]:
        """Return its processes, itself first; none if it has ended."""
        if self._seen is None or not _runs(self._seen):
            return []
        with suppress(psutil.Error):
            return [self._seen, *filter(_runs, self._seen.children(recursive=True))]
        return []


def _runs(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    return False


async def _show(page: Page, kind: bytes, content: bytes) -> None:
    """Show one message of a program in its page; those that mean nothing here are dropped."""
    if kind == b"D":
        await page.draw(content)
    elif kind == b"M":
        message: Any = None
        with suppress(ValueError, RecursionError):
            message = json.loads(content)
        match message:
            case {"type": driver.FILE, "name": str(name), "text": str(text)}:
                await page.save(name, text)


def _variables(folder: Path, caches: Path, size: Size) -> dict[str, str]:
    """Return the environment of a visitor's program, all of whose own folders lie below `folder`."""
    kept = {name: text for name, text in os.environ.items() if name in _INHERITED or name.startswith(_PREFIXES)}
    own = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "STATE")}
    homes = {"XDG_CACHE_HOME": str(caches), "HOME": str(folder), "TMPDIR": str(folder / "tmp")}
    terminal = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "TEXTUAL_DRIVER": "cardtui.serve.driver:PageDriver"}
    page = {"COLUMNS": str(size.width), "ROWS": str(size.height), "PYTHONIOENCODING": "utf-8", visitors.VISITOR: "1"}
    return kept | ONE_EACH | own | homes | terminal | page
