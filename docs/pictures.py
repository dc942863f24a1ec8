"""The pictures in `docs/`, taken from the running program: `python docs/pictures.py [GROUP …]`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from svg import svg  # beside this file
from textual.pilot import Pilot

from cardtui import arena, registry, trainings
from cardtui.core import decide
from cardtui.settings import Settings
from cardtui.ui.app import CardApp
from cardtui.ui.dialogs import Question
from cardtui.ui.start import Arena, Inspect, Menu, Play, Review, Start, Training

HERE = Path(__file__).parent
LARGE, MIDDLE, SMALL = (140, 40), (100, 30), (80, 24)
TABLE = Play("yaniv", "paper", ("human", "harel", "greedy", "semirandom"), 5)
TRICKS = Play("tricks", "tricks", ("human", "mlp-win-lose"), 5)
ZSY = Play("zsy", "paper", ("human", "dmc"), 5)
ALONE = Play("98", "paper", ("human",), 5)
TAVERN = Play("schafkopf", "club", ("human", "pimc-solver", "pimc-solver", "pimc-solver"), 11)
Step = str | Callable[[Pilot[None]], Awaitable[None]]


async def picture(name: str, start: Start, size: tuple[int, int], *steps: Step, **settings: Any) -> None:
    """Open the program at this size, take the steps, and save what is seen.

    A step is a key, "wait" (until bots and coach have come to an end), or a function of the pilot.
    """
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
        (HERE / f"{name}.svg").write_text(svg(app), encoding="utf-8")


async def _quiet(pilot: Pilot[None]) -> None:
    """Until it has been our turn for a second and no coach is thinking; five minutes at most: bots compile at first."""
    still = 0
    for _ in range(1200):
        await pilot.pause(0.25)
        match = getattr(pilot.app.screen, "match", None)
        ours = match is None or match.turn is None or match.is_human(match.turn)
        shown = pilot.app.export_screenshot()
        still = still + 1 if ours and "thinking" not in shown and "compiling" not in shown else 0
        if still == 4:
            return


def moves(bot: str, count: int = 999) -> Callable[[Pilot[None]], Awaitable[None]]:
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


async def tables(folder: Path) -> None:
    """The tables of all games, as they begin, as they are played, and as they end."""
    turn = ("1", "space", "2", "space", "s", "enter", "wait", "1", "space", "s", "enter", "wait")
    coached = {"panel": "coach", "coach": "yaniv-td"}
    await picture("yaniv", TABLE, LARGE, *turn, "1", "space", "s", **coached)
    await picture("yaniv-small", TABLE, SMALL, *turn, "1", "space", "a")
    await picture("yaniv-end", TABLE, MIDDLE, moves("yaniv-td"))
    bid = ("2", "enter", "wait")
    called = (*bid, "1", "enter", "wait", "1", "enter", "wait")
    solver = {"panel": "coach", "coach": "pimc-solver"}
    await picture("schafkopf-bidding", TAVERN, LARGE, **solver)
    await picture("schafkopf", TAVERN, LARGE, *called, "1", **solver)
    await picture("schafkopf-small", TAVERN, SMALL, *called, "1")
    await picture("schafkopf-light", TAVERN, LARGE, *called, "1", theme="felt-light", **solver)
    await picture("schafkopf-end", TAVERN, LARGE, *bid, moves("pimc-solver"))
    await picture("tricks", TRICKS, LARGE, "1", "enter", "wait", "1", panel="coach", coach="exact")
    await picture("zsy", ZSY, LARGE, "7", "7", panel="coach", coach="dmc")
    await picture("zsy-end", ZSY, LARGE, moves("greedy"))
    await picture("98", ALONE, LARGE, "1", "a", "enter", panel="coach", coach="search")
    await picture("98-won", Play("98", "paper", ("human",), 1), MIDDLE, moves("search"))


async def studies(folder: Path) -> None:
    """Inspect, the arena while it plays, a training while it learns."""
    await picture("inspect", Inspect("yaniv", ("harel", "yaniv-td")), LARGE)
    game = registry.game("yaniv", "paper", 2)
    bots = ("yaniv-td:rollouts=0", "harel", "greedy", "semirandom")
    series = tuple(arena.pairings(game, bots))
    start = Arena("yaniv", "paper", bots, series, 4000, 7, 2, arena.STEPS, {})
    await picture("arena", start, LARGE, until(lambda screen: screen.told.now and screen.told.now.games > 8000), "s")
    os.chdir(folder)  # the screen tells the path from here
    out = Path("runs/zsy-td-linear")
    trainings.begin(
        out, trainings.Plan("zsy", "td-linear", registry.bot_entry("zsy", "td-linear").preset, 1, None, None), False
    )
    try:
        await picture(
            "train",
            Training(out),
            LARGE,
            until(lambda screen: max(map(len, screen.progress.curves.values()), default=0) > 12),
        )
    finally:
        trainings.stop(out)


async def reviews(folder: Path) -> None:
    """The review of a deal that was played as a person would who knows rules of thumb alone."""
    reviewed = until(lambda screen: screen.told.one and not screen.told.stage)
    await picture("review", TAVERN, LARGE, moves("rule-based"), "ctrl+o", "wait", reviewed)
    await picture("review-small", Review(), SMALL, reviewed)


def until(what: Callable[[Any], Any]) -> Callable[[Pilot[None]], Awaitable[None]]:
    """Return a step: wait until something holds of the screen, ten minutes at most."""

    async def wait(pilot: Pilot[None]) -> None:
        for _ in range(2400):
            await pilot.pause(0.25)
            if what(pilot.app.screen):
                return

    return wait


async def menus(folder: Path) -> None:
    """The menu, after the matches of the other pictures."""
    await picture("menu", Menu(), LARGE)
    await picture("menu-small", Menu(), SMALL)


async def main() -> None:
    """All of them, or those whose group is named."""
    groups = {"tables": tables, "reviews": reviews, "studies": studies, "menus": menus}
    os.environ |= {"COLORTERM": "truecolor", "TERM": "xterm-256color"}
    with TemporaryDirectory() as folder:  # nobody's settings and matches
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[name] = folder
        for name in sys.argv[1:] or groups:
            await groups[name](Path(folder))


if __name__ == "__main__":
    asyncio.run(main())
