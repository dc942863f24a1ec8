"""Calls of one function on many tasks by the workers of Ray or Dask, with the results as they come.

Both engines play a chunk again whose worker died; results do not depend on where or how often a chunk was played.
"""

from __future__ import annotations

import hashlib
import logging
import os
import platform
import re
import shutil
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from .. import __version__
from ..core import Refusal, quoted
from ..options import bot_spec
from ..system.threads import one_each

Task = TypeVar("Task")
Result = TypeVar("Result")
ENGINES = {"ray": "ray", "dask": "distributed"}
"""The engines, and the package that each needs."""
SECONDS = 1.0
"""The CPU time that a chunk is to take, so that the engine's own work for it does not count."""
RETRIES = 3
"""How often a chunk is played again whose worker died."""
_nodes = Counter[str]()
_played: dict[str, str] = {}
"""In a worker: the bots by path that it has played, as in `Program.bots`. It keeps them loaded."""


def nodes() -> dict[str, int]:
    """Return how many tasks each node has done, by its name, for the cluster used last; empty without one."""
    return dict(_nodes)


def refuse_unknown(spec: str) -> None:
    """Raise Refusal if there is no such executor, or if its package is not installed."""
    engine, given, address = spec.partition("://")
    if engine not in ENGINES or (given and not re.fullmatch(r".+:\d{1,5}", address)):
        known = " or ".join(f"{name}, {name}://HOST:PORT" for name in ENGINES)
        raise Refusal(f"the executor is {known}, not {quoted(spec)}")
    if not find_spec(ENGINES[engine]):
        raise Refusal(f"the executor {engine} is not installed: pip install 'cardtui[{engine}]'")


# --- in a worker ----------------------------------------------------------------------------------


class Program(NamedTuple):
    """What has to be the same on all nodes, for results to be."""

    version: str
    sources: str
    """A hash of all modules."""
    weights: str
    """A hash of all weights."""
    bots: tuple[tuple[str, str], ...] = ()
    """The bots given by path: the path and a hash of its file, or of its folder's files; "" where there is none."""

    def difference(self, other: Program) -> str:
        """Describe how another program, asked for the same bots, differs; "" if it does not."""
        if self.version != other.version:
            return f"cardtui {other.version} instead of {self.version}"
        if self.sources != other.sources:
            return "other sources of cardtui"
        if self.weights != other.weights:
            return "other weights"
        found = dict(other.bots)
        for path, files in self.bots:
            if found[path] != files:
                return f"another {path}" if found[path] else f"no {path}"
        return ""


@cache
def program() -> Program:
    """Return what this process runs."""

    def files(package: str) -> dict[str, Path]:
        """Its files by their names below it; packages within it that are looked at by themselves are left out."""
        return {
            path.relative_to(root).as_posix(): path
            for root in import_module(package).__path__
            for path in Path(root).rglob("*")
            if path.relative_to(root).parts[0] not in ("agents", "weights")
        }

    sources, agents = (
        _hash((name, path) for name, path in files(package).items() if path.suffix == ".py")
        for package in ("cardtui", "cardtui.agents")
    )
    arrays = ((name, path) for name, path in files("cardtui.weights").items() if path.suffix not in (".py", ".pyc"))
    return Program(__version__, sources + agents, _hash(arrays))


def at_paths(paths: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return what lies at the paths of bots, as in `Program.bots`."""
    found = []
    for path in paths:
        place = Path(path).expanduser()
        files = place.iterdir() if place.is_dir() else iter([place])
        found.append((path, _hash((one.name, one) for one in files) if place.exists() else ""))
    return tuple(found)


def _hash(files: Iterable[tuple[str, Path]]) -> str:
    """Return a hash of files and their names, wherever they lie."""
    whole = hashlib.sha256()
    for name, path in sorted(files):
        if path.is_file():
            whole.update(name.encode() + b"\0" + path.read_bytes())
    return whole.hexdigest()


class Answer(NamedTuple):
    """What a worker made of a chunk."""

    node: str
    results: list[Any]
    seconds: float
    """Of CPU."""
    refusal: str = ""


def work(expected: Program, function: Callable[[Any], Any], tasks: list[Any]) -> Answer:
    """Do a chunk of tasks, in a worker."""
    node, began = platform.node(), time.process_time()
    here = program()._replace(bots=at_paths(path for path, _ in expected.bots))
    if differs := expected.difference(here):
        return Answer(node, [], 0.0, f"the node {node} has {differs}: install the same there as here")
    for path, files in here.bots:
        if _played.setdefault(path, files) != files:
            return Answer(node, [], 0.0, f"a worker of the node {node} still has an earlier {path}: restart the worker")
    try:
        results = [function(task) for task in tasks]
    except Refusal as refusal:
        return Answer(node, [], 0.0, str(refusal))
    return Answer(node, results, time.process_time() - began)


# --- the engines ------------------------------------------------------------------------------------


class Engine(ABC):
    """An engine that has been started or connected to."""

    @abstractmethod
    def slots(self) -> int:
        """Return the number of chunks that can be worked on at once."""

    @abstractmethod
    def submit(self, *call: Any) -> Any:
        """Let a worker call `work` with these arguments; return what stands for its answer."""

    @abstractmethod
    def first(self, calls: Collection[Any]) -> tuple[Any, Answer]:
        """Wait for one of the calls; return it with its answer."""

    @abstractmethod
    def cancel(self, calls: Collection[Any]) -> None:
        """Give up calls that are still worked on."""

    @abstractmethod
    def close(self) -> None:
        """Stop all that was started here."""


class Ray(Engine):
    """Ray: workers started here, or those of the cluster at an address (or in RAY_ADDRESS)."""

    def __init__(self, jobs: int, address: str) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would send them to its makers
        import ray

        self.ray = ray
        where: dict[str, Any] = {"address": f"ray://{address}"} if address else {}
        with ExitStack() as undo:
            if not where and "RAY_ADDRESS" not in os.environ:
                folder = tempfile.mkdtemp(prefix="ray-")
                undo.callback(shutil.rmtree, folder, ignore_errors=True)
                where = {"num_cpus": jobs, "include_dashboard": False, "_temp_dir": folder}
            with one_each():
                ray.init(**where, log_to_driver=False, logging_level=logging.ERROR)
            undo.callback(ray.shutdown)
            self.undo = undo.pop_all()
        self.work = ray.remote(num_cpus=1, max_retries=RETRIES)(work)

    def slots(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 1))

    def submit(self, *call: Any) -> Any:
        return self.work.remote(*call)

    def first(self, calls: Collection[Any]) -> tuple[Any, Answer]:
        (call,), _ = self.ray.wait(list(calls), num_returns=1)
        return call, self.ray.get(call)

    def cancel(self, calls: Collection[Any]) -> None:
        for call in calls:
            with suppress(Exception):  # it may be over, or the cluster gone
                self.ray.cancel(call, force=True)

    def close(self) -> None:
        self.undo.close()


class Dask(Engine):
    """Dask: workers started here, or those of the scheduler at an address."""

    def __init__(self, jobs: int, address: str) -> None:
        import dask
        import distributed

        self.distributed = distributed
        with ExitStack() as undo:
            cluster = None
            if not address:
                folder = tempfile.mkdtemp(prefix="dask-")
                undo.callback(shutil.rmtree, folder, ignore_errors=True)
                with one_each(), dask.config.set({"temporary_directory": folder}):
                    cluster = distributed.LocalCluster(
                        n_workers=jobs,
                        threads_per_worker=1,
                        host="127.0.0.1",
                        dashboard_address="127.0.0.1:0",
                        local_directory=folder,
                        silence_logs=logging.CRITICAL,
                    )
                undo.callback(cluster.close)
            self.client = distributed.Client(cluster or f"tcp://{address}")
            undo.callback(self.client.close)
            self.undo = undo.pop_all()

    def slots(self) -> int:
        threads: dict[str, int] = self.client.nthreads()
        return max(1, sum(threads.values()))

    def submit(self, *call: Any) -> Any:
        return self.client.submit(work, *call, pure=False)

    def first(self, calls: Collection[Any]) -> tuple[Any, Answer]:
        done = self.distributed.wait(list(calls), return_when="FIRST_COMPLETED").done
        call = next(iter(done))
        return call, call.result()

    def cancel(self, calls: Collection[Any]) -> None:
        with suppress(Exception):  # the scheduler may be gone
            self.client.cancel(list(calls))

    def close(self) -> None:
        self.undo.close()


def connect(spec: str, jobs: int) -> Engine:
    """Return the engine of an executor, see `executors.choose`; one without an address starts `jobs` workers here."""
    name, _, address = spec.partition("://")
    return Ray(jobs, address) if name == "ray" else Dask(jobs, address)


# --- the pool -----------------------------------------------------------------------------------------


class Cluster(Generic[Task, Result]):
    """A function and the workers of an engine that call it; a context manager, at whose end the engine is left."""

    def __init__(
        self, function: Callable[[Task], Result], name: str, connect: Callable[[], Engine], bots: Iterable[str] = ()
    ) -> None:
        """Start the engine, or connect to it. Raises Refusal if that is not possible. bots: those that tasks name."""
        self.function, self.name = function, name
        named = map(bot_spec, bots)
        paths = dict.fromkeys(path for bot in named for path in (bot.path, bot.folder) if path)
        self._program = program()._replace(bots=at_paths(paths))
        self._flying = dict[Any, range]()
        _nodes.clear()
        try:
            self._engine = connect()
        except Exception as error:
            raise Refusal(f"no workers of {name}: {error}") from error

    def __enter__(self) -> Cluster[Task, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self._cancel(self._flying)
        self._engine.close()

    def _cancel(self, flying: dict[Any, range]) -> None:
        calls = list(flying)
        flying.clear()
        if calls:
            self._engine.cancel(calls)

    def watch(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
        """Yield what `each` does: nothing is heard of what workers elsewhere compile."""
        return self.each(tasks)

    def each(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Result]]:
        """Yield (index of the task, result) in any order.

        Raises Refusal if a call raises one, if a node has another program, or if a chunk fails again and again.
        """
        self._flying = flying = dict[Any, range]()
        begun, seconds = 0, SECONDS  # until one is done, a task is taken to need a whole chunk's time
        try:
            while True:
                slots = self._engine.slots()
                while begun < len(tasks) and len(flying) < 2 * slots:
                    share = -(-(len(tasks) - begun) // (2 * slots))  # no worker has more than its share of the rest
                    chunk = range(begun, min(begun + max(1, min(share, int(SECONDS / seconds))), len(tasks)))
                    call = self._engine.submit(self._program, self.function, [tasks[number] for number in chunk])
                    flying[call], begun = chunk, chunk.stop
                if not flying:
                    return
                try:
                    call, answer = self._engine.first(flying)
                except Exception as error:
                    raise Refusal(f"{self.name} could not do a part of the work: {error}") from error
                chunk = flying.pop(call)
                if answer.refusal:
                    raise Refusal(answer.refusal)
                _nodes[answer.node] += len(chunk)
                seconds = max(answer.seconds / len(chunk), 1e-6)
                yield from zip(chunk, answer.results, strict=True)
        finally:  # the iteration may be left before its end
            self._cancel(flying)
