"""The training of search's value network, compiled: TD(λ) over after-states, one step of Adam after each game."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import LAID, MAX_LEGAL, PILE, SIZE, apply, deal
from cardtui.games.ninetyeight.rules import NinetyEight
from cardtui.kernels import RandomState, borrow, njit

from ...ninetyeight.values import INPUTS, choose, logistic, logit, worth

MAX_TURNS = NinetyEight.max_turns
BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
"""Adam's parameters, as recommended by Kingma and Ba (2015)."""

Singles: TypeAlias = NDArray[np.float32]


@borrow
def add_gradient(
    inputs: Singles, error: float, inner: Singles, outer: Singles, hidden: Singles, inner_slope: Singles,
    outer_slope: Singles,
) -> None:  # fmt: skip
    """Add the gradient of the log-likelihood of one after-state to the slopes.

    inputs: shape (INPUTS,); error: the target minus the value; hidden: scratch memory (size,).
    """
    logit(inputs, inner, outer, hidden)
    size = len(hidden)
    step: Any = np.float32(error)
    outer_slope[size] += step
    for unit in range(size):
        active = hidden[unit] > 0
        outer_slope[unit] += step * hidden[unit]
        hidden[unit] = step * outer[unit] if active else np.float32(0.0)
    for number in range(INPUTS):
        value = inputs[number]
        if value != 0:
            for unit in range(size):
                inner_slope[number, unit] += value * hidden[unit]


@borrow
def adam(weights: Singles, slope: Singles, mean: Singles, square: Singles, step: int, learning_rate: float) -> None:
    """Take a step of Adam uphill in place, and set `slope`, the gradient, to zero. All arrays are flat.

    mean, square: running means of the gradient and of its square; step: the number of this step, from 1 on.
    """
    beta1, beta2, epsilon = np.float32(BETA1), np.float32(BETA2), np.float32(EPSILON)
    rate = np.float32(learning_rate / (1.0 - BETA1**step))
    correction = np.float32(1.0 / (1.0 - BETA2**step))
    for at in range(len(weights)):
        mean[at] = beta1 * mean[at] + (np.float32(1.0) - beta1) * slope[at]
        square[at] = beta2 * square[at] + (np.float32(1.0) - beta2) * slope[at] * slope[at]
        weights[at] += rate * mean[at] / (np.sqrt(square[at] * correction) + epsilon)
        slope[at] = np.float32(0.0)


@njit
def learn(
    games: int, step: int, refill: int, learning_rate: float, trace_decay: float, inner: Singles, outer: Singles,
    moments: tuple[Singles, Singles, Singles, Singles], rng: RandomState,
) -> NDArray[np.int64]:  # fmt: skip
    """Play games, learning from each in place; return the cards laid in each, int64 (games,).

    step: games learned from before; learning_rate: 0 to learn nothing; moments: Adam's mean and square of `inner` and
    of `outer`, flat.
    """
    state, after = np.zeros(SIZE, np.int64), np.zeros(PILE, np.int64)
    codes, hidden = np.empty(MAX_LEGAL, np.int64), np.zeros(len(outer) - 1, np.float32)
    inputs, best = np.zeros(INPUTS, np.float32), np.zeros((MAX_TURNS, INPUTS), np.float32)
    values = np.zeros(MAX_TURNS)
    inner_slope, outer_slope = np.zeros_like(inner), np.zeros_like(outer)
    inner_mean, inner_square, outer_mean, outer_square = moments
    laid = np.zeros(games, np.int64)
    for game in range(games):
        deal(state, refill, rng)
        length = 0
        while True:
            code, total = choose(state, inner, outer, codes, after, inputs, hidden, best[length])
            if code < 0:
                break
            values[length] = logistic(total)
            length += 1
            apply(state, code)
        laid[game] = state[LAID]
        if learning_rate == 0:
            continue
        goal = worth(state[LAID])
        for turn in range(length - 1, -1, -1):
            add_gradient(best[turn], goal - values[turn], inner, outer, hidden, inner_slope, outer_slope)
            goal = trace_decay * goal + (1.0 - trace_decay) * values[turn]
        step += 1
        adam(inner.reshape(-1), inner_slope.reshape(-1), inner_mean, inner_square, step, learning_rate)
        adam(outer, outer_slope, outer_mean, outer_square, step, learning_rate)
    return laid
