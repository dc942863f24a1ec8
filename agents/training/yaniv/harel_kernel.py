"""Tabular Q-learning of Yaniv in numba. The table's cells and slots are those of cardtui.games.yaniv.cells.

Values are kept by *outcome*, a place in a flat array. Without `links` each slot of each cell has its own, as in the
document. `tied_links` (int32, (CELLS, SLOTS), 0 where a slot can do nothing) lets slots that leave the same hand, the
same draw and the same number on the pile share one, so that what is learned in one cell holds in all; the finished
table is a table over cells and slots either way.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from cardtui.games.yaniv.cells import CELLS, SLOTS, TOPS, cell
from cardtui.games.yaniv.cells import HANDS as HAND_COUNT
from cardtui.games.yaniv.kernel import CALL, END_A, HANDS, OVER, SCORES, SEAT, SIZE, YANIV, apply, deal, returns
from cardtui.games.yaniv.kernel_players import cell_of, choose, rows, slot_code
from cardtui.kernels import below, borrow, count, njit, unit

RATE, FALL, DISCOUNT, TRACE, ROUND = range(5)
"""Places in `rates`: the learning rate; its fall with the visits N, max(rate, N^-fall) (0: none); the discount; the
trace λ; 1 for the round reward, 0 for the reward at the end."""
LONGEST = 512
"""Room for one seat's turns."""


# --- links ------------------------------------------------------------------------------------
@cache
def possible(call: int = 7) -> Any:
    """Whether a slot of a cell can do something, bool (CELLS, SLOTS)."""
    can = np.zeros((HAND_COUNT, TOPS, SLOTS), np.bool_)
    for hand in combinations_with_replacement(range(14), 5):
        index = cell(hand, 1) // TOPS
        can[index, :, 1 : 1 + 2 * len(set(hand) - {0})] = True
        can[index, :, YANIV] = 0 < sum(hand) <= call
    return can.reshape(CELLS, SLOTS)


@cache
def tied_links(call: int = 7) -> Any:
    """`links` int32 (CELLS, SLOTS): slots share an outcome when they leave the same hand, draw and top."""
    links = possible(call).astype(np.int32)
    for hand in combinations_with_replacement(range(14), 5):
        start = cell(hand, 1)
        numbers = sorted(set(hand) - {0})
        if links[start, YANIV]:
            links[start : start + TOPS, YANIV] = 1 + start // TOPS
        for place, number in enumerate(numbers):
            kept = [other for other in hand if other not in (0, number)]
            links[start : start + TOPS, 1 + 2 * place] = 1 + HAND_COUNT + cell(kept, number)
            for top in range(1, TOPS + 1):
                links[start + top - 1, 2 + 2 * place] = 1 + HAND_COUNT + CELLS + cell(sorted([*kept, top]), number)
    return links


def newborn(links: Any) -> Any:
    """Values before learning, float32 by outcome: 0, and -inf where nothing can be done."""
    if links is None:
        return np.where(possible().reshape(-1), np.float32(0), np.float32(-np.inf))
    values = np.zeros(1 + HAND_COUNT + 2 * CELLS, np.float32)
    values[0] = -np.inf
    return values


@borrow
def outcome(links: Any, cell: int, slot: int) -> Any:
    """The outcome of a slot; `links`: None where each has its own."""
    if links is None:
        return cell * SLOTS + slot
    return links[cell, slot]


# --- learning ---------------------------------------------------------------------------------
@borrow
def best_slot(values: Any, links: Any, cell: int) -> Any:
    """The slot of the highest value in a cell; of equal ones the last: the highest number, to the pile."""
    best = SLOTS - 1
    high = values[outcome(links, cell, best)]
    for slot in range(SLOTS - 2, -1, -1):
        value = values[outcome(links, cell, slot)]
        if value > high:
            best, high = slot, value
    return best


@borrow
def any_slot(state: Any, rng: Any) -> Any:
    """A uniform one of the slots that can do something for seat 0."""
    first = 0 if state[SCORES] <= state[CALL] else 1
    return first + below(rng, 1 + 2 * count(rows(state[HANDS])) - first)


@njit
def learn(
    values: Any,
    counts: Any,
    links: Any,
    games: int,
    epsilon: float,
    rates: Any,
    rules: Any,
    pool: Any,
    policies: Any,
    rng: Any,
) -> None:
    """Play games and learn from each, in place: `values` float32 and `counts` uint32, both (outcomes,).

    pool: float64 (players, 2), kind and parameter; each game's opponent is one of them at random. epsilon: exploration.
    A game's backups are made after it, the last one first; past an explored action the trace is cut (Watkins).
    """
    state, gained = np.zeros(SIZE, np.int64), np.zeros(2)
    cells, slots = np.zeros(LONGEST, np.int64), np.zeros(LONGEST, np.int64)
    rewards, explored = np.zeros(LONGEST), np.zeros(LONGEST, np.bool_)
    for game in range(games):
        opponent = below(rng, len(pool))
        kind, parameter = int(pool[opponent, 0]), pool[opponent, 1]
        deal(state, rules, 2, game & 1, rng)
        length = 0
        while not state[OVER]:
            if state[SEAT]:
                apply(state, choose(state, kind, parameter, policies, rng))
                continue
            here = cell_of(state[HANDS], state[END_A])
            explored[length] = unit(rng) < epsilon
            slot = any_slot(state, rng) if explored[length] else best_slot(values, links, here)
            if length:
                rewards[length - 1] = rates[ROUND] * (1 if state[SCORES] < state[SCORES + 1] else -1)
            cells[length], slots[length] = here, slot
            length += 1
            apply(state, slot_code(state[HANDS], slot))
        if length == 0:
            continue
        returns(state, gained)
        goal = 2 * gained[0] - 1
        for step in range(length - 1, -1, -1):
            if step < length - 1:
                ahead = cells[step + 1]
                future = values[outcome(links, ahead, best_slot(values, links, ahead))]
                if not explored[step + 1]:
                    future += rates[TRACE] * (goal - future)
                goal = rewards[step] + rates[DISCOUNT] * future
            here = outcome(links, cells[step], slots[step])
            counts[here] += np.uint32(1)
            rate = rates[RATE]
            if rates[FALL]:
                rate = max(rate, np.float64(counts[here]) ** -rates[FALL])
            values[here] += rate * (goal - values[here])
