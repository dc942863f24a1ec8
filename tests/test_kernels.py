"""The cache of compiled kernels: which sources a kernel is made of, and that it is compiled anew when one changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def start(folder: Path, cache: Path) -> subprocess.Popen[str]:
    """A new process in which the kernel is called."""
    environment = os.environ | {"XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(folder.parent)}
    environment.pop("NUMBA_CACHE_DIR", None)
    code = CODE.format(package=folder.name)
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=pipe, stderr=pipe, text=True)


def told(process: subprocess.Popen[str]) -> tuple[int, int, str]:
    """What the kernel gives there, how often it came from the cache, and what is said of it."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    value, hits = out.split()
    return int(value), int(hits), err


def run(folder: Path, cache: Path) -> tuple[int, int]:
    """What the kernel gives in a new process, and how often it came from the cache; nothing is said."""
    *found, said = told(start(folder, cache))
    assert said == ""
    return found[0], found[1]


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


def damages(whole: bytes) -> list[bytes]:
    """A file as a crash, a full disk or a bad one leaves it."""
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 1
    return [b"", whole[:1], whole[: len(whole) // 2], whole[:-1], whole + b"0", b"garbage" * 50, bytes(flipped)]


def test_a_damaged_cache_is_compiled_again_and_said_so(tmp_path: Path) -> None:
    """Each file of it, each way: the right value, one sentence, and from then on as before."""
    folder, cache = package(tmp_path / "sums"), tmp_path / "cache"
    assert run(folder, cache) == (8, 0)
    files = sorted(path for path in (cache / "cardtui" / "kernels").rglob("*.kernel") if "twice" in path.name)
    assert files
    said = f"cardtui: compiled kernels in {cache}/cardtui/kernels are damaged; they are compiled again\n"
    for path in files:
        for damaged in damages(path.read_bytes()):
            path.write_bytes(damaged)
            assert told(start(folder, cache)) == (8, 0, said)
            assert run(folder, cache) == (8, 1)
        path.unlink()
        assert run(folder, cache) == (8, 0)


def test_several_processes_mend_a_cache_at_once(tmp_path: Path) -> None:
    folder, cache = package(tmp_path / "sums"), tmp_path / "cache"
    assert run(folder, cache) == (8, 0)
    for path in (cache / "cardtui" / "kernels").rglob("*.kernel"):
        path.write_bytes(b"")
    for process in [start(folder, cache) for _ in range(3)]:
        assert told(process)[0] == 8
    assert run(folder, cache) == (8, 1)
    assert all(path.is_dir() or path.suffix == ".kernel" for path in (cache / "cardtui" / "kernels").rglob("*"))


def test_processes_that_start_at_once_compile_a_kernel_once(tmp_path: Path) -> None:
    folder, cache = package(tmp_path / "sums"), tmp_path / "cache"
    (folder / "helper.py").write_text("import time\ntime.sleep(1)\n" + (folder / "helper.py").read_text())
    results = [told(process) for process in [start(folder, cache) for _ in range(3)]]
    assert sorted(results) == [(8, 0, ""), (8, 1, ""), (8, 1, "")]
    assert all(path.is_dir() or path.suffix == ".kernel" for path in (cache / "cardtui" / "kernels").rglob("*"))


@pytest.mark.parametrize("answers", [(), (False,)])
def test_a_disk_without_locks_costs_no_time(tmp_path: Path, answers: tuple[bool, ...]) -> None:
    """Each function waited for its lock, as if another process were compiling it. If locks fail while one is waited
    for, the compilation that was reported is reported as done."""
    folder = package(tmp_path / "sample")
    (folder / "__init__.py").write_text(
        "import atexit, sys\nfrom cardtui import compilation, kernels, system\nkernels.PATIENCE = 1e9\n"
        f"answers = iter({answers})\n\n"
        "def lock(file):\n    for answer in answers:\n        return answer\n"
        "    raise OSError('no locks available')\n\nsystem.lock = lock\n"
        "atexit.register(lambda: compilation._depth and print('still compiling', file=sys.stderr))\n"
    )
    assert run(folder, tmp_path / "cache") == (8, 0)


def test_a_folder_that_cannot_be_written_costs_the_cache_alone(tmp_path: Path) -> None:
    folder, cache = package(tmp_path / "sums"), tmp_path / "cache"
    assert run(folder, cache) == (8, 0)
    for path in (cache / "cardtui" / "kernels").rglob("*.kernel"):
        path.unlink()
        path.mkdir()
    assert run(folder, cache) == run(folder, cache) == (8, 0)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="a temporary folder of this user's own")
def test_without_a_cache_kernels_are_kept_in_one_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process made a folder of its own, compiled everything again, and left the folder behind."""
    folder, cache, temporary = package(tmp_path / "sums"), tmp_path / "cache", tmp_path / "tmp"
    cache.write_text("a file where the folder should be")
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    assert run(folder, cache) == (8, 0)
    assert run(folder, cache) == (8, 1)
    (own,) = temporary.iterdir()
    own.chmod(0o777)  # anybody could put code there
    assert run(folder, cache) == (8, 0)
