"""Self-play of ppo-rules in the kernel: whole deals by the policy, recorded for the critic, and what they teach.

Only choices are recorded: turns with more than one legal action. A guest is another player in a seat, whose choices are
not recorded: the fast player, the rule-based one, the teacher, or the bot to which a reply is learned.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.kernel import IS_OVER, PHASE, SEAT, SIZE, apply, deal, legal
from cardtui.games.schafkopf.kernel_play import any_of
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import RandomState, below, borrow, count, lowest, njit, unit

from ...net_kernel import Weights
from ...schafkopf.policy import WEIGHTS
from ...schafkopf.policy import choose as fast
from ...schafkopf.rule_kernel import rules_on, step
from ...schafkopf.rules_inputs import ACTIVE, moves, see_all
from ...schafkopf.rules_net import (
    CODES,
    Scratch,
    best,
    chances_of,
    layers,
    note_lacking,
    output,
    policy,
    sample,
    stake,
)

SELF, FAST, RULE_BASED, TEACHER, SHIPPED = range(5)
"""The kinds of players. SHIPPED is the teacher as the program plays it, with its most likely action."""
ALL_BUT_ONE = 8
"""Added to a kind: it sits in all seats but one, instead of two of the four."""
PAIRS, ALONE = (0b0011, 0b1100), (0b0001, 0b0010, 0b0100, 0b1000)
"""The network's seats in tests, as masks: AABB and BBAA, or one alone."""
CHOICES = 128
"""More choices than a deal can have under any rules."""
OPTIONS = 1024
"""More legal actions than a deal's choices can have together."""
CHOICES_A_DEAL, OPTIONS_A_DEAL = 40, 200
"""Memory for a deal: more than the deals of an update have on average."""
STRAYS = 24
"""The number of choices, at the start of a deal, of which one may be drawn from all legal actions."""
RARE = 0.02
"""The error of a value is divided by no smaller probability, so that no single action outweighs all others."""


class Record(NamedTuple):
    """Choices in finished deals and the options they had; the first rows count."""

    seen: NDArray[np.int16]
    """The policy's active inputs, int16 (choices, ACTIVE); the first `sizes[:, 0]` count."""
    whole: NDArray[np.int16]
    """The critic's active inputs, int16 (choices, ACTIVE); the first `sizes[:, 1]` count."""
    sizes: NDArray[np.int64]
    """int64 (choices, 2)."""
    chances: NDArray[np.float32]
    """The policy's probability of each output, float32 (choices, CODES); 0 for illegal ones."""
    advantages: NDArray[np.float32]
    """The advantage of each legal output in cents / 100, float32 (choices, CODES)."""
    goals: NDArray[np.float32]
    """The critic's targets, starting with the seat to act, in stakes, float32 (choices, 4)."""
    facts: NDArray[np.int64]
    """Deal, seat to act, output taken, options before those of this choice: int64 (choices, 4)."""
    propensities: NDArray[np.float64]
    """The probability with which the action was drawn, float64 (choices,)."""
    strays: NDArray[np.bool_]
    """Whether the action was drawn from all legal ones instead of from the policy, bool (choices,)."""
    stakes: NDArray[np.float64]
    """The stake in cents / 100, float64 (choices,)."""
    values: NDArray[np.float32]
    """The critic's outputs at each choice, float32 (choices, 4)."""
    after: NDArray[np.int16]
    """The critic's active inputs after each legal action and all turns without a choice, int16 (options, ACTIVE)."""
    after_facts: NDArray[np.int64]
    """Output, number of inputs (0 at the end of a deal) and which of the critic's outputs is for the seat that acted:
    int64 (options, 3)."""
    worths: NDArray[np.float64]
    """What an output of 1 is worth in cents / 100; at the end of a deal, what was gained: float64 (options,)."""
    after_values: NDArray[np.float32]
    """The critic's outputs after each legal action, float32 (options, 4)."""
    cents: NDArray[np.float64]
    """What each deal brought each seat, float64 (deals, 4)."""


def new_record(deals: int) -> Record:
    """Return memory for the choices of this many deals."""
    choices, options = deals * CHOICES_A_DEAL + CHOICES, deals * OPTIONS_A_DEAL + OPTIONS
    seen, whole = np.zeros((2, choices, ACTIVE), np.int16)
    chances, advantages = np.zeros((2, choices, CODES), np.float32)
    return Record(
        seen=seen,
        whole=whole,
        sizes=np.zeros((choices, 2), np.int64),
        chances=chances,
        advantages=advantages,
        goals=np.zeros((choices, SEATS), np.float32),
        facts=np.zeros((choices, 4), np.int64),
        propensities=np.zeros(choices),
        strays=np.zeros(choices, np.bool_),
        stakes=np.zeros(choices),
        values=np.zeros((choices, SEATS), np.float32),
        after=np.zeros((options, ACTIVE), np.int16),
        after_facts=np.zeros((options, 3), np.int64),
        worths=np.zeros(options),
        after_values=np.zeros((options, SEATS), np.float32),
        cents=np.zeros((deals, SEATS)),
    )


class Room(NamedTuple):
    """Scratch memory of `look_ahead`."""

    after: NDArray[np.int64]
    cents: NDArray[np.float64]


@njit
def new_room() -> Room:
    """Return such memory."""
    return Room(np.zeros(SIZE, np.int64), np.zeros(SEATS))


@borrow
def guest_code(
    state: NDArray[np.int64],
    kind: int,
    lacks: NDArray[np.int64],
    led: int,
    teacher: Weights,
    teachers: Scratch,
    values: NDArray[np.float64],
    rng: RandomState,
) -> int:
    """Return the action of a guest, FAST, RULE_BASED or SHIPPED.

    led: the suits led in finished tricks, for RULE_BASED; teacher, teachers: weights and scratch memory of SHIPPED.
    """
    code: int
    if kind == SHIPPED:
        policy(state, lacks, teacher, teachers)
        code = best(state, legal(state), teachers.out)
    elif kind == RULE_BASED:
        code = any_of(rules_on(state, led), rng)
    else:
        code = fast(state, 0.0, WEIGHTS, values, rng)
    return code


@borrow
def look_ahead(
    state: NDArray[np.int64],
    code: int,
    record: Record,
    row: int,
    active: NDArray[np.int64],
    room: Room,
) -> None:
    """Write what the critic is asked about an action to row `row` of the options. The last two are scratch memory."""
    seat, (after, cents) = state[SEAT], room
    for field in range(SIZE):
        after[field] = state[field]
    apply(after, code)
    codes = legal(after)
    while codes and codes & (codes - 1) == 0:
        apply(after, lowest(codes))
        codes = legal(after)
    record.after_facts[row, 0] = output(moves(state), code)
    if codes:
        size = see_all(after, active)
        for place in range(size):
            record.after[row, place] = active[place]
        record.after_facts[row, 1], record.after_facts[row, 2] = size, seat - after[SEAT] & 3
        record.worths[row] = stake(after)
    else:
        returns(after, cents)
        record.after_facts[row, 1] = 0
        record.worths[row] = cents[seat] / 100.0


@borrow
def choose(
    state: NDArray[np.int64],
    codes: int,
    lacks: NDArray[np.int64],
    number: int,
    stray: bool,
    weights: Weights,
    scratch: Scratch,
    record: Record,
    row: int,
    ahead: int,
    room: Room,
    rng: RandomState,
) -> int:
    """Return the network's choice among `codes`, a mask, in deal `number`, and record it.

    It writes row `row` of the choices, and the options from row `ahead` on, one for each code. stray: whether the
    action is drawn from all of them.
    """
    moved, size = moves(state), policy(state, lacks, weights, scratch)
    record.sizes[row, 0] = size
    for place in range(size):
        record.seen[row, place] = scratch.active[place]
    chances_of(state, codes, scratch.out, record.chances[row])
    record.strays[row] = stray
    code: int = any_of(codes, rng) if stray else sample(state, codes, record.chances[row], rng)
    taken = output(moved, code)
    record.propensities[row] = 1 / count(codes) if stray else record.chances[row, taken]
    size = see_all(state, scratch.active)
    record.sizes[row, 1] = size
    for place in range(size):
        record.whole[row, place] = scratch.active[place]
    record.facts[row, 0], record.facts[row, 1] = number, state[SEAT]
    record.facts[row, 2], record.facts[row, 3] = taken, ahead
    record.stakes[row] = stake(state) / 100.0
    while codes:
        look_ahead(state, lowest(codes), record, ahead, scratch.active, room)
        codes &= codes - 1
        ahead += 1
    return code


@njit
def play_deals(
    deals: int,
    rules: NDArray[np.int64],
    guests: NDArray[np.int64],
    weights: Weights,
    teacher: Weights,
    scratch: Scratch,
    teachers: Scratch,
    strays: float,
    record: Record,
    rng: RandomState,
) -> tuple[int, int]:
    """Play deals and record the choices of all seats except guests; return the numbers of choices and options.

    rules: int64 (sets, 11), from which the rules of a deal are drawn; guests: int64 (kinds,), from which is drawn, for
    each deal, what sits in two of the four seats (see ALL_BUT_ONE; SELF for no guest); teacher, teachers: weights and
    scratch memory of TEACHER or SHIPPED; strays: the share of the deals in which one action is drawn from all legal
    ones, so that the critic learns what comes of actions that the policy does not take. What the critic says, and what
    follows from it, is written later.
    """
    state, lacks, room = np.zeros(SIZE, np.int64), np.zeros(SEATS, np.int64), new_room()
    values, kinds, chances = np.zeros(8), np.zeros(SEATS, np.int64), np.zeros(CODES, np.float32)
    filled = ahead = 0
    for number in range(deals):
        if filled + CHOICES > len(record.sizes) or ahead + OPTIONS > len(record.worths):
            break
        deal(state, rules[below(rng, len(rules))], number & 3, rng)
        lacks[:], kinds[:] = 0, SELF
        led = 0
        kind = guests[below(rng, len(guests))]
        if kind != SELF:
            first = below(rng, SEATS)
            if kind & ALL_BUT_ONE:
                kinds[:], kinds[first] = kind & ~ALL_BUT_ONE, SELF
            else:
                kinds[first] = kind
                kinds[(first + 1 + below(rng, SEATS - 1)) & 3] = kind
        stray = filled + below(rng, STRAYS) if strays > 0 and unit(rng) < strays else -1
        while state[PHASE] != IS_OVER:
            codes, seat = legal(state), state[SEAT]
            if codes & (codes - 1) == 0:
                code = lowest(codes)
            elif kinds[seat] == TEACHER:
                policy(state, lacks, teacher, teachers)
                chances_of(state, codes, teachers.out, chances)
                code = sample(state, codes, chances, rng)
            elif kinds[seat] != SELF:
                code = guest_code(state, kinds[seat], lacks, led, teacher, teachers, values, rng)
            else:
                code = choose(
                    state, codes, lacks, number, filled == stray, weights, scratch, record, filled, ahead, room, rng
                )
                filled, ahead = filled + 1, ahead + count(codes)
            note_lacking(state, lacks, code)
            led = step(state, code, led)
        returns(state, record.cents[number])
    return filled, ahead


@njit
def judge(
    rows: NDArray[np.int16],
    sizes: NDArray[np.int64],
    critic: Weights,
    scratch: Scratch,
    values: NDArray[np.float32],
) -> None:
    """Write the critic's outputs for rows of active inputs, int16 (n, ACTIVE), to `values`, float32 (n, 4)."""
    for row in range(len(sizes)):
        for place in range(sizes[row]):
            scratch.active[place] = rows[row, place]
        layers(critic, sizes[row], scratch, values[row])


@njit
def credit(record: Record, filled: int, ahead: int, trace: float) -> None:
    """Write advantages and goals of the first `filled` choices and `ahead` options, by the critic's outputs.

    trace: λ of the λ-returns, for both. The advantage of every legal action is the critic's value after it, less the
    mean over the policy. For the action taken, it is corrected by what came of it, divided by its probability (a doubly
    robust estimate: Dudík, Langford and Li, 2011), so that errors of the critic do not mislead the policy on average.
    Returns end at an action that was not drawn from the policy: what came of it says nothing about the choices before.
    """
    worth, base, whole = np.zeros(CHOICES), np.zeros(CHOICES), np.zeros((CHOICES, SEATS))
    start = 0
    while start < filled:
        end, number = start, record.facts[start, 0]
        while end < filled and record.facts[end, 0] == number:
            row, seat, took = end - start, record.facts[end, 1], record.facts[end, 2]
            for place in range(SEATS):
                whole[row, seat + place & 3] = record.values[end, place] * record.stakes[end]
            first = record.facts[end, 3]
            last = record.facts[end + 1, 3] if end + 1 < filled else ahead
            record.advantages[end], mean = 0, 0.0
            for option in range(first, last):
                place, value = record.after_facts[option, 0], record.worths[option]
                if record.after_facts[option, 1]:
                    value = record.after_values[option, record.after_facts[option, 2]] * value / 100.0
                record.advantages[end, place] = value
                mean += record.chances[end, place] * value
                if place == took:
                    worth[row] = value
            for option in range(first, last):
                record.advantages[end, record.after_facts[option, 0]] -= mean
            base[row] = mean
            end += 1
        for seat in range(SEATS):
            target = goal = record.cents[number, seat] / 100.0
            for row in range(end - 1, start - 1, -1):
                kept = 0.0 if record.strays[row] else trace
                if record.facts[row, 1] == seat:
                    place = record.facts[row, 2]
                    record.advantages[row, place] += (target - worth[row - start]) / max(record.propensities[row], RARE)
                    target = (1 - kept) * base[row - start] + kept * target
                elif record.strays[row]:
                    target = whole[row - start, seat]
                if record.strays[row]:
                    goal = whole[row - start, seat]
                record.goals[row, seat - record.facts[row, 1] & 3] = goal / record.stakes[row]
                goal = (1 - kept) * whole[row - start, seat] + kept * goal
        start = end


@njit
def against(
    deals: int,
    kind: int,
    seatings: NDArray[np.int64],
    rules: NDArray[np.int64],
    weights: Weights,
    teacher: Weights,
    scratch: Scratch,
    teachers: Scratch,
    rng: RandomState,
) -> NDArray[np.float64]:
    """Return the network's cents per seat in each deal, float64 (deals,), which it plays once from each of `seatings`.

    seatings: PAIRS or ALONE, int64. The network plays its most likely action. kind: that of the others, FAST,
    RULE_BASED or SHIPPED; teacher, teachers: weights and scratch memory of SHIPPED.
    """
    dealt, state, lacks = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64), np.zeros(SEATS, np.int64)
    cents, values, result = np.zeros(SEATS), np.zeros(8), np.zeros(deals)
    for number in range(deals):
        deal(dealt, rules, number & 3, rng)
        for seats in seatings:
            state[:] = dealt
            lacks[:], led = 0, 0
            while state[PHASE] != IS_OVER:
                codes = legal(state)
                if codes & (codes - 1) == 0:
                    code = lowest(codes)
                elif seats >> state[SEAT] & 1:
                    policy(state, lacks, weights, scratch)
                    code = best(state, codes, scratch.out)
                else:
                    code = guest_code(state, kind, lacks, led, teacher, teachers, values, rng)
                note_lacking(state, lacks, code)
                led = step(state, code, led)
            returns(state, cents)
            for seat in range(SEATS):
                result[number] += cents[seat] / SEATS * (seats >> seat & 1)
    return result
