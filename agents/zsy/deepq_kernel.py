"""deep-q and deep-q-lstm as kernels: the paper's inputs, and the value of every legal move.

Cards are encoded as 5 × 15 one-hot counts: for each rank which of 0 … 4. deep-q has four such stacks: the cards it
played, those the other played, its hand, its move. deep-q-lstm has hand and move, and instead of the first two the
state of an LSTM over all moves so far (each a stack, and whether it was its own).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.zsy.kernel import WIDTH
from cardtui.kernels import borrow

from .net_kernel import add_rows, last_layer, relu_layer

STACK = 75
HIDDEN = (200, 40)
LAYERS = ("first", "second", "value")
MINE, THEIRS, HAND, MOVE = 0, STACK, 2 * STACK, 3 * STACK
INPUTS = 4 * STACK
FEATURES = "zsy-paper-1: played by me, by the other, hand, move, each 5 x 15 one-hot counts"
LSTM_HIDDEN = 64
LSTM_STEP = STACK + 1
LSTM_HAND, LSTM_STATE, LSTM_MOVE = 0, STACK, STACK + LSTM_HIDDEN
LSTM_INPUTS = 2 * STACK + LSTM_HIDDEN
LSTM_FEATURES = f"zsy-lstm-1: hand, move, each 5 x 15 one-hot counts, and an LSTM of {LSTM_HIDDEN} over all moves"


def room() -> tuple[Any, ...]:
    """Return the scratch memory of the functions below: places, active units, the layers' sums."""
    return (
        np.empty(4 * 15 + 1, np.int64), np.empty(HIDDEN[0], np.int64),
        *(np.empty(width, np.float32) for width in (HIDDEN[0], *HIDDEN)),
    )  # fmt: skip


@borrow
def stack(cards: int, first: int, places: Any, found: int) -> int:
    """Write the indices of the one-hot counts of some cards, counted from input `first`; return the new `found`."""
    for rank in range(15):
        places[found] = first + 5 * rank + (cards >> WIDTH * rank & 7)
        found += 1
    return found


@borrow
def sums(mine: int, theirs: int, hand: int, weights: Any, work: Any) -> None:
    """deep-q: compute the part of the first layer that does not depend on the move."""
    places, _, base, _, _ = work
    found = stack(hand, HAND, places, stack(theirs, THEIRS, places, stack(mine, MINE, places, 0)))
    add_rows(weights[1], weights[0], places, 0, found, base)


@borrow
def sequence(hidden: Any, hand: int, weights: Any, work: Any) -> None:
    """deep-q-lstm: compute the part of the first layer that does not depend on the move, given the state `hidden`."""
    places, _, base, _, _ = work
    found = stack(hand, LSTM_HAND, places, 0)
    add_rows(weights[1], weights[0], places, 0, found, base)
    for unit in range(LSTM_HIDDEN):
        for out in range(len(base)):
            base[out] += hidden[unit] * weights[0][LSTM_STATE + unit, out]


@borrow
def weigh(first: int, moves: Any, count: int, weights: Any, work: Any, values: Any) -> int:
    """Write the chance to win with each of the first `count` moves to `values` (float32); return the best index.

    first: the input at which the move's stack begins; `work` holds the result of `sums` or `sequence`.
    """
    matrix, _, second, bias2, last, bias3 = weights
    places, active, base, sum1, sum2 = work
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
    """1 / (1 + e^-x)."""
    return np.float32(1.0) / (np.float32(1.0) + np.exp(-value))


@borrow
def step(move: int, own: int, lstm: Any, hidden: Any, cell: Any, gates: Any, places: Any) -> None:
    """Feed one move to the LSTM, in place. lstm: its two matrices (in, 4 × hidden) and the sum of its biases."""
    fed, recurrent, bias = lstm
    found = stack(move, 0, places, 0)
    if own:
        places[found] = STACK
        found += 1
    add_rows(bias, fed, places, 0, found, gates)
    for unit in range(LSTM_HIDDEN):
        for out in range(len(gates)):
            gates[out] += hidden[unit] * recurrent[unit, out]
    for unit in range(LSTM_HIDDEN):
        take, forget = logistic(gates[unit]), logistic(gates[LSTM_HIDDEN + unit])
        fresh, out = np.tanh(gates[2 * LSTM_HIDDEN + unit]), logistic(gates[3 * LSTM_HIDDEN + unit])
        cell[unit] = forget * cell[unit] + take * fresh
        hidden[unit] = out * np.tanh(cell[unit])
