"""Standard streams that are closed, full, or read by nobody: a quiet end, and no exit code that lies."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardtui import cli, loading
from cardtui.core import Refusal
from cardtui.system import files

from .common import saved

PLAY = ["yaniv", "--plain", "--people", "0", "--bots", "greedy", "--rules", "paper:deals=2"]
COMMANDS = [
    ["--help"],
    ["--version"],
    ["games"],
    ["bots", "yaniv", "--json"],
    ["history"],
    ["config"],
    ["completion", "bash"],
    PLAY,
    ["arena", "yaniv", "greedy", "random", "--deals", "2", "--jobs", "1"],
    ["inspect", "yaniv", "--agents", "greedy", "--json"],
    ["replay", "--json"],
    ["replay", "--check"],
    ["bench", "help"],
]


@pytest.fixture(autouse=True)
def _a_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something for `history` and `replay` to tell of."""
    saved()


def interrupt() -> None:
    raise KeyboardInterrupt


interrupted_callback = ctypes.CFUNCTYPE(None)(interrupt)
"""Like those of the compiler: it is called from C, which drops what it raises."""


def test_ctrl_c_in_a_callback_of_the_compiler_is_not_lost() -> None:
    usual = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt), cli._interruptible():
        interrupted_callback()
        time.sleep(5)
    assert sys.unraisablehook is usual


@pytest.mark.parametrize("error", [RuntimeError("no compiled object yet"), Refusal("search cannot be loaded")])
def test_what_fails_after_a_lost_ctrl_c_is_an_interruption(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    def half_compiled(args: object) -> int:
        interrupted_callback()
        raise error

    monkeypatch.setattr(loading, "load", lambda target: half_compiled)
    assert cli.main(["games"]) == 130
    assert capsys.readouterr().err == "cardtui: interrupted\n"


IMPORTED = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "cardtui.cli":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from cardtui.__main__ import main
sys.exit(main())
"""
"""Ctrl+C while the program imports itself."""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal that only this process gets")
def test_ctrl_c_at_the_start_leaves_no_traceback(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)\n")
    for words, code, says in (
        (["-c", IMPORTED, "games"], -signal.SIGINT, ""),
        (["-m", "cardtui", "--game", str(file), "games"], 130, "cardtui: interrupted\n"),
    ):
        done = subprocess.run(
            [sys.executable, *words],
            capture_output=True,
            text=True,
            timeout=120,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        assert (done.returncode, done.stderr) == (code, says)


def test_a_thread_that_a_bot_leaves_does_not_keep_the_program(tmp_path: Path) -> None:
    """The results were there, and the program never ended."""
    file = tmp_path / "mybot.py"
    file.write_text(
        "import threading, time\n"
        "from cardtui.core import Decision, Option\n"
        "class Bot:\n"
        "    def think(self, observation, rng):\n"
        "        threading.Thread(target=time.sleep, args=(3600,)).start()\n"
        "        yield Decision(observation.legal[0], (Option(observation.legal[0], 1.0),), 'probability')\n"
    )
    words = [sys.executable, "-m", "cardtui", "check", f"{file}:Bot", "--game", "98", "--deals", "1"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "FAILS" not in done.stdout and done.stdout.count("ok ") >= 3


def test_a_bot_that_closes_the_output_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "mybot.py"
    file.write_text(
        "import sys\n"
        "from cardtui.core import Decision, Option\n"
        "class Bot:\n"
        "    def think(self, observation, rng):\n"
        "        sys.stdout.close()\n"
        "        yield Decision(observation.legal[0], (Option(observation.legal[0], 1.0),), 'probability')\n"
    )
    words = [sys.executable, "-m", "cardtui", "check", f"{file}:Bot", "--game", "98", "--deals", "1"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    said = "cardtui: a bot or game closed the program's output, so nothing can be printed\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def ended(words: list[str], how: str) -> tuple[int, str]:
    """The exit code and what stderr got, of a command line that a shell begins with these redirections."""
    done = subprocess.run(
        ["bash", "-c", f'"$@" {how}; exit ${{PIPESTATUS[0]}}', "bash", sys.executable, "-m", "cardtui", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_closed_output_is_no_error(words: list[str]) -> None:
    code, said = ended(words, ">&-")
    assert (code, "Traceback" in said, "cardtui: " in said) == (0, False, False)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_reader_that_goes_away_is_no_error(words: list[str]) -> None:
    code, said = ended(words, "| head -c 1")
    assert code in (0, 141)
    assert "Traceback" not in said and "cardtui: " not in said and "Exception" not in said


def test_nobody_who_reads_at_all() -> None:
    """The pipe is closed before anything is told, of what goes well and of what is refused."""
    reading, writing = os.pipe()
    os.close(reading)
    for words, code in ((["games"], 141), (["--version"], 141), (["games", "chess"], 141)):
        done = subprocess.run([sys.executable, "-m", "cardtui", *words], stdout=writing, stderr=writing, timeout=60)
        assert done.returncode == code
    os.close(writing)


@pytest.mark.parametrize("how", ["2>&-", "<&-", ">&- 2>&- <&-"])
def test_other_streams_may_be_closed_too(how: str) -> None:
    for words in (["games"], PLAY):
        assert ended(words, how) == (0, "")
    for words in (["games", "chess"], ["yaniv"]):
        code, said = ended(words, how)
        assert code == 2
        assert ("2>&-" in how) == (said == "") and said.count("\n") <= 1


def test_a_full_disk_is_a_sentence() -> None:
    assert ended(["games"], "> /dev/full") == (2, "cardtui: No space left on device\n")
    assert ended(["games", "chess"], "2> /dev/full")[0] == 2


def test_a_full_disk_is_told_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError) as told:
        files.write_atomically(tmp_path / "here", "text")
    assert told.value.filename == str(tmp_path / "here") and not list(tmp_path.iterdir())
