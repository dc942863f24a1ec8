"""dmc as a kernel: the value of every legal move, and the best one."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.zsy.kernel import legal
from cardtui.kernels import borrow

from ..net_kernel import Weights, add_rows, last_layer, relu_layer
from .features import ACTIVE, after, encode_view, standing

HIDDEN = (256, 128, 128)
"""The hidden layers of the values. Set by hand."""
LAYERS = ("first", "second", "third", "value")
BELIEF_HIDDEN = 128
BELIEF_LAYERS = ("belief_first", "belief")
"""Layers on the same inputs: for each rank the logits of 0 … 4 cards in the other hand."""

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]
Scratch: TypeAlias = tuple[Ints, Ints, Singles, Singles, Singles, Singles]
"""The scratch memory of `evaluate_moves`: indices of inputs, active units, and the layers' sums."""


def new_scratch() -> Scratch:
    """Return new scratch memory."""
    places, active = np.empty(ACTIVE, np.int64), np.empty(max(HIDDEN), np.int64)
    base, sum1, sum2, sum3 = (np.empty(width, np.float32) for width in (HIDDEN[0], *HIDDEN))
    return places, active, base, sum1, sum2, sum3


@borrow
def evaluate_moves(view: Ints, moves: Ints, count: int, weights: Weights, scratch: Scratch, values: Singles) -> int:
    """Write the logit of winning after each of the first `count` moves to `values` (float32); return the best index.

    view: int64 (VIEW,), see features.py.
    """
    first, bias1, second, bias2, third, bias3, last, bias4 = weights
    places, active, base, sum1, sum2, sum3 = scratch
    begin = standing(view, places)
    add_rows(bias1, first, places, 0, begin, base)
    best = 0
    for row in range(count):
        end = after(view, moves[row], places, begin)
        add_rows(base, first, places, begin, end, sum1)
        relu_layer(sum1, second, bias2, active, sum2)
        relu_layer(sum2, third, bias3, active, sum3)
        values[row] = last_layer(sum3, last, bias4)
        if values[row] > values[best]:
            best = row
    return best


@borrow
def best_move(
    state: Ints, memory: Ints, weights: Weights, scratch: Scratch, view: Ints, moves: Ints, logits: Singles
) -> Any:
    """Return the move with the highest value for the seat to act, packed. view, moves, logits: scratch memory."""
    count = legal(state, moves)
    if count == 1:
        return moves[0]
    encode_view(state, memory, view)
    return moves[evaluate_moves(view, moves, count, weights, scratch, logits)]
