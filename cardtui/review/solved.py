"""What an exact solver that sees all hands makes of a moment of a record.

`python -m cardtui.review.solved RECORD PLACE` prints it as JSON, for screens that must not load a kernel themselves;
PLACE counts the moments of the whole record from 0.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from .. import loading, record
from ..core import Game, Refusal
from . import child, positions


def worth(game: Game[Any], state: Any) -> dict[str, list[int]]:
    """For each card that can be played there the least and the most card points that the declarer's side will have.

    The same number twice where the solver came to an end. Empty where no card is played, and without a solver.
    """
    target = positions.solver(game.name)
    found = loading.load(target)(game, state, points=True) if target else {}
    return {game.face(card): [bounds.low, bounds.high] for card, bounds in found.items()}


def solved(path: Path, place: int) -> dict[str, list[int]]:
    """The same of a moment of a record. Refusal when it has no such moment."""
    _, _, game, frames = record.load(path)
    if not 0 <= place < len(frames):
        raise Refusal(f"{path} has no moment {place}")
    return worth(game, frames[place].state)


async def ask(path: Path, place: int) -> str:
    """The same from a process of its own, in one line; "" where there is nothing to solve."""
    try:
        found = await child.ask(__name__, str(path), str(place))
    except Refusal as error:
        return f"solver: {error}"
    told = [f"{card} {low}" if low == high else f"{card} {low}–{high}" for card, (low, high) in found.items()]
    return f"sees all hands: {'  '.join(told)}" if told else ""


if __name__ == "__main__":
    try:
        print(json.dumps(solved(Path(sys.argv[1]), int(sys.argv[2]))))
    except Refusal as refusal:
        sys.exit(str(refusal))
