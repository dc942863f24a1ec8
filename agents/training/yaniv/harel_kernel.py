"""Tabular Q-learning of Yaniv in numba: the table's cells and slots are those of cardtui.games.yaniv.cells."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from cardtui.games.yaniv.cells import CELLS, SLOTS, TOPS, cell
from cardtui.games.yaniv.cells import HANDS as HAND_COUNT
from cardtui.games.yaniv.kernel import END_A, HANDS, OVER, SCORES, SEAT, SIZE, apply, deal, returns
from cardtui.games.yaniv.kernel_players import cell_of, choose, numbers_held, slot_code
from cardtui.kernels import below, njit, unit

ALPHA, POWER, GAMMA, TRACE, ROUND = range(5)
"""Places in `rates`: learning rate; its fall with the visits N, max(ALPHA, N^-POWER) (0: constant); discount; trace λ;
1.0 for the round reward, 0.0 for the reward at the end."""
LONGEST = 512
import os

BACK = os.environ.get("BACK", "1") == "1"


def fresh_table(call: int = 7) -> Any:
    """Q of a newborn, float32 (CELLS, SLOTS): 0 for what can be done, -inf for what cannot."""
    table = np.full((HAND_COUNT, TOPS, SLOTS), -np.inf, np.float32)
    for hand in combinations_with_replacement(range(14), 5):
        index = cell(hand, 1) // TOPS
        different = len({number for number in hand if number})
        table[index, :, 1 : 1 + 2 * different] = 0
        if 0 < sum(hand) <= call:
            table[index, :, 0] = 0
    return table.reshape(CELLS, SLOTS)


@njit
def best_slot(values: Any) -> Any:
    """The slot of the highest value; of equal ones the last: the highest number, to the pile."""
    best = SLOTS - 1
    for slot in range(SLOTS - 2, -1, -1):
        if values[slot] > values[best]:
            best = slot
    return best


@njit
def policy(table: Any, out: Any) -> None:
    """The best slot of every cell into `out`, int8 (CELLS,)."""
    for place in range(len(table)):
        out[place] = best_slot(table[place])


@njit
def learn(
    table: Any, visits: Any, games: int, epsilon: float, rates: Any, rules: Any, pool: Any, policies: Any, rng: Any
) -> None:
    """Play this many games and learn from each: `table` float32 and `visits` uint32, both (CELLS, SLOTS), in place.

    pool: float64 (players, 2), kind and parameter; each game's opponent is one of them at random. epsilon: exploration.
    """
    state = np.zeros(SIZE, np.int64)
    gained = np.zeros(2)
    cells, slots = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64)
    rewards, greedy = np.zeros(LONGEST), np.zeros(LONGEST, np.bool_)
    gamma, trace, rounds = rates[GAMMA], rates[TRACE], rates[ROUND] > 0
    for game in range(games):
        opponent = below(rng, len(pool))
        kind, parameter = np.int64(pool[opponent, 0]), pool[opponent, 1]
        deal(state, rules, 2, game & 1, rng)
        length = 0
        while not state[OVER]:
            if state[SEAT] == 1:
                apply(state, choose(state, kind, parameter, policies, rng))
                continue
            hand = state[HANDS]
            here = cell_of(hand, state[END_A])
            slot = best_slot(table[here])
            greedy[length] = True
            if unit(rng) < epsilon:
                slots_here = 2 * numbers_held(hand)
                lowest_slot = 0 if table[here, 0] > -np.inf else 1
                slot = lowest_slot + below(rng, slots_here + 1 - lowest_slot)
                greedy[length] = False
            if rounds and length:
                rewards[length - 1] = 1.0 if state[SCORES] < state[SCORES + 1] else -1.0
            cells[length], slots[length] = here, slot
            length += 1
            apply(state, slot_code(hand, slot))
        returns(state, gained)
        if length == 0:
            continue
        rewards[length - 1] = 2.0 * gained[0] - 1.0
        goal = rewards[length - 1]
        for place in range(length):
            step = length - 1 - place if BACK else place
            if not BACK and step == length - 1:
                goal = rewards[step]
            if step < length - 1:
                ahead = table[cells[step + 1]]
                future = ahead[best_slot(ahead)]
                if greedy[step + 1]:
                    future += trace * (goal - future)
                goal = (rewards[step] if rounds else 0.0) + gamma * future
            here, slot = cells[step], slots[step]
            visits[here, slot] += np.uint32(1)
            rate = rates[ALPHA]
            if rates[POWER] > 0:
                rate = max(rate, np.float64(visits[here, slot]) ** -rates[POWER])
            table[here, slot] += np.float32(rate * (goal - table[here, slot]))
