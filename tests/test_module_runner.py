"""Modules asked in a process of their own: what comes back, and that nothing is left running, however it ends."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Refusal
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.review import regret
from cardtui.study import beliefs, outcomes, solo, solved
from cardtui.system import module_runner
from cardtui.system.threads import ONE_EACH

ODD = """
import json, os, signal, sys, time
what = sys.argv[1]
if what == "fails":
    print("a warning", file=sys.stderr)
    sys.exit("one sentence")
if what == "dies":
    os._exit(3)
if what == "is killed":
    print("a bot's own words", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
if what == "leaves":
    print(json.dumps({"done": True}), flush=True)
    if not os.fork():
        time.sleep(60)
    os._exit(0)
if what == "chats":
    print("a bot's own words")
    print([1, 2])
    told = {"threads": os.environ["OMP_NUM_THREADS"], "input": sys.stdin.read(), "nice": os.nice(0)}
    print(json.dumps(told | {"long": "x" * 200_000}))
if what == "stays":
    print(json.dumps({"pid": os.getpid()}), flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module `odd` that children can import."""
    (tmp_path / "odd.py").write_text(ODD)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def ends(pid: int) -> bool:
    """Whether that process goes."""
    for _ in range(6000):
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":  # waits to be reaped
                return True
        except OSError:
            return True
        time.sleep(0.01)
    return False


async def test_the_answer_is_the_last_object_and_all_else_a_bot_s_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ONE_EACH:
        monkeypatch.delenv(name, raising=False)
    told = {"threads": "1", "input": "", "nice": min(19, os.nice(0) + 10), "long": "x" * 200_000}
    assert await module_runner.ask("odd", "chats") == told


async def test_a_process_that_it_leaves_behind_is_not_waited_for() -> None:
    began = time.monotonic()
    assert await module_runner.ask("odd", "leaves") == {"done": True}
    assert time.monotonic() - began < 30


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("fails", "^one sentence$"),
        ("dies", r"^odd has died \(exit code 3\)$"),
        ("is killed", r"^odd has died \(killed by SIGKILL\)$"),
        ("silent", "gave no answer"),
    ],
)
async def test_what_goes_wrong_is_a_sentence(what: str, told: str) -> None:
    with pytest.raises(Refusal, match=told):
        await module_runner.ask("odd", what)


def test_a_file_that_cannot_be_used_is_a_sentence() -> None:
    with pytest.raises(SystemExit) as ended, module_runner.errors_in_one_line():
        raise OSError(28, "No space left on device", "there")
    assert ended.value.code == "there cannot be used: No space left on device"


async def test_a_pipe_that_breaks_is_a_sentence_and_the_child_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(reader: asyncio.StreamReader) -> bytes:
        raise OSError(5, "Input/output error")

    pids: list[int] = []
    monkeypatch.setattr(asyncio.StreamReader, "__anext__", broken)
    with pytest.raises(Refusal, match=r"^what odd tells cannot be read: Input/output error$"):
        async for _ in module_runner.lines("odd", "stays", started=pids.append):
            pass
    assert ends(pids[0])


async def test_nothing_is_imported_from_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    (here / "random.py").write_text("raise SystemExit('imported from the current folder')")
    monkeypatch.chdir(here)
    monkeypatch.delenv("PYTHONPATH")
    with pytest.raises(Refusal, match="random gives its moves no values"):
        await outcomes.ask(registry.game("zsy"), "random", 5, 1)
    assert "no moment" in await solved.ask(_record(tmp_path), 99)


async def test_a_record_that_is_gone_is_told_in_a_sentence(tmp_path: Path) -> None:
    """Some modules let OSError through: what was shown began with the name of its class."""
    gone = tmp_path / "none.jsonl"
    sentence = f"{gone} is no saved match: No such file or directory"
    with pytest.raises(Refusal, match=f"^{re.escape(sentence)}"):
        await regret.ask(registry.game("zsy"), "random", 5, 1, str(gone))
    with pytest.raises(Refusal, match=f"^{re.escape(sentence)}"):
        await beliefs.ask(registry.game("zsy"), "random", 5, 1, str(gone))
    assert (await solved.ask(gone, 0)).startswith(f"solver: {sentence}")


async def test_who_stops_listening_ends_it() -> None:
    async with aclosing(module_runner.lines("odd", "stays")) as lines:
        pid = (await anext(lines))["pid"]
    assert ends(pid)


async def test_it_has_ended_when_the_iteration_has_that_is_cancelled_twice() -> None:
    """Else the loop, closed meanwhile, would hear of its end, and tell so on the terminal."""
    lines = module_runner.lines("odd", "stays")
    pid = (await anext(lines))["pid"]
    waits = asyncio.ensure_future(anext(lines))
    for _ in range(3):
        await asyncio.sleep(0)
        waits.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waits
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


PARENT = """
import asyncio, os
from cardtui.system import module_runner
async def main():
    lines = module_runner.lines("odd", "stays")
    print((await anext(lines))["pid"], flush=True)
    waits = asyncio.create_task(anext(lines))
    await asyncio.sleep(0.1)
    {end}
asyncio.run(main())
"""


@pytest.mark.parametrize("end", ["os.kill(os.getpid(), 9)", "pass", "raise SystemExit(2)"])
def test_it_ends_with_the_program(end: str) -> None:
    """However that ends."""
    run = subprocess.run([sys.executable, "-c", PARENT.format(end=end)], capture_output=True, text=True, timeout=60)
    assert ends(int(run.stdout))


def _record(folder: Path) -> Path:
    path = folder / "98.jsonl"
    match = Match.new("98", "paper", (HUMAN,), 3, path)
    match.play(match.observe(0).legal[0])  # else it would not be kept
    match.close()
    return path


async def _watch(folder: Path) -> None:
    async with aclosing(solo.watch(_record(folder))) as stream:
        async for _ in stream:
            pass


ASKING: dict[str, Callable[[Path], Coroutine[Any, Any, Any]]] = {
    "outcomes": lambda folder: outcomes.ask(registry.game("yaniv"), "harel", 100_000, 0),
    "regret": lambda folder: regret.ask(registry.game("yaniv"), "harel", 100_000, 0),
    "solved": lambda folder: solved.ask(_record(folder), 0),
    "solo": _watch,
}


@pytest.mark.parametrize("name", ASKING)
async def test_no_process_outlives_its_asking(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def noted(*words: str, **how: Any) -> asyncio.subprocess.Process:
        begun.append(await start(*words, **how))
        begun[0].send_signal(signal.SIGSTOP)  # it does not end by itself
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    asked = asyncio.create_task(ASKING[name](tmp_path))
    while not begun:
        await asyncio.sleep(0.001)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert begun[0].returncode == -9
    with pytest.raises(ProcessLookupError):
        os.kill(begun[0].pid, 0)
