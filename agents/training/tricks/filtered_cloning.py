"""The source document's method (mlp-win, mlp-win-lose): filtered behaviour cloning of the network's own matches."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

import numpy as np
import torch

from ...tricks.features import CARDS, DOCUMENT, INPUTS, of_document
from ..torch_setup import arrays_of
from . import table
from .algorithm import Algorithm, network
from .players import document_player, result

TEST_MATCHES = 1_000
"""Matches against `first` after each round, for the learning curve."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """How a network is trained on its own matches."""

    lost_matches: bool
    """Whether the network also learns from lost matches."""
    rounds: int
    matches: int
    """Duplicate matches against `first` in a round."""
    epochs: int
    """Passes over the moves of a round."""
    batch_size: int
    hidden_size: int
    dropout: float
    learning_rate: float
    """Of RMSprop."""
    rmsprop_decay: float
    """Of the mean of squared gradients."""
    rmsprop_epsilon: float
    """Added to the root of that mean."""


WIN = Preset(  # the source document; where it is silent, the defaults of its library, except for the batch size
    lost_matches=False,
    rounds=10,
    matches=1_000,
    epochs=20,
    batch_size=128,  # not in the document; with 32, `win-lose` ends some points lower
    hidden_size=40,
    dropout=0.5,
    learning_rate=0.001,  # not in the document, as are the two below
    rmsprop_decay=0.9,
    rmsprop_epsilon=1e-7,
)
WIN_LOSE = replace(WIN, lost_matches=True)
UNTRAINED = replace(WIN, rounds=0)


class FilteredCloning(Algorithm):
    """In won matches, every card played is a target; with `lost_matches`, so are all other legal cards in lost matches.

    Where the document is silent: drawn matches are ignored; the weights begin with Glorot's uniform distribution and
    the biases at zero, as in its library.
    """

    features = DOCUMENT

    def __init__(self, preset: Preset) -> None:
        self.preset = preset
        self.net = network(
            (INPUTS, preset.hidden_size, CARDS), lambda: (torch.nn.Tanh(), torch.nn.Dropout(preset.dropout))
        )
        for name, weights in self.net.named_parameters():
            if name.endswith("bias"):
                torch.nn.init.zeros_(weights)
            else:
                torch.nn.init.xavier_uniform_(weights)
        self.optimizer = torch.optim.RMSprop(
            self.net.parameters(), lr=preset.learning_rate, alpha=preset.rmsprop_decay, eps=preset.rmsprop_epsilon
        )
        self.chunks, self.games = preset.rounds, 2 * preset.matches * preset.rounds
        targets = "matches won and lost" if preset.lost_matches else "matches won"
        self.method = (
            f"{preset.rounds} rounds of {preset.matches} matches against first, {preset.epochs} epochs each, "
            f"behaviour cloning of {targets}; RMSprop"
        )
        self.settings = asdict(preset)

    def learn(self, chunk: int, rng: np.random.Generator) -> dict[str, float]:
        """Run a round: play matches, train for some epochs, and test."""
        inputs, targets = self.examples(rng)
        rows = len(inputs)
        self.net.train()
        for _ in range(self.preset.epochs):
            order = torch.randperm(rows)
            for start in range(0, rows, self.preset.batch_size):
                batch = order[start : start + self.preset.batch_size]
                log_probabilities = torch.log_softmax(self.net(inputs[batch]), 1)
                loss = -(targets[batch] * log_probabilities).sum(1).mean()
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
                self.optimizer.step()
        test = result(document_player(arrays_of(self.net)), table.first, TEST_MATCHES, rng)
        return {"won": test.won, "lost": test.lost, "drawn": test.drawn}

    def examples(self, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
        """Play the matches of a round and return its data.

        These are inputs, float32 (rows, INPUTS), and targets, float32 (rows, CARDS), 1 for each right card.
        """
        lead, moves = table.matches(document_player(arrays_of(self.net)), table.first, self.preset.matches, rng)
        inputs, targets = [], []
        for position, card, match in moves:
            features = of_document(position.played, position.hand, position.led)
            played = np.arange(CARDS) == card[:, None]
            won, lost = lead[match] > 0, lead[match] < 0
            inputs.append(features[won])
            targets.append(played[won])
            if self.preset.lost_matches:
                inputs.append(features[lost])
                targets.append((position.legal & ~played)[lost])
        return torch.from_numpy(np.concatenate(inputs)), torch.from_numpy(np.concatenate(targets).astype(np.float32))
