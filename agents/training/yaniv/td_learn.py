"""TD(λ) learning of yaniv-td as kernels: linear values of after-states and beliefs, with Adagrad."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.yaniv.kernel import (
    CALLER,
    MAX_LEGAL,
    OVER,
    SCORES,
    SEAT,
    SEATS,
    SIZE,
    YANIV,
    apply,
    deal,
    legal,
    returns,
)
from cardtui.games.yaniv.kernel_players import choose
from cardtui.games.yaniv.rules import MAX_TURNS
from cardtui.kernels import RandomState, below, njit, unit

from ...yaniv.move_memory import MEMORY
from ...yaniv.td_features import BELIEF_ROWS, COLUMNS, FEATURES, INPUTS, THRESHOLDS, logistic
from ...yaniv.td_kernel import TD, decide, encode_turn, evaluate, outcome, record_move

TRACE_DECAY, EPSILON, LEARNING_RATE, BELIEF_LEARNING_RATE, BELIEF_UPDATE_SHARE = range(5)
"""Indices into `hyperparameters`, float64 (5,); they are explained in `td.Stage`."""
MAX_TURNS_OF_SEAT = MAX_TURNS // 2
"""The most turns of one seat in a deal; reached with two seats."""


@njit
def update_belief(
    state: NDArray[np.int64],
    belief_weights: NDArray[np.float32],
    accumulator: NDArray[np.float32],
    rows: NDArray[np.int64],
    beliefs: NDArray[np.float64],
    rate: float,
) -> None:
    """Update the belief weights in place: one Adagrad step for each opponent towards the score of its hand.

    `rows` and `beliefs` are those of `td_kernel.encode_turn` for the seat to act.
    """
    me, seats = state[SEAT], state[SEATS]
    errors = np.empty(COLUMNS, np.float32)
    for opponent in range(seats - 1):
        score = state[SCORES + (me + 1 + opponent) % seats]
        for column in range(THRESHOLDS):
            errors[column] = (1.0 if score <= column else 0.0) - logistic(beliefs[opponent * COLUMNS + column])
        # in tens of points, about as large as the errors of the chances
        errors[THRESHOLDS] = (score - beliefs[opponent * COLUMNS + THRESHOLDS]) / 10
        for row in range(BELIEF_ROWS):
            start = rows[opponent * BELIEF_ROWS + row] * COLUMNS
            for column in range(COLUMNS):
                error = errors[column]
                accumulator[start + column] += error * error
                belief_weights[start + column] += np.float32(rate) * error / np.sqrt(accumulator[start + column])


@njit
def update(
    weights: NDArray[np.float32],
    accumulator: NDArray[np.float32],
    places: NDArray[np.int32],
    target: float,
    rate: float,
) -> None:
    """Update the value weights in place: one Adagrad step of an after-state towards `target`, 0 … 1.

    `places`, int32 (FEATURES,), are the indices of its features; index 0 stands for no feature.
    """
    total = 0.0
    for place in places:
        total += weights[place]
    error = target - logistic(total)
    for place in places:
        if place:
            accumulator[place] += np.float32(error * error)
            weights[place] += np.float32(rate * error / np.sqrt(accumulator[place]))


@njit
def learn(
    games: int,
    rules: NDArray[np.int64],
    hyperparameters: NDArray[np.float64],
    weights: NDArray[np.float32],
    accumulator: NDArray[np.float32],
    belief_weights: NDArray[np.float32],
    belief_accumulator: NDArray[np.float32],
    seat_shares: NDArray[np.float64],
    opponents: NDArray[np.float64],
    policies: NDArray[np.int8],
    rng: RandomState,
) -> None:
    """Play this many deals and learn from each; weights and accumulators are updated in place.

    `seat_shares`, shape (5,), are cumulative probabilities of 2 … 6 seats. `opponents`, shape (players, 3), are kinds,
    parameters (see `kernel_players.choose`) and the cumulative probabilities with which they take a seat; seat 0 is
    always yaniv-td. `policies` is int8 (rows, STATES).
    """
    state = np.zeros(SIZE, np.int64)
    memory, inputs = np.zeros(6 * MEMORY, np.int64), np.zeros(INPUTS, np.int64)
    rows, beliefs = np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    codes, out = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32)
    gained, kept = np.zeros(6), np.empty(5, np.int64)
    kinds, parameters = np.zeros(6, np.int64), np.zeros(6)
    places = np.zeros((6, MAX_TURNS_OF_SEAT, FEATURES), np.int32)
    values = np.zeros((6, MAX_TURNS_OF_SEAT + 1))
    explored = np.zeros((6, MAX_TURNS_OF_SEAT + 1), np.bool_)
    length = np.zeros(6, np.int64)
    trace_decay = hyperparameters[TRACE_DECAY]
    for game in range(games):
        seats = 2
        chance = unit(rng)
        while seats < 6 and chance >= seat_shares[seats - 2]:
            seats += 1
        for seat in range(seats):
            player = 0
            chance = unit(rng)
            while player < len(opponents) - 1 and chance >= opponents[player, 2]:
                player += 1
            kinds[seat], parameters[seat] = np.int64(opponents[player, 0]), opponents[player, 1]
        kinds[0] = TD
        deal(state, rules, seats, game % seats, rng)
        memory[:] = 0
        length[:] = 0
        while not state[OVER]:
            seat = state[SEAT]
            if kinds[seat] != TD:
                code = choose(state, kinds[seat], parameters[seat], policies, rng)
                record_move(state, memory, code)
                apply(state, code)
                continue
            encode_turn(state, memory, belief_weights, inputs, rows, beliefs)
            if unit(rng) < hyperparameters[BELIEF_UPDATE_SHARE]:
                update_belief(
                    state,
                    belief_weights,
                    belief_accumulator,
                    rows,
                    beliefs,
                    hyperparameters[BELIEF_LEARNING_RATE],
                )
            code, value = decide(state, inputs, beliefs, weights, codes, out)
            at = length[seat]
            values[seat, at] = value
            explored[seat, at] = False
            if unit(rng) < hyperparameters[EPSILON]:
                code = codes[below(rng, legal(state, codes))]
                explored[seat, at] = True
                if code != YANIV:
                    evaluate(state, inputs, code, weights, kept, out[0])
            if code != YANIV:
                places[seat, at] = out[0]
                length[seat] = at + 1
                record_move(state, memory, code)
            apply(state, code)
        returns(state, gained)
        for seat in range(seats):
            if kinds[seat] != TD or length[seat] == 0:
                continue
            target = outcome(state, seat, gained)
            end = length[seat]
            if state[CALLER] == seat:
                trace = 0.0 if explored[seat, end] else trace_decay
                target = trace * target + (1.0 - trace) * values[seat, end]
            explored[seat, end] = False
            for step in range(end - 1, -1, -1):
                update(weights, accumulator, places[seat, step], target, hyperparameters[LEARNING_RATE])
                if explored[seat, step]:
                    target = values[seat, step]
                else:
                    target = trace_decay * target + (1.0 - trace_decay) * values[seat, step]
