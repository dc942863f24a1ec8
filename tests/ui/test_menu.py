"""The menu: which game its lines are about, and what it says of the match to resume."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtui import registry, settings, trainings
from cardtui.core import Refusal
from cardtui.entries import HUMAN
from cardtui.games.yaniv.rules import YANIV
from cardtui.match import Match
from cardtui.record import Header, archive, index
from cardtui.record.index import Saved
from cardtui.registry import lineup
from cardtui.text.formatting import signs
from cardtui.trainings.plans import Plan
from cardtui.ui import indexed
from cardtui.ui.app import CardApp, Menu, Play
from cardtui.ui.dialogs import ListChoice, Question, TextWindow
from cardtui.ui.look.canvas import Canvas
from cardtui.ui.look.palette import DARK, LIGHT
from cardtui.ui.screens import menu
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.screens.menu import MenuScreen, last_game
from cardtui.ui.screens.menu_page import Page, paint, plan
from cardtui.ui.screens.saved import SavedScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.screens.training import TrainingsScreen
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.felt import Felt

from .common import Bots, app, play, saved_match, text, until

GAMES = list(registry.games())
LINES = ("seats", "tutorial", "inspect", "arena", "train", "replay")


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
        assert f" choose 1-{len(GAMES)} play at once f " in " ".join(text(pilot).split())


async def test_cards_in_the_list_of_games_show_their_ranks_and_stay_in_their_rows() -> None:
    """Those without a suit have their rank twice, as others; no shadow falls on the ground between two games."""
    one = app(Menu())
    async with one.run_test(size=(120, 35)) as pilot:
        await pilot.pause()
        rows = text(pilot).splitlines()
        first = next(number for number, row in enumerate(rows) if "Zheng Shang You" in row)
        cards = [row[6:18].split() for row in rows[first - 2 : first + 3]]
        assert cards == [[], ["7", "8"], [], ["7", "8"], []]


def test_cards_of_all_games_lie_on_felt() -> None:
    """In a light theme they could hardly be seen on a panel."""
    games = tuple(registry.games().values())
    page = Page("arena", [], {}, games, {entry.name: 3 for entry in games}, {}, 0, True)
    palette = LIGHT
    for size in ((80, 23), (100, 34), (140, 39)):
        canvas = Canvas(*size, palette, palette.night)
        paint(canvas, page)
        rows = [[cell.background for cell in row] for row in canvas.rows]
        edges = [row[x - 1] for row in rows for x in range(1, size[0]) if row[x] == palette.cream != row[x - 1]]
        assert len(edges) > 10 and palette.felt in edges
        assert not {palette.panel, palette.selected, palette.night} & set(edges)


async def test_the_game_played_last_is_the_first_to_hand() -> None:
    """And a record that cannot be read stops nothing."""
    assert last_game() == GAMES[0]
    path = saved_match("98", HUMAN, why="left")
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await choose(pilot, "tutorial")
        await pilot.press("enter")
        await until(pilot, lambda: done(one, "tutorial", "98"))
    path.write_text("no record\n")
    assert last_game() == GAMES[0]


async def test_the_match_to_resume_is_called_by_its_games_title() -> None:
    saved_match("zsy", HUMAN, "greedy")
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        (line,) = (line for line in text(pilot).splitlines() if "GO ON" in line)
        assert "Zheng Shang You with greedy  deal 1" in line and "zsy" not in line


async def test_a_match_to_go_on_with_tells_its_rules_where_they_are_not_the_usual_ones() -> None:
    """So that several of one game can be told apart."""
    for rules in ("paper", "official"):
        saved_match("98", HUMAN, rules=rules)
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        rows = [line for line in text(pilot).splitlines() if "  deal 1 " in line]
        assert sorted(row.split("deal 1")[0].split()[-1] for row in rows) == ["cards", "official"]
        assert len({row.index("  deal 1 ") for row in rows}) == 1, "numbers of deals stand in a column"


async def test_what_is_told_beside_the_hand_of_a_match_to_go_on_with_is_never_cut() -> None:
    """At 100×30 the eight cards of 98 leave room for whose turn it is, not for how many are laid."""
    saved_match("98", HUMAN)
    one = app(Menu())
    async with one.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: "you are to move" in text(pilot))
        (line,) = (line for line in text(pilot).splitlines() if "you are to move" in line)
        assert "…" not in line and re.search("you are to move +Enter goes on", line)


async def test_quitting_at_the_question_whether_to_resume() -> None:
    """There is nothing to lose."""
    saved_match("yaniv", HUMAN, "greedy")
    one = app(play())
    async with one.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(one.screen, Question))
        assert "Yaniv paper · You · " in " ".join(text(pilot).replace("│", " ").split())
        await pilot.press("ctrl+q")
    assert one.return_code == 0


async def test_escape_at_the_first_question_leads_to_the_menu() -> None:
    """Where there is nothing to go back to."""
    saved_match("yaniv", HUMAN, "greedy")
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
    paths = [saved_match(game, HUMAN, *["random"] * more) for game, more in (("98", 0), ("zsy", 1), ("yaniv", 1))]
    for age, path in enumerate(reversed(paths)):
        os.utime(path, (1e9 - age, 1e9 - age))
    watched = saved_match("yaniv", "greedy", "random")
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
        saved_match("yaniv", HUMAN, "greedy")
        monkeypatch.setattr(indexed, "AT_ONCE", -1)
        await pilot.press("escape")
        await until(pilot, lambda: screen.offers and screen.whole)


@pytest.fixture
def toy(own_games: None) -> Any:
    """The rules of a game in a file."""
    name = registry.add_game(str(Path(__file__).parents[1] / "toy_game" / "toy.py"))
    return registry.game_entry(name).law


async def test_the_menu_stands_though_the_code_of_a_saved_match_fails(
    monkeypatch: pytest.MonkeyPatch, toy: Any
) -> None:
    """The program ended when it came to show the cards; now the match is offered without them."""
    saved_match("toy", HUMAN, "random")

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
        os.utime(saved_match("98", HUMAN), (1e9 - age, 1e9 - age))
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
    first, second = saved_match("98", HUMAN), saved_match("zsy", HUMAN, "random")
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
    saved_match("yaniv", HUMAN, HUMAN, "greedy")
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
    path = saved_match("yaniv", HUMAN, "greedy")
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
    saved_match("yaniv", HUMAN, "greedy")
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


async def test_review_and_drill_stand_in_the_key_line_at_any_size() -> None:
    """They need no room on the page, which tells what was played lately, once a deal is finished."""
    path = saved_match("yaniv", HUMAN, "greedy")
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
