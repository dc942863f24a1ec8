"""Run a module in a child process of low priority, so that a screen need not load bots or kernels itself.

The child is `python -m cardtui.system.module_runner MODULE ARGUMENTS`: the module as a program that ends with its
parent. What it prints are lines of JSON.
"""

from __future__ import annotations

import asyncio
import json
import os
import runpy
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager, suppress
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Thread
from typing import Any

from .. import system
from ..core import Refusal
from . import children, memory
from .files import sentence

LINE = 1 << 30
"""Maximum size in bytes of one line of output."""

LOOK = 0.5
"""Seconds between checks whether the process has ended."""


async def ask(module: str, *arguments: str) -> dict[str, Any]:
    """Return the last of the `lines` that `python -m module arguments` prints.

    Raises Refusal like `lines`, and if there is no line.
    """
    async with aclosing(lines(module, *arguments)) as told:
        found = [answer async for answer in told]
    if not found:
        raise Refusal(f"{module} gave no answer")
    return found[-1]


async def lines(
    module: str, *arguments: str, started: Callable[[int], None] = lambda pid: None
) -> AsyncGenerator[dict[str, Any], None]:
    """Yield the JSON objects that `python -m module arguments` prints, one per line.

    `started` is called with the number of the process, which leads a group of its own. Other output, such as that of a
    bot, is skipped. Raises Refusal if the process cannot be started or read, or fails: with the last line of stderr, or
    with the signal that killed it.

    The process is killed when the iteration ends, is abandoned or is cancelled, and when this process ends for any
    reason. What it and its workers had in the folder for temporary files goes with it.
    """
    scratch = TemporaryDirectory(prefix="c", ignore_cleanup_errors=True)  # short: sockets of Ray lie in it
    with TemporaryFile() as wrong, scratch as place:
        try:
            process = await asyncio.create_subprocess_exec(
                *children.command(__name__, module, *arguments),
                stdin=PIPE,
                stdout=PIPE,
                stderr=wrong,
                limit=LINE,
                **children.spawn_options(TMPDIR=place),
            )
        except OSError as error:
            raise Refusal(f"{module} could not be started: {error.strerror}") from error
        assert process.stdout
        ending = asyncio.create_task(_end_what_is_left(process))
        try:
            started(process.pid)
            async for line in process.stdout:
                if (found := _object(line)) is not None:
                    yield found
            code = await process.wait()
        except OSError as error:
            raise Refusal(f"what {module} tells cannot be read: {error.strerror or error}") from error
        finally:
            if process.returncode is None:
                system.kill(process.pid)
            while process.returncode is None:  # also if it is cancelled again: its end would find the loop closed
                with suppress(asyncio.CancelledError):
                    await process.wait()
            ending.cancel()
        if code:
            wrong.seek(0)
            last = wrong.read().decode(errors="replace").strip().rpartition("\n")[2] if code > 0 else ""
            raise Refusal(last or f"{module} has died ({system.ending(code)})")


async def _end_what_is_left(process: asyncio.subprocess.Process) -> None:
    """Kill what a process leaves behind when it ends, which could hold its output open for ever."""
    while process.returncode is None:  # `wait` would also wait until the output is closed
        await asyncio.sleep(LOOK)
    system.kill(process.pid)


@contextmanager
def errors_in_one_line() -> Iterator[None]:
    """End this process with the text of a Refusal or OSError on stderr, which `lines` passes on, and no traceback.

    If nobody reads the output any more, end without a text.
    """
    try:
        yield
    except BrokenPipeError:
        pass
    except (Refusal, OSError) as error:
        sys.exit(sentence(error))


def _object(line: bytes) -> dict[str, Any] | None:
    """Return the JSON object on a line, or None."""
    with suppress(ValueError, RecursionError):
        found = json.loads(line)
        if isinstance(found, dict):
            return found
    return None


def _end_with_parent(line: int) -> None:
    """End the child when the parent ends: the parent never writes, so reading returns only when the pipe is closed."""
    os.read(line, 1)
    os._exit(1)


if __name__ == "__main__":
    Thread(target=_end_with_parent, args=(children.take_input(),), daemon=True).start()
    memory.limit()
    system.yield_priority(10)  # the screen first, and the bots at its table
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
