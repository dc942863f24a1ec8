"""ppo-rules' networks in kernels: the policy of the seat to act, and the critic's value of a whole deal.

The policy has a logit for each code of the kernel; a card's logit is that of the place at which the networks see it.
The critic sees all hands. But it has learned what players achieve who do not see them, so its values do not rest on
seeing through cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.kernel import ALONE, DOUBLED, FOLLOW, KNOCKS, LAID, PLAY, SEAT
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import RandomState, borrow, lowest, unit
from cardtui.models.arrays import Array
from cardtui.models.nets import dense_arrays

from ..net_kernel import Weights, add_rows, relu_layer
from .rules_inputs import ACTIVE, DEAL, MOVED, VIEW, moves, see

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]

CODES = 64
"""Number of codes, and of the policy's outputs."""
FEATURES = f"ppo-rules: {VIEW} inputs of a view, {DEAL} of a deal; {CODES} codes"
RULES = "Schafkopf, any rules"


def net_arrays(name: str, inputs: int, hidden: tuple[str, str], outputs: int) -> dict[str, Array]:
    """Return the arrays of one network. The first matrix is (inputs, h), the others are (out, in) as in torch.

    hidden: letters for the sizes of the hidden layers.
    """
    first, second = hidden
    return {
        f"{name}.first.weight": Array((inputs, first)),
        f"{name}.first_bias": Array((first,)),
        **dense_arrays(f"{name}.second", first, second),
        **dense_arrays(f"{name}.last", second, outputs),
    }


NEEDS = net_arrays("policy", VIEW, ("h", "k"), CODES) | net_arrays("critic", DEAL, ("m", "n"), SEATS)
"""The arrays in the bot's weights."""


def kernel_form(arrays: Mapping[str, Singles], name: str) -> Weights:
    """Return the weights of a network, `policy` or `critic`, as the functions below take them."""
    second, last = (np.ascontiguousarray(arrays[f"{name}.{layer}.weight"].T) for layer in ("second", "last"))
    return (
        *(np.ascontiguousarray(arrays[f"{name}.{part}"]) for part in ("first.weight", "first_bias")),
        second,
        np.ascontiguousarray(arrays[f"{name}.second.bias"]),
        last,
        np.ascontiguousarray(arrays[f"{name}.last.bias"]),
    )


class Scratch(NamedTuple):
    """Scratch memory of the functions below."""

    active: Ints
    units: Ints
    first: Singles
    second: Singles
    out: Singles
    """The policy's logits, float32 (CODES,)."""


def new_scratch(weights: Weights) -> Scratch:
    """Return scratch memory for networks with hidden layers of the sizes of these."""
    first, second = len(weights[1]), len(weights[3])
    ints = np.zeros(ACTIVE, np.int64), np.zeros(max(first, second), np.int64)
    return Scratch(*ints, *(np.zeros(size, np.float32) for size in (first, second, CODES)))


@borrow
def layers(weights: Weights, size: int, scratch: Scratch, out: Singles) -> None:
    """Write a network's outputs for the first `size` of `scratch.active` to `out`, as long as the last bias."""
    first, bias1, second, bias2, last, bias3 = weights
    add_rows(bias1, first, scratch.active, 0, size, scratch.first)
    relu_layer(scratch.first, second, bias2, scratch.units, scratch.second)
    relu_layer(scratch.second, last, bias3, scratch.units, out)


@borrow
def policy(state: Ints, lacks: Ints, weights: Weights, scratch: Scratch) -> int:
    """Write the logits of all codes for the seat to act to `scratch.out`; return the number of active inputs."""
    size = see(state, lacks, scratch.active)
    layers(weights, size, scratch, scratch.out)
    return size


@borrow
def stake(state: Ints) -> float:
    """Return the cents of a Solo with the doublings so far: the unit of values."""
    cents: float = float(max(1, state[ALONE]) << state[KNOCKS] + state[DOUBLED])
    return cents


@borrow
def output(moved: int, code: int) -> int:
    """Return the number of the logit of a code. moved: see `rules_inputs.moves`."""
    place: int = code if code < PLAY else PLAY + MOVED[moved, code - PLAY]
    return place


@borrow
def chances_of(state: Ints, codes: int, logits: Singles, chances: Singles) -> None:
    """Write the softmax over some codes, a mask, to `chances`, float32 (CODES,), by output; 0 for all others."""
    moved, most, total = moves(state), np.float32(-1e30), np.float32(0)
    for place in range(CODES):
        chances[place] = 0
    rest = codes
    while rest:
        most = max(most, logits[output(moved, lowest(rest))])
        rest &= rest - 1
    rest = codes
    while rest:
        place = output(moved, lowest(rest))
        chances[place] = np.exp(logits[place] - most)
        total += chances[place]
        rest &= rest - 1
    while codes:
        chances[output(moved, lowest(codes))] /= total
        codes &= codes - 1


@borrow
def sample(state: Ints, codes: int, chances: Singles, rng: RandomState) -> int:
    """Draw one of some codes, a mask, by the probabilities of their outputs (see `chances_of`)."""
    moved, left, code = moves(state), unit(rng), lowest(codes)
    while codes:
        code = lowest(codes)
        left -= chances[output(moved, code)]
        if left < 0:
            break
        codes &= codes - 1
    return code


@borrow
def best(state: Ints, codes: int, logits: Singles) -> int:
    """Return the code with the highest logit among some codes, a mask."""
    moved, most, found = moves(state), np.float32(-1e30), lowest(codes)
    while codes:
        code = lowest(codes)
        codes &= codes - 1
        if logits[output(moved, code)] > most:
            most, found = logits[output(moved, code)], code
    return found


@borrow
def note_lacking(state: Ints, lacks: Ints, code: int) -> None:
    """Record in `lacks` (see `rules_inputs.see`) what the action played next shows."""
    if code >= PLAY and state[LAID] and state[FOLLOW] >> code - PLAY & 1 == 0:
        lacks[state[SEAT]] |= state[FOLLOW]
