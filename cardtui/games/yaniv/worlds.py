"""Determinization of Yaniv: uniform samples of the worlds that a seat cannot tell apart. Standard library only.

Between two reshuffles (an *epoch*) the stack is a uniform permutation of a publicly known set of cards: all unseen
cards at first, the buried pile after each reshuffle. A card that another seat gained unseen occupies a *slot* of the
epoch in which it was gained. When that seat lays a card that nobody saw it gain, the card came from one of its slots of
the card's own epoch, each equally likely, and the number of such slots does not depend on earlier choices. Therefore
choosing a slot uniformly at each discard, and dealing the remaining cards uniformly to the slots and the stack, samples
uniformly from all worlds.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from ...core import Card, Event, Observation, Refusal


class Slot:
    """An unseen card in a seat's hand: the epoch in which it was gained, and the card once it is sampled."""

    __slots__ = ("card", "epoch")

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.card: Card | None = None


class World(NamedTuple):
    """The hidden part of a state."""

    hands: tuple[tuple[Card, ...], ...]
    known: tuple[tuple[Card, ...], ...]
    stack: tuple[Card, ...]
    reshuffles: int
    views: tuple[tuple[Event, ...], ...]


def sample_world(deck: tuple[Card, ...], seats: int, seen: Observation, rng: Random) -> World:
    """Return a world drawn uniformly. Raises Refusal if the observation contradicts itself."""
    me = seen.seat
    zones = [seen.zone("hand" if seat == me else f"hand {seat}") for seat in range(seats)]
    mine = first_hand(seen)
    epoch_of = dict.fromkeys(deck, 0)
    hidden = set(deck) - mine
    slots = [[Slot(0) for _ in range(first_count(zones[seat].count, seat, seen))] for seat in range(seats)]
    slots[me] = []
    known: list[list[Card]] = [[] for _ in range(seats)]
    pile: list[Card] = []
    top: tuple[Card, ...] = ()
    epoch = 0
    gains: list[Slot | None] = []

    def reveal(seat: int, card: Card) -> None:
        mates = [slot for slot in slots[seat] if slot.card is None and slot.epoch == epoch_of[card]]
        if not mates or card not in hidden:
            raise Refusal(f"seat {seat} cannot have held card {card}")
        slot = rng.choice(mates)
        slot.card = card
        hidden.discard(card)

    for event in seen.history:
        gained = None
        seat, action = event.seat, event.action
        if action.verb == "open":
            top = action.cards
            hidden -= set(top)
        elif action.verb == "reshuffle":
            epoch += 1
            epoch_of.update(dict.fromkeys(pile, epoch))
            hidden |= set(pile)
            pile = []
        elif action.verb == "discard":
            for card in action.cards:
                if card in known[seat]:
                    known[seat].remove(card)
                elif seat != me:
                    reveal(seat, card)
                    slots[seat] = [slot for slot in slots[seat] if slot.card != card]
            pile += [card for card in top if action.to == "stack" or card not in event.gain]
            top = action.cards
            if action.to != "stack":
                known[seat] += event.gain
            elif seat == me:
                hidden -= set(event.gain)
            else:
                gained = Slot(epoch)
                slots[seat].append(gained)
        gains.append(gained)

    for seat in range(seats):
        if seat != me and len(zones[seat].cards) == zones[seat].count:  # the hands are open
            for card in zones[seat].cards:
                if card not in known[seat]:
                    reveal(seat, card)
    stack: list[Card] = []
    for number in range(epoch + 1):
        pool = sorted(card for card in hidden if epoch_of[card] == number)
        rng.shuffle(pool)
        for slot in (slot for row in slots for slot in row if slot.card is None and slot.epoch == number):
            if not pool:
                raise Refusal("the observation leaves too few cards for the hands")
            slot.card = pool.pop()
        stack = pool
    return World(
        tuple(
            zones[me].cards if seat == me else tuple(sorted([*known[seat], *(_card(s) for s in slots[seat])]))
            for seat in range(seats)
        ),
        tuple(map(tuple, known)),
        tuple(stack),
        epoch,
        tuple(_view(seat, me, seen.history, gains) for seat in range(seats)),
    )


def first_hand(seen: Observation) -> set[Card]:
    """Return the observer's hand before the first event."""
    hand = set(seen.zone("hand").cards)
    for event in reversed(seen.history):
        if event.seat == seen.seat:
            hand = (hand - set(event.gain)) | set(event.action.cards)
    return hand


def first_count(count: int, seat: int, seen: Observation) -> int:
    """Return the number of cards of a seat before the first event, given the number it holds now."""
    moves = [event.action for event in seen.history if event.seat == seat and event.action.verb == "discard"]
    return count + sum(len(action.cards) - 1 for action in moves)


def _view(seat: int, me: int, history: tuple[Event, ...], gains: list[Slot | None]) -> tuple[Event, ...]:
    """Return the history as `seat` saw it in this world."""
    if seat == me:
        return history
    view = []
    for event, slot in zip(history, gains, strict=True):
        if event.action.to != "stack":
            view.append(event)
        elif event.seat == seat and slot is not None:
            view.append(event._replace(gain=(_card(slot),)))
        else:
            view.append(event._replace(gain=()))
    return tuple(view)


def _card(slot: Slot) -> Card:
    assert slot.card is not None
    return slot.card
