"""Games from which deep-q and deep-q-lstm learn, and games that test them, compiled."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.zsy.kernel import HANDS, MAX_LEGAL, ORDER, OVER, PLAYED, SEAT, SIZE, TURN, apply, deal, legal
from cardtui.games.zsy.kernel_players import choose
from cardtui.kernels import RandomState, below, borrow, njit, unit

from ...net_kernel import Weights
from ...zsy.deepq_kernel import LSTM_HIDDEN, LSTM_MOVE, MOVE, Scratch, evaluate_moves, sequence, step, sums

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]

GAME, TIME, OWNER, HELD, MINE, THEIRS, MADE = range(7)
"""The fields of a recorded decision, int64: its game, turn and seat, the seat's hand, the cards that the seat and the
other had played, and the move made."""
FIELDS = 7


@borrow
def proportional(values: Singles, count: int, rng: RandomState) -> int:
    """Draw one of the first `count` indices, with probabilities in proportion to the values."""
    total = 0.0
    for place in range(count):
        total += values[place]
    rest = unit(rng) * total
    for place in range(count - 1):
        rest -= values[place]
        if rest < 0.0:
            return place
    return count - 1


@borrow
def evaluate(
    state: Ints,
    moves: Ints,
    count: int,
    weights: Weights,
    lstm: Weights,
    lstm_states: Singles,
    scratch: Scratch,
    values: Singles,
) -> Any:
    """Write the Q of the mover's first `count` moves to `values`; return the index of the highest.

    lstm: arrays of length 0 for deep-q; lstm_states: float32 (seats, hidden and cell, LSTM_HIDDEN).
    """
    seat = state[SEAT]
    hand = state[HANDS + seat]
    if len(lstm[0]):
        sequence(lstm_states[seat, 0], hand, weights, scratch)
        return evaluate_moves(LSTM_MOVE, moves, count, weights, scratch, values)
    sums(state[PLAYED + seat], state[PLAYED + 1 - seat], hand, weights, scratch)
    return evaluate_moves(MOVE, moves, count, weights, scratch, values)


@borrow
def remember(mover: int, move: int, lstm: Weights, lstm_states: Singles, gates: Singles, scratch: Scratch) -> None:
    """Feed a move to the LSTMs of both seats. gates: scratch memory, float32 (4 * LSTM_HIDDEN,)."""
    if len(lstm[0]):
        for seat in range(2):
            step(move, seat == mover, lstm, lstm_states[seat, 0], lstm_states[seat, 1], gates, scratch[0])


@njit
def play(
    games: int, by_chance: bool, exploration: float, weights: Weights, lstm: Weights, scratch: Scratch, decisions: Ints,
    turns: Ints, winners: Ints, rng: RandomState,
) -> int:  # fmt: skip
    """Play games at random or by these weights, and return the number of decisions recorded.

    exploration: share of moves drawn in proportion to Q; decisions: int64 (rows, FIELDS), receives those between two
    moves or more; turns: int64 (games, MAX_TURNS), receives all moves, -1 after the end; winners: int64 (games,),
    receives the winning seats.
    """
    state, order, moves = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MAX_LEGAL, np.int64)
    values, gates = np.empty(MAX_LEGAL, np.float32), np.empty(4 * LSTM_HIDDEN, np.float32)
    lstm_states = np.zeros((2, 2, LSTM_HIDDEN), np.float32)
    turns[:] = -1
    rows = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        lstm_states[:] = 0
        while not state[OVER]:
            seat, count = state[SEAT], legal(state, moves)
            chosen = 0
            if count > 1:
                if by_chance:
                    chosen = below(rng, count)
                else:
                    chosen = evaluate(state, moves, count, weights, lstm, lstm_states, scratch, values)
                    if unit(rng) < exploration:
                        chosen = proportional(values, count, rng)
                row = decisions[rows]
                row[GAME], row[TIME], row[OWNER], row[HELD] = game, state[TURN], seat, state[HANDS + seat]
                row[MINE], row[THEIRS], row[MADE] = state[PLAYED + seat], state[PLAYED + 1 - seat], moves[chosen]
                rows += 1
            turns[game, state[TURN]] = moves[chosen]
            remember(seat, moves[chosen], lstm, lstm_states, gates, scratch)
            apply(state, moves[chosen])
        winners[game] = state[SEAT]
    return rows


@njit
def discounted(
    decisions: Ints, winners: Ints, win_discount: float, loss_discount: float, goals: Singles
) -> None:  # fmt: skip
    """Write the target of Q for each decision to `goals`, float32 (rows,): 0.5 plus half the discounted outcome, ±1.

    The outcome is discounted once for each later decision of the seat.
    """
    later = np.zeros(2, np.int64)
    for row in range(len(decisions) - 1, -1, -1):
        if row == len(decisions) - 1 or decisions[row + 1, GAME] != decisions[row, GAME]:
            later[:] = 0
        seat = decisions[row, OWNER]
        if seat == winners[decisions[row, GAME]]:
            goals[row] = 0.5 + 0.5 * win_discount ** later[seat]
        else:
            goals[row] = 0.5 - 0.5 * loss_discount ** later[seat]
        later[seat] += 1


@njit
def against(deals: int, weights: Weights, lstm: Weights, scratch: Scratch, kind: int, rng: RandomState) -> int:
    """Return how many deals the network wins against the simple bot `kind`, the seats leading in turn."""
    state, order, moves = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MAX_LEGAL, np.int64)
    values, gates = np.empty(MAX_LEGAL, np.float32), np.empty(4 * LSTM_HIDDEN, np.float32)
    lstm_states, space = np.zeros((2, 2, LSTM_HIDDEN), np.float32), np.zeros(16, np.int64)
    won = 0
    for game in range(deals):
        deal(state, order, game & 1, rng)
        lstm_states[:] = 0
        while not state[OVER]:
            seat = state[SEAT]
            if seat:
                move = choose(state, kind, space, rng)
            else:
                count = legal(state, moves)
                chosen = 0
                if count > 1:
                    chosen = evaluate(state, moves, count, weights, lstm, lstm_states, scratch, values)
                move = moves[chosen]
            remember(seat, move, lstm, lstm_states, gates, scratch)
            apply(state, move)
        won += state[SEAT] == 0
    return won
