"""The uniform random player shared by all games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cardtui.core import Action, Decision, Game, Observation, Option


class Uniform:
    """A player for any game that chooses every legal action with the same probability."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one uniformly random decision."""
        yield pick(observation.legal, "any legal action", rng)


def pick(actions: tuple[Action, ...], why: str, rng: Random) -> Decision:
    """Return a decision for one of `actions`, all equally likely, each with the explanation `why`."""
    share = 1.0 / len(actions)
    options = tuple([Option(action, share, why=why) for action in actions])
    return Decision(actions[int(rng.random() * len(actions))], options, "probability")
