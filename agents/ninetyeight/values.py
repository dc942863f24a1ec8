"""The networks of `search` as kernels: their outputs, and greedy play.

Both see an after-state (inputs.py), and have two hidden layers and one output. The policy plays the action whose output
is largest. The value network's output is the logit of a value, 0 … 1: the expected `worth` of the finished game if the
policy plays on.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import CARDS, DRAWS, MAX_LEGAL, MIRROR, PILE, TOPS, due, legal, place
from cardtui.kernels import borrow, njit
from cardtui.models import digest, load_arrays
from cardtui.models.arrays import Array, Size

from ..net_kernel import Weights, last_layer, relu_layer, transposed
from .inputs import FEATURES, INPUTS, encode_inputs

RULES = "98 paper, app and official"
LAYERS = ("first", "second", "last")
WON, NEAR_SCALE = 0.5, 10.0
"""The part of `worth` that winning counts, and the number of cards over which the rest falls by a factor of e.

Set by hand, not tuned.
"""
NEAR = 5
"""Number of cards that the policy chooses from: those with the smallest gaps.

docs/results/98.md compares this with more cards, and with all.
"""

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]


class Networks(NamedTuple):
    """The two networks for a refill rule, in kernel form."""

    policy: Weights
    value: Weights


def load(folder: Path, refill: str) -> Networks:
    """Return the networks for this refill rule. Raises Refusal if the folder has none."""
    shapes: dict[str, tuple[tuple[Size, ...], tuple[Size, ...]]] = {
        "first": (("h", INPUTS), ("h",)),
        "second": (("k", "h"), ("k",)),
        "last": ((1, "k"), (1,)),
    }
    needs = {
        f"{refill}.{network}.{layer}.{part}": Array(shape)
        for network in Networks._fields
        for layer, parts in shapes.items()
        for part, shape in zip(("weight", "bias"), parts, strict=True)
    }
    arrays, _ = load_arrays(folder, "98", digest(FEATURES), digest(RULES), needs)
    return Networks(
        *(transposed(arrays, [f"{refill}.{network}.{layer}" for layer in LAYERS]) for network in Networks._fields)
    )


class Scratch(NamedTuple):
    """Memory for choosing an action: one after-state, its layers, and the legal actions."""

    after: Ints
    inputs: Singles
    """The inputs of the after-state evaluated last, float32 (INPUTS,)."""
    active: Ints
    first: Singles
    second: Singles
    codes: Ints
    gaps: Ints


@njit
def new_scratch(weights: Weights, near: int = NEAR) -> Scratch:
    """Return memory for networks of this size, for choosing from `near` cards."""
    return Scratch(
        np.zeros(PILE, np.int64),
        np.zeros(INPUTS, np.float32),
        np.zeros(max(INPUTS, len(weights[1])), np.int64),
        np.zeros(len(weights[1]), np.float32),
        np.zeros(len(weights[3]), np.float32),
        np.zeros(MAX_LEGAL, np.int64),
        np.zeros(near, np.int64),
    )


@borrow
def worth(laid: int) -> Any:
    """Return the worth of a finished game, 0 … 1: half for winning, half for coming close."""
    return WON * (laid == CARDS) + (1.0 - WON) * exp((laid - CARDS) / NEAR_SCALE)


@borrow
def logit(weights: Weights, scratch: Scratch) -> Any:
    """Return a network's output for the inputs in `scratch`."""
    relu_layer(scratch.inputs, weights[0], weights[1], scratch.active, scratch.first)
    return deeper_layers(weights, scratch.first, scratch)


@borrow
def deeper_layers(weights: Weights, first: Singles, scratch: Scratch) -> Any:
    """Return a network's output, given what its first layer computed."""
    relu_layer(first, weights[2], weights[3], scratch.active, scratch.second)
    return last_layer(scratch.second, weights[4], weights[5])


@borrow
def value_logit(networks: Networks, inputs: Singles, scratch: Scratch) -> Any:
    """Return the value network's logit for these inputs; afterwards they are in `scratch`."""
    for number in range(INPUTS):
        scratch.inputs[number] = inputs[number]
    return logit(networks.value, scratch)


@borrow
def logistic(total: float | np.float32) -> Any:
    """Convert a logit to a value 0 … 1."""
    return 1.0 / (1.0 + exp(-total))


@borrow
def is_duplicate(state: Ints, code: int) -> Any:
    """Return whether the action is equivalent to one on the other stack of its side, because the tops are equal."""
    stack = code & 3
    return code != DRAWS and stack & 1 == 1 and state[TOPS + stack] == state[TOPS + stack - 1]


@borrow
def evaluate(state: Ints, code: int, weights: Weights, scratch: Scratch) -> Any:
    """Return a network's output for an action; afterwards its inputs are in `scratch`."""
    encode_after(state, code, scratch.after, scratch.inputs)
    return logit(weights, scratch)


@borrow
def encode_after(state: Ints, code: int, after: Ints, inputs: Singles) -> None:
    """Write the inputs of an action to `inputs`, and its after-state to `after`."""
    for field in range(PILE):
        after[field] = state[field]
    if code != DRAWS:
        place(after, code)
    encode_inputs(after, due(after, code), inputs)


@borrow
def nearest(state: Ints, codes: Ints, gaps: Ints) -> Any:
    """Write the draw and the other legal actions with the smallest gaps to `codes`; return their number.

    codes: (MAX_LEGAL,). gaps: scratch memory; its length is the greatest number of actions besides the draw.
    """
    kept, found, near = 0, legal(state, codes), len(gaps)
    draws = found > 0 and codes[found - 1] == DRAWS
    for at in range(found - draws):
        code = codes[at]
        if is_duplicate(state, code):
            continue
        card, stack = code >> 2, code & 3
        gap = (card if stack < 2 else MIRROR - card) - state[TOPS + stack]
        place = kept
        if kept < near:
            kept += 1
        elif gap < gaps[near - 1]:
            place = near - 1
        else:
            continue
        while place > 0 and gaps[place - 1] > gap:
            gaps[place], codes[place] = gaps[place - 1], codes[place - 1]
            place -= 1
        gaps[place], codes[place] = gap, code
    if draws:
        codes[kept] = DRAWS
        kept += 1
    return kept


@borrow
def choose(state: Ints, policy: Weights, scratch: Scratch, best_inputs: Singles) -> Any:
    """Return the policy's choice among the `nearest` actions, or -1 at the end; writes its inputs, too."""
    best, most = np.int64(-1), np.float32(-1e30)
    for at in range(nearest(state, scratch.codes, scratch.gaps)):
        total = evaluate(state, scratch.codes[at], policy, scratch)
        if total > most:
            best, most = scratch.codes[at], total
            for number in range(INPUTS):
                best_inputs[number] = scratch.inputs[number]
    return best
