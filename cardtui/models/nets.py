"""Neural network layers in numpy. For the small networks that ship, numpy is faster than torch.

Weights are float32 in torch's layout: a matrix `name.weight` (out, in) and a vector `name.bias` (out), so that a
trainer's `state_dict` can be stored and used as it is. Inputs are batches, float32 (rows, in).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from .arrays import Array, Size

Singles: TypeAlias = NDArray[np.float32]
Weights: TypeAlias = Mapping[str, Singles]
"""A network's arrays by name, as `arrays.checked` returns them."""
Real = TypeVar("Real", np.float32, np.float64)


def dense_arrays(name: str, into: Size, out: Size) -> dict[str, Array]:
    """Return the specifications of the arrays that `dense` needs."""
    return {f"{name}.weight": Array((out, into)), f"{name}.bias": Array((out,))}


def mlp_arrays(names: Sequence[str], sizes: Sequence[Size]) -> dict[str, Array]:
    """Return the specifications of the arrays that `mlp` needs. `sizes`: of the inputs, then of each layer's output."""
    found: dict[str, Array] = {}
    for name, into, out in zip(names, sizes, sizes[1:], strict=False):
        found |= dense_arrays(name, into, out)
    return found


def lstm_arrays(name: str, into: Size, hidden: str | int) -> dict[str, Array]:
    """Return the specifications of the arrays that `lstm` needs. `hidden` is a letter if its size varies by file."""
    four: Size = 4 * hidden if isinstance(hidden, int) else f"4{hidden}"
    return {
        f"{name}.weight_hh_l0": Array((four, hidden)),
        f"{name}.weight_ih_l0": Array((four, into)),
        f"{name}.bias_hh_l0": Array((four,)),
        f"{name}.bias_ih_l0": Array((four,)),
    }


def dense(inputs: Singles, weights: Weights, name: str) -> Singles:
    """Apply `torch.nn.Linear`: (rows, in) -> (rows, out)."""
    return inputs @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]


def mlp(inputs: Singles, weights: Weights, names: Sequence[str], activation: Callable[[Singles], Singles]) -> Singles:
    """Apply dense layers with `activation` between them; return the output of the last one, (rows, out)."""
    for name in names[:-1]:
        inputs = activation(dense(inputs, weights, name))
    return dense(inputs, weights, names[-1])


def lstm(inputs: Singles, weights: Weights, name: str) -> Singles:
    """Apply a single-layer, batch-first `torch.nn.LSTM`: (rows, steps, in) -> last hidden state (rows, hidden).

    A sequence of zero steps gives zeros.
    """
    recurrent = weights[f"{name}.weight_hh_l0"]
    size = recurrent.shape[1]
    bias = weights[f"{name}.bias_ih_l0"] + weights[f"{name}.bias_hh_l0"]
    fed = inputs @ weights[f"{name}.weight_ih_l0"].T + bias  # (rows, steps, 4 × hidden)
    hidden = np.zeros((inputs.shape[0], size), np.float32)
    cell = np.zeros_like(hidden)
    for step in range(inputs.shape[1]):
        gates = fed[:, step] + hidden @ recurrent.T
        take, forget, out = (sigmoid(gates[:, part * size : (part + 1) * size]) for part in (0, 1, 3))
        cell = forget * cell + take * np.tanh(gates[:, 2 * size : 3 * size])
        hidden = out * np.tanh(cell)
    return hidden


def relu(values: Singles) -> Singles:
    """Rectified linear unit: max(x, 0)."""
    found: Singles = np.maximum(values, np.float32(0))
    return found


def sigmoid(values: Singles) -> Singles:
    """Logistic function 1 / (1 + e^-x), computed with tanh, which cannot overflow."""
    found: Singles = np.float32(0.5) * (np.tanh(values * np.float32(0.5)) + np.float32(1))
    return found


def softmax(logits: NDArray[Real], legal: NDArray[np.bool_] | None = None) -> NDArray[Real]:
    """Return the probabilities of some logits, along the last axis, in the same shape.

    Entries where the mask `legal` is false, if it is given, get the probability 0.
    """
    masked = logits if legal is None else np.where(legal, logits, -np.inf)
    powers = np.exp(masked - masked.max(axis=-1, keepdims=True))
    found: NDArray[Real] = powers / powers.sum(axis=-1, keepdims=True)
    return found
