"""The result of an exact solver that sees all hands, for a frame of a record.

`python -m cardtui.study.solved RECORD PLACE` prints it as JSON, for screens that must not load a kernel themselves.
PLACE is the index of the frame in the whole record, from 0.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .. import loading, record
from ..core import Game, Refusal
from ..review import positions
from ..system import module_runner


def worth(game: Game[Any], state: object) -> dict[str, list[int]]:
    """Return for each legal card the least and the most card points of the declarer's side after it, with best play.

    Both numbers are equal if the solver finished. Empty if no card is to be played, or if the game has no solver.
    """
    target = positions.setups_of(game.name).solver
    found = loading.load(target)(game, state, points=True) if target else {}
    return {game.face(card): [bounds.low, bounds.high] for card, bounds in found.items()}


def solved(path: Path, place: int) -> dict[str, list[int]]:
    """Return the `worth` at a frame of a record. Raises Refusal if there is no such frame."""
    _, _, game, frames = record.load(path)
    if not 0 <= place < len(frames):
        raise Refusal(f"{path} has no moment {place}")
    return worth(game, frames[place].state)


async def ask(path: Path, place: int) -> str:
    """Return the result of `solved` in one line, computed in a child process; "" if there is nothing to solve."""
    try:
        found = await module_runner.ask(__name__, str(path), str(place))
    except Refusal as error:
        return f"solver: {error}"
    told = [f"{card} {low}" if low == high else f"{card} {low}–{high}" for card, (low, high) in found.items()]
    return f"all hands open, points of the declarer's side: {'  '.join(told)}" if told else ""


if __name__ == "__main__":
    with module_runner.errors_in_one_line():
        print(json.dumps(solved(Path(sys.argv[1]), int(sys.argv[2]))))
