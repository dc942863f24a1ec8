"""The screen of seats and rules."""

from __future__ import annotations

from typing import cast

import pytest

from cardtui.entries import HUMAN
from cardtui.record import archive
from cardtui.settings import records_dir
from cardtui.ui.app import Menu
from cardtui.ui.dialogs import InputWindow, ListChoice, Question
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.table.screen import TableScreen

from .common import app, saved_match, text, until


async def test_a_line_of_seats_and_rules_gives_examples_of_its_game() -> None:
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "s", "up", "up", "up", "e")
        assert isinstance(one.screen, InputWindow) and "rules such as club:deck=short" in text(pilot)
        await pilot.press("escape", "down", "down", "down", "e")
        now = " ".join(text(pilot).replace("│", " ").split())
        assert "a level (easy, medium, strong), or a bot with its options, such as pimc:deals=20; or human" in now


@pytest.mark.parametrize("key", ["enter", "x", "n", "escape"])
async def test_seats_and_rules_beside_an_unfinished_match(key: str) -> None:
    """Each answer does what it says; Escape leads back to the seats as they were chosen."""
    path = saved_match("yaniv", HUMAN, "greedy")
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "s", "right")
        seats = one.screen
        assert isinstance(seats, SeatsScreen)
        seats.values[2:] = [HUMAN, "greedy", *[seats.EMPTY] * 4]
        await pilot.press("enter")
        assert isinstance(one.screen, Question) and "Resume?" in text(pilot)
        await pilot.press(key)
        if key == "escape":
            assert one.screen is seats and seats.values[3] == "greedy" and len(list(records_dir().iterdir())) == 1
            return
        await until(pilot, lambda: isinstance(one.screen, TableScreen) and not seats.is_attached)
        assert (one.screen.match.path == path) is (key == "enter")  # type: ignore[attr-defined]
        assert len(one.screen_stack) == 2 and archive.unfinished(path) is (key != "x")


async def test_rules_are_told_as_they_were_changed() -> None:
    """An option that was typed takes the place of the rule set's own; another one is added."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        seats = cast(SeatsScreen, one.screen)
        seats.values[0] = "club:limit=50,call=5"
        told = " ".join(seats._about(0).split())
        assert "limit 50" in told and "limit 100" not in told and "call 5" in told and "halve yes" in told
        seats.values[0] = "paper:jokers=1"
        told = " ".join(seats._about(0).split())
        assert "jokers 1 jokers in the deck" in told and "halve no" in told


async def test_what_is_told_of_a_level_goes_on_below_itself() -> None:
    """At 80 columns the strength of Schafkopf's easy bot takes two lines; the second began at the edge."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        one.push_screen(SeatsScreen("schafkopf"))
        await until(pilot, lambda: "strong " in text(pilot))
        rows = text(pilot).splitlines()
        first = next(place for place, row in enumerate(rows) if row.split()[:1] == ["easy"])
        assert rows[first + 1].startswith(" " * rows[first].index("rule-based"))


async def test_seats_offer_levels_and_one_step_away_the_bots() -> None:
    """A level's bot can play by the rules; a bot that was chosen by its name cannot always, and is then refused."""
    one = app(Menu(), opponents="Bo", name="Anna")
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        seats = one.screen
        assert isinstance(seats, SeatsScreen) and seats.values[2:5] == [HUMAN, "medium", "medium"]
        now = " ".join(text(pilot).split())
        assert "Seat 1 Anna" in now and "Seat 2 Bo ◂ medium ▸ harel" in now and "Seat 3 Ada" in now
        assert "▶ medium harel wins 8" in now and "% against semirandom" in now and "harel: tabular Q-learning" in now
        await pilot.press("home", "right")
        assert seats.values[0] == "club" and "◂ medium ▸ greedy" in " ".join(text(pilot).split())
        now = " ".join(text(pilot).split())
        assert "Bots that can play: random, greedy, semirandom, yaniv-td" in now
        assert "jokers 2 jokers in the deck, wild in runs" in now and "start winner who opens the next deal" in now
        await pilot.press("down")
        assert "A ranked match has no undo" in text(pilot)
        await pilot.press("down")
        assert "A person at this keyboard" in text(pilot)
        await pilot.press("home")
        await pilot.press("left", "down", "down", "down", "right")
        assert seats.values[3] == "strong"
        await pilot.press("b")
        assert isinstance(one.screen, ListChoice) and "temporal-difference" in text(pilot)
        await pilot.press("end", "up", "up", "up", "enter")
        assert one.screen is seats and seats.values[3] == "harel"
        await pilot.press("right", "left")
        assert seats.values[3] == "strong"  # the bot's name went when its seat was changed
        await pilot.press("b", "escape")
        await pilot.resize_terminal(140, 40)  # there the sheet tells all bots
        await until(pilot, lambda: "All bots that can play by these rules" in text(pilot))
        assert "temporal-difference values" in text(pilot) and "semirandom (rules club)" in text(pilot)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "All bots" not in text(pilot))
        assert one.screen is seats and seats.values[3] == "strong"
        await pilot.press("b", *["down"] * 3, "enter", "home", "right", "down", "down", "down")
        assert seats.values[3] == "harel" and "yaniv-td, yaniv-net can" in " ".join(text(pilot).split())
        await pilot.press("enter")
        assert one.screen is seats and any("yaniv-td, yaniv-net can" in note.message for note in one._notifications)
        await pilot.press("left", "enter")
        assert isinstance(one.screen, TableScreen)
        assert one.screen.match.header.seats == (HUMAN, "yaniv-net", "greedy", "greedy")
        assert one.screen.tableside.names == ("Anna", "Bo", "Ada", "Rex")
