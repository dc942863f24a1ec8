"""What a bot gives away by the values of another one, the judge: positions at random, the worst first.

`python -m cardtui.review.regret GAME RULES SEATS BOT JUDGE COUNT SEED` prints `report`, for screens that must not load
a bot themselves.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from .. import registry
from ..core import Action, Decision, Game, Refusal, action_text, observation_json, parse_action
from ..formatting import unit_name
from ..intervals import Z95, estimate
from . import child, opinions, positions
from .positions import Position

TURNS = 40
"""Positions are fewer than so many turns into a deal, which the heuristics play."""
COUNT = 200
"""Positions, where nothing else is said."""


class Loss(NamedTuple):
    """What one decision gave away, in the judge's unit, and what would have been best."""

    lost: float
    plays: Action
    best: Action


def loss(played: Decision, judged: Decision) -> Loss:
    """What the action played is worth less than the judge's own. Refusal when the judge gives one of them no value.

    Not than the highest value: a judge may have looked into it less, and trust it less, than what it would do.
    """
    values = {option.action: option.value for option in judged.options if option.value is not None}
    if not {played.action, judged.action} <= set(values):
        raise Refusal("the last bot is the judge, and this one does not give each action a value")
    return Loss(max(0.0, values[judged.action] - values[played.action]), played.action, judged.action)


def report(game: Game[Any], bot: str, judge: str, count: int = COUNT, seed: int = 0) -> dict[str, Any]:
    """{"agent", "judge", "unit", "n", "mean", "se", "positions"}: the last in order of what was "lost", without zeros.

    Refusal when the judge gives actions no values.
    """
    found: list[tuple[Loss, Position]] = []
    for number in range(seed, seed + count):
        position = positions.at_random(game, number, turns=TURNS)
        played, judged = (opinions.opinion(game, spec, position.seen, opinions.DICE) for spec in (bot, judge))
        found.append((loss(played, judged), position))
    found.sort(key=lambda row: -row[0].lost)
    lost = estimate([row.lost for row, _ in found])
    return {
        "agent": bot,
        "judge": judge,
        "unit": judged.unit,
        "n": count,
        "mean": lost.mean,
        "se": lost.se or 0.0,
        "positions": [
            {
                "lost": row.lost,
                "plays": action_text(game, row.plays),
                "best": action_text(game, row.best),
                "observation": observation_json(game, position.seen),
            }
            for row, position in found
            if row.lost > 0
        ],
    }


async def ask(
    game: Game[Any], bot: str, judge: str, count: int, seed: int, tell: Callable[[Action], str] = str
) -> tuple[str, list[Position]]:
    """The same from a process of its own: a sentence, and the positions. Refusal when it cannot be had.

    tell: an action after "would", in words for people.
    """
    found = await child.ask(__name__, game.name, game.spec, str(game.seats), bot, judge, str(count), str(seed))
    lost = f"{found['mean']:.3f} ± {Z95 * found['se']:.3f} {found['unit']}"
    told = f"{bot} gives away {lost} by {judge}, in {len(found['positions'])} of {count} positions"
    unit = unit_name(found["unit"])

    def told_of(text: str) -> str:
        return tell(parse_action(game, text))

    return told, [
        positions.from_json(game.name, row["observation"])._replace(
            origin=f"{bot} would {told_of(row['plays'])}, which loses {row['lost']:.3g} {unit} by {judge}; "
            f"best: {told_of(row['best'])}"
        )
        for row in found["positions"]
    ]


if __name__ == "__main__":
    try:
        _name, _rules, _seats, _bot, _judge, _count, _seed = sys.argv[1:]
        print(json.dumps(report(registry.game(_name, _rules, int(_seats)), _bot, _judge, int(_count), int(_seed))))
    except Refusal as refusal:
        sys.exit(str(refusal))
