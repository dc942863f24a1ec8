"""Many worlds of one observation of Yaniv, drawn quickly: what they share is worked out once. Standard library only.

They are as likely as those of `worlds.sample_world`, which tells why; the dice are others.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ...core import Card, Event, Observation, Refusal
from .worlds import World, first_count, first_hand

if TYPE_CHECKING:
    from .rules import Yaniv


class Plan(NamedTuple):
    """What all worlds of an observation have in common, to draw many of them quickly.

    A slot is known by its number, a *group* by its index: the unseen cards of one seat that it gained in one epoch.
    """

    steps: tuple[tuple[int, int, Card], ...]
    """In the order of the history: (group, slot, -1) for a slot that is filled, (group, -1, card) for a card of that
    group that is laid."""
    groups: tuple[tuple[int, int], ...]
    """The seat and the epoch of each group."""
    gains: tuple[tuple[int, int, Event], ...]
    """The slots that were gained from the stack: slot, the event's index and the event as others saw it."""
    known: tuple[tuple[Card, ...], ...]
    pools: tuple[tuple[Card, ...], ...]
    """The cards of each epoch that nobody has shown yet, ascending."""
    public: tuple[Event, ...]
    """The history as a seat would see it that never gained a card from the stack."""


def plan(deck: tuple[Card, ...], seats: int, seen: Observation) -> Plan:
    """Return what is common to all worlds of an observation whose hands are not open.

    Raises Refusal if the observation contradicts itself.
    """
    me, epoch, pile = seen.seat, 0, list[Card]()
    top: tuple[Card, ...] = ()
    zones = [seen.zone("hand" if seat == me else f"hand {seat}") for seat in range(seats)]
    epoch_of, hidden = dict.fromkeys(deck, 0), set(deck) - first_hand(seen)
    known: list[list[Card]] = [[] for _ in range(seats)]
    groups, size = dict[tuple[int, int], int](), list[int]()
    steps, gains, public = list[tuple[int, int, Card]](), list[tuple[int, int, Event]](), list[Event]()
    slots = 0

    def fill(seat: int) -> None:
        nonlocal slots
        group = groups.setdefault((seat, epoch), len(groups))
        size[group : group + 1] = [size[group] + 1 if group < len(size) else 1]
        steps.append((group, slots, -1))
        slots += 1

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
                    group = groups.get((seat, epoch_of[card]), -1)
                    if group < 0 or not size[group] or card not in hidden:
                        raise Refusal(f"seat {seat} cannot have held card {card}")
                    size[group] -= 1
                    steps.append((group, -1, card))
                    hidden.discard(card)
            pile += [card for card in top if action.to == "stack" or card not in event.gain]
            top = action.cards
            if action.to != "stack":
                known[seat] += event.gain
            elif seat == me:
                hidden -= set(event.gain)
            else:
                gains.append((slots, index, public[-1]))
                fill(seat)
    pools = [tuple(sorted(card for card in hidden if epoch_of[card] == number)) for number in range(epoch + 1)]
    for number, pool in enumerate(pools):
        if sum(size[group] for (_, when), group in groups.items() if when == number) > len(pool):
            raise Refusal("the observation leaves too few cards for the hands")
    return Plan(tuple(steps), tuple(groups), tuple(gains), tuple(map(tuple, known)), tuple(pools), tuple(public))


def chances(game: Yaniv, seen: Observation) -> dict[int, dict[Card, float]]:
    """Return, by the other seats, the exact probability that each holds each card not seen to lie elsewhere.

    Of the cards of an epoch that nobody has shown, each is as likely to lie in any slot of that epoch.
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


def draw_world(common: Plan, seen: Observation, rng: Random) -> World:
    """Return a world drawn uniformly, as `sample_world` does, but with other dice."""
    steps, groups, gains, known, pools, public = common
    me, card_of, rolled = seen.seat, dict[int, Card](), rng.random
    unfilled: list[list[int]] = [[] for _ in groups]
    for group, slot, card in steps:
        mates = unfilled[group]
        if slot >= 0:
            mates.append(slot)
            continue
        place = int(rolled() * len(mates))
        mates[place], mates[-1] = mates[-1], mates[place]
        card_of[mates.pop()] = card
    stacks = [sorted(pool, key=lambda card: rolled()) for pool in pools]  # in a third of the time of `shuffle`
    hands = [list(cards) for cards in known]
    for (seat, epoch), mates in zip(groups, unfilled, strict=True):
        pool = stacks[epoch]
        for slot in mates:
            card_of[slot] = card = pool.pop()
            hands[seat].append(card)
    hands[me] = list(seen.zone("hand").cards)
    views = [list(public) for _ in hands]
    for slot, index, event in gains:
        views[event.seat][index] = Event(event.seat, event.action, (card_of[slot],))
    return World(
        tuple([tuple(sorted(cards)) for cards in hands]),
        known,
        tuple(stacks[-1]),
        len(pools) - 1,
        tuple([seen.history if seat == me else tuple(view) for seat, view in enumerate(views)]),
    )
