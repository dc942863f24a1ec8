"""The menu: which game its lines are about, and what it says of the match to resume."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from cardtui import registry, settings
from cardtui.match import HUMAN, Match
from cardtui.ui.app import CardApp, Menu
from cardtui.ui.dialogs import Line, Reading
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import GameChoice, MenuScreen, SeatsScreen, last_game

from .common import Bots, app, text, until

GAMES = list(registry.games())


def played(game: str, *seats: str, why: str = "") -> Path:
    """A saved match of that game with one move, left at that."""
    path = settings.new_record(game)
    match = Match.new(game, registry.game_entry(game).rules, seats, 3, path)
    while not match.is_human(match.turn):
        match.play(match.game.legal(match.state)[0])
    match.play(match.game.legal(match.state)[0])
    match.close(why)
    return path


def silent() -> CardApp:
    """The menu, with bots that only think."""
    one = app(Menu())
    study = Bots()
    study.gate.clear()
    one.study = study  # type: ignore[assignment]
    return one


async def choose(pilot: Pilot[None], line: str) -> None:
    """Go to that line of the menu with the arrows, and press Enter."""
    choices = pilot.app.screen.query_one(OptionList)
    while choices.highlighted_option is None or choices.highlighted_option.id != line:
        await pilot.press("down")
    await pilot.press("enter")


def done(one: CardApp, line: str, game: str) -> bool:
    """Whether what the line is about is on the screen, for that game."""
    screen = one.screen
    if line == "tutorial":
        return isinstance(screen, Reading) and registry.game_entry(game).title in str(screen.title)
    if line == "seats":
        return isinstance(screen, SeatsScreen) and screen.entry.name == game
    return isinstance(screen, InspectScreen) and screen.name_of_game == game


@pytest.mark.parametrize("line", ["seats", "tutorial", "inspect"])
async def test_lines_about_a_game_ask_which(line: str) -> None:
    """Whatever was gone over on the way; Esc leaves the question; the list begins with the first game."""
    one = silent()
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await choose(pilot, line)
        assert isinstance(one.screen, GameChoice) and "which game?" in text(pilot)
        assert all(registry.game_entry(game).title in text(pilot) for game in GAMES)
        assert "│ alone" not in text(pilot)  # the lines are folded under their text
        await pilot.press("escape")
        assert isinstance(one.screen, MenuScreen)
        await pilot.press("enter", "down", "enter")
        await until(pilot, lambda: done(one, line, GAMES[1]))


@pytest.mark.parametrize(("key", "line"), [("s", "seats"), ("t", "tutorial"), ("i", "inspect")])
async def test_keys_on_a_game_need_no_question(key: str, line: str) -> None:
    """On another line they ask."""
    one = silent()
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "down", key)
        await until(pilot, lambda: done(one, line, GAMES[2]))
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("end", key)
        assert isinstance(one.screen, GameChoice)


async def test_the_game_played_last_is_the_first_to_hand() -> None:
    """And a record that cannot be read stops nothing."""
    assert last_game() == GAMES[0]
    path = played("98", HUMAN, why="left")
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await choose(pilot, "tutorial")
        await pilot.press("enter")
        await until(pilot, lambda: done(one, "tutorial", "98"))
    path.write_text("no record\n")
    assert last_game() == GAMES[0]


async def test_the_match_to_resume_is_called_by_its_games_title() -> None:
    played("zsy", HUMAN, "greedy")
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        (line,) = (line for line in text(pilot).splitlines() if "Resume?" in line)
        assert "Zheng Shang You paper" in line and "zsy" not in line


async def test_a_line_of_seats_and_rules_gives_examples_of_its_game() -> None:
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "s", "up", "up", "up", "e")
        assert isinstance(one.screen, Line) and "rules such as club:deck=short" in text(pilot)
        await pilot.press("escape", "down", "down", "down", "e")
        assert "such as pimc:deals=20; or human" in text(pilot)
