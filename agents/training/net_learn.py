"""Learning of a small network on sparse binary inputs in kernels: gradients of a batch, and Adam (Kingma and Ba, 2015).

A network has two hidden ReLU layers and one output, as `..net_kernel` computes it. No torch is needed. All sums have a
fixed order, so the same run gives the same weights.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.kernels import borrow, njit

from ..net_kernel import Weights, add_rows, last_layer, relu_layer

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]

BETA1, BETA2, TINY = 0.9, 0.999, 1e-8
"""Adam's constants."""


class Samples(NamedTuple):
    """Inputs and targets of a network; the first of `room` rows count."""

    rows: NDArray[np.int16]
    """The active inputs, int16 (room, most); the first `sizes` of a row count."""
    sizes: Ints
    targets: Singles


def new_samples(room: int, most: int) -> Samples:
    """Return memory for this many samples with at most `most` active inputs each."""
    return Samples(np.zeros((room, most), np.int16), np.zeros(room, np.int64), np.zeros(room, np.float32))


class Network:
    """A network's weights in one array, with Adam's state."""

    def __init__(self, inputs: int, sizes: tuple[int, int], rng: np.random.Generator) -> None:
        first, second = sizes
        self.shapes = ((inputs, first), (first,), (first, second), (second,), (second, 1), (1,))
        count = sum(int(np.prod(shape)) for shape in self.shapes)
        self.flat, self.gradient = np.zeros(count, np.float32), np.zeros(count, np.float32)
        self.mean, self.square = np.zeros(count, np.float32), np.zeros(count, np.float32)
        self.steps = np.zeros(1, np.int64)
        # the middle layer as for ReLU (He and others, 2015), the others smaller, set by hand: outputs start near 0
        spreads = (0.1, 0, np.sqrt(2 / first), 0, 0.1 * np.sqrt(1 / second), 0)
        for view, spread in zip(self.views(self.flat), spreads, strict=True):
            view[:] = spread * rng.standard_normal(view.shape)

    def views(self, flat: Singles) -> Weights:
        """Return the parts of an array like `flat` in kernel form: views, not copies."""
        ends = np.cumsum([int(np.prod(shape)) for shape in self.shapes])
        return tuple(part.reshape(shape) for part, shape in zip(np.split(flat, ends[:-1]), self.shapes, strict=True))

    @property
    def weights(self) -> Weights:
        """The weights in kernel form."""
        return self.views(self.flat)

    def forget(self) -> None:
        """Reset Adam's state."""
        for array in (self.mean, self.square, self.steps):
            array[:] = 0

    def state(self, name: str) -> dict[str, NDArray[Any]]:
        """Return what a checkpoint must hold, under names that begin with `name`; the arrays are not copied."""
        parts: dict[str, NDArray[Any]] = {
            "flat": self.flat,
            "mean": self.mean,
            "square": self.square,
            "steps": self.steps,
        }
        return {f"{name}/{part}": array for part, array in parts.items()}

    def restore(self, name: str, arrays: dict[str, NDArray[Any]]) -> None:
        """Take over the state of a checkpoint."""
        for part, array in self.state(name).items():
            array[:] = arrays[part]

    def learn(self, samples: Samples, order: Ints, batch: int, rate: float, bound: float, chances: bool) -> float:
        """Learn once from the samples `order`, a batch at a time; return the mean of the squared errors.

        bound: the largest error that counts, so that rare large ones do not dominate a step. chances: whether the
        prediction is the logistic function of the output instead of the output itself; then the loss is the
        cross-entropy, otherwise half the squared error.
        """
        return learn(
            samples, order, batch, rate, bound, chances, self.flat, self.weights, self.gradient,
            self.views(self.gradient), self.mean, self.square, self.steps,
        )  # fmt: skip


@borrow
def adam(flat: Singles, gradient: Singles, mean: Singles, square: Singles, step: int, batch: int, rate: float) -> None:
    """Update the weights in place by the sum of a batch's gradients, which is set to 0."""
    b1, b2 = np.float32(BETA1), np.float32(BETA2)
    one, share = np.float32(1), np.float32(1 / batch)
    size = np.float32(rate / (1 - BETA1**step))
    scale, tiny = np.float32(1 / np.sqrt(1 - BETA2**step)), np.float32(TINY)
    for place in range(len(flat)):
        slope = gradient[place] * share
        gradient[place] = np.float32(0)
        mean[place] = b1 * mean[place] + (one - b1) * slope
        square[place] = b2 * square[place] + (one - b2) * slope * slope
        flat[place] -= size * mean[place] / (np.sqrt(square[place]) * scale + tiny)


@njit
def learn(
    samples: Samples,
    order: Ints,
    batch: int,
    rate: float,
    bound: float,
    chances: bool,
    flat: Singles,
    weights: Weights,
    gradient: Singles,
    slopes: Weights,
    mean: Singles,
    square: Singles,
    steps: Ints,
) -> float:
    """Do what `Network.learn` says. slopes: the views of `gradient`."""
    first, bias1, second, bias2, last, bias3 = weights
    slope1, slope_bias1, slope2, slope_bias2, slope3, slope_bias3 = slopes
    width, depth = len(bias1), len(bias2)
    inside, deeper = np.zeros(width, np.float32), np.zeros(depth, np.float32)
    back1, back2 = np.zeros(width, np.float32), np.zeros(depth, np.float32)
    turned = np.zeros((depth, width), np.float32)
    active, units = np.zeros(samples.rows.shape[1], np.int64), np.zeros(width, np.int64)
    total, zero = 0.0, np.float32(0)
    for begin in range(0, len(order), batch):
        end = min(begin + batch, len(order))
        for unit in range(width):
            for place in range(depth):
                turned[place, unit] = second[unit, place]
        for number in range(begin, end):
            row = order[number]
            size = samples.sizes[row]
            for place in range(size):
                active[place] = samples.rows[row, place]
            add_rows(bias1, first, active, 0, size, inside)
            relu_layer(inside, second, bias2, units, deeper)
            said = last_layer(deeper, last, bias3)
            if chances:
                said = 1 / (1 + np.exp(-said))
            error = said - samples.targets[row]
            total += error * error
            error = np.float32(min(max(error, -bound), bound))
            slope_bias3[0] += error
            for unit in range(width):
                back1[unit] = zero
            for place in range(depth):
                back2[place] = zero
                if deeper[place] > zero:
                    slope3[place, 0] += error * deeper[place]
                    back = error * last[place, 0]
                    back2[place] = back
                    for unit in range(width):
                        back1[unit] += back * turned[place, unit]
                    slope_bias2[place] += back
            for unit in range(width):
                if inside[unit] > zero:
                    value = inside[unit]
                    for place in range(depth):
                        slope2[unit, place] += value * back2[place]
                else:
                    back1[unit] = zero
            for unit in range(width):
                slope_bias1[unit] += back1[unit]
            for place in range(size):
                spot = active[place]
                for unit in range(width):
                    slope1[spot, unit] += back1[unit]
        steps[0] += 1
        adam(flat, gradient, mean, square, steps[0], end - begin, rate)
    return total / max(1, len(order))
