"""Sampled hands of the other seat, and the exact solver in each: how often a move wins. Compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.zsy.solver import OPEN, judge
from cardtui.kernels import njit

from .belief import sample
from .sight import HAND, LEFT


@njit
def play_worlds(
    view: Any, moves: Any, prior: Any, chances: Any, together: Any, worlds: int, budget: int, table: Any, room: Any,
    frames: Any, sums: Any, rng: Any,
) -> int:  # fmt: skip
    """Add to `sums` (float64, (moves, 2): of values and of their squares) what each move comes to in sampled hands.

    Where the budget of positions of one hand runs out, a move counts as its `prior`. Returns how often that was.
    """
    left, found = np.empty(1, np.int64), np.empty(len(moves), np.int64)
    unknown = 0
    for _ in range(worlds):
        hand = sample(chances, together, view[LEFT], rng)
        left[0] = budget
        judge(view[HAND], hand, moves, len(moves), left, table, room, frames, found)
        for at in range(len(moves)):
            value = prior[at] if found[at] == OPEN else np.float64(found[at])
            unknown += found[at] == OPEN
            sums[at, 0] += value
            sums[at, 1] += value * value
    return unknown
