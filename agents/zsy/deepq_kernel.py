"""deep-q and deep-q-lstm as kernels: the paper's inputs, and the value of every legal move.

Cards are encoded as 5 × 15 one-hot counts: for each rank, which of 0 … 4. deep-q has four such stacks: the cards it
played, those the other played, its hand, its move. deep-q-lstm has its hand and move, and instead of the first two the
state of an LSTM over all moves so far (each as a stack, and whether it was its own).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.zsy.kernel import WIDTH
from cardtui.kernels import borrow

from ..net_kernel import Weights, add_rows, last_layer, relu_layer

STACK = 5 * 15
"""Number of inputs of a set of cards."""
HIDDEN = (200, 40)
"""The hidden layers, as in the paper."""
LAYERS = ("first", "second", "value")
MINE, THEIRS, HAND, MOVE = 0, STACK, 2 * STACK, 3 * STACK
INPUTS = 4 * STACK
FEATURES = "zsy-paper-1: played by me, by the other, hand, move, each 5 x 15 one-hot counts"
LSTM_HIDDEN = 64
"""The size of the LSTM's state. Set by hand."""
LSTM_STEP = STACK + 1
LSTM_HAND, LSTM_STATE, LSTM_MOVE = 0, STACK, STACK + LSTM_HIDDEN
LSTM_INPUTS = 2 * STACK + LSTM_HIDDEN
LSTM_FEATURES = f"zsy-lstm-1: hand, move, each 5 x 15 one-hot counts, and an LSTM of {LSTM_HIDDEN} over all moves"

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]
Scratch: TypeAlias = tuple[Ints, Ints, Singles, Singles, Singles]
"""The scratch memory of the functions below: indices of inputs, active units, and the layers' sums."""


def new_scratch() -> Scratch:
    """Return new scratch memory."""
    base, sum1, sum2 = (np.empty(width, np.float32) for width in (HIDDEN[0], *HIDDEN))
    return np.empty(4 * 15 + 1, np.int64), np.empty(HIDDEN[0], np.int64), base, sum1, sum2


@borrow
def stack(cards: int, first: int, places: Ints, end: int) -> int:
    """Append the indices of the cards' one-hot counts, from input `first` on, to `places[:end]`; return the end."""
    for rank in range(15):
        places[end] = first + 5 * rank + (cards >> WIDTH * rank & 7)
        end += 1
    return end


@borrow
def sums(mine: int, theirs: int, hand: int, weights: Weights, scratch: Scratch) -> None:
    """Compute the part of deep-q's first layer that does not depend on the move, from packed cards."""
    places, _, base, _, _ = scratch
    end = stack(hand, HAND, places, stack(theirs, THEIRS, places, stack(mine, MINE, places, 0)))
    add_rows(weights[1], weights[0], places, 0, end, base)


@borrow
def sequence(hidden: Singles, hand: int, weights: Weights, scratch: Scratch) -> None:
    """Compute the part of deep-q-lstm's first layer that does not depend on the move, given the state `hidden`."""
    places, _, base, _, _ = scratch
    end = stack(hand, LSTM_HAND, places, 0)
    add_rows(weights[1], weights[0], places, 0, end, base)
    for unit in range(LSTM_HIDDEN):
        for out in range(len(base)):
            base[out] += hidden[unit] * weights[0][LSTM_STATE + unit, out]


@borrow
def evaluate_moves(first: int, moves: Ints, count: int, weights: Weights, scratch: Scratch, values: Singles) -> int:
    """Write the chance to win with each of the first `count` moves to `values` (float32); return the best index.

    first: the input at which the move's stack begins; `scratch` holds the result of `sums` or `sequence`.
    """
    matrix, _, second, bias2, last, bias3 = weights
    places, active, base, sum1, sum2 = scratch
    best = 0
    for row in range(count):
        end = stack(moves[row], first, places, 0)
        add_rows(base, matrix, places, 0, end, sum1)
        relu_layer(sum1, second, bias2, active, sum2)
        values[row] = logistic(last_layer(sum2, last, bias3))
        if values[row] > values[best]:
            best = row
    return best


@borrow
def logistic(value: Any) -> Any:
    """Return 1 / (1 + e^-value) in float32."""
    return np.float32(1.0) / (np.float32(1.0) + np.exp(-value))


@borrow
def step(move: int, own: bool, lstm: Weights, hidden: Singles, cell: Singles, gates: Singles, places: Ints) -> None:
    """Feed one move to the LSTM, whose state `hidden` and `cell` changes in place.

    own: whether its own seat made the move; lstm: the two matrices (in, 4 * LSTM_HIDDEN) and the sum of the biases;
    gates, places: scratch memory.
    """
    fed, recurrent, bias = lstm
    end = stack(move, 0, places, 0)
    if own:
        places[end] = STACK
        end += 1
    add_rows(bias, fed, places, 0, end, gates)
    for unit in range(LSTM_HIDDEN):
        for out in range(len(gates)):
            gates[out] += hidden[unit] * recurrent[unit, out]
    for unit in range(LSTM_HIDDEN):
        take, forget = logistic(gates[unit]), logistic(gates[LSTM_HIDDEN + unit])
        fresh, out = np.tanh(gates[2 * LSTM_HIDDEN + unit]), logistic(gates[3 * LSTM_HIDDEN + unit])
        cell[unit] = forget * cell[unit] + take * fresh
        hidden[unit] = out * np.tanh(cell[unit])
