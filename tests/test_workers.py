"""Work in several processes: that results come whole, and that it is told when a process compiles."""

from __future__ import annotations

import ctypes
import os
import pickle
import re
import signal
import time

import pytest

from cardtui import compilation, executors
from cardtui.core import Refusal
from cardtui.executors.workers import Compiling, Workers


def compile_and_square(number: int) -> int:
    """A task that compiles: two functions for the first number, nothing for the others."""
    if number == 0:
        compilation.begin()
        compilation.begin()
        compilation.end()
        compilation.end()
    return number * number


def test_it_is_told_when_a_process_compiles_and_when_it_is_done() -> None:
    with Workers(compile_and_square, 2) as workers:
        found = list(workers.watch(range(4)))
        assert [one for one in found if isinstance(one, Compiling)] == [Compiling(1), Compiling(2), Compiling(0)]
        assert sorted(one for one in found if not isinstance(one, Compiling)) == [(0, 0), (1, 1), (2, 4), (3, 9)]
        assert sorted(workers.each(range(3))) == [(0, 0), (1, 1), (2, 4)]


def test_results_that_an_iteration_left_behind_are_not_taken_for_the_next_ones() -> None:
    with Workers(compile_and_square, 2) as workers:
        assert isinstance(next(workers.watch(range(2))), (Compiling, tuple))
        assert sorted(workers.each(range(1, 4))) == [(0, 1), (1, 4), (2, 9)]


def test_no_more_processes_are_started_than_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert Workers(compile_and_square, 100_000).jobs == 8 and Workers(compile_and_square, 3).jobs == 3
    assert executors.where({}, 100_000) == "8 processes"


def test_work_goes_on_after_a_task_that_cannot_be_sent() -> None:
    """Its result was waited for."""
    with Workers(compile_and_square, 2) as workers:
        with pytest.raises((AttributeError, pickle.PicklingError)):
            list(workers.each([1, lambda: 2]))  # type: ignore[list-item]
        assert sorted(workers.each([1, 2])) == [(0, 1), (1, 4)]


def end_by(signal_or_code: int) -> None:
    """A task in which the process dies: by a signal, or with an exit code from 0 below."""
    if signal_or_code > 0:
        os.kill(os.getpid(), signal_or_code)
    ctypes.CDLL(None)._exit(-signal_or_code)


def leave_a_process(_: int) -> None:
    """A task in which the process dies, and leaves a copy behind that holds its line open; a bot is thinking."""
    executors.thinks("mybot")
    if not os.fork():
        time.sleep(30)
        os._exit(0)
    os.kill(os.getpid(), signal.SIGSEGV)


def test_a_process_that_has_died_is_noticed_though_another_holds_its_line_open_and_its_bot_is_named() -> None:
    """Its result was waited for, as long as the other process lived."""
    began = time.monotonic()
    with (
        Workers(leave_a_process, 2) as workers,
        pytest.raises(Refusal, match=r"has died while mybot was thinking \(killed by SIGSEGV\)$"),
    ):
        list(workers.each([0, 0]))
    assert time.monotonic() - began < 20


def crash(_: int) -> None:
    """A task that ends as faulty compiled code does."""
    ctypes.string_at(0)


def test_where_a_process_crashed_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    with Workers(crash, 2) as workers, pytest.raises(Refusal):
        list(workers.each([0, 0]))
    assert re.search(r'test_workers\.py", line \d+ in crash', capfd.readouterr().err)


@pytest.mark.parametrize(
    ("task", "cause"),
    [
        (-3, r"exit code 3\)$"),
        (6, r"killed by SIGABRT\)$"),
        (9, "killed by SIGKILL, as happens when memory runs out: "),
        (40, r"killed by signal 40\)$"),
    ],
)
def test_it_is_told_how_a_process_died(task: int, cause: str) -> None:
    with Workers(end_by, 2) as workers, pytest.raises(Refusal, match=rf"share the work has died \({cause}"):
        list(workers.each([task, task]))
