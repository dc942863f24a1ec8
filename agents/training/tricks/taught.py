"""mlp-exact: a network by rank that is told by the solver which cards are best, in games played well and badly."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from cardtui.games.tricks.kernel import rules_of
from cardtui.games.tricks.rules import Tricks
from cardtui.games.tricks.solver import solved
from cardtui.kernels import random_state

from ...tricks.features import BY_RANK, CARDS, INPUTS, N, by_rank
from ..torch_setup import arrays_of
from .course import Course, best_cards, falling, network
from .lessons import lessons
from .players import exact, rank_player, result

HIDDEN = (256, 128)
CHUNKS, BATCHES, BATCH = 400, 20, 512
RATE = 1e-3
CARELESS = (0.0, 0.0, 0.1, 0.3, 1.0)
"""A side's share of random cards in a game, one of these; else one of the best cards."""
TEST_EVERY, TEST_MATCHES = 20, 2_000


class Taught(Course):
    """Loss: `best_cards`."""

    features = BY_RANK
    chunks = CHUNKS
    games = 0  # its lessons are positions
    method = "positions in which cards differ, labelled by the solver; cross-entropy of the best cards, Adam"

    def __init__(self) -> None:
        self.net = network((INPUTS, *HIDDEN, CARDS), lambda: (torch.nn.ReLU(),))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=RATE)
        self.settings = {
            "hidden": list(HIDDEN), "positions": CHUNKS * BATCHES * BATCH, "batch": BATCH, "rate": RATE,
            "careless": list(CARELESS),
        }  # fmt: skip

    def learn(self, chunk: int, rng: Any) -> dict[str, float]:
        """Fresh positions, each learned from once."""
        falling(self.optimizer, RATE, chunk / CHUNKS)
        rows = BATCHES * BATCH
        hands, others = np.empty((rows, CARDS), bool), np.empty((rows, CARDS), bool)
        leds, regrets = np.empty(rows, np.int64), np.empty((rows, CARDS), np.int8)
        dice = random_state(int(rng.integers(1 << 62)))
        deck = rules_of(Tricks("tricks:duplicate=no"))
        lessons(solved(N), deck, np.array(CARELESS), hands, others, leds, regrets, dice)
        order = rng.permutation(rows)  # positions of one game stand together
        for at in range(0, rows, BATCH):
            batch = order[at : at + BATCH]
            inputs, outputs = by_rank(hands[batch], others[batch], leds[batch])
            regret = torch.from_numpy(regrets[batch])
            loss = best_cards(self.net(torch.from_numpy(inputs)), torch.from_numpy(outputs), regret)
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch types it not
            self.optimizer.step()
        if (chunk + 1) % TEST_EVERY:
            return {}
        found = result(rank_player(arrays_of(self.net)), exact, TEST_MATCHES, rng)
        return {"drawn with exact": found.drawn, "tricks given away": found.given}
