"""The inputs of ppo-rules' networks: what a seat sees, and a whole deal, as numbers of active inputs.

Inputs are binary. Of thousands only a few are active, so a list of their numbers is all that the first layer needs.
Cards have the places of the contract's order (`kernel_cards`), with the called suit moved to the first one: a Solo in
one suit looks like one in another. Cards of different families of contracts are different inputs. Both networks take
the rules as input. Seats are relative to the seat to act: 0 is that seat, 1 the next one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import CONTRACTS, LONG, RUF, SIE, SOLO
from cardtui.games.schafkopf.kernel import (
    ACE,
    ALLOWED,
    ALLPASS,
    ALONE,
    BIDS,
    BY_TRICKS,
    CALLED,
    CONTRACT,
    DEALT,
    DECLARER,
    DOUBLED,
    DOUBLER,
    EIGHT,
    FIRST,
    HANDS,
    IN_KNOCK,
    IN_PLAY,
    IS_SHORT,
    KLOPFEN,
    KNOCKS,
    LAID,
    LEADER,
    ORDER,
    PHASE,
    RUNNER,
    SAUSPIEL,
    SEAT,
    SIDE,
    STEP,
    TAKEN,
    TAKER,
    UPGRADE,
)
from cardtui.games.schafkopf.kernel_cards import KINDS, ORDERS, RAMSCH, points_of, runners
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import borrow, count, lowest

CARDS = len(LONG)
FAMILIES = 6
"""Families of contracts: none yet, Sauspiel, Solo, Wenz and Geier, Farbwenz, Ramsch."""
FAMILY = np.array(
    [
        5 if name == "ramsch" else 1 if contract.kind == RUF else 2 if name.startswith("solo") or contract.kind == SIE
        else 4 if name.removesuffix("-tout").count("-") else 3
        for name, contract in CONTRACTS.items()
    ]
)  # fmt: skip
"""The family of each contract."""
_SIX = np.arange(CARDS)
MOVED = np.array([_SIX, _SIX, np.r_[6:12, 0:6, 12:32], np.r_[12:18, 6:12, 0:6, 18:32]])
"""Indexed by number of the called suit and place: the place at which the networks see a card. Number 0: none is
called."""
SLOTS = 5
_FIRSTS = {2: (0, 6, 12, 18), 3: (0, 7, 14, 21, 28), 4: (0, 7, 14, 21)}
SLOT = np.full((FAMILIES, SLOTS), -1)
"""For each family: a place of each suit, trumps last; -1 for none."""
for _family in range(FAMILIES):
    _row = _FIRSTS.get(_family, _FIRSTS[2])
    SLOT[_family, : len(_row)] = _row

_OPTIONAL = (
    [name for name in CONTRACTS if name.endswith("tout")],
    [name for name in CONTRACTS if name == "sie"],
    [name for name in CONTRACTS if name.startswith("geier")],
    [name for name in CONTRACTS if name.startswith("wenz-") and name != "wenz-tout"],
)
KIND_MASKS = np.array([sum(1 << n for n, name in enumerate(CONTRACTS) if name in names) for names in _OPTIONAL])
"""The contracts that rules may leave out, as masks: Tout, Sie, Geier, Farbwenz."""
TARIFFS = np.array([0.1, 0.25, 0.45, 0.6, 0.85, 1.2])
"""Bounds between the seven classes of a price, as shares of a Solo's price."""
PRICES = len(TARIFFS) + 1
RULES = 1 + 4 + 4 + 4 + 3 * PRICES
"""Number of inputs for the rules: deck, all pass, four options, four kinds of contracts, three prices."""
BIDDING = 2 + len(CONTRACTS)
COARSE = 31
"""Number of classes of a seat's points, four points each."""
POINTS = 121
SHARED = RULES + SEATS * BIDDING + SEATS + 3 * SEATS + 3 + 5 + 5 + 8 + 2 * SEATS + 2 + POINTS + SEATS * COARSE
"""Number of inputs that both networks have; `shared` names its groups in this order."""

VIEW_CARDS = CARDS + 2 * SEATS * CARDS + SEATS * SLOTS
VIEW_OWN = SEATS + 3
"""The partner, as far as the seat knows; whether the seat is an opponent, the partner or the declarer."""
VIEW = SHARED + VIEW_OWN + FAMILIES * VIEW_CARDS
"""Number of inputs of the policy."""
DEAL_CARDS = 2 * SEATS * CARDS
DEAL_OWN = SEATS + 1 + 15 + 9
"""The declarer's side; whether the called ace is still out; the declarer's Laufende; and the tricks of its side."""
DEAL = SHARED + DEAL_OWN + FAMILIES * DEAL_CARDS
"""Number of inputs of the critic, which sees the whole deal."""
ACTIVE = 96
"""More inputs than can be active at once."""


@borrow
def family(state: NDArray[np.int64]) -> int:
    """Return the family of the contract; 0 if there is none yet."""
    return FAMILY[state[CONTRACT]] if state[CONTRACT] >= 0 else 0


@borrow
def moves(state: NDArray[np.int64]) -> int:
    """Return the row of MOVED for a state."""
    called = state[CALLED]
    return 1 + lowest(called) // 6 if called else 0


@borrow
def mark(cards: int, moved: int, at: int, active: NDArray[np.int64], size: int) -> int:
    """Append the inputs of a set of cards, a mask of places, from input `at` on; return the new size."""
    while cards:
        active[size] = at + MOVED[moved, lowest(cards)]
        size += 1
        cards &= cards - 1
    return size


@borrow
def price(cents: int, solo: int) -> int:
    """Return the class of a price."""
    share, found = cents / max(1, solo), 0
    while found < len(TARIFFS) and share > TARIFFS[found]:
        found += 1
    return found


@borrow
def shared(state: NDArray[np.int64], active: NDArray[np.int64]) -> int:
    """Write the inputs that both networks have: rules, bids, course and public points; return their number."""
    seat, contract = state[SEAT], state[CONTRACT]
    size = 0
    at = 0
    # the rules
    if state[IS_SHORT]:
        active[size] = at
        size += 1
    at += 1
    active[size] = at + state[ALLPASS]
    size += 1
    at += 4
    for field in (UPGRADE, KLOPFEN, EIGHT, BY_TRICKS):
        if state[field]:
            active[size] = at
            size += 1
        at += 1
    for place in range(len(KIND_MASKS)):
        if state[ALLOWED] & KIND_MASKS[place]:
            active[size] = at + place
            size += 1
    at += 4
    for field in (SAUSPIEL, STEP, RUNNER):
        active[size] = at + price(state[field], state[ALONE])
        size += 1
        at += PRICES
    # each seat's last bid; forehand; declarer, who doubled, who leads
    for step in range(SEATS):
        active[size] = at + state[BIDS + (seat + step & 3)] + 2
        size += 1
        at += BIDDING
    active[size] = at + (state[FIRST] - seat & 3)
    size += 1
    at += SEATS
    if state[DECLARER] >= 0:
        active[size] = at + (state[DECLARER] - seat & 3)
        size += 1
    if state[DOUBLED]:
        active[size] = at + SEATS + (state[DOUBLER] - seat & 3)
        size += 1
    active[size] = at + 2 * SEATS + (state[LEADER] - seat & 3)
    size += 1
    at += 3 * SEATS
    # how often the deal was doubled, and knocked before; the phase
    active[size] = at + state[DOUBLED]
    size += 1
    at += 3
    active[size] = at + state[KNOCKS]
    size += 1
    at += 5
    active[size] = at + state[PHASE]
    size += 1
    at += 5
    # finished tricks; the cards of this one, and who holds it; Tout, Geier
    taken = 0
    for other in range(SEATS):
        taken |= state[TAKEN + other]
    playing = state[PHASE] == IN_PLAY
    if playing:
        active[size] = at + (count(taken) >> 2)
        size += 1
    at += 8
    if playing:
        active[size] = at + count(state[LAID])
        size += 1
        if state[LAID]:
            active[size] = at + SEATS + (state[TAKER] - seat & 3)
            size += 1
    at += 2 * SEATS
    if contract >= 0:
        if KINDS[contract] > SOLO and KINDS[contract] < SIE:
            active[size] = at
            size += 1
        if ORDERS[contract] == 2:  # Geier
            active[size] = at + 1
            size += 1
    at += 2
    if playing and contract != RAMSCH:
        # the declarers' points if everybody knows who they are; otherwise only the declarer's
        side = state[SIDE] if state[ACE] == 0 else 1 << state[DECLARER]
        points = 0
        for other in range(SEATS):
            if side >> other & 1:
                points += points_of(state[TAKEN + other], state[ORDER])
        active[size] = at + points
        size += 1
    at += POINTS
    if playing:
        for step in range(SEATS):
            active[size] = at + points_of(state[TAKEN + (seat + step & 3)], state[ORDER]) // 4
            size += 1
            at += COARSE
    return size


@borrow
def see(state: NDArray[np.int64], lacks: NDArray[np.int64], active: NDArray[np.int64]) -> int:
    """Write the policy's active inputs for the seat to act to `active`, int64 (ACTIVE,); return their number.

    lacks: for each seat, the suits that it has shown not to have, as masks of places, int64 (4,). Only what the seat
    may know is read.
    """
    seat, kind, moved = state[SEAT], family(state), moves(state)
    size = shared(state, active)
    at = SHARED
    declares = state[SIDE] >> seat & 1
    partner = state[SIDE] & ~(1 << state[DECLARER]) if state[CALLED] else 0
    if partner and (state[ACE] == 0 or partner >> seat & 1):
        active[size] = at + (lowest(partner) - seat & 3)
        size += 1
    at += SEATS
    if state[CONTRACT] >= 0:
        active[size] = at + (2 if state[DECLARER] == seat else declares)
        size += 1
    at = SHARED + VIEW_OWN + kind * VIEW_CARDS
    size = mark(state[HANDS + seat], moved, at, active, size)
    at += CARDS
    if state[PHASE] == IN_PLAY:
        for step in range(SEATS):
            other = seat + step & 3
            played = state[DEALT + other] & ~state[HANDS + other]
            size = mark(played & ~state[LAID], moved, at, active, size)
            size = mark(played & state[LAID], moved, at + SEATS * CARDS, active, size)
            at += CARDS
        at += SEATS * CARDS
        for step in range(1, SEATS):
            lacking = lacks[seat + step & 3]
            for slot in range(SLOTS):
                place = SLOT[kind, slot]
                if place >= 0 and lacking >> unmoved(moved, place) & 1:
                    active[size] = at + step * SLOTS + slot
                    size += 1
    return size


@borrow
def unmoved(moved: int, place: int) -> int:
    """Return the place of a card that the networks see at `place`: MOVED swaps places, so it is its own inverse."""
    found: int = MOVED[moved, place]
    return found


@borrow
def see_all(state: NDArray[np.int64], active: NDArray[np.int64]) -> int:
    """Write the critic's active inputs to `active`, int64 (ACTIVE,); return their number."""
    seat, kind, moved = state[SEAT], family(state), moves(state)
    size = shared(state, active)
    at = SHARED
    if state[CONTRACT] >= 0:
        for step in range(SEATS):
            if state[SIDE] >> (seat + step & 3) & 1:
                active[size] = at + step
                size += 1
    at += SEATS
    if state[ACE]:
        active[size] = at
        size += 1
    at += 1
    if state[CONTRACT] >= 0 and state[CONTRACT] != RAMSCH:
        held = tricks = 0
        for other in range(SEATS):
            if state[SIDE] >> other & 1:
                held |= state[DEALT + other]
                tricks += count(state[TAKEN + other]) >> 2
        active[size] = at + runners(held, state[ORDER], state[IS_SHORT])
        active[size + 1] = at + 15 + tricks
        size += 2
    at = SHARED + DEAL_OWN + kind * DEAL_CARDS
    for step in range(SEATS):
        other = seat + step & 3
        size = mark(state[DEALT + other] if state[PHASE] == IN_KNOCK else state[HANDS + other], moved, at, active, size)
        lies = state[DEALT + other] & ~state[HANDS + other] & state[LAID]
        size = mark(lies, moved, at + SEATS * CARDS, active, size)
        at += CARDS
    return size
