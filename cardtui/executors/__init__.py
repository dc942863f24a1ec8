"""Where long runs do their work: in processes of this machine, or on a Ray or Dask cluster.

`spread` and `pool` are what arena, studies and reviews call. `choose` sets where they work, for this process and for
those that it starts: the choice is kept in an environment variable, so that it reaches the child of a screen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, Self, TypeVar

from ..text.formatting import counted
from . import cluster
from .cluster import Cluster, connect, refuse_unknown
from .workers import Compiling, Workers, started, thinks

__all__ = ["choose", "nodes", "pool", "spread", "thinks", "where"]

Task = TypeVar("Task", contravariant=True)
Result = TypeVar("Result", covariant=True)
VARIABLE = "CARDTUI_EXECUTOR"
"""The environment variable with the executor: empty or missing for processes here, else as in `choose`."""


class Pool(AbstractContextManager["Pool[Task, Result]"], Protocol[Task, Result]):
    """Calls one function on tasks, wherever that may be."""

    def __enter__(self) -> Self: ...

    def each(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
        """Yield (index of the task, result) in any order. Raises Refusal if a call raises one or cannot be made."""
        ...

    def watch(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result] | Compiling]:
        """Yield what `each` does, and `Compiling` where a worker can tell that it compiles."""
        ...


def choose(spec: str) -> None:
    """Work there from now on: `ray` or `dask` for workers started here, `ray://HOST:PORT` or `dask://HOST:PORT`.

    Raises Refusal if there is no such executor, or if its package is not installed.
    """
    refuse_unknown(spec)
    os.environ[VARIABLE] = spec


def nodes() -> dict[str, int]:
    """Return how many tasks each node of the cluster has done, by its name; empty if work is done in processes here."""
    return cluster.nodes() if os.environ.get(VARIABLE) else {}


def where(done: Mapping[str, int], jobs: int = 1) -> str:
    """Return in words where work is done: what each node has done, as in `nodes`; before that, by what.

    >>> where({"alpha": 12, "beta": 9}), where({}, 2)
    ('alpha 12, beta 9 tasks', '2 processes')
    """
    if done:
        return ", ".join(f"{node} {tasks}" for node, tasks in done.items()) + " tasks"
    return os.environ.get(VARIABLE) or counted(started(jobs), "process")


def pool(function: Callable[[Task], Result], jobs: int, bots: Iterable[str] = ()) -> Pool[Task, Result]:
    """Return the workers for a function that other processes find by its module and name.

    `jobs` is the number of processes here, or of the workers that Ray or Dask start here; `bots` are those that tasks
    name, whose files have to be the same on all nodes where they are given by path. Raises Refusal if the executor is
    unknown, not installed, or does not answer.
    """
    spec = os.environ.get(VARIABLE, "")
    if not spec:
        return Workers(function, jobs)
    refuse_unknown(spec)  # the variable may have been set by hand
    return Cluster(function, spec, lambda: connect(spec, jobs), bots)


def spread(
    function: Callable[[Task], Result], tasks: Sequence[Task], jobs: int, bots: Iterable[str] = ()
) -> Iterator[tuple[int, Result]]:
    """Yield (index of the task, result) of a function's calls, by workers that end with the iteration, see `pool`."""
    with pool(function, jobs, bots) as workers:
        yield from workers.each(tasks)
