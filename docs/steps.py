"""What pictures of the program are taken with: it is opened without a terminal, and steps are taken in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from svg import shown  # beside this file
from textual.pilot import Pilot
from textual.strip import Strip

from cardtui import registry
from cardtui.core import decide
from cardtui.settings import Settings
from cardtui.ui.app import CardApp
from cardtui.ui.dialogs import Question
from cardtui.ui.start import Resume, Start

Do = Callable[[Pilot[None]], Awaitable[None]]
Step = str | Do
"""A key, "wait" (until bots and coach have come to an end), or a function of the pilot."""


async def taken(start: Start, size: tuple[int, int], *steps: Step, **settings: Any) -> list[Strip]:
    """Open the program at this size, take the steps, and return what is seen."""
    app = CardApp(Settings(**{"pace": 0.0, **settings}), start)
    async with app.run_test(size=size) as pilot:
        if isinstance(app.screen, Question):  # resume another picture's match?
            await pilot.press("n")
        await _quiet(pilot)
        for step in steps:
            if not isinstance(step, str):
                await step(pilot)
            elif step == "wait":
                await _quiet(pilot)
            else:
                await pilot.press(step)
        await _quiet(pilot)
        return shown(app)


async def reached(start: Start, *steps: Step) -> Resume:
    """Take steps in a new match; return it as it is then, to be opened for several pictures."""
    found: list[Path] = []

    async def note(pilot: Pilot[None]) -> None:
        found.append(pilot.app.screen.match.path)  # type: ignore[attr-defined]

    await taken(start, (80, 24), *steps, note, panel="hidden")
    return Resume(found[0])


async def _quiet(pilot: Pilot[None]) -> None:
    """Until it has been our turn for a second and no coach is thinking; five minutes at most: bots compile at first."""
    still = 0
    for _ in range(1200):
        await pilot.pause(0.25)
        match = getattr(pilot.app.screen, "match", None)
        ours = match is None or match.turn is None or match.is_human(match.turn)
        seen = pilot.app.export_screenshot()
        still = still + 1 if ours and "thinking" not in seen and "compiling" not in seen else 0
        if still == 4:
            return


def moves(bot: str, count: int = 999) -> Do:
    """Return a step: so many moves of ours as a bot would make them, or all until the deal is over."""

    async def play(pilot: Pilot[None]) -> None:
        screen: Any = pilot.app.screen
        match = screen.match
        agent = registry.agent(match.game, bot)
        for number in range(count):
            while match.turn is not None and not match.is_human(match.turn):
                await pilot.pause(0.02)
            if match.turn is None:
                return
            seen = match.observe(match.turn)
            screen.play(decide(agent, seen, Random(number)).action)

    return play


def deals(bot: str, count: int) -> Do:
    """Return a step: so many deals of ours as a bot would play them, up to the beginning of the next."""

    async def play(pilot: Pilot[None]) -> None:
        for _ in range(count):
            await moves(bot)(pilot)
            deal = pilot.app.screen.match.deal  # type: ignore[attr-defined]
            while pilot.app.screen.match.deal == deal:  # type: ignore[attr-defined]
                await pilot.press("enter")
                await pilot.pause(0.1)

    return play


def until(what: Callable[[Any], Any]) -> Do:
    """Return a step: wait until something holds of the screen, ten minutes at most."""

    async def wait(pilot: Pilot[None]) -> None:
        for _ in range(2400):
            await pilot.pause(0.25)
            if what(pilot.app.screen):
                return

    return wait
