"""Base of all training methods: a network and an optimizer, trained chunk by chunk; and what the methods share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ...tricks.features import DOCUMENT
from ..torch_setup import set_rate
from .players import document_player, rank_player
from .table import Player


class Algorithm(ABC):
    """A training method. Only `net`, `optimizer` and torch's random state carry over from chunk to chunk."""

    net: torch.nn.Sequential
    optimizer: torch.optim.Optimizer
    chunks: int
    games: int
    """Number of games in all chunks."""
    features: str
    method: str
    """One line for the card."""
    settings: Mapping[str, Any]
    """The [settings] of the card."""

    @abstractmethod
    def learn(self, chunk: int, rng: np.random.Generator) -> dict[str, float]:
        """Train on one chunk with a generator of its own. Return metrics for the learning curve, if any."""

    def player(self, weights: Mapping[str, NDArray[np.float32]]) -> Player:
        """Return a player with these weights."""
        return document_player(weights) if self.features == DOCUMENT else rank_player(weights)


def network(widths: Sequence[int], activation: Callable[[], Sequence[torch.nn.Module]]) -> torch.nn.Sequential:
    """Return dense layers "layer1", "layer2" … of these widths, with the modules of `activation` between each two."""
    parts: OrderedDict[str, torch.nn.Module] = OrderedDict()
    for number, (inputs, outputs) in enumerate(pairwise(widths), 1):
        if number > 1:
            parts |= {f"between{number}{place}": module for place, module in enumerate(activation())}
        parts[f"layer{number}"] = torch.nn.Linear(inputs, outputs)
    return torch.nn.Sequential(parts)


def best_card_loss(outputs: torch.Tensor, places: torch.Tensor, regret: torch.Tensor) -> torch.Tensor:
    """Return the mean cross-entropy of playing one of the best cards, in a softmax over the legal cards.

    `outputs` are the network's, float (rows, at least CARDS); `places` maps each card to its output, int (rows, CARDS);
    `regret`, shape (rows, CARDS), is the tricks that a card gives away: 0 for the best cards, negative for illegal
    ones.
    """
    logits = outputs.gather(1, places)
    legal = logits.masked_fill(regret < 0, -torch.inf)
    best = logits.masked_fill(regret != 0, -torch.inf)
    return (legal.logsumexp(1) - best.logsumexp(1)).mean()


def set_learning_rate(optimizer: torch.optim.Optimizer, rate: float, decay_share: float, done: float) -> None:
    """Set the learning rate for the point of a run at which the share `done` is done.

    It is `rate` until the last share `decay_share` of the run, and then falls linearly to a hundredth of it.
    """
    set_rate(optimizer, rate * max(0.01, min(1.0, (1.0 - done) / decay_share)))
