"""Puts a defect into a copy of the tree, and sees whether the tests that should catch it do.

The defects are written by hand: mutmut and cosmic-ray turn operators one by one, many thousands of them, and neither
leaves out a call, tells the wrong seat or forgets what was. A row of the table says exactly which text is replaced, and
one that is not found once is an error, so that no row goes stale unnoticed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
COPIED = ("cardtui", "agents", "tests", "pyproject.toml")
LINKED = ("weights", "docs", "README.md", "benchmarks")
LIMIT = 600.0
"""Seconds for the tests of one defect: far more than they take, so that a loaded machine changes no verdict."""
FAILED = 1
"""pytest's exit status when tests failed; other ones tell that it could not run them."""


class Defect(NamedTuple):
    """One planted fault: in `file` the text `old`, which is there once, becomes `new`."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    """Those that are supposed to catch it, as pytest names them."""


def defects(file: str, tests: str, *rows: tuple[str, ...]) -> tuple[Defect, ...]:
    """Defects of one file: (name, old, new), and the tests, apart by spaces, where they are others than `tests`.

    After ` -k ` follows pytest's expression for which of them.
    """
    return tuple(Defect(name, file, old, new, _words(*own or (tests,))) for name, old, new, *own in rows)


def _words(tests: str) -> tuple[str, ...]:
    paths, chosen, which = tests.partition(" -k ")
    return (*paths.split(), chosen.strip(), which) if chosen else tuple(paths.split())


def plant(defect: Defect, root: Path) -> None:
    """Put a defect into the tree at `root`. AssertionError when its text is not there exactly once."""
    path = root / defect.file
    text = path.read_text(encoding="utf-8")
    found = text.count(defect.old)
    assert found == 1, f"{defect.name}: its text is {found} times in {defect.file}, not once"
    path.write_text(text.replace(defect.old, defect.new), encoding="utf-8")


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the tree. The folders that are installed under other names lie in it where Python looks for them."""
    with TemporaryDirectory(prefix="cardtui-") as folder:
        root = Path(folder)
        for name in COPIED:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
            copy(ROOT / name, root / name)
        for name in LINKED:
            (root / name).symlink_to(ROOT / name)
        for name in ("agents", "weights"):
            (root / "cardtui" / name).symlink_to(root / name)
        yield root


def outcome(root: Path, tests: tuple[str, ...]) -> tuple[int | None, str]:
    """The exit status of pytest on these tests in a tree, None when it took too long, and what it said."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider"]
    run = subprocess.Popen(
        [*command, "-p", "pytest_asyncio.plugin", *tests],
        cwd=root,
        env={
            **os.environ,
            "PYTHONPATH": str(root),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },  # starts in a third of the time
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = run.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        return None, f"more than {LIMIT:g} seconds"
    finally:
        _end_all(root)
    return run.returncode, said


def _end_all(root: Path) -> None:
    """End the processes that a planted defect has left behind, in sessions of their own: they have the tree's path."""
    mark = f"PYTHONPATH={root}".encode()
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # gone, or somebody else's
            if any(word.startswith(mark) for word in (place / "environ").read_bytes().split(b"\0")):
                os.kill(int(place.name), signal.SIGKILL)


@cache
def sound(tests: tuple[str, ...]) -> None:
    """Make sure that these tests pass where nothing is planted: else they would catch anything."""
    with copied() as root:
        status, said = outcome(root, tests)
    assert status == 0, f"without any defect these fail: {' '.join(tests)}\n{said}"


def caught(defect: Defect) -> bool:
    """Whether the tests of a defect fail where it is planted. AssertionError when they do not say."""
    sound(defect.tests)
    with copied() as root:
        plant(defect, root)
        status, said = outcome(root, defect.tests)
    assert status in (0, FAILED), f"{defect.name}: the tests cannot be run\n{said}"
    return status == FAILED
