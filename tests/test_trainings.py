"""Trainings in processes of their own: begun, found again, stopped, resumed; what their progress says."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardtui import cli, loading, registry, settings, trainings
from cardtui.commands.train import _show_trained
from cardtui.core import Refusal
from cardtui.registry import catalogue
from cardtui.trainings import Progress
from cardtui.trainings.plans import CHECKPOINT, Plan
from cardtui.ui.look.panels import PARTS, rate, rates

from .processes import until

GAME = str(Path(__file__).parent / "toy_game" / "trained.py")
PLAN = Plan("toytrained", "learner", "best", 3)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Folders of this test alone, and the game."""
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv(catalogue.FILES, GAME)
    catalogue.forget()
    yield
    monkeypatch.undo()
    catalogue.forget()


def read(folder: Path) -> Progress:
    told = Progress(folder)
    told.read()
    return told


def test_a_training_is_stopped_resumed_and_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    broken.mkdir()
    (broken / "slow").touch()
    PLAN.train(whole, False, lambda now: None)
    trainings.begin(broken, PLAN, False)
    assert trainings.runs(broken) and trainings.running() == [broken] == trainings.known()
    with pytest.raises(Refusal, match="already; `cardtui train --attach"):
        trainings.begin(broken, PLAN, False)
    until(lambda: read(broken).done > 300)
    trainings.ask_weights(broken)
    until(lambda: not trainings.wanted(broken))
    taken = trainings.weights(broken)
    assert taken and registry.agent(registry.game("toytrained"), f"learner@{taken}")
    trainings.stop(broken)
    until(lambda: not trainings.runs(broken))
    told = read(broken)
    assert told.ended == "stopped" and told.done < told.total == 6000 and trainings.running() == []
    trainings.begin(broken, trainings.plan_of(broken), True)
    until(lambda: read(broken).done > told.done)
    trainings.stop(broken, at_once=True)  # killed: nothing was written about its end
    until(lambda: not trainings.runs(broken))
    assert read(broken).ended == ""
    (broken / "slow").unlink()
    trainings.begin(broken, trainings.plan_of(broken), True)
    until(lambda: not trainings.runs(broken))
    told = read(broken)
    assert told.ended == "finished" and trainings.weights(broken) == broken
    assert told.reports[-1][0] <= told.end <= time.time()
    assert [done for done, _ in told.curves["random"]] == list(range(100, 6001, 100))
    for name in ("table.npz", "curve.csv"):
        assert (whole / name).read_bytes() == (broken / name).read_bytes()


def test_two_trainings_do_not_share_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whichever of them is without a screen."""
    out = tmp_path / "out"
    plain = ["train", "toytrained", "learner", "--seed", "3", "--plain", "--out", str(out)]
    with trainings.claimed(out, False):
        assert trainings.running() == [] and cli.main(plain) == 2
        assert capsys.readouterr().err == f"cardtui: a training runs in {out} already\n"
        with pytest.raises(Refusal, match=r"already$"):
            trainings.begin(out, PLAN, False)
    (out / "slow").touch()
    trainings.begin(out, PLAN, False)
    assert cli.main(plain) == 2
    assert f"already; `cardtui train --attach {out}` shows it" in capsys.readouterr().err
    until((out / CHECKPOINT).exists)
    trainings.stop(out, at_once=True)
    until(lambda: not trainings.runs(out))
    (out / "slow").unlink()
    assert cli.main(plain) == 2 and "has an interrupted training: --resume goes on" in capsys.readouterr().err
    assert cli.main([*plain, "--resume"]) == 0 and not list(settings.trainings_dir().iterdir())


def test_a_training_that_ended_without_its_screen_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slow").touch()
    trainings.begin(tmp_path, PLAN, False)
    until(lambda: (tmp_path / CHECKPOINT).exists())
    trainings.stop(tmp_path, at_once=True)
    until(lambda: not trainings.runs(tmp_path))
    assert cli.main(["train", "--attach", str(tmp_path)]) == 0
    assert f" of {read(tmp_path).total} " in capsys.readouterr().out
    (tmp_path / "slow").unlink()
    PLAN.train(tmp_path, True, lambda now: None)
    assert cli.main(["train", "--attach", str(tmp_path)]) == 0
    assert " finished " in capsys.readouterr().out
    assert cli.main(["train", "--attach", str(tmp_path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trainings"][0]["finished"] is True


def test_commands_that_are_told_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They name the file of a game that is not installed, and the folder that was trained."""
    command = "cardtui arena toytrained learner@DIR random"
    score = {"win": 0.5, "low": 0.4, "high": 0.6, "unit": "wins", "command": command}
    monkeypatch.setattr(registry, "card", lambda bot, folder: {"scores": [score]})
    plan, out = PLAN._replace(against="random", rules="toytrained"), tmp_path / "of mine"
    _show_trained(plan, out)
    begins = f"`cardtui --game {GAME} "
    assert f"`{plan.command}".startswith(f"{begins}train toytrained ")
    told = capsys.readouterr().out
    assert f"{begins}arena toytrained learner@'{out}' random`" in told
    assert f"{begins}toytrained --bots 'learner@{out}'`" in told


def test_a_training_that_cannot_begin_says_why(tmp_path: Path) -> None:
    trainings.begin(tmp_path / "out", PLAN._replace(preset="huge"), False)
    until(lambda: not trainings.runs(tmp_path / "out"))
    told = read(tmp_path / "out")
    assert told.ended == "failed" and "has no preset 'huge'; its presets: best" in told.why


def test_a_full_disk_is_told_with_the_folder_and_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(request: Any) -> None:
        raise OSError(28, "No space left on device")

    load = loading.load
    monkeypatch.setattr(loading, "load", lambda target: load(target) if target.endswith(":Request") else full)
    says = rf"^{re.escape(str(tmp_path))} cannot be written: No space left on device; there is no checkpoint yet, `"
    with pytest.raises(Refusal, match=says):
        Plan("yaniv", "harel", "paper", 0).train(tmp_path, False, print)


def test_a_process_number_that_is_somebody_elses_is_no_training(tmp_path: Path) -> None:
    left = settings.trainings_dir() / "0123456789abcdef.json"
    left.parent.mkdir(parents=True, exist_ok=True)
    left.write_text(json.dumps({"folder": str(tmp_path), "pid": os.getpid()}))
    assert trainings.running() == [] and not left.exists()


def lines(folder: Path, *told: object) -> None:
    with (folder / trainings.PROGRESS).open("a") as file:
        file.writelines(json.dumps(one) + "\n" for one in told)


def report(at: float, done: int, **figures: float) -> dict[str, object]:
    return {"time": at, "done": done, "total": 100, "figures": figures, "plays": True}


def test_a_training_that_begins_is_not_taken_for_the_one_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until its process had started, the entry of one that was killed held, and with it the number to be ended."""
    entry = trainings._registered(tmp_path)
    entry.parent.mkdir(parents=True)
    entry.write_text(json.dumps({"folder": str(tmp_path), "pid": os.getpid()}))
    seen = list[bool]()

    def start(*_: object, **__: object) -> None:
        seen.append(trainings.runs(tmp_path))
        raise OSError(11, "no process more")

    monkeypatch.setattr("cardtui.trainings.subprocess.Popen", start)
    with pytest.raises(OSError, match="no process more"):
        trainings.begin(tmp_path, PLAN, False)
    assert seen == [False]


def test_progress_is_read_as_it_comes(tmp_path: Path) -> None:
    told = Progress(tmp_path)
    assert not told.read()
    lines(tmp_path, {"began": 10.0}, report(12.0, 10, won=0.1), report(14.0, 30, won=0.3), report(16.0, 50, won=0.5))
    with (tmp_path / trainings.PROGRESS).open("a") as file:
        file.write('{"time": 18.0, "done": 6')  # not yet the whole line
    assert told.read() and told.curves == {"won": [(10, 0.1), (30, 0.3), (50, 0.5)]}
    assert (told.done, told.total, told.seconds, rate(told.reports)) == (50, 100, 6.0, 10.0)
    with (tmp_path / trainings.PROGRESS).open("a") as file:
        file.write('0, "total": 100, "figures": {}, "plays": true}\n')
    assert told.read() and told.done == 60
    lines(tmp_path, report(19.0, 60, won=0.6), report(20.0, 60))
    assert told.read() and told.curves["won"][-1] == (60, 0.6), "a report without figures takes none away"
    # resumed from the checkpoint at 30: what came after it is measured again
    lines(tmp_path, "no report", {"began": 50.0}, report(52.0, 40, won=0.4))
    assert told.read() and told.curves == {"won": [(10, 0.1), (30, 0.3), (40, 0.4)]}
    assert (told.before, told.seconds, told.ended) == (10.0, 2.0, "")
    lines(tmp_path, {"ended": "failed", "why": "no room"})
    assert told.read() and (told.ended, told.why, told.seconds) == ("failed", "no room", 2.0)
    lines(tmp_path, {"ended": "failed", "why": "no room", "time": 57.0})
    assert told.read() and (told.before, told.seconds) == (10.0, 7.0), "what came after the last report took time, too"
    lines(tmp_path, {"began": 80.0})
    assert told.read() and (told.before, told.seconds) == (17.0, 0.0)
    (tmp_path / trainings.PROGRESS).unlink()
    lines(tmp_path, {"began": 90.0})
    assert told.read() and not told.curves and not told.ended, "begun anew"


def test_another_part_of_a_training_has_a_speed_of_its_own(tmp_path: Path) -> None:
    """`imitation` counts the games that it plays, then the steps in which it learns."""
    lines(tmp_path, {"began": 10.0}, *(report(12.0 + done, done) for done in (20, 60, 100)))
    lines(tmp_path, *(report(200.0 + 2 * done, done) | {"total": 40} for done in (1, 5, 9, 13)))
    told = read(tmp_path)
    assert (told.done, told.total, told.seconds) == (13, 40, 216.0)
    assert rate(told.reports) == 0.5 and rates(told.reports) == [0.5] * PARTS


def test_the_nodes_of_a_cluster_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui.trainings.signal.signal", lambda number, handler: None)
    monkeypatch.setattr("cardtui.executors.nodes", lambda: {"alpha": 12, "beta": 9})
    (tmp_path / trainings.PLAN).write_text(json.dumps(PLAN._asdict()))
    assert trainings.main(tmp_path, False) == 0
    told = read(tmp_path)
    assert told.ended == "finished" and told.nodes == {"alpha": 12, "beta": 9}
    lines(tmp_path, {"began": 90.0})
    assert told.read() and not told.nodes, "those of the last part alone"


def test_a_folder_without_a_training_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="has no training that was begun on a screen"):
        trainings.plan_of(tmp_path)
    (tmp_path / trainings.PLAN).write_text('{"game": 1}')
    with pytest.raises(Refusal, match="cannot be read"):
        trainings.plan_of(tmp_path)
