"""What Windows lacks is taken away (`windows/sitecustomize.py`): bots, arena, review and records work without it.

No Windows was at hand; what it does otherwise is not shown here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EVERY_MODULE = """
import importlib, os, pkgutil, cardtui
assert not hasattr(os, "nice"), "nothing was taken away"
try:
    exec("import resource", {"__name__": "cardtui.any"})
except ModuleNotFoundError:
    pass
else:
    raise AssertionError("modules were not taken away")
ELSEWHERE = (  # the last one runs on Linux alone
    "cardtui.ui.terminal.driver", "cardtui.__main__", "cardtui.serve.visitor",
)
for module in pkgutil.walk_packages(cardtui.__path__, "cardtui."):
    if module.name not in ELSEWHERE and ".training" not in module.name:
        importlib.import_module(module.name)
"""
A_BOT_MOVES = """
import asyncio
from random import Random
from cardtui import registry
from cardtui.hosting.host import Host

async def main():
    host, game = Host(), registry.game("tricks")
    state = game.start(game.deal(Random(1)))
    seen = game.observe(state, game.turn(state))
    async for decision in host.think(game, "first", seen, 1):
        print(decision.action)
    await host.close()

asyncio.run(main())
"""


def run(folder: Path, *words: str) -> str:
    """What a Python process prints in which all this is missing."""
    homes = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "STATE")}
    path = os.pathsep.join([str(HERE / "windows"), str(HERE.parent)])
    told = subprocess.run(
        [sys.executable, *words],
        env=os.environ | homes | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


@pytest.mark.parametrize(
    ("code", "says"),
    [(EVERY_MODULE, ""), (A_BOT_MOVES, "Action(verb='play'")],
    ids=["every module is imported", "a bot moves"],
)
def test_without_what_windows_lacks(code: str, says: str, tmp_path: Path) -> None:
    assert run(tmp_path, "-c", code).startswith(says)


def test_commands_without_what_windows_lacks(tmp_path: Path) -> None:
    cardtui = ("-m", "cardtui")
    arena = run(tmp_path, *cardtui, "arena", "tricks", "first", "random", "--deals", "20", "--jobs", "2", "--json")
    assert json.loads(arena)["results"]
    run(
        tmp_path,
        *cardtui,
        "tricks",
        "--plain",
        "--people",
        "0",
        "--rules",
        "tricks:deals=1",
        "--bots",
        "first",
        "first",
    )
    review = run(tmp_path, *cardtui, "review", "last", "--seat", "1", "--jobs", "2", "--json")
    assert json.loads(review)["reviews"]
