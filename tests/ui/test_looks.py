"""How the app looks: pictures kept, small terminals, ASCII, colours, themes."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.content import Content
from textual.screen import Screen

from cardtui import registry
from cardtui.entries import HUMAN
from cardtui.settings import load
from cardtui.ui.app import CardApp
from cardtui.ui.base import AppScreen
from cardtui.ui.dialogs import ListChoice, TooSmall
from cardtui.ui.games.yaniv.screen import YanivScreen
from cardtui.ui.names import few_letters, short, short_apart
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.screens.replay import ReplayScreen
from cardtui.ui.screens.saved import SavedScreen
from cardtui.ui.screens.seats import SeatsScreen
from cardtui.ui.start import Menu, Replay
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.terminal.textfilter import plain
from cardtui.ui.widgets.felt import Felt
from cardtui.ui.widgets.line import KeyLine

from .. import samples
from .common import app, compare_golden, held, line, painted, saved_match, screened, table, text, type_in, until

ROOT = Path(__file__).parents[2]
ROWS = [(str(number), f"row {number}", "a text that is folded " * 8) for number in range(3)]


async def test_the_footer_shows_what_is_possible() -> None:
    """Undo comes after a move; clicking a key in the footer presses it."""
    async with table(size=(140, 40)) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        footer = text(pilot).splitlines()[-1]
        assert "u undo" in footer and "? hint" in footer and "F10 menu" in footer
        await pilot.click(KeyLine, offset=(footer.index("u undo") + 1, 0))
        await until(pilot, lambda: screen.match.moves() == [])


async def test_too_small_says_what_it_needs_and_loses_nothing() -> None:
    """The line typed so far is there again."""
    async with table() as (screen, pilot):
        await type_in(pilot, "1 2")
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert isinstance(pilot.app.screen, TooSmall) and "needs 80×24, has 60×20" in text(pilot)
        await pilot.resize_terminal(79, 30)
        await pilot.pause()
        assert "needs 80×24, has 79×30" in text(pilot)
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        assert pilot.app.screen is screen and line(screen).value == "1 2"
        await pilot.press("space", "d", "enter")
        await until(pilot, lambda: len(screen.match.moves()) == 3)


@pytest.mark.parametrize("game", registry.games())
async def test_a_replay_and_its_table_bear_any_size(game: str) -> None:
    """A hand that had no room for a single name ended the program."""
    one = app(Replay(saved_match(game, *samples.of(game).table[1])))
    async with one.run_test(size=(80, 24)) as pilot:
        screen = await screened(pilot, ReplayScreen)
        for size in ((20, 18), (80, 18), (140, 7), (7, 12), (1, 1), (100, 30)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: one.size == size)
            screen.redraw()
            await pilot.pause()
        await until(pilot, lambda: one.screen is screen and screen.query_one(Felt).fits)


@pytest.mark.parametrize(
    "opens", [MenuScreen, SavedScreen, partial(SeatsScreen, "98"), partial(ListChoice, "which?", ROWS)]
)
async def test_what_is_redrawn_in_too_small_a_terminal_fits_when_it_is_large_again(
    opens: Callable[[], Screen[Any]],
) -> None:
    """Lists ended the program where there was no room beside their titles."""
    saved_match("98", HUMAN)
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await screened(pilot, MenuScreen)
        await one.push_screen(screen := opens())
        await until(pilot, lambda: screen.is_mounted and screen.size == one.size)
        await pilot.pause(0.05)
        before = text(pilot)
        for size in ((20, 12), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: one.size == size)
            for part in one.screen_stack:
                if isinstance(part, AppScreen):
                    part.redraw()
            await pilot.pause()
        await until(pilot, lambda: one.screen is screen and text(pilot) == before)


@pytest.mark.parametrize("size", [(160, 50), (200, 60)])
async def test_the_largest_felt_has_the_largest_cards_and_tells_what_lies(size: tuple[int, int]) -> None:
    """After a resize they fit again; the history shows the pile as a chip, and whose turn it is."""
    async with table(size=size) as (screen, pilot):
        felt = screen.query_one(Felt)
        assert felt.canvas
        own = next(spot for spot in felt.canvas.spots if spot.word == "#1")
        pile = next(spot for spot in felt.canvas.spots if spot.word == "a")
        assert (own.height, pile.width, pile.height) == (9, 12, 9)
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        lines = screen.table.history_lines(screen.drawing.view, 60)
        assert lines[-1].plain.strip() == "2 You to move"
        chips = [line for line in lines if any("reverse" in str(span.style) for span in line.spans)]
        assert len(chips) == 1 and chips[0] is lines[-2]
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: felt.canvas is not None and felt.canvas.width == 52)
        assert next(spot for spot in felt.canvas.spots if spot.word == "#1").height == 4
        cards = screen.table.seen_lines(screen.seen, 25)
        assert [line.cell_length for line in cards] == [25] * 5 and cards[0].plain.split()[9:] == ["T", "J", "Q", "K"]


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)])
async def test_the_screen_looks_as_it_did(size: tuple[int, int]) -> None:
    async with table(size=size) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await type_in(pilot, "1 2")
        await compare_golden(pilot, "yaniv")


@pytest.mark.parametrize(("size", "height"), [((80, 24), 4), ((80, 33), 6), ((90, 50), 6)])
async def test_a_narrow_but_high_felt_has_large_cards(size: tuple[int, int], height: int) -> None:
    async with table(size=size) as (screen, _):
        felt = screen.query_one(Felt)
        own = [spot for spot in felt.spots if spot.word.startswith("#")]
        assert [spot.height for spot in own] == [height] * 5, "the card and its number"
        assert all(spot.x > 0 and spot.x + spot.width < felt.size.width for spot in own)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_six_seats_fit(size: tuple[int, int]) -> None:
    """Nothing of the table is cut off at the minimum; with room the plates lie in an arc, apart from the edge."""
    seats = (HUMAN, *["greedy"] * 5)
    async with table(*seats, rules="club", size=size) as (screen, _):
        felt = screen.query_one(Felt)
        assert felt.canvas
        now = painted(screen)
        bot = "" if size == (80, 24) else "greedy "
        for wanted in (*(f"{name} {bot}0 pts" for name in ("Ada", "Rex", "Kathi", "Sepp")), "PILE", "STACK 23", "YOU"):
            assert " ".join(wanted.split()) in " ".join(now.split())
        assert [spot.word for spot in felt.spots] == ["#1", "#2", "#3", "#4", "#5", "a", "s"]
        assert sum(row.count("▏") for row in now.splitlines()[2:12]) >= 25
        palette = felt.canvas.palette
        edges = [
            (x, y)
            for y, row in enumerate(felt.canvas.rows[1:12], 1)
            for x, cell in enumerate(row)
            if cell.char == "▌" and cell.colour == palette.rail
        ]
        assert len(edges) == 5 * (2 if size == (80, 24) else 4)
        assert {y for _, y in edges} == ({1, 2, 3, 4} if size == (80, 24) else {2, 3, 4, 5, 7, 8, 9, 10})
        told = "over 100 points ends the match"
        assert now.splitlines()[0].split("  ")[-1].strip() == (told if size == (80, 24) else f"rules club · {told}")


async def test_the_sum_of_each_hand_stands_out_also_on_narrow_plates() -> None:
    """The own one, and what the coach expects of the others', in bold with the word before it."""
    seats = (HUMAN, *["greedy"] * 3)
    async with table(*seats, size=(80, 24), panel="coach", coach="yaniv-td:rollouts=0") as (screen, pilot):
        await until(pilot, lambda: painted(screen).count("sum ~") == 3)
        canvas = screen.query_one(Felt).canvas
        assert canvas
        bold = ["".join(cell.char for cell in row if cell.bold) for row in canvas.rows]
        assert bold[2].count("~") == 3 and any(re.match(r"YOUsum \d+$", row) for row in bold)


async def test_numbers_and_letters_are_gold_only_on_the_own_turn() -> None:
    """Gold says "act here"."""
    async with table(HUMAN, "greedy", pace=60.0) as (screen, pilot):
        felt = screen.query_one(Felt)

        def gold() -> set[str]:
            assert felt.canvas
            cells = [cell for row in felt.canvas.rows for cell in row]
            return {cell.char for cell in cells if cell.colour == felt.canvas.palette.gold and cell.char.isalnum()}

        assert {"1", "5", "a", "s"} <= gold()
        await type_in(pilot, "1 s")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 1)
        await pilot.pause()
        assert gold() == set("Ada")


async def test_ascii_draws_no_byte_above_127() -> None:
    """Everything: frames, suits, bars, dialogs."""
    async with table(ascii=True, panel="open", size=(140, 40)) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        assert text(pilot).isascii() and "|Ac   |" in text(pilot)
        assert text(pilot).startswith(" cardtui > Yaniv"), "no suits, which would be letters"
        await pilot.press("f1")
        assert text(pilot).isascii() and "TYPING" in text(pilot)
        assert "Esc back . ^ v scroll" in text(pilot), "^v would be Ctrl+V"
        await pilot.press("escape", "ctrl+q")
        assert text(pilot).isascii() and "Quit?" in text(pilot)
        await pilot.press("escape", "ctrl+p")
        await pilot.pause()
        assert text(pilot).isascii()


def test_ascii_keeps_widths() -> None:
    """One cell for one cell, two for two."""
    assert plain("A♣ 10♥ ╭─╮ ▸ … 茶") == "Ac 10h +-+ > _ ??"
    for sign in "♣♦♥♠─│╭╮╰╯█▊░▸▶▲●·…✓✗★≤±–§⏎◂═║╔":
        assert plain(sign).isascii() and len(plain(sign)) == 1


def test_every_sign_that_the_program_prints_has_one_in_ascii() -> None:
    """A question mark would say nothing; those that take the place of control characters aside."""
    signs = set()
    for path in [*(ROOT / "cardtui").rglob("*.py"), *(ROOT / "agents").rglob("*.py")]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
        if path.name != "printable.py":
            texts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in told)
            signs |= {sign for node in texts if isinstance(node.value, str) for sign in node.value}
    assert "♣" in signs and not [sign for sign in signs if not sign.isascii() and "?" in plain(sign)]


async def test_no_color_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR leaves no colour, and suits are still told apart by their signs."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with table(four_colour=True) as (screen, pilot):
        for strip in screen._compositor.render_strips():
            for segment in strip:
                style = segment.style
                assert style is None or style.color is None or style.color.is_default
                assert style is None or style.bgcolor is None or style.bgcolor.is_default
        assert "♣" in text(pilot) and "♥" in text(pilot)
        await type_in(pilot, "5 d")
        await pilot.press("enter", "f10")
        await pilot.pause()
        marked = [
            segment.text
            for strip in pilot.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style and segment.style.reverse and segment.text.strip()
        ]
        assert any("GO ON" in part for part in marked)


@pytest.mark.parametrize("size", [(80, 24), (140, 40)])
async def test_four_colours_and_themes(size: tuple[int, int]) -> None:
    """Switched in the palette, kept for the next time."""
    async with table(size=size) as (screen, pilot):
        assert isinstance(pilot.app, CardApp)
        assert _suit_colours(screen) == 2
        pilot.app.set_display_setting("four_colour", True)
        await pilot.pause()
        assert _suit_colours(screen) == 4
        pilot.app.theme = "nord"
        await pilot.pause()
        assert _suit_colours(screen) == 4
        assert load({}).four_colour is True and load({}).theme == "nord"
        pilot.app.set_display_setting("ascii", True)
        await pilot.pause()
        assert text(pilot).isascii()
        pilot.app.set_display_setting("ascii", False)
        await pilot.pause()
        assert "♣" in text(pilot)


def _suit_colours(screen: TableScreen) -> int:
    """How many colours the indices of the hand have, on cards as they lie in the hand."""
    felt = screen.query_one(Felt)
    assert felt.canvas
    spots = [spot for spot in felt.spots if spot.word.startswith("#")]
    assert {face.suit for face in held(screen).faces} == set("♥♦♠♣")
    return len({felt.canvas.rows[spot.y][spot.x + 1].colour for spot in spots})


def test_short_names_keep_their_number_and_show_that_they_were_cut() -> None:
    """So that two bots of a kind are told apart in narrow columns, and none is taken for another."""
    assert [short(name, 5) for name in ("You", "greedy 1", "greedy 2", "harel-best")] == [
        "You",
        "gre…1",
        "gre…2",
        "hare…",
    ]


def test_names_cut_to_a_few_letters_stay_apart() -> None:
    assert few_letters(["Kathi", "Sepp"], 3) == ["Kat", "Sep"] and few_letters(["Jo", "Al"], 2) == ["Jo", "Al"]
    assert few_letters(["You", "Ada"], 2) == ["Y", "A"], "two letters of a longer name look like a word"
    assert few_letters(["Player 1", "Player 2"], 5) == ["1", "2"]
    assert few_letters(["Anna", "Anton"], 2) == ["a", "n"]
    assert few_letters(["李明", "Al"], 3) == ["李", "Al"]


def test_short_names_that_become_equal_keep_their_ends() -> None:
    names = ["reinforce", "reinforce-best", "gap"]
    assert short_apart(names, 8) == ["rein…rce", "rein…est", "gap"]
    assert short_apart(names, 12) == ["reinforce", "reinforce-b…", "gap"]
    assert short_apart(names, 2) == ["r…", "r…", "g…"], "no room for an end"


def test_people_without_a_name_are_an_initial_and_their_number_in_narrow_columns() -> None:
    """In both languages; where there is room, whole."""
    assert [short("Player 2", width) for width in (8, 7, 6, 2)] == ["Player 2", "Playe…2", "P2", "P2"]
    assert [short("Spieler 3", width) for width in (9, 6, 3)] == ["Spieler 3", "S3", "S3"]


@pytest.mark.parametrize(
    "name",
    ["pimc:deals=10 1", "greedy:p=0.5 1", "greedy:p=0.5", "pimc-solver", "pimc:deals=10,lean=20 2", "greedy 12",
     "harel@/runs/a1 2"],
)  # fmt: skip
def test_a_short_name_is_no_other_name(name: str) -> None:
    """At no width: what is cut says so, no value is there in part, and the number of a seat stands apart from one."""
    spec, _, number = name.rpartition(" ") if name[-2:-1] == " " else (name, "", "")
    for width in range(1, len(name)):
        told = short(name, width)
        kept, sign, rest = told.partition("…")
        assert sign and len(told) <= width and name.startswith(kept) and rest.strip() in ("", name.rpartition(" ")[2])
        values = [value for value in re.findall(r"=([^,]*)", kept) if value]
        assert set(values) <= set(re.findall(r"=([^,]*)", spec)) and not (values and kept.endswith(values[-1]))
        assert rest in ("", f" {number}") or ":" not in spec
    assert short(name, len(name)) == name


def test_contents_are_plain() -> None:
    """The screen has its help."""
    assert all(isinstance(part, str) and part for part in YanivScreen.GUIDE) and Content(YanivScreen.TUTORIAL)
    assert issubclass(YanivScreen, AppScreen)


@pytest.mark.parametrize("game", ["yaniv", "schafkopf", "zsy", "tricks", "98"])
async def test_plain_cards_need_no_block_characters(game: str) -> None:
    """In no game, neither on the felt nor beside it; the hand's names stand on cream, and the setting can change."""
    rules = {"yaniv": "paper", "schafkopf": "club", "zsy": "paper", "tricks": "tricks", "98": "official"}[game]
    seats = {
        "98": (HUMAN,),
        "schafkopf": (HUMAN, *["rule-based"] * 3),
        "zsy": (HUMAN, "greedy"),
        "tricks": (HUMAN, "first"),
    }
    async with table(*seats.get(game, ()), game=game, rules=rules, size=(140, 40), cards="plain") as (screen, pilot):
        await until(pilot, lambda: screen.match.turn in (0, None))
        assert not re.search("[\u2580-\u259f]", text(pilot))
        cells = screen.query_one(Felt).canvas.rows  # type: ignore[union-attr]
        names = [face.name for face in held(screen).faces]
        palette = screen.card_app.palette
        paper = (palette.cream, palette.cream2, palette.creamdim)
        on_cream = "".join(cell.char for row in cells for cell in row if cell.background in paper)
        assert all(name in on_cream for name in names)
        if game == "yaniv":
            pilot.app.set_display_setting("cards", "full")  # type: ignore[attr-defined]
            await pilot.pause()
            assert re.search("[\u2580-\u259f]", text(pilot)) and load().cards == "full"
            assert "F3" not in text(pilot).splitlines()[-1] and screen.disabled_reason("side")


async def test_ascii_is_chosen_at_a_table_that_stands() -> None:
    """Its panels have headings of their own, which the command took for bars at the top."""
    async with table(size=(140, 40)) as (_, pilot):
        assert not text(pilot).isascii()
        pilot.app.set_display_setting("ascii", True)  # type: ignore[attr-defined]
        await until(pilot, lambda: text(pilot).isascii())
