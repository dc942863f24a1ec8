"""Two planted leaks. A law that lets them pass is worth nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cardtui.core import Decision, Observation, Option
from cardtui.games.yaniv.rules import State, Yaniv


class TellingGame(Yaniv):
    """Its observation tells the score of the next seat's hand."""

    def observe(self, state: State, seat: int) -> Observation:
        seen = super().observe(state, seat)
        return seen._replace(facts={**seen.facts, "next": self.score(state.hands[(seat + 1) % self.seats])})


class OpenGame(Yaniv):
    """Honest observations, but it leaves the last state lying about."""

    state: Any = None

    def observe(self, state: State, seat: int) -> Observation:
        self.state = state
        return super().observe(state, seat)


class Peeker:
    """Looks at the stack's top card in the state that its game left lying about."""

    def __init__(self, game: OpenGame) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        legal = observation.legal
        action = legal[self.game.state.stack[0] % len(legal)]
        yield Decision(action, (Option(action, 1.0),), "probability")
