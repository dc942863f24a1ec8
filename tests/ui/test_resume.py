"""A match that was left, and resumed or not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtui import record
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.record import archive
from cardtui.settings import records_dir
from cardtui.ui.dialogs import Question
from cardtui.ui.screens.menu import MenuScreen

from .common import ALONE, app, line, play, shown, table, text, type_in, until


async def test_resume_is_identical(folders: Path) -> None:
    """What was on the screen when the program stopped is there again."""
    async with table() as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        seen, order, path = screen.seen, screen.order, screen.match.path
        assert path and archive.unfinished(path)
    one = app(play())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, Question) and "You · Ada (greedy) · Rex (semirandom) · deal 1 · 3 moves" in text(
            pilot
        )
        await pilot.press("enter")
        await pilot.pause()
        again = one.screen
        assert (again.seen, again.order) == (seen, order)  # type: ignore[attr-defined]
        assert list(records_dir().glob("*.jsonl")) == [path]


@pytest.mark.parametrize(("key", "kept"), [("n", True), ("x", False)])
async def test_a_new_match_instead(key: str, kept: bool) -> None:
    """The old one stays for later, or is not offered again."""
    async with table() as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        path = screen.match.path
    one = app(play())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(key)
        await pilot.pause()
        assert one.screen.match.path != path  # type: ignore[attr-defined]
        assert path and archive.unfinished(path) is kept
        old = Match.resume(path)
        assert old.moves()
        old.close()


async def test_a_match_in_which_no_person_has_acted_is_not_offered() -> None:
    """There is nothing to lose: neither leaving asks, nor the next start."""
    async with table() as (screen, pilot):
        await pilot.press("f10")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen) and "GO ON" not in text(pilot)
    async with table() as (screen, pilot):
        assert screen.leave_warning == ""
        await pilot.press("ctrl+q")
    assert pilot.app.return_code == 0
    assert not any(map(archive.unfinished, archive.saved(records_dir())))


async def test_menu_key_leaves_the_table_and_the_match_can_be_resumed() -> None:
    """F10, and the menu offers the match first."""
    async with table() as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.press("u")
        await type_in(pilot, "1 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        await pilot.press("f10")
        await pilot.pause()
        assert isinstance(pilot.app.screen, MenuScreen) and "GO ON" in text(pilot)
        assert [saved.moves for saved in pilot.app.screen.offers] == [3]  # those taken back are none
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen.match.header.seats == ALONE  # type: ignore[attr-defined]


async def test_a_disk_that_refuses_stops_the_match_but_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that cannot be saved is not played; when the disk is well again, the match goes on."""
    async with table(HUMAN, "greedy") as (screen, pilot):
        append, full = record.Writer.append, True

        def refuse(writer: record.Writer, *lines: dict[str, object]) -> None:
            if full:
                raise OSError(28, "No space left on device")
            append(writer, *lines)

        monkeypatch.setattr(record.Writer, "append", refuse)
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        assert "No space left" in shown(screen, "message") and line(screen).value == "5 d"
        assert screen.match.moves() == []
        full = False
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.match.moves()) == 2)
        bots = screen.card_app.moves
        bots.gate.clear()  # type: ignore[attr-defined]
        await type_in(pilot, "1 d")
        await pilot.press("enter")
        full = True
        bots.gate.set()  # type: ignore[attr-defined]
        await until(pilot, lambda: "stands still" in shown(screen, "message"))
        assert len(screen.match.moves()) == 3
        full = False
        await pilot.press("space")
        await until(pilot, lambda: len(screen.match.moves()) == 4)
