"""The document's hand-written players, and the uniform one."""

from __future__ import annotations

from collections.abc import Iterator
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
        hand = observation.zones[observation.seat].cards
        numbers = [NUMBER[card] for card in hand]
        sets = [number for number in numbers if numbers.count(number) > 1]
        number = max(sets or numbers)
        why = f"{'highest set' if sets else 'highest card'}: {_name(number)}"
        laid = _all_of(hand, number)
        p = self.p
        options = []
        if p > 0:
            options.append(Option(Action("discard", laid, "a"), p, why=f"{why}; pile with p={p:g}"))
        if p < 1:
            options.append(Option(Action("discard", laid, "stack"), 1 - p, why=f"{why}; stack with p={1 - p:g}"))
        chosen = options[0] if rng.random() < p else options[-1]
        yield Decision(chosen.action, tuple(options), "probability")


class SemiRandom:
    """SemiRandomPlayer: lays a random number, and looks at the pile's top."""

    def __init__(self, game: Yaniv) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer: one option per number in hand."""
        if observation.legal[0] == YANIV:
            yield CALL
            return
        hand = observation.zones[observation.seat].cards
        top = observation.zone("pile").cards
        ends = any(action.to == "b" for action in observation.legal)
        takable = {"a": NUMBER[top[0]], "b": NUMBER[top[-1]]} if ends else {"a": NUMBER[top[-1]]}
        end = min(takable, key=lambda name: takable[name])
        low = takable[end]
        numbers = list(dict.fromkeys([NUMBER[card] for card in hand]))
        share = 1.0 / len(numbers)
        options = []
        for number in numbers:
            lower = low < number
            why = f"random number {_name(number)}; pile's {_name(low)} is {'lower' if lower else 'not lower'}"
            options.append(Option(Action("discard", _all_of(hand, number), end if lower else "stack"), share, why=why))
        yield Decision(options[int(rng.random() * len(options))].action, tuple(options), "probability")


def _all_of(hand: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    return tuple([card for card in hand if NUMBER[card] == number])


def _name(number: int) -> str:
    return FACES[number - 1] if number else "joker"
