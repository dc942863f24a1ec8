"""The README's pictures, taken from the running program: `python docs/pictures.py`."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from tempfile import TemporaryDirectory

from textual.pilot import Pilot

from cardtui.settings import Settings
from cardtui.ui.app import CardApp
from cardtui.ui.start import Inspect, Play, Start

HERE = Path(__file__).parent
TABLE = Play("yaniv", "paper", ("human", "harel", "greedy", "semirandom"), 5)
TRICKS = Play("tricks", "tricks", ("human", "mlp-win-lose"), 5)
ZSY = Play("zsy", "paper", ("human", "dmc"), 5)
ALONE = Play("98", "paper", ("human",), 5)
TAVERN = Play("schafkopf", "club", ("human", "pimc-solver", "pimc-solver", "pimc-solver"), 11)


async def picture(name: str, start: Start, size: tuple[int, int], *keys: str, settings: Settings) -> None:
    """Open the program at this size, press the keys ("wait" lets bots and coach come to an end), save what is seen."""
    app = CardApp(settings, start)
    async with app.run_test(size=size) as pilot:
        await _quiet(pilot)
        for key in keys:
            await (_quiet(pilot) if key == "wait" else pilot.press(key))
        await _quiet(pilot)
        (HERE / f"{name}.svg").write_text(app.export_screenshot(title="cardtui"), encoding="utf-8")


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


async def main() -> None:
    """All of them."""
    quick = Settings(pace=0.0)
    coached = Settings(pace=0.0, panel="coach", coach="yaniv-td")
    turn = ("1", "space", "2", "space", "s", "enter", "wait", "1", "space", "s", "enter", "wait")
    await picture("yaniv", TABLE, (140, 40), *turn, "1", "space", "s", settings=coached)
    await picture("yaniv-small", TABLE, (80, 24), *turn, "1", "space", "a", settings=quick)
    open_ = Settings(pace=0.0, panel="move")
    called = ("2", "enter", "wait", "1", "enter", "wait", "1", "enter", "wait")
    await picture("schafkopf", TAVERN, (140, 40), *called, "1", settings=open_)
    await picture("schafkopf-small", TAVERN, (80, 24), *called, "1", settings=quick)
    solved = Settings(pace=0.0, panel="coach", coach="exact")
    await picture("tricks", TRICKS, (100, 30), "1", "enter", "wait", "1", settings=solved)
    valued = Settings(pace=0.0, panel="coach", coach="dmc")
    await picture("zsy", ZSY, (100, 30), "6", settings=valued)
    searched = Settings(pace=0.0, panel="coach", coach="search")
    await picture("98", ALONE, (100, 30), "1", "a", "enter", settings=searched)
    await picture("inspect", Inspect("yaniv", ("harel", "yaniv-td")), (140, 40), settings=quick)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:  # nobody's settings and matches
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[name] = folder
        asyncio.run(main())
