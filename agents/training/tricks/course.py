"""What the ways to learn have in common: a network, an optimizer, chunks of lessons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import torch

from ...tricks.features import DOCUMENT
from .players import document_player, rank_player
from .table import Player


class Course(ABC):
    """One way to learn. From chunk to chunk only `net`, `optimizer` and torch's random numbers go on."""

    net: torch.nn.Sequential
    optimizer: torch.optim.Optimizer
    chunks: int
    games: int
    """In all chunks."""
    features: str
    method: str
    settings: dict[str, Any]
    """For the card."""

    @abstractmethod
    def learn(self, chunk: int, rng: Any) -> dict[str, float]:
        """One chunk, with a numpy generator of its own; the learning curve's figures where there are any."""

    def player(self, weights: Any) -> Player:
        """How a network of these arrays plays."""
        return document_player(weights) if self.features == DOCUMENT else rank_player(weights)


def network(widths: Sequence[int], between: Callable[[], Sequence[torch.nn.Module]]) -> torch.nn.Sequential:
    """Dense layers "layer1", "layer2" … of these widths, with other modules between them."""
    parts: OrderedDict[str, torch.nn.Module] = OrderedDict()
    for number, (inputs, outputs) in enumerate(pairwise(widths), 1):
        if number > 1:
            parts |= {f"between{number}{place}": module for place, module in enumerate(between())}
        parts[f"layer{number}"] = torch.nn.Linear(inputs, outputs)
    return torch.nn.Sequential(parts)


def best_cards(found: torch.Tensor, outputs: torch.Tensor, regret: torch.Tensor) -> torch.Tensor:
    """Minus the logarithm of the chance that the softmax over the legal cards gives to the best ones, on average.

    found: what the network says; outputs: which of it stands for which card; regret: 0 for the best cards, negative for
    those that are not legal.
    """
    logits = found.gather(1, outputs)
    legal = logits.masked_fill(regret < 0, -torch.inf)
    best = logits.masked_fill(regret != 0, -torch.inf)
    return (legal.logsumexp(1) - best.logsumexp(1)).mean()


def falling(optimizer: torch.optim.Optimizer, rate: float, within: float) -> None:
    """Set Adam's rate for the share `within` of a run: full for three tenths, then in a line to a hundredth."""
    for group in optimizer.param_groups:
        group["lr"] = rate * max(0.01, min(1.0, (1.0 - within) / 0.7))
