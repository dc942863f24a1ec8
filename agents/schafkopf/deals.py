"""Samples deals consistent with an observation: uniformly, or by the likelihood of the other seats' actions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
from cardtui.games.schafkopf.kernel_worlds import Worlds, deal_world
from cardtui.games.schafkopf.rules import BID as BID_ACTIONS
from cardtui.games.schafkopf.rules import PLAY as PLAY_ACTIONS
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import RandomState, borrow, lowest, njit, unit

from .bidding import action_chance

CODES = {
    **{Action(verb): code for code, verb in enumerate(VERBS)},
    **{BID_ACTIONS[name]: BID + place for place, name in enumerate(CONTRACTS)},
    **{action: PLAY + card for card, action in zip(LONG, PLAY_ACTIONS, strict=True)},
}
"""The code of each action: the kernel's code, but with the card's number instead of its place."""
DRAWS = 12
"""Number of uniform deals drawn for each one that is searched. Set by hand."""


def codes_of(game: Schafkopf, seen: Observation) -> NDArray[np.int64]:
    """Return the values in CODES of the actions that an observer has seen, without the knocks: int64 (actions,)."""
    codes = [CODES[event.action] for event in seen.history if event.seat >= 0]
    return np.array(codes[SEATS if game.knocking else 0 :], np.int64)


@borrow
def in_place(order: int, code: int) -> int:
    """Return the kernel's code for a value of CODES. The order of the cards gives the place of a card."""
    if code < PLAY:
        return code
    place: int = PLACE[order, code - PLAY]
    return PLAY + place


@borrow
def cards_of(places: int, order: int) -> int:
    """Return the mask of cards for a mask of places under an order of the cards."""
    cards = 0
    while places:
        cards |= 1 << CARD[order, lowest(places)]
        places &= places - 1
    return cards


@borrow
def likelihood(world: NDArray[np.int64], codes: NDArray[np.int64], me: int, again: NDArray[np.int64]) -> float:
    """Return the likelihood of the other seats' bids and doublings, given the hands of a world, int64 (SIZE,).

    codes: the actions so far, see `codes_of`; me: the observing seat; again: scratch memory to replay the deal, int64
    (SIZE,).
    """
    start_again(world, again)
    total = 1.0
    for number in range(len(codes)):
        code = in_place(again[ORDER], codes[number])
        if again[SEAT] != me and code < PLAY:
            total *= action_chance(again, code)
        apply(again, code)
    return total


@borrow
def start_again(world: NDArray[np.int64], again: NDArray[np.int64]) -> None:
    """Write the world as it was when the bidding began to `again`, int64 (SIZE,)."""
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


@njit
def fill(worlds: Worlds, deals: NDArray[np.int64], rng: RandomState) -> None:
    """Fill `deals`, int64 (n, SIZE), with uniform deals."""
    for number in range(len(deals)):
        deal_world(worlds, deals[number], rng)


@njit
def likelihoods(deals: NDArray[np.int64], codes: NDArray[np.int64], me: int) -> NDArray[np.float64]:
    """Return the `likelihood` of each deal, float64 (n,)."""
    weights, again = np.empty(len(deals)), np.empty(SIZE, np.int64)
    for number in range(len(deals)):
        weights[number] = likelihood(deals[number], codes, me, again)
    return weights


@njit
def resample(weights: NDArray[np.float64], number: int, rng: RandomState) -> NDArray[np.int64]:
    """Return the rows of `number` systematic draws in proportion to the weights, int64 (number,), ascending."""
    step = weights.sum() / number
    at, passed, row, found = unit(rng) * step, weights[0], 0, np.empty(number, np.int64)
    for place in range(number):
        while passed <= at and row < len(weights) - 1:
            row += 1
            passed += weights[row]
        found[place] = row
        at += step
    return found


@njit
def draw_deals(worlds: Worlds, codes: NDArray[np.int64], me: int, deals: NDArray[np.int64], rng: RandomState) -> None:
    """Fill `deals`, int64 (deals, SIZE), by likelihood: systematic resampling from `DRAWS` uniform deals for each."""
    drawn = np.empty((DRAWS * len(deals), SIZE), np.int64)
    fill(worlds, drawn, rng)
    rows = resample(likelihoods(drawn, codes, me), len(deals), rng)
    for place in range(len(deals)):
        deals[place] = drawn[rows[place]]
