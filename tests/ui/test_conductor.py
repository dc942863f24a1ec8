"""The conductor alone, without a screen: an answer that comes late is not played, and not told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from cardtui.core import Decision, Game, Observation, Option
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.tableside.conductor import Conductor


class Thinker:
    """Answers twice, and does something to the match before each answer and after the last."""

    def __init__(self, *between: Any) -> None:
        self.between = between

    async def think(
        self, game: Game[Any], spec: str, seen: Observation, seed: str, *, seconds: float | None = 10.0
    ) -> AsyncIterator[Decision]:
        """As `Host.think`."""
        action = seen.legal[0]
        for note, change in zip(("first", "second"), self.between, strict=False):
            change()
            yield Decision(action, (Option(action, 1.0),), "probability", note)
        for change in self.between[2:]:
            change()


def nothing() -> None:
    """The match goes on."""


def begun() -> Match:
    """A person has moved, a bot is to act."""
    match = Match.new("yaniv", "paper", (HUMAN, "greedy"), 7)
    match.play(match.observe(0).legal[-1])
    return match


async def played(match: Match, thinker: Thinker, **how: Any) -> list[str]:
    """Let the bots move; the notes that were told."""
    told: list[str] = []
    conductor = Conductor(match, thinker, lambda seat, decision: told.append(decision.note), nothing, **how)
    await conductor.run()
    return told


async def test_the_last_answer_is_played() -> None:
    match = begun()
    assert await played(match, Thinker(nothing, nothing), pace=0) == ["first", "second"]
    move = match.moves()[-1]
    assert len(match.moves()) == 2 and move.seat == 1 and move.decision and move.decision.note == "second"


async def test_an_answer_after_an_undo_is_neither_told_nor_played() -> None:
    match = begun()
    assert await played(match, Thinker(nothing, match.undo), pace=0) == ["first"]
    assert match.moves() == [] and match.turn == 0


async def test_an_answer_that_ends_after_an_undo_is_not_played() -> None:
    match = begun()
    assert await played(match, Thinker(nothing, nothing, match.undo), pace=0) == ["first", "second"]
    assert match.moves() == [] and match.turn == 0


async def test_an_answer_that_waits_for_its_pace_is_late_after_an_undo() -> None:
    match = begun()
    task = asyncio.create_task(played(match, Thinker(nothing, nothing), pace=0.05))
    await asyncio.sleep(0)
    while not task.done() and match.moves():  # the bot has answered or will; the person takes back meanwhile
        match.undo()
    await task
    assert match.moves() == [] and match.turn == 0


async def test_an_answer_of_a_bot_that_was_replaced_is_asked_of_the_other() -> None:
    match = begun()
    asked: list[str] = []

    class Asked(Thinker):
        async def think(
            self, game: Game[Any], spec: str, seen: Observation, seed: str, *, seconds: float | None = 10.0
        ) -> AsyncIterator[Decision]:
            asked.append(spec)
            action = seen.legal[0]
            if spec == "greedy":
                match.replace(1, "semirandom")
            yield Decision(action, (Option(action, 1.0),), "probability", spec)

    assert await played(match, Asked(), pace=0) == ["semirandom"]
    assert asked == ["greedy", "semirandom"] and len(match.moves()) == 2
