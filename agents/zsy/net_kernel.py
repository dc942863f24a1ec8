"""Neural networks in kernels: ReLU layers on sparse binary inputs, one row at a time, in float32.

Matrices are (in, out) here, so that one input adds one row; torch stores (out, in). `cardtui.nets` does the same in
numpy, and tests check that all three agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardtui.kernels import borrow


def turned(arrays: Mapping[str, Any], names: Sequence[str]) -> tuple[Any, ...]:
    """Return weights in kernel form: for each layer its matrix (in, out) and its bias, float32."""
    found: list[Any] = []
    for name in names:
        found += [np.ascontiguousarray(arrays[f"{name}.weight"].T), np.ascontiguousarray(arrays[f"{name}.bias"])]
    return tuple(found)


@borrow
def add_rows(base: Any, weights: Any, places: Any, begin: int, end: int, out: Any) -> None:
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
def relu_layer(inputs: Any, weights: Any, bias: Any, active: Any, out: Any) -> None:
    """Compute `out` = relu(inputs) @ weights + bias. active: scratch memory, int64, as long as the inputs."""
    found = 0
    for unit in range(len(inputs)):
        active[found] = unit
        found += inputs[unit] > 0
    width = len(out)
    for unit in range(width):
        out[unit] = bias[unit]
    at = 0
    while at + 4 <= found:
        first, second, third, fourth = active[at], active[at + 1], active[at + 2], active[at + 3]
        a, b, c, d = inputs[first], inputs[second], inputs[third], inputs[fourth]
        for unit in range(width):
            out[unit] += (a * weights[first, unit] + b * weights[second, unit]) + (
                c * weights[third, unit] + d * weights[fourth, unit]
            )
        at += 4
    while at < found:
        row = active[at]
        factor = inputs[row]
        for unit in range(width):
            out[unit] += factor * weights[row, unit]
        at += 1


@borrow
def last_layer(inputs: Any, weights: Any, bias: Any) -> Any:
    """Return relu(inputs) @ weights + bias for a single output."""
    total = bias[0]
    for unit in range(len(inputs)):
        total += max(inputs[unit], np.float32(0)) * weights[unit, 0]
    return total
