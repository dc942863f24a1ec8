"""Sampled hands of the other seat, and the exact solver in each: how often a move wins. Compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.zsy.kernel import WIDTH
from cardtui.games.zsy.solver import OPEN, judge
from cardtui.kernels import borrow, njit, unit

from .sight import HAND, LEFT, UNSEEN


@borrow
def sample(unseen: int, left: int, odds: Any, keys: Any, rng: Any) -> Any:
    """`left` of the unseen cards, packed, drawn one after another in proportion to `odds` (float64, by rank).

    Each card's key is exponential with its odds as rate, and the lowest keys win. keys: float64 (2, 54), written over.
    """
    found = 0
    for rank in range(15):
        for _ in range(unseen >> WIDTH * rank & 7):
            key = -np.log(1.0 - unit(rng)) / odds[rank]
            place = found
            found += 1
            while place and keys[0, place - 1] > key:
                keys[0, place], keys[1, place] = keys[0, place - 1], keys[1, place - 1]
                place -= 1
            keys[0, place], keys[1, place] = key, rank
    hand: Any = 0
    for place in range(left):
        hand += 1 << WIDTH * np.int64(keys[1, place])
    return hand


@njit
def play_worlds(
    view: Any, moves: Any, prior: Any, odds: Any, worlds: int, budget: int, table: Any, room: Any, frames: Any,
    sums: Any, rng: Any,
) -> int:  # fmt: skip
    """Add to `sums` (float64, (moves, 2): of values and of their squares) what each move comes to in sampled hands.

    Where the budget of positions of one hand runs out, a move counts as its `prior`. Returns how often that was.
    """
    keys, left, found = np.empty((2, 54)), np.empty(1, np.int64), np.empty(len(moves), np.int64)
    unknown = 0
    for _ in range(worlds):
        hand = sample(view[UNSEEN], view[LEFT], odds, keys, rng)
        left[0] = budget
        judge(view[HAND], hand, moves, len(moves), left, table, room, frames, found)
        for at in range(len(moves)):
            value = prior[at] if found[at] == OPEN else np.float64(found[at])
            unknown += found[at] == OPEN
            sums[at, 0] += value
            sums[at, 1] += value * value
    return unknown
