"""The players that need no thought: legal random, the document's `first`, and its random that revokes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardtui.core import Action, Decision, Observation, Option
from cardtui.games.tricks.rules import PLAYS, Tricks, following

from ..uniform import pick


def lawful(seen: Observation) -> tuple[Action, ...]:
    """The legal actions that follow colour where that can be done; fewer than all under `revoke=yes` alone."""
    lies = seen.zone("trick").cards
    if not lies:
        return seen.legal
    return tuple([PLAYS[card] for card in following(seen.zone("hand").cards, lies[0])]) or seen.legal


class Uniform:
    """Every card that follows colour with the same probability."""

    def __init__(self, game: Tricks) -> None:
        pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        yield pick(lawful(observation), "any legal card", rng)


class First:
    """The first card, in the order dealt, that follows colour."""

    def __init__(self, game: Tricks) -> None:
        pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        action = lawful(observation)[0]
        yield Decision(action, (Option(action, 1.0, why="the first legal card as dealt"),), "probability")


class RevokingRandom:
    """The document's random (§8.1): a number drawn among the legal cards, used as a place in the whole hand.

    Where the rules do not let it revoke, that is legal random.
    """

    def __init__(self, game: Tricks) -> None:
        pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        places = len(lawful(observation))
        yield pick(observation.legal[:places], f"a place below {places} in the hand as dealt", rng)
