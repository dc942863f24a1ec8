"""The guided first deal on the screen."""

from __future__ import annotations

from typing import cast

from cardtui.hosting.host import Host
from cardtui.record import archive
from cardtui.settings import records_dir
from cardtui.tableside.guide import Told
from cardtui.ui.start import Play, Resume, guided
from cardtui.ui.table.keys import BINDINGS
from cardtui.ui.table.screen import TableScreen
from cardtui.ui.widgets.first_deal import FirstDealBox

from .common import Bots, app, shown, table, text, type_in, until


async def test_words_beside_the_table_until_escape() -> None:
    one = app(guided("yaniv"))
    one.opinions = cast(Host, Bots())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: "Coach: lay " in text(pilot))
        box = screen.query_one(FirstDealBox)
        assert box.display and box.max_scroll_y == 0
        assert "FIRST DEAL     Esc leaves" in text(pilot)
        assert "Your five cards count" in " ".join(" ".join(row[53:].split()) for row in text(pilot).splitlines())
        assert "PILE" in text(pilot) and "HISTORY" not in text(pilot)
        assert screen.tableside.coach.spec == "yaniv-td:rollouts=0"

        await pilot.press("question_mark")
        await until(pilot, lambda: "hint (yaniv-td:rollouts=0): " in shown(screen, "message"))
        assert " · throws " in shown(screen, "message") and shown(screen, "message").endswith(" to win")

        await type_in(pilot, "1")
        await pilot.press("escape")  # empties the line first
        assert screen.tableside.guide and not screen.line.value
        await pilot.press("f3")
        assert not box.display and "deal" in text(pilot)
        await pilot.press("f3", "f3")
        assert box.display
        box.show(Told("", ""), "")  # while others move
        await pilot.pause()
        assert "It goes on when it is" in text(pilot)

        await pilot.press("escape")
        await pilot.pause()
        assert not screen.tableside.guide and not box.display and "HISTORY" in text(pilot).upper()
        assert "the guide is gone and the match goes on" in shown(screen, "message")
        assert screen.tableside.coach.spec == "greedy" and screen.match.turn == 0


async def test_a_key_begins_it_and_the_second_deal_is_an_ordinary_one() -> None:
    async with table("human", "greedy", size=(140, 40)) as (before, pilot):
        pilot.app.opinions = Bots()  # type: ignore[attr-defined]
        await pilot.press("ctrl+g")
        await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen) and pilot.app.screen is not before)
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen) and screen.match.header.seed == guided("yaniv").seed
        for _ in range(20):
            await until(
                pilot, lambda: screen.match.turn is None or (screen.match.turn == 0 and screen.tableside.coach.opinion)
            )
            if screen.match.turn is None:
                break
            opinion = screen.tableside.coach.opinion
            assert opinion and screen.play(opinion.action)
        await until(pilot, lambda: "You called." in text(pilot))
        assert screen.tableside.guide
        await pilot.press("enter")
        await pilot.pause()
        assert screen.match.deal == 2 and not screen.tableside.guide
        assert not screen.query_one(FirstDealBox).display


async def test_who_goes_on_with_it_later_has_its_words_again() -> None:
    one = app(guided("98"))
    one.opinions = cast(Host, Bots())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await type_in(pilot, "1 a")
        await pilot.press("enter", "f10")
        await pilot.pause()
    ((path, _),) = archive.resumable(records_dir())
    one = app(Resume(path))
    one.opinions = cast(Host, Bots())
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(one.screen, TableScreen) and one.screen.match.moves()
        assert one.screen.tableside.guide and "FIRST DEAL     Esc leaves" in text(pilot)


def test_it_is_not_confused_with_an_unfinished_match() -> None:
    start = guided("98")
    assert start.guided and start.seats == ("human",) and not Play("98", "paper", ("human",), 1).guided


async def test_newcomers_are_told_the_key_that_begins_it() -> None:
    """The one that the table binds."""
    one = app(Play("yaniv", "paper", ("human", "greedy"), 5, newcomer=True))
    async with one.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = one.screen
        assert isinstance(screen, TableScreen)
        key = next(binding.key_display for binding in BINDINGS if binding.action == "first_deal")
        assert f"{key} plays a guided first deal" in screen.message
