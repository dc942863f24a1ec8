"""The list of saved matches."""

from __future__ import annotations

import re
from collections import Counter
from threading import get_ident
from time import sleep

from textual.widgets import DataTable

from cardtui import settings
from cardtui.entries import HUMAN
from cardtui.games.yaniv.rules import YANIV
from cardtui.match import Match
from cardtui.record.index import Own, RecordIndex, Saved
from cardtui.settings import records_dir
from cardtui.ui import saved_summary
from cardtui.ui.app import Menu
from cardtui.ui.dialogs import Question
from cardtui.ui.screens.menu import MenuScreen
from cardtui.ui.screens.replay import ReplayScreen
from cardtui.ui.screens.saved import SavedScreen

from .common import app, saved_match, screened, text, until


async def test_the_list_of_saved_matches_cuts_opponents_first_where_it_is_narrow() -> None:
    """At 80 columns the games and how the matches stand are told in full."""
    saved_match("zsy", HUMAN, "greedy")
    saved_match("yaniv", HUMAN, *["semirandom", "greedy"] * 2)
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
    saved_match("zsy", HUMAN, "greedy")
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


def test_scores_of_saved_matches_have_two_digits_after_the_point_at_most() -> None:
    """A win that three share is a third, of which six digits were told; a million cents were `1e+06`."""
    one = Saved("x", 0, 0, "yaniv", "paper", ("human", "greedy"), scores=(10 / 3, 2 / 3), unit="wins")
    assert saved_summary.score(one)[0] == "3.33 wins" and saved_summary.brief(one) == "3.33 wins : 0.67"
    assert saved_summary.standing(one) == "You: 3.33 wins · greedy: 0.67"
    rich = one._replace(game="schafkopf", scores=(1_234_560.0, -1_234_560.0), unit="cents")
    assert saved_summary.score(rich)[0] == "+1234560 cents"


def test_a_mean_of_zero_has_no_sign() -> None:
    told = [saved_summary.own_mean(Own(40, "cents", mean, (mean - 3.4, mean + 3.4)), False) for mean in (-0.04, -0.06)]
    assert told == [("0.0 ±3.4", "cents a deal"), ("-0.1 ±3.4", "cents a deal")]


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


async def test_matches_that_another_program_deletes_leave_list_and_menu() -> None:
    """It is said once, and nothing is tried with what is left of them; so it is after a replay that was open then."""
    first, second, third = (
        saved_match("zsy", HUMAN, "greedy"),
        saved_match("tricks", HUMAN, "random"),
        saved_match("98", HUMAN),
    )
    one = app(Menu())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, MenuScreen) and len(one.screen.offers) == 3
        one.screen.at = f"resume {first.name}"
        first.unlink()
        await pilot.press("enter")
        assert [f"{note.message}" for note in one._notifications] == ["the file of this match has been deleted"]
        assert isinstance(one.screen, MenuScreen) and len(one.screen.offers) == 2
        await pilot.press("h")
        await pilot.pause()
        saved = one.screen
        assert isinstance(saved, SavedScreen)
        for path, left in ((second, 1), (third, 0)):
            saved.query_one(DataTable).move_cursor(row=[shown.name for shown in saved.shown].index(path.name))
            if left:
                await pilot.press("enter")
                await screened(pilot, ReplayScreen)
                path.unlink()
                await pilot.press("escape")
                await until(pilot, lambda: one.screen is saved)
            else:
                path.unlink()
                await pilot.press("g")
            await until(pilot, lambda left=left: len(saved.shown) == left)
        assert one.screen is saved and "No saved matches." in text(pilot)
