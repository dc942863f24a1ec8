"""What clicks on a table type and play; each game's own clicks are tested with its screen."""

from __future__ import annotations

import pytest
from textual.events import MouseDown, MouseMove, MouseUp
from textual.pilot import Pilot

from cardtui.entries import HUMAN
from cardtui.ui.app import Menu, Resume
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.felt import Felt

from .common import app, click, line, painted, saved_match, screened, shown, table, text, type_in, until

TABLES = {
    "yaniv": (HUMAN, "greedy", "semirandom"),
    "tricks": (HUMAN, "random"),
    "zsy": (HUMAN, "random"),
    "schafkopf": (HUMAN, "rule-based", "rule-based", "rule-based"),
    "98": (HUMAN,),
}


@pytest.mark.parametrize(
    ("game", "before", "word"),
    [
        ("yaniv", ("#1",), "s"),
        ("tricks", (), "#3"),
        ("tricks", ("#3",), "#3"),
        ("zsy", (), "#1"),
        ("schafkopf", (), "2"),
        ("98", ("b",), "#1"),
    ],
)
async def test_a_double_click_plays_what_is_typed(game: str, before: tuple[str, ...], word: str) -> None:
    """The second click takes nothing back; a card that was typed before is played, too."""
    async with table(*TABLES[game], game=game, rules="paper" if game == "yaniv" else "", seed=1) as (screen, pilot):
        await until(pilot, lambda: screen.match.turn == 0)
        moves = len(screen.match.moves())
        for each in before:
            await click(screen, pilot, each)
        await click(screen, pilot, word, times=2)
        await until(pilot, lambda: len(screen.match.moves()) > moves)
        assert screen.match.moves()[moves].seat == 0 and line(screen).value == ""


async def test_a_double_click_plays_no_part_of_a_move() -> None:
    """A card stays typed until it is said what to take."""
    async with table() as (screen, pilot):
        await click(screen, pilot, "#2", times=2)
        assert line(screen).value == "2" and screen.match.moves() == []
        await click(screen, pilot, "#2", times=2)
        assert line(screen).value == "2" and screen.match.moves() == []


async def test_a_mouse_finds_out_how_to_play() -> None:
    """The frame says it once a whole move has been clicked; whoever types is not told."""
    async with table() as (screen, pilot):
        told = "a click on the line below plays this, or a double click"
        for word, complete in (("#2", False), ("s", True)):
            await click(screen, pilot, word)
            await pilot.pause()
            assert (told in text(pilot)) is complete
        await pilot.press("backspace", "s")
        assert line(screen).value == "2 s" and told not in text(pilot)
        await click(screen, pilot, "s")
        await pilot.click("#preview")
        assert screen.match.moves()[0].seat == 0 and told not in text(pilot)


async def press_and_release(pilot: Pilot[None], *places: tuple[int, int], button: int = 1, at: float = 0) -> None:
    """As a terminal sends it: press at the first place, move over the others, and release at the last one.

    All of that at the second `at`, by default each at the real one.
    """
    kinds = [MouseDown, *[MouseMove] * (len(places) - 1), MouseUp]
    for kind, (x, y) in zip(kinds, [*places, places[-1]], strict=True):
        event = kind(None, x, y, 0, 0, button, False, False, False, x, y)
        event.time = at or event.time
        pilot.app.post_message(event)
        await pilot.pause()


async def test_only_the_left_button_clicks_and_no_drag_does() -> None:
    """Selecting the preview to copy it plays nothing; a hand that trembles by one cell has clicked."""
    async with table() as (screen, pilot):
        x, y, *_ = screen.query_one("#preview").region
        await type_in(pilot, "2 s")
        await press_and_release(pilot, (x + 1, y), button=3)
        await press_and_release(pilot, (x + 1, y), (x + 5, y), (x + 9, y))
        assert line(screen).value == "2 s" and screen.match.moves() == []
        await press_and_release(pilot, (x + 1, y), (x + 2, y))
        assert screen.match.moves()[0].seat == 0


async def test_ctrl_c_copies_what_is_selected_with_the_mouse() -> None:
    """It still tells how to quit, and does so when it is pressed again."""
    async with table(size=(140, 40)) as (screen, pilot):
        x, y, *_ = screen.query_one("#history").region
        await press_and_release(pilot, (x + 1, y + 1), (x + 5, y + 2), (x + 14, y + 2))
        await pilot.press("ctrl+c")
        assert "You to move" in pilot.app.clipboard and "copied; Ctrl+C once more quits" in shown(screen, "message")
        await pilot.press("ctrl+c")
    assert pilot.app.return_code == 130


async def test_what_is_selected_on_the_felt_is_seen_and_no_more_is_copied() -> None:
    """All of it was copied, and nothing marked."""
    async with table(size=(140, 40)) as (screen, pilot):
        rows = painted(screen).splitlines()
        y = next(y for y, row in enumerate(rows) if " YOU " in row)
        x, top, felt = rows[y].index("YOU"), screen.query_one(Felt).region.y, screen.query_one(Felt)
        await press_and_release(pilot, (x, top + y), (x + 1, top + y), (x + 2, top + y))
        assert screen.get_selected_text() == "YOU"
        ground = felt.selection_style.bgcolor
        marked = [style.bgcolor == ground for text, style, _ in felt.render_line(y) if style for _ in text]
        assert [at for at, one in enumerate(marked) if one] == [x, x + 1, x + 2]
        assert ground not in [style.bgcolor for _, style, _ in felt.render_line(y - 1) if style]


async def test_a_double_click_that_opens_a_table_plays_nothing_there() -> None:
    """Its second half is meant for the menu, though the table has a move at that place. A click after that counts."""
    path = saved_match("98", HUMAN)
    async with app(Resume(path)).run_test() as pilot:
        screen = await screened(pilot, TableScreen)
        await pilot.pause()
        moves = {
            (spot.x, spot.y + row + 1)
            for spot in screen.query_one(Felt).spots
            for row in range(spot.height)
            if " " in spot.word
        }
    async with app(Menu()).run_test() as pilot:
        menu = await screened(pilot, MenuScreen)
        await pilot.pause()
        x, y, wide, *_ = next(spot for spot in menu.query_one(Felt).spots if spot.word == f"resume {path.name}")
        place = next(at for at in moves if at[1] == y and x <= at[0] < x + wide)
        for second in (100.0, 100.2, 100.4):
            await press_and_release(pilot, place, at=second)
        screen = await screened(pilot, TableScreen)
        await press_and_release(pilot, place, at=100.6)
        assert line(screen).value == "" and len(screen.match.moves()) == 1
        await press_and_release(pilot, place, at=101.2)
        assert line(screen).value
