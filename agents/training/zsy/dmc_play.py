"""Games from which dmc learns, and games that test it, compiled."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.zsy.features import MEMORY, NEVER, record_declined
from cardtui.games.zsy.kernel import HANDS, MAX_LEGAL, ORDER, OVER, SEAT, SIZE, apply, deal, legal
from cardtui.games.zsy.kernel_players import choose
from cardtui.games.zsy.rules import MAX_TURNS
from cardtui.kernels import RandomState, below, borrow, njit, unit

from ...net_kernel import Weights
from ...zsy.dmc_kernel import Scratch, best_move, evaluate_moves
from ...zsy.features import ACTIVE, INPUTS, VIEW, after, encode_view, standing

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]

RANDOM_WITHIN = 16
"""Moves other than the best are made only at one of the first 16 decisions of a deal, which has some 20."""


class Decisions(NamedTuple):
    """Decisions to learn from; the first rows count."""

    rows: NDArray[np.uint8]
    """The inputs of the move made, uint8 (decisions, INPUTS)."""
    goals: Singles
    """Its λ-return, float32 (decisions,)."""
    hands: Ints
    """The other seat's hand, packed, int64 (decisions,)."""


def new_decisions(deals: int) -> Decisions:
    """Return memory for the decisions of this many deals."""
    size = deals * MAX_TURNS
    return Decisions(np.empty((size, INPUTS), np.uint8), np.empty(size, np.float32), np.empty(size, np.int64))


class Room(NamedTuple):
    """What is kept of a deal, and scratch memory."""

    memory: Ints
    """Memory as in `features`, int64 (MEMORY,)."""
    moves: Ints
    """The legal moves, int64 (MAX_LEGAL,)."""
    seen: Ints
    """The position as the seat to act sees it, int64 (VIEW,)."""
    places: Ints
    logits: Singles
    seats: Ints
    """The seat of each decision of the deal, int64 (MAX_TURNS,)."""
    free: NDArray[np.bool_]
    """Whether its move was random, bool (MAX_TURNS,)."""


@njit
def new_room() -> Room:
    """Return such memory."""
    return Room(
        np.empty(MEMORY, np.int64),
        np.empty(MAX_LEGAL, np.int64),
        np.zeros(VIEW, np.int64),
        np.empty(ACTIVE, np.int64),
        np.empty(MAX_LEGAL, np.float32),
        np.empty(MAX_TURNS, np.int64),
        np.empty(MAX_TURNS, np.bool_),
    )


@borrow
def decide(
    state: Ints, options: int, weights: Weights, scratch: Scratch, epsilon: float, decisions: Decisions, row: int,
    start: int, room: Room, rng: RandomState,
) -> int:  # fmt: skip
    """Return a learner's move, one of the first `options` of `room.moves`, and record it in row `row`.

    epsilon: the chance of a random move; start: the row of the deal's first decision. Until the deal is over, the goal
    is the value of the best move; `returns` then turns it into the λ-return.
    """
    encode_view(state, room.memory, room.seen)
    chosen = evaluate_moves(room.seen, room.moves, options, weights, scratch, room.logits)
    decisions.goals[row] = 1.0 / (1.0 + np.exp(-room.logits[chosen]))
    room.free[row - start] = unit(rng) < epsilon
    if room.free[row - start]:
        chosen = below(rng, options)
    move: int = room.moves[chosen]
    record(room.seen, move, room.places, decisions.rows, row)
    decisions.hands[row] = state[HANDS + 1 - state[SEAT]]
    room.seats[row - start] = state[SEAT]
    return move


@borrow
def record(view: Ints, move: int, places: Ints, rows: NDArray[np.uint8], row: int) -> None:
    """Write the inputs of a move to one row of `rows`, uint8 (rows, INPUTS). places: scratch memory (ACTIVE,)."""
    end = after(view, move, places, standing(view, places))
    for place in range(rows.shape[1]):
        rows[row, place] = 0
    for at in range(end):
        rows[row, places[at]] = 1


@borrow
def returns(
    state: Ints, seats: Ints, free: NDArray[np.bool_], trace_decay: float, start: int, end: int, goals: Singles
) -> None:
    """Replace the values of the decisions `start:end` of a finished deal in `goals`, float32, by their λ-returns.

    seats, free: the seat of each of these decisions, and whether its move was random. The return of a decision before a
    random move uses the value of the best move instead of what the random one led to.
    """
    for seat in range(2):
        goal = np.float32(1.0 if seat == state[SEAT] else 0.0)
        for row in range(end - 1, start - 1, -1):
            if seats[row - start] == seat:
                value, goals[row] = goals[row], goal
                goal = value if free[row - start] else np.float32(trace_decay * goal + (1.0 - trace_decay) * value)


@njit
def self_play(
    games: int, weights: Weights, other: Weights, learners: int, scratch: Scratch, weak_share: float, epsilon: float,
    trace_decay: float, decisions: Decisions, rng: RandomState,
) -> int:  # fmt: skip
    """Play this many deals, seat 0 with `weights`, seat 1 with `other`; return the number of decisions recorded.

    The first `learners` seats play a share `epsilon` of random moves. Each of their decisions between two moves or more
    is recorded. In a share `weak_share` of the deals one seat is not recorded: it plays more random moves, few in most
    of these deals and nearly all in some, so that the other seat meets weak players, too.
    """
    state, order, room = np.zeros(SIZE, np.int64), ORDER.copy(), new_room()
    moves = room.moves
    count = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        room.memory[:] = NEVER
        start, weak, error_rate = count, -1, 0.0
        if unit(rng) < weak_share:
            weak, error_rate = below(rng, 2), unit(rng) ** 2
        while not state[OVER]:
            seat = state[SEAT]
            if seat == weak:
                options = legal(state, moves)
                if options > 1 and unit(rng) >= error_rate:
                    own = weights if seat == 0 else other
                    move = best_move(state, room.memory, own, scratch, room.seen, moves, room.logits)
                else:
                    move = moves[below(rng, options)]
            elif seat >= learners:
                move = best_move(state, room.memory, other, scratch, room.seen, moves, room.logits)
            else:
                options = legal(state, moves)
                move = moves[0]
                if options > 1:
                    own = weights if seat == 0 else other
                    move = decide(state, options, own, scratch, epsilon, decisions, count, start, room, rng)
                    count += 1
            record_declined(state, room.memory, move)
            apply(state, move)
        returns(state, room.seats, room.free, trace_decay, start, count, decisions.goals)
    return count


@njit
def record_outcomes(
    deals: int, at_random: bool, weights: Weights, scratch: Scratch, made: Singles, won: NDArray[np.bool_],
    deal_of: Ints, rng: RandomState,
) -> int:  # fmt: skip
    """Play this many deals against itself; return the number of moves recorded, each with its logit and outcome.

    The moves with the highest value are recorded where there are two or more: their logits in `made`, float32; whether
    their seat won in `won`, bool; and the number of the deal in `deal_of`, int64. With `at_random` one other move is
    made at random in each deal, at a decision drawn from the first RANDOM_WITHIN, and only that one is recorded.
    """
    state, order, memory = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MEMORY, np.int64)
    view, moves = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64)
    logits, seats = np.empty(MAX_LEGAL, np.float32), np.empty(MAX_TURNS, np.int64)
    count = 0
    for game in range(deals):
        deal(state, order, game & 1, rng)
        memory[:] = NEVER
        start, choices, wanted = count, 0, below(rng, RANDOM_WITHIN)
        while not state[OVER]:
            options = legal(state, moves)
            chosen = 0
            if options > 1:
                encode_view(state, memory, view)
                chosen = evaluate_moves(view, moves, options, weights, scratch, logits)
                odd = at_random and choices == wanted
                if odd:
                    chosen = (chosen + 1 + below(rng, options - 1)) % options
                if odd or not at_random:
                    made[count], deal_of[count], seats[count - start] = logits[chosen], game, state[SEAT]
                    count += 1
                choices += 1
            record_declined(state, memory, moves[chosen])
            apply(state, moves[chosen])
        for row in range(start, count):
            won[row] = seats[row - start] == state[SEAT]
    return count


@njit
def against(deals: int, weights: Weights, scratch: Scratch, kind: int, rng: RandomState) -> int:
    """Return how many deals the weights win against the simple bot `kind`, the seats leading in turn."""
    state, order, memory = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MEMORY, np.int64)
    view, moves = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64)
    logits, space = np.empty(MAX_LEGAL, np.float32), np.zeros(16, np.int64)
    won = 0
    for game in range(deals):
        deal(state, order, game & 1, rng)
        memory[:] = NEVER
        while not state[OVER]:
            if state[SEAT] == 0:
                move = best_move(state, memory, weights, scratch, view, moves, logits)
            else:
                move = choose(state, kind, space, rng)
            record_declined(state, memory, move)
            apply(state, move)
        won += state[SEAT] == 0
    return won


@njit
def duplicate(deals: int, weights: Weights, other: Weights, scratch: Scratch, rng: RandomState) -> tuple[int, int]:
    """Play each deal twice, with seats exchanged; return how many deals `weights` win both times, and how many once."""
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
                move = best_move(state, memory, chosen, scratch, view, moves, logits)
                record_declined(state, memory, move)
                apply(state, move)
            won += state[SEAT] == ours
        both += won == 2
        once += won == 1
    return both, once
