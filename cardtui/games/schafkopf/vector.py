"""Schafkopf as a vector environment: many deals stepped at once by the kernel.

The features are the flat vector of the networks (features.py) and what it leaves out: all bids, the partner as soon as
the seat knows it, and the number of knocks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...batches import Buffers, Deals, Ints, Vector, begin_step, finish, laid_out, next_episode
from ...core import Action
from ...kernels import RandomState, borrow, lowest
from .cards import CONTRACTS, LONG
from .cards import NAMES as CARD_NAMES
from .features import FLAT, GAMES, STAGES, flat
from .kernel import (
    ACE,
    BIDS,
    CALLED,
    DEALT,
    DECLARER,
    FIRST,
    HANDS,
    IS_OVER,
    KNOCKS,
    ORDER,
    PASSED,
    PHASE,
    SEAT,
    SIDE,
    SIZE,
    apply,
    deal,
    encode,
    legal,
    rules_of,
)
from .kernel_cards import CARD, NAMES
from .kernel_settlement import returns
from .kernel_worlds import view
from .rules import SEATS, Schafkopf

BIDDING = 1 + len(CONTRACTS)
BIDS_AT, PARTNER_AT = FLAT, FLAT + SEATS * BIDDING
KNOCKS_AT = PARTNER_AT + SEATS
WIDTH = KNOCKS_AT + 1
FEATURES = laid_out(
    ("stage", (STAGES,), "knocking or bidding, contra, retour, then the eight tricks"),
    ("contract", (1 + len(GAMES),), f"none or another, {', '.join(GAMES)}; Tout as without"),
    ("declarer", (SEATS,), "seats counted from the observer, here and below"),
    ("contra", (SEATS,), "who said it"),
    ("retour", (SEATS,), "the declarer, once his side has said it"),
    ("forehand", (SEATS,), "who bids and leads first"),
    ("points", (SEATS,), "card points taken by each seat, / 120"),
    ("hand", (len(LONG),), "the own cards"),
    ("played", (SEATS, len(LONG)), "the cards that each seat has played"),
    ("trick", (SEATS, len(LONG) + SEATS), "the cards of the trick in the order played, each with its seat"),
    ("bids", (SEATS, BIDDING), f"the last bid of each seat: passed, {', '.join(NAMES)}"),
    ("partner", (SEATS,), "the called ace's holder, if the observer is it or the ace has become free"),
    ("knocks", (1,), "number of seats that knocked, / 4"),
)


@borrow
def observe(state: Ints, row: NDArray[np.float32]) -> None:
    """Write what the seat to act sees to `row`, float32 (WIDTH,)."""
    seat = state[SEAT]
    flat(state, seat, row)
    for step in range(SEATS):
        bid = state[BIDS + (seat + step & 3)]
        if bid >= PASSED:
            row[BIDS_AT + step * BIDDING + bid + 1] = 1
    partner = state[SIDE] & ~(1 << state[DECLARER]) if state[CALLED] else 0
    if partner and (state[ACE] == 0 or partner >> seat & 1):
        row[PARTNER_AT + (lowest(partner) - seat & 3)] = 1
    row[KNOCKS_AT] = state[KNOCKS] / SEATS


@borrow
def show(state: Ints, numbers: Ints, place: int, out: Buffers) -> None:
    """Write the observation, the mask and the seat of a deal.

    numbers: the number of each action, indexed by the order of the cards and the kernel's code, int64 (orders, 64).
    """
    observe(state, out.observations[place])
    mask, order = out.masks[place], state[ORDER]
    mask[:] = False
    codes = legal(state)
    while codes:
        mask[numbers[order, lowest(codes)]] = True
        codes &= codes - 1
    out.seats[place] = state[SEAT]


@borrow
def step(
    deals: Deals,
    actions: Ints,
    rules: Ints,
    codes: Ints,
    numbers: Ints,
    rng: RandomState,
    gained: NDArray[np.float64],
    out: Buffers,
) -> None:
    """Step all deals, see `Vector.step`. `codes`, int64 (actions, orders): the kernel's codes of the actions."""
    for place in range(len(actions)):
        state, action = deals.states[place], actions[place]
        begin_step(place, out)
        if action >= 0:
            apply(state, codes[action, state[ORDER]])
            if state[PHASE] == IS_OVER:
                returns(state, gained)
                finish(place, gained, out)
        if action < 0 or state[PHASE] == IS_OVER:
            first = next_episode(deals, place, SEATS, rng)
            deal(state, rules, first, rng)
        show(state, numbers, place, out)


def codes_of(actions: Iterable[Action]) -> Ints:
    """Return the kernel's code of each action under each order of the cards: int64 (actions, orders)."""
    return np.array([[encode(action, order) for order in range(len(CARD))] for action in actions], np.int64)


def vector(game: Schafkopf) -> Vector:
    """Return the vector environment of these rules."""
    codes, rules = codes_of(game.actions), rules_of(game)
    numbers = np.zeros((len(CARD), 64), np.int64)
    for number, row in enumerate(codes):
        numbers[np.arange(len(CARD)), row] = number
    rng, gained = np.zeros(1, np.uint64), np.zeros(SEATS)

    def play(deals: Deals, actions: Ints, out: Buffers) -> None:
        step(deals, actions, rules, codes, numbers, rng, gained, out)

    def look(state: Ints, out: Buffers) -> None:
        show(state, numbers, 0, out)

    return Vector(FEATURES, np.float32, SIZE, play, partial(view, game), look, deal_of, limit=1.0)


def deal_of(state: Ints) -> dict[str, Any]:
    """Return the deal from which the rules would start in a state before the first action (§2)."""
    hands = []
    for seat in range(SEATS):
        packet = [card for card in LONG if state[HANDS + seat] >> card & 1]
        rest = [card for card in LONG if state[DEALT + seat] >> card & 1 and card not in packet]
        hands.append([CARD_NAMES[card] for card in (*packet, *rest)])
    return {"hands": hands, "first": int(state[FIRST]), "scores": [0.0] * SEATS}
