"""A module asked in a process of its own, for screens that must not load a bot or a kernel themselves.

`python -m cardtui.review.child MODULE WORDS` is what runs there: the module as a program, until the parent has gone.
"""

from __future__ import annotations

import asyncio
import json
import os
import runpy
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from tempfile import TemporaryFile
from threading import Thread
from typing import Any

from .. import memory
from ..core import Refusal
from ..threads import ONE_EACH

LINE = 1 << 30
"""Bytes of the longest answer."""


async def ask(module: str, *words: str) -> dict[str, Any]:
    """What `python -m module words` answers: the last of `lines`. Refusal as there, and when there is none."""
    async with aclosing(lines(module, *words)) as told:
        found = [answer async for answer in told]
    if not found:
        raise Refusal(f"{module} gave no answer")
    return found[-1]


async def lines(module: str, *words: str) -> AsyncGenerator[dict[str, Any], None]:
    """The JSON objects that `python -m module words` prints, one a line; what a bot prints beside them is passed over.

    Refusal with the last line of its errors when it fails. The process ends with the iteration, also when that is left
    or cancelled, and with this process, however it ends.
    """
    with TemporaryFile() as wrong:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", __name__, module, *words),
            stdin=PIPE,
            stdout=PIPE,
            stderr=wrong,
            env=os.environ | ONE_EACH,
            start_new_session=True,  # Ctrl+C is for the screen
            limit=LINE,
        )
        assert process.stdout
        try:
            async for line in process.stdout:
                if (found := _object(line)) is not None:
                    yield found
            code = await process.wait()
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
        if code:
            wrong.seek(0)
            last = wrong.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise Refusal(last or f"{module} ended with exit code {code}")


def _object(line: bytes) -> dict[str, Any] | None:
    """The JSON object on a line, if there is one."""
    with suppress(ValueError, RecursionError):
        found = json.loads(line)
        if isinstance(found, dict):
            return found
    return None


def _end_with_parent(line: int) -> None:
    """The parent writes nothing: its line ends when it does."""
    os.read(line, 1)
    os._exit(1)


if __name__ == "__main__":
    held = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # a bot's own input is empty
    os.close(nothing)
    Thread(target=_end_with_parent, args=(held,), daemon=True).start()
    memory.limit()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
