"""Self-play of ppo-rules in the kernel: whole deals by the policy, recorded with the critic's values and advantages.

Only choices are recorded: turns with more than one legal action. A guest is another player in a seat, which gives no
data: the fast player or the rule-based one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.kernel import IS_OVER, PHASE, SEAT, SIZE, apply, deal, legal
from cardtui.games.schafkopf.kernel_play import any_of
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import RandomState, below, borrow, lowest, njit

from ...net_kernel import Weights
from ...schafkopf.policy import WEIGHTS
from ...schafkopf.policy import choose as fast
from ...schafkopf.rule_kernel import rules_on, step
from ...schafkopf.rules_inputs import ACTIVE, moves
from ...schafkopf.rules_net import (
    CODES,
    Scratch,
    best,
    chances_of,
    evaluate,
    note_lacking,
    output,
    policy,
    sample,
    stake,
)

SELF, FAST, RULE_BASED = range(3)
CHOICES = 128
"""More choices than a deal can have under any rules."""
RARE = 0.02
"""The least probability by which the error of a value is divided, so that no single action outweighs all others."""


class Record(NamedTuple):
    """Choices in finished deals; of `room` rows the first ones count."""

    seen: NDArray[np.int16]
    """The policy's active inputs, int16 (room, ACTIVE), as many as `sizes[:, 0]`."""
    whole: NDArray[np.int16]
    """The critic's active inputs, int16 (room, ACTIVE), as many as `sizes[:, 1]`."""
    sizes: NDArray[np.int64]
    """int64 (room, 2)."""
    chances: NDArray[np.float32]
    """The policy's probability of each output, float32 (room, CODES); 0 for what is not legal."""
    advantages: NDArray[np.float32]
    """The advantage of each legal output in cents / 100, float32 (room, CODES)."""
    goals: NDArray[np.float32]
    """What the critic is to say, for the seat to act first, in stakes, float32 (room, 4)."""


def new_record(room: int) -> Record:
    """Return memory for that many choices."""
    seen, whole = np.zeros((2, room, ACTIVE), np.int16)
    chances, advantages = np.zeros((2, room, CODES), np.float32)
    return Record(seen, whole, np.zeros((room, 2), np.int64), chances, advantages, np.zeros((room, SEATS), np.float32))


@borrow
def guest_code(
    state: NDArray[np.int64],
    kind: int,
    led: int,
    values: NDArray[np.float64],
    rng: RandomState,
) -> int:
    """Return the action of a guest. led: the suits led in finished tricks, for the rule-based player."""
    code: int = any_of(rules_on(state, led), rng) if kind == RULE_BASED else fast(state, 0.0, WEIGHTS, values, rng)
    return code


@borrow
def action_value(
    state: NDArray[np.int64],
    code: int,
    critic: Weights,
    scratch: Scratch,
    after: NDArray[np.int64],
    cents: NDArray[np.float64],
) -> float:
    """Return what an action brings the seat to act by the critic, in cents / 100, after all turns without a choice."""
    seat = state[SEAT]
    for field in range(SIZE):
        after[field] = state[field]
    apply(after, code)
    codes = legal(after)
    while codes and codes & (codes - 1) == 0:
        apply(after, lowest(codes))
        codes = legal(after)
    if codes == 0:
        returns(after, cents)
        gained: float = cents[seat] / 100.0
        return gained
    evaluate(after, critic, scratch)
    value: float = scratch.out[seat - after[SEAT] & 3] * stake(after) / 100.0
    return value


@njit
def play_deals(
    deals: int,
    rules: NDArray[np.int64],
    guests: NDArray[np.int64],
    weights: Weights,
    critic: Weights,
    scratch: Scratch,
    trace: float,
    record: Record,
    rng: RandomState,
) -> int:
    """Play deals and record the choices of all seats but those of guests; return their number.

    rules: int64 (sets, 11), the rules of a deal are drawn from these; guests: int64 (kinds,), what sits in two of the
    four seats, SELF for nobody, drawn for each deal; trace: the λ of returns, for advantages and critic.

    The advantage of every legal action is the critic's value after it, less the mean over the policy. That of the
    action taken is corrected by what came of it, over its probability (a doubly robust estimate), so that errors of the
    critic do not mislead the policy in the mean.
    """
    state, lacks, cents = np.zeros(SIZE, np.int64), np.zeros(SEATS, np.int64), np.zeros(SEATS)
    after, spare = np.zeros(SIZE, np.int64), np.zeros(SEATS)
    values, kinds, owner = np.zeros(8), np.zeros(SEATS, np.int64), np.zeros(CHOICES, np.int64)
    took, worth, base = np.zeros(CHOICES, np.int64), np.zeros(CHOICES), np.zeros(CHOICES)
    stakes, whole = np.zeros(CHOICES), np.zeros((CHOICES, SEATS))
    room, filled = len(record.sizes), 0
    for number in range(deals):
        if filled + CHOICES > room:
            break
        deal(state, rules[below(rng, len(rules))], number & 3, rng)
        lacks[:], kinds[:] = 0, SELF
        led = 0
        kind = guests[below(rng, len(guests))]
        if kind != SELF:
            first = below(rng, SEATS)
            kinds[first] = kind
            kinds[(first + 1 + below(rng, SEATS - 1)) & 3] = kind

        start = filled
        while state[PHASE] != IS_OVER:
            codes, seat = legal(state), state[SEAT]
            if codes & (codes - 1) == 0:
                code = lowest(codes)
            elif kinds[seat] != SELF:
                code = guest_code(state, kinds[seat], led, values, rng)
            else:
                row, moved = filled - start, moves(state)
                size = policy(state, lacks, weights, scratch)
                record.sizes[filled, 0] = size
                for place in range(size):
                    record.seen[filled, place] = scratch.active[place]
                record.advantages[filled] = 0
                chances_of(state, codes, scratch.out, record.chances[filled])
                code = sample(state, codes, record.chances[filled], rng)
                size = evaluate(state, critic, scratch)
                record.sizes[filled, 1] = size
                for place in range(size):
                    record.whole[filled, place] = scratch.active[place]
                owner[row], took[row], stakes[row] = seat, output(moved, code), stake(state) / 100.0
                for place in range(SEATS):
                    whole[row, seat + place & 3] = scratch.out[place] * stakes[row]
                rest, mean = codes, 0.0
                while rest:
                    other = lowest(rest)
                    rest &= rest - 1
                    place = output(moved, other)
                    value = action_value(state, other, critic, scratch, after, spare)
                    record.advantages[filled, place] = value
                    mean += record.chances[filled, place] * value
                    if other == code:
                        worth[row] = value
                rest = codes
                while rest:
                    record.advantages[filled, output(moved, lowest(rest))] -= mean
                    rest &= rest - 1
                base[row] = mean
                filled += 1
            note_lacking(state, lacks, code)
            led = step(state, code, led)
        returns(state, cents)
        for seat in range(SEATS):
            target = cents[seat] / 100.0
            for row in range(filled - start - 1, -1, -1):
                if owner[row] == seat:
                    place = took[row]
                    chance = max(record.chances[start + row, place], RARE)
                    record.advantages[start + row, place] += (target - worth[row]) / chance
                    target = (1 - trace) * base[row] + trace * target
        for seat in range(SEATS):
            target = cents[seat] / 100.0
            for row in range(filled - start - 1, -1, -1):
                record.goals[start + row, seat - owner[row] & 3] = target / stakes[row]
                target = (1 - trace) * whole[row, seat] + trace * target
    return filled


@njit
def against(
    deals: int,
    kind: int,
    rules: NDArray[np.int64],
    weights: Weights,
    scratch: Scratch,
    rng: RandomState,
) -> NDArray[np.float64]:
    """Return the network's cents per seat in each deal, float64 (deals,), against two guests; played AABB and BBAA.

    The network plays its most likely action. kind: FAST or RULE_BASED.
    """
    dealt, state, lacks = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64), np.zeros(SEATS, np.int64)
    cents, values, result = np.zeros(SEATS), np.zeros(8), np.zeros(deals)
    for number in range(deals):
        deal(dealt, rules, number & 3, rng)
        for seats in (0b0011, 0b1100):
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
                    code = guest_code(state, kind, led, values, rng)
                note_lacking(state, lacks, code)
                led = step(state, code, led)
            returns(state, cents)
            for seat in range(SEATS):
                result[number] += cents[seat] / SEATS * (seats >> seat & 1)
    return result
