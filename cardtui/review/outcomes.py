"""What a bot's values promise and how its games then end: of all moves, also of those that it would not play.

`python -m cardtui.review.outcomes GAME RULES SEATS BOT COUNT SEED` prints `report`, for screens that must not load a
bot themselves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from .. import dice, registry
from ..core import Game, Refusal
from ..formatting import error, figure, unit_name
from ..intervals import Z95, estimate
from . import child, opinions

TURNS = 40
"""The move is one of the first so many of a deal, which the bot plays in all seats."""
COUNT = 200
"""Moves, where nothing else is said."""
GROUPS = 10


class Move(NamedTuple):
    """What the bot promised of a move, and what its deal then brought."""

    promised: float
    came: float
    unit: str = ""
    """What the bot counts in, which may not be what the game pays."""


def report(game: Game[Any], bot: str, count: int = COUNT, seed: int = 0) -> dict[str, Any]:
    """{"agent", "n", "unit", "promised_unit", "promised", "came", "se", "groups"}: moves at random,
    after which the bot goes on alone.

    unit: what `came` counts. groups: a tenth of the moves each, by value: {"low", "high", "n", "promised", "came",
    "se"}. Refusal when the bot gives its moves no values.
    """
    rng = Random(f"{seed}/outcomes")
    moves = sorted([_move(game, bot, rng) for _ in range(count)], key=lambda move: move.promised)
    cuts = [count * part // GROUPS for part in range(GROUPS + 1)]
    groups = [moves[low:high] for low, high in pairwise(cuts) if low < high]
    return {
        "agent": bot,
        "unit": game.unit,
        "promised_unit": moves[0].unit if moves else "",
        **_summary(moves),
        "groups": [{"low": group[0].promised, "high": group[-1].promised, **_summary(group)} for group in groups],
    }


def _move(game: Game[Any], bot: str, rng: Random) -> Move:
    """One of the moves that a deal of the bot's comes to, and how the deal ends when it is made."""
    while True:
        state = game.start(game.deal(rng))
        wanted, choices, chosen = rng.randrange(TURNS), 0, None
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            decision = opinions.opinion(game, bot, seen, dice.key(rng.random()))
            action = decision.action
            valued = [(option.action, option.value) for option in decision.options if option.value is not None]
            if valued or len(seen.legal) > 1:  # a search says nothing of the only move there is
                if choices == wanted:
                    if not valued:
                        raise Refusal(f"{bot} gives its moves no values that could come true")
                    action, promised = rng.choice(valued)
                    chosen, unit = seat, unit_name(decision.unit)
                choices += 1
            state = game.apply(state, action)
        if chosen is not None:
            return Move(promised, game.returns(state)[chosen], unit)


def _summary(moves: Sequence[Move]) -> dict[str, Any]:
    """Means, and the standard error of what came."""
    size = len(moves)
    came = estimate([move.came for move in moves])
    return {
        "n": size,
        "promised": sum(move.promised for move in moves) / size,
        "came": came.mean,
        "se": came.se or 0.0,
    }


async def ask(game: Game[Any], bot: str, count: int, seed: int) -> str:
    """The same from a process of its own, as a table. Refusal when it cannot be had."""
    found = await child.ask(__name__, game.name, game.spec, str(game.seats), bot, str(count), str(seed))
    unit = found["promised_unit"]  # what came stands beside it in the same figures
    cells = [["values", "moves", "promised", "came", "± 95%"]]
    for group in [*found["groups"], found]:
        ends = dict.fromkeys(figure(group[end], unit) for end in ("low", "high") if end in group)
        spread = error(Z95 * group["se"], unit) if group["n"] > 1 else "–"
        means = [figure(group[mean], unit) for mean in ("promised", "came")]
        cells.append([" … ".join(ends) or "all", f"{group['n']}", *means, spread])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rows = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    rows += [
        "",
        f"One move of each deal is made at random; else {bot} plays all seats.",
        f"Promised: {found['promised_unit'] or found['unit']}. Came: {found['unit']}.",
    ]
    return "\n".join(rows)


if __name__ == "__main__":
    try:
        _name, _rules, _seats, _bot, _count, _seed = sys.argv[1:]
        print(json.dumps(report(registry.game(_name, _rules, int(_seats)), _bot, int(_count), int(_seed))))
    except Refusal as refusal:
        sys.exit(str(refusal))
