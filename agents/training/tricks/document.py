"""The source document's networks, trained by playing `first` and learning from matches won, or won and lost."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ...tricks.features import CARDS, DOCUMENT, INPUTS, of_document
from ..torch_setup import arrays_of
from . import table
from .course import Course, network
from .players import document_player, result

HIDDEN, DROPOUT = 40, 0.5
ROUNDS, MATCHES, EPOCHS, BATCH = 10, 1_000, 20, 128
TEST_MATCHES = 1_000


class Document(Course):
    """`win`: in matches won, every card played is a target. `win-lose`: so are, in matches lost, all other legal cards.

    Where the document is silent: Glorot initialisation with zero biases and RMSprop at 0.001 (0.9, 1e-7), the defaults
    of its library; batches of 128 (with 32, win-lose ends some points lower); drawn matches are ignored.
    """

    features = DOCUMENT

    def __init__(self, lessons: str, rounds: int = ROUNDS, matches: int = MATCHES) -> None:
        self.net = network((INPUTS, HIDDEN, CARDS), lambda: (torch.nn.Tanh(), torch.nn.Dropout(DROPOUT)))
        for name, weights in self.net.named_parameters():
            if name.endswith("bias"):
                torch.nn.init.zeros_(weights)
            else:
                torch.nn.init.xavier_uniform_(weights)
        self.optimizer = torch.optim.RMSprop(self.net.parameters(), lr=0.001, alpha=0.9, eps=1e-7)
        self.chunks, self.matches, self.games = rounds, matches, 2 * matches * rounds
        self.losses = lessons == "win-lose"
        self.method = f"{rounds} rounds of {matches} matches against first, {EPOCHS} epochs each, lessons: {lessons}"
        self.settings = {"hidden": HIDDEN, "dropout": DROPOUT, "batch": BATCH}

    def learn(self, chunk: int, rng: Any) -> dict[str, float]:
        """Run a round: play matches, train for some epochs, and test."""
        inputs, wanted = self.lessons(rng)
        rows = len(inputs)
        self.net.train()
        for _ in range(EPOCHS):
            order = torch.randperm(rows)
            for at in range(0, rows, BATCH):
                batch = order[at : at + BATCH]
                chances = torch.log_softmax(self.net(inputs[batch]), 1)
                loss = -(wanted[batch] * chances).sum(1).mean()
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch types it not
                self.optimizer.step()
        found = result(document_player(arrays_of(self.net)), table.first, TEST_MATCHES, rng)
        return {"won": found.won, "lost": found.lost, "drawn": found.drawn}

    def lessons(self, rng: Any) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the data of a round: inputs (rows, INPUTS), and targets (rows, CARDS) with 1 for each right card."""
        lead, moves = table.matches(document_player(arrays_of(self.net)), table.first, self.matches, rng)
        inputs, wanted = [], []
        for at, card, match in moves:
            seen = of_document(at.played, at.hand, at.led)
            chosen = np.arange(CARDS) == card[:, None]
            won, lost = lead[match] > 0, lead[match] < 0
            inputs.append(seen[won])
            wanted.append(chosen[won])
            if self.losses:
                inputs.append(seen[lost])
                wanted.append((at.legal & ~chosen)[lost])
        return torch.from_numpy(np.concatenate(inputs)), torch.from_numpy(np.concatenate(wanted).astype(np.float32))
