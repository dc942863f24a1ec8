"""Tabular Q(λ) learning of Yaniv as kernels. States and slots are those of cardtui.games.yaniv.q_table.

The learned values are a flat array. Without `afterstates` each slot of each state has its own value, as in the source
document. With `afterstates` (see `afterstate_index`), slots that leave the same hand, the same draw and the same number
on the pile share one value, so that what is learned in one state holds in all. The finished Q table is one over states
and slots either way.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui.games.yaniv.kernel import CALL, END_A, HANDS, OVER, SCORES, SEAT, SIZE, YANIV, apply, deal, returns
from cardtui.games.yaniv.kernel_players import choose, rows, slot_code, state_index_of
from cardtui.games.yaniv.q_table import HANDS as HAND_COUNT
from cardtui.games.yaniv.q_table import SLOTS, STATES, TOPS, state_index
from cardtui.games.yaniv.rules import MAX_TURNS
from cardtui.games.yaniv.rulesets import OPTIONS
from cardtui.kernels import RandomState, below, borrow, count, njit, unit

Afterstates = NDArray[np.int32] | None
"""The index of each slot's value, int32 (STATES, SLOTS), or None if each slot of each state has its own."""

LEARNING_RATE, VISIT_EXPONENT, DISCOUNT, TRACE_DECAY, ROUND_REWARD = range(5)
"""Indices into `hyperparameters`, float64 (5,): the learning rate, constant (VISIT_EXPONENT 0) or the lower bound of
N^-VISIT_EXPONENT after N visits; the discount; the trace decay λ; 1 for the round reward, 0 for the end reward."""
MAX_TURNS_OF_SEAT = MAX_TURNS // 2
"""The most turns of one seat in a deal of two."""


# --- afterstates ------------------------------------------------------------------------------
@cache
def playable() -> NDArray[np.bool_]:
    """Return whether each slot can be played in each state, bool (STATES, SLOTS)."""
    call = int(OPTIONS["call"].default)  # as in the rules that the tables are trained for
    can = np.zeros((HAND_COUNT, TOPS, SLOTS), np.bool_)
    for hand in combinations_with_replacement(range(14), 5):
        row = state_index(hand, 1) // TOPS
        can[row, :, 1 : 1 + 2 * len(set(hand) - {0})] = True
        can[row, :, YANIV] = 0 < sum(hand) <= call
    return can.reshape(STATES, SLOTS)


@cache
def afterstate_index() -> NDArray[np.int32]:
    """Return the index of each slot's afterstate, int32 (STATES, SLOTS): the same hand, draw and top, the same index.

    0 stands for slots that cannot be played. Calling has one afterstate for each hand.
    """
    index = playable().astype(np.int32)
    for hand in combinations_with_replacement(range(14), 5):
        start = state_index(hand, 1)
        numbers = sorted(set(hand) - {0})
        if index[start, YANIV]:
            index[start : start + TOPS, YANIV] = 1 + start // TOPS
        for place, number in enumerate(numbers):
            kept = [other for other in hand if other not in (0, number)]
            index[start : start + TOPS, 1 + 2 * place] = 1 + HAND_COUNT + state_index(kept, number)
            for top in range(1, TOPS + 1):
                taken = state_index(sorted([*kept, top]), number)
                index[start + top - 1, 2 + 2 * place] = 1 + HAND_COUNT + STATES + taken
    return index


def initial_values(afterstates: Afterstates) -> NDArray[np.float32]:
    """Return the values before learning, float32 (values,): 0, or -inf where nothing can be played."""
    if afterstates is None:
        return np.where(playable().reshape(-1), np.float32(0), np.float32(-np.inf))
    values = np.zeros(1 + HAND_COUNT + 2 * STATES, np.float32)
    values[0] = -np.inf
    return values


@borrow
def value_index(afterstates: Afterstates, index: int, slot: int) -> Any:
    """Return the index of the value of a slot in the state `index`."""
    if afterstates is None:
        return index * SLOTS + slot
    return afterstates[index, slot]


# --- learning ---------------------------------------------------------------------------------
@borrow
def best_slot(values: NDArray[np.float32], afterstates: Afterstates, index: int) -> int:
    """Return the slot with the highest value in a state; in a tie the last one: the highest number, from the pile."""
    best = SLOTS - 1
    high = values[value_index(afterstates, index, best)]
    for slot in range(SLOTS - 2, -1, -1):
        value = values[value_index(afterstates, index, slot)]
        if value > high:
            best, high = slot, value
    return best


@borrow
def random_slot(state: NDArray[np.int64], rng: RandomState) -> Any:
    """Return one of the slots that seat 0 can play, each equally likely."""
    first = 0 if state[SCORES] <= state[CALL] else 1
    return first + below(rng, 1 + 2 * count(rows(state[HANDS])) - first)


@njit
def learn(
    values: NDArray[np.float32],
    visits: NDArray[np.uint32],
    afterstates: Afterstates,
    games: int,
    epsilon: float,
    hyperparameters: NDArray[np.float64],
    rules: NDArray[np.int64],
    opponents: NDArray[np.float64],
    policies: NDArray[np.int8],
    rng: RandomState,
) -> None:
    """Play games from seat 0 and learn from each, in place: `values` and `visits`, both of shape (values,).

    The actions are ε-greedy. `opponents`, float64 (players, 2), are kinds and parameters of `kernel_players.choose`;
    one of them, drawn at random for each game, plays with `policies`, int8 (rows, STATES). The updates of a game are
    made after it, the last turn first; the trace is cut at explored actions (Watkins's Q(λ)).
    """
    state, gained = np.zeros(SIZE, np.int64), np.zeros(2)
    indices, slots = np.zeros(MAX_TURNS_OF_SEAT, np.int64), np.zeros(MAX_TURNS_OF_SEAT, np.int64)
    rewards, explored = np.zeros(MAX_TURNS_OF_SEAT), np.zeros(MAX_TURNS_OF_SEAT, np.bool_)
    for game in range(games):
        opponent = below(rng, len(opponents))
        kind, parameter = int(opponents[opponent, 0]), opponents[opponent, 1]
        deal(state, rules, 2, game & 1, rng)
        length = 0
        while not state[OVER]:
            if state[SEAT]:
                apply(state, choose(state, kind, parameter, policies, rng))
                continue
            index = state_index_of(state[HANDS], state[END_A])
            explored[length] = unit(rng) < epsilon
            slot = random_slot(state, rng) if explored[length] else best_slot(values, afterstates, index)
            if length:
                leads = state[SCORES] < state[SCORES + 1]
                rewards[length - 1] = hyperparameters[ROUND_REWARD] * (1 if leads else -1)
            indices[length], slots[length] = index, slot
            length += 1
            apply(state, slot_code(state[HANDS], slot))
        if length == 0:
            continue
        returns(state, gained)
        target = 2 * gained[0] - 1
        for step in range(length - 1, -1, -1):
            if step < length - 1:
                following = indices[step + 1]
                future = values[value_index(afterstates, following, best_slot(values, afterstates, following))]
                if not explored[step + 1]:
                    future += hyperparameters[TRACE_DECAY] * (target - future)
                target = rewards[step] + hyperparameters[DISCOUNT] * future
            updated = value_index(afterstates, indices[step], slots[step])
            visits[updated] += np.uint32(1)
            rate = hyperparameters[LEARNING_RATE]
            if hyperparameters[VISIT_EXPONENT]:
                rate = max(rate, np.float64(visits[updated]) ** -hyperparameters[VISIT_EXPONENT])
            values[updated] += rate * (target - values[updated])
