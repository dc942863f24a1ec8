"""Learning of yaniv-td in numba."""

from __future__ import annotations

from typing import Any

import numpy as np

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
from cardtui.kernels import below, njit, unit

from ...yaniv.td_features import BELIEF_ROWS, COLUMNS, FEATURES, MEMORY, SIGHT, THRESHOLDS, share
from ...yaniv.td_kernel import TD, decide, look, note, outcome, weigh

TRACE, EPSILON, RATE, BELIEF_RATE = range(4)
BELIEF_SHARE = 0.3
"""Of all turns, those from which beliefs learn."""
LONGEST = 260  # turns that one seat can have in a deal, and some


@njit
def update_belief(
    state: Any, sight: Any, belief_weights: Any, spread: Any, rows: Any, beliefs: Any, rate: float
) -> None:
    """One Adagrad step of all opponents' beliefs towards the hands that they hold."""
    me, seats = state[SEAT], state[SEATS]
    errors = np.empty(COLUMNS, np.float32)
    for opponent in range(seats - 1):
        score = state[SCORES + (me + 1 + opponent) % seats]
        for column in range(THRESHOLDS):
            errors[column] = (1.0 if score <= column else 0.0) - share(beliefs[opponent * COLUMNS + column])
        errors[THRESHOLDS] = (score - beliefs[opponent * COLUMNS + THRESHOLDS]) / 10
        for row in range(BELIEF_ROWS):
            start = rows[opponent * BELIEF_ROWS + row] * COLUMNS
            for column in range(COLUMNS):
                error = errors[column]
                spread[start + column] += error * error
                belief_weights[start + column] += np.float32(rate) * error / np.sqrt(spread[start + column])


@njit
def update(weights: Any, spread: Any, places: Any, goal: float, rate: float) -> None:
    """One Adagrad step of an after-state's value towards `goal`."""
    total = 0.0
    for place in places:
        total += weights[place]
    error = goal - share(total)
    for place in places:
        if place:
            spread[place] += np.float32(error * error)
            weights[place] += np.float32(rate * error / np.sqrt(spread[place]))


@njit
def learn(
    games: int, rules: Any, rates: Any, weights: Any, spread: Any, belief_weights: Any, belief_spread: Any,
    seat_shares: Any, pool: Any, policies: Any, rng: Any,
) -> None:  # fmt: skip
    """Play this many deals and learn from each, in place.

    seat_shares: cumulated probabilities of 2 … 6 seats. pool: float64 (players, 3): kind, parameter, cumulated
    probability with which a seat is theirs; seat 0 is always yaniv-td.
    """
    state = np.zeros(SIZE, np.int64)
    memory, sight = np.zeros(6 * MEMORY, np.int64), np.zeros(SIGHT, np.int64)
    rows, beliefs = np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    codes, out = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32)
    gained, kept = np.zeros(6), np.empty(5, np.int64)
    kinds, parameters = np.zeros(6, np.int64), np.zeros(6)
    places = np.zeros((6, LONGEST, FEATURES), np.int32)
    values = np.zeros((6, LONGEST + 1))
    free = np.zeros((6, LONGEST + 1), np.bool_)
    length = np.zeros(6, np.int64)
    for game in range(games):
        seats = 2
        chance = unit(rng)
        while seats < 6 and chance >= seat_shares[seats - 2]:
            seats += 1
        for seat in range(seats):
            player = 0
            chance = unit(rng)
            while player < len(pool) - 1 and chance >= pool[player, 2]:
                player += 1
            kinds[seat], parameters[seat] = np.int64(pool[player, 0]), pool[player, 1]
        kinds[0] = TD
        deal(state, rules, seats, game % seats, rng)
        memory[:] = 0
        length[:] = 0
        while not state[OVER]:
            seat = state[SEAT]
            if kinds[seat] != TD:
                code = choose(state, kinds[seat], parameters[seat], policies, rng)
                note(state, memory, code)
                apply(state, code)
                continue
            look(state, memory, belief_weights, sight, rows, beliefs)
            if unit(rng) < BELIEF_SHARE:
                update_belief(state, sight, belief_weights, belief_spread, rows, beliefs, rates[BELIEF_RATE])
            code, value = decide(state, sight, beliefs, weights, codes, out)
            at = length[seat]
            values[seat, at] = value
            free[seat, at] = False
            if unit(rng) < rates[EPSILON]:
                found = legal(state, codes)
                code = codes[below(rng, found)]
                free[seat, at] = True
                if code != YANIV:
                    weigh(state, sight, code, weights, kept, out[0])
            if code != YANIV:
                places[seat, at] = out[0]
                length[seat] = at + 1
                note(state, memory, code)
            apply(state, code)
        returns(state, gained)
        for seat in range(seats):
            if kinds[seat] != TD or length[seat] == 0:
                continue
            goal = outcome(state, seat, gained)
            end = length[seat]
            if state[CALLER] == seat:
                trace = 0.0 if free[seat, end] else rates[TRACE]
                goal = trace * goal + (1.0 - trace) * values[seat, end]
            free[seat, end] = False
            for step in range(end - 1, -1, -1):
                update(weights, spread, places[seat, step], goal, rates[RATE])
                if free[seat, step]:
                    goal = values[seat, step]
                else:
                    goal = rates[TRACE] * goal + (1.0 - rates[TRACE]) * values[seat, step]
