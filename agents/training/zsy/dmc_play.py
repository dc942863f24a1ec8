"""Games that dmc plays against itself, compiled: what it learns from, and what it has learned."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.zsy.kernel import HANDS, MAX_LEGAL, ORDER, OVER, SEAT, SIZE, apply, deal, legal
from cardtui.games.zsy.kernel_players import choose
from cardtui.kernels import below, borrow, njit, unit

from ...zsy.dmc_kernel import weigh
from ...zsy.features import ACTIVE, MEMORY, NEVER, VIEW, after, look, note, standing

MOST = 69
"""Turns of a deal."""


@borrow
def record(view: Any, move: int, places: Any, rows: Any, row: int) -> None:
    """The inputs of a move as one row of `rows` (uint8)."""
    end = after(view, move, places, standing(view, places))
    for place in range(rows.shape[1]):
        rows[row, place] = 0
    for at in range(end):
        rows[row, places[at]] = 1


@borrow
def returns(state: Any, seats: Any, free: Any, trace: float, start: int, end: int, goals: Any) -> None:
    """λ-returns of the decisions `start:end` of a finished deal, over the values that `goals` holds (float32).

    What came before a random move is drawn towards the value of the best one, not to what the random one led to.
    """
    for seat in range(2):
        goal = np.float32(1.0 if seat == state[SEAT] else 0.0)
        for row in range(end - 1, start - 1, -1):
            if seats[row - start] == seat:
                value, goals[row] = goals[row], goal
                goal = value if free[row - start] else np.float32(trace * goal + (1.0 - trace) * value)


@borrow
def best_move(state: Any, memory: Any, weights: Any, work: Any, view: Any, moves: Any, logits: Any) -> Any:
    """The move of highest value for the seat to act. view, moves, logits: written over."""
    number = legal(state, moves)
    if number == 1:
        return moves[0]
    look(state, memory, view)
    return moves[weigh(view, moves, number, weights, work, logits)]


@njit
def self_play(
    games: int, weights: Any, other: Any, learners: int, work: Any, careless: float, explore: float, trace: float,
    rows: Any, goals: Any, hands: Any, rng: Any,
) -> int:  # fmt: skip
    """Play this many deals, seat 0 by `weights`, seat 1 by `other`; how many rows were written.

    The first `learners` seats play a share of random moves, and each of their decisions between two moves or more gives
    a row: the inputs of the move made (`rows`, uint8), what its value is to be (`goals`, float32), and the other seat's
    hand (`hands`, int64). In a share `careless` of the deals one seat gives no rows: it plays more random moves, few in
    most of these deals and nearly all in some, so that the other meets weak players too.
    """
    state, order, memory = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MEMORY, np.int64)
    view, moves, places = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64), np.empty(ACTIVE, np.int64)
    logits, seats, free = np.empty(MAX_LEGAL, np.float32), np.empty(MOST, np.int64), np.empty(MOST, np.bool_)
    found = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        memory[:] = NEVER
        start, weak, slips = found, -1, 0.0
        if unit(rng) < careless:
            weak, slips = below(rng, 2), unit(rng) ** 2
        while not state[OVER]:
            seat = state[SEAT]
            if seat == weak:
                number = legal(state, moves)
                if number > 1 and unit(rng) >= slips:
                    move = best_move(state, memory, weights if seat == 0 else other, work, view, moves, logits)
                else:
                    move = moves[below(rng, number)]
            elif seat >= learners:
                move = best_move(state, memory, other, work, view, moves, logits)
            else:
                number = legal(state, moves)
                chosen = 0
                if number > 1:
                    look(state, memory, view)
                    chosen = weigh(view, moves, number, weights if seat == 0 else other, work, logits)
                    goals[found] = 1.0 / (1.0 + np.exp(-logits[chosen]))
                    free[found - start] = unit(rng) < explore
                    if free[found - start]:
                        chosen = below(rng, number)
                    record(view, moves[chosen], places, rows, found)
                    hands[found] = state[HANDS + 1 - seat]
                    seats[found - start] = seat
                    found += 1
                move = moves[chosen]
            note(state, memory, move)
            apply(state, move)
        returns(state, seats, free, trace, start, found, goals)
    return found


@njit
def against(games: int, weights: Any, work: Any, kind: int, rng: Any) -> int:
    """How many of these deals the weights win against a simple bot, the seats leading in turn."""
    state, order, memory = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MEMORY, np.int64)
    view, moves = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64)
    logits, space = np.empty(MAX_LEGAL, np.float32), np.zeros(16, np.int64)
    won = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        memory[:] = NEVER
        while not state[OVER]:
            if state[SEAT] == 0:
                move = best_move(state, memory, weights, work, view, moves, logits)
            else:
                move = choose(state, kind, space, rng)
            note(state, memory, move)
            apply(state, move)
        won += state[SEAT] == 0
    return won


@njit
def duplicate(deals: int, weights: Any, other: Any, work: Any, rng: Any) -> tuple[int, int]:
    """Each deal twice, the second time with seats exchanged: how many deals the weights win both times, and once."""
    dealt, state = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64)
    order, memory, view = ORDER.copy(), np.empty(MEMORY, np.int64), np.zeros(VIEW, np.int64)
    moves, logits = np.empty(MAX_LEGAL, np.int64), np.empty(MAX_LEGAL, np.float32)
    both = once = 0
    for game in range(deals):
        deal(dealt, order, game & 1, rng)
        won = 0
        for ours in range(2):
            state[:] = dealt
            memory[:] = NEVER
            while not state[OVER]:
                chosen = weights if state[SEAT] == ours else other
                move = best_move(state, memory, chosen, work, view, moves, logits)
                note(state, memory, move)
                apply(state, move)
            won += state[SEAT] == ours
        both += won == 2
        once += won == 1
    return both, once
