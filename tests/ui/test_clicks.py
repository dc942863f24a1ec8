"""What clicks on a table type and play; each game's own clicks are tested with its screen."""

from __future__ import annotations

import pytest

from cardtui.entries import HUMAN

from .common import click, line, table, text, until

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
