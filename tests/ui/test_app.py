"""The app around the table: menu, help, palette, quitting, every key."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.command import CommandPalette
from textual.content import Content
from textual.widgets import DataTable, OptionList

from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.settings import SETTINGS, new_record, records_dir
from cardtui.ui.app import CardApp, Menu
from cardtui.ui.dialogs import Choice, InputWindow, ListChoice, Question, TextWindow, Window
from cardtui.ui.games.ninetyeight.screen import NinetyEightScreen
from cardtui.ui.games.schafkopf.screen import SchafkopfScreen
from cardtui.ui.games.tricks.screen import TricksScreen
from cardtui.ui.games.yaniv.screen import YanivScreen
from cardtui.ui.games.zsy.screen import ZsyScreen
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.screens.saved import SavedScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.line import KeyLine

from .common import KEYS, app, line, shown, table, text, type_in, until

HEADER = '{"cardtui":1,"game":"yaniv","rules":"paper","seats":["human","greedy"],"seed":1}'


async def test_from_the_menu_to_the_first_card_in_one_key() -> None:
    """Enter on the first line deals against the usual bots."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(one.screen, TableScreen))
        assert isinstance(one.screen, TableScreen)
        assert one.screen.match.header.seats[0] == HUMAN and one.screen.match.turn == 0
        await until(pilot, lambda: "YOU  sum " in text(pilot) and "such as 1 s" in text(pilot))


async def test_seats_and_rules_are_chosen_line_by_line() -> None:
    """Arrows change a line, e edits it, a bad one is refused with a sentence, Enter begins."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("s")
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, SeatsScreen)
        await pilot.press("up", "up", "up", "right")
        assert screen.values[0] == "club"
        await pilot.press("down", "right", "left")
        assert screen.values[1] == "no"
        await pilot.press("down", "down", "e")
        await pilot.press(*["backspace"] * 12, *"gready", "enter")
        await pilot.press("enter")
        assert one.screen is screen and any("nearest: greedy" in note.message for note in one._notifications)
        await pilot.press("e", *["backspace"] * 12, *"greedy", "enter")
        for _ in range(4):
            await pilot.press("down")
            screen.values[screen.query_one("#choices").highlighted] = screen.EMPTY  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(one.screen, TableScreen))
        header = one.screen.match.header  # type: ignore[attr-defined]
        assert header.seats == (HUMAN, "greedy") and header.rules == "club"


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_seats_and_rules_are_chosen_with_the_mouse(size: tuple[int, int]) -> None:
    """A click on a line goes there, one on its value changes that; none of them begins."""
    one = app(Menu())
    async with one.run_test(size=size) as pilot:
        one.push_screen(SeatsScreen("yaniv"))
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, SeatsScreen)
        assert not any(re.search(r"\. [a-z+]", told) for _, told in screen._known())  # no sentence begins small
        for word, clicked, now in (
            ("Ranked", "Ranked", "no"), ("Ranked", "no ▸", "yes"), ("Rules", "▸", "club"), ("Rules", "◂", "paper"),
        ):  # fmt: skip
            y, row = next((y, row) for y, row in enumerate(text(pilot).splitlines()) if f" {word} " in row)
            await pilot.click("#choices", offset=(row.index(clicked), y - screen.query_one("#choices").region.y))
            await pilot.pause()
            line = ("Rules", "Ranked").index(word)
            assert screen.values[line] == now and screen.query_one(OptionList).highlighted == line
        await pilot.click(KeyLine, offset=(2, 0))
        await until(pilot, lambda: isinstance(one.screen, TableScreen))
        assert isinstance(one.screen, TableScreen)
        assert one.screen.match.header.ranked and one.screen.match.header.rules == "paper"


async def test_a_menu_that_cannot_be_opened_ends_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(self: MenuScreen) -> None:
        raise OSError(28, "No space left on device", "somewhere")

    monkeypatch.setattr(MenuScreen, "__init__", full)
    one = app(Menu())
    async with one.run_test(size=(80, 24)):
        pass
    assert one.return_code == 2
    assert "cardtui: somewhere cannot be used: No space left on device" in capsys.readouterr().err


async def test_the_menu_opens_where_no_folder_of_ones_own_can_be_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match, which has to be saved, is refused in a sentence."""
    (tmp_path / "file").write_text("")
    for kind in ("DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / "file"))
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen)
        await pilot.press("1")
        assert any("records cannot be used: Not a directory" in note.message for note in one._notifications)
        assert isinstance(one.screen, MenuScreen)


async def test_menu_keys() -> None:
    """Tutorial, help, and leaving; nothing to forget while there is no unfinished match."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        assert isinstance(one.screen, TextWindow) and "Get rid of points" in text(pilot)
        await pilot.press("down", "pagedown", "pageup", "up", "escape", "f1")
        assert isinstance(one.screen, TextWindow)
        await pilot.press("f1", "x")
        assert isinstance(one.screen, MenuScreen)
        assert any("no unfinished match" in note.message for note in one._notifications)
        await pilot.press("s", "escape", "q")
    assert one.return_code == 0


@pytest.mark.parametrize("key", ["escape", "enter", "q", "f1"])
async def test_keys_of_a_long_text(key: str) -> None:
    """Scrolled with arrows, letters and pages; four keys close it."""
    async with table() as (screen, pilot):
        await pilot.press("f1")
        window = pilot.app.screen.query_one(".reading")
        for down, up in (("down", "up"), ("j", "k"), ("pagedown", "pageup"), ("space", "pageup")):
            await pilot.press(down)
            assert window.scroll_offset.y > 0
            await pilot.press(up)
            assert window.scroll_offset.y == 0
        await pilot.press(key)
        assert pilot.app.screen is screen


@pytest.mark.parametrize("place", ["beside", "lower edge", "enter", "inside"])
@pytest.mark.parametrize("kind", ["list", "question", "text", "line"])
async def test_a_click_beside_a_window_leaves_it(kind: str, place: str) -> None:
    """So does one on its lower edge, where Escape is named; one on its text does not.

    One on a row of a list chooses that, and one on Enter in the edge the row that is highlighted.
    """
    windows: dict[str, Window[str] | Window[None]] = {
        "list": ListChoice("title", [("a", "A", "text")]),
        "question": Question("title", "text", (Choice("y", "yes", "yes"), Choice("escape", "no", ""))),
        "text": TextWindow("title", "text"),
        "line": InputWindow("title", "", "note"),
    }
    one, answers = app(Menu()), list[str | None]()
    async with one.run_test(size=(80, 24)) as pilot:
        one.push_screen(windows[kind], answers.append)
        await pilot.pause()
        region = one.screen.query_one(".window").region
        edge, inside = (region.right - 5, region.bottom - 1), (region.x + 2, region.y + 1)
        enter = (region.right - 2 - len("Enter · Esc back"), region.bottom - 1)
        await pilot.click(offset={"beside": (1, 23), "lower edge": edge, "enter": enter, "inside": inside}[place])
        await pilot.pause()
        chosen = kind == "list" and place in ("inside", "enter")
        assert isinstance(one.screen, MenuScreen) is (place != "inside" or chosen)
        assert ("a" in answers) is chosen


async def test_lines_of_a_long_text_fit_its_window() -> None:
    """Also on a wide screen, where the window is narrower."""
    for size in ((80, 24), (140, 40)):
        widths: list[int] = []

        def draw(width: int, widths: list[int] = widths) -> list[Content]:
            widths.append(width)
            return [Content("#" * width)]

        one = app(Menu())
        async with one.run_test(size=size) as pilot:
            one.push_screen(TextWindow("lines", draw))
            await pilot.pause()
            assert text(pilot).count("#") == widths[-1] < 78


async def test_menu_opens_replay_and_inspect() -> None:
    """h lists saved matches, or says that there are none; i takes a position apart."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("h")
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen) and list(one._notifications)
        await pilot.press("i")
        await until(pilot, lambda: type(one.screen).__name__ == "InspectScreen")


async def test_saved_matches_are_listed_replayed_and_gone_on_with() -> None:
    """The newest first; a damaged one is told, and one that is over cannot go on."""
    left = Match.new("schafkopf", "club:deals=3", (HUMAN, *["random"] * 3), 1, new_record("schafkopf"))
    left.play(left.game.legal(left.state)[0])
    left.close("left")
    async with table(size=(120, 24)) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.touched and screen.match.turn == 0)
        path = screen.match.path
        assert path is not None
        os.utime(path, (2e9, 2e9))
        (path.parent / "broken.jsonl").write_text("{}\n")
        await pilot.press("f10", "h")
        await pilot.pause()
        rows = [row for row in text(pilot).splitlines() if row.startswith(" Yaniv")]
        assert isinstance(pilot.app.screen, SavedScreen) and len(rows) == 2  # in the list, and in full below it
        told = " ".join(text(pilot).split())
        assert " cannot be read: " in told and " Schafkopf club:deals=3 random ×3 " in told
        await pilot.press("enter")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "ReplayScreen")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(pilot.app.screen, SavedScreen))
        saved = pilot.app.screen
        place = next(n for n, other in enumerate(saved.shown) if other.game == "schafkopf")
        saved.query_one(DataTable).move_cursor(row=place)
        await pilot.pause()
        await pilot.press("g")
        assert any("this match is over" in note.message for note in pilot.app._notifications)
        saved.query_one(DataTable).move_cursor(row=0)
        await pilot.pause()
        await pilot.press("g")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
        assert isinstance(pilot.app.screen, TableScreen)
        assert pilot.app.screen.match.path == path


async def test_a_damaged_match_is_not_opened() -> None:
    """The reason is told, the list stays."""
    async with table() as (screen, pilot):
        path = screen.match.path
        assert path is not None
        broken = path.parent / "broken.jsonl"
        broken.write_text("{}\n")
        os.utime(broken, (2e9, 2e9))  # the newest, whatever leaving the table writes
        await pilot.press("f10", "h", "enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SavedScreen) and list(pilot.app._notifications)


@pytest.mark.parametrize(
    ("lines", "offered"),
    [
        (['{"cardtui":2,"game":"yaniv"}'], False),
        (['{"cardtui":1}'], False),
        ([HEADER, '{"undo":"1"}'], False),
        ([HEADER, '{"seat":0,"action":"yaniv"}'], True),
        ([HEADER], False),
        ([HEADER.replace("yaniv", "skat"), '{"seat":0,"action":"pass"}'], False),
        ([HEADER.replace("human", "random"), '{"seat":0,"action":"yaniv"}'], False),
    ],
)
async def test_no_file_keeps_the_menu_from_opening(lines: list[str], offered: bool) -> None:
    """What cannot be replayed is offered, refused with its reason, and can be forgotten.

    Not so where nobody plays, nothing was played, or the game is not there.
    """
    path = records_dir() / "odd.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines))
    (path.parent / "gone.jsonl").symlink_to(path.parent / "nowhere")
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert ("GO ON" in text(pilot)) == offered
        if offered:
            await pilot.press("enter")
            await pilot.pause()
            assert "GO ON" in text(pilot)
            await pilot.press("x")
            await pilot.pause()
            assert "GO ON" not in text(pilot)
        await pilot.press("h")
        await pilot.pause()
        assert isinstance(one.screen, SavedScreen)


async def test_inspect_lies_over_the_table() -> None:
    """F4 and back, the line and the match as they were."""
    async with table() as (screen, pilot):
        await type_in(pilot, "1 2")
        await pilot.press("f4")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "InspectScreen")
        you, *others = screen.tableside.names
        shown = text(pilot)
        assert f"as {you}, seat 1" in shown and all(name in shown for name in others) and "seat 2" not in shown
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)
        assert line(screen).value == "1 2" and line(screen).has_focus and not screen.match.moves()


async def test_a_line_of_text_can_be_left() -> None:
    """Escape gives the value back as it was."""
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "e", "x", "escape")
        assert isinstance(one.screen, SeatsScreen) and "x" not in one.screen.values[3][-1:]


async def test_an_unfinished_match_can_be_forgotten() -> None:
    """x in the menu; the record stays."""
    async with table() as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        path = screen.match.path
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "GO ON" in text(pilot)
        await pilot.press("x")
        await pilot.pause()
        assert "GO ON" not in text(pilot) and path and path.exists()


async def test_quitting_asks_with_another_key() -> None:
    """The key that asked does not confirm; Escape stays, y leaves."""
    async with table() as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.press("ctrl+q")
        assert isinstance(pilot.app.screen, Question)
        await pilot.press("ctrl+q", "ctrl+q")
        assert isinstance(pilot.app.screen, Question) and pilot.app.return_code is None
        await pilot.press("escape")
        assert pilot.app.screen is screen
        await pilot.press("ctrl+q", "y")
    assert pilot.app.return_code == 0


async def test_ctrl_c_twice_quits() -> None:
    """Once it says so."""
    async with table() as (screen, pilot):
        await pilot.press("ctrl+c")
        assert "once more quits" in shown(screen, "message")
        await pilot.press("ctrl+c")
    assert pilot.app.return_code == 130


async def test_help_and_tutorial() -> None:
    """F1 has the rules in short and the keys; F9 the tutorial."""
    async with table() as (_, pilot):
        await pilot.press("f1")
        assert "TYPING" in text(pilot) and "THE GAME" in text(pilot)
        await pilot.press("escape", "f9")
        assert "Get rid of points" in text(pilot)


async def test_help_has_the_paragraph_that_a_refusal_names() -> None:
    """The rules in full stand below the help, without the marks of their file; in German their heading is German."""
    async with table() as (screen, pilot):
        await type_in(pilot, "9")
        assert "✗ §4.1: there is no card 9" in text(pilot)
        rules = screen.help_text()[1].partition("RULES    in full.")[2]
        discard = rules.partition("\n§4 Discard\n")[2].splitlines()[0]
        assert discard.startswith("1. One card; or a set: two or more cards of one number; or a run: three or more")
        assert discard.endswith("Q K A is not.") and "#" not in rules and "`" not in rules
        assert "after pagat.com and Wikipedia. Every" in rules, "links are their words alone"
    async with table(*[HUMAN] * 4, game="schafkopf", rules="club", language="de") as (screen, pilot):
        assert "REGELN   im Wortlaut" in screen.help_text()[1] and "\n§7 Play\n" in screen.help_text()[1]


async def test_help_and_tutorial_have_the_numbers_of_the_rules() -> None:
    """What a hand may count to call, what an Assaf costs, and what ends the match."""
    async with table(HUMAN, "greedy", rules="club:call=5,assaf=20,limit=60") as (screen, pilot):
        assert "counts 5 or less." in screen.help_text()[1] and "lowest adds 20 to" in screen.help_text()[1]
        await pilot.press("f9")
        assert "When your hand counts 5 or less" in text(pilot) and "over the limit (60)" in text(pilot)


async def test_every_action_is_in_the_palette() -> None:
    """Also the disabled ones, with their reason."""
    async with table() as (screen, pilot):
        commands = {command.title: command.help for command in pilot.app.get_system_commands(screen)}
        assert len(commands) >= len(TableScreen.BINDINGS) + 4
        undo = next(title for title in commands if title.startswith("Undo"))
        assert "not now: there is no move of yours" in commands[undo]
        assert "Theme" in commands and "Quit" in commands and "ASCII only" in commands
        impossible = ["not now" in about for about in commands.values()]
        assert impossible == sorted(impossible), "last"
        await pilot.press("ctrl+p")
        assert isinstance(pilot.app.screen, CommandPalette)
        await until(pilot, lambda: "ASCII only" in text(pilot))
        assert "not now" not in text(pilot)
        await pilot.press(*"sort")
        await until(pilot, lambda: "Sort the hand" in text(pilot) and "Theme" not in text(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: "hand sorted by suit" in shown(screen, "message"))


async def test_the_list_of_themes_begins_with_the_one_in_use() -> None:
    async with table("human", "greedy") as (_, pilot):
        pilot.app.theme = "nord"
        pilot.app.search_themes()
        await until(pilot, lambda: "in use" in text(pilot) and "felt-light" in text(pilot))
        lines = text(pilot).splitlines()
        marked = next(at for at, line in enumerate(lines) if "in use" in line)
        assert "nord" in lines[marked - 1] and text(pilot).count("in use") == 1
        await pilot.press(*"felt-light", "enter")
        await until(pilot, lambda: pilot.app.theme == "felt-light")


async def test_the_palette_tells_all_settings() -> None:
    """With their values, as they stand in the file."""
    async with table("human", "greedy") as (screen, pilot):
        command = next(one for one in pilot.app.get_system_commands(screen) if one.title == "Settings")
        command.callback()
        await pilot.pause()
        window = pilot.app.screen
        assert isinstance(window, TextWindow) and isinstance(window.text, str)
        assert all(f"\n{key} = " in window.text for key in SETTINGS)
        assert '\ntheme = "felt"' in window.text and "config.toml" in window.text


async def test_a_picture_of_the_screen_is_saved_also_without_a_folder_of_downloads(
    folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a machine without a desktop; the table tells where, or why not."""
    monkeypatch.setenv("HOME", str(folders))
    monkeypatch.chdir(folders)
    async with table("human", "greedy", size=(140, 40)) as (screen, pilot):
        command = next(one for one in pilot.app.get_system_commands(screen) if one.title == "Screenshot")
        command.callback()
        await until(pilot, lambda: [*folders.glob("*.svg")])
        (file,) = folders.glob("*.svg")
        await until(pilot, lambda: f"picture: {file}"[:60] in shown(screen, "message"))
        file.unlink()
        (folders / "Downloads").mkdir()
        command.callback()
        await until(pilot, lambda: [*folders.glob("Downloads/*.svg")])
        monkeypatch.setattr(pilot.app, "save_screenshot", refused)
        command.callback()
        await until(pilot, lambda: "cannot be written: No space left on device" in shown(screen, "message"))


def refused(path: str) -> str:
    """A disk that is full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)


@pytest.mark.parametrize(
    ("screen", "more"),
    [
        (YanivScreen, {}),
        (NinetyEightScreen, {}),
        (ZsyScreen, {}),
        (TricksScreen, {"o": "other", "l": "last"}),
        (SchafkopfScreen, {"l": "last"}),
    ],
)
def test_every_binding_is_known_to_the_tests(screen: type[TableScreen], more: dict[str, str]) -> None:
    """A new key needs a line in KEYS or here, and so a test that presses it."""
    bindings = [*Binding.make_bindings(CardApp.BINDINGS), *Binding.make_bindings(screen.BINDINGS)]
    assert {b.key: b.action.partition("(")[0] for b in bindings} == KEYS | more


@pytest.mark.parametrize("key", KEYS)
async def test_every_key_does_its_action_or_says_why_not(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pressed with an empty line: the action runs, or its reason is shown."""
    done: list[str] = []
    owner = CardApp if key in ("f1", "ctrl+q", "ctrl+c") else YanivScreen
    monkeypatch.setattr(owner, f"action_{KEYS[key]}", lambda self, *args: done.append(KEYS[key]))
    async with table() as (screen, pilot):
        reason = screen.disabled_reason(KEYS[key])
        await pilot.press(key)
        if reason:
            assert done == [] and reason in shown(screen, "message")
        else:
            assert done == [KEYS[key]]
        assert line(screen).value == ""


async def test_letters_are_keys_only_while_the_line_is_empty() -> None:
    """`u` behind something typed is text."""
    async with table() as (screen, pilot):
        await pilot.press("1", "u")
        assert line(screen).value == "1u"
