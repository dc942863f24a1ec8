"""The policy's choices in one game after another: the same as by `values.choose` except for rounding, but faster.

An after-state has most of its inputs in common with the one before it. So the first layer, which is most of the work,
is not computed from scratch, but from the layer of the after-state that was chosen before (like the accumulator of
NNUE: Nasu, 2018).
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.kernels import borrow, njit

from ..net_kernel import Weights, changed_layer
from .inputs import INPUTS
from .values import NEAR, Scratch, deeper_layers, encode_after, nearest, new_scratch

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]

KNOWN, START = NEAR + 1, NEAR + 2
"""The row of the after-state from which other layers are computed, and the row of the one where games begin.

The rows before them belong to the actions to choose from: the `nearest` and the draw.
"""


class Rows(NamedTuple):
    """After-states with the policy's first layer, a row for each, and memory to find them."""

    inputs: Singles
    """float32 (rows, INPUTS)."""
    sums: Singles
    """float32 (rows, hidden units): the layer before its ReLU."""
    changes: Singles
    scratch: Scratch


@njit
def new_rows(policy: Weights) -> Rows:
    """Return rows for this network; START is not set."""
    rows = START + 1
    return Rows(
        np.zeros((rows, INPUTS), np.float32),
        np.zeros((rows, len(policy[1])), np.float32),
        np.zeros(INPUTS, np.float32),
        new_scratch(policy),
    )


@borrow
def begin(rows: Rows, policy: Weights) -> None:
    """Forget all after-states; START becomes the one whose inputs are all 0."""
    for number in range(INPUTS):
        rows.inputs[START, number] = 0
    for unit in range(rows.sums.shape[1]):
        rows.sums[START, unit] = policy[1][unit]


@borrow
def copy_row(rows: Rows, source: int, target: int) -> None:
    """Copy an after-state and its layer to another row."""
    for number in range(INPUTS):
        rows.inputs[target, number] = rows.inputs[source, number]
    for unit in range(rows.sums.shape[1]):
        rows.sums[target, unit] = rows.sums[source, unit]


@borrow
def choose_row(state: Ints, policy: Weights, rows: Rows) -> Any:
    """Return the row of the policy's choice among the `nearest` actions, whose code is `scratch.codes[row]`.

    It is -1 at the end. The layers are computed from that of KNOWN.
    """
    scratch, most = rows.scratch, np.float32(-1e30)
    best: Any = np.int64(-1)
    for row in range(nearest(state, scratch.codes, scratch.gaps)):
        inputs, sums = rows.inputs[row], rows.sums[row]
        encode_after(state, scratch.codes[row], scratch.after, inputs)
        known, before = rows.inputs[KNOWN], rows.sums[KNOWN]
        changed_layer(inputs, known, before, policy[0], rows.changes, scratch.active, sums)
        total = deeper_layers(policy, sums, scratch)
        if total > most:
            best, most = row, total
    return best
