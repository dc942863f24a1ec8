"""The regret of a bot by the values of another one, the judge, at random positions, the worst first.

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
"""Positions are fewer than this many turns into a deal played by the heuristic bots."""
COUNT = 200
"""Default number of positions."""


class Loss(NamedTuple):
    """The regret of one decision in the judge's unit, the action played and the judge's choice."""

    lost: float
    plays: Action
    best: Action


def loss(played: Decision, judged: Decision) -> Loss:
    """Return how much less the played action is worth than the judge's own, at least 0.

    The comparison is not with the highest value: a judge may have examined that action less, and trust it less, than
    its own choice. Raises Refusal if the judge gives one of the two actions no value.
    """
    values = {option.action: option.value for option in judged.options if option.value is not None}
    if not {played.action, judged.action} <= set(values):
        raise Refusal("the last bot is the judge, and this one does not give each action a value")
    return Loss(max(0.0, values[judged.action] - values[played.action]), played.action, judged.action)


def report(game: Game[Any], bot: str, judge: str, count: int = COUNT, seed: int = 0) -> dict[str, Any]:
    """Return {"agent", "judge", "unit", "n", "mean", "se", "positions"}.

    The positions are those with a loss, the largest first. Raises Refusal if the judge gives actions no values.
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
    """Return a sentence about the `report`, and its positions, computed in a child process.

    `tell` puts an action into words, as they follow "would". Raises Refusal if the child process fails.
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
