"""Samples deals consistent with an observation: uniformly, or by the likelihood of the other seats' actions."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.core import Action, Observation
from cardtui.games.schafkopf.cards import CONTRACTS, LONG
from cardtui.games.schafkopf.kernel import (
    BID,
    BIDS,
    CONTRACT,
    DEALT,
    DECLARER,
    DOUBLER,
    FIRST,
    HANDS,
    IN_BID,
    KNOCKS,
    LEADER,
    ORDER,
    PHASE,
    PLAY,
    RULES,
    SEAT,
    SIZE,
    UNASKED,
    VERBS,
    apply,
)
from cardtui.games.schafkopf.kernel_cards import CARD, PLACE
from cardtui.games.schafkopf.kernel_worlds import deal_world
from cardtui.games.schafkopf.rules import BID as BID_ACTIONS
from cardtui.games.schafkopf.rules import PLAY as PLAY_ACTIONS
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import borrow, lowest, njit, unit

from .bidding import chance

CODES = {
    **{Action(verb): code for code, verb in enumerate(VERBS)},
    **{BID_ACTIONS[name]: BID + place for place, name in enumerate(CONTRACTS)},
    **{action: PLAY + card for card, action in zip(LONG, PLAY_ACTIONS, strict=True)},
}
"""The code of each action: the kernel's code, but with the card's number instead of its place."""


def codes_of(game: Schafkopf, seen: Observation) -> Any:
    """Return the actions from the first bid on, as CODES: int64."""
    done = [CODES[event.action] for event in seen.history if event.seat >= 0]
    return np.array(done[SEATS if game.knocking else 0 :], np.int64)


@borrow
def in_place(order: int, code: int) -> Any:
    """Convert a code of CODES to the kernel's code under an order of the cards."""
    return PLAY + PLACE[order, code - PLAY] if code >= PLAY else code


@borrow
def cards_of(some: int, order: int) -> Any:
    """Convert a mask of places to a mask of cards."""
    found = 0
    while some:
        found |= 1 << CARD[order, lowest(some)]
        some &= some - 1
    return found


@borrow
def likelihood(world: Any, codes: Any, me: int, again: Any) -> Any:
    """Return the likelihood of the other seats' bids and doublings, given the hands of a world.

    The deal is replayed in `again`.
    """
    for field in range(RULES):
        again[field] = 0
    for field in range(RULES, SIZE):
        again[field] = world[field]
    again[FIRST] = again[SEAT] = again[LEADER] = world[FIRST]
    again[CONTRACT] = again[DECLARER] = again[DOUBLER] = -1
    again[PHASE], again[KNOCKS] = IN_BID, world[KNOCKS]
    for seat in range(SEATS):
        again[DEALT + seat] = again[HANDS + seat] = cards_of(world[DEALT + seat], world[ORDER])
        again[BIDS + seat] = UNASKED
    total = 1.0
    for number in range(len(codes)):
        code = in_place(again[ORDER], codes[number])
        if again[SEAT] != me and code < PLAY:
            total *= chance(again, code)
        apply(again, code)
    return total


@njit
def draw_deals(worlds: Any, codes: Any, me: int, draws: int, deals: Any, rng: Any) -> None:
    """Fill `deals`, int64 (deals, SIZE), by resampling `draws` uniform deals for each by likelihood."""
    size = draws * len(deals)
    drawn, weights = np.empty((size, SIZE), np.int64), np.empty(size)
    again = np.empty(SIZE, np.int64)
    for number in range(size):
        deal_world(worlds, drawn[number], rng)
        weights[number] = likelihood(drawn[number], codes, me, again)
    step = weights.sum() / len(deals)
    at, passed, number = unit(rng) * step, weights[0], 0
    for place in range(len(deals)):
        while passed <= at and number < size - 1:
            number += 1
            passed += weights[number]
        deals[place] = drawn[number]
        at += step
