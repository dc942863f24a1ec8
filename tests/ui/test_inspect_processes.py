"""The processes of the inspect screen: begun where they are needed, stopped when nobody waits for them."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardtui.hosting.host import Host
from cardtui.review import positions
from cardtui.study import opinions, solved
from cardtui.ui.app import Inspect

from .common import inspecting, type_in, until
from .test_inspect import SHORT
from .test_replay import record


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[asyncio.subprocess.Process]:
    """The processes that were started since; they stand still."""
    found: list[asyncio.subprocess.Process] = []
    start = asyncio.create_subprocess_exec

    async def noted(*words: str, **how: Any) -> asyncio.subprocess.Process:
        found.append(await start(*words, **how))
        found[-1].send_signal(signal.SIGSTOP)
        return found[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    return found


async def test_who_leaves_ends_the_processes(begun: list[asyncio.subprocess.Process]) -> None:
    """Those that read tables, all of them, and those that count."""
    bots = ("harel", "harel-best")
    async with inspecting(Inspect("yaniv", bots, observation=SHORT)) as (_, pilot):
        await pilot.press("f2", "f5")
        await until(pilot, lambda: len(begun) == 2)
        await type_in(pilot, "worst 100000")
        await pilot.press("enter")
        await until(pilot, lambda: len(begun) == 3)
        await type_in(pilot, "outcomes 100000")
        await pilot.press("enter")
        await until(pilot, lambda: len(begun) == 4)
        assert begun[2].returncode is None and begun[3].returncode is None
        await pilot.press("escape")
        await until(pilot, lambda: all(process.returncode == -9 for process in begun))


async def test_a_solver_that_was_stopped_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another moment stops it."""
    gate, asked = asyncio.Event(), list[int]()

    async def ask(path: Path, place: int) -> str:
        asked.append(place)
        await gate.wait()
        return f"solved {place}"

    monkeypatch.setattr(solved, "ask", ask)
    with_solver = replace(positions.setups_of("yaniv"), solver="any")
    monkeypatch.setattr(positions, "setups_of", lambda game: with_solver)
    record(tmp_path / "m.jsonl", deals=1)
    async with inspecting(Inspect("yaniv", ("greedy",), record=tmp_path / "m.jsonl")) as (screen, pilot):
        await pilot.press("f7")
        await until(pilot, lambda: asked)
        await pilot.press("f7", "right", "f7")
        await until(pilot, lambda: len(asked) == 2)
        await pilot.press("f7", "left", "f7")
        await until(pilot, lambda: len(asked) == 3 and asked[2] == asked[0])
        gate.set()
        await until(pilot, lambda: f"solved {asked[0]}" in screen.solved.values())
        assert len(screen.solved) == 1


def test_the_screens_load_no_numpy() -> None:
    names = "ui.screens.inspect, ui.screens.replay, study.inspect, commands.graphs, games.yaniv.positions"
    code = f"import sys, {', '.join('cardtui.' + name for name in names.split(', '))}\n"
    code += "print([name for name in ('numpy', 'numba', 'torch', 'plotext') if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


async def test_shipped_bots_answer_a_swap_in_their_own_process() -> None:
    """As the screen asks them; how long that takes is for benchmarks/swap.py."""
    host = Host()
    position = positions.from_json("yaniv", json.loads(SHORT))
    changed = positions.swap(position, "3", "2s")
    try:
        for bot in ("harel", "yaniv-td"):
            decision = await host.decide(changed.game, bot, changed.seen, "0")
            assert decision == opinions.opinion(changed.game, bot, changed.seen, "0")
    finally:
        await host.close()
