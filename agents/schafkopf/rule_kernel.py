"""The rule-based player as a kernel: the actions it chooses among, for self-play against it. See heuristics.py."""

from __future__ import annotations

from typing import Any

import numpy as np

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
"""Masks by order, as are `_FAT` (cards worth 10 or more); `_RANKS` is by order and place."""
_FAT = np.array([mask([card for card, points in enumerate(POINTS) if points >= 10], o) for o in range(len(CARD))])
_RANKS = np.array([[RANK[card] for card in row] for row in CARD.tolist()])


@borrow
def step(state: Any, code: int, led: int) -> Any:
    """Play an action; return the suits led in finished tricks so far, as a mask of their cards."""
    follow = state[FOLLOW]
    apply(state, code)
    return led | follow if state[LAID] == 0 else led


@borrow
def rules_on(state: Any, led: int) -> Any:
    """Return the codes among which a rule-based player draws, as a mask; `led` is as returned by `step`."""
    hand, phase = state[HANDS + state[SEAT]], state[PHASE]
    if phase == IN_KNOCK:
        return 1 << KNOCK if count(hand & TRUMPS[0]) >= 3 else 1 << PASS
    if phase == IN_BID:
        return bid(bids(state), hand)
    doubling = legal(state) & (1 << CONTRA | 1 << RETOUR)
    if doubling and count(hand & TRUMPS[state[ORDER]]) * 4 >= count(hand) * 3:
        return doubling
    return play(state, playable(state), led) << PLAY if phase == IN_PLAY else 1 << PASS


@borrow
def bid(some: int, hand: int) -> Any:
    """Bid a solo with enough trumps, otherwise any Sauspiel with at least half a hand of trumps."""
    if some >> BID & _SIES:
        return some & _SIES << BID
    best, most = 0, -1
    for contract in _SOLOS:
        held = count(placed(hand, ORDERS[contract]) & TRUMPS[ORDERS[contract]])
        if held > most:
            best, most = contract, held
    if some >> BID + best & 1 and most >= count(hand) - 1:
        return 1 << BID + best
    for contract in _HEADS:
        if some >> BID + contract & 1 and heads(placed(hand, ORDERS[contract]), ORDERS[contract]):
            return 1 << BID + contract
    if some & _CALLS << BID and count(hand & TRUMPS[0]) * 2 >= count(hand):
        return some & _CALLS << BID
    return 1 << PASS if some & 1 << PASS else some


@borrow
def heads(hand: int, order: int) -> Any:
    """Return whether a hand has two trumps and at most one loser: a plain card of a suit whose ace it lacks."""
    trumps, losers = hand & TRUMPS[order], hand & ~TRUMPS[order]
    aces = losers & _ACES[order]
    while aces:
        losers &= ~SUIT[order, lowest(aces)]
        aces &= aces - 1
    return count(trumps) >= 2 and count(losers) < 2


@borrow
def play(state: Any, some: int, led: int) -> Any:
    """Return the places to draw from, among those that may be played."""
    order, follow = state[ORDER], state[FOLLOW]
    strong, plain = some & TRUMPS[order], some & ~TRUMPS[order]
    low, high = strong & -strong, highest(strong)
    if some & (some - 1) == 0:
        return some
    if state[CONTRACT] == RAMSCH:
        return weakest(plain, order) if plain else low
    safe = plain & _ACES[order] & ~led
    if ACE_OF[state[CONTRACT]] >= 0:
        safe &= ~(1 << ACE_OF[state[CONTRACT]])
    if follow == TRUMPS[order]:
        return some
    if follow:
        if strong and follow & led:
            return low
        if strong:
            return highest(strong & _FAT[order]) if strong & _FAT[order] else high
        return safe & follow if safe & follow else some
    if state[SIDE] >> state[SEAT] & 1:
        if strong:
            return low | high
        return safe if safe else some
    if plain & state[CALLED] and not led & state[CALLED]:
        return plain & state[CALLED]
    if safe:
        return safe
    return plain if plain else some


@borrow
def highest(some: int) -> Any:
    """Return only the highest bit."""
    while some & (some - 1):
        some &= some - 1
    return some


@borrow
def weakest(some: int, order: int) -> Any:
    """Return the first card of the lowest rank."""
    best = some & -some
    while some:
        if _RANKS[order, lowest(some)] < _RANKS[order, lowest(best)]:
            best = some & -some
        some &= some - 1
    return best
