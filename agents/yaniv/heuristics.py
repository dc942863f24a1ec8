"""The document's hand-written players, and the uniform one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from cardtui.core import Action, Card, Decision, Observation, Option
from cardtui.games.yaniv.cards import FACES, NUMBER
from cardtui.games.yaniv.rules import YANIV, Yaniv

CALL = Decision(YANIV, (Option(YANIV, 1.0, why="calls whenever it can"),), "probability")


class Uniform:
    """Every legal action with the same probability."""

    def __init__(self, game: Yaniv) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        legal = observation.legal
        share = 1.0 / len(legal)
        options = tuple([Option(action, share, why="any legal action") for action in legal])
        yield Decision(legal[int(rng.random() * len(legal))], options, "probability")


class Greedy:
    """GreedyRandomPlayer: sheds the most it can of one number, takes the pile's top with probability `p`."""

    def __init__(self, game: Yaniv, p: float) -> None:
        self.game = game
        self.p = p

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer: at most two options, one a take."""
        if observation.legal[0] == YANIV:
            yield CALL
            return
        groups = _groups(observation.zones[observation.seat].cards)
        multiples = [number for number, cards in groups.items() if len(cards) > 1]
        number = max(multiples or groups)
        p, laid = self.p, groups[number]
        whys = _greedy(number, bool(multiples), p)
        options = []
        if p > 0:
            options.append(Option(Action("discard", laid, "a"), p, None, None, None, whys[0]))
        if p < 1:
            options.append(Option(Action("discard", laid, "stack"), 1 - p, None, None, None, whys[1]))
        chosen = options[0] if rng.random() < p else options[-1]
        yield Decision(chosen.action, tuple(options), "probability")


class SemiRandom:
    """SemiRandomPlayer: lays a random number, and looks at the pile's top."""

    def __init__(self, game: Yaniv) -> None:
        self.pile = game.seats  # the zone after the hands

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer: one option per number in hand."""
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
        options = tuple(
            [
                Option(
                    Action("discard", cards, end if low < number else "stack"),
                    share,
                    None,
                    None,
                    None,
                    _semirandom(number, low),
                )
                for number, cards in groups.items()
            ]
        )
        yield Decision(options[int(rng.random() * len(options))].action, options, "probability")


def _groups(hand: tuple[Card, ...]) -> dict[int, tuple[Card, ...]]:
    """The cards of each number held."""
    groups: dict[int, tuple[Card, ...]] = {}
    for card in hand:
        number = NUMBER[card]
        groups[number] = (*groups[number], card) if number in groups else (card,)
    return groups


@cache
def _greedy(number: int, several: bool, p: float) -> tuple[str, str]:
    why = f"highest {'set' if several else 'card'}: {_name(number)}"
    return f"{why}; pile with p={p:g}", f"{why}; stack with p={1 - p:g}"


@cache
def _semirandom(number: int, low: int) -> str:
    return f"random number {_name(number)}; pile's {_name(low)} is {'lower' if low < number else 'not lower'}"


def _name(number: int) -> str:
    return FACES[number - 1] if number else "joker"
