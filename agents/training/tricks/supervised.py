"""The training of mlp-exact: supervised learning of the solver's best cards, in games of good and bad play."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui.games.tricks.kernel import rules_of
from cardtui.games.tricks.rules import Tricks
from cardtui.games.tricks.solver import solved
from cardtui.kernels import random_state

from ...tricks.features import BY_RANK, CARDS, INPUTS, N, by_rank
from ..torch_setup import arrays_of
from .algorithm import Algorithm, best_card_loss, network, set_learning_rate
from .players import exact, rank_player, result
from .solver_labels import labelled_positions

TEST_EVERY, TEST_MATCHES = 20, 2_000
"""Chunks between two tests for the learning curve, and matches of a test."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """How a network is trained on positions labelled by the solver."""

    chunks: int
    batches: int
    """Number of batches in a chunk; each position is used once."""
    batch_size: int
    learning_rate: float
    """Adam's learning rate."""
    decay_share: float
    """The final share of the run, in which the learning rate falls linearly to a hundredth."""
    hidden_sizes: tuple[int, ...]
    epsilons: tuple[float, ...]
    """The probability of a random card instead of one of the best; one of these is drawn for each side of each game."""


BEST = Preset(  # set by hand; what it reaches is on the card of mlp-exact
    chunks=400,
    batches=20,
    batch_size=512,
    learning_rate=1e-3,
    decay_share=0.7,
    hidden_sizes=(256, 128),
    epsilons=(0.0, 0.0, 0.1, 0.3, 1.0),
)


class Supervised(Algorithm):
    """Loss: `best_card_loss`."""

    features = BY_RANK
    games = 0  # the data are positions
    method = "positions in which cards differ, labelled by the solver; cross-entropy of the best cards, Adam"

    def __init__(self, preset: Preset) -> None:
        self.preset, self.chunks = preset, preset.chunks
        self.net = network((INPUTS, *preset.hidden_sizes, CARDS), lambda: (torch.nn.ReLU(),))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=preset.learning_rate)
        self.settings = {
            **asdict(preset), "hidden_sizes": list(preset.hidden_sizes), "epsilons": list(preset.epsilons),
        }  # fmt: skip

    def learn(self, chunk: int, rng: np.random.Generator) -> dict[str, float]:
        """Train on new positions, once on each."""
        preset = self.preset
        set_learning_rate(self.optimizer, preset.learning_rate, preset.decay_share, chunk / preset.chunks)
        rows = preset.batches * preset.batch_size
        hands: NDArray[np.bool_] = np.empty((rows, CARDS), bool)
        others: NDArray[np.bool_] = np.empty((rows, CARDS), bool)
        leds, regrets = np.empty(rows, np.int64), np.empty((rows, CARDS), np.int8)
        dice = random_state(int(rng.integers(1 << 62)))
        deck = rules_of(Tricks("tricks:duplicate=no"))
        labelled_positions(solved(N), deck, np.array(preset.epsilons), hands, others, leds, regrets, dice)
        order = rng.permutation(rows)  # the positions of a game follow each other
        for start in range(0, rows, preset.batch_size):
            batch = order[start : start + preset.batch_size]
            inputs, places = by_rank(hands[batch], others[batch], leds[batch])
            regret = torch.from_numpy(regrets[batch])
            loss = best_card_loss(self.net(torch.from_numpy(inputs)), torch.from_numpy(places), regret)
            self.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
            self.optimizer.step()
        if (chunk + 1) % TEST_EVERY:
            return {}
        test = result(rank_player(arrays_of(self.net)), exact, TEST_MATCHES, rng)
        return {"drawn with exact": test.drawn, "tricks given away": test.given_away}
