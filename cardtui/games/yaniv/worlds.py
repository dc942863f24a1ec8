"""Determinization of Yaniv: uniform samples of the worlds that a seat cannot tell apart. Standard library only.

Between two reshuffles (an *epoch*) the stack is a uniform permutation of a publicly known set of cards: all unseen
cards at first, the buried pile after each reshuffle. A card that another seat gained unseen occupies a *slot* of the
epoch in which it was gained. When that seat lays a card that nobody saw it gain, the card came from one of its slots of
the card's own epoch, each equally likely, and the number of such slots does not depend on earlier choices. Therefore
choosing a slot uniformly at each discard, and dealing the remaining cards uniformly to the slots and the stack, samples
uniformly from all worlds.

What all worlds of an observation have in common is a `Plan`. `sample_world` draws one world from it, with the dice of
the rules. `draw_world` draws many quickly: the distribution is the same, but it uses other dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from ...core import Card, Event, Observation, Refusal
from ...entries.spaces import Listed


class World(NamedTuple):
    """The hidden part of a state."""

    hands: tuple[tuple[Card, ...], ...]
    known: tuple[tuple[Card, ...], ...]
    stack: tuple[Card, ...]
    reshuffles: int
    views: tuple[tuple[Event, ...], ...]


class Plan(NamedTuple):
    """What all worlds of an observation have in common.

    A slot is known by its number, a *group* by its index: the unseen cards of one seat that it gained in one epoch.
    """

    steps: tuple[tuple[int, int, Card], ...]
    """In the order of the history: (group, slot, -1) for a slot that is filled, (group, -1, card) for a card of that
    group that is laid, or lies open at the end."""
    groups: tuple[tuple[int, int], ...]
    """The seat and the epoch of each group."""
    gains: tuple[tuple[int, int, Event], ...]
    """The slots that were gained from the stack: slot, the event's index and the event as others saw it."""
    known: tuple[tuple[Card, ...], ...]
    shown: tuple[tuple[Card, ...], ...]
    """The other cards of hands that lie open at the end."""
    pools: tuple[tuple[Card, ...], ...]
    """The cards of each epoch that nobody has shown yet, ascending."""
    public: tuple[Event, ...]
    """The history as a seat that never gained a card from the stack would see it."""


def plan(deck: tuple[Card, ...], seats: int, seen: Observation) -> Plan:
    """Return what all worlds of an observation have in common. Raises Refusal if the observation contradicts itself."""
    me, epoch, pile = seen.seat, 0, list[Card]()
    top: tuple[Card, ...] = ()
    zones = [seen.zone("hand" if seat == me else f"hand {seat}") for seat in range(seats)]
    epoch_of, hidden = dict.fromkeys(deck, 0), set(deck) - first_hand(seen)
    known: list[list[Card]] = [[] for _ in range(seats)]
    groups, size = dict[tuple[int, int], int](), Counter[int]()
    steps, gains, public = list[tuple[int, int, Card]](), list[tuple[int, int, Event]](), list[Event]()
    slots = 0

    def fill(seat: int) -> None:
        nonlocal slots
        group = groups.setdefault((seat, epoch), len(groups))
        size[group] += 1
        steps.append((group, slots, -1))
        slots += 1

    def reveal(seat: int, card: Card) -> None:
        group = groups.get((seat, epoch_of[card]), -1)
        if group < 0 or not size[group] or card not in hidden:
            raise Refusal(f"seat {seat} cannot have held card {card}")
        size[group] -= 1
        steps.append((group, -1, card))
        hidden.discard(card)

    for seat in range(seats):
        for _ in range(first_count(zones[seat].count, seat, seen) if seat != me else 0):
            fill(seat)
    for index, event in enumerate(seen.history):
        seat, action = event.seat, event.action
        public.append(event._replace(gain=()) if action.to == "stack" else event)
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
            pile += [card for card in top if action.to == "stack" or card not in event.gain]
            top = action.cards
            if action.to != "stack":
                known[seat] += event.gain
            elif seat == me:
                hidden -= set(event.gain)
            else:
                gains.append((slots, index, public[-1]))
                fill(seat)
    shown = [
        [card for card in zone.cards if card not in known[seat]] if seat != me and len(zone.cards) == zone.count else []
        for seat, zone in enumerate(zones)
    ]
    for seat, cards in enumerate(shown):
        for card in cards:
            reveal(seat, card)
    pools = [tuple(sorted(card for card in hidden if epoch_of[card] == number)) for number in range(epoch + 1)]
    for number, pool in enumerate(pools):
        if sum(size[group] for (_, when), group in groups.items() if when == number) > len(pool):
            raise Refusal("the observation leaves too few cards for the hands")
    return Plan(
        tuple(steps),
        tuple(groups),
        tuple(gains),
        tuple(map(tuple, known)),
        tuple(map(tuple, shown)),
        tuple(pools),
        tuple(public),
    )


def sample_world(deck: tuple[Card, ...], seats: int, seen: Observation, rng: Random) -> World:
    """Return a world drawn uniformly. Raises Refusal if the observation contradicts itself."""
    common, card_of = plan(deck, seats, seen), dict[int, Card]()
    unfilled: list[list[int]] = [[] for _ in common.groups]
    for group, slot, card in common.steps:
        if slot >= 0:
            unfilled[group].append(slot)
        else:
            card_of[unfilled[group].pop(rng.randrange(len(unfilled[group])))] = card
    stacks = list(map(list, common.pools))
    for stack in stacks:
        rng.shuffle(stack)
    for (_, epoch), mates in sorted(zip(common.groups, unfilled, strict=True)):  # seat by seat
        for slot in mates:
            card_of[slot] = stacks[epoch].pop()
    return _world(common, seen, card_of, unfilled, stacks[-1])


def draw_world(common: Plan, seen: Observation, rng: Random) -> World:
    """Return a world drawn uniformly, faster than `sample_world` does."""
    card_of, rolled = dict[int, Card](), rng.random
    unfilled: list[list[int]] = [[] for _ in common.groups]
    for group, slot, card in common.steps:
        mates = unfilled[group]
        if slot >= 0:
            mates.append(slot)
            continue
        place = int(rolled() * len(mates))
        mates[place], mates[-1] = mates[-1], mates[place]
        card_of[mates.pop()] = card
    # sorting by random keys takes a third of the time of `shuffle`
    stacks = [sorted(pool, key=lambda card: rolled()) for pool in common.pools]
    for (_, epoch), mates in zip(common.groups, unfilled, strict=True):
        for slot in mates:
            card_of[slot] = stacks[epoch].pop()
    return _world(common, seen, card_of, unfilled, stacks[-1])


def _world(
    common: Plan, seen: Observation, card_of: Mapping[int, Card], unfilled: Sequence[Sequence[int]], stack: list[Card]
) -> World:
    """Return the world with these cards in the slots; `unfilled` are the slots of each group that are still held."""
    hands = [[*known, *shown] for known, shown in zip(common.known, common.shown, strict=True)]
    for (seat, _), mates in zip(common.groups, unfilled, strict=True):
        hands[seat] += [card_of[slot] for slot in mates]
    hands = [sorted(cards) for cards in hands]
    hands[seen.seat] = list(seen.zone("hand").cards)
    views = [list(common.public) for _ in hands]
    for slot, index, event in common.gains:
        views[event.seat][index] = Event(event.seat, event.action, (card_of[slot],))
    return World(
        tuple(map(tuple, hands)),
        common.known,
        tuple(stack),
        len(common.pools) - 1,
        tuple([seen.history if seat == seen.seat else tuple(view) for seat, view in enumerate(views)]),
    )


def chances(game: Listed[Any], seen: Observation) -> dict[int, dict[Card, float]]:
    """Return, for each other seat, the exact probability that it holds each card not seen to lie elsewhere.

    Of the cards of an epoch that nobody has shown, each is equally likely to lie in any slot of that epoch.
    """
    common, others = plan(game.deck, game.seats, seen), [seat for seat in range(game.seats) if seat != seen.seat]
    slots = [0] * len(common.groups)
    for group, slot, _ in common.steps:
        slots[group] += 1 if slot >= 0 else -1
    free = dict(zip(common.groups, slots, strict=True))
    found = {
        seat: {card: float(card in common.known[seat]) for s in others for card in common.known[s]} for seat in others
    }
    for epoch, pool in enumerate(common.pools):
        for seat in others:
            found[seat] |= dict.fromkeys(pool, free.get((seat, epoch), 0) / max(1, len(pool)))
    return {seat: dict(sorted(held.items())) for seat, held in found.items()}


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
