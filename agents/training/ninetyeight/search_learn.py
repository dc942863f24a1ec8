"""The training of search's networks, compiled: values by TD(λ) over after-states, the policy by looking ahead."""

from __future__ import annotations

from math import exp
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import LAID, MAX_LEGAL, SIZE, apply, deal
from cardtui.games.ninetyeight.rules import NinetyEight
from cardtui.kernels import RandomState, borrow, njit

from ...net_kernel import Weights
from ...ninetyeight.final import add
from ...ninetyeight.inputs import INPUTS
from ...ninetyeight.search_kernel import CANDIDATES, look_ahead
from ...ninetyeight.values import (
    Networks,
    Scratch,
    choose,
    evaluate,
    logistic,
    logit,
    nearest,
    new_scratch,
    value_logit,
    worth,
)
from ..net_learn import adam

MAX_TURNS = NinetyEight.max_turns
ORDERS, DEPTH = 4, 4
"""For the look-ahead that the policy learns from: the number of sampled orders, and of actions."""
SHARPNESS = 20.0
"""The policy's outputs are multiplied by this in the softmax with which it learns. Set by hand, not tuned."""

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]


@borrow
def add_gradient(error: float, weights: Weights, slopes: Weights, scratch: Scratch) -> None:
    """Add to `slopes` the gradient that `error`, the error of the output, causes for the inputs in `scratch`.

    error: for the negative log-likelihood of a value, the value minus the target. Overwrites both hidden layers in
    `scratch`.
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
def play(games: int, refill: int, networks: Networks, sums: tuple[Floats, Floats], rng: RandomState) -> Ints:
    """Return the cards laid in games that the policy plays without looking ahead, int64 (games,).

    Adds their positions to `sums`, two arrays of float64 (STAGES, logits): see final.py.
    """
    state, scratch, best = np.zeros(SIZE, np.int64), new_scratch(networks.policy), np.zeros(INPUTS, np.float32)
    so_far, logits, laid = np.zeros(MAX_TURNS, np.int64), np.zeros(MAX_TURNS), np.zeros(games, np.int64)
    for game in range(games):
        deal(state, refill, rng)
        turns = 0
        while True:
            code = choose(state, networks.policy, scratch, best)
            if code < 0:
                break
            so_far[turns], logits[turns] = state[LAID], value_logit(networks, best, scratch)
            turns += 1
            apply(state, code)
        laid[game] = state[LAID]
        add(so_far[:turns], logits[:turns], laid[game], sums[0], sums[1])
    return laid


@njit
def learn_values(refill: int, trace_decay: float, networks: Networks, slopes: Weights, rng: RandomState) -> int:
    """Play a game by the policy, adding what it teaches the values to `slopes`; return the cards laid in it.

    slopes: the gradient of the negative log-likelihood, in the form of `networks.value`.
    """
    state, scratch = np.zeros(SIZE, np.int64), new_scratch(networks.policy)
    best, values = np.zeros((MAX_TURNS, INPUTS), np.float32), np.zeros(MAX_TURNS)
    deal(state, refill, rng)
    length = 0
    while True:
        code = choose(state, networks.policy, scratch, best[length])
        if code < 0:
            break
        values[length] = logistic(value_logit(networks, best[length], scratch))
        length += 1
        apply(state, code)
    goal: Any = worth(state[LAID])
    for turn in range(length - 1, -1, -1):
        scratch.inputs[:] = best[turn]
        add_gradient(values[turn] - goal, networks.value, slopes, scratch)
        goal = trace_decay * goal + (1.0 - trace_decay) * values[turn]
    laid: int = state[LAID]
    return laid


@borrow
def policy_errors(outputs: Singles, worths: Floats, errors: Floats) -> None:
    """Write to `errors` the gradient of the negative mean worth by each action's output; all arrays are (actions,).

    Actions are drawn from the softmax of their outputs times SHARPNESS. The worths are means over few orders; since the
    mean is linear in them, their noise causes no bias.
    """
    most, total, mean = outputs[0], 0.0, 0.0
    for at in range(1, len(outputs)):
        most = max(most, outputs[at])
    for at in range(len(outputs)):
        errors[at] = exp(SHARPNESS * (outputs[at] - most))
        total += errors[at]
    for at in range(len(outputs)):
        errors[at] /= total
        mean += errors[at] * worths[at]
    for at in range(len(outputs)):
        errors[at] *= SHARPNESS * (mean - worths[at])


@njit
def learn_policy(refill: int, networks: Networks, slopes: Weights, rng: RandomState) -> int:
    """Play a game by the policy, adding what looking ahead teaches it to `slopes`; return the cards laid in the game.

    Here it chooses from CANDIDATES cards, as search does, and from fewer in the look-ahead.

    slopes: the gradient of the negative mean worth, in the form of `networks.policy`.
    """
    state, scratch = np.zeros(SIZE, np.int64), new_scratch(networks.policy, CANDIDATES)
    codes, inputs = np.zeros(MAX_LEGAL, np.int64), np.zeros((CANDIDATES + 1, INPUTS), np.float32)
    outputs, worths, errors = np.zeros(CANDIDATES + 1, np.float32), np.zeros(CANDIDATES + 1), np.zeros(CANDIDATES + 1)
    found = np.zeros((ORDERS, CANDIDATES + 1))
    deal(state, refill, rng)
    while True:
        near = nearest(state, codes, scratch.gaps)
        if near == 0:
            break
        best = 0
        for at in range(near):
            outputs[at] = evaluate(state, codes[at], networks.policy, scratch)
            inputs[at] = scratch.inputs
            if outputs[at] > outputs[best]:
                best = at
        if near > 1:
            look_ahead(state, codes[:near], DEPTH, networks, rng, found)
            for at in range(near):
                worths[at] = 0.0
                for order in range(ORDERS):
                    worths[at] += found[order, at] / ORDERS
            policy_errors(outputs[:near], worths[:near], errors[:near])
            for at in range(near):
                scratch.inputs[:] = inputs[at]
                add_gradient(errors[at], networks.policy, slopes, scratch)
        apply(state, codes[best])
    laid: int = state[LAID]
    return laid


@njit
def step(flat: Singles, gradients: Singles, mean: Singles, square: Singles, steps: Ints, learning_rate: float) -> None:
    """Do a step of Adam with the mean of `gradients`, float32 (games, parameters), and set them to 0.

    steps: the number of Adam's steps so far, int64 (1,).
    """
    total = gradients[0]
    for lane in range(1, len(gradients)):
        for place in range(len(total)):
            total[place] += gradients[lane, place]
            gradients[lane, place] = np.float32(0)
    steps[0] += 1
    adam(flat, total, mean, square, steps[0], len(gradients), learning_rate)
