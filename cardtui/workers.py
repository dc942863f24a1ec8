"""Calls of one function on many tasks, in several processes, with the results as they come."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.resource_tracker import ensure_running
from typing import Any, TypeVar

from . import memory
from .core import Refusal

Task = TypeVar("Task")
Result = TypeVar("Result")


def spread(function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Iterator[tuple[int, Result]]:
    """Call `function` with each task in at most `jobs` processes, and yield (index of the task, result) in any order.

    The function is found by its module and name in the other processes; tasks and results are pickled. With one job it
    is called in this process. The processes end with the iteration, for whatever reason. Raises Refusal if a call
    raises one, or if a process dies.

    The processes are managed here because the locks of `concurrent.futures` do not survive a KeyboardInterrupt at every
    moment.
    """
    jobs = min(jobs, len(tasks))
    if jobs <= 1:
        for number, task in enumerate(tasks):
            yield number, function(task)
        return
    context, workers, lines = get_context("spawn"), list[Any](), list[Any]()
    ensure_running()  # starting multiprocessing's tracker later would undo the mask
    try:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # inherited by the children: Ctrl+C is for us
        try:
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                worker = context.Process(target=_work, args=(theirs, function, 2 * jobs), daemon=True)
                worker.start()
                workers.append(worker)
                theirs.close()
                lines.append(ours)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        todo, busy = enumerate(tasks), dict[Any, int]()
        for line in lines:
            busy[line], task = next(todo)
            line.send(task)
        while busy:
            ready: list[Any] = wait(list(busy))
            for line in ready:
                number, found = busy.pop(line), line.recv()
                if isinstance(found, Refusal):
                    raise found
                if more := next(todo, None):
                    busy[line], task = more
                    line.send(task)
                yield number, found
    except (EOFError, ConnectionError) as error:
        raise Refusal("one of the processes that share the work has died") from error
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def _work(line: Any, function: Callable[[Any], Any], shares: int) -> None:
    """Worker process: do the tasks received on `line`, using at most 1 / `shares` of the memory."""
    memory.limit(shares)
    with suppress(EOFError):
        while True:
            task = line.recv()
            try:
                line.send(function(task))
            except Refusal as refusal:
                line.send(refusal)
