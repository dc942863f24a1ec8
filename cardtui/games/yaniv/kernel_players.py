"""The simple bots in the kernel, and bulk play between them: opponents for training, tests and benchmarks.

A player is a kind and one parameter: RANDOM; GREEDY with the probability of taking from the pile; SEMIRANDOM; TABLE
with the row of `policies` (int8 (rows, CELLS), the best slot of each cell, see cells.py) that it plays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels import below, count, lowest, njit, unit
from .cells import CELLS, RANK, SLOTS, TOPS
from .kernel import (
    END_A,
    END_B,
    HANDS,
    JOKER_MASK,
    MAX_LEGAL,
    NUMBERS,
    OVER,
    SCORES,
    SEAT,
    SIZE,
    TAKE_A,
    TAKE_B,
    TAKE_STACK,
    YANIV,
    apply,
    deal,
    legal,
    may_call,
    returns,
)

RANDOM, GREEDY, SEMIRANDOM, TABLE = range(4)
NO_POLICIES = np.zeros((1, CELLS), np.int8)


def policy_of(table: Any) -> Any:
    """The row of `policies` that plays a table Q (CELLS, SLOTS): the best slots, of equal ones the last."""
    return (SLOTS - 1 - table[:, ::-1].argmax(1)).astype(np.int8)


_RANK = np.array(RANK, np.int64)


@njit
def ascending(cards: int) -> int:
    """The code, taking nothing yet, that lays these cards of one number in ascending order."""
    code = size = 0
    while cards:
        code |= lowest(cards) << 5 + 6 * size
        cards &= cards - 1
        size += 1
    return code | size << 2


@njit
def group_at(hand: int, place: int) -> int:
    """The cards of the place-th lowest of the different numbers held, jokers after all others; 0 if there is none."""
    group = 0
    while place >= 0:
        if hand == 0:
            return 0
        group = hand & 15 << (lowest(hand) & ~3)
        hand &= ~group
        place -= 1
    return group


@njit
def numbers_held(hand: int) -> int:
    """How many different numbers a hand has."""
    found = 0
    while hand:
        hand &= ~(15 << (lowest(hand) & ~3))
        found += 1
    return found


@njit
def greedy(state: Any, p: float, rng: Any) -> Any:
    """Yaniv; else the highest multiple, else the highest number; the pile with probability p."""
    if may_call(state):
        return YANIV
    hand = state[HANDS + state[SEAT]]
    jokers = hand & JOKER_MASK
    rest = hand & ~JOKER_MASK
    single = multiple = 0
    while rest:
        single = hand & 15 << (lowest(rest) & ~3)
        rest &= ~single
        if single & single - 1:
            multiple = single
    if multiple == 0:
        multiple = jokers if jokers & jokers - 1 else single if single else jokers
    return ascending(multiple) | (TAKE_A if unit(rng) < p else TAKE_STACK)


@njit
def semirandom(state: Any, rng: Any) -> Any:
    """Yaniv; else a number at random; the pile's lower end if it is lower than the number laid."""
    if may_call(state):
        return YANIV
    hand = state[HANDS + state[SEAT]]
    group = group_at(hand, below(rng, numbers_held(hand)))
    take, offered = TAKE_A, NUMBERS[state[END_A]]
    if state[END_B] >= 0 and NUMBERS[state[END_B]] < offered:
        take, offered = TAKE_B, NUMBERS[state[END_B]]
    return ascending(group) | (take if offered < NUMBERS[lowest(group)] else TAKE_STACK)


@njit
def cell_of(hand: int, top: int) -> int:
    """`cells.cell` of a hand without jokers (mask) under the card `top`."""
    place = 5 - count(hand)
    index = 0
    while hand:
        index += _RANK[place, (lowest(hand) >> 2) + 1]
        hand &= hand - 1
        place += 1
    return index * TOPS + (top >> 2)


@njit
def slot_code(hand: int, slot: int) -> Any:
    """The action that a slot of cells.py stands for in this hand."""
    if slot == 0:
        return YANIV
    return ascending(group_at(hand, slot - 1 >> 1)) | (slot - 1 & 1)


@njit
def choose(state: Any, kind: int, parameter: float, policies: Any, rng: Any) -> Any:
    """What a built-in player does as the seat to act."""
    if kind == GREEDY:
        return greedy(state, parameter, rng)
    if kind == SEMIRANDOM:
        return semirandom(state, rng)
    if kind == TABLE:
        hand = state[HANDS + state[SEAT]]
        return slot_code(hand, policies[np.int64(parameter), cell_of(hand, state[END_A])])
    actions = np.empty(MAX_LEGAL, np.int64)
    return actions[below(rng, legal(state, actions))]


@njit
def play(state: Any, kinds: Any, parameters: Any, policies: Any, rng: Any) -> None:
    """Play a dealt game to its end. kinds int64, parameters float64, both by seat."""
    while not state[OVER]:
        seat = state[SEAT]
        apply(state, choose(state, kinds[seat], parameters[seat], policies, rng))


@njit
def tournament(games: int, rules: Any, kinds: Any, parameters: Any, policies: Any, rng: Any) -> Any:
    """Sums over this many deals, float64 (2, seats): returns, scores of the final hands. The opening seat rotates."""
    seats = len(kinds)
    state = np.zeros(SIZE, np.int64)
    gained, totals = np.zeros(seats), np.zeros((2, seats))
    for game in range(games):
        deal(state, rules, seats, game % seats, rng)
        play(state, kinds, parameters, policies, rng)
        returns(state, gained)
        totals[0] += gained
        totals[1] += state[SCORES : SCORES + seats]
    return totals
