"""Games from which deep-q and deep-q-lstm learn, compiled, and games that test them."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.zsy.kernel import HANDS, MAX_LEGAL, ORDER, OVER, PLAYED, SEAT, SIZE, TURN, apply, deal, legal
from cardtui.games.zsy.kernel_players import choose
from cardtui.kernels import below, borrow, njit, unit

from ...zsy.deepq_kernel import LSTM_HIDDEN, LSTM_MOVE, MOVE, sequence, step, sums, weigh

GAME, TIME, OWNER, HELD, MINE, THEIRS, MADE = range(7)
"""What is kept of a decision, int64: its game, turn and seat, the seat's hand, what both had played, the move made."""
KEPT = 7


@borrow
def proportional(values: Any, count: int, rng: Any) -> int:
    """A place, drawn with chances in proportion to the values."""
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
def evaluate(state: Any, moves: Any, count: int, weights: Any, lstm: Any, minds: Any, work: Any, values: Any) -> Any:
    """The Q of the mover's moves, and the place of the highest. lstm: of no rows for deep-q."""
    seat = state[SEAT]
    hand = state[HANDS + seat]
    if len(lstm[0]):
        sequence(minds[seat, 0], hand, weights, work)
        return weigh(LSTM_MOVE, moves, count, weights, work, values)
    sums(state[PLAYED + seat], state[PLAYED + 1 - seat], hand, weights, work)
    return weigh(MOVE, moves, count, weights, work, values)


@borrow
def remember(mover: int, move: int, lstm: Any, minds: Any, gates: Any, work: Any) -> None:
    """Both seats' LSTMs see a move. minds: float32 (seats, hidden and cell, LSTM_HIDDEN)."""
    if len(lstm[0]):
        for seat in range(2):
            step(move, seat == mover, lstm, minds[seat, 0], minds[seat, 1], gates, work[0])


@njit
def play(
    games: int, by_chance: bool, explore: float, weights: Any, lstm: Any, work: Any, kept: Any, turns: Any, won: Any,
    rng: Any,
) -> int:  # fmt: skip
    """Games at random, or by these weights with a share of moves drawn in proportion to Q; how many decisions.

    kept: int64 (rows, KEPT), the decisions between two moves or more; turns: int64 (games, MAX_TURNS), all moves, -1
    after the end; won: the winners (games,).
    """
    state, order, moves = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MAX_LEGAL, np.int64)
    values, gates = np.empty(MAX_LEGAL, np.float32), np.empty(4 * LSTM_HIDDEN, np.float32)
    minds = np.zeros((2, 2, LSTM_HIDDEN), np.float32)
    turns[:] = -1
    found = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        minds[:] = 0
        while not state[OVER]:
            seat, number = state[SEAT], legal(state, moves)
            chosen = 0
            if number > 1:
                if by_chance:
                    chosen = below(rng, number)
                else:
                    chosen = evaluate(state, moves, number, weights, lstm, minds, work, values)
                    if unit(rng) < explore:
                        chosen = proportional(values, number, rng)
                row = kept[found]
                row[GAME], row[TIME], row[OWNER], row[HELD] = game, state[TURN], seat, state[HANDS + seat]
                row[MINE], row[THEIRS], row[MADE] = state[PLAYED + seat], state[PLAYED + 1 - seat], moves[chosen]
                found += 1
            turns[game, state[TURN]] = moves[chosen]
            remember(seat, moves[chosen], lstm, minds, gates, work)
            apply(state, moves[chosen])
        won[game] = state[SEAT]
    return found


@njit
def discounted(kept: Any, won: Any, reward: float, cost: float, goals: Any) -> None:
    """What Q is to be at each decision: half, and half of the outcome ±1 discounted by the seat's later decisions.

    A won game is discounted by `reward`, a lost one by `cost`.
    """
    later = np.zeros(2, np.int64)
    for row in range(len(kept) - 1, -1, -1):
        if row == len(kept) - 1 or kept[row + 1, GAME] != kept[row, GAME]:
            later[:] = 0
        seat = kept[row, OWNER]
        if seat == won[kept[row, GAME]]:
            goals[row] = 0.5 + 0.5 * reward ** later[seat]
        else:
            goals[row] = 0.5 - 0.5 * cost ** later[seat]
        later[seat] += 1


@njit
def against(games: int, weights: Any, lstm: Any, work: Any, kind: int, rng: Any) -> int:
    """How many of these deals the network wins against a simple bot, the seats leading in turn."""
    state, order, moves = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MAX_LEGAL, np.int64)
    values, gates = np.empty(MAX_LEGAL, np.float32), np.empty(4 * LSTM_HIDDEN, np.float32)
    minds, space = np.zeros((2, 2, LSTM_HIDDEN), np.float32), np.zeros(16, np.int64)
    won = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        minds[:] = 0
        while not state[OVER]:
            seat = state[SEAT]
            if seat:
                move = choose(state, kind, space, rng)
            else:
                number = legal(state, moves)
                chosen = 0
                if number > 1:
                    chosen = evaluate(state, moves, number, weights, lstm, minds, work, values)
                move = moves[chosen]
            remember(seat, move, lstm, minds, gates, work)
            apply(state, move)
        won += state[SEAT] == 0
    return won
