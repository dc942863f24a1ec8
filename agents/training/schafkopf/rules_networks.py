"""The networks of ppo-rules and ppo-large in torch, and the choices that they learn from as tensors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import pad

from ...schafkopf.rules_inputs import ACTIVE
from .. import torch_setup
from .rules_play import Record

Tensor = torch.Tensor
ALIGNED = 8
"""The number of columns of a matrix for a GPU is a multiple of this, which its fast kernels need."""


class Net(torch.nn.Module):
    """Two hidden layers over the numbers of the active inputs."""

    def __init__(self, inputs: int, sizes: tuple[int, int], outputs: int) -> None:
        super().__init__()
        self.first = torch.nn.EmbeddingBag(inputs, sizes[0], mode="sum", include_last_offset=True)
        torch.nn.init.normal_(self.first.weight, std=0.12)
        self.first_bias = torch.nn.Parameter(torch.zeros(sizes[0]))
        self.second, self.last = torch.nn.Linear(*sizes), torch.nn.Linear(sizes[1], outputs)
        torch.nn.init.normal_(self.last.weight, std=0.01)
        torch.nn.init.zeros_(self.last.bias)

    def forward(self, rows: Tensor, sizes: Tensor) -> Tensor:
        """Return the outputs for n rows of active inputs, int16 (n, ACTIVE), of which the first `sizes` count."""
        active = torch.arange(ACTIVE, device=rows.device) < sizes[:, None]
        if rows.device == torch_setup.CPU:
            starts = torch.cat((sizes.new_zeros(1), sizes.cumsum(0)))
            summed = self.first(rows[active].long(), starts)
        else:
            summed = self._dense(rows, active)
        outputs: Tensor = self.last(torch.relu(self.second(torch.relu(summed + self.first_bias))))
        return outputs

    def _dense(self, rows: Tensor, active: Tensor) -> Tensor:
        """Return the sums of the first layer by a matrix product, which on a GPU is faster than adding rows."""
        inputs = self.first.num_embeddings
        unused = ALIGNED - inputs % ALIGNED
        ones = rows.new_zeros((len(rows), inputs + unused), dtype=torch.float32)
        ones.scatter_(1, torch.where(active, rows, inputs).long(), 1.0)
        return ones @ pad(self.first.weight, (0, 0, 0, unused))


class Choices(NamedTuple):
    """Choices as in `Record`, on the device of the networks."""

    seen: Tensor
    whole: Tensor
    sizes: Tensor
    chances: Tensor
    advantages: Tensor
    goals: Tensor

    def parts(self, size: int) -> Iterator[Choices]:
        """Yield all choices in random order, this many at a time."""
        order = torch.randperm(len(self.sizes))
        for rows in order.split(size):  # type: ignore[no-untyped-call]  # untyped in torch
            there = rows.to(self.sizes.device)
            yield Choices._make(tensor[there] for tensor in self)


class Played(NamedTuple):
    """A part of an update's deals, to learn from."""

    choices: Choices
    squares: NDArray[np.float32]
    """The mean square of each choice's advantages under the policy, float32 (n,)."""


def played(record: Record, filled: int, device: torch.device) -> Played:
    """Return the first `filled` choices of a record; on the CPU they share its memory."""
    tensors = torch_setup.to_device(device, *(getattr(record, name)[:filled] for name in Choices._fields))
    return Played(Choices._make(tensors), (record.chances[:filled] * record.advantages[:filled] ** 2).sum(1))


def together(parts: Sequence[Played]) -> tuple[Choices, float]:
    """Return all choices combined, and the root mean square of their advantages."""
    choices = Choices._make(torch.cat(tensors) for tensors in zip(*(part.choices for part in parts), strict=True))
    return choices, float(np.sqrt(float(np.concatenate([part.squares for part in parts]).mean())))
