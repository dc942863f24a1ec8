"""The inputs of search's networks, as kernels.

They describe an after-state: a position after an action and before its draw. Ascending and descending stacks are
encoded alike (kernel.py mirrors the latter), and the side with more room comes first. No input is negative.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import (
    AT,
    CARDS,
    HELD,
    LOW_MASK,
    MIRROR,
    SINCE,
    TOPS,
    UNSEEN,
    WORD,
    between,
    has,
    next_above,
)
from cardtui.games.ninetyeight.rules import HAND, HIGH, JUMP
from cardtui.kernels import borrow, count, lowest

SEEN = 16
"""Number of cards above a stack that are described one by one."""
FEATURES = "98-search-2: 47 numbers of each stack, 34 of them single cards, and 24 of the table; won 0.5, near 10 cards"
STACK, TABLE = 13 + 2 * (SEEN + 1), 24
INPUTS = 4 * STACK + TABLE
"""Number of inputs."""
NO_STACK_PRICE = 40
"""The price of a card that fits no stack."""
BYTE = 8
BITS = np.array([[number >> bit & 1 for bit in range(BYTE)] for number in range(1 << BYTE)], np.float32)
"""The bits of each byte, the lowest first. Eight at a time are copied faster than single bits are tested."""

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]


@borrow
def above(state: Ints, field: int, low: int) -> Any:
    """Return how many cards of one side of a set are higher than `low`."""
    return count(state[field] & ~LOW_MASK[low + 1, 0]) + count(state[field + 1] & ~LOW_MASK[low + 1, 1])


@borrow
def next_cards(state: Ints, field: int, low: int) -> Any:
    """Return which of the SEEN cards above `low` are in one side of a set: a bit mask, beginning with `low` + 1."""
    first = low + 1
    if first < WORD:
        found = state[field] >> first | state[field + 1] << (WORD - first)
    elif first < HIGH:
        found = state[field + 1] >> (first - WORD)
    else:
        found = np.int64(0)
    return found & (1 << SEEN) - 1


@borrow
def copy_bits(mask: int, inputs: Singles, at: int) -> None:
    """Write the SEEN bits of a mask, two bytes, to `inputs` from index `at`, the lowest first."""
    low, high = mask & 255, mask >> BYTE
    for number in range(BYTE):
        inputs[at + number] = BITS[low, number]
    for number in range(BYTE):
        inputs[at + BYTE + number] = BITS[high, number]


@borrow
def encode_stack(state: Ints, side: int, top: int, inputs: Singles, at: int) -> Any:
    """Write the STACK inputs of a stack to `inputs` from index `at` on; return 1 if the hand has its jump back.

    Cards left above the top; room up to the end; its jump back held, unseen; unseen cards that the nearest held card
    above the top skips (as 1 / (1 + number) and as number / 30), and the jump back of this card held, unseen; what the
    second nearest held card skips from there (likewise), and the third (only in the first form); unseen cards among the
    next five; the card a jump above the top held; the card two jumps back held, unseen; each of the SEEN cards above
    the top held; each of them unseen.
    """
    held, unseen = HELD + side, UNSEEN + side
    back = has(state, held, top - JUMP)
    inputs[at] = (above(state, unseen, top) + above(state, held, top)) / 98.0
    inputs[at + 1] = (HIGH - top) / 99.0
    inputs[at + 2], inputs[at + 3] = back, has(state, unseen, top - JUMP)
    for number in range(4, 11):  # the values for a hand without cards above the top
        inputs[at + number] = 1.0 if number == 5 or number == 9 else 0.0
    first = next_above(state, held, top)
    if first:
        skipped = between(state, unseen, top, first)
        inputs[at + 4], inputs[at + 5] = 1.0 / (1.0 + skipped), min(skipped, 30) / 30.0
        inputs[at + 6], inputs[at + 7] = has(state, held, first - JUMP), has(state, unseen, first - JUMP)
        second = next_above(state, held, first)
        if second:
            skipped = between(state, unseen, first, second)
            inputs[at + 8], inputs[at + 9] = 1.0 / (1.0 + skipped), min(skipped, 30) / 30.0
            third = next_above(state, held, second)
            if third:
                inputs[at + 10] = 1.0 / (1.0 + between(state, unseen, second, third))
    inputs[at + 11] = between(state, unseen, top, min(top + 6, HIGH)) / 5.0
    inputs[at + 12] = has(state, held, min(top + JUMP, HIGH - 1)) if top + JUMP < HIGH else np.int64(0)
    inputs[at + 13], inputs[at + 14] = has(state, held, top - 2 * JUMP), has(state, unseen, top - 2 * JUMP)
    mine, hidden = next_cards(state, held, top), next_cards(state, unseen, top)
    copy_bits(mine, inputs, at + 15)
    copy_bits(hidden, inputs, at + 15 + SEEN)
    return back


@borrow
def encode_cover(
    state: Ints, low_up: int, high_up: int, low_down: int, high_down: int, inputs: Singles, at: int
) -> None:
    """Write 10 inputs from index `at` on: how many unseen and held cards fit no stack, one stack, or two stacks."""
    hidden_none, hidden_one, hidden_two = np.int64(0), np.int64(0), np.int64(0)
    held_none, held_one, held_two = np.int64(0), np.int64(0), np.int64(0)
    for word in range(2):
        some_up, all_up = ~LOW_MASK[low_up + 1, word], ~LOW_MASK[high_up + 1, word]
        some_down, all_down = LOW_MASK[high_down, word], LOW_MASK[low_down, word]
        none = ~some_up & ~some_down
        one = (some_up & ~all_up & ~some_down) | (some_down & ~all_down & ~some_up)
        two = (all_up & ~some_down) | (all_down & ~some_up) | (some_up & ~all_up & some_down & ~all_down)
        held, hidden = state[HELD + word], state[UNSEEN + word]
        hidden_none += count(none & hidden)
        hidden_one += count(one & hidden)
        hidden_two += count(two & hidden)
        held_none += count(none & held)
        held_one += count(one & held)
        held_two += count(two & held)
    inputs[at], inputs[at + 1] = hidden_none / 10.0, held_none / 4.0
    inputs[at + 2], inputs[at + 3] = hidden_one / 20.0, held_one / 4.0
    inputs[at + 4], inputs[at + 5] = hidden_two / 40.0, held_two / 4.0
    inputs[at + 6], inputs[at + 7] = hidden_none + held_none == 0, held_none == 0
    inputs[at + 8], inputs[at + 9] = hidden_none == 0, hidden_none + held_none + hidden_one + held_one == 0


@borrow
def price(state: Ints, side: int, card: int) -> Any:
    """Return the fewest unseen cards that a held card of one side, 0 or 2, skips on its two stacks.

    It is -1 for a jump back, and NO_STACK_PRICE if the card fits neither stack.
    """
    one, other = state[TOPS + side], state[TOPS + side + 1]
    if card == one - JUMP or card == other - JUMP:
        return np.int64(-1)
    top = max(one, other) if card > max(one, other) else min(one, other)
    return between(state, UNSEEN + side, top, card) if card > top else np.int64(NO_STACK_PRICE)


@borrow
def encode_hand(state: Ints, inputs: Singles, at: int) -> None:
    """Write 7 inputs from index `at` on: the three lowest prices of the hand, their total, and pairs ten apart."""
    low1: Any = np.int64(NO_STACK_PRICE)
    low2: Any = np.int64(NO_STACK_PRICE)
    low3: Any = np.int64(NO_STACK_PRICE)
    pairs, total = np.int64(0), np.int64(0)
    for word in range(2):
        held = state[HELD + word]
        while held:
            card = lowest(held) + word * WORD
            held &= held - 1
            cost = min(price(state, 0, card), price(state, 2, MIRROR - card))
            total += min(cost, 20)
            if card + JUMP < HIGH:
                pairs += has(state, HELD, card + JUMP)
            if cost < low1:
                low1, low2, low3 = cost, low1, low2
            elif cost < low2:
                low2, low3 = cost, low2
            elif cost < low3:
                low3 = cost
    inputs[at], inputs[at + 1] = (min(low1, 20) + 1) / 10.0, (min(low2, 20) + 1) / 10.0
    inputs[at + 2], inputs[at + 3], inputs[at + 4] = (min(low3, 20) + 1) / 10.0, (total + HAND) / 80.0, pairs / 3.0
    inputs[at + 5], inputs[at + 6] = 1.0 / (2.0 + low1), low1 == NO_STACK_PRICE


@borrow
def encode_inputs(state: Ints, drawing: int, inputs: Singles) -> None:
    """Write the inputs of an after-state to `inputs`, float32 (INPUTS,); `drawing`: the number of cards to be drawn."""
    low_up, high_up = min(state[TOPS], state[TOPS + 1]), max(state[TOPS], state[TOPS + 1])
    low_down, high_down = min(state[TOPS + 2], state[TOPS + 3]), max(state[TOPS + 2], state[TOPS + 3])
    room_up = above(state, UNSEEN, low_up) + above(state, HELD, low_up)
    room_down = above(state, UNSEEN + 2, low_down) + above(state, HELD + 2, low_down)
    up, down = (0, 2 * STACK) if room_up >= room_down else (2 * STACK, 0)
    jumps = encode_stack(state, 0, low_up, inputs, up) + encode_stack(state, 0, high_up, inputs, up + STACK)
    jumps += encode_stack(state, 2, low_down, inputs, down) + encode_stack(state, 2, high_down, inputs, down + STACK)
    at = 4 * STACK
    encode_cover(state, low_up, high_up, MIRROR - high_down, MIRROR - low_down, inputs, at)
    encode_hand(state, inputs, at + 10)
    unseen, hand = CARDS - state[AT], count(state[HELD]) + count(state[HELD + 1])
    inputs[at + 17], inputs[at + 18] = unseen / 90.0, 1.0 / (1.0 + unseen)
    inputs[at + 19], inputs[at + 20] = unseen == 0, hand / HAND
    inputs[at + 21], inputs[at + 22], inputs[at + 23] = jumps / 2.0, drawing / 2.0, state[SINCE] / 2.0
