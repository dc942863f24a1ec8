"""The cache of compiled kernels: which sources a kernel is made of, and that it is compiled anew when one changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cardtui import kernels

CODE = """
from {package}.kernel import twice
print(twice(4), twice.stats.cache_hits[twice.signatures[0]] if twice.stats.cache_hits else 0)
"""


def package(folder: Path) -> Path:
    """A package whose kernel stands on a function and a table of a sibling; `other` has nothing to do with it."""
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "kernel.py").write_text(
        "from cardtui.kernels import njit\nfrom .helper import helped\n\n@njit\ndef twice(x):\n    return helped(x)\n"
    )
    (folder / "helper.py").write_text(
        "from cardtui.kernels import njit\nfrom . import table\nFACTOR = table.FACTOR\n\n"
        "@njit\ndef helped(x):\n    return FACTOR * x\n"
    )
    (folder / "table.py").write_text("FACTOR = 2\n")
    (folder / "other.py").write_text("FACTOR = 7\n")
    return folder


def run(folder: Path, cache: Path) -> tuple[int, int]:
    """What the kernel gives in a new process, and how often it came from the cache."""
    environment = os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(folder.parent)}
    environment.pop("NUMBA_CACHE_DIR", None)
    code = CODE.format(package=folder.name)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    value, hits = done.stdout.split()
    return int(value), int(hits)


def test_a_kernel_is_compiled_anew_when_what_it_stands_on_changes(tmp_path: Path) -> None:
    folder, cache = package(tmp_path / "sums"), tmp_path / "cache"
    assert run(folder, cache) == (8, 0)
    assert run(folder, cache) == (8, 1)
    (folder / "other.py").write_text("FACTOR = 8\n")
    assert run(folder, cache) == (8, 1)
    (folder / "table.py").write_text("FACTOR = 3\n")
    assert run(folder, cache) == (12, 0)


def test_a_kernel_of_one_game_does_not_depend_on_another_game() -> None:
    names = {path.as_posix() for path in kernels.sources("cardtui.agents.zsy.dmc_kernel")}
    assert any(name.endswith("cardtui/games/zsy/kernel.py") for name in names)
    assert any(name.endswith("cardtui/kernels.py") for name in names)
    assert not any("schafkopf" in name or "yaniv" in name for name in names)
