"""What all tables do while they wait: for a bot that thinks on, for another size of the terminal."""

from __future__ import annotations

import time
from typing import cast

import pytest
from textual.content import Content
from textual.pilot import Pilot

from cardtui import registry
from cardtui.entries import HUMAN
from cardtui.hosting.host import Host
from cardtui.ui.dialogs import TextWindow
from cardtui.ui.screens.inspect import InspectScreen
from cardtui.ui.table.screen import TableScreen

from .. import samples
from .common import Bots, line, shown, table, text, type_in, until


@pytest.mark.parametrize("game", registry.games())
async def test_the_table_is_drawn_for_the_size_there_is(game: str) -> None:
    """Wider, narrower, and out of what was too small: nothing stands as it was drawn for the size before."""
    rules, seats = samples.of(game).table
    async with table(*seats, game=game, rules=rules) as (screen, pilot):
        for size in ((140, 40), (70, 20), (100, 30), (140, 40)):
            await pilot.resize_terminal(*size)
        await pilot.pause()
        await _is_as_drawn_anew(screen, pilot)
        for change in (screen.remove_class, screen.add_class):  # what a resize does too, perhaps later than a redraw
            change("-roomy")
            await _is_as_drawn_anew(screen, pilot)
        await pilot.resize_terminal(80, 24)
        await _is_as_drawn_anew(screen, pilot)
        assert "F1 Help" in text(pilot)


async def _is_as_drawn_anew(screen: TableScreen, pilot: Pilot[None]) -> None:
    await pilot.pause(0.05)
    before = text(pilot)
    screen.redraw()
    await pilot.pause()
    assert text(pilot) == before


async def test_a_bot_that_thinks_on_is_told_of() -> None:
    """Who, how long, of how long at most; when it takes long also what can be done, and nothing false of compiling."""
    bots = Bots()
    async with table(HUMAN, "greedy", bots=bots, seconds=9.0) as (screen, pilot):
        await type_in(pilot, "5 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.match.turn == 0)
        bots.gate.clear()
        await type_in(pilot, "1 d")
        await pilot.press("enter")
        await until(pilot, lambda: screen.bots.thinking == 1)
        assert "Ada is to move · Space skips the wait" in text(pilot)
        conductor = screen.bots._conductor
        assert conductor
        told = {
            2: "Ada is thinking, 2 s of at most 9 ",
            7: "Ada is thinking, 7 s of at most 9 · Space asks what to do",
        }
        for seconds, words in {**told, 40: "Ada is thinking, 40 s · Space asks what to do"}.items():
            conductor.since = time.monotonic() - seconds
            screen._tick()
            await pilot.pause()
            assert words in text(pilot)
        bots.compiling = "compiling its part 3"
        screen._tick()
        await pilot.pause()
        assert "Ada is to move: compiling its part 3, once on this machine" in text(pilot)
        bots.compiling = ""
        await type_in(pilot, "1 2")
        assert line(screen).value == "1 2"
        bots.gate.set()
        await until(pilot, lambda: screen.match.turn == 0)


async def test_the_coach_marks_what_is_not_its_last_word() -> None:
    """Dots behind its name until it has ended."""
    async with table(panel="coach") as (screen, pilot):
        await until(pilot, lambda: screen.tableside.advised is not None and not screen.tableside.coach.thinking)
        assert screen.tableside.thoughts()[0][0].title == "coach greedy"
        screen.tableside.coach.thinking = True
        assert screen.tableside.thoughts()[0][0].title == "coach greedy …"
        cast(Bots, screen.card_app.opinions).faults.add("greedy")
        screen.bots.advise()
        await until(pilot, lambda: not screen.tableside.coach.thinking)
        assert "no opinion" in shown(screen, "message")


async def test_the_bots_and_the_coach_are_prepared_when_a_table_opens() -> None:
    """Each in its own process; the coach not in a ranked match, and not where nobody could ask it."""
    async with table(HUMAN, "greedy", "semirandom", "greedy") as (screen, pilot):
        moves, opinions = cast(Bots, screen.card_app.moves), cast(Bots, screen.card_app.opinions)
        await until(pilot, lambda: moves.prepared == ["greedy", "semirandom"] and opinions.prepared == ["greedy"])
    for seats, ranked in (((HUMAN, "greedy"), True), (("greedy", "semirandom"), False)):
        async with table(*seats, ranked=ranked) as (screen, pilot):
            await until(pilot, lambda: cast(Bots, screen.card_app.moves).prepared)
            assert not cast(Bots, screen.card_app.opinions).prepared


async def test_a_coach_that_is_compiled_says_so() -> None:
    """In its panel, and to whoever waits for a hint; nothing fails."""
    async with table(panel="coach", size=(140, 40)) as (screen, pilot):
        opinions = cast(Bots, screen.card_app.opinions)
        await until(pilot, lambda: screen.tableside.advised is not None)
        opinions.gate.clear()
        screen.tableside.coach.forget()
        screen.bots.advise()
        for compiling in ("compiling its part 3", "compiling its part 4"):
            opinions.compiling = compiling
            screen._tick()
            assert screen.tableside.thoughts()[1] == f"{compiling}, once on this machine"
            await until(pilot, lambda: compiling in text(pilot))  # noqa: B023
        await pilot.press("question_mark")
        assert shown(screen, "message") == "asking greedy: compiling its part 4, once on this machine"
        opinions.compiling = ""
        screen._tick()
        assert shown(screen, "message") == "asking greedy: thinking …"
        opinions.gate.set()
        await until(pilot, lambda: "hint (greedy): " in shown(screen, "message"))


async def test_inspect_leaves_the_coach_alone() -> None:
    """Each asks bots of its own: F4 while the coach thinks is answered, and the coach thinks on."""
    async with table(panel="coach") as (screen, pilot):
        opinions = _slow(screen)
        screen.tableside.coach.forget()
        screen.bots.advise()
        await until(pilot, lambda: opinions.asked)
        await pilot.press("f4")
        over = pilot.app.screen
        assert isinstance(over, InspectScreen)
        await until(pilot, lambda: len(over.answers.now) == len(over.answers.bots))
        await pilot.press("escape")
        assert pilot.app.screen is screen and screen.tableside.coach.thinking
        opinions.gate.set()
        await until(pilot, lambda: screen.tableside.advised is not None and not screen.tableside.coach.thinking)
        assert opinions.asked == ["greedy"]


async def test_what_the_coach_was_stopped_at_is_asked_again() -> None:
    """Once the table is seen again; while it is not asked, it does not think."""
    async with table(panel="coach") as (screen, pilot):
        opinions = _slow(screen)
        screen.tableside.coach.forget()
        screen.bots.advise()
        await until(pilot, lambda: opinions.asked)
        await pilot.press("f1")
        assert isinstance(pilot.app.screen, TextWindow)
        await pilot.press("escape")
        assert opinions.asked == ["greedy"]
        await pilot.press("f1")
        _stop(screen)
        await until(pilot, lambda: not screen.tableside.coach.thinking)
        await pilot.press("escape")
        await until(pilot, lambda: opinions.asked == ["greedy", "greedy"] and screen.tableside.coach.thinking)
        opinions.gate.set()
        await until(pilot, lambda: screen.tableside.advised is not None and not screen.tableside.coach.thinking)


async def test_a_hint_that_was_stopped_is_not_waited_for() -> None:
    """One that is asked anew is."""
    async with table() as (screen, pilot):
        opinions = _slow(screen)
        await pilot.press("question_mark")
        await until(pilot, lambda: opinions.asked)
        _stop(screen)
        await until(pilot, lambda: not screen.tableside.coach.thinking)
        assert shown(screen, "message") == ""
        await pilot.press("question_mark", "question_mark")
        await until(pilot, lambda: len(opinions.asked) == 3)
        assert shown(screen, "message") == "asking greedy: thinking …" and screen.tableside.coach.thinking
        opinions.gate.set()
        await until(pilot, lambda: "hint (greedy)" in shown(screen, "message"))


def _slow(screen: TableScreen) -> Bots:
    """The bots that the coach asks from now on, who wait."""
    bots = Bots()
    bots.gate.clear()
    screen.card_app.opinions = cast(Host, bots)
    return bots


def _stop(screen: TableScreen) -> None:
    for worker in screen.workers:
        if worker.group == "coach":
            worker.cancel()


@pytest.mark.parametrize("game", registry.games())
async def test_no_room_is_too_small_for_what_stands_beside_the_table(game: str) -> None:
    """While a terminal shrinks the side may have no room at all."""
    rules, seats = samples.of(game).table
    async with table(*seats, game=game, rules=rules) as (screen, _):
        for width in range(40):
            for lines in (
                screen.table.seen_lines(screen.seen, width),
                screen.table.score_lines(screen.seen, width, 3),
                screen.table.history_lines(screen.drawing.view, width),
            ):
                assert all(isinstance(row, Content) for row in lines)
