"""Tabular Q-learning of Yaniv in numba. The table's cells and slots are those of cardtui.games.yaniv.cells.

Values are kept by *outcome*: `links` (int32, (CELLS, SLOTS)) says which outcome a slot of a cell leads to, 0 where it
can do nothing. With `own_links` every slot of every cell has its own, as in the document. With `tied_links`
slots that leave the same hand, the same draw and the same number on the pile share one, so that what is learned in one
cell holds in all; the finished table is a table over cells and slots either way.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from cardtui.games.yaniv.cells import CELLS, SLOTS, TOPS, cell
from cardtui.games.yaniv.cells import HANDS as HAND_COUNT
from cardtui.games.yaniv.kernel import END_A, HANDS, OVER, SCORES, SEAT, SIZE, YANIV, apply, deal, returns
from cardtui.games.yaniv.kernel_players import cell_of, choose, slot_code
from cardtui.kernels import below, njit, unit

RATE, FALL, DISCOUNT, TRACE, ROUND = range(5)
"""Places in `rates`: the learning rate; its fall with the visits N, max(rate, N^-fall) (0: none); the discount; the
trace λ; 1 for the round reward, 0 for the reward at the end."""
LONGEST = 512
"""Room for one seat's turns."""


# --- links ------------------------------------------------------------------------------------
@cache
def own_links(call: int = 7) -> tuple[Any, int]:
    """(links, number of outcomes): each slot that can do something has an outcome of its own."""
    links = np.zeros((HAND_COUNT, TOPS, SLOTS), np.int32)
    for hand in combinations_with_replacement(range(14), 5):
        index = cell(hand, 1) // TOPS
        links[index, :, 1 : 1 + 2 * len(set(hand) - {0})] = 1
        links[index, :, YANIV] = 0 < sum(hand) <= call
    used = links > 0
    links[used] = np.arange(1, used.sum() + 1)
    return links.reshape(CELLS, SLOTS), int(used.sum()) + 1


@cache
def tied_links(call: int = 7) -> tuple[Any, int]:
    """(links, number of outcomes): slots share an outcome when they leave the same hand, draw and top."""
    links = own_links(call)[0].copy()
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
    return links, 1 + HAND_COUNT + 2 * CELLS


def newborn(outcomes: int) -> Any:
    """Values before learning, float32 (outcomes,): 0, and -inf for the outcome that cannot be."""
    values = np.zeros(outcomes, np.float32)
    values[0] = -np.inf
    return values


# --- learning ---------------------------------------------------------------------------------
@njit
def best_slot(values: Any, links: Any) -> Any:
    """The slot of the highest value among `links` (SLOTS,); of equal ones the last: the highest number, to the pile."""
    best = SLOTS - 1
    for slot in range(SLOTS - 2, -1, -1):
        if values[links[slot]] > values[links[best]]:
            best = slot
    return best


@njit
def any_slot(links: Any, rng: Any) -> Any:
    """A uniform one of the slots that can do something."""
    first = 0 if links[YANIV] else 1
    end = first
    while end < SLOTS and links[end]:
        end += 1
    return first + below(rng, end - first)


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
        kind, parameter = np.int64(pool[opponent, 0]), pool[opponent, 1]
        deal(state, rules, 2, game & 1, rng)
        length = 0
        while not state[OVER]:
            if state[SEAT]:
                apply(state, choose(state, kind, parameter, policies, rng))
                continue
            here = cell_of(state[HANDS], state[END_A])
            explored[length] = unit(rng) < epsilon
            slot = any_slot(links[here], rng) if explored[length] else best_slot(values, links[here])
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
                ahead = links[cells[step + 1]]
                future = values[ahead[best_slot(values, ahead)]]
                if not explored[step + 1]:
                    future += rates[TRACE] * (goal - future)
                goal = rewards[step] + rates[DISCOUNT] * future
            outcome = links[cells[step], slots[step]]
            counts[outcome] += np.uint32(1)
            rate = rates[RATE]
            if rates[FALL]:
                rate = max(rate, np.float64(counts[outcome]) ** -rates[FALL])
            values[outcome] += rate * (goal - values[outcome])
