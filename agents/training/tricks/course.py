"""Base of all training methods: a network, an optimizer and chunks of lessons."""

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
    """A training method. Only `net`, `optimizer` and torch's random state carry over from chunk to chunk."""

    net: torch.nn.Sequential
    optimizer: torch.optim.Optimizer
    chunks: int
    games: int
    """Number of games in all chunks."""
    features: str
    method: str
    settings: dict[str, Any]
    """The [settings] of the card."""

    @abstractmethod
    def learn(self, chunk: int, rng: Any) -> dict[str, float]:
        """Train on one chunk with its own numpy generator. Returns metrics for the learning curve, if there are any."""

    def player(self, weights: Any) -> Player:
        """Return a player with these weights."""
        return document_player(weights) if self.features == DOCUMENT else rank_player(weights)


def network(widths: Sequence[int], between: Callable[[], Sequence[torch.nn.Module]]) -> torch.nn.Sequential:
    """Return dense layers "layer1", "layer2" … of these widths, with the modules of `between` in between."""
    parts: OrderedDict[str, torch.nn.Module] = OrderedDict()
    for number, (inputs, outputs) in enumerate(pairwise(widths), 1):
        if number > 1:
            parts |= {f"between{number}{place}": module for place, module in enumerate(between())}
        parts[f"layer{number}"] = torch.nn.Linear(inputs, outputs)
    return torch.nn.Sequential(parts)


def best_cards(found: torch.Tensor, outputs: torch.Tensor, regret: torch.Tensor) -> torch.Tensor:
    """Return the mean negative log-probability of the best cards, in a softmax over the legal cards.

    `found` are the network's outputs; `outputs` maps each card to its output; `regret` is 0 for the best cards and
    negative for illegal ones.
    """
    logits = found.gather(1, outputs)
    legal = logits.masked_fill(regret < 0, -torch.inf)
    best = logits.masked_fill(regret != 0, -torch.inf)
    return (legal.logsumexp(1) - best.logsumexp(1)).mean()


def falling(optimizer: torch.optim.Optimizer, rate: float, within: float) -> None:
    """Set the learning rate at the share `within` of a run: full for three tenths, then linear to a hundredth."""
    for group in optimizer.param_groups:
        group["lr"] = rate * max(0.01, min(1.0, (1.0 - within) / 0.7))
