"""The simple bots as kernels, and bulk play between them: opponents for training, tests and benchmarks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels import RandomState, borrow, lowest, njit
from .kernel import (
    HANDS,
    ORDER,
    OVER,
    PASSING,
    SEAT,
    SIZE,
    TABLE,
    WIDTH,
    KernelState,
    above,
    apply,
    bombs_over,
    deal,
    random_move,
)

RANDOM, PAPER, LOWEST, GROUP, PATTERN = range(5)
"""The kinds of bots: the uniform bot, and the greedy ones by what they lead."""


@borrow
def greedy_move(hand: int, table: int, kind: int) -> int:
    """Return the move of a greedy bot of this kind."""
    if table:
        fits = above(hand, table)
        if fits:
            return table >> (lowest(table) & ~3) << lowest(fits) - 3
        fits = bombs_over(hand, table)
        return 4 << lowest(fits) - 3 if fits else PASSING
    low = lowest(hand) & ~3
    most = hand >> low & 7
    if kind == PAPER:
        rest = hand & ~(15 << low)
        return 1 << (lowest(rest) & ~3 if rest and most == 1 else low)
    if kind == LOWEST:
        return 1 << low
    move = most << low
    if kind == PATTERN and most >= 2:
        while hand >> low + WIDTH & 7 >= 2:
            low += WIDTH
            move |= hand & 15 << low
    return move


@borrow
def choose(state: KernelState, kind: int, scratch: NDArray[np.int64], rng: RandomState) -> int:
    """Return the move of a bot of this kind for the seat to act. `scratch` is memory to write to, see `random_move`."""
    if kind == RANDOM:
        return random_move(state, scratch, rng)
    return greedy_move(state[HANDS + state[SEAT]], state[TABLE], kind)


@njit
def tournament(games: int, kinds: NDArray[np.int64], rng: RandomState) -> int:
    """Play deals between two kinds with alternating leader; return how many the first kind wins."""
    state, order, scratch = np.zeros(SIZE, np.int64), ORDER.copy(), np.zeros(16, np.int64)
    won = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        while not state[OVER]:
            apply(state, choose(state, kinds[state[SEAT]], scratch, rng))
        won += state[SEAT] == 0
    return won
