"""The payments of a finished deal, in the kernel. The reference implementation is settlement.py."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels import borrow, count
from .cards import RUF, SIE, SOLO_TOUT, WENZ, WENZ_TOUT
from .kernel import (
    ALONE,
    BY_TRICKS,
    CONTRACT,
    DEALT,
    DOUBLED,
    IS_SHORT,
    KNOCKS,
    ORDER,
    RUNNER,
    SAUSPIEL,
    SIDE,
    STEP,
    TAKEN,
    KernelState,
)
from .kernel_cards import DECKS, KINDS, RAMSCH, TRUMPS, points_of, runners
from .rules import SEATS
from .settlement import ALL_POINTS, SCHNEIDER, SCHNEIDER_FREE, WIN


@borrow
def taken_by(state: KernelState) -> int:
    """Return the cards taken by the declarers."""
    found = 0
    for seat in range(SEATS):
        found |= state[TAKEN + seat] * (state[SIDE] >> seat & 1)
    return found


@borrow
def returns(state: KernelState, out: NDArray[np.float64]) -> None:
    """Write the payments of a finished deal (§8–§10) in cents by seat to `out`, float64 (4,)."""
    contract, order, side = state[CONTRACT], state[ORDER], state[SIDE]
    out[:] = 0
    if contract < 0:
        return
    doublings = state[KNOCKS] + state[DOUBLED]
    if contract == RAMSCH:
        returns_of_ramsch(state, doublings, out)
        return
    kind, total = KINDS[contract], count(DECKS[state[IS_SHORT]]) >> 2
    took = taken_by(state)
    tricks = count(took) >> 2
    held = 0
    for seat in range(SEATS):
        held |= state[DEALT + seat] * (side >> seat & 1)
    found = runners(held, order, state[IS_SHORT])
    each = state[SAUSPIEL] if kind == RUF else state[ALONE]
    each += state[RUNNER] * found if found >= (2 if kind in (WENZ, WENZ_TOUT) else 3) else 0
    if kind == SIE:
        won, doublings = True, doublings + 2
    elif kind in (WENZ_TOUT, SOLO_TOUT):
        won, doublings = tricks == total, doublings + 1
    else:
        points = points_of(took, order)
        won = points >= WIN
        black = (tricks == 0 or tricks == total) if state[BY_TRICKS] else (points == 0 or points == ALL_POINTS)
        each += state[STEP] * (black + (black or points >= SCHNEIDER or points < SCHNEIDER_FREE))
    each <<= doublings
    if not won:
        each = -each
    for seat in range(SEATS):
        out[seat] = (each if kind == RUF else 3 * each) if side >> seat & 1 else -each


@borrow
def returns_of_ramsch(state: KernelState, doublings: int, out: NDArray[np.float64]) -> None:
    """Write the payments of a Ramsch (§9.3) in cents by seat to `out`, float64 (4,)."""
    loser = most = virgins = 0
    for seat in range(SEATS):
        took = state[TAKEN + seat]
        virgins += took == 0
        loss = (points_of(took, 0) << 6 | count(took)) << 6 | count(took & TRUMPS[0])
        loss = loss << 32 | took
        if loss > most:
            loser, most = seat, loss
    march = virgins == SEATS - 1
    each = state[ALONE] << doublings if march else -(state[SAUSPIEL] << doublings + virgins)
    for seat in range(SEATS):
        out[seat] = 3 * each if seat == loser else -each
