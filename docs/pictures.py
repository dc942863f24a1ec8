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
    """Open the program at this size, press the keys (a number is a pause in seconds), save what is seen."""
    app = CardApp(settings, start)
    async with app.run_test(size=size) as pilot:
        await _press(pilot, keys)
        (HERE / f"{name}.svg").write_text(app.export_screenshot(title="cardtui"), encoding="utf-8")


async def _press(pilot: Pilot[None], keys: tuple[str, ...]) -> None:
    for key in keys:
        if key.replace(".", "").isdigit() and "." in key:
            await pilot.pause(float(key))
        else:
            await pilot.press(key)


async def main() -> None:
    """All of them."""
    quick = Settings(pace=0.0)
    coached = Settings(pace=0.0, panel="coach", coach="yaniv-td")
    turn = ("1", "space", "2", "space", "s", "enter", "4.0", "1", "space", "s", "enter", "4.0")
    await picture("yaniv", TABLE, (140, 40), "3.0", *turn, "1", "space", "s", "3.0", settings=coached)
    await picture("yaniv-small", TABLE, (80, 24), "3.0", *turn, "1", "space", "a", "1.0", settings=quick)
    open_ = Settings(pace=0.0, panel="move")
    called = ("2", "enter", "5.0", "1", "enter", "5.0", "1", "enter", "5.0")
    await picture("schafkopf", TAVERN, (140, 40), "30.0", *called, "1", "2.0", settings=open_)
    await picture("schafkopf-small", TAVERN, (80, 24), "5.0", *called, "1", "2.0", settings=quick)
    solved = Settings(pace=0.0, panel="coach", coach="exact")
    await picture("tricks", TRICKS, (100, 30), "9.0", "f3", "f3", "1", "enter", "3.0", "1", "2.0", settings=solved)
    valued = Settings(pace=0.0, panel="coach", coach="dmc")
    await picture("zsy", ZSY, (100, 30), "9.0", "f3", "f3", "6", "3.0", settings=valued)
    searched = Settings(pace=0.0, panel="coach", coach="search")
    await picture("98", ALONE, (100, 30), "9.0", "f3", "f3", "1", "a", "enter", "5.0", settings=searched)
    await picture("inspect", Inspect("yaniv", ("harel", "yaniv-td")), (100, 30), "4.0", settings=quick)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:  # nobody's settings and matches
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ[name] = folder
        asyncio.run(main())
