"""What all games' random players share: one of some actions, all equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cardtui.core import Action, Decision, Game, Observation, Option


class Uniform:
    """Every legal action with the same probability, in any game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        yield pick(observation.legal, "any legal action", rng)


def pick(actions: tuple[Action, ...], why: str, rng: Random) -> Decision:
    """One of these actions, each equally likely, for this reason."""
    share = 1.0 / len(actions)
    options = tuple([Option(action, share, why=why) for action in actions])
    return Decision(actions[int(rng.random() * len(actions))], options, "probability")
