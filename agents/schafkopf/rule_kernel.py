"""The rule-based player as a kernel, for self-play against it: the actions from which it chooses. See heuristics.py."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import ACES, CONTRACTS, POINTS, RANK, RUF, SIE
from cardtui.games.schafkopf.kernel import (
    BID,
    CALLED,
    CONTRA,
    CONTRACT,
    FOLLOW,
    HANDS,
    IN_BID,
    IN_KNOCK,
    IN_PLAY,
    KNOCK,
    LAID,
    ORDER,
    PASS,
    PHASE,
    PLAY,
    RETOUR,
    SEAT,
    SIDE,
    apply,
    bids,
    legal,
    playable,
)
from cardtui.games.schafkopf.kernel_cards import ACE_OF, CARD, NAMES, ORDERS, RAMSCH, SUIT, TRUMPS, mask, placed
from cardtui.kernels import borrow, count, lowest

from .heuristics import SOLOS

_SOLOS = np.array([NAMES.index(name) for name in SOLOS])
_HEADS = np.array([NAMES.index(name) for name in ("wenz", "geier")])
_CALLS = sum(1 << i for i, c in enumerate(CONTRACTS.values()) if c.kind == RUF)
_SIES = sum(1 << i for i, c in enumerate(CONTRACTS.values()) if c.kind == SIE)
_ACES = np.array([mask(ACES, order) for order in range(len(CARD))])
"""Masks for each order, like `_FAT` (cards worth 10 or more); `_RANKS` is indexed by order and place."""
_FAT = np.array([mask([card for card, points in enumerate(POINTS) if points >= 10], o) for o in range(len(CARD))])
_RANKS = np.array([[RANK[card] for card in row] for row in CARD.tolist()])


@borrow
def step(state: NDArray[np.int64], code: int, led: int) -> int:
    """Play an action; return the suits led in finished tricks so far, as a mask of their cards."""
    follow = state[FOLLOW]
    apply(state, code)
    return led | follow if state[LAID] == 0 else led


@borrow
def rules_on(state: NDArray[np.int64], led: int) -> int:
    """Return the codes from which the rule-based player draws, as a mask; `led` is as returned by `step`."""
    hand, phase = state[HANDS + state[SEAT]], state[PHASE]
    mask: int
    if phase == IN_KNOCK:
        return 1 << KNOCK if count(hand & TRUMPS[0]) >= 3 else 1 << PASS
    if phase == IN_BID:
        mask = bid(bids(state), hand)
        return mask
    doubling: int = legal(state) & (1 << CONTRA | 1 << RETOUR)
    if doubling and count(hand & TRUMPS[state[ORDER]]) * 4 >= count(hand) * 3:
        return doubling
    mask = play(state, playable(state), led) << PLAY if phase == IN_PLAY else 1 << PASS
    return mask


@borrow
def bid(possible: int, hand: int) -> int:
    """Return the bids to draw from, as a mask: a solo with enough trumps, or any Sauspiel with half a hand of them."""
    if possible >> BID & _SIES:
        return possible & _SIES << BID
    contract: int
    best, most = 0, -1
    for contract in _SOLOS:
        held = count(placed(hand, ORDERS[contract]) & TRUMPS[ORDERS[contract]])
        if held > most:
            best, most = contract, held
    if possible >> BID + best & 1 and most >= count(hand) - 1:
        return 1 << BID + best
    for contract in _HEADS:
        if possible >> BID + contract & 1 and heads(placed(hand, ORDERS[contract]), ORDERS[contract]):
            return 1 << BID + contract
    if possible & _CALLS << BID and count(hand & TRUMPS[0]) * 2 >= count(hand):
        return possible & _CALLS << BID
    return 1 << PASS if possible & 1 << PASS else possible


@borrow
def heads(hand: int, order: int) -> bool:
    """Return whether a hand has two trumps and at most one loser: a plain card of a suit whose ace it lacks."""
    trumps, losers = hand & TRUMPS[order], hand & ~TRUMPS[order]
    aces = losers & _ACES[order]
    while aces:
        losers &= ~SUIT[order, lowest(aces)]
        aces &= aces - 1
    strong: bool = count(trumps) >= 2 and count(losers) < 2
    return strong


@borrow
def play(state: NDArray[np.int64], possible: int, led: int) -> int:
    """Return the cards to draw from, as a mask of places, like `possible`: those that may be played."""
    order, follow = state[ORDER], state[FOLLOW]
    strong: int = possible & TRUMPS[order]
    plain: int = possible & ~TRUMPS[order]
    low: int = strong & -strong
    high: int = highest(strong)
    fat: int = highest(strong & _FAT[order])
    if possible & (possible - 1) == 0:
        return possible
    if state[CONTRACT] == RAMSCH:
        discard: int = weakest(plain, order) if plain else low
        return discard
    safe: int = plain & _ACES[order] & ~led
    if ACE_OF[state[CONTRACT]] >= 0:
        safe &= ~(1 << ACE_OF[state[CONTRACT]])
    if follow == TRUMPS[order]:
        return possible
    if follow:
        if strong and follow & led:
            return low
        if strong:
            return fat if fat else high
        safe &= follow
        return safe if safe else possible
    if state[SIDE] >> state[SEAT] & 1:
        if strong:
            return low | high
        return safe if safe else possible
    search: int = plain & state[CALLED]
    if search and not led & state[CALLED]:
        return search
    if safe:
        return safe
    return plain if plain else possible


@borrow
def highest(mask: int) -> int:
    """Return the highest bit of a mask, as a mask; 0 for 0."""
    while mask & (mask - 1):
        mask &= mask - 1
    return mask


@borrow
def weakest(places: int, order: int) -> int:
    """Return the first card of the lowest rank, as a mask."""
    best = places & -places
    while places:
        if _RANKS[order, lowest(places)] < _RANKS[order, lowest(best)]:
            best = places & -places
        places &= places - 1
    return best
