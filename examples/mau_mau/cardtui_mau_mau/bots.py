"""Bots for Mau-Mau."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from cardtui.core import Action, Card, Decision, Observation, Option

from .cards import EIGHT, JACK, POINTS, SEVEN, SUIT_NAMES, rank, suit
from .rules import MauMau

NEAR = 2
"""A seat with so few cards is about to win."""


class Greedy:
    """Lays a card whenever one fits: sevens and eights once somebody is near the end, jacks last."""

    def __init__(self, game: MauMau) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer: the best cards, each equally likely."""
        hand = observation.zone("hand").cards
        worth = {action: self.worth(action, hand, observation) for action in observation.legal}
        best = max(value for value, _ in worth.values())
        chosen = [action for action, (value, _) in worth.items() if value == best]
        options = tuple(Option(action, 1 / len(chosen), why=worth[action][1]) for action in chosen)
        yield Decision(rng.choice(chosen), options, "probability")

    def worth(self, action: Action, hand: tuple[Card, ...], seen: Observation) -> tuple[float, str]:
        """How good an action looks, and why; negative where it lays no card."""
        if action.verb != "play":
            return -1.0, "nothing fits"
        (card,) = action.cards
        suits = Counter(suit(other) for other in hand if other != card and rank(other) != JACK)
        if rank(card) == JACK:
            wish = f"the jack last; wishes {SUIT_NAMES[action.to]}" if action.to else "the last card"
            return suits[action.to] / 100, wish
        near = min(zone.count for zone in seen.hands if zone.name != "hand") <= NEAR
        if near and rank(card) in (SEVEN, EIGHT):
            return 100.0 + suits[suit(card)], "somebody is near the end"
        if self.game.points:
            return 1.0 + POINTS[rank(card)], "the card that counts most"
        return 1.0 + suits[suit(card)], f"most of {SUIT_NAMES[suit(card)]} are left to go on with"
