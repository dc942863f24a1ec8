"""How many deals could be won at all: a beam search that sees the draw pile. Not a bot: nobody can play like that."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import AT, HELD, LAID, MAX_LEGAL, SINCE, SIZE, TOPS, apply, deal
from cardtui.kernels import RandomState, borrow, njit

from ...net_kernel import Weights
from ...ninetyeight.values import evaluate, nearest, new_scratch

Ints: TypeAlias = NDArray[np.int64]


@borrow
def alike(one: Ints, other: Ints) -> bool:
    """Return whether two states of one deal are equal, except that the two stacks of a side may be swapped."""
    for field in (AT, SINCE, HELD, HELD + 1):
        if one[field] != other[field]:
            return False
    for side in (TOPS, TOPS + 2):
        if min(one[side], one[side + 1]) != min(other[side], other[side + 1]):
            return False
        if max(one[side], one[side + 1]) != max(other[side], other[side + 1]):
            return False
    return True


@njit
def most_laid(start: Ints, width: int, weights: Weights) -> int:
    """Return the most cards that the search lays from a state in kernel form.

    Each kept state is followed by each action that the policy (see `values`) chooses from. Of the resulting states, the
    `width` different ones that the value network values most are kept. The result is a lower bound of what can be laid
    in this deal.
    """
    states, kept, most = np.zeros((width, SIZE), np.int64), 1, 0
    states[0] = start
    room = width * MAX_LEGAL
    codes, sources, actions = np.zeros(MAX_LEGAL, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int64)
    values, scratch = np.zeros(room, np.float32), new_scratch(weights)
    while True:
        found = 0
        for source in range(kept):
            for at in range(nearest(states[source], codes, scratch.gaps)):
                sources[found], actions[found] = source, codes[at]
                values[found] = evaluate(states[source], codes[at], weights, scratch)
                found += 1
        if not found:
            return most
        following, kept = np.zeros((width, SIZE), np.int64), 0
        for place in np.argsort(-values[:found], kind="mergesort"):
            state = following[kept]
            state[:] = states[sources[place]]
            apply(state, actions[place])
            most = max(most, state[LAID])
            new = True
            for other in range(kept):
                if alike(following[other], state):
                    new = False
                    break
            if new:
                kept += 1
                if kept == width:
                    break
        states = following


@njit
def open_games(games: int, refill: int, width: int, weights: Weights, rng: RandomState) -> Ints:
    """Return the cards laid in each of this many deals, int64 (games,). With width 1 the values play alone, blind."""
    laid, state = np.zeros(games, np.int64), np.zeros(SIZE, np.int64)
    for game in range(games):
        state[:] = 0
        deal(state, refill, rng)
        laid[game] = most_laid(state, width, weights)
    return laid
