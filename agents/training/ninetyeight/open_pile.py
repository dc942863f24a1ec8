"""How many deals could be won at all: a beam search that sees the draw pile. No bot: nobody can play like that."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import AT, HELD, LAID, MAX_LEGAL, PILE, SINCE, SIZE, TOPS, apply, deal, legal
from cardtui.kernels import RandomState, borrow, njit

from ...ninetyeight.values import INPUTS, evaluate, is_duplicate

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]


@borrow
def alike(one: Ints, other: Ints) -> bool:
    """Return whether two states of one deal are equal but for the order of the two stacks of a side."""
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
def most_laid(start: Ints, width: int, inner: Singles, outer: Singles) -> int:
    """Return the most cards that the search lays from a state in kernel form.

    After each action of all kept states, the `width` different ones are kept that the network (see `values`) values
    most. It is a lower bound of what can be laid in this deal.
    """
    states, kept, most = np.zeros((width, SIZE), np.int64), 1, 0
    states[0] = start
    room = width * MAX_LEGAL
    codes, sources, actions = np.zeros(MAX_LEGAL, np.int64), np.zeros(room, np.int64), np.zeros(room, np.int64)
    values = np.zeros(room, np.float32)
    after, inputs, hidden = np.zeros(PILE, np.int64), np.zeros(INPUTS, np.float32), np.zeros(len(outer) - 1, np.float32)
    while True:
        found = 0
        for source in range(kept):
            for at in range(legal(states[source], codes)):
                if is_duplicate(states[source], codes[at]):
                    continue
                sources[found], actions[found] = source, codes[at]
                values[found] = evaluate(states[source], codes[at], inner, outer, after, inputs, hidden)
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
def open_games(games: int, refill: int, width: int, inner: Singles, outer: Singles, rng: RandomState) -> Ints:
    """Return the cards laid in each of so many deals, int64 (games,); with width 1 the network plays alone, blind."""
    laid, state = np.zeros(games, np.int64), np.zeros(SIZE, np.int64)
    for game in range(games):
        state[:] = 0
        deal(state, refill, rng)
        laid[game] = most_laid(state, width, inner, outer)
    return laid
