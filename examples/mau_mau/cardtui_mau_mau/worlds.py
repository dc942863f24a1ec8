"""The hidden cards of Mau-Mau, drawn uniformly from those that fit what a seat has seen.

A card lies in a *slot* from the moment it is dealt or shuffled: a place in a hand as dealt, in the stack, or in the
pile that goes under the stack. All slots of one shuffle (the *epoch*; the deal is the first) share a *pool*, a set of
cards that the seat knows: each of the pool's cards lies in one of these slots, in every order equally likely.

The seat knows the slots of its own hand and of what it drew. When another seat lays a card, the card came from one of
that seat's unknown slots of the card's own epoch, and each of them is equally likely; where the card was just drawn,
from the slot drawn last. How many slots there are to choose from does not depend on earlier choices, so choosing one of
them uniformly at each card laid, and putting what is left of each pool in any order into the epoch's other slots, is
uniform over all orders that fit.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from cardtui.core import Card, Observation, Refusal
from cardtui.entries.setups import IMPOSSIBLE

from .cards import DECK, drawn_by


class World(NamedTuple):
    """What is hidden from a seat: the deal, and the order of each shuffle."""

    hands: list[tuple[Card, ...]]
    pile: tuple[Card, ...]
    stack: tuple[Card, ...]
    shuffles: list[tuple[Card, ...]]


class Slot:
    """A place that got its card in one shuffle, and the card once it is known or drawn."""

    __slots__ = ("card", "epoch")

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.card: Card | None = None


class Slots:
    """All slots of a deal, and the cards that lie in them nobody knows where, by epoch."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.pools: list[set[Card]] = []
        self.made: list[list[Slot]] = []

    def shuffle(self, cards: Iterable[Card]) -> list[Slot]:
        """A new epoch, of these cards."""
        pool = set(cards)
        self.pools.append(pool)
        self.made.append([Slot(len(self.pools) - 1) for _ in pool])
        return list(self.made[-1])

    def settle(self, slot: Slot, card: Card) -> None:
        """The slot holds this card. Refusal where it cannot."""
        if slot.card is not None or card not in self.pools[slot.epoch]:
            raise Refusal(f"{IMPOSSIBLE}: a card of its history lay elsewhere")
        self.pools[slot.epoch].remove(card)
        slot.card = card

    def find(self, card: Card, among: list[Slot]) -> Slot:
        """The slot of these that holds the card, or that now does, drawn from all that may. Refusal where none can."""
        for slot in among:
            if slot.card == card:
                return slot
        able = [slot for slot in among if slot.card is None and card in self.pools[slot.epoch]]
        if not able:
            raise Refusal(f"{IMPOSSIBLE}: a seat laid or shows a card that it cannot have held")
        slot = self.rng.choice(able)
        self.settle(slot, card)
        return slot

    def fill(self) -> None:
        """Put what is left of each pool into the epoch's unknown slots, in any order."""
        for pool, made in zip(self.pools, self.made, strict=True):
            left = sorted(pool)
            self.rng.shuffle(left)
            for slot, card in zip([slot for slot in made if slot.card is None], left, strict=True):
                slot.card = card


def sample_world(seen: Observation, rng: Random) -> World:
    """One world, uniformly. Refusal, or an error of looking something up, where the observation contradicts itself."""
    me, opened = seen.seat, seen.history[0].action.cards
    slots, shuffles = Slots(rng), list[list[Slot]]()
    stack = slots.shuffle(card for card in DECK if card not in opened)
    dealt = [_take(stack, _dealt(seen, seat)) for seat in range(len(seen.scores))]
    hands, first_stack, pile = [list(hand) for hand in dealt], list(stack), list(opened)
    for slot, card in zip(dealt[me], sorted(_own(seen)), strict=True):
        slots.settle(slot, card)
    just: tuple[int, Slot] | None = None  # who drew one card right before, and its slot
    for happened in seen.history[1:]:
        seat, (verb, cards, _), gain = happened
        drawn = _take(stack, drawn_by(happened.action)) if seat >= 0 else []
        if verb == "shuffle":
            shuffles.append(slots.shuffle(pile[:-1]))
            stack += shuffles[-1]
            pile = pile[-1:]
        elif verb == "play":
            (card,) = cards
            slot = slots.find(card, [just[1]] if just and just[0] == seat else hands[seat])
            hands[seat].remove(slot)
            pile.append(card)
        for slot, card in zip(drawn, gain, strict=True) if seat == me else ():
            slots.settle(slot, card)
        hands[seat] += drawn
        just = (seat, drawn[0]) if len(drawn) == 1 else None
    for seat, hand in enumerate(hands):
        for card in seen.zone("hand" if seat == me else f"hand {seat}").cards:
            slots.find(card, hand)
    slots.fill()
    return World(
        [_cards(hand) for hand in dealt], opened, _cards(first_stack), [_cards(shuffle) for shuffle in shuffles]
    )


def _take(stack: list[Slot], count: int) -> list[Slot]:
    """The next slots of the stack, which loses them."""
    taken = stack[:count]
    del stack[:count]
    return taken


def _dealt(seen: Observation, seat: int) -> int:
    """How many cards a seat was dealt, from how many it holds now."""
    now = seen.zone("hand" if seat == seen.seat else f"hand {seat}").count
    moves = [happened.action for happened in seen.history if happened.seat == seat]
    return now + sum(len(action.cards) - drawn_by(action) for action in moves)


def _own(seen: Observation) -> set[Card]:
    """The observer's hand as it was dealt."""
    hand = set(seen.zone("hand").cards)
    for happened in reversed(seen.history):
        if happened.seat == seen.seat:
            hand = (hand - set(happened.gain)) | set(happened.action.cards)
    return hand


def _cards(slots: Iterable[Slot]) -> tuple[Card, ...]:
    """What lies in them, once all are filled."""
    return tuple([slot.card for slot in slots if slot.card is not None])
