"""The weights of a training that goes on, taken by somebody who wants to play against them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from cardtui import registry
from cardtui.core import decide


def plays(game: str, bot: str, report: Any, folder: Path) -> None:
    """Take the weights that come with a trainer's report, and let the bot decide with them.

    The tests that call this compare what is trained afterwards with a training that nobody took anything from.
    """
    if report.write is None:  # a report within a chunk
        return
    report.write(folder)
    table = registry.game(game, next(iter(registry.rule_sets(game)[1])))
    state = table.start(table.deal(Random(1)))
    seen = table.observe(state, table.turn(state))
    assert decide(registry.agent(table, f"{bot}@{folder}"), seen, Random(0)).action in seen.legal
