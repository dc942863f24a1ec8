"""Calls of one function on many tasks, in several processes, with the results as they come."""

from __future__ import annotations

import faulthandler
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any, Generic, NamedTuple, TypeVar

from .. import compilation, system
from ..core import Refusal
from ..loading import exits_raised
from ..registry import catalogue
from ..system import memory
from ..system.threads import one_each

Task = TypeVar("Task")
Result = TypeVar("Result")


PER_CORE = 4
"""The most processes for each core: more of them would only wait, and share the memory."""
NAME = 200
"""The most bytes of a bot's name that are noted."""
LOOK = 1.0
"""Seconds between checks for dead processes. The end of its line does not always tell: a child may hold it open."""
_thinks: Any = None
"""The name of the bot that thinks in this worker, in memory shared with its parent; None in other processes."""


class Compiling(NamedTuple):
    """What a process says while it compiles kernels, so that its first results are late."""

    functions: int
    """How many functions it has begun to compile so far; 0 when it is done."""


def thinks(bot: str) -> None:
    """Note which bot begins to think, or "" when it is done, so that it can be named if the process dies meanwhile."""
    if _thinks is not None:
        _thinks.value = bot.encode(errors="replace")[:NAME]


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
        self._thinking = list[Any]()

    def __enter__(self) -> Workers[Task, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.kill()
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
                ready: list[Any] = wait(list(self._busy), LOOK)
                if not ready and any(process.exitcode is not None for process in self._processes):
                    raise EOFError
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
        """Return which bot was thinking in a process that has died, and how it died; "" if that cannot be found out."""
        known = any(process.exitcode is not None for process in self._processes)
        ended = wait([process.sentinel for process in self._processes], 0 if known else 10)
        for process, thinking in zip(self._processes, self._thinking, strict=True):
            process.join(10 if process.sentinel in ended else 0)
            if (code := process.exitcode) is None:
                continue
            bot = thinking.value.decode(errors="ignore")
            meanwhile = f" while {bot} was thinking" if bot else ""
            end = system.ending(code)
            hint = ", as happens when memory runs out: fewer --jobs need less" if end.endswith("SIGKILL") else ""
            return f"{meanwhile} ({end}{hint})"
        return ""

    def _send(self, line: Any, number: int, task: Task) -> None:
        line.send(task)
        self._busy[line] = number  # not before: a task that cannot be pickled gets no answer

    def _start(self, jobs: int) -> None:
        """Start as many processes as are missing."""
        context = get_context("spawn")
        with system.interrupts_held_back(), one_each():  # Ctrl+C is for this process
            while len(self._processes) < jobs:
                ours, theirs = context.Pipe()
                thinking = context.RawArray("c", NAME + 1)
                work = theirs, self.function, 2 * self.jobs, thinking
                process = context.Process(target=_work, args=work, daemon=True)
                process.start()
                self._processes.append(process)
                self._thinking.append(thinking)
                theirs.close()
                self._lines.append(ours)


def _work(line: Any, function: Callable[[Any], Any], shares: int, thinking: Any) -> None:
    """Worker process: do the tasks received on `line`, using at most 1 / `shares` of the memory."""
    global _thinks
    system.take_sigterm()
    _thinks = thinking
    memory.limit(shares)
    os.dup2(2, 1)  # bots may print; standard output is the command's own
    faulthandler.enable(2)
    compilation.listeners.append(lambda functions: line.send(Compiling(functions)))
    catalogue.import_files()  # tasks may hold states of their games
    with suppress(EOFError, BrokenPipeError):  # the process that gives the tasks has ended
        while True:
            task = line.recv()
            try:
                with exits_raised():
                    found = function(task)
                line.send(found)
            except Refusal as refusal:
                line.send(refusal)
