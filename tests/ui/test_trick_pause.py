"""A full trick lies on the table until it is swept: by time, by a key; held, and at the end of a deal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.pilot import Pilot

from cardtui.core import Decision, Observation, Option, parse_action
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.settings import Settings
from cardtui.tableside import Conductor, Tableside
from cardtui.ui.table.screen import TableScreen

from . import common
from .common import Bots, painted, shown, until

SCHAFKOPF = (HUMAN, "rule-based", "rule-based", "rule-based")
OPENING = ("bid > ruf-eichel", "pass", "pass", "pass")


@asynccontextmanager
async def table(opening: tuple[str, ...], **more: Any) -> AsyncIterator[tuple[TableScreen, Pilot[None]]]:
    """A table of Schafkopf after these moves, at which bots do not wait, but full tricks lie for long."""
    kept: dict[str, Any] = {"pace": 0.001, "trick_pause": 60.0, "coach": "rule-based", "rules": "club"} | more
    async with common.table(*SCHAFKOPF, game="schafkopf", seed=11, **kept) as (screen, pilot):
        for words in opening:
            screen.match.play(parse_action(screen.game, words))
        yield screen, pilot


def scored(screen: TableScreen) -> bool:
    """Whether the scores tell that somebody has won something."""
    return any("▲" in line.plain for line in screen.table.score_lines(screen.seen, 40, 8))


async def full(screen: TableScreen, pilot: Pilot[None], card: str) -> None:
    """Play a card, and let the bots fill the trick."""
    before = len(screen.match.moves())
    screen.play(parse_action(screen.game, f"play {card}"))
    await until(pilot, lambda: screen.tableside.trick.lies and len(screen.match.moves()) >= before + 4)
    await pilot.pause(0.05)


async def last_trick(screen: TableScreen, pilot: Pilot[None]) -> None:
    """Play on until the last trick of the deal lies on the table."""
    screen.tableside.trick.settings = lambda: Settings(pace=0.0)
    while screen.match.turn is not None and len(screen.seen.zone("hand").cards) > 1:
        await until(pilot, lambda: screen.match.turn in (0, None))
        moves = len(screen.match.moves())
        screen.play(screen.match.observe(0).legal[-1])
        await until(pilot, lambda moves=moves: len(screen.match.moves()) > moves)
        await until(pilot, lambda: screen.match.turn in (0, None))
    screen.tableside.trick.settings = lambda: Settings(pace=1.0, trick_pause=60.0)
    screen.play(screen.match.observe(0).legal[-1])
    await until(pilot, lambda: screen.match.turn is None)


async def test_bots_wait_until_a_full_trick_is_swept() -> None:
    """They have thought meanwhile; any key sweeps it and does what it does; a held trick stays on other keys."""
    bots = Bots()
    async with table((*OPENING, "play EO", "play HU", "play H10", "play S7"), bots=bots) as (screen, pilot):
        trick = screen.tableside.trick
        assert trick.lies
        asked = len(bots.asked)
        await full(screen, pilot, "HK")  # a bot takes it
        moves = len(screen.match.moves())
        assert screen.match.turn not in (0, None) and moves == 12
        assert len(bots.asked) == asked + 3 + 1
        assert "took it" in painted(screen) and not screen.table.looking_back
        await pilot.press("e")
        assert screen.line.value == "e" and not trick.lies
        await until(pilot, lambda: screen.match.turn == 0)
        assert len(screen.match.moves()) > moves
        await pilot.press("escape", "f8")
        assert trick.held and "lies until F8" in shown(screen, "message")
        await pilot.press("x", "escape")
        assert trick.held
        await pilot.press("f8")
        assert not trick.held


async def test_a_click_sweeps_as_a_key_does() -> None:
    """Anywhere, unless the trick is held; at the end of a deal one on the preview does not deal the next one yet."""
    async with table(OPENING) as (screen, pilot):
        await full(screen, pilot, "EO")
        await pilot.press("f8")
        await pilot.click("#title")
        assert screen.tableside.trick.lies
        await pilot.press("f8")
        await full(screen, pilot, "GO")
        await pilot.click("#title")
        assert not screen.tableside.trick.lies
        await last_trick(screen, pilot)
        await pilot.click("#preview")
        assert screen.tableside.over and screen.match.deal == 1
        await pilot.click("#preview")
        assert screen.match.deal == 2


async def test_the_last_trick_lies_before_the_end_of_the_deal_is_shown() -> None:
    """Enter sweeps it and does not deal yet; while it is held, nothing but F8 and Enter goes on."""
    async with table(OPENING) as (screen, pilot):
        await last_trick(screen, pilot)
        await pilot.press("f8")
        assert "trick 8" in painted(screen) and "SCHNEIDER" not in painted(screen).upper().split("\n", 2)[2]
        assert "held" in str(screen.query_one("#typing").border_title)
        assert "trick 8 of 8" in screen.table.progress_text(screen.seen)
        assert not scored(screen)  # the scores wait, too
        await pilot.press("x", "escape")
        assert not screen.tableside.over and shown(screen, "preview") == ""
        await pilot.press("enter")
        assert screen.tableside.over and screen.match.turn is None and "ct each" in painted(screen)
        assert scored(screen)
        await pilot.press("enter")
        assert screen.match.turn is not None and screen.match.deal == 2


async def test_time_sweeps_a_trick_and_a_person_need_not_wait() -> None:
    """Who leads next may play at once, and the coach is asked at once."""
    async with table(OPENING, trick_pause=0.05) as (screen, pilot):
        before = len(screen.match.moves())
        screen.play(parse_action(screen.game, "play EO"))
        await until(pilot, lambda: len(screen.match.moves()) >= before + 4 and not screen.tableside.trick.lies)
        assert screen.match.turn == 0
        screen.tableside.trick.settings = lambda: Settings(pace=1.0, trick_pause=60.0)
        await full(screen, pilot, "GO")
        assert screen.tableside.trick.lies and screen.match.turn == 0
        await pilot.press("H", "K", "enter")
        assert len(screen.match.moves()) > before + 8


@pytest.mark.parametrize("how", [{"pace": 0.0}, {"trick_pause": 0.0}])
def test_no_trick_lies_where_nothing_waits(how: dict[str, float]) -> None:
    side = Tableside(begun(), lambda: Settings(**how))  # type: ignore[arg-type]
    assert side.trick.over() and not side.trick.lies


def begun() -> Match:
    match = Match.new("schafkopf", "club", SCHAFKOPF, 11)
    for words in (*OPENING, "play EO", "play HU", "play H10", "play S7"):
        match.play(parse_action(match.game, words))
    return match


async def test_a_trick_is_swept_in_time_however_long_a_bot_thinks() -> None:
    """The bot here thinks until the trick is gone."""
    match, swept = begun(), asyncio.Event()
    match.play(parse_action(match.game, "play HK"))
    side = Tableside(match, lambda: Settings(pace=1.0, trick_pause=0.02))
    while not side.trick.lies:
        assert match.turn is not None
        match.play(match.observe(match.turn).legal[0])
    assert match.turn != 0

    class Slow:
        async def think(
            self, game: Any, spec: str, seen: Observation, seed: str, **how: Any
        ) -> AsyncIterator[Decision]:
            async with asyncio.timeout(5):
                await swept.wait()
            yield Decision(seen.legal[0], (Option(seen.legal[0], 1.0),), "probability")

    conductor = Conductor(match, Slow(), lambda *_: None, lambda: None, 0.0, trick=side.trick, swept=swept.set)
    await conductor.run()
    assert match.turn == 0


async def test_a_held_trick_lies_beyond_its_time() -> None:
    side = Tableside(begun(), lambda: Settings(pace=1.0, trick_pause=0.01))
    side.trick.hold()
    waiting = asyncio.create_task(side.trick.swept())
    await asyncio.sleep(0.05)
    assert not waiting.done() and side.trick.lies
    side.trick.hold()
    assert await waiting and not side.trick.lies and not await side.trick.swept()


async def test_a_trick_at_the_table_of_tricks() -> None:
    """The last one of the first half lies while the hands are exchanged already; l shows it again later."""
    async with common.table(
        HUMAN, "first", game="tricks", rules="tricks:n=3", pace=0.001, trick_pause=60.0, coach="first"
    ) as (screen, pilot):
        while not screen.seen.facts["half"]:
            await until(pilot, lambda: screen.match.turn == 0 or screen.tableside.trick.lies)
            if screen.tableside.trick.lies:
                await pilot.press("escape")
            if screen.match.turn == 0:
                screen.play(screen.match.observe(0).legal[0])
            await pilot.pause()
        assert screen.tableside.trick.lies and "TRICK 3 of 3" in painted(screen)
        await pilot.press("escape")
        await until(pilot, lambda: "TRICK 1 of 3" in painted(screen))
        await pilot.press("l")
        assert "LAST TRICK 3 of 3" in painted(screen)
