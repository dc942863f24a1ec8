"""Deals played on to the end by dmc or td-linear in both seats, each of which sees only its own hand: a kernel."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.zsy.features import MEMORY, record_declined
from cardtui.games.zsy.kernel import MAX_LEGAL, OVER, SEAT, SIZE, apply, legal, random_move
from cardtui.kernels import njit, unit

from ..batching import AS_IT_IS
from ..net_kernel import Weights
from .dmc_kernel import Scratch, best_move
from .features import VIEW, encode_view
from .td import describe

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@njit
def play_on(
    states: Ints, memories: Ints, codes: Ints, seeds: NDArray[np.uint64], epsilon: float, learned: bool,
    weights: Weights, scratch: Scratch, linear: Floats,
) -> Ints:  # fmt: skip
    """Return the winner after each action in each state, int64 (states, actions).

    states: int64 (n, SIZE); memories: int64 (n, MEMORY), see `features.memory_of`; seeds: uint64 (n,). `learned`:
    whether dmc plays, with `weights`, or td-linear, with `linear`. A share `epsilon` of the moves is random.
    """
    won = np.zeros((len(states), len(codes)), np.int64)
    here, memory, rng = np.zeros(SIZE, np.int64), np.zeros(MEMORY, np.int64), np.zeros(1, np.uint64)
    view, moves, logits = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64), np.empty(MAX_LEGAL, np.float32)
    room, row = np.zeros(16, np.int64), np.zeros(len(linear))
    for number in range(len(states)):
        for place in range(len(codes)):
            here[:] = states[number]
            memory[:] = memories[number]
            rng[0] = seeds[number]
            move = codes[place]
            while not here[OVER]:
                if move == AS_IT_IS:
                    if unit(rng) < epsilon:
                        move = random_move(here, room, rng)
                    elif learned:
                        move = best_move(here, memory, weights, scratch, view, moves, logits)
                    else:
                        encode_view(here, memory, view)
                        most = -np.inf
                        for at in range(legal(here, moves)):
                            describe(view, moves[at], row)
                            value = (row * linear).sum()
                            if value > most:
                                most, move = value, moves[at]
                record_declined(here, memory, move)
                apply(here, move)
                move = AS_IT_IS
            won[number, place] = here[SEAT]
    return won
