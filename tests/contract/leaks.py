"""Planted faults around an honest game. A law that lets them pass is worth nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cardtui.core import Action, Decision, Observation, Option

from .. import samples

HIDING = [name for name, sample in samples.all().items() if sample.hides]
"""The games in which something is hidden, so that a leak can be planted."""


class Around:
    """The game that it was given, but for what a subclass does otherwise."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


class TellingGame(Around):
    """Its observation tells something of the next seat's hand."""

    def observe(self, state: Any, seat: int) -> Observation:
        seen: Observation = self.game.observe(state, seat)
        return seen._replace(facts={**seen.facts, "next": _told(state, seat)})


class HonouredGame(TellingGame):
    """Tells as much, and deals again only worlds of which it would tell the same."""

    def determinize(self, observation: Observation, rng: Random) -> Any:
        while True:
            state = self.game.determinize(observation._replace(facts=self._own(observation.facts)), rng)
            if self.observe(state, observation.seat) == observation:
                return state

    def _own(self, facts: Any) -> Any:
        return {key: value for key, value in facts.items() if key != "next"}


class OpenGame(Around):
    """Honest observations, but it leaves the last state lying about."""

    state: Any = None

    def observe(self, state: Any, seat: int) -> Observation:
        self.state = state
        seen: Observation = self.game.observe(state, seat)
        return seen


class Peeker:
    """Looks at the next seat's hand in the state that its game left lying about."""

    def __init__(self, game: OpenGame) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        legal = observation.legal
        action = legal[_told(self.game.state, observation.seat) % len(legal)]
        yield Decision(action, (Option(action, 1.0),), "probability")


class Forgetful(Around):
    """Loses the highest card of whoever acts."""

    def apply(self, state: Any, action: Action) -> Any:
        seat, after = state.seat, self.game.apply(state, action)
        hands = tuple(hand[:-1] if other == seat else hand for other, hand in enumerate(after.hands))
        return after._replace(hands=hands)


def _told(state: Any, seat: int) -> int:
    """What the next seat holds; of who plays alone, the next card of the draw pile."""
    return sum(state.hands[(seat + 1) % len(state.hands)] if len(state.hands) > 1 else state.draw[:1])
