"""yaniv-net's networks in kernels: values of actions by what they leave behind, and chances to win the match.

The value of an action is what it gains. If a match has a limit, that is the chance to win the match, less the chance
before the deal. If points have no limit, it is the points, less the mean of the others', divided by SPAN. If deals are
counted, it is the share of the deal's win, less an equal share. For matches and points the network returns GAIN times
as much.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.yaniv.kernel import MAX_LEGAL, POINTS, SEATS, YANIV, legal
from cardtui.kernels import borrow
from cardtui.models.arrays import Array

from ..net_kernel import Weights, add_rows, last_layer, relu_layer
from .net_inputs import ACTIVE, INPUTS, after_inputs, call_inputs, table_inputs
from .standing import LIMIT, MATCH, STANDING, TOTALS, Doubles, Ints, match_inputs, settle
from .td_features import logistic

Singles: TypeAlias = NDArray[np.float32]

FEATURES = f"yaniv-net: {INPUTS} inputs of an action, {MATCH} of a match"
RULES = "yaniv, any rules"
SPAN = 100.0
"""The points that count as much as a match if there is no limit."""
GAIN = 4.0
"""The factor between a network's output and gains in matches or points, so that it varies as much as for deals won."""
LAYERS = ("first", "second", "last")


def net_arrays(name: str, inputs: int, first: str, second: str) -> dict[str, Array]:
    """Return the arrays of one network, matrices (in, out); `first` and `second` stand for the hidden sizes."""
    shapes: dict[str, tuple[int | str, ...]] = {
        "first": (inputs, first),
        "second": (first, second),
        "last": (second, 1),
    }
    return {
        f"{name}.{layer}.{part}": Array(shape if part == "weight" else shape[1:])
        for layer, shape in shapes.items()
        for part in ("weight", "bias")
    }


NEEDS = net_arrays("values", INPUTS, "h", "k") | net_arrays("match", MATCH, "m", "n")
"""The arrays in the bot's weights."""


def kernel_form(arrays: Mapping[str, Singles], name: str) -> Weights:
    """Return the weights of a network, `values` or `match`, as the functions below take them."""
    return tuple(
        np.ascontiguousarray(arrays[f"{name}.{layer}.{part}"]) for layer in LAYERS for part in ("weight", "bias")
    )


class Scratch(NamedTuple):
    """Scratch memory of the functions below."""

    active: Ints
    units: Ints
    spare: Ints
    codes: Ints
    """The legal actions after `decide`, int64 (MAX_LEGAL,)."""
    values: Singles
    """Their values as the network returns them, float32 (MAX_LEGAL,)."""
    base: Singles
    first: Singles
    second: Singles
    standing: Doubles


def new_scratch(values: Weights, match: Weights) -> Scratch:
    """Return scratch memory for two networks; `base` belongs to `values`."""
    first, second = (max(len(values[layer]), len(match[layer])) for layer in (1, 3))
    return Scratch(
        active=np.zeros(ACTIVE, np.int64),
        units=np.zeros(max(first, second), np.int64),
        spare=np.zeros(MAX_LEGAL, np.int64),
        codes=np.zeros(MAX_LEGAL, np.int64),
        values=np.zeros(MAX_LEGAL, np.float32),
        base=np.zeros(len(values[1]), np.float32),
        first=np.zeros(first, np.float32),
        second=np.zeros(second, np.float32),
        standing=np.zeros(STANDING),
    )


@borrow
def output(base: Singles, weights: Weights, begin: int, end: int, scratch: Scratch) -> float:
    """Return a network's output: the inputs `begin` to `end` of `scratch.active` are added to `base`."""
    first, _, second, bias2, last, bias3 = weights
    inside, deeper = scratch.first[: len(base)], scratch.second[: len(bias2)]
    add_rows(base, first, scratch.active, begin, end, inside)
    relu_layer(inside, second, bias2, scratch.units, deeper)
    out: float = last_layer(deeper, last, bias3)
    return out


@borrow
def decide(state: Ints, memory: Ints, standing: Doubles, weights: Weights, scratch: Scratch) -> int:
    """Write the legal actions and their values to `scratch`; return their number."""
    size = table_inputs(state, memory, standing, scratch.active)
    actions = legal(state, scratch.codes)
    add_rows(weights[1], weights[0], scratch.active, 0, size, scratch.base)
    first = 1 if scratch.codes[0] == YANIV else 0
    for place in range(first, actions):
        end = after_inputs(state, standing, scratch.codes[place], scratch.spare, scratch.active, size)
        scratch.values[place] = output(scratch.base, weights, size, end, scratch)
    if first:
        end = call_inputs(state, scratch.active, size)
        scratch.values[0] = output(weights[1], weights, 0, end, scratch)
    return actions


@borrow
def inputs_of(state: Ints, memory: Ints, standing: Doubles, code: int, scratch: Scratch) -> int:
    """Write the inputs of an action to `scratch.active`; return their number."""
    size = table_inputs(state, memory, standing, scratch.active)
    if code == YANIV:
        return call_inputs(state, scratch.active, size)
    return after_inputs(state, standing, code, scratch.spare, scratch.active, size)


@borrow
def best_of(values: Singles, actions: int) -> int:
    """Return the index of the highest among the first values."""
    best = 0
    for place in range(1, actions):
        if values[place] > values[best]:
            best = place
    return best


@borrow
def chance(standing: Doubles, seats: int, seat: int, match: Weights, scratch: Scratch) -> float:
    """Return a seat's chance to win a match with a limit, before a deal."""
    size = match_inputs(standing, seats, seat, scratch.active)
    found: float = logistic(output(match[1], match, 0, size, scratch))
    return found


@borrow
def worth(state: Ints, gained: Doubles, standing: Doubles, seat: int, match: Weights, scratch: Scratch) -> float:
    """Return what a finished deal gained a seat, on the scale of the network's output. gained: see `kernel.returns`."""
    seats = state[SEATS]
    if not state[POINTS]:
        share: float = gained[seat] - 1.0 / seats
        return share
    if standing[LIMIT] <= 0:
        others = 0.0
        for other in range(seats):
            if other != seat:
                others += gained[other] / (seats - 1)
        points: float = GAIN * (gained[seat] - others) / SPAN
        return points
    before = chance(standing, seats, seat, match, scratch)
    after = scratch.standing
    if settle(state, gained, standing, after):
        return GAIN * (won(after, seats, seat) - before)
    return GAIN * (chance(after, seats, seat, match, scratch) - before)


@borrow
def won(standing: Doubles, seats: int, seat: int) -> float:
    """Return a seat's share of a match that is over: the lowest totals share it."""
    best = standing[TOTALS]
    for other in range(1, seats):
        best = min(best, standing[TOTALS + other])
    winners = 0
    for other in range(seats):
        winners += standing[TOTALS + other] == best
    share: float = 1.0 / winners if standing[TOTALS + seat] == best else 0.0
    return share
