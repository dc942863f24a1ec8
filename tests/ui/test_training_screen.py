"""The screens of trainings, which go on without them, and their pictures."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from cardtui import cli, registry, settings, trainings
from cardtui.registry import catalogue
from cardtui.trainings.plans import CHECKPOINT, Plan
from cardtui.ui.dialogs import ListChoice, Question
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK, MONO
from cardtui.ui.look.panels import strip
from cardtui.ui.look.plot import Axes, Line, plot
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.screens.training import STATES, TrainingScreen, TrainingsScreen, _described
from cardtui.ui.screens.training_felt import TrainingView, groups, paint_training
from cardtui.ui.start import Menu, Training

from . import common
from .terminal import Terminal, printed

GAME = str(Path(__file__).parents[1] / "toy_game" / "trained.py")
SIZES = [(80, 20), (100, 26), (140, 36), (200, 56)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_games: None) -> Path:
    """The same folders as the program on the terminal has, and the game with a slow trainer."""
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    registry.add_game(GAME)
    return tmp_path


def test_a_training_goes_on_without_its_screen_and_its_terminal(home: Path) -> None:
    out, whole = home / "out", home / "whole"
    out.mkdir()
    (out / "slow").touch()
    game = {catalogue.FILES: GAME}

    def attached() -> Terminal:
        return Terminal(home, words=["train", "--attach", str(out)], size=(120, 36), **game)

    begin = ["train", "toytrained", "learner", "--seed", "3", "--out", str(out)]
    with Terminal(home, words=begin, size=(120, 36), **game) as terminal:
        terminal.wait_for(b"LOSS", 60)
        terminal.press("d")
        assert terminal.exit_status() == 0
        assert f"cardtui train --attach {out}" in printed(terminal.output)
        assert not terminal.not_restored()
    assert trainings.runs(out)
    with attached() as terminal:
        terminal.wait_for(b"LOSS", 60)
        terminal.press("s")
        terminal.wait_for(b"stopped", 60)
        terminal.press("g")
        terminal.wait_for(b"runs in the background", 60)
        os.kill(terminal.pid, signal.SIGHUP)
        terminal.exit_status()
    assert trainings.runs(out), "the terminal has gone, the training goes on"
    (out / "slow").unlink()
    with attached() as terminal:
        terminal.wait_for(b"done", 60)
        terminal.press("\x1b")
        assert terminal.exit_status() == 0
        assert printed(terminal.output).startswith(f"learner trained: {out}")
    assert cli.main(["train", "toytrained", "learner", "--seed", "3", "--out", str(whole)]) == 0
    for name in ("table.npz", "curve.csv"):
        assert (whole / name).read_bytes() == (out / name).read_bytes()


async def test_a_training_is_ended_at_once_by_another_key_than_the_one_that_asks(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that is held down loses nothing."""
    out, asked = home / "out", list[bool]()
    out.mkdir()
    (out / "slow").touch()
    trainings.begin(out, Plan("toytrained", "learner", "best", 0), False)
    one = common.app(Training(out))
    try:
        async with one.run_test(size=(100, 30)) as pilot:
            await common.screened(pilot, TrainingScreen)
            with monkeypatch.context() as patch:
                patch.setattr(trainings, "stop", lambda folder, at_once: asked.append(at_once))
                await pilot.press(*"ssss")
                assert asked == [False]
                await common.screened(pilot, Question)
                await pilot.press("y")
                assert asked == [False, True]
                await pilot.press("s")
                await common.screened(pilot, Question)
            trainings.stop(out, at_once=True)
            await common.screened(pilot, TrainingScreen)  # it has ended, and nothing is asked any more
    finally:
        trainings.stop(out, at_once=True)


async def test_a_training_begins_in_the_menu_and_leads_back_to_it(home: Path) -> None:
    one = common.app(Menu())
    async with one.run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        await common.screened(pilot, ListChoice)  # none has been trained: the choice comes at once
        await pilot.press("escape")
        await common.screened(pilot, MenuScreen)  # not an empty list
        await pilot.press("n", "end", "enter")
        screen = await common.screened(pilot, TrainingScreen)
        try:
            assert screen.plan == Plan("toytrained", "learner", "best", 0)
            assert screen.folder == screen.plan.folder.resolve()
            await common.until(pilot, lambda: trainings.runs(screen.folder))
        finally:
            trainings.stop(screen.folder, at_once=True)
        await pilot.press("escape")
        await common.screened(pilot, TrainingsScreen)
        await pilot.press("n", "end", "enter")
        again = await common.screened(pilot, TrainingScreen)
        trainings.stop(again.folder, at_once=True)
        again.plan, again.progress.nodes = again.plan._replace(executor="dask"), {}
        assert ("nodes", "none heard of yet") in again._facts()
        again.progress.nodes = {"alpha": 12, "beta": 9}
        assert ("nodes", "alpha 12, beta 9 tasks") in again._facts()
        assert again.plan.seed == 1, "the first one keeps its folder"
        await pilot.press("escape")
        await common.screened(pilot, TrainingsScreen)
        await pilot.press("escape")
        await common.screened(pilot, MenuScreen)


async def test_the_time_that_is_gone_stands_still_from_the_end_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the last report was long before the end, and while the process is still about to go."""
    (tmp_path / trainings.PLAN).write_text(json.dumps(Plan("zsy", "td-linear", "best", 0)._asdict()))
    began = time.time() - 970  # far from the next whole minute, however long the screen takes
    report = {"time": began + 60, "done": 100, "total": 100, "figures": {"loss": 0.5}, "plays": True}
    told: list[dict[str, Any]] = [{"began": began}, report]
    monkeypatch.setattr(trainings, "runs", lambda folder: True)
    for shown in ("16 min ", "1 min 30 s gone", "1 min 30 s gone"):
        (tmp_path / trainings.PROGRESS).write_text("".join(f"{json.dumps(line)}\n" for line in told))
        one = common.app(Training(tmp_path))
        async with one.run_test(size=(100, 30)) as pilot:
            await common.until(pilot, lambda: shown in common.text(pilot))  # noqa: B023
        if len(told) > 2:
            monkeypatch.setattr(trainings, "runs", lambda folder: False)
        told[2:] = [{"ended": "finished", "time": began + 90}]


async def test_what_happens_to_the_files_of_a_training_does_not_end_its_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its checkpoint goes at the moment at which it is looked at; the disk is full when weights are asked for."""
    (tmp_path / trainings.PLAN).write_text(json.dumps(Plan("zsy", "td-linear", "best", 0)._asdict()))
    report = {"time": 101.0, "done": 1, "total": 5, "figures": {"loss": 0.5}, "plays": True}
    (tmp_path / trainings.PROGRESS).write_text(f"{json.dumps({'began': 100.0})}\n{json.dumps(report)}\n")
    monkeypatch.setattr(trainings, "runs", lambda folder: True)
    exists = Path.exists
    monkeypatch.setattr(Path, "exists", lambda path: path.name == CHECKPOINT or exists(path))

    def full(folder: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(trainings, "ask_weights", full)
    one = common.app(Training(tmp_path))
    async with one.run_test(size=(100, 30)) as pilot:
        screen = await common.screened(pilot, TrainingScreen)
        assert "saved" not in dict(screen._facts())
        await pilot.press("v")
        await common.until(pilot, lambda: any("No space left" in note.message for note in one._notifications))
        assert not screen.asked


async def test_a_finished_reply_tells_what_it_gets(tmp_path: Path) -> None:
    """Also on the smallest terminal."""
    plan = Plan("yaniv", "yaniv-net", "reply", 0, against="harel", rules="paper")
    (tmp_path / trainings.PLAN).write_text(json.dumps(plan._asdict()))
    report = {"time": 101.0, "done": 500, "total": 500, "figures": {"loss": 0.5}, "plays": True}
    told: list[dict[str, Any]] = [{"began": 100.0}, report, {"ended": "finished", "time": 102.0}]
    (tmp_path / trainings.PROGRESS).write_text("".join(f"{json.dumps(line)}\n" for line in told))
    score = 'against = "harel"\nwin = 0.5312\nlow = 0.51\nhigh = 0.5524\nunit = "wins"\n'
    (tmp_path / trainings.CARD).write_text(f"[settings]\ngames = 400000\n[[scores]]\n{score}")
    one = common.app(Training(tmp_path))
    async with one.run_test(size=(80, 24)) as pilot:
        await common.until(pilot, lambda: "0.531, 95% 0.510…0.552 (wins)" in common.text(pilot))
        assert "yaniv-net · reply against harel, paper · seed 0" in common.text(pilot)
        screen = await common.screened(pilot, TrainingScreen)
        assert ("games", "400,000") in screen._facts()


async def test_a_training_of_a_game_that_is_not_there_stays_in_the_list() -> None:
    """One with a file of one's own, say, which is not named today."""
    gone, here = (settings.runs_dir() / game / "bot-best-0" for game in ("skat", "zsy"))
    for folder, game in ((gone, "skat"), (here, "zsy")):
        folder.mkdir(parents=True)
        (folder / trainings.PLAN).write_text(json.dumps(Plan(game, "td-linear", "best", 0)._asdict()))
    damaged = settings.runs_dir() / "yaniv" / "bot-best-0"
    damaged.mkdir(parents=True)
    (damaged / trainings.PLAN).write_text('{"game": [1], "bot": "x", "preset": "best", "seed": 0}')
    os.utime(gone, (1e9, 1e9))
    one = common.app(Training())
    async with one.run_test(size=(100, 30)) as pilot:
        await common.until(
            pilot, lambda: common.text(pilot).count("cannot be shown") == 2 and "td-linear" in common.text(pilot)
        )
        await pilot.press("end", "enter")
        await common.until(pilot, lambda: "no game 'skat'" in common.text(pilot))
        assert isinstance(one.screen, TrainingsScreen)


def test_trainings_in_a_pipe(home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal in (False, True):
        monkeypatch.setattr("cardtui.commands.train.on_screen", lambda args, terminal=terminal: terminal)
        assert cli.main(["train", "--attach"]) == 0
        assert capsys.readouterr().out == "no training runs; `cardtui train GAME BOT` begins one\n"
    monkeypatch.undo()
    assert cli.main(["train", "--attach", str(home)]) == 2
    assert "has no training that was begun on a screen" in capsys.readouterr().err
    assert cli.main(["train", "toytrained"]) == 2
    assert "`cardtui train GAME BOT`" in capsys.readouterr().err


# --- painting ---------------------------------------------------------------------------------------


def test_a_line_is_drawn_between_its_points_and_marked_at_its_end() -> None:
    axes, line = Axes((0, 100), (0.0, 1.0)), Line([(0, 0.0), (50, 0.5)], "#ffffff", "1")
    for palette, dot in ((DARK, "⠄"), (MONO, "⠄")):
        canvas = Canvas(40, 12, palette, palette.panel)
        plot(canvas, 0, 0, 40, 12, axes, [line])
        rows = canvas.text().split("\n")
        assert rows[0].startswith("  1 ") and rows[10].startswith("  0 ") and rows[11].split() == ["0", "50", "100"]
        end = next(row for row in rows if "1" in row[4:])
        assert 18 <= end.index("1", 4) <= 23 and 4 <= rows.index(end) <= 6
        assert sum(any("⠀" < char <= "⣿" for char in row) for row in rows) == 6, dot


def test_a_low_curve_has_two_values_beside_it() -> None:
    """0 alone would not tell how high the line is."""
    canvas = Canvas(40, 3, DARK, DARK.panel)
    plot(canvas, 0, 0, 40, 3, Axes((0, 100), (-7.4, 99.4)), [Line([(0, 91.0), (100, 42.0)], "#ffffff")])
    assert [row.split()[0] for row in canvas.text().split("\n")[:2]] == ["50", "0"]


@pytest.mark.parametrize("count", [0, 3, 10, 15, 16])
def test_all_speeds_are_shown_for_which_there_is_room(count: int) -> None:
    for width, room in ((140, 16), (20, 0)):
        canvas = Canvas(width, 4, DARK, DARK.night)
        strip(canvas, 0.5, ("half",), "a run", ("50%",), "1 s gone · 2/s", [1.0] * count)
        assert canvas.text().split("\n")[2].count("█") == min(count, room)


@pytest.mark.parametrize("size", SIZES)
def test_a_training_is_painted(size: tuple[int, int], tmp_path: Path) -> None:
    plan, progress = Plan("zsy", "td-linear", "best", 3), trainings.Progress(tmp_path)
    lines = ['{"began": 100.0}']
    for at in range(1, 6):
        figures = f'{{"greedy": {0.1 * at:.1f}, "random": {0.5 + 0.05 * at:.2f}, "loss": {1 / at:.3f}}}'
        lines.append(
            f'{{"time": {100 + at}.0, "done": {at * 1000}, "total": 20000, "figures": {figures}, "plays": true}}'
        )
    (tmp_path / trainings.PROGRESS).write_text("\n".join(lines) + "\n")
    progress.read()
    assert [group.names for group in groups(plan, progress)] == [("greedy", "random"), ("loss",)]
    canvas = Canvas(*size, DARK, DARK.night)
    facts = [("command", plan.command), ("folder", str(tmp_path))]
    paint_training(canvas, TrainingView(plan, progress, "runs in the background", facts, (), True, 5.0))
    text = canvas.text()
    assert "5,000 of 20,000" in text and "25%" in text and "15 s left" in text and "5 s gone" in text
    assert "1 greedy 0.500   2 random 0.750" in text and "share of games won against these bots" in text
    assert ("now 0.200" in text) == (size[1] > 20)
    progress.curves = {name: [(1000, 0.25)] for name in ("drawn with exact", "won against random", "lost to random")}
    paint_training(canvas, TrainingView(plan, progress, "runs in the background", facts, (), True, 5.0))
    assert all(f"{number} {name} 0.25" in canvas.text() for number, name in enumerate(progress.curves, 1))
    rows = [line.split() for line in text.split("\n")]
    wide = size[0] >= 110  # there the curve is told in numbers, too
    assert any(row[-4:] == ["1k", ".100", ".550", "1"] for row in rows) == wide
    assert any(row[-4:] == ["5k", ".500", ".750", "0.2"] for row in rows) == wide


@pytest.mark.parametrize("size", SIZES)
def test_a_training_without_a_report_says_once_that_it_starts(size: tuple[int, int], tmp_path: Path) -> None:
    plan, progress = Plan("zsy", "td-linear", "best", 3), trainings.Progress(tmp_path)
    canvas = Canvas(*size, DARK, DARK.night)
    paint_training(canvas, TrainingView(plan, progress, "runs in the background", [], (), True, 5.0))
    assert canvas.text().count("starting …") == 1 and ("nothing yet" in canvas.text()) == (size[0] >= 110)


def test_a_training_without_a_report_is_listed_without_counts(tmp_path: Path) -> None:
    (tmp_path / trainings.PLAN).write_text(json.dumps(Plan("zsy", "td-linear", "best", 3)._asdict()))
    assert _described(tmp_path)[1].endswith("seed 3: " + STATES[""])


@pytest.mark.parametrize("size", SIZES)
def test_why_a_training_failed_is_told_whole(size: tuple[int, int], tmp_path: Path) -> None:
    plan, progress = Plan("zsy", "td-linear", "best", 3), trainings.Progress(tmp_path)
    why = f"there is no memory for the table, which has 4,194,304 states; {tmp_path / trainings.LOG} has more"
    (tmp_path / trainings.PROGRESS).write_text(json.dumps({"ended": "failed", "why": why}) + "\n")
    progress.read()
    canvas = Canvas(*size, DARK, DARK.night)
    facts = [("failed", why), ("command", plan.command), ("folder", str(tmp_path)), ("playing", "no weights")]
    paint_training(canvas, TrainingView(plan, progress, "failed", facts, (), False, 5.0))
    assert set(why.split()) - {str(tmp_path / trainings.LOG)} <= set(canvas.text().split())


def test_a_change_is_told_whole_beside_a_long_name(tmp_path: Path) -> None:
    """At 120 columns it begins further left than its value."""
    plan, progress = Plan("zsy", "td-linear", "best", 3), trainings.Progress(tmp_path)
    progress.curves, progress.done, progress.total = {"greedy:lead=pattern": [(1, 0.5), (2, 0.409)]}, 2, 4
    canvas = Canvas(120, 33, DARK, DARK.night)
    paint_training(canvas, TrainingView(plan, progress, "runs", [], (), True, 5.0))
    assert "▼ -0.091 since the last" in canvas.text() and "MEASURED SO FAR  by games or steps" in canvas.text()


@pytest.mark.parametrize("size", SIZES)
def test_a_reply_that_has_learned_is_measured(size: tuple[int, int], tmp_path: Path) -> None:
    plan, progress = Plan("yaniv", "yaniv-net", "reply", 0), trainings.Progress(tmp_path)
    plan = plan._replace(against="harel", rules="paper")
    reports: list[dict[str, Any]] = [{"began": 100.0}]
    reports += [{"time": 101.0 + at, "done": 500, "total": 500, "figures": {}, "plays": True} for at in range(6)]
    (tmp_path / trainings.PROGRESS).write_text("".join(json.dumps(one) + "\n" for one in reports))
    progress.read()
    canvas = Canvas(*size, DARK, DARK.night)
    paint_training(canvas, TrainingView(plan, progress, "runs in the background", [], (), True, 5.0))
    assert "100%   measuring …" in canvas.text() and "starting" not in canvas.text()
    assert "yaniv-net · reply against harel, paper · seed 0" in canvas.text()
    paint_training(canvas, TrainingView(plan._replace(against=""), progress, "done", [], (), False, 5.0))
    assert "100%   done" in canvas.text()
