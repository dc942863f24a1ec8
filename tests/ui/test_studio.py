"""The screens of long runs on a real terminal: what they print when they are left, and what goes on without them."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardtui import arena, cli, registry, settings, system, trainings
from cardtui.core import STEPS
from cardtui.registry import catalogue
from cardtui.trainings.plans import CHECKPOINT, Plan
from cardtui.ui.dialogs import ListChoice, Question
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK, MONO, mix
from cardtui.ui.look.plot import Axes, Line, plot
from cardtui.ui.screens.arena import ArenaScreen
from cardtui.ui.screens.arena_felt import ArenaView, paint_arena
from cardtui.ui.screens.arena_panels import figures
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.screens.training import TrainingScreen, TrainingsScreen
from cardtui.ui.screens.training_felt import TrainingView, groups, paint_training
from cardtui.ui.start import Arena, Menu, Training
from cardtui.ui.tournament import Row, Tournament
from cardtui.ui.widgets.felt import Felt

from ..processes import until
from . import common
from .terminal import Terminal

GAME = str(Path(__file__).parents[1] / "toy_game" / "trained.py")
WORDS = ["arena", "yaniv", "greedy", "semirandom", "random", "--rules", "paper", "--deals", "40", "--seed", "7"]
ARGS = [*WORDS, "--jobs", "2"]
SIZES = [(80, 20), (100, 26), (140, 36), (200, 56)]


def printed(output: bytes) -> str:
    """Return what was printed after the screen had gone, without colours and trailing spaces."""
    text = output[output.rindex(b"\x1b[?1049l") :].decode().replace("\r", "")
    lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).split("\n")]
    return "\n".join(line for line in lines if " a second" not in line).strip()


def test_the_arena_prints_what_it_prints_in_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Terminal(tmp_path, words=ARGS, size=(100, 30)) as terminal:
        terminal.wait_for(b"STANDING")
        terminal.wait_for(b"done", 60)
        terminal.press("\x1b")
        assert terminal.exit_status() == 0
        assert not terminal.not_restored()
        ours = printed(terminal.output)
    monkeypatch.setenv("COLUMNS", "100")
    assert cli.main(ARGS) == 0
    piped = "\n".join(line.rstrip() for line in capsys.readouterr().out.split("\n") if " a second" not in line)
    assert ours == piped.strip()


def test_a_stopped_arena_prints_what_it_has(tmp_path: Path) -> None:
    words = [*ARGS[: ARGS.index("40")], "1000000", "--jobs", "1"]
    with Terminal(tmp_path, words=words, size=(100, 30)) as terminal:
        terminal.wait_for(b"STANDING")
        terminal.wait_for("±".encode(), 60)
        terminal.press("s")
        terminal.wait_for(b"stopped")
        terminal.press("\x1b")
        assert terminal.exit_status() == 0
        ours = printed(terminal.output)
    assert "part of 1,000,000 deals" in ours and "wins, row against column" in ours
    assert "stopped; these are the results so far" in ours


def test_the_command_of_an_arena_names_the_file_of_its_game_and_the_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both were left out: what was told to type did not measure the same."""
    bots, game = ("pimc", "greedy"), registry.game("schafkopf")
    usual = Arena(game.name, game.spec, bots, tuple(arena.pairings(game, bots)), 40, 7, 1, STEPS, {})
    pair = f"arena schafkopf pimc greedy --rules {game.spec} --deals 40 --seed 7 --seats 4"
    assert ArenaScreen(usual)._facts()[0] == ("command", f"cardtui {pair}")
    monkeypatch.setattr(catalogue, "file_of", lambda game: "my game.py")
    told = ArenaScreen(usual._replace(steps=50))._facts()[0][1]
    assert told == f"cardtui --game 'my game.py' {pair} --steps 50"


def test_an_arena_is_paused_and_its_standing_exported(tmp_path: Path) -> None:
    """While it is paused no game is played; the files tell the standing as `--json` and as a table."""
    words = [*ARGS[: ARGS.index("40")], "1000000", "--jobs", "1"]
    with Terminal(tmp_path, words=words, size=(100, 30)) as terminal:
        terminal.wait_for("±".encode(), 60)
        terminal.press("p")
        terminal.wait_for(b"paused: p goes on")
        for name in ("a.json", "b.json", "a.md"):
            terminal.press("e")
            terminal.wait_for(b"export to")
            terminal.press(f"{tmp_path / name}\r")
            until((tmp_path / name).exists)
            terminal.wait_for(b"written to")
        terminal.press("p")
        terminal.press("s")
        terminal.wait_for(b"stopped")
        terminal.press("\x1b")
        assert terminal.exit_status() == 0
    first, second = (json.loads((tmp_path / name).read_text()) for name in ("a.json", "b.json"))
    assert first == second and first["game"] == "yaniv" and first["results"][0]["a"] == "greedy" and not first["over"]
    table = (tmp_path / "a.md").read_text()
    assert "| greedy | semirandom |" in table and "games so far" in table


def test_an_arena_of_the_command_line_is_left_for_the_menu_and_come_back_to(tmp_path: Path) -> None:
    """It is played on meanwhile; its results are printed when the program ends."""
    words = [*ARGS[: ARGS.index("40")], "1000000", "--jobs", "1"]
    with Terminal(tmp_path, words=words, size=(140, 40)) as terminal:
        terminal.wait_for("±".encode(), 60)
        terminal.press("d")
        terminal.wait_for(b"the tournament goes on")
        terminal.quiet(1.0)
        terminal.press("a")
        terminal.wait_for(b"STANDING")
        terminal.press("d")
        terminal.wait_for(b"the tournament goes on")
        terminal.press("\x11")
        terminal.wait_for(b"is printed")
        terminal.press("y")
        assert terminal.exit_status() == 0
        ours = printed(terminal.output)
    assert "part of 1,000,000 deals" in ours and "wins, row against column" in ours


# --- trainings --------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same folders as the program on the terminal has, and the game with a slow trainer."""
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv(catalogue.FILES, GAME)
    catalogue.forget()
    yield tmp_path
    monkeypatch.undo()
    catalogue.forget()


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
            await screened(pilot, TrainingScreen)
            with monkeypatch.context() as patch:
                patch.setattr(trainings, "stop", lambda folder, at_once: asked.append(at_once))
                await pilot.press(*"ssss")
                assert asked == [False]
                await screened(pilot, Question)
                await pilot.press("y")
                assert asked == [False, True]
    finally:
        trainings.stop(out, at_once=True)


async def test_a_training_begins_in_the_menu_and_leads_back_to_it(home: Path) -> None:
    one = common.app(Menu())
    async with one.run_test(size=(100, 30)) as pilot:
        await pilot.press("n")
        await screened(pilot, ListChoice)  # none has been trained: the choice comes at once
        await pilot.press("escape")
        await screened(pilot, MenuScreen)  # not an empty list
        await pilot.press("n", "end", "enter")
        screen = await screened(pilot, TrainingScreen)
        try:
            assert screen.plan == Plan("toytrained", "learner", "best", 0)
            assert screen.folder == screen.plan.folder.resolve()
            await common.until(pilot, lambda: trainings.runs(screen.folder))
        finally:
            trainings.stop(screen.folder, at_once=True)
        await pilot.press("escape")
        await screened(pilot, TrainingsScreen)
        await pilot.press("n", "end", "enter")
        again = await screened(pilot, TrainingScreen)
        trainings.stop(again.folder, at_once=True)
        again.plan, again.progress.nodes = again.plan._replace(executor="dask"), {}
        assert ("nodes", "none heard of yet") in again._facts()
        again.progress.nodes = {"alpha": 12, "beta": 9}
        assert ("nodes", "alpha 12, beta 9 tasks") in again._facts()
        assert again.plan.seed == 1, "the first one keeps its folder"
        await pilot.press("escape")
        await screened(pilot, TrainingsScreen)
        await pilot.press("escape")
        await screened(pilot, MenuScreen)


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
        screen = await screened(pilot, TrainingScreen)
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
        screen = await screened(pilot, TrainingScreen)
        assert ("games", "400 000") in screen._facts()


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


async def test_an_arena_goes_on_behind_the_menu() -> None:
    """Left with d it is played on, a in the menu shows it again, and quitting asks before it is lost."""
    series = tuple(arena.pairings(registry.game("98", "paper", 1), ("gap", "random")))
    one = common.app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.screens.open(Arena("98", "paper", ("gap", "random"), series, 10**6, 7, 1, 1000, {}))
        shown = await screened(pilot, ArenaScreen)
        await common.until(pilot, lambda: shown.tournament.now)
        await pilot.press("d")
        await screened(pilot, MenuScreen)
        games = shown.tournament.now.games
        await common.until(pilot, lambda: shown.tournament.now.games > games)
        await pilot.press("ctrl+q")
        assert "what has been played is lost" in common.text(pilot)
        await pilot.press("escape", "a")
        assert await screened(pilot, ArenaScreen) is shown
        await pilot.press("s", "escape")
        await screened(pilot, MenuScreen)
        await common.until(pilot, lambda: one.screens.behind is None)


async def test_an_arena_is_not_paused_before_its_process_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its number was 0 then: the signal to stop went to the program itself, and to all of its group."""
    paused = list[int]()
    monkeypatch.setattr(system, "pause", lambda process, on: paused.append(process))
    series = tuple(arena.pairings(registry.game("98", "paper", 1), ("gap", "random")))
    one = common.app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.screens.open(Arena("98", "paper", ("gap", "random"), series, 10**6, 7, 1, 1000, {}))
        shown = await screened(pilot, ArenaScreen)
        process, shown.process = shown.process, 0
        await pilot.press("p")
        assert not paused and not shown.paused and "not begun" in shown.disabled_reason("pause")
        await common.until(pilot, lambda: process or shown.process)
        shown._started(process or shown.process)
        assert "pause" in next(word for _, word in shown._keys())
        assert all(len(word) <= 36 for _, word in shown._keys()), "the panel has no more at 120 columns"
        await pilot.press("p")
        assert paused == [shown.process] and shown.paused
        await pilot.press("s", "escape")


async def test_an_arena_takes_clicks() -> None:
    """On a row of its standing, and on what a key does."""
    bots = ("gap", "random", "reinforce")
    series = tuple(arena.pairings(registry.game("98", "paper", 1), bots))
    one = common.app(Menu())
    async with one.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        one.screens.open(Arena("98", "paper", bots, series, 10**6, 7, 1, 100, {}))
        shown = await screened(pilot, ArenaScreen)

        async def click(word: str) -> None:
            spot = next(spot for spot in shown.query_one(Felt).spots if spot.word == word)
            await pilot.click(Felt, offset=(spot.x + 1, spot.y))
            await pilot.pause()

        await common.until(pilot, lambda: shown.tournament.now)
        await click("row 1")
        assert shown.chosen == 1
        await click("key s")
        assert shown.stopped
        await pilot.press("escape")


async def screened(pilot: Any, kind: type[Any]) -> Any:
    """Wait for a screen of this kind."""
    await common.until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)
    return pilot.app.screen


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


def test_an_error_reaches_as_far_as_an_interval_that_is_cut_at_one_side() -> None:
    shares = cast(Tournament, SimpleNamespace(neutral=0.5))
    assert figures(Row(20, 20, 1.0, (0.83, 1.0), 1.0), shares) == ("1.00", " ±0.17")
    assert figures(Row(20, 20, 0.5, (0.3, 0.7), 0.5), shares) == ("0.50", " ±0.20")


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


@pytest.mark.parametrize("size", SIZES)
def test_a_tournament_is_painted(size: tuple[int, int]) -> None:
    bots = ("harel", "greedy", "random")
    series = tuple(arena.pairing(a, b) for a, b in (("harel", "greedy"), ("harel", "random"), ("greedy", "random")))
    start = Arena("yaniv", "paper", bots, series, 200, 7, 1, 1000, {})
    told = Tournament(start)
    blank = Canvas(*size, DARK, DARK.night)
    paint_arena(blank, told, ArenaView(0, "starting …"))
    assert "0 of 1 200 games" in blank.text() and "starting" in blank.text()

    def found(deals: int, seconds: float) -> dict[str, object]:
        row = {"deals": deals, "games": 2 * deals, "unit": "wins", "draw": 0.0}
        rows = [
            row
            | {"a": "harel", "b": "greedy", "win_a": 0.6, "win_b": 0.4, "mean_a": 0.6, "ci95": [0.55, 0.65]}
            | {"detail": {"spread": [[(0, 0, 20), (0.5, 0.5, 40), (1, 1, 40)]]}},
            row | {"a": "harel", "b": "random", "win_a": 0.9, "win_b": 0.1, "mean_a": 0.9, "ci95": [0.48, 0.95]},
            None,
        ]
        return {"results": rows, "throughput": {"games": 4 * deals, "seconds": seconds}, "over": False}

    row_keys = {"deals", "games", "unit", "draw", "a", "b", "win_a", "win_b", "mean_a", "ci95"}
    for deals in (10, 50, 100):
        told.update(found(deals, deals / 10))
    canvas = Canvas(*size, DARK, DARK.night)
    paint_arena(canvas, told, ArenaView(0, "", (("command", "arena yaniv"),), (("p", "pause"),)))
    text = canvas.text()
    assert "400 of 1 200 games" in text and "33%" in text and "at least 20 s left" in text and "40 games/s" in text
    heads = [row.partition("95% INTERVAL")[2] for row in text.splitlines() if "95% INTERVAL" in row]
    assert heads and all("harel – gr" in head for head in heads)
    row = next(line for line in text.split("\n") if "harel – greedy" in line and "±" in line)
    assert "0.600 ±0.050" in row and row.index("█") < row.index("┃") < row.rindex("█")
    assert "3 bots · 1 process · seed 7" in text
    told.update(found(150, 15.0) | {"throughput": {"games": 600, "seconds": 15.0, "nodes": {"alpha": 12, "beta": 9}}})
    canvas = Canvas(*size, DARK, DARK.night)
    paint_arena(canvas, told, ArenaView(0, ""))
    assert "3 bots · alpha 12, beta 9 tasks" in canvas.text()
    assert "not yet begun" in next(line for line in text.split("\n") if line.strip().startswith("greedy – random"))
    assert (".600" in text) == ("PAIRWISE RESULTS" in text)
    assert ("1 of 2 pairs may be equal, 1 not begun" in text) == ("PAIRWISE RESULTS" in text)
    for width in (76, 90):
        canvas = Canvas(width, 24, DARK, DARK.night)
        paint_arena(canvas, told, ArenaView(0, ""))
        heading = next(line for line in canvas.text().split("\n") if "STANDING" in line)
        assert "95% interval" in heading and ("── after 50 deals" in heading) == (width == 90) and "…" not in heading
    assert "0.600 ±0.050  about ±0.035 at the end" in text and "above 0.5 since deal 10" in text
    wide = size[0] >= 110
    assert ("HISTOGRAM OF DEALS" in text and "40.0%" in text) == wide and ("arena yaniv" in text) == wide
    assert told.start.kept["found"]["results"][0].keys() == row_keys, "what is exported is what --json tells"
    for wins, verdict in (("wins 60.0%", "better"), ("wins 90.0%", "may be equal")):
        below = [line for line in text.split("\n") if wins in line]
        assert all(verdict in line for line in below) and (below or size in SIZES[:2])


def test_a_verdict_stands_before_how_the_mean_moved() -> None:
    """Behind it, "better" would tell of a mean that fell."""
    start = Arena("yaniv", "paper", ("harel", "greedy"), (arena.pairing("harel", "greedy"),), 200, 7, 1, 1000, {})
    told, canvas = Tournament(start), Canvas(100, 30, DARK, DARK.night)
    for deals, mean in ((10, 0.75), (100, 0.7)):
        row = {"a": "harel", "b": "greedy", "win_a": mean, "win_b": 1 - mean, "mean_a": mean, "ci95": [0.6, 0.8]}
        row |= {"deals": deals, "games": 2 * deals, "unit": "wins", "draw": 0.0}
        told.update({"results": [row], "throughput": {"games": 2 * deals, "seconds": 1.0}, "over": False})
    paint_arena(canvas, told, ArenaView(0, ""))
    assert "better · ▼ -0.05 in the last 90 deals" in canvas.text()


@pytest.mark.parametrize("size", SIZES)
def test_a_table_of_bots_is_painted(size: tuple[int, int]) -> None:
    """Each less each other one, with a ground where the difference is more than its interval."""
    bots = ("rule-based", "ppo-rules", "ppo-linear", "random")
    start = Arena("schafkopf", "paper", bots, (arena.table(bots),), 10, 7, 1, 1000, {})
    told, canvas = Tournament(start), Canvas(*size, DARK, DARK.night)
    unclear = (-1.2, (-3.0, 0.6))
    detail = {"spread": [[]] * 4, "apart": [(4.0, (2.0, 6.0)), *[unclear] * 5]}
    row = {"seats": bots, "deals": 5, "games": 20, "unit": "cents", "win": [0.3, 0.3, 0.3, 0.1], "mean": [4, 0, 0, -4]}
    row |= {"ci95": [[3, 5], [-1, 1], [-1, 1], [-5, -3]], "detail": detail}
    told.update({"results": [row], "throughput": {"games": 20, "seconds": 1.0}, "over": False})
    paint_arena(canvas, told, ArenaView(0, ""))
    text = canvas.text()
    grounds = {cell.background for row in canvas.rows for cell in row}
    assert "+4.0" in text and "-4.0" in text and "-1.2" in text and "5 of 6 pairs may be equal" in text
    alike = {"spread": [[]] * 4, "apart": [(4.0, (2.0, 6.0)), (1.0, (1.0, 1.0)), *[(4.0, (2.0, 6.0))] * 4]}
    told.update({"results": [row | {"detail": alike}], "throughput": {"games": 20, "seconds": 1.0}, "over": False})
    paint_arena(same := Canvas(*size, DARK, DARK.night), told, ArenaView(0, ""))
    assert "1 of 6 pairs may be equal" in same.text(), "deals that all came out the same prove nothing"
    assert {mix(DARK.panel, DARK.gain, 0.35), mix(DARK.panel, DARK.loss, 0.35)} <= grounds


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
    assert "5 000 of 20 000" in text and "25%" in text and "15 s left" in text and "5 s gone" in text
    assert "1 greedy 0.5000   2 random 0.7500" in text and "share of games won against these bots" in text
    assert ("now 0.200" in text) == (size[1] > 20)
    progress.curves = {name: [(1000, 0.25)] for name in ("drawn with exact", "won against random", "lost to random")}
    paint_training(canvas, TrainingView(plan, progress, "runs in the background", facts, (), True, 5.0))
    assert all(f"{number} {name} 0.25" in canvas.text() for number, name in enumerate(progress.curves, 1))
    rows = [line.split() for line in text.split("\n")]
    wide = size[0] >= 110  # there the curve is told in numbers, too
    assert any(row[-4:] == ["1k", ".100", ".550", "1"] for row in rows) == wide
    assert any(row[-4:] == ["5k", ".500", ".750", "0.2"] for row in rows) == wide


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
