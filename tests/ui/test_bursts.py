"""Keys and clicks that come faster than the screens: nothing ends the app, nothing happens twice, no key is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input, OptionList

from cardtui import registry
from cardtui.entries import HUMAN
from cardtui.settings import records_dir
from cardtui.ui import app as app_module
from cardtui.ui.app import CardApp, Inspect, Menu, Replay
from cardtui.ui.dialogs import Choice, InputWindow, ListChoice, Question, TextWindow
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.screens.replay import ReplayScreen
from cardtui.ui.screens.saved import SavedScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.terminal.textual_faults import PatchedCommandPalette
from cardtui.ui.widgets.felt import Felt

from .. import monkey
from .common import Bots, app, play, shown, table, until
from .test_replay import record


def burst(pilot: Pilot[None], *keys: str) -> None:
    """Send keys without waiting for what they do."""
    assert isinstance(pilot.app, CardApp)
    for key in keys:
        monkey.send(pilot.app, ("key", key))


def clicks(pilot: Pilot[None], x: int, y: int, count: int) -> None:
    """Click so many times without waiting."""
    assert isinstance(pilot.app, CardApp)
    for _ in range(count):
        monkey.send(pilot.app, ("click", x, y))


async def settled(pilot: Pilot[None]) -> None:
    """Let all that was sent be done, and what it set off."""
    for _ in range(10):
        await pilot.pause()


@pytest.mark.parametrize("enters", [1, 3, 6])
async def test_a_place_typed_in_one_go(tmp_path: Path, enters: int) -> None:
    """The line opens, is typed into and goes away, once, however often Enter comes."""
    record(tmp_path / "m.jsonl")
    one = app(Replay(tmp_path / "m.jsonl"))
    async with one.run_test() as pilot:
        await pilot.pause()
        burst(pilot, "g", "4", *["enter"] * enters)
        await until(pilot, lambda: isinstance(one.screen, ReplayScreen) and one.screen.shown.place == 3)
        await settled(pilot)
        assert isinstance(one.screen, ReplayScreen)


async def test_quitting_comes_after_what_was_typed_before_it() -> None:
    """The move is made, and a letter of the line does not answer the question whether to quit."""
    async with table() as (screen, pilot):
        burst(pilot, "5", "space", "s", "enter", "y", "ctrl+q")
        await until(pilot, lambda: isinstance(pilot.app.screen, Question))
        await settled(pilot)
        assert isinstance(pilot.app.screen, Question) and screen.match.touched
        assert screen.typing.line.value == "y"


@pytest.mark.parametrize("opening", ["f1", "f9"])
async def test_a_text_is_scrolled_before_it_is_there(opening: str) -> None:
    """Also when it goes again at once."""
    async with table() as (screen, pilot):
        burst(pilot, opening, "pagedown", "down")
        await until(pilot, lambda: isinstance(pilot.app.screen, TextWindow))
        burst(pilot, "escape", "pagedown", "escape", "escape", opening, "pagedown", "escape")
        await settled(pilot)
        assert pilot.app.screen is screen


@pytest.mark.parametrize("steps", range(12))
async def test_a_window_comes_while_a_key_is_on_its_way(steps: int) -> None:
    """The key is for the window then, once that is put together."""
    async with table() as (screen, pilot):
        burst(pilot, "pagedown")
        for _ in range(steps):
            await asyncio.sleep(0)
        pilot.app.push_screen(TextWindow("title", "text"))
        await settled(pilot)
        burst(pilot, "escape")
        await until(pilot, lambda: pilot.app.screen is screen)


@pytest.mark.parametrize("keys", [("pagedown",), ("pageup", "down"), ("end", "pagedown"), ("x", "pagedown", "y")])
async def test_the_palette_is_used_before_it_is_there(keys: tuple[str, ...]) -> None:
    """It knows no lines before it has a size."""
    async with table() as (screen, pilot):
        for _ in range(3):
            burst(pilot, "ctrl+p", *keys)
            await until(pilot, lambda: isinstance(pilot.app.screen, PatchedCommandPalette))
            await settled(pilot)
            burst(pilot, "escape")
            await until(pilot, lambda: pilot.app.screen is screen)


async def test_the_palette_comes_again_while_it_goes() -> None:
    """The next one is another."""
    async with table() as (_, pilot):
        await pilot.app.run_action("command_palette")
        await settled(pilot)
        first = pilot.app.screen
        assert isinstance(first, PatchedCommandPalette)
        first.dismiss()
        await pilot.app.run_action("command_palette")
        await settled(pilot)
        assert isinstance(pilot.app.screen, PatchedCommandPalette) and pilot.app.screen is not first


async def test_the_app_ends_while_the_palette_opens() -> None:
    """Its search finds no list any more."""
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        await one.run_action("command_palette")
        one.leave(143)
    assert one.return_code == 143


async def test_the_app_ends_while_a_screen_is_put_together() -> None:
    """Its widgets are never there."""
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        screens: list[Screen[Any]] = [
            ListChoice("Which?", [("tricks", "Tricks", "a game")]),
            SeatsScreen("yaniv"),
            InspectScreen(Inspect("yaniv", ("greedy",))),
        ]
        for screen in screens:
            one.push_screen(screen)
        one.leave(143)
    assert one.return_code == 143


async def test_a_bot_moves_while_its_table_is_taken_down() -> None:
    """The widgets are removed one after another, and nothing is drawn on those that are left."""
    async with table(HUMAN, *("rule-based",) * 3, game="schafkopf", rules="club", size=(100, 30)) as (screen, _):
        for gone in (screen.query_one(Felt), screen.query_one("#holders")):
            await gone.remove()
        screen.changed(saved=True)


async def test_enter_twice_in_the_menu_begins_one_match() -> None:
    """The second comes to a screen that has gone."""
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        burst(pilot, "enter", "enter", "enter")
        await settled(pilot)
        assert isinstance(one.screen, TableScreen) and len(one.screen_stack) == 2
        assert not list(records_dir().iterdir())


async def test_enter_twice_on_the_seats_begins_one_match() -> None:
    """And takes down no more than the screen itself."""
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.push_screen(SeatsScreen("yaniv"))
        await pilot.pause()
        list_of_seats = one.screen.query_one(OptionList)
        list_of_seats.action_select()
        list_of_seats.action_select()
        await settled(pilot)
        assert isinstance(one.screen, TableScreen) and len(one.screen_stack) == 2
        assert not list(records_dir().iterdir())


@pytest.mark.parametrize("keys", [("escape", "escape"), ("q", "escape")])
async def test_a_key_too_many_for_a_window(keys: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not leave the screen below; pressed on purpose, a while later, it does."""
    monkeypatch.setattr(app_module, "HASTE", 10.0)  # however slow the machine is
    record(records_dir() / "m.jsonl")
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.screens.open(Replay(records_dir() / "m.jsonl"))
        await until(pilot, lambda: isinstance(one.screen, ReplayScreen) and one.screen.is_mounted)
        burst(pilot, "f1", *keys)
        await settled(pilot)
        assert isinstance(one.screen, ReplayScreen)
        monkeypatch.setattr(app_module, "HASTE", 0.0)
        burst(pilot, "escape")
        await until(pilot, lambda: isinstance(one.screen, MenuScreen))


async def test_escape_after_another_key_leaves_the_screen_below_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """However soon it comes: it is no longer meant for the window."""
    monkeypatch.setattr(app_module, "HASTE", 10.0)
    record(records_dir() / "m.jsonl")
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.screens.open(Replay(records_dir() / "m.jsonl"))
        await until(pilot, lambda: isinstance(one.screen, ReplayScreen) and one.screen.is_mounted)
        burst(pilot, "f1", "escape", "right", "escape")
        await until(pilot, lambda: isinstance(one.screen, MenuScreen))


async def test_a_letter_typed_after_a_window() -> None:
    """It is typed, however soon it comes, and Escape empties the line."""
    async with table() as (screen, pilot):
        burst(pilot, "f1", "q", "q", "escape", "q", "q")
        await settled(pilot)
        assert pilot.app.screen is screen and screen.query_one(Input).value == "qq"


async def test_back_twice_leaves_one_screen() -> None:
    """Escape in a burst goes no further than the same keys one by one."""
    record(records_dir() / "m.jsonl")
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        burst(pilot, "h", "enter")
        await until(pilot, lambda: isinstance(one.screen, ReplayScreen))
        burst(pilot, "escape")
        await until(pilot, lambda: isinstance(one.screen, SavedScreen))
        burst(pilot, "enter", "escape", "escape", "escape", "escape")
        await settled(pilot)
        assert isinstance(one.screen, MenuScreen) and len(one.screen_stack) == 2


async def test_a_filter_typed_in_one_go() -> None:
    """What comes with the key of the filter is typed there, also letters and digits that are keys of the list."""
    record(records_dir() / "m.jsonl")
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        burst(pilot, "h")
        await until(pilot, lambda: isinstance(one.screen, SavedScreen))
        await settled(pilot)
        burst(pilot, "slash", *"dr1")
        await settled(pilot)
        assert isinstance(one.screen, SavedScreen) and one.screen.query_one(Input).value == "dr1"


@pytest.mark.parametrize("count", [2, 3, 5])
async def test_clicks_on_an_answer(count: int) -> None:
    """A window gives one answer, and takes nothing else down."""
    answers: list[str | None] = []
    async with table() as (screen, pilot):
        question = Question("Well?", "text", (Choice("y", "yes", "yes"), Choice("n", "no", "no")))
        pilot.app.push_screen(question, answers.append)
        await pilot.pause()
        x, y = question.query_one("#choice-0").region.offset
        clicks(pilot, x + 1, y, count)
        await settled(pilot)
        assert answers == ["yes"] and pilot.app.screen is screen


async def test_an_answer_may_be_a_bot_of_any_name() -> None:
    """Names of bots may have letters beyond ASCII; ids of widgets may not, so such a question ended the program."""
    answers: list[str | None] = []
    async with table() as (screen, pilot):
        pilot.app.push_screen(Question("Well?", "text", (Choice("1", "replace it", "größe"),)), answers.append)
        await pilot.pause()
        await pilot.click("#choice-0")
        await settled(pilot)
        assert answers == ["größe"] and pilot.app.screen is screen


async def test_an_answer_in_a_burst_is_given_once() -> None:
    """What comes after it is for the table."""
    answers: list[str | None] = []
    async with table() as (screen, pilot):
        pilot.app.push_screen(InputWindow("go to", "", ""), answers.append)
        burst(pilot, "7", "enter", "enter", "enter")
        await settled(pilot)
        assert answers == ["7"] and pilot.app.screen is screen


@pytest.mark.parametrize("opening", ["s", "t", "i"])
async def test_clicks_on_a_game(opening: str) -> None:
    """Three clicks choose it once."""
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        await pilot.press("end")
        burst(pilot, opening)
        await until(pilot, lambda: isinstance(one.screen, ListChoice))
        await pilot.pause()
        x, y = one.screen.query_one(OptionList).region.offset
        clicks(pilot, x + 2, y, 3)
        await settled(pilot)
        assert not isinstance(one.screen, ListChoice)
        assert len(one.screen_stack) == (2 if opening == "i" else 3)


async def test_a_question_under_another_window_stays() -> None:
    """The bot that answers after all takes down its own question alone."""
    async with table() as (screen, pilot):
        question = screen.bots._question = Question("bot", "cannot go on", (Choice("r", "retry", "retry"),))
        above = TextWindow("help", "text")
        pilot.app.push_screen(question)
        pilot.app.push_screen(above)
        await pilot.pause()
        screen.bots._moved()
        await pilot.pause()
        assert pilot.app.screen is above


async def test_a_screen_that_has_gone_is_drawn_no_more(tmp_path: Path) -> None:
    """A bot's answer may come to it."""
    record(tmp_path / "m.jsonl")
    one = app(Replay(tmp_path / "m.jsonl"))
    async with one.run_test() as pilot:
        await pilot.pause()
        below = one.screen
        assert isinstance(below, ReplayScreen)
        one.study = Bots()  # type: ignore[assignment]
        burst(pilot, "f4")
        await until(pilot, lambda: isinstance(one.screen, InspectScreen))
        gone = one.screen
        assert isinstance(gone, InspectScreen)
        burst(pilot, "f10")
        await until(pilot, lambda: one.screen is below)
        await settled(pilot)
        gone.drawing.answers()
        gone.drawing.felt()
        gone.redraw()
        gone.say("late")


@pytest.mark.parametrize("game", registry.games())
async def test_a_table_that_has_gone_is_drawn_no_more(game: str) -> None:
    """What bots do and what is answered about them may come to it."""
    entry = registry.game_entry(game)
    async with table(*[HUMAN] * entry.seats[0], game=game, rules=entry.rules) as (gone, pilot):
        gone.bots.ask_about("random", "random cannot go on", "why")
        question = pilot.app.screen
        gone.card_app.screens.show(MenuScreen())
        pilot.app.screen_stack[1].remove()
        await settled(pilot)
        assert not gone.is_drawable and not question.is_active
        for late in (gone.changed, gone.redraw, gone.drawing.thoughts, gone.bots._moved, gone.tableside.uncover):
            late()
        gone.say("late")


async def test_an_option_that_has_gone_is_clicked() -> None:
    """The list was drawn before it got shorter."""
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.push_screen(ListChoice("Which?", [(name, name, "a game") for name in registry.games()]))
        await pilot.pause()
        options = one.screen.query_one(OptionList)
        clicks(pilot, options.region.x + 2, options.region.bottom - 1, 1)
        options.remove_option_at_index(0)
        await settled(pilot)
        assert len(one.screen_stack) in (2, 3)


async def test_a_toast_that_has_gone_is_clicked() -> None:
    """It is still where the mouse is."""
    one = app(Menu())
    async with one.run_test(notifications=True) as pilot:
        await pilot.pause()
        one.notify("soon gone")
        await until(pilot, lambda: one.screen.query("Toast"))
        await pilot.pause()
        toast = one.screen.query("Toast").first()
        x, y = toast.region.offset
        parent, toast._parent = toast._parent, None
        one.screen._forward_event(events.MouseDown(None, x + 2, y + 1, 0, 0, 1, False, False, False))
        toast._parent = parent


async def test_keys_after_the_end() -> None:
    """They come while the screens are taken down."""
    one = app(play())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.leave(143)
        for keys in (("f1", "pagedown"), ("ctrl+p", "down"), ("5", "enter", "f10")):
            burst(pilot, *keys)
        clicks(pilot, 10, 10, 3)
    assert one.return_code == 143


PLACES = ["menu", "saved", "table yaniv", "table schafkopf", "table 98", "table tricks", "table zsy", "replay yaniv"]
PLACES += ["replay 98", "inspect yaniv", "inspect zsy", "seats schafkopf"]


@pytest.mark.parametrize("place", PLACES)
async def test_a_monkey(place: str) -> None:
    """For a moment; `make deep` gives it longer, and all places."""
    await monkey.play(place, 1, bursts=4)


async def test_keys_in_one_go_act_in_their_order() -> None:
    """Two moves typed ahead, a slip mended, and a line that is emptied: letters do not overtake Enter and Backspace."""
    async with table(HUMAN, game="98") as (screen, pilot):
        match, line = screen.tableside.match, screen.query_one(Input)
        low = min(match.observe(0).zone("hand").cards)
        burst(pilot, "1", "space", "a", "enter", "1", "space", "b", "enter", "6")
        await until(pilot, lambda: len(match.moves()) == 2 and line.value == "6")
        assert match.moves()[0].action.cards == (low,)
        burst(pilot, "7", "backspace", "backspace", "1", "space", "b", "q", "ctrl+u", "2")
        await until(pilot, lambda: line.value == "2")
        await settled(pilot)
        assert line.value == "2"


async def test_all_lines_of_a_paste_stand_in_the_line() -> None:
    """So that none is lost unseen: together they are refused, or mean what they say."""
    async with table(HUMAN, game="98") as (screen, pilot):
        line = screen.query_one(Input)
        monkey.send(cast(CardApp, pilot.app), ("paste", "1 a\n2 b\r\n\n"))
        await until(pilot, lambda: line.value)
        assert line.value == "1 a 2 b"
        await until(pilot, lambda: shown(screen, "preview").startswith("✗"))


async def test_a_paste_and_a_click_wait_for_the_keys_before_them() -> None:
    async with table(HUMAN, game="98") as (screen, pilot):
        line = screen.query_one(Input)
        burst(pilot, "1", "2", "backspace")
        monkey.send(cast(CardApp, pilot.app), ("paste", "34"))
        burst(pilot, "5")
        await until(pilot, lambda: len(line.value) == 4)
        assert line.value == "1345"
        burst(pilot, "ctrl+u", "1", "space", "a", "enter")
        x, y = line.region.offset
        clicks(pilot, x, y, 1)
        await until(pilot, lambda: len(screen.tableside.match.moves()) == 1)
        await settled(pilot)
        assert not line.value
