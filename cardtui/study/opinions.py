"""The bots' decisions on a position, and how their options shift when the position changes."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from .. import dice, registry
from ..core import Action, Decision, Game, Observation, Option, Refusal, decide
from ..validation import check_decision

STEPS = 64
"""Maximum number of answers taken from a searching bot. Unlike a time limit, it makes the decision repeatable."""
SEED = dice.seed(0)
"""The bots' default seed, so that asking again gives the same answers."""


class Shift(NamedTuple):
    """One option before and after a change; None where the action was not, or is no longer, an option."""

    action: Action
    before: Option | None
    after: Option | None

    @property
    def moved(self) -> float:
        """The change of the option's probability."""
        return (self.after.probability if self.after else 0.0) - (self.before.probability if self.before else 0.0)


def opinion(game: Game[Any], spec: str, seen: Observation, seed: str) -> Decision:
    """Return the bot's Decision on an observation.

    Raises Refusal if the seat has no decision to make, the spec is invalid, or the bot fails or gives no valid
    Decision.
    """
    if not seen.legal:
        raise Refusal("this seat is not to act here, so there is nothing to decide")
    player = registry.cached_agent(game.name, game.spec, game.seats, spec)
    try:
        return check_decision(game, seen.legal, decide(player, seen, Random(seed), STEPS))
    except Refusal as refusal:
        raise Refusal(f"{spec}: {refusal}") from refusal


def shifts(before: Decision, after: Decision) -> list[Shift]:
    """Return the options of two decisions side by side, the largest change of probability first."""
    was = {option.action: option for option in before.options}
    now = {option.action: option for option in after.options}
    rows = [Shift(action, was.get(action), now.get(action)) for action in dict.fromkeys([*was, *now])]
    return sorted(rows, key=lambda row: -abs(row.moved))
