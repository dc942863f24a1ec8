"""The pictures in `docs/`, taken from the running program: `python docs/pictures.py [GROUP …]`."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sheets  # beside this file, as the next two
from steps import Step, deals, moves, reached, taken, until
from svg import Eye, svg
from textual.strip import Strip

from cardtui import arena, record, registry, trainings
from cardtui.core import STEPS
from cardtui.testing.vision import deuteranope
from cardtui.trainings.plans import Plan
from cardtui.ui.look.palette import FELT
from cardtui.ui.start import Arena, Inspect, Menu, Play, Resume, Review, Start, Training

HERE = Path(__file__).parent
LARGE, MIDDLE, SMALL = (140, 40), (100, 30), (80, 24)
TABLE = Play("yaniv", "paper", ("human", "harel", "greedy", "semirandom"), 5)
TRICKS = Play("tricks", "tricks", ("human", "mlp-win-lose"), 5)
ZSY = Play("zsy", "paper", ("human", "dmc"), 5)
ALONE = Play("98", "paper", ("human",), 5)
TAVERN = Play("schafkopf", "club", ("human", "calibrated-solver", "ppo-lstm", "pimc"), 16)
SOLVER = {"panel": "coach", "coach": "calibrated-solver"}


async def picture(name: str, start: Start, size: tuple[int, int], *steps: Step, **settings: Any) -> None:
    """Save what is seen after these steps."""
    save(name, await taken(start, size, *steps, **settings), settings.get("theme", "felt"))


def save(name: str, strips: list[Strip], theme: str = "felt", eye: Eye = str) -> None:
    """Save rows of cells as a picture."""
    (HERE / f"{name}.svg").write_text(svg(strips, FELT[theme].night, eye), encoding="utf-8")


async def evening() -> Resume:
    """Schafkopf in its seventh deal: others play, and a suit is to be followed."""
    return await reached(TAVERN, deals("pimc", 6), moves("pimc", 2))


async def tables(folder: Path) -> None:
    """The tables of all games in the middle of a match, and as deals end."""
    coached = {"panel": "coach", "coach": "yaniv-td"}
    third = await reached(TABLE, deals("yaniv-td", 2), moves("yaniv-td", 3))
    await picture("yaniv", third, LARGE, "3", "space", "s", **coached)
    await picture("yaniv-small", third, SMALL, "1", "space", "a", **coached)
    await picture("yaniv-end", third, MIDDLE, moves("yaniv-td"))
    half = await reached(TRICKS, deals("exact", 1), moves("exact", 3))
    await picture("tricks", half, LARGE, "1", panel="coach", coach="exact")
    fourth = await reached(ZSY, deals("greedy", 3), moves("greedy", 2))
    await picture("zsy", fourth, LARGE, "J", panel="coach", coach="dmc")
    await picture("zsy-end", fourth, LARGE, moves("greedy"))
    second = await reached(ALONE, deals("gap", 1), moves("gap", 23))
    await picture("98", second, LARGE, "5", "c", panel="coach", coach="search")
    await picture("98-won", Play("98", "paper", ("human",), 1), MIDDLE, moves("search"))
    await picture("schafkopf-bidding", Play(*TAVERN[:3], 11), LARGE, **SOLVER)
    seventh = await evening()
    await picture("schafkopf", seventh, LARGE, "1", **SOLVER)
    await picture("schafkopf-small", seventh, SMALL, "1", **SOLVER)
    await picture("schafkopf-light", seventh, LARGE, "1", theme="felt-light", **SOLVER)
    await picture("schafkopf-end", seventh, LARGE, moves("pimc"))


async def looks(folder: Path) -> None:
    """All cards; one table on all kinds of terminals, and as colour-blind people see it; cards on their way."""
    save("cards", sheets.cards())
    seventh = await evening()
    save("fallbacks", await sheets.terminals(seventh, LARGE, **SOLVER))
    for name, theme in (("deuteranopia", "felt"), ("deuteranopia-light", "felt-light")):
        save(name, await taken(seventh, LARGE, "1", theme=theme, **SOLVER), theme, deuteranope)
    save("motion", await sheets.motion(seventh, SMALL, "pimc"))


async def studies(folder: Path) -> None:
    """Inspect, the arena while it plays, a training while it learns."""
    path = (await evening()).path
    asked = ("calibrated-solver", "ppo-lstm", "rule-based")
    last = len(record.load(path).frames) - 1
    await picture("inspect", Inspect("schafkopf", asked, record=path, place=last), LARGE, "f7")
    game = registry.game("yaniv", "paper", 2)
    bots = ("yaniv-td:rollouts=0", "harel", "greedy", "semirandom")
    series = tuple(arena.pairings(game, bots))
    start = Arena("yaniv", "paper", bots, series, 4000, 7, 2, STEPS, {})
    await picture(
        "arena", start, LARGE, until(lambda screen: screen.tournament.now and screen.tournament.now.games > 8000)
    )
    os.chdir(folder)  # the screen tells the path from here
    out = Path("runs/zsy-td-linear")
    trainings.begin(out, Plan("zsy", "td-linear", registry.bot_entry("zsy", "td-linear").preset, 1, None, None), False)
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
    reviewed = until(lambda screen: screen.review.match and not screen.review.stage)
    tavern = Play("schafkopf", "club", ("human", "pimc-solver", "pimc-solver", "pimc-solver"), 11)
    await picture("review", tavern, LARGE, moves("rule-based"), "ctrl+o", "wait", reviewed)
    await picture("review-small", Review(), SMALL, reviewed)


async def menus(folder: Path) -> None:
    """The menu, after the matches of the other pictures."""
    await picture("menu", Menu(), LARGE)
    await picture("menu-small", Menu(), SMALL)


async def main() -> None:
    """All of them, or those whose group is named."""
    groups = {"tables": tables, "reviews": reviews, "studies": studies, "looks": looks, "menus": menus}
    if unknown := set(sys.argv[1:]) - set(groups):
        sys.exit(f"no such pictures: {', '.join(sorted(unknown))}; there are {', '.join(groups)}")
    os.environ |= {"COLORTERM": "truecolor", "TERM": "xterm-256color"}
    with TemporaryDirectory() as folder:  # nobody's settings and matches
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[name] = folder
        for name in sys.argv[1:] or groups:
            await groups[name](Path(folder))


if __name__ == "__main__":
    asyncio.run(main())
