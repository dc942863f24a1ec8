"""Self-play of yaniv-net in the kernel: whole matches, played by its values, recorded with what came of each action.

A guest is another player in a seat, whose moves give no data: yaniv-td without its search, or a simple bot.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.games.yaniv.kernel import (
    CALLER,
    MAX_LEGAL,
    OVER,
    POINTS,
    SEAT,
    SIZE,
    TURN,
    YANIV,
    apply,
    deal,
    may_call,
    returns,
)
from cardtui.games.yaniv.kernel_players import GREEDY, TABLE, choose
from cardtui.kernels import RandomState, below, borrow, draw, njit, unit

from ...net_kernel import Weights
from ...yaniv.move_memory import MEMORY
from ...yaniv.net_values import GAIN, Scratch, Singles, best_of, decide, inputs_of, won, worth
from ...yaniv.search import tables_apply
from ...yaniv.standing import LIMIT, OPENER, STANDING, Doubles, Ints, match_inputs, settle
from ...yaniv.td_features import BELIEF_ROWS, COLUMNS, FEATURES, INPUTS
from ...yaniv.td_kernel import TD, encode_turn, record_move
from ...yaniv.td_kernel import decide as decide_td
from ..net_learn import Samples

SELF = 5
"""The kind of yaniv-net itself, in addition to those of td_kernel."""
ROUNDS = 16
"""In training a deal ends after this many rounds, and each seat pays STALLED.

Where a failed call costs much, two good players would rather wait for hundreds of turns.
"""
TOGETHER = 8
"""The deals played with the same rules and guests if a match has no limit: about as many as a match with one takes."""
STALLED = 0.1
"""What each seat then pays, as a share of a match or a win."""


class Teachers(NamedTuple):
    """What the guests play by."""

    policies: NDArray[np.int8]
    """The tables of harel and harel-best, or in a reply that of one of them, int8 (tables, STATES)."""
    wins_values: Singles
    """yaniv-td's weights for rules that count deals, followed by its beliefs; then both for rules that count points."""
    wins_beliefs: Singles
    points_values: Singles
    points_beliefs: Singles


@njit
def guest_code(
    state: Ints,
    memory: Ints,
    kind: int,
    teachers: Teachers,
    rng: RandomState,
) -> int:
    """Return the action of a guest. Under rules that a table does not know, yaniv-td takes its place."""
    if kind != TD and (kind != TABLE or tables_apply(state)):
        parameter = 0.5 if kind == GREEDY else float(below(rng, len(teachers.policies)))
        code: int = choose(state, kind, parameter, teachers.policies, rng)
        return code
    inputs, rows, beliefs = np.zeros(INPUTS, np.int64), np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    codes, out = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32)
    if state[POINTS]:
        encode_turn(state, memory, teachers.points_beliefs, inputs, rows, beliefs)
        code, _ = decide_td(state, inputs, beliefs, teachers.points_values, codes, out)
    else:
        encode_turn(state, memory, teachers.wins_beliefs, inputs, rows, beliefs)
        code, _ = decide_td(state, inputs, beliefs, teachers.wins_values, codes, out)
    return code


class Turns(NamedTuple):
    """The network's turns in a deal, by seat."""

    rows: Ints
    """The sample recorded for each discard, or -1, int64 (6, ROUNDS)."""
    length: Ints
    """The number of discards, int64 (6,)."""
    values: Doubles
    """The value of the best action at each turn, float64 (6, ROUNDS + 1)."""
    explored: NDArray[np.bool_]
    """Whether another action was taken, to explore, bool (6, ROUNDS + 1)."""
    gained: Doubles
    """What the deal brings each seat, float64 (6,)."""


@njit
def new_turns() -> Turns:
    """Return memory for the turns of a deal."""
    values, explored = np.zeros((6, ROUNDS + 1)), np.zeros((6, ROUNDS + 1), np.bool_)
    return Turns(np.zeros((6, ROUNDS), np.int64), np.zeros(6, np.int64), values, explored, np.zeros(6))


@borrow
def turn(
    state: Ints,
    memory: Ints,
    standing: Doubles,
    values: Weights,
    match: Weights,
    scratch: Scratch,
    epsilon: float,
    samples: Samples,
    filled: int,
    turns: Turns,
    rng: RandomState,
) -> tuple[int, int]:
    """Return the network's action, and the number of samples after the turn was recorded from row `filled` on."""
    seat = state[SEAT]
    actions = decide(state, memory, standing, values, scratch)
    best = best_of(scratch.values, actions)
    code, at = scratch.codes[best], turns.length[seat]
    turns.values[seat, at], turns.explored[seat, at] = scratch.values[best], False
    if unit(rng) < epsilon:
        code, turns.explored[seat, at] = scratch.codes[below(rng, actions)], True
    room = filled + 2 <= len(samples.sizes)
    if may_call(state) and room:
        # what a call would bring is known here, whether it is made or not
        keep(samples, filled, scratch.active, inputs_of(state, memory, standing, YANIV, scratch))
        state[CALLER] = seat
        returns(state, turns.gained)
        samples.targets[filled] = worth(state, turns.gained, standing, seat, match, scratch)
        state[CALLER] = -1
        filled += 1
    if code != YANIV:
        if room:
            keep(samples, filled, scratch.active, inputs_of(state, memory, standing, code, scratch))
            turns.rows[seat, at] = filled
            filled += 1
        else:
            turns.rows[seat, at] = -1
        turns.length[seat] = at + 1
    return code, filled


@borrow
def set_targets(
    state: Ints,
    standing: Doubles,
    seat: int,
    match: Weights,
    scratch: Scratch,
    trace: float,
    samples: Samples,
    turns: Turns,
) -> None:
    """Write the targets of a seat's samples after a deal; the deal's returns are in `turns.gained`."""
    target = worth(state, turns.gained, standing, seat, match, scratch)
    if state[CALLER] < 0:
        target -= STALLED * (GAIN if state[POINTS] else 1.0)
    end = turns.length[seat]
    if state[CALLER] == seat:
        kept = 0.0 if turns.explored[seat, end] else trace
        target = kept * target + (1.0 - kept) * turns.values[seat, end]
    turns.explored[seat, end] = False
    for step in range(end - 1, -1, -1):
        if turns.rows[seat, step] >= 0:
            samples.targets[turns.rows[seat, step]] = target
        kept = 0.0 if turns.explored[seat, step] else trace
        target = kept * target + (1.0 - kept) * turns.values[seat, step]


@borrow
def keep(samples: Samples, row: int, active: Ints, size: int) -> None:
    """Record the inputs of a sample."""
    samples.sizes[row] = size
    for place in range(size):
        samples.rows[row, place] = active[place]


@njit
def play(
    deals: int,
    rules: NDArray[np.int64],
    standings: Doubles,
    seat_shares: Doubles,
    guest_share: float,
    guests: Ints,
    values: Weights,
    match: Weights,
    teachers: Teachers,
    scratch: Scratch,
    trace: float,
    epsilon: float,
    samples: Samples,
    match_samples: Samples,
    rng: RandomState,
) -> tuple[int, int]:
    """Play matches, or a few deals if there is no limit, and record all of yaniv-net's turns.

    rules, standings: the rule sets and the standings before a match, int64 (sets, 6) and float64 (sets, STANDING), from
    which each match draws; seat_shares: cumulative probabilities of 2 to 6 seats; guest_share: the share of matches in
    which every seat but one may be a guest; guests: the kinds of guests, including SELF. Returns the number of samples
    of actions and that of standings.
    """
    state, memory = np.zeros(SIZE, np.int64), np.zeros(6 * MEMORY, np.int64)
    kinds, turns = np.zeros(6, np.int64), new_turns()
    standing, after = np.zeros(STANDING), np.zeros(STANDING)
    filled, stood, done = 0, 0, 0
    while done < deals:
        which = below(rng, len(rules))
        seats, chance = 2, unit(rng)
        while seats < 6 and chance >= seat_shares[seats - 2]:
            seats += 1
        with_guests = unit(rng) < guest_share
        own = below(rng, seats)
        for seat in range(seats):
            kinds[seat] = guests[below(rng, len(guests))] if with_guests and seat != own else SELF
        standing[:] = standings[which]
        standing[OPENER] = below(rng, seats)
        began, played, over = stood, 0, False
        while not over:
            deal(state, rules[which], seats, int(standing[OPENER]), rng)
            memory[:], turns.length[:] = 0, 0
            if standing[LIMIT] > 0 and not with_guests and stood + seats <= len(match_samples.sizes):
                for seat in range(seats):
                    keep(match_samples, stood, scratch.active, match_inputs(standing, seats, seat, scratch.active))
                    stood += 1
            while not state[OVER] and state[TURN] < ROUNDS * seats:
                seat = state[SEAT]
                if kinds[seat] != SELF:
                    code = guest_code(state, memory, kinds[seat], teachers, rng)
                else:
                    code, filled = turn(
                        state, memory, standing, values, match, scratch, epsilon, samples, filled, turns, rng
                    )
                record_move(state, memory, code)
                apply(state, code)
            returns(state, turns.gained)
            for seat in range(seats):
                if kinds[seat] == SELF and turns.length[seat]:
                    set_targets(state, standing, seat, match, scratch, trace, samples, turns)
            done, played = done + 1, played + 1
            over = settle(state, turns.gained, standing, after) or (standing[LIMIT] <= 0 and played == TOGETHER)
            standing[:] = after
        if standing[LIMIT] > 0:
            number = began
            while number < stood:
                for seat in range(seats):
                    match_samples.targets[number] = won(standing, seats, seat)
                    number += 1
    return filled, stood


@njit
def against(
    matches: int,
    whole: bool,
    kind: int,
    rules: Ints,
    begin: Doubles,
    seats: int,
    values: Weights,
    teachers: Teachers,
    scratch: Scratch,
    rng: RandomState,
) -> NDArray[np.float64]:
    """Return what yaniv-net gets on half of the seats, ABAB and BABA, against guests: float64 (matches,).

    For single deals that is its return per seat, less the others' where points count; for whole matches (`whole`) its
    share of the wins. begin: the standing before the match.
    """
    state, memory, gained = np.zeros(SIZE, np.int64), np.zeros(6 * MEMORY, np.int64), np.zeros(6)
    standing, after, found = np.zeros(STANDING), np.zeros(STANDING), np.zeros(matches)
    dice = np.zeros(1, np.uint64)
    for number in range(matches):
        seed = draw(rng)
        for turn in range(2):
            dice[0] = seed
            standing[:] = begin
            over = False
            while not over:
                deal(state, rules, seats, int(standing[OPENER]), dice)
                memory[:] = 0
                while not state[OVER]:
                    if state[SEAT] & 1 == turn:
                        actions = decide(state, memory, standing, values, scratch)
                        code = scratch.codes[best_of(scratch.values, actions)]
                    else:
                        code = guest_code(state, memory, kind, teachers, rng)
                    record_move(state, memory, code)
                    apply(state, code)
                returns(state, gained)
                over = settle(state, gained, standing, after) or not whole
                standing[:] = after
            for seat in range(seats):
                ours = seat & 1 == turn
                if whole:
                    found[number] += won(standing, seats, seat) / 2 if ours else 0.0
                elif state[POINTS]:
                    found[number] += gained[seat] / seats * (1 if ours else -1)
                else:
                    found[number] += gained[seat] / 2 if ours else 0.0
    return found
