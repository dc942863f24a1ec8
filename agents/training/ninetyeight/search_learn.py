"""The training of search's value network, compiled: TD(λ) over after-states."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import LAID, SIZE, apply, deal
from cardtui.games.ninetyeight.rules import NinetyEight
from cardtui.kernels import RandomState, borrow, njit

from ...net_kernel import Weights
from ...ninetyeight.final import add
from ...ninetyeight.inputs import INPUTS
from ...ninetyeight.values import Scratch, choose, logistic, logit, new_scratch, worth
from ..net_learn import adam

MAX_TURNS = NinetyEight.max_turns

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]


@borrow
def add_gradient(error: float, weights: Weights, slopes: Weights, scratch: Scratch) -> None:
    """Add to `slopes` the gradient of the negative log-likelihood of the after-state whose inputs are in `scratch`.

    error: the value minus the target. Overwrites both hidden layers in `scratch`.
    """
    logit(weights, scratch)
    first, second, step = scratch.first, scratch.second, np.float32(error)
    for unit in range(len(second)):
        active = second[unit] > 0
        slopes[4][unit, 0] += step * max(second[unit], np.float32(0))
        second[unit] = step * weights[4][unit, 0] if active else np.float32(0)
        slopes[3][unit] += second[unit]
    slopes[5][0] += step
    for unit in range(len(first)):
        value, total = first[unit], np.float32(0)
        if value > 0:
            for deeper in range(len(second)):
                total += weights[2][unit, deeper] * second[deeper]
                slopes[2][unit, deeper] += value * second[deeper]
        first[unit] = total
        slopes[1][unit] += total
    for number in range(INPUTS):
        seen = scratch.inputs[number]
        if seen > 0:
            for unit in range(len(first)):
                slopes[0][number, unit] += seen * first[unit]


@njit
def play(games: int, refill: int, weights: Weights, sums: tuple[Floats, Floats], rng: RandomState) -> Ints:
    """Return the cards laid in games that the network plays without looking ahead, int64 (games,).

    Adds their positions to `sums`, two arrays of float64 (STAGES, logits): see final.py.
    """
    state, scratch, best = np.zeros(SIZE, np.int64), new_scratch(weights), np.zeros(INPUTS, np.float32)
    so_far, logits, laid = np.zeros(MAX_TURNS, np.int64), np.zeros(MAX_TURNS), np.zeros(games, np.int64)
    for game in range(games):
        deal(state, refill, rng)
        turns = 0
        while True:
            code, total = choose(state, weights, scratch, best)
            if code < 0:
                break
            so_far[turns], logits[turns] = state[LAID], total
            turns += 1
            apply(state, code)
        laid[game] = state[LAID]
        add(so_far[:turns], logits[:turns], laid[game], sums[0], sums[1])
    return laid


@njit
def learn(refill: int, trace_decay: float, weights: Weights, slopes: Weights, rng: RandomState) -> int:
    """Play a game, adding what it teaches to `slopes`; return the cards laid in it.

    slopes: the gradient of the negative log-likelihood, like `weights`.
    """
    state, scratch = np.zeros(SIZE, np.int64), new_scratch(weights)
    best, values = np.zeros((MAX_TURNS, INPUTS), np.float32), np.zeros(MAX_TURNS)
    deal(state, refill, rng)
    length = 0
    while True:
        code, total = choose(state, weights, scratch, best[length])
        if code < 0:
            break
        values[length] = logistic(total)
        length += 1
        apply(state, code)
    goal: Any = worth(state[LAID])
    for turn in range(length - 1, -1, -1):
        scratch.inputs[:] = best[turn]
        add_gradient(values[turn] - goal, weights, slopes, scratch)
        goal = trace_decay * goal + (1.0 - trace_decay) * values[turn]
    laid: int = state[LAID]
    return laid


@njit
def step(flat: Singles, gradients: Singles, mean: Singles, square: Singles, steps: Ints, learning_rate: float) -> None:
    """Do a step of Adam by the mean of `gradients`, float32 (games, parameters), and set them to 0.

    steps: the number of Adam's steps so far, int64 (1,).
    """
    total = gradients[0]
    for lane in range(1, len(gradients)):
        for place in range(len(total)):
            total[place] += gradients[lane, place]
            gradients[lane, place] = np.float32(0)
    steps[0] += 1
    adam(flat, total, mean, square, steps[0], len(gradients), learning_rate)
