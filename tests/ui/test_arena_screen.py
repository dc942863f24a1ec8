"""The screen of an arena: what it prints when it is left, what goes on without it, and its picture."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from cardtui import arena, cli, registry, system
from cardtui.core import STEPS
from cardtui.registry import catalogue
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK, mix
from cardtui.ui.screens import arena as arena_screen
from cardtui.ui.screens.arena import ArenaScreen
from cardtui.ui.screens.arena_felt import ArenaView, paint_arena
from cardtui.ui.screens.arena_panels import differences, figures
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.start import Arena, Menu
from cardtui.ui.tournament import Row, Tournament
from cardtui.ui.widgets.felt import Felt

from ..processes import until
from . import common
from .terminal import Terminal, printed

WORDS = ["arena", "yaniv", "greedy", "semirandom", "random", "--rules", "paper", "--deals", "40", "--seed", "7"]
ARGS = [*WORDS, "--jobs", "2"]
SIZES = [(80, 20), (100, 26), (140, 36), (200, 56)]


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


def stop(terminal: Terminal) -> None:
    """Stop the tournament, which is asked about, and leave."""
    terminal.press("s")
    terminal.wait_for(b"cannot go on then")
    terminal.press("y")
    terminal.wait_for(b"stopped")
    terminal.press("\x1b")
    assert terminal.exit_status() == 0


def test_a_stopped_arena_prints_what_it_has(tmp_path: Path) -> None:
    words = [*ARGS[: ARGS.index("40")], "1000000", "--jobs", "1"]
    with Terminal(tmp_path, words=words, size=(100, 30)) as terminal:
        terminal.wait_for(b"STANDING")
        terminal.wait_for("±".encode(), 60)
        stop(terminal)
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

        def exported(name: str) -> bool:
            return not terminal.read(0.1) and (tmp_path / name).exists()  # unread output blocks the program

        terminal.wait_for("±".encode(), 60)
        terminal.press("p")
        terminal.wait_for(b"paused: p goes on")
        for name in ("a.json", "b.json", "a.md"):
            terminal.press("e")
            terminal.wait_for(b"export to")
            terminal.press(f"{tmp_path / name}\r")
            until(partial(exported, name))
        terminal.press("p")
        stop(terminal)
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


async def test_an_arena_goes_on_behind_the_menu() -> None:
    """Left with d it is played on, a in the menu shows it again, and quitting asks before it is lost."""
    series = tuple(arena.pairings(registry.game("98", "paper", 1), ("gap", "random")))
    one = common.app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.screens.open(Arena("98", "paper", ("gap", "random"), series, 10**6, 7, 1, 1000, {}))
        shown = await common.screened(pilot, ArenaScreen)
        await common.until(pilot, lambda: shown.tournament.now)
        await pilot.press("d")
        await common.screened(pilot, MenuScreen)
        games = shown.tournament.now.games
        await common.until(pilot, lambda: shown.tournament.now.games > games)
        await pilot.press("ctrl+q")
        assert "what has been played is lost" in common.text(pilot)
        await pilot.press("escape", "a")
        assert await common.screened(pilot, ArenaScreen) is shown
        await pilot.press("s", "s")
        assert shown.running and pilot.app.screen is shown, "the key that asked is no answer"
        await pilot.press("s", "y", "escape")
        await common.screened(pilot, MenuScreen)
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
        shown = await common.screened(pilot, ArenaScreen)
        process, shown.process = shown.process, 0
        await pilot.press("p")
        assert not paused and not shown.paused and "not begun" in shown.disabled_reason("pause")
        await common.until(pilot, lambda: process or shown.process)
        shown._started(process or shown.process)
        assert "pause" in next(word for _, word in shown._keys())
        assert all(len(word) <= 36 for _, word in shown._keys()), "the panel has no more at 120 columns"
        await pilot.press("p")
        assert paused == [shown.process] and shown.paused
        await pilot.press("s", "y", "escape")


@pytest.mark.parametrize("key", ["s", "escape"])
async def test_a_question_whether_to_stop_goes_when_the_tournament_ends(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """It asked on about what had ended."""
    ends = asyncio.Event()

    async def lines(*words: str, started: object) -> AsyncIterator[dict[str, object]]:
        row = {"a": "gap", "b": "random", "win_a": 0.5, "win_b": 0.5, "mean_a": 0.5, "ci95": [0.4, 0.6]}
        row |= {"deals": 10, "games": 20, "unit": "wins", "draw": 0.0}
        found = {"results": [row], "throughput": {"games": 20, "seconds": 1.0}}
        yield found | {"over": False}
        await ends.wait()
        yield found | {"over": True}

    monkeypatch.setattr(arena_screen, "lines", lines)
    series = tuple(arena.pairings(registry.game("98", "paper", 1), ("gap", "random")))
    one = common.app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.screens.open(Arena("98", "paper", ("gap", "random"), series, 10, 7, 1, 1000, {}))
        shown = await common.screened(pilot, ArenaScreen)
        await common.until(pilot, lambda: shown.tournament.now)
        await pilot.press(key)
        assert "Stop?" in common.text(pilot)
        ends.set()
        await common.until(pilot, lambda: one.screen is shown)
        assert shown.state == "done"


async def test_an_arena_takes_clicks() -> None:
    """On a row of its standing, and on what a key does."""
    bots = ("gap", "random", "reinforce")
    series = tuple(arena.pairings(registry.game("98", "paper", 1), bots))
    one = common.app(Menu())
    async with one.run_test(size=(140, 40)) as pilot:
        await pilot.pause()
        one.screens.open(Arena("98", "paper", bots, series, 10**6, 7, 1, 100, {}))
        shown = await common.screened(pilot, ArenaScreen)

        async def click(word: str) -> None:
            spot = next(spot for spot in shown.query_one(Felt).spots if spot.word == word)
            await pilot.click(Felt, offset=(spot.x + 1, spot.y))
            await pilot.pause()

        await common.until(pilot, lambda: shown.tournament.now)
        await click("row 1")
        assert shown.chosen == 1
        await click("key s")
        await pilot.press("y")
        assert shown.stopped
        await pilot.press("escape")


# --- painting ---------------------------------------------------------------------------------------


def test_an_error_reaches_as_far_as_an_interval_that_is_cut_at_one_side() -> None:
    shares = cast(Tournament, SimpleNamespace(neutral=0.5))
    assert figures(Row(20, 20, 1.0, (0.83, 1.0), 1.0), shares) == ("1.00", " ±0.17")
    assert figures(Row(20, 20, 0.5, (0.3, 0.7), 0.5), shares) == ("0.50", " ±0.20")


@pytest.mark.parametrize("size", SIZES)
def test_a_tournament_is_painted(size: tuple[int, int]) -> None:
    bots = ("harel", "greedy", "random")
    series = tuple(arena.pairing(a, b) for a, b in (("harel", "greedy"), ("harel", "random"), ("greedy", "random")))
    start = Arena("yaniv", "paper", bots, series, 200, 7, 1, 1000, {})
    told = Tournament(start)
    blank = Canvas(*size, DARK, DARK.night)
    paint_arena(blank, told, ArenaView(0, "starting …"))
    assert "0 of 1,200 games" in blank.text() and "starting" in blank.text()

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
    assert "RUN  runs" not in text, "how far it is tells that it runs"
    assert "400 of 1,200 games" in text and "33%" in text and "at least 20 s left" in text and "40 games/s" in text
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
    narrow = Canvas(40, 10, DARK, DARK.night)
    differences(narrow, (0, 0, 40, 10), told, 0)
    assert narrow.text().split("\n")[0].strip() == "HISTOGRAM OF DEALS  harel – greedy"
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
