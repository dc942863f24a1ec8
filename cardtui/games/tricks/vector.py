"""Tricks as a vector environment: many deals stepped at once by the kernel.

Both hands are open in this game. A card that is in neither hand and is not led has been played in this half.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...batches import Buffers, Deals, Feature, Ints, Vector, begin_step, finish, laid_out, next_episode
from ...core import Observation
from ...kernels import RandomState, borrow
from .kernel import DEALT, FIRST, HALF, HANDS, LED, OVER, SEAT, SIZE, TAKEN, apply, deal, legal, pack, returns, rules_of
from .rules import NAMES, State, Tricks


def features_of(cards: int) -> tuple[Feature, ...]:
    """Return the features for a deck of this many cards."""
    return laid_out(
        ("hand", (cards,), "the own cards, in the order of the actions"),
        ("other", (cards,), "the other seat's cards"),
        ("led", (cards,), "the card led to this trick"),
        ("second half", (1,), "whether the hands have been exchanged"),
        ("taken", (2, 2), "tricks taken in the first and in the second half, by the observer and by the other seat"),
    )


@borrow
def show(state: Ints, deck: Ints, place: int, out: Buffers) -> None:
    """Write the observation, the mask and the seat of a deal. `deck`: the cards by number, int64 (cards,)."""
    seat, size, row, mask = state[SEAT], len(deck), out.observations[place], out.masks[place]
    hand, other, may = state[HANDS + seat], state[HANDS + 1 - seat], legal(state)
    for number in range(size):
        card = deck[number]
        row[number], row[size + number] = hand >> card & 1, other >> card & 1
        row[2 * size + number] = card == state[LED]
        mask[number] = may >> card & 1
    row[3 * size] = state[HALF]
    for half in range(2):
        row[3 * size + 1 + 2 * half] = state[TAKEN + 2 * half + seat]
        row[3 * size + 2 + 2 * half] = state[TAKEN + 2 * half + 1 - seat]
    out.seats[place] = seat


@borrow
def step(
    deals: Deals, actions: Ints, rules: Ints, deck: Ints, rng: RandomState, gained: NDArray[np.float64], out: Buffers
) -> None:
    """Step all deals, see `Vector.step`."""
    for place in range(len(actions)):
        state, action = deals.states[place], actions[place]
        begin_step(place, out)
        if action >= 0:
            apply(state, deck[action])
            if state[OVER]:
                returns(state, gained)
                finish(place, gained, out)
        if action < 0 or state[OVER]:
            first = next_episode(deals, place, 2, rng)
            deal(state, rules, first, rng)
        show(state, deck, place, out)


def vector(game: Tricks) -> Vector:
    """Return the vector environment of these rules."""
    rules, deck = rules_of(game), np.array(game.deck, np.int64)
    rng, gained = np.zeros(1, np.uint64), np.zeros(2)

    def play(deals: Deals, actions: Ints, out: Buffers) -> None:
        step(deals, actions, rules, deck, rng, gained, out)

    def packed(seen: Observation) -> Ints:
        return pack(game, state_of(seen))

    return Vector(
        features_of(len(deck)), np.int8, SIZE, play, packed, lambda state, out: show(state, deck, 0, out), deal_of
    )


def state_of(seen: Observation) -> State:
    """Return the only state that fits an observation, which shows everything. The observation is not checked."""
    one, two, trick, played = (zone.cards for zone in seen.zones)
    facts = seen.facts
    return State(
        hands=(one, two),
        led=trick[0] if trick else None,
        seat=facts["to_move"],
        turn=seen.turn,
        taken=tuple(map(tuple, facts["taken"])),
        played=played,
        history=seen.history,
        first=facts["first"],
        scores=seen.scores,
    )


def deal_of(state: Ints) -> dict[str, Any]:
    """Return the deal from which the rules would start in a state before the first action (§2).

    The kernel does not keep the order in which the cards were dealt, which `first` plays by. So the cards are shuffled,
    always in the same way for the same hands.
    """
    hands = [[name for card, name in NAMES.items() if state[DEALT + hand] >> card & 1] for hand in range(2)]
    rng = Random(f"{hands}")
    for hand in hands:
        rng.shuffle(hand)
    return {"hands": hands, "first": int(state[FIRST]), "scores": [0.0, 0.0]}
