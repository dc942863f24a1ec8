"""Harel, the document's tabular Q-learner, and harel-best: one table lookup per decision."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from pathlib import Path
from random import Random

from cardtui.core import Action, Card, Decision, Observation, Option, Refusal
from cardtui.games.yaniv.cards import NUMBER
from cardtui.games.yaniv.policy import rests_on
from cardtui.games.yaniv.q_table import ARRAYS, FEATURES, SLOTS, state_index
from cardtui.games.yaniv.rules import YANIV, Yaniv, laying, new
from cardtui.games.yaniv.rulesets import NUMBERS, OPTIONS
from cardtui.models import digest, load_arrays

NO_ERRORS, NO_REASONS = (None,) * SLOTS, ("",) * SLOTS
"""A table gives its options neither a standard error nor a reason in words; None or empty for each slot."""


class Harel:
    """Plays the slot with the highest Q value in the state. `folder` contains its weights.

    Raises Refusal under rules that change the meaning of its table, or if the weights are not for this bot.
    """

    def __init__(self, game: Yaniv, folder: Path) -> None:
        odd = [f"{key}={game.options[key]}" for key in NUMBERS if game.options[key] != OPTIONS[key].default]
        if odd:
            raise Refusal(f"harel knows the numbers of the paper game alone and cannot play with {', '.join(odd)}")
        arrays, card = load_arrays(folder, "yaniv", digest(FEATURES), digest(rules_text()), ARRAYS, {"unit": str})
        self.seats = game.seats
        self.values = arrays["q"].reshape(-1).data
        self.visits = arrays["visits"].reshape(-1).data
        self.rests = rests_on(arrays["visits"], folder, card).reshape(-1).data
        self.unit: str = card["unit"]

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision. The visits of an option are those that its value rests on, mostly the last few."""
        zones = observation.zones
        hand = zones[observation.seat].cards
        numbers = [NUMBER[card] for card in hand]
        at = state_index(numbers, NUMBER[zones[self.seats].cards[-1]]) * SLOTS
        values, rests = self.values[at : at + SLOTS].tolist(), self.rests[at : at + SLOTS].tolist()
        actions = slot_actions(hand, numbers)
        first = 0 if observation.legal[0] == YANIV else 1
        best = max(range(len(actions) - 1, first - 1, -1), key=values.__getitem__)
        chances = [0.0] * len(actions)
        chances[best] = 1.0
        options = tuple(
            map(new, repeat(Option), zip(actions, chances, values, NO_ERRORS, rests, NO_REASONS, strict=False))
        )
        note = f"this Q rests on its last {rests[best]:,} visits of {self.visits[at + best]:,}"
        yield Decision(actions[best], options[first:], self.unit, note)


def slot_actions(hand: tuple[Card, ...], numbers: list[int]) -> list[Action]:
    """Return the actions of the slots of q_table.py, in order, for a hand and its numbers, both ascending."""
    actions = [YANIV]
    start = 0
    for end in range(1, len(hand) + 1):
        if end == len(hand) or numbers[end] != numbers[start]:
            actions += laying(hand[start:end])
            start = end
    return actions


def rules_text() -> str:
    """Return the rules that a table is trained for; the card stores its hash."""
    return "yaniv " + " ".join(f"{key}={OPTIONS[key].default}" for key in NUMBERS)
