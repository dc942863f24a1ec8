"""What each command loads: asked of a fresh process, which lists its `sys.modules` when it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardtui.commands.parser import parser

HEAVY = ("textual", "numpy", "numba", "torch", "llvmlite")
PROBE = """
import atexit, json, sys
def tell():
    print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})), file=sys.stderr)
atexit.register(tell)
"""
LISTS = (
    ("--help",),
    ("--version",),
    ("games",),
    ("games", "--json"),
    ("bots", "yaniv"),
    ("bots", "yaniv", "--json"),
    ("config", "show"),
    ("config", "validate"),
    ("config", "locate", "--json"),
    ("history",),
    ("completion", "bash"),
    ("nonsense",),
    ("yaniv", "--bots", "nobody"),
)
COMMANDS = parser()._subparsers
assert COMMANDS
HELP = [(name, "--help") for action in COMMANDS._group_actions for name in action.choices or ()]
"""The help of each command."""


def environment(folder: Path) -> dict[str, str]:
    homes = {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CONFIG", "DATA", "CACHE")}
    kept = {key: value for key, value in os.environ.items() if not key.startswith("CARDTUI_")}
    return {**kept, **homes}


def loaded(code: str, *arguments: str, folder: Path) -> set[str]:
    """The top-level modules in a process after it ran `code`."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE + code, *arguments],
        capture_output=True,
        text=True,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("words", [*LISTS, *HELP], ids=" ".join)
def test_lists_import_nothing_heavy(words: tuple[str, ...], tmp_path: Path) -> None:
    modules = loaded("from cardtui.cli import main; sys.exit(main())", *words, folder=tmp_path)
    assert "cardtui" in modules
    assert not modules & set(HEAVY)
    if words in {("games",), ("bots", "yaniv"), ("--version",), ("config", "show")}:
        assert "rich" not in modules


def test_the_probe_sees_what_is_loaded(tmp_path: Path) -> None:
    assert "numpy" in loaded("import numpy", folder=tmp_path)


def test_without_torch_all_tests_can_be_collected() -> None:
    """Those that need it are skipped, the others are there: torch comes with the extra `train`."""
    tests = Path(__file__).parent
    files = [
        path
        for path in sorted(tests.rglob("test_*.py"))
        if "torch" in path.read_text() or "training" in path.read_text()
    ]
    code = "import sys; sys.modules['torch'] = None; import pytest; sys.exit(pytest.main(sys.argv[1:]))"
    options = ("--collect-only", "-q", "-p", "no:cacheprovider", "-p", "no:xdist")
    done = subprocess.run(
        [sys.executable, "-c", code, *options, *map(str, files)], cwd=tests.parent, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout
    assert "tests/zsy/test_bots.py" in done.stdout and "tests/test_nets.py" not in done.stdout


def test_a_table_without_people_elsewhere_loads_nothing_of_theirs(tmp_path: Path) -> None:
    code = """
import cardtui.ui.app, cardtui.ui.games.yaniv.screen
sys.modules |= {name.replace(".", "_"): None for name in sys.modules}  # so that the probe tells whole names
"""
    modules = loaded(code, folder=tmp_path)
    assert "cardtui_ui_games_yaniv_screen" in modules and not any(name.startswith("cardtui_remote") for name in modules)


def test_the_screen_loads_no_kernel_and_no_network(tmp_path: Path) -> None:
    code = """
import importlib, pkgutil, cardtui.ui.app, cardtui.ui.screens
for found in pkgutil.iter_modules(cardtui.ui.screens.__path__):
    importlib.import_module(f"cardtui.ui.screens.{found.name}")
"""
    modules = loaded(code, folder=tmp_path)
    assert "textual" in modules
    assert not modules & (set(HEAVY) - {"textual"})
