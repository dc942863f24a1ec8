"""What a seat sees of a kernel state, as numbers: the flat vector of 344 inputs of the source (SchafkopfRL).

Only what the seat may know is read: its own hand, the cards played, the bids. So a view (`kernel_worlds.view`) and the
complete state give the same numbers. Seats are relative to the observer: 0 is the observer, 1 the next seat.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels import borrow, count, lowest
from .cards import LONG
from .kernel import (
    CONTRACT,
    DEALT,
    DECLARER,
    DOUBLED,
    DOUBLER,
    FIRST,
    HANDS,
    IN_CONTRA,
    IN_KNOCK,
    IN_PLAY,
    IN_RETOUR,
    LAID,
    LEADER,
    ORDER,
    PHASE,
    TAKEN,
)
from .kernel_cards import CARD, NAMES, points_of
from .rules import SEATS
from .settlement import ALL_POINTS

GAMES = ("ruf-eichel", "ruf-gras", "ruf-schellen", "wenz", "solo-eichel", "solo-gras", "solo-herz", "solo-schellen")
"""The contracts of the source."""

_GAME = {name: GAMES.index(name.removesuffix("-tout")) if name.removesuffix("-tout") in GAMES else -1 for name in NAMES}
GAME_OF = np.array([_GAME[name] for name in NAMES], np.int64)
"""By contract: its index in GAMES, ignoring Tout; -1 if the source does not have it."""

STAGES = 11
"""Number of stages: bidding, contra, retour, and the eight tricks."""
COMMON = SEATS + 2 * SEATS + SEATS + SEATS + len(LONG)
"""Number of inputs that `common` sets: declarer, contra and retour, forehand, points, hand."""
FLAT = STAGES + len(GAMES) + 1 + COMMON + SEATS * len(LONG) + SEATS * (len(LONG) + SEATS)


@borrow
def mark(row: NDArray[np.float32], at: int, places: int, order: int) -> None:
    """Set the inputs of a set of cards, given as a mask of places: one input per card, 32 from index `at` on."""
    while places:
        row[at + CARD[order, lowest(places)]] = 1
        places &= places - 1


@borrow
def played(state: NDArray[np.int64], seat: int) -> int:
    """Return the cards a seat has played so far, including the current trick, as a mask of places."""
    places: int = state[DEALT + seat] & ~state[HANDS + seat]
    return places if state[PHASE] != IN_KNOCK else 0  # cards that are still to be dealt have not been played


@borrow
def stage(state: NDArray[np.int64]) -> int:
    """Return the index of the current stage, below STAGES."""
    if state[PHASE] == IN_PLAY:
        taken = 0
        for seat in range(SEATS):
            taken += count(state[TAKEN + seat])
        return min(3 + taken // SEATS, STAGES - 1)
    return 1 if state[PHASE] == IN_CONTRA else 2 if state[PHASE] == IN_RETOUR else 0


@borrow
def common(state: NDArray[np.int64], seat: int, row: NDArray[np.float32], at: int) -> int:
    """Set declarer, contra and retour, forehand, points / 120 and own hand from index `at`; return the next index."""
    if state[DECLARER] >= 0:
        row[at + (state[DECLARER] - seat & 3)] = 1
    if state[DOUBLED]:
        row[at + SEATS + (state[DOUBLER] - seat & 3)] = 1
    if state[DOUBLED] == 2:
        row[at + 2 * SEATS + (state[DECLARER] - seat & 3)] = 1
    at += 3 * SEATS
    row[at + (state[FIRST] - seat & 3)] = 1
    at += SEATS
    for step in range(SEATS):
        row[at + step] = points_of(state[TAKEN + (seat + step & 3)], state[ORDER]) / ALL_POINTS
    at += SEATS
    mark(row, at, state[HANDS + seat], state[ORDER])
    return at + len(LONG)


@borrow
def flat(state: NDArray[np.int64], seat: int, row: NDArray[np.float32]) -> None:
    """Fill the flat vector, float32 (FLAT,), with what a seat sees."""
    row[:] = 0
    row[stage(state)] = 1
    contract = state[CONTRACT]
    row[STAGES + (1 + GAME_OF[contract] if contract >= 0 else 0)] = 1
    at = common(state, seat, row, STAGES + len(GAMES) + 1)
    for step in range(SEATS):
        mark(row, at, played(state, seat + step & 3), state[ORDER])
        at += len(LONG)
    for step in range(SEATS):
        other = state[LEADER] + step & 3
        lies = played(state, other) & state[LAID]
        if lies:
            mark(row, at, lies, state[ORDER])
            row[at + len(LONG) + (other - seat & 3)] = 1
        at += len(LONG) + SEATS
