"""What only a real terminal shows: bytes, signals, exit status, a killed program."""

from __future__ import annotations

import os
import pty
import signal
import sys
import termios
from pathlib import Path
from threading import Thread
from typing import Any, cast

import pytest
from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread

from cardtui.match import Match
from cardtui.record import archive
from cardtui.ui.terminal.driver import LastingFile

from .terminal import Terminal

SEATS = ("human", "greedy", "semirandom")
LEFT = b"\x1b[?1049l"
"""The sequence that gives the terminal's own screen back."""


def saved(folder: Path) -> Path:
    """The one record in a folder."""
    (path,) = (folder / "data" / "cardtui" / "records").glob("*.jsonl")
    return path


KEYS = "a5\x1b[C\x1b[<0;10;10M\x1b[<0;10;10m"
"""What comes in while it ends: signs, an arrow, a click."""
ENDS = {"SIGTERM": 143, "SIGHUP": 129, "\x03\x03": 130}
"""Ways to end it, and the exit status of each."""


def end(terminal: Terminal, way: str) -> None:
    """By that signal, or by these keys."""
    if way.startswith("SIG"):
        os.kill(terminal.pid, getattr(signal, way))
    else:
        terminal.press(way)


@pytest.mark.parametrize("pixels", [False, True])
@pytest.mark.parametrize("way", ENDS)
def test_the_terminal_is_as_it_was(tmp_path: Path, way: str, pixels: bool) -> None:
    """However it ends, with keys coming in; also a terminal that reports pixels and its own size."""
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"STACK")
        if pixels:
            terminal.press("\x1b[?2048;2$y")
            terminal.wait_for(b"\x1b[?1016h")
        end(terminal, way)
        assert terminal.exit_status(keys=KEYS) == ENDS[way]
        assert not terminal.not_restored()


def test_bytes_that_are_not_utf8_are_keys_without_a_meaning(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"STACK")
        os.write(terminal.file, b"\x99\xe4 ")
        terminal.quiet()
        terminal.press("q")
        terminal.wait_for(b"q")
        terminal.press("\x03\x03")
        assert terminal.exit_status() == ENDS["\x03\x03"]


def test_a_move_typed_before_the_screen_is_there_is_played(tmp_path: Path) -> None:
    """Until the program takes the terminal, that turns Enter into a line feed: the move stood there unplayed."""
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.press("5d\r")
        terminal.wait_for(b"turn 4")


@pytest.mark.parametrize("way", ENDS)
def test_stopped_from_outside_and_gone_on(tmp_path: Path, way: str) -> None:
    """Nobody can catch SIGSTOP: afterwards the screen is there again, keys work, and the end is as ever."""
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"STACK")
        for _ in range(2):
            terminal.stop(signal.SIGSTOP)
            termios.tcsetattr(terminal.file, termios.TCSANOW, terminal.found)  # as a shell does for its prompt
            os.kill(terminal.pid, signal.SIGCONT)
            terminal.wait_for(b"STACK")
        os.kill(terminal.pid, signal.SIGCONT)  # while it runs
        terminal.wait_for(b"STACK")
        terminal.press("5d\r")
        terminal.wait_for(b"turn 4")
        end(terminal, way)
        assert terminal.exit_status(keys=KEYS) == ENDS[way]
        assert not terminal.not_restored()


def test_stopped_in_the_middle_of_its_end(tmp_path: Path) -> None:
    """What has been given back is not taken again."""
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"STACK")
        os.kill(terminal.pid, signal.SIGTERM)
        terminal.wait_for(b"\x1b[?1000l")
        for name in (signal.SIGSTOP, signal.SIGCONT):
            os.kill(terminal.pid, name)
        assert terminal.exit_status(keys=KEYS) == 143
        assert not terminal.not_restored()


@pytest.mark.parametrize("key", [True, False], ids=["Ctrl+Z", "SIGTSTP"])
def test_suspended(tmp_path: Path, key: bool) -> None:
    """The shell gets the terminal as it was; afterwards the screen is there again."""
    with Terminal(tmp_path) as terminal:
        terminal.wait_for(b"seats, rules")
        if key:
            terminal.press("\x1a")
            terminal.stopped()
        else:
            terminal.stop(signal.SIGTSTP)
        assert not terminal.not_restored()
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.wait_for(b"seats, rules")
        terminal.press("\x11")
        assert terminal.exit_status() == 0
        assert not terminal.not_restored()


@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_signals_save_and_restore(tmp_path: Path, name: str, status: int) -> None:
    """The match is kept, the terminal restored, the status the shell's convention."""
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"STACK")
        terminal.press("5d\r")
        terminal.wait_for(b"turn 4")
        os.kill(terminal.pid, getattr(signal, name))
        assert terminal.exit_status() == status
        assert LEFT in terminal.output
    assert archive.unfinished(saved(tmp_path))
    match = Match.resume(saved(tmp_path))
    assert len(match.moves()) == 3
    match.close()


def test_a_hangup_before_the_first_move_leaves_no_file(tmp_path: Path) -> None:
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"STACK")
        os.kill(terminal.pid, signal.SIGHUP)
        assert terminal.exit_status() == 129
    assert not list((tmp_path / "data" / "cardtui" / "records").iterdir())


def test_a_terminal_that_goes_away_ends_the_program(tmp_path: Path) -> None:
    with Terminal(tmp_path, "greedy", "semirandom", flags="pace=0.01") as terminal:
        terminal.wait_for(b"STACK")
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, terminal.file)  # closes our side of the terminal
        os.close(nothing)
        assert terminal.exit_status() == 129


def test_it_ends_with_its_terminal_though_nobody_passes_the_signal_on(tmp_path: Path) -> None:
    """As under `make`, which gets SIGHUP and waits for the program."""
    waiter = tmp_path / "waiter.sh"
    waiter.write_text(f'#!/bin/bash\ntrap : HUP\n"{sys.executable}" "$@"\necho $? > "{tmp_path}/status"\n')
    waiter.chmod(0o755)
    with Terminal(tmp_path, *SEATS, python=str(waiter)) as terminal:
        terminal.wait_for(b"STACK")
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, terminal.file)  # closes our side of the terminal
        os.close(nothing)
        terminal.exit_status()
    assert (tmp_path / "status").read_text() == "129\n"


def test_drawing_never_waits_for_a_terminal_that_has_gone() -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w", encoding="utf-8") as gone:
        os.close(ours)
        writer = WriterThread(cast(Any, LastingFile(gone)))
        writer.start()
        drawn = Thread(target=lambda: [writer.write("x\n" * 1000) for _ in range(2 * MAX_QUEUED_WRITES)], daemon=True)
        drawn.start()
        drawn.join(5)
        assert not drawn.is_alive() and writer.is_alive()
        writer.stop()


@pytest.mark.parametrize("way", ["\x03", "SIGINT"])
def test_ctrl_c_twice(tmp_path: Path, way: str) -> None:
    """As keys, and as signals that somebody else sends."""
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"STACK")
        end(terminal, way)
        terminal.wait_for(b"once more quits")
        end(terminal, way)
        assert terminal.exit_status() == 130 and LEFT in terminal.output


def test_killed_and_resumed_at_the_identical_state(tmp_path: Path) -> None:
    """kill -9, start again: Resume?, and every card is where it was."""
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"STACK")
        terminal.press("5d\r")
        terminal.wait_for(b"turn 4")
        os.kill(terminal.pid, signal.SIGKILL)
        assert terminal.exit_status() == -signal.SIGKILL
    lines = saved(tmp_path).read_bytes()
    with Terminal(tmp_path, *SEATS) as terminal:
        terminal.wait_for(b"Resume?")
        terminal.press("\r")
        terminal.wait_for(b"turn 4")
        terminal.wait_for(b"such as") if b"such as" not in terminal.output else None
        terminal.press("\x11")
        terminal.wait_for(b"Quit?")
        terminal.press("y")
        assert terminal.exit_status() == 0
    assert saved(tmp_path).read_bytes() == lines


def test_ascii_sends_no_byte_above_127(tmp_path: Path) -> None:
    """From the first byte to the last: the menu, the table, its windows, open hands, the help."""
    with Terminal(tmp_path, flags="ascii=yes") as terminal:
        terminal.wait_for(b"seats, rules")
        terminal.press("\x11")
        assert terminal.exit_status() == 0 and terminal.output.isascii()
    with Terminal(tmp_path, *SEATS, flags="ascii=yes") as terminal:
        terminal.wait_for(b"STACK")
        terminal.press("5d\r")
        terminal.wait_for(b"turn 4")
        for key, sign in (("\x1bOQ", b"hidden"), ("o", b"bots:open"), ("\x1bOP", b"TYPING")):  # F2, open hands, F1
            terminal.press(key)
            terminal.wait_for(sign)
        os.kill(terminal.pid, signal.SIGTERM)
        terminal.exit_status()
        assert terminal.output.isascii()


def test_a_terminal_that_encodes_few_signs_gets_ascii(tmp_path: Path) -> None:
    """Where Textual would write them as \\u2660."""
    with Terminal(tmp_path, *SEATS, PYTHONIOENCODING="latin-1") as terminal:
        terminal.wait_for(b"STACK")
        os.kill(terminal.pid, signal.SIGTERM)
        terminal.exit_status()
        assert terminal.output.isascii() and b"\\u" not in terminal.output


def test_no_color_sends_no_colour(tmp_path: Path) -> None:
    """No sequence sets a foreground or background."""
    with Terminal(tmp_path, *SEATS, NO_COLOR="1") as terminal:
        terminal.wait_for(b"STACK")
        os.kill(terminal.pid, signal.SIGTERM)
        terminal.exit_status()
        assert b"[38;" not in terminal.output and b";38;" not in terminal.output
        assert b"[48;" not in terminal.output and b";48;" not in terminal.output


def test_too_small_from_the_start(tmp_path: Path) -> None:
    """It says so instead of drawing."""
    with Terminal(tmp_path, *SEATS, size=(60, 20)) as terminal:
        terminal.wait_for("needs 80×24, has 60×20".encode())


@pytest.mark.parametrize(
    ("change", "more", "says"),
    [
        ("max(state.tabel)", "", "AttributeError("),
        ("max(state.table)", "GAME = GAME._replace(words=Words(trick_over=lambda: True))", "TypeError("),
        ("max(state.table)", "GAME = GAME._replace(words=Words(event=lambda *about: None))", "TypeError("),
    ],
)
def test_rules_of_others_that_fail_end_it_with_a_sentence(tmp_path: Path, change: str, more: str, says: str) -> None:
    """No traceback covers the terminal, and its own screen comes back first; also where our code fails on theirs."""
    toy = Path(__file__).parents[1] / "toy_game" / "toy.py"
    file = tmp_path / "toy.py"
    text = toy.read_text().replace("max(state.table)", change)
    file.write_text(f"{text}\nfrom cardtui.entries.wording import Words\n{more}\n")
    with Terminal(tmp_path, words=("--game", str(file), "toy", "--people", "0"), size=(120, 24)) as terminal:
        assert terminal.exit_status() == 2
        told = terminal.output.decode().rpartition(LEFT.decode())[2]
        assert f"cardtui: the rules or words of toy failed: {says}" in told and "Traceback" not in told
        assert not terminal.not_restored()
