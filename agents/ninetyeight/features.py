"""Inputs of the REINFORCE networks as kernels, and the card and stack that each output stands for.

A hand is given as *slots*: int64 (8,), its cards in some order, 0 for an empty slot. Output `8 x stack + slot` plays
the card of that slot on that stack. Stacks are 0 … 3 as in the rules (up1, up2, down1, down2).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import (
    AT,
    CARDS,
    HELD,
    LAID,
    MIRROR,
    PILE,
    TOPS,
    UNSEEN,
    apply,
    between,
    fits,
    has,
)
from cardtui.games.ninetyeight.rules import HAND, HIGH, JUMP
from cardtui.kernels import borrow

OUTPUTS = 4 * HAND
SORTED, APART, EACH = range(3)
KINDS = ("sorted", "apart", "each")
"""The kinds of inputs: all twelve cards sorted together, as in the notebook; stacks and hand in the order of the
outputs; or the effect of each placement, which a network with a single output evaluates."""
PLACEMENT = 11
ROWS, COLUMNS = (1, 1, OUTPUTS), (13, 13, PLACEMENT)
"""By kind: a position has ROWS × COLUMNS inputs."""
FEATURES = "98-reinforce-2: sorted 13, apart 13, each 11"
DRAWN = (True, False, False)
"""By kind: whether slots are in the order drawn, as in the notebook's program, instead of ascending."""

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]


@borrow
def top_of(state: Ints, stack: int) -> Any:
    """Return the top of a stack, not mirrored."""
    return state[TOPS + stack] if stack < 2 else MIRROR - state[TOPS + stack]


@borrow
def allowed(state: Ints, slots: Ints, output: int) -> Any:
    """Return whether an output's placement is legal."""
    stack, card = output // HAND, slots[output % HAND]
    return card > 0 and fits(card if stack < 2 else MIRROR - card, state[TOPS + stack])


@borrow
def code_of(slots: Ints, output: int) -> Any:
    """Return the kernel's code of an output's placement."""
    return slots[output % HAND] << 2 | output // HAND


@borrow
def lay(state: Ints, slots: Ints, output: int, drawn: bool) -> None:
    """Play an output's placement under refill=one, keeping the slots in the order drawn or ascending."""
    at = state[AT]
    apply(state, code_of(slots, output))
    for slot in range(output % HAND, HAND - 1):
        slots[slot] = slots[slot + 1]
    slots[HAND - 1] = state[PILE + at] if state[AT] > at else 0
    if not drawn:
        ascend(slots)


@borrow
def ascend(slots: Ints) -> None:
    """Sort the cards of a hand, with empty slots last."""
    for place in range(1, HAND):
        card, at = slots[place], place
        while at > 0 and card > 0 and (slots[at - 1] > card or slots[at - 1] == 0):
            slots[at] = slots[at - 1]
            at -= 1
        slots[at] = card


@borrow
def encode_inputs(state: Ints, slots: Ints, kind: int, inputs: Singles) -> None:
    """Write the inputs of a network of this kind to `inputs`, float32 (ROWS[kind] * COLUMNS[kind],)."""
    left = CARDS - state[LAID]
    if kind == EACH:
        for output in range(OUTPUTS):
            encode_placement(state, slots, output, inputs, PLACEMENT * output)
        return
    for stack in range(4):
        inputs[1 + stack] = top_of(state, stack)
    for slot in range(HAND):
        inputs[5 + slot] = slots[slot]
    if kind == SORTED:
        inputs[0] = left + 1  # the notebook's program counts from 99
        for place in range(2, len(inputs)):
            value, at = inputs[place], place
            while at > 1 and inputs[at - 1] > value:
                inputs[at] = inputs[at - 1]
                at -= 1
            inputs[at] = value
        return
    inputs[0] = left
    for place in range(len(inputs)):
        inputs[place] /= HIGH


@borrow
def encode_placement(state: Ints, slots: Ints, output: int, inputs: Singles, at: int) -> None:
    """Write the PLACEMENT inputs of a placement from index `at` on; zeros if it is illegal.

    Jump back; gap; unseen and held cards skipped; whether the card's own jump back is held, unseen; whether the jump
    back that it covers is held, unseen; cards left; cards that still fit the stack; the smallest gap on another stack.
    """
    for number in range(PLACEMENT):
        inputs[at + number] = 0.0
    if not allowed(state, slots, output):
        return
    stack, card = output // HAND, slots[output % HAND]
    side, top = stack & 2, state[TOPS + stack]
    here = card if side == 0 else MIRROR - card
    held, unseen = HELD + side, UNSEEN + side
    inputs[at], inputs[at + 1] = here == top - JUMP, (here - top) / 20.0
    if here > top:
        inputs[at + 2] = between(state, unseen, top, here) / 10.0
        inputs[at + 3] = between(state, held, top, here) / 4.0
        inputs[at + 6], inputs[at + 7] = has(state, held, top - JUMP), has(state, unseen, top - JUMP)
    inputs[at + 4], inputs[at + 5] = has(state, held, here - JUMP), has(state, unseen, here - JUMP)
    inputs[at + 8] = (CARDS - state[LAID]) / CARDS
    inputs[at + 9] = (between(state, unseen, here, HIGH) + between(state, held, here, HIGH)) / CARDS
    other: Any = 40
    for elsewhere in range(4):
        place = card if elsewhere < 2 else MIRROR - card
        if elsewhere != stack and fits(place, state[TOPS + elsewhere]):
            other = min(other, place - state[TOPS + elsewhere])
    inputs[at + 10] = other / 20.0
