"""Where long runs work: chunks of a cluster, refusals, and small real clusters of Ray and Dask on this machine."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from cardtui import arena, executors, registry
from cardtui.core import Refusal
from cardtui.executors import cluster
from cardtui.executors.cluster import Answer, Cluster, Engine
from cardtui.system import module_runner


def square(number: int) -> int:
    return number * number


def refuses(number: int) -> int:
    raise Refusal(f"no {number}")


def dies_once(task: tuple[int, str]) -> int:
    """Kill the own process in the first call for number 3, as if its machine had gone."""
    number, mark = task
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


class Here(Engine):
    """An engine that does chunks in this process when they are waited for, the newest first."""

    def __init__(self, slots: int = 2, seconds: float = 0.25, expected: cluster.Program | None = None) -> None:
        self.sizes, self.cancelled, self.closed = list[int](), list[Any](), False
        self._slots, self._seconds, self._expected = slots, seconds, expected
        self._calls = dict[int, Any]()

    def slots(self) -> int:
        return self._slots

    def submit(self, *call: Any) -> Any:
        self.sizes.append(len(call[2]))
        self._calls[len(self.sizes)] = call
        return len(self.sizes)

    def first(self, calls: Collection[Any]) -> tuple[Any, Answer]:
        number = max(calls)
        expected, function, tasks = self._calls[number]
        answer = cluster.work(self._expected or expected, function, tasks)
        return number, answer._replace(node=f"node {number % 2}", seconds=self._seconds * len(tasks))

    def cancel(self, calls: Collection[Any]) -> None:
        self.cancelled += calls

    def close(self) -> None:
        self.closed = True


def test_all_tasks_are_done_once_in_chunks_of_a_second() -> None:
    engine = Here()
    with Cluster(square, "here", lambda: engine) as workers:
        found = dict(workers.each(range(50)))
    assert found == {number: number * number for number in range(50)}
    assert engine.sizes[:4] == [1, 1, 1, 1]  # nothing is known of a task's time yet
    assert max(engine.sizes) == 4  # a task takes a quarter of a second
    assert engine.sizes[-1] < 4  # the rest is shared
    assert sum(cluster.nodes().values()) == 50
    assert set(cluster.nodes()) == {"node 0", "node 1"} and not executors.nodes(), "work is done here"
    assert engine.closed and not engine.cancelled


def test_what_is_still_worked_on_is_given_up_when_the_iteration_is_left() -> None:
    engine = Here()
    with Cluster(square, "here", lambda: engine) as workers:
        next(workers.each(range(50)))
        assert len(engine.cancelled) == 3
        assert sorted(workers.each(range(3))) == [(0, 0), (1, 1), (2, 4)]  # not what was left behind


def test_a_refusal_of_a_task_arrives() -> None:
    with Cluster(refuses, "here", Here) as workers, pytest.raises(Refusal, match=r"no [0-3]"):
        list(workers.each(range(4)))


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"version": "0.0"}, "cardtui .* instead of 0.0"),
        ({"sources": "x"}, "other sources of cardtui"),
        ({"weights": "x"}, "other weights"),
    ],
)
def test_a_node_with_another_program_is_refused(other: dict[str, Any], said: str) -> None:
    engine = Here(expected=cluster.program()._replace(**other))
    with Cluster(square, "here", lambda: engine) as workers, pytest.raises(Refusal, match=f"the node .* has {said}"):
        list(workers.each(range(4)))


def test_a_program_is_the_same_wherever_its_files_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an editable install, agents/ lies beside cardtui/; from a wheel, within it."""
    found = list[cluster.Program]()
    for number, agents in enumerate(("z/agents", "cardtui/agents")):
        where = {"cardtui": "cardtui", "cardtui.agents": agents, "cardtui.weights": "w"}
        roots = {package: tmp_path / str(number) / below for package, below in where.items()}
        for package, root in roots.items():
            (root / "a").mkdir(parents=True)
            for name in ("same.py", "a/same.py", "a/w.npz"):
                (root / name).write_text(f"{package} {name}")
        modules = {package: type("Module", (), {"__path__": [str(root)]}) for package, root in roots.items()}
        monkeypatch.setattr(cluster, "import_module", modules.__getitem__)
        found.append(cluster.program.__wrapped__())
    assert found[0] == found[1]
    (roots["cardtui.agents"] / "a" / "same.py").write_text("changed")
    assert found[0].difference(cluster.program.__wrapped__()) == "other sources of cardtui"


def folder_of(tmp_path: Path, content: str = "1") -> Path:
    folder = tmp_path / "mine"
    folder.mkdir(exist_ok=True)
    (folder / "card.toml").write_text(content)
    return folder


@pytest.mark.parametrize("spec", ["{}", "harel@{}", "{}/card.py:Mine"])
def test_a_node_with_another_bot_at_its_path_is_refused(spec: str, tmp_path: Path) -> None:
    folder, spec = folder_of(tmp_path), spec.format(tmp_path / "mine")
    (folder / "card.py").write_text("class Mine: ...")
    with Cluster(square, "here", Here, [spec, "greedy"]) as workers:
        paths = [path for path, files in workers._program.bots if files]
        assert len(paths) == 1 and dict(workers.each(range(4))) == {0: 0, 1: 1, 2: 4, 3: 9}
    (folder / "card.toml").write_text("2")
    (folder / "card.py").write_text("class Mine: pass")
    for said in (f"the node .* has another {paths[0]}: install", f"the node .* has no {paths[0]}: install"):
        with pytest.raises(Refusal, match=said):
            list(workers.each(range(4)))
        shutil.rmtree(folder, ignore_errors=True)


def test_a_worker_that_has_played_another_bot_from_that_path_is_refused(tmp_path: Path) -> None:
    for content, said in (("1", ""), ("2", f"still has an earlier {tmp_path / 'mine'}: restart the worker")):
        with Cluster(square, "here", Here, [str(folder_of(tmp_path, content))]) as workers:
            if said:
                with pytest.raises(Refusal, match=said):
                    list(workers.each(range(4)))
            else:
                list(workers.each(range(4)))


@pytest.mark.parametrize("spec", ["spark", "ray://", "dask:8786", "dask://a:b", "dask://10.0.0.5", ""])
def test_an_unknown_executor_is_refused(spec: str) -> None:
    with pytest.raises(Refusal, match="the executor is ray, ray://HOST:PORT or dask, dask://HOST:PORT, not"):
        executors.choose(spec)


def test_an_unknown_executor_in_the_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is not Ray was taken for Dask."""
    monkeypatch.setenv(executors.VARIABLE, "slurm")
    with pytest.raises(Refusal, match="the executor is ray, ray://HOST:PORT or dask, dask://HOST:PORT, not 'slurm'"):
        executors.pool(len, 1)


def test_an_executor_that_is_not_installed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(Refusal, match=r"ray is not installed: pip install 'cardtui\[ray\]'"):
        executors.choose("ray")


def test_a_cluster_that_does_not_answer_is_refused() -> None:
    def fails() -> Engine:
        raise OSError("nobody there")

    with pytest.raises(Refusal, match="no workers of dask://x:1: nobody there"):
        Cluster(square, "dask://x:1", fails)


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder with a short name: Ray's sockets lie there."""
    with tempfile.TemporaryDirectory(prefix="e") as folder:
        yield Path(folder)


@pytest.fixture(params=list(cluster.ENGINES))
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, scratch: Path) -> Iterator[str]:
    """An engine that is installed, chosen as the executor; nothing of it is left afterwards."""
    pytest.importorskip(cluster.ENGINES[request.param], reason=f"{request.param} is not installed")
    monkeypatch.setenv(executors.VARIABLE, request.param)
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    monkeypatch.setenv("TMPDIR", str(scratch))  # for the processes started here
    yield request.param
    assert list(scratch.iterdir()) == []


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
def test_two_workers_one_of_them_killed_give_the_same(engine: str, tmp_path: Path) -> None:
    with executors.pool(dies_once, 2) as workers:
        found = dict(workers.each([(number, str(tmp_path / "died")) for number in range(12)]))
    assert found == {number: number for number in range(12)}
    assert (tmp_path / "died").exists()


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
def test_an_arena_has_the_same_digits(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    series = arena.pairings(registry.game("yaniv", "paper", 2), ["greedy", "semirandom"])
    found = arena.run("yaniv", "paper", series, deals=40, seed=5, jobs=2)
    assert sum(found["throughput"].pop("nodes").values()) > 1
    monkeypatch.delenv(executors.VARIABLE)
    assert found["results"] == arena.run("yaniv", "paper", series, deals=40, seed=5)["results"]


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_bot_by_path_plays_there_and_is_compared(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from .test_exported import saved

    mine = saved(tmp_path / "mine", "yaniv")
    bots = [str(mine), "semirandom"]
    game = registry.game("yaniv")
    found = arena.run("yaniv", game.spec, arena.pairings(game, bots), deals=20, seed=5, jobs=2)
    monkeypatch.delenv(executors.VARIABLE)
    assert found["results"] == arena.run("yaniv", game.spec, arena.pairings(game, bots), deals=20, seed=5)["results"]
    with Cluster(square, engine, lambda: cluster.connect(engine, 1), [str(mine)]) as workers:
        assert dict(workers.each([2])) == {0: 4}
        (mine / "card.toml").write_text("changed since")
        with pytest.raises(Refusal, match=f"has another {mine}: install"):
            list(workers.each([2]))


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning")
async def test_a_screen_that_is_left_leaves_nothing_behind(engine: str) -> None:
    """The process that a screen has is killed, and cannot put away what the engine wrote; see the fixture's end."""
    series = arena.pairings(registry.game("yaniv", "paper", 2), ["greedy", "semirandom"])
    asked = {"game": "yaniv", "rules": "paper", "series": series, "deals": 10**6, "seed": 5, "jobs": 2}
    async with aclosing(module_runner.lines("cardtui.arena", json.dumps(asked))) as answers:
        found = await anext(answers)
        assert found["throughput"]["nodes"]


def test_ctrl_c_leaves_nothing_behind(engine: str, scratch: Path) -> None:
    command = [sys.executable, "-m", "cardtui", "arena", "yaniv", "greedy", "semirandom", "--deals", "1000000"]
    with subprocess.Popen(
        [*command, "--executor", engine, "--jobs", "2"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        assert run.stderr
        for line in run.stderr:  # tells its progress every ten seconds
            if " tasks" in line:
                break
        os.killpg(run.pid, signal.SIGINT)
        assert run.wait(60) == 130
    for _ in range(100):
        left = subprocess.run(["ps", "-eo", "pid,sid,args"], capture_output=True, text=True, check=True).stdout
        mine = [line for line in left.splitlines() if line.split()[1] == str(run.pid) or str(scratch) in line]
        if not mine:
            break
        time.sleep(0.1)
    assert mine == []
