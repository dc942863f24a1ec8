"""The document's hand-written players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from cardtui.core import Action, Card, Decision, Observation, Option
from cardtui.games.yaniv.cards import FACES, NUMBER
from cardtui.games.yaniv.rules import YANIV, Yaniv, laying

CALL = Decision(YANIV, (Option(YANIV, 1.0, why="calls whenever it can"),), "probability")


class Greedy:
    """GreedyRandomPlayer: lays the highest set, else the highest card; takes the pile's top with probability `p`."""

    def __init__(self, game: Yaniv, p: float) -> None:
        self.game = game
        self.p = p

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with at most two options, one for each take."""
        if observation.legal[0] == YANIV:
            yield CALL
            return
        groups = _groups(observation.zones[observation.seat].cards)
        multiples = [number for number, cards in groups.items() if len(cards) > 1]
        number = max(multiples or groups)
        options = _greedy(groups[number], self.p)
        yield Decision(options[0 if rng.random() < self.p else -1].action, options, "probability")


class SemiRandom:
    """SemiRandomPlayer: lays a random number, and takes the pile's top if it is lower."""

    def __init__(self, game: Yaniv) -> None:
        self.pile = game.seats  # index of the pile's zone, after the hands

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with one option per number in hand."""
        legal, zones = observation.legal, observation.zones
        if legal[0] == YANIV:
            yield CALL
            return
        top = zones[self.pile].cards
        end, low = "a", NUMBER[top[-1]]
        if legal[-1].to == "b":  # two ends: a is the first card
            first = NUMBER[top[0]]
            end, low = ("b", low) if low < first else ("a", first)
        groups = _groups(zones[observation.seat].cards)
        share = 1.0 / len(groups)
        options = tuple([_semirandom(cards, end, low, share) for cards in groups.values()])
        yield Decision(options[int(rng.random() * len(options))].action, options, "probability")


def _groups(hand: tuple[Card, ...]) -> dict[int, tuple[Card, ...]]:
    """Return the cards of each number held."""
    groups: dict[int, tuple[Card, ...]] = {}
    for card in hand:
        number = NUMBER[card]
        groups[number] = (*groups[number], card) if number in groups else (card,)
    return groups


@cache
def _greedy(laid: tuple[Card, ...], p: float) -> tuple[Option, ...]:
    """Return the options to take from the pile (probability `p`) or the stack, without those of probability 0."""
    stack, pile = laying(laid)
    why = f"highest {'set' if len(laid) > 1 else 'card'}: {_name(NUMBER[laid[0]])}"
    options = (
        Option(pile, p, why=f"{why}; pile with p={p:g}"),
        Option(stack, 1 - p, why=f"{why}; stack with p={1 - p:g}"),
    )
    return tuple([option for option in options if option.probability > 0])


@cache
def _semirandom(laid: tuple[Card, ...], end: str, low: int, share: float) -> Option:
    """Return the option of one of the numbers held, if `low` can be taken at end `end` of the pile."""
    number = NUMBER[laid[0]]
    lower = low < number
    why = f"random number {_name(number)}; pile's {_name(low)} is {'lower' if lower else 'not lower'}"
    return Option(Action("discard", laid, end if lower else "stack"), share, why=why)


def _name(number: int) -> str:
    return FACES[number - 1] if number else "joker"
