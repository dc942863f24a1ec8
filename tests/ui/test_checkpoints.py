"""The screen of a bot's checkpoints: stepping through times and positions, habits, and where it is opened."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cardtui.review.positions import place_of
from cardtui.study import checkpoints
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK
from cardtui.ui.screens import checkpoints_felt
from cardtui.ui.screens.checkpoints import CheckpointsScreen
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.start import Checkpoints, Inspect

from .common import Bots, app, text, until

STRENGTH = (1, "greedy"), (2, "greedy:lead=pattern"), (3, "random")


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer at once."""

    async def ask(game: str, bot: str) -> dict[str, Any]:
        return checkpoints.report(game, bot)

    monkeypatch.setattr(checkpoints, "ask", ask)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_times_and_positions_are_stepped_through(size: tuple[int, int]) -> None:
    one = app(Checkpoints("zsy", "td-linear"), Bots(), ascii=size[0] == 80)
    async with one.run_test(size=size) as pilot:
        screen = one.screen
        assert isinstance(screen, CheckpointsScreen)
        await until(pilot, lambda: screen.study is not None)
        assert screen.study
        last = len(screen.study.report["times"]) - 1
        assert (screen.study.at, screen.study.row) == (last, 0) and "400,000 of 400,000" in text(pilot).lower()
        await pilot.press("N")
        chosen = screen.study.position["chosen"]
        assert screen.study.at < last and chosen[screen.study.at] != chosen[screen.study.at - 1]
        await pilot.press("home", "right", "down")
        assert (screen.study.at, screen.study.row) == (1, 1) and "20,000 of 400,000" in text(pilot).lower()
        await pilot.press("n")
        chosen = screen.study.position["chosen"]
        assert chosen[screen.study.at] != chosen[screen.study.at - 1] and len(set(chosen[1 : screen.study.at])) == 1
        assert len(screen.study.decision.options) > 1
        assert [place_of(screen.study.frames, *map(int, place.split(":"))) for place in screen.study.places] == [
            position["frame"] for position in screen.study.report["positions"]
        ]
        roomy, shown = size == (140, 40), text(pilot)
        assert (screen.disabled_reason("habits") != "") == (screen.disabled_reason("table") != "") == roomy
        if roomy:
            assert all(f" {number} {name} " in shown for number, name in STRENGTH)
        else:
            await pilot.press("h")
        assert "keeps its bombs" in text(pilot)
        await pilot.press("i")
        inspect = one.screen
        assert isinstance(inspect, InspectScreen) and inspect.position.place is not None
        assert inspect.disabled_reason("checkpoints") == ""
        await pilot.press("f9")
        assert isinstance(one.screen, CheckpointsScreen) and one.screen is not screen


async def test_the_list_has_room_for_each_position_on_a_small_screen() -> None:
    one = app(Checkpoints("yaniv", "harel"), Bots())
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, CheckpointsScreen)
        await until(pilot, lambda: screen.study is not None)
        assert screen.study
        kinds = [screen.study.report["positions"][number]["kind"] for number in screen.study.order]
        shown = text(pilot)
        for number, kind in zip(screen.study.order[:10], kinds[:10], strict=True):
            assert f"{screen.study.places[number]} {kind} " in shown


async def test_the_longest_kind_is_told_whole_and_escape_closes_the_innermost_first() -> None:
    one = app(Checkpoints("zsy", "td-linear"), Bots())
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, CheckpointsScreen)
        await until(pilot, lambda: screen.study is not None)
        study = screen.study
        assert study
        await pilot.pause()
        assert "follow near the end " in text(pilot) and "win probability" in text(pilot)
        await pilot.press("h", "f8", "escape")
        assert one.screen is screen and study.habits and not study.alone
        await pilot.press("escape")
        assert one.screen is screen and not study.habits
        await pilot.press("escape")
        assert one.screen is not screen or not one.is_running


async def test_a_bot_that_was_not_asked_is_told_of() -> None:
    one = app(Checkpoints("yaniv", "harel-best"), Bots())
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, CheckpointsScreen)
        await until(pilot, lambda: screen.fault)
        assert "not asked" in text(pilot)
        assert "not asked" in screen.disabled_reason("time") and screen.disabled_reason("leave") == ""


async def test_inspect_says_which_bots_have_no_checkpoints() -> None:
    one = app(Inspect("yaniv", ("greedy", "harel")), Bots())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, InspectScreen)
        assert "greedy was not asked" in screen.disabled_reason("checkpoints")
        await pilot.press("f5")
        assert screen.disabled_reason("checkpoints") == ""


def test_a_trainer_may_measure_more_figures_than_there_are_marks() -> None:
    """The tenth had none, and ended the program."""
    strength = {f"bot {number}": number / 20 for number in range(12)}
    times = [{"games": games, "agree": 1.0, "changed": 0, "strength": strength} for games in (1, 2)]
    study: Any = SimpleNamespace(report={"times": times, "counted": "games"}, at=0)
    canvas = Canvas(180, 20, DARK, DARK.night)
    checkpoints_felt._times(canvas, (0, 0, 180, 20), study)
    told = canvas.text().splitlines()[2]
    assert "9 bot 8 0.4" in told and "1 bot 9 0.45" in told
