"""The heuristic players of Tricks: legal random, the document's `first`, and its random player that revokes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardtui.core import Action, Decision, Observation, Option
from cardtui.games.tricks.rules import PLAYS, Tricks, following

from ..uniform import pick


def lawful(seen: Observation) -> tuple[Action, ...]:
    """Return the legal actions that follow colour if possible; fewer than all only under `revoke=yes`."""
    lies = seen.zone("trick").cards
    if not lies:
        return seen.legal
    return tuple([PLAYS[card] for card in following(seen.zone("hand").cards, lies[0])]) or seen.legal


class Uniform:
    """Plays every card that follows colour with the same probability."""

    def __init__(self, game: Tricks) -> None:
        pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision."""
        yield pick(lawful(observation), "any legal card", rng)


class First:
    """Plays the first card, in the order dealt, that follows colour."""

    def __init__(self, game: Tricks) -> None:
        pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision."""
        action = lawful(observation)[0]
        yield Decision(action, (Option(action, 1.0, why="the first legal card as dealt"),), "probability")


class RevokingRandom:
    """The document's random player (§8.1): a number drawn among the legal cards, used as a place in the whole hand.

    Without `revoke=yes` it plays at random among the legal cards.
    """

    def __init__(self, game: Tricks) -> None:
        pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision."""
        places = len(lawful(observation))
        yield pick(observation.legal[:places], f"a place below {places} in the hand as dealt", rng)
