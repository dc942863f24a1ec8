"""What the players in the games' pools share: one action with a reason, and random playouts in sampled worlds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

from cardtui.core import Action, Card, Decision, Game, Observation, Option

Choice = tuple[Action, str]
"""An action, and why."""


class Style(ABC):
    """A deterministic hand-written player; its class says how it plays."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with a single option."""
        action, why = self.choose(observation)
        yield Decision(action, (Option(action, 1.0, why=why),), "probability")

    @abstractmethod
    def choose(self, seen: Observation) -> Choice:
        """Return the action of this style, and why."""


def hand(seen: Observation) -> tuple[Card, ...]:
    """Return the cards of the seat to act."""
    return seen.hands[seen.seat].cards


class Dice:
    """Flat Monte Carlo for any game: each action is played out at random in a few worlds; the highest mean wins."""

    WORLDS: ClassVar[int] = 4

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with each action's mean result; all actions are tried in the same worlds."""
        legal, seat = observation.legal, observation.seat
        if len(legal) == 1:
            yield Decision(legal[0], (Option(legal[0], 1.0),), "probability")
            return
        sums = [0.0] * len(legal)
        for _ in range(self.WORLDS):
            world = self.game.determinize(observation, rng)
            for place, action in enumerate(legal):
                sums[place] += self.played_out(self.game.apply(world, action), rng)[seat]
        best = max(range(len(legal)), key=sums.__getitem__)
        options = tuple(
            Option(action, float(place == best), sums[place] / self.WORLDS, visits=self.WORLDS)
            for place, action in enumerate(legal)
        )
        yield Decision(legal[best], options, self.game.unit)

    def played_out(self, state: Any, rng: Random) -> tuple[float, ...]:
        """Return the results of the deal if all play on at random."""
        game = self.game
        while game.turn(state) is not None:
            legal = game.legal(state)
            state = game.apply(state, legal[int(rng.random() * len(legal))])
        return game.returns(state)
