"""Solves the possible hands of the other seat exactly and counts how often each move wins. Compiled."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.zsy.solver import OPEN, judge
from cardtui.kernels import njit

from .features import HAND

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@njit
def judge_hands(
    view: Ints, moves: Ints, prior: Floats, hands: Ints, shares: Floats, budget: int, table: Ints, scratch: Ints,
    frames: Ints, sums: Floats,
) -> int:  # fmt: skip
    """Add each move's results in these hands to `sums` (float64, (moves, 2): of values and of their squares).

    Each hand is weighted by its share. If the budget of positions for a hand runs out, a move counts as its `prior`.
    Returns how often that happened.
    """
    left, results = np.empty(1, np.int64), np.empty(len(moves), np.int64)
    unknown = 0
    for hand, share in zip(hands, shares):  # noqa: B905 - numba does not support strict
        left[0] = budget
        judge(view[HAND], hand, moves, len(moves), left, table, scratch, frames, results)
        for at in range(len(moves)):
            value = prior[at] if results[at] == OPEN else np.float64(results[at])
            unknown += results[at] == OPEN
            sums[at, 0] += share * value
            sums[at, 1] += share * value * value
    return unknown
