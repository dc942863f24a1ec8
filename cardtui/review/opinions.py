"""What bots think of a position, and what moves in their minds when the position changes."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from random import Random
from traceback import extract_tb
from typing import Any, NamedTuple, cast

from .. import dice, registry
from ..core import Action, Agent, Decision, Game, Observation, Option, Refusal, decide, quoted
from ..validation import check_decision

STEPS = 64
"""How many answers a searching bot may give before the last one counts: repeatable, unlike the clock."""
DICE = dice.key(0)
"""The bots' seed wherever nobody names one, so that who asks again gets the same answers."""


class Shift(NamedTuple):
    """One option before and after. None where it was not, or is no longer, an option."""

    action: Action
    before: Option | None
    after: Option | None

    @property
    def moved(self) -> float:
        """By how much its probability changed."""
        return (self.after.probability if self.after else 0.0) - (self.before.probability if self.before else 0.0)


def opinion(game: Game[Any], spec: str, seen: Observation, seed: str, steps: int = STEPS) -> Decision:
    """The bot's Decision, from the observation alone.

    Refusal when there is nothing to decide, for a bad spec, and for a bot that fails or gives no Decision.
    """
    if not seen.legal:
        raise Refusal("this seat is not to act here, so there is nothing to decide")
    try:
        decision = decide(_player(cast(Hashable, game), spec), seen, Random(seed), steps)
    except Refusal:
        raise
    except (Exception, SystemExit) as error:  # whatever code of other people does
        place = extract_tb(error.__traceback__)[-1]
        raise Refusal(f"{spec} failed: {quoted(error)} ({place.filename}, line {place.lineno})") from error
    try:
        return check_decision(game, seen.legal, decision)
    except Refusal as refusal:
        raise Refusal(f"{spec} gave a wrong decision: {refusal}") from refusal


def shifts(before: Decision, after: Decision) -> list[Shift]:
    """All options of two decisions side by side, what moved most first."""
    was = {option.action: option for option in before.options}
    now = {option.action: option for option in after.options}
    rows = [Shift(action, was.get(action), now.get(action)) for action in dict.fromkeys([*was, *now])]
    return sorted(rows, key=lambda row: -abs(row.moved))


@lru_cache(8)
def _player(game: Hashable, spec: str) -> Agent:
    return registry.agent(cast(Game[Any], game), spec)
