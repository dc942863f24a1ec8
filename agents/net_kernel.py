"""Neural networks in kernels: ReLU layers on sparse binary inputs, one row at a time, in float32.

Matrices are (in, out) here, so that one input adds one row; torch stores (out, in). `cardtui.models.nets` does the same
in numpy, and tests check that all three agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.kernels import borrow

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]
Weights: TypeAlias = tuple[Singles, ...]
"""Weights in kernel form: for each layer its matrix (in, out) and its bias."""


def transposed(arrays: Mapping[str, Singles], names: Sequence[str]) -> Weights:
    """Return the weights of these layers in kernel form."""
    parts: list[Singles] = []
    for name in names:
        parts += [np.ascontiguousarray(arrays[f"{name}.weight"].T), np.ascontiguousarray(arrays[f"{name}.bias"])]
    return tuple(parts)


@borrow
def add_rows(base: Singles, weights: Singles, places: Ints, begin: int, end: int, out: Singles) -> None:
    """Compute `out` = `base` + the rows `places[begin:end]` of a matrix: a first layer with binary inputs."""
    width = len(out)
    for unit in range(width):
        out[unit] = base[unit]
    at = begin
    while at + 4 <= end:
        first, second, third, fourth = places[at], places[at + 1], places[at + 2], places[at + 3]
        for unit in range(width):
            out[unit] += (weights[first, unit] + weights[second, unit]) + (weights[third, unit] + weights[fourth, unit])
        at += 4
    while at < end:
        row = places[at]
        for unit in range(width):
            out[unit] += weights[row, unit]
        at += 1


@borrow
def add_scaled(factors: Singles, weights: Singles, active: Ints, count: int, out: Singles) -> None:
    """Add the rows `active[:count]` of a matrix to `out`, each times its factor."""
    width = len(out)
    at = 0
    while at + 4 <= count:
        first, second, third, fourth = active[at], active[at + 1], active[at + 2], active[at + 3]
        a, b, c, d = factors[first], factors[second], factors[third], factors[fourth]
        for unit in range(width):
            out[unit] += (a * weights[first, unit] + b * weights[second, unit]) + (
                c * weights[third, unit] + d * weights[fourth, unit]
            )
        at += 4
    while at < count:
        row = active[at]
        factor = factors[row]
        for unit in range(width):
            out[unit] += factor * weights[row, unit]
        at += 1


@borrow
def relu_layer(inputs: Singles, weights: Singles, bias: Singles, active: Ints, out: Singles) -> None:
    """Compute `out` = relu(inputs) @ weights + bias. active: scratch memory, int64, as long as the inputs."""
    count = 0
    for unit in range(len(inputs)):
        active[count] = unit
        count += inputs[unit] > 0
    for unit in range(len(out)):
        out[unit] = bias[unit]
    add_scaled(inputs, weights, active, count, out)


@borrow
def changed_layer(
    inputs: Singles, known: Singles, sums: Singles, weights: Singles, changes: Singles, active: Ints, out: Singles
) -> None:
    """Compute `out` = `sums` + (inputs - known) @ weights: a first layer from that of other inputs, `known`.

    This is fast if few inputs differ, and exact except for rounding. changes, active: scratch memory.
    """
    for unit in range(len(inputs)):
        changes[unit] = inputs[unit] - known[unit]
    count = 0
    for unit in range(len(inputs)):
        active[count] = unit
        count += changes[unit] != 0
    for unit in range(len(out)):
        out[unit] = sums[unit]
    add_scaled(changes, weights, active, count, out)


@borrow
def last_layer(inputs: Singles, weights: Singles, bias: Singles) -> Any:
    """Return relu(inputs) @ weights + bias for a single output."""
    total = bias[0]
    for unit in range(len(inputs)):
        total += max(inputs[unit], np.float32(0)) * weights[unit, 0]
    return total
