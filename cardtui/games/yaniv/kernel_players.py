"""The simple bots as kernels, and bulk play between them: opponents for training, tests and benchmarks.

A player is a kind with one parameter: for GREEDY the probability of taking from the pile, for TABLE its row of
`policies` (int8 (rows, STATES), the best slot of each state, see q_table.py); RANDOM and SEMIRANDOM ignore it. Without
TABLE among the players, `policies` may be `NO_POLICIES`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels import RandomState, below, borrow, count, highest, lowest, njit, unit
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
    SUIT_MASK,
    TAKE_A,
    TAKE_B,
    TAKE_STACK,
    YANIV,
    KernelState,
    apply,
    deal,
    legal,
    may_call,
    returns,
)
from .q_table import RANK, SLOTS, STATES, TOPS
from .rules import HAND

RANDOM, GREEDY, SEMIRANDOM, TABLE = range(4)
NO_POLICIES = np.zeros((1, STATES), np.int8)

GROUPS = [[card for card in range(4) if which >> card & 1] for which in range(16)]


def policy_of(table: NDArray[np.floating]) -> NDArray[np.int8]:
    """Return the policy of a Q table (STATES, SLOTS): int8 (STATES,), each state's best slot, the last in a tie."""
    best: NDArray[np.int64] = SLOTS - 1 - table[:, ::-1].argmax(1)
    return best.astype(np.int8)


ROWS = SUIT_MASK | 1 << 52
"""The lowest card of each number and of the jokers. Multiplied by 15, all cards."""
_RANK = np.array(RANK, np.int64)
_LAID = np.array([sum((1 << 2) + (card << 5 + 6 * at) for at, card in enumerate(group)) for group in GROUPS], np.int64)
_EACH = np.array([sum(1 << 5 + 6 * at for at in range(len(group))) for group in GROUPS], np.int64)
"""Indexed by the mask of a number's cards: the code if the number were the ace; its increment per card index."""


@borrow
def ascending(cards: int) -> int:
    """Return the code, without a take, that lays these cards of one number in ascending order."""
    row = lowest(cards) & ~3
    which = cards >> row
    code: int = _LAID[which] + row * _EACH[which]
    return code


@borrow
def rows(hand: int) -> int:
    """Return one bit for each number in the hand, at the place of its lowest card."""
    pairs = hand | hand >> 1
    return (pairs | pairs >> 2) & ROWS


@borrow
def group_at(hand: int, place: int) -> int:
    """Return the cards of the `place`-th lowest number in the hand; jokers come last."""
    left = rows(hand)
    for step in range(HAND - 1):
        left = left & left - 1 if step < place else left
    return hand & 15 << lowest(left)


@borrow
def greedy(state: KernelState, p: float, rng: RandomState) -> int:
    """Call Yaniv if possible; otherwise lay the highest set or number, taking the pile with probability p."""
    if may_call(state):
        return YANIV
    hand = state[HANDS + state[SEAT]]
    plain = hand & ~JOKER_MASK
    multiples = plain & plain - rows(plain)  # all cards except the lowest of each number
    jokers = hand - plain
    chosen = multiples if multiples else jokers if jokers & jokers - 1 else plain if plain else jokers
    return ascending(hand & 15 << (highest(chosen) & ~3)) | (TAKE_A if unit(rng) < p else TAKE_STACK)


@borrow
def semirandom(state: KernelState, rng: RandomState) -> int:
    """Call Yaniv if possible; otherwise lay a random number, taking the pile's lower end if it is lower than that."""
    if may_call(state):
        return YANIV
    hand = state[HANDS + state[SEAT]]
    group = group_at(hand, below(rng, count(rows(hand))))
    take, offered = TAKE_A, NUMBERS[state[END_A]]
    if state[END_B] >= 0 and NUMBERS[state[END_B]] < offered:
        take, offered = TAKE_B, NUMBERS[state[END_B]]
    return ascending(group) | (take if offered < NUMBERS[lowest(group)] else TAKE_STACK)


@borrow
def state_index_of(hand: int, top: int) -> int:
    """Return `q_table.state_index` for a hand without jokers (a mask) and the top card of the pile."""
    index = 0
    for place in range(HAND - 1, -1, -1):
        card = highest(hand)  # -1, and so number 0, if no card is left
        index += _RANK[place, (card >> 2) + 1]
        hand &= ~(1 << (card & 63))
    return index * TOPS + (top >> 2)


@borrow
def slot_code(hand: int, slot: int) -> int:
    """Return the action that a slot of q_table.py means for this hand."""
    if slot == 0:
        return YANIV
    return ascending(group_at(hand, slot - 1 >> 1)) | (slot - 1 & 1)


@njit
def any_action(state: KernelState, rng: RandomState) -> int:
    """Return a random legal action."""
    actions = np.empty(MAX_LEGAL, np.int64)
    code: int = actions[below(rng, legal(state, actions))]
    return code


@borrow
def choose(state: KernelState, kind: int, parameter: float, policies: NDArray[np.int8], rng: RandomState) -> int:
    """Return the code of the action of a player for the seat to act."""
    if kind == GREEDY:
        return greedy(state, parameter, rng)
    if kind == SEMIRANDOM:
        return semirandom(state, rng)
    if kind == TABLE:
        hand = state[HANDS + state[SEAT]]
        return slot_code(hand, policies[np.int64(parameter), state_index_of(hand, state[END_A])])
    return any_action(state, rng)


@borrow
def play(
    state: KernelState,
    kinds: NDArray[np.int64],
    parameters: NDArray[np.float64],
    policies: NDArray[np.int8],
    rng: RandomState,
) -> None:
    """Play a dealt game to its end. `kinds` (int64) and `parameters` (float64) are indexed by seat."""
    while not state[OVER]:
        seat = state[SEAT]
        apply(state, choose(state, kinds[seat], parameters[seat], policies, rng))


@njit
def tournament(
    games: int,
    rules: NDArray[np.int64],
    kinds: NDArray[np.int64],
    parameters: NDArray[np.float64],
    policies: NDArray[np.int8],
    rng: RandomState,
) -> NDArray[np.float64]:
    """Play deals with rotating first seat; return sums, float64 (2, seats): returns, and scores of the final hands.

    `rules` are as given by `rules_of`; the players are `kinds` (int64) and `parameters` (float64), by seat.
    """
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
