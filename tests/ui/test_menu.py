"""The menu: which game its lines are about, and what it says of the match to resume."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import get_ident
from time import monotonic, sleep
from typing import Any, cast

import pytest
from textual.pilot import Pilot

from cardtui import registry, settings, trainings
from cardtui.core import Refusal
from cardtui.entries import HUMAN
from cardtui.games.yaniv.rules import YANIV
from cardtui.match import Match
from cardtui.record import Header, archive, index
from cardtui.record.index import RecordIndex, Saved
from cardtui.registry import catalogue, lineup
from cardtui.settings import records_dir
from cardtui.text.formatting import signs
from cardtui.trainings.plans import Plan
from cardtui.ui import indexed, saved_summary
from cardtui.ui.app import CardApp, Menu, Play
from cardtui.ui.dialogs import InputWindow, ListChoice, Question, TextWindow
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK
from cardtui.ui.screens import menu
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import MenuScreen, last_game
from cardtui.ui.screens.menu_page import Page, paint, plan
from cardtui.ui.screens.saved import SavedScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.screens.training import TrainingsScreen
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.felt import Felt

from .common import Bots, app, play, text, until

GAMES = list(registry.games())
LINES = ("seats", "tutorial", "inspect", "arena", "train", "replay")


def played(game: str, *seats: str, why: str = "", rules: str = "") -> Path:
    """A saved match of that game with one move, left at that."""
    path = settings.new_record(game)
    match = Match.new(game, rules or registry.game_entry(game).rules, seats, 3, path)
    while HUMAN in seats and not match.is_human(match.turn):
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
    """Go to that item of the menu with the arrows, and press Enter."""
    menu = pilot.app.screen
    assert isinstance(menu, MenuScreen)
    for _ in range(20):
        if menu.at == line:
            break
        await pilot.press("right" if menu.at in LINES else "down")
    assert menu.at == line
    await pilot.press("enter")


def done(one: CardApp, line: str, game: str) -> bool:
    """Whether what the line is about is on the screen, for that game."""
    screen = one.screen
    if line == "tutorial":
        return isinstance(screen, TextWindow) and registry.game_entry(game).title in str(screen.title)
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
        assert isinstance(one.screen, ListChoice) and "which game?" in text(pilot)
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
        assert isinstance(one.screen, ListChoice)


async def test_the_arena_of_a_game_that_no_usual_bot_can_play_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal ended the program; and a level without a bot was one, where the other levels can be compared."""
    one = silent()
    asked: list[Any] = []
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, MenuScreen)
        monkeypatch.setattr(one.screens, "open", asked.append)
        strong = {"easy": "greedy", "medium": "semirandom"}
        monkeypatch.setattr(lineup, "levels", lambda game, rules: strong)
        screen._compare("yaniv")
        assert asked.pop().bots == ("harel", "greedy", "semirandom", "random")

        def none(game: str, rules: str) -> tuple[str, ...]:
            raise Refusal("no bot can play by these rules")

        said: list[str] = []
        monkeypatch.setattr(lineup, "default_bots", none)
        monkeypatch.setattr(screen, "say", lambda sentence, wrong=False: said.append(sentence))
        screen._compare("yaniv")
        assert said == ["no bot can play by these rules"] and not asked


async def test_a_tutorial_is_in_the_language_of_its_table() -> None:
    """German for Schafkopf; the other games have none but English."""
    async with app(Menu(), language="de").run_test(size=(80, 24)) as pilot:
        for game, told in (("schafkopf", "Schafkopf in 30 Sekunden"), ("yaniv", "Yaniv in 30 seconds")):
            await pilot.press("home", *["down"] * GAMES.index(game), "t")
            await until(pilot, lambda: isinstance(pilot.app.screen, TextWindow))
            await pilot.pause()
            assert told in text(pilot) and ("Vier Spieler" in text(pilot)) == (game == "schafkopf")
            await pilot.press("escape")


async def test_the_keys_below_name_the_games_that_there_are() -> None:
    async with silent().run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert f"1-{len(GAMES)} play at once" in text(pilot)


async def test_cards_in_the_list_of_games_show_their_ranks_and_stay_in_their_rows() -> None:
    """Those without a suit have their rank twice, as others; no shadow falls on the ground between two games."""
    one = app(Menu())
    async with one.run_test(size=(120, 35)) as pilot:
        await pilot.pause()
        rows = text(pilot).splitlines()
        first = next(number for number, row in enumerate(rows) if "Zheng Shang You" in row)
        cards = [row[6:18].split() for row in rows[first - 2 : first + 3]]
        assert cards == [[], ["7", "8"], [], ["7", "8"], []]


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
        (line,) = (line for line in text(pilot).splitlines() if "GO ON" in line)
        assert "Zheng Shang You with greedy  deal 1" in line and "zsy" not in line


async def test_a_match_to_go_on_with_tells_its_rules_where_they_are_not_the_usual_ones() -> None:
    """So that several of one game can be told apart."""
    for rules in ("paper", "official"):
        played("98", HUMAN, rules=rules)
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "98 cards official  deal 1" in text(pilot) and "98 cards  deal 1" in text(pilot)


async def test_what_is_told_beside_the_hand_of_a_match_to_go_on_with_is_never_cut() -> None:
    """At 100×30 the eight cards of 98 leave room for whose turn it is, not for how many are laid."""
    played("98", HUMAN)
    one = app(Menu())
    async with one.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "you are to move" in text(pilot))
        (line,) = (line for line in text(pilot).splitlines() if "you are to move" in line)
        assert "…" not in line and re.search("you are to move +Enter goes on", line)


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
    path = played("yaniv", HUMAN, "greedy")
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


async def test_quitting_at_the_question_whether_to_resume() -> None:
    """There is nothing to lose."""
    played("yaniv", HUMAN, "greedy")
    one = app(play())
    async with one.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(one.screen, Question))
        assert "Yaniv paper · You · " in " ".join(text(pilot).replace("│", " ").split())
        await pilot.press("ctrl+q")
    assert one.return_code == 0


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


async def test_escape_at_the_first_question_leads_to_the_menu() -> None:
    """Where there is nothing to go back to."""
    played("yaniv", HUMAN, "greedy")
    one = app(play())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, Question)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(one.screen, MenuScreen))
        await pilot.pause()
        assert "GO ON" in text(pilot)


@pytest.mark.parametrize(
    ("named", "change", "fits"),
    [
        ("", {}, True),
        ("", {"rules": "club", "seats": (HUMAN, HUMAN), "ranked": True}, True),
        ("", {"game": "zsy"}, False),
        ("", {"seats": ("greedy", "random")}, False),
        ("rules", {"seats": (HUMAN, HUMAN)}, True),
        ("rules", {"rules": "club"}, False),
        ("people", {"seats": (HUMAN, "random")}, True),
        ("people", {"seats": (HUMAN, HUMAN)}, False),
        ("bots", {"rules": "club"}, True),
        ("bots", {"seats": (HUMAN, "random")}, False),
        ("seats", {"seats": (HUMAN, "greedy", "greedy")}, False),
        ("ranked", {"ranked": True}, False),
        ("seed", {"seed": 8}, False),
    ],
)
def test_what_was_asked_for(named: str, change: dict[str, Any], fits: bool) -> None:
    """Only what was named must be alike; somebody must play in both."""
    asked = Play("yaniv", "paper", (HUMAN, "greedy"), 7, named=frozenset(named.split()))
    header = Header("yaniv", "paper", (HUMAN, "greedy"), 7)
    assert asked.fits(header._replace(**change)) is fits
    assert not asked._replace(seats=("greedy", "random")).fits(header)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_a_training_that_runs_is_told_and_led_to(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As soon as it runs, and no longer than that; its line is the first of the list."""
    folder, told = tmp_path / "out", ("training runs", "n training") if size[0] < 120 else ("td-linear", "teach a bot")
    folder.mkdir()
    (folder / trainings.PLAN).write_text(json.dumps(Plan("zsy", "td-linear", "best", 0)._asdict()))
    running: list[Path] = []
    monkeypatch.setattr(trainings, "running", lambda: running)
    monkeypatch.setattr(menu, "LOOKED", 0.05)
    one = app(Menu())
    async with one.run_test(size=size) as pilot:
        await until(pilot, lambda: told[1] in text(pilot) and told[0] not in text(pilot))
        running.append(folder)
        await until(pilot, lambda: told[0] in text(pilot))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(one.screen, TrainingsScreen) and "td-linear" in text(pilot))
        await pilot.press("escape")
        running.clear()
        await until(pilot, lambda: told[1] in text(pilot) and told[0] not in text(pilot))


async def test_several_unfinished_matches_are_offered_the_newest_first() -> None:
    """Each on a line of its own; x forgets the one that is highlighted, and watching leaves nothing to resume."""
    paths = [played(game, HUMAN, *["random"] * more) for game, more in (("98", 0), ("zsy", 1), ("yaniv", 1))]
    for age, path in enumerate(reversed(paths)):
        os.utime(path, (1e9 - age, 1e9 - age))
    watched = played("yaniv", "greedy", "random")
    assert archive.unfinished(watched)
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = [
            row[10:].split()[0]
            for row in text(pilot).splitlines()
            if " ago" in row or "just now" in row or "2001" in row
        ]
        assert rows == ["Yaniv", "Zheng", "98"]
        await pilot.press("down", "x")
        await until(pilot, lambda: "Zheng Shang You with" not in text(pilot))
        assert [archive.unfinished(path) for path in paths] == [True, False, True]
        await pilot.press("end", "x")
        assert any("only an unfinished match" in note.message for note in one._notifications)
        await pilot.press("home", "down", "enter")
        await until(pilot, lambda: isinstance(one.screen, TableScreen))
        assert one.screen.match.path == paths[0]  # type: ignore[attr-defined]


async def test_matches_that_came_meanwhile_are_read_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where that took long, the menu stayed at those it had found until the program ended."""
    one = silent()
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, MenuScreen) and screen.whole
        await pilot.press("f1")
        assert one.screen is not screen
        played("yaniv", HUMAN, "greedy")
        monkeypatch.setattr(indexed, "AT_ONCE", -1)
        await pilot.press("escape")
        await until(pilot, lambda: screen.offers and screen.whole)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The rules of a game in a file."""
    monkeypatch.setenv("CARDTUI_GAMES", str(Path(__file__).parents[1] / "toy_game" / "toy.py"))
    catalogue.forget()
    yield registry.game_entry("toy").law
    monkeypatch.undo()
    catalogue.forget()


async def test_the_menu_stands_though_the_code_of_a_saved_match_fails(
    monkeypatch: pytest.MonkeyPatch, toy: Any
) -> None:
    """The program ended when it came to show the cards; now the match is offered without them."""
    played("toy", HUMAN, "random")

    def broken(*_: object) -> None:
        raise ValueError("unfinished")

    monkeypatch.setattr(toy, "observe", broken)
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "toy with random" in text(pilot) and not list(one.screen.workers))
    assert one.return_code is None


async def test_forgetting_a_match_does_not_wait_for_all_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """While thousands were still read in the background, the screen stood still until it had read them itself."""
    for age in range(30):
        os.utime(played("98", HUMAN), (1e9 - age, 1e9 - age))
    read = index.read

    def slowly(path: Path, changed: int, size: int) -> Saved:
        sleep(0.05)
        return read(path, changed, size)

    monkeypatch.setattr(index, "read", slowly)
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        screen = one.screen
        assert isinstance(screen, MenuScreen) and not screen.whole
        forgotten, began = screen.index.folder / screen.at.removeprefix("resume "), monotonic()
        screen.action_forget()
        assert monotonic() - began < 0.5
        await until(pilot, lambda: screen.whole and forgotten.name not in [saved.name for saved in screen.offers])
        assert not archive.unfinished(forgotten)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_what_stands_beside_an_unfinished_match_is_clicked(size: tuple[int, int]) -> None:
    """A click on "x forgets" forgets the match whose cards are shown, one anywhere else there goes on with it."""
    first, second = played("98", HUMAN), played("zsy", HUMAN, "random")
    os.utime(first, (1e9, 1e9))
    one = app(Menu())

    async def click(word: str) -> None:
        row = next(row for row, line in enumerate(text(pilot).splitlines()) if "x forgets" in line)
        await pilot.click(Felt, offset=(text(pilot).splitlines()[row].index(word), row))

    async with one.run_test(size=size) as pilot:
        await pilot.pause()
        await click("x forgets")
        await until(pilot, lambda: not archive.unfinished(second))
        assert isinstance(one.screen, MenuScreen) and archive.unfinished(first)
        await click("Enter goes on")
        await until(pilot, lambda: isinstance(one.screen, TableScreen))
        assert one.screen.match.path == first  # type: ignore[attr-defined]


async def test_a_match_to_go_on_with_shows_the_own_hand_and_nobody_elses() -> None:
    """Of several people at one table none is shown; the games show the own record, and nothing before there is one."""
    played("yaniv", HUMAN, HUMAN, "greedy")
    one = app(Menu())
    async with one.run_test(size=(140, 40)) as pilot:
        await until(pilot, lambda: "to move" in text(pilot))
        menu = one.screen
        assert isinstance(menu, MenuScreen) and [saved.own for saved in menu.offers] == [None]
        assert all(not found.hand for found in menu.previews.values()) and "2 people, greedy" in text(pilot)
        assert "won" not in text(pilot) and "1 deal" not in text(pilot)
    over = Match.new("yaniv", "paper:deals=1,call=30", (HUMAN, "greedy"), 2, settings.new_record("yaniv"))
    over.play(YANIV)
    over.close("finished")
    path = played("yaniv", HUMAN, "greedy")
    match = Match.resume(path)
    hand = [signs(match.game.face(card)) for card in match.observe(0).zone("hand").cards]
    match.close()
    one = app(Menu())
    async with one.run_test(size=(140, 40)) as pilot:
        await until(pilot, lambda: all(f" {face}" in text(pilot) for face in hand))
        assert re.search(r"\b1 deal\b", text(pilot))
        assert re.search(r"(0% \[0, 79\]|50% \[9, 91\]|100% \[21, 100\]) won", text(pilot))
        for size in ((80, 24), (100, 30), (120, 36), (200, 60)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert all(registry.game_entry(game).title in text(pilot) for game in GAMES)
            assert "GO ON" in text(pilot) and "arena" in text(pilot).lower() and "] won" in text(pilot)


async def test_a_game_whose_screen_is_not_there_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a game that somebody writes: the program ended at the preview, at the question and at the tutorial."""
    played("yaniv", HUMAN, "greedy")
    wrong = registry.game_entry("yaniv")._replace(screen="cardtui.ui.games.yaniv:Absent")
    monkeypatch.setattr(registry, "game_entry", lambda name: wrong)
    one = silent()
    said: list[str] = []
    async with one.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: not list(one.screen.workers))
        monkeypatch.setattr(one.screen, "say", lambda sentence, wrong=False: said.append(sentence))
        await pilot.press("1")
        await until(pilot, lambda: isinstance(one.screen, Question))
        await pilot.press("n")
        await until(pilot, lambda: len(said) == 1 and isinstance(one.screen, MenuScreen))
        await pilot.press("down", "t")
        await until(pilot, lambda: len(said) == 2)
    assert one.return_code is None and all("cardtui.ui.games.yaniv has no Absent" in sentence for sentence in said)


async def test_the_list_of_saved_matches_cuts_opponents_first_where_it_is_narrow() -> None:
    """At 80 columns the games and how the matches stand are told in full."""
    played("zsy", HUMAN, "greedy")
    played("yaniv", HUMAN, *["semirandom", "greedy"] * 2)
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("h")
        await pilot.pause()
        listed = [line.split("  ") for line in text(pilot).splitlines()[2:4]]
        assert sorted(row[0].strip() for row in listed) == ["Yaniv", "Zheng Shang You"]
        assert all(re.fullmatch(r" *goes on · \d moves?", row[-1]) for row in listed)
        assert sum("…" in " ".join(row) for row in listed) == 1


async def test_the_list_of_saved_matches_uses_the_width_sorts_and_filters() -> None:
    """Scores of what is over; columns as wide as the window; a question before anything is deleted."""
    over = Match.new("yaniv", "paper:deals=1,call=30", (HUMAN, "greedy", "semirandom"), 2, settings.new_record("yaniv"))
    over.play(YANIV)
    over.close("finished")
    played("zsy", HUMAN, "greedy")
    (records_dir() / "foreign.jsonl").write_text("no record\n")
    one = app(Menu())
    async with one.run_test(size=(140, 24)) as pilot:
        await pilot.press("h")
        await pilot.pause()
        saved = one.screen
        assert isinstance(saved, SavedScreen) and "saved matches   3" in text(pilot)
        assert re.search(r" \d wins? : \d · \d", text(pilot)) and "goes on · " in text(pilot)
        await pilot.press("end", "home", *["down"] * 2)
        assert re.search(r"You: \d wins? · greedy: \d", text(pilot))  # in full below the list
        assert "cannot be read" in text(pilot)
        await pilot.press("4")
        assert "4 deals ↓" in text(pilot)
        await pilot.press("1")
        assert [entry.game for entry in saved.shown] == ["", "yaniv", "zsy"]
        await pilot.press("1")
        assert [entry.game for entry in saved.shown] == ["zsy", "yaniv", ""]
        await pilot.press("slash", *"semi")
        await until(pilot, lambda: len(saved.shown) == 1)
        await until(pilot, lambda: text(pilot).splitlines()[-1].split("  ")[0].strip() == "Enter to the list")
        await pilot.press(*"xx")
        await until(pilot, lambda: "No saved match has" in text(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: len(saved.shown) == 3)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert max(map(len, text(pilot).splitlines())) <= 80
        await pilot.press("home", "d")
        assert isinstance(one.screen, Question)
        await pilot.press("escape", "d", "y")
        await until(pilot, lambda: len(saved.shown) == 2)
        assert not list(records_dir().glob("*zsy*")) and over.path is None
        await pilot.press("g")
        assert any("Enter steps through it" in note.message for note in one._notifications)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(one.screen, MenuScreen))
        assert "GO ON" not in text(pilot)


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


async def test_review_and_drill_stand_in_the_key_line_at_any_size() -> None:
    """They need no room on the page, which tells what was played lately, once a deal is finished."""
    path = played("yaniv", HUMAN, "greedy")
    one = silent()
    async with one.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Enter goes on" in text(pilot))
        assert "last seven days" not in text(pilot)
    match = Match.resume(path)
    while match.turn is not None:
        match.play(match.game.legal(match.state)[0])
    match.close("")
    one = silent()
    async with one.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "in the last seven days: 1 deal in 1 match" in text(pilot))
        assert "r review d drill" in " ".join(text(pilot).splitlines()[-1].split())


@pytest.mark.parametrize("offers", range(10))
@pytest.mark.parametrize("height", range(38, 50))
def test_what_was_played_lately_has_room_below_tiles(offers: int, height: int) -> None:
    games = tuple(registry.games().values())
    match = Saved("m.jsonl", 1, 1, "yaniv", "paper", (HUMAN, "greedy"))
    resumed = [match._replace(name=f"{number}.jsonl") for number in range(offers)]
    bots = {entry.name: 3 for entry in games}
    page = Page(f"play {games[0].name}", resumed, {}, games, bots, {}, offers, True, (offers, 2))
    canvas = Canvas(140, height - 1, DARK, DARK.night)
    paint(canvas, page)
    assert plan(page, 140, height - 1).tiles and "last seven days" in canvas.text()


def test_scores_of_saved_matches_have_two_digits_after_the_point_at_most() -> None:
    """A win that three share is a third, of which six digits were told; a million cents were `1e+06`."""
    one = Saved("x", 0, 0, "yaniv", "paper", ("human", "greedy"), scores=(10 / 3, 2 / 3), unit="wins")
    assert saved_summary.score(one)[0] == "3.33 wins" and saved_summary.brief(one) == "3.33 wins : 0.67"
    assert saved_summary.standing(one) == "You: 3.33 wins · greedy: 0.67"
    rich = one._replace(game="schafkopf", scores=(1_234_560.0, -1_234_560.0), unit="cents")
    assert saved_summary.score(rich)[0] == "+1234560 cents"


class Endless(RecordIndex):
    """An index that is never read to the end; counts how often each thread reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.read = Counter[int]()

    def update(self, seconds: float = 0.0) -> bool:
        self.read[get_ident()] += 1
        sleep(0.01)
        return False


async def test_saved_matches_are_read_by_one_thread_until_the_list_is_left() -> None:
    one, index = app(Menu()), Endless()
    async with one.run_test() as pilot:
        await pilot.pause()
        list_of_matches = SavedScreen(index)
        one.push_screen(list_of_matches)
        await until(pilot, lambda: len(index.read) == 2)  # of the first thread, the screen's, it takes one part
        list_of_matches.update_index()  # as after a match was deleted
        await until(pilot, lambda: max(index.read.values()) > 5)
        for leaving, readers in ((False, 1), (True, 0)):
            if leaving:
                list_of_matches.dismiss()
            await pilot.pause(0.1)
            before = index.read.copy()
            await pilot.pause(0.2)
            assert len(index.read - before) == readers


async def test_ascii_reaches_the_heading_of_a_screen_that_stands() -> None:
    """In ASCII suits would be letters, so they go; they come again."""
    one = app(Menu())
    async with one.run_test() as pilot:
        await pilot.pause()
        one.push_screen(SeatsScreen("yaniv"))
        await until(pilot, lambda: text(pilot).startswith(" ♠♥ cardtui"))
        one.set_display_setting("ascii", True)
        await until(pilot, lambda: text(pilot).startswith(" cardtui"))
        one.push_screen(SavedScreen())
        await until(pilot, lambda: "saved matches" in text(pilot))
        one.set_display_setting("ascii", False)
        one.pop_screen()
        await until(pilot, lambda: text(pilot).startswith(" ♠♥ cardtui"))
