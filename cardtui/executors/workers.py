"""Calls of one function on many tasks, in several processes, with the results as they come."""

from __future__ import annotations

import faulthandler
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any, Generic, NamedTuple, TypeVar

from .. import compilation, system
from ..core import Refusal
from ..registry import catalogue
from ..system import memory
from ..system.threads import one_each

Task = TypeVar("Task")
Result = TypeVar("Result")


class Compiling(NamedTuple):
    """What a process says while it compiles kernels, so that its first results are late."""

    functions: int
    """How many functions it has begun to compile so far; 0 when it is done."""


PER_CORE = 4
"""The most processes for each core: more of them would only wait, and share the memory."""


def started(jobs: int) -> int:
    """Return how many processes do the work if so many are asked for."""
    return min(jobs, PER_CORE * (os.cpu_count() or 1))


class Workers(Generic[Task, Result]):
    """Up to `jobs` processes, see `started`, that call one function on tasks; a context manager, at whose end they end.

    The function is found by its module and name in the other processes; tasks and results are pickled. With one job it
    is called in this process.

    The processes are managed here because the locks of `concurrent.futures` do not survive a KeyboardInterrupt at every
    moment. Each process has one thread for each numerical library, since otherwise their threads wait for each other.
    """

    def __init__(self, function: Callable[[Task], Result], jobs: int) -> None:
        self.function, self.jobs = function, started(jobs)
        self._processes, self._lines, self._busy = list[Any](), list[Any](), dict[Any, int]()

    def __enter__(self) -> Workers[Task, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join()
        for line in self._lines:
            line.close()

    def each(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
        """Yield (index of the task, result) in any order. Raises Refusal if a call raises one, or if a process dies."""
        return (found for found in self.watch(tasks) if not isinstance(found, Compiling))

    def watch(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result] | Compiling]:
        """Yield what `each` does, and `Compiling` whenever another process begins to compile a function, or is done."""
        if min(self.jobs, len(tasks)) <= 1 and not self._processes:
            for number, task in enumerate(tasks):
                yield number, self.function(task)
            return
        try:
            self._start(min(self.jobs, len(tasks)))
            for line in list(self._busy):  # an earlier iteration was left: its results are not wanted
                while isinstance(line.recv(), Compiling):
                    pass
            self._busy.clear()
            todo = enumerate(tasks)
            for line, (number, task) in zip(self._lines, todo, strict=False):
                self._send(line, number, task)
            while self._busy:
                ready: list[Any] = wait(list(self._busy))
                for line in ready:
                    found = line.recv()
                    if isinstance(found, Compiling):
                        yield found
                        continue
                    number = self._busy.pop(line)
                    if isinstance(found, Refusal):
                        raise found
                    if more := next(todo, None):
                        self._send(line, *more)
                    yield number, found
        except (EOFError, ConnectionError) as error:
            raise Refusal(f"one of the processes that share the work has died{self._cause()}") from error

    def _cause(self) -> str:
        """Return in words how a process has died; "" if that cannot be found out."""
        ended = wait([process.sentinel for process in self._processes], 10)
        for process in self._processes:
            process.join(10 if process.sentinel in ended else 0)
        code = next((process.exitcode for process in self._processes if process.exitcode is not None), None)
        if code is None or code >= 0:
            return "" if code is None else f" (exit code {code})"
        name = signal.Signals(-code).name
        return f" of {name}{', as where memory runs out: fewer --jobs take less' if name == 'SIGKILL' else ''}"

    def _send(self, line: Any, number: int, task: Task) -> None:
        line.send(task)
        self._busy[line] = number  # not before: a task that cannot be pickled gets no answer

    def _start(self, jobs: int) -> None:
        """Start as many processes as are missing."""
        context = get_context("spawn")
        with system.interrupts_held_back(), one_each():  # Ctrl+C is for this process
            while len(self._processes) < jobs:
                ours, theirs = context.Pipe()
                process = context.Process(target=_work, args=(theirs, self.function, 2 * self.jobs), daemon=True)
                process.start()
                self._processes.append(process)
                theirs.close()
                self._lines.append(ours)


def _work(line: Any, function: Callable[[Any], Any], shares: int) -> None:
    """Worker process: do the tasks received on `line`, using at most 1 / `shares` of the memory."""
    memory.limit(shares)
    os.dup2(2, 1)  # bots may print; standard output is the command's own
    faulthandler.enable(2)
    compilation.listeners.append(lambda functions: line.send(Compiling(functions)))
    catalogue.import_files()  # tasks may hold states of their games
    with suppress(EOFError, BrokenPipeError):  # the process that gives the tasks has ended
        while True:
            task = line.recv()
            try:
                line.send(function(task))
            except Refusal as refusal:
                line.send(refusal)
