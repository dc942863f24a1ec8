"""The training of mlp-play: self-play alone, with a curriculum of hands that grow from two cards to whole ones.

The value of a card is the trick that it takes at once, if any, plus the network's prediction for the position after it
(temporal differences with a lookahead of one card). Tricks are whole numbers, so the prediction is learned as one of
eleven classes. The network also learns the best cards, to play by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import cross_entropy

from cardtui.models import nets

from ...tricks.features import BY_RANK, CARDS, INPUTS, TRICKS, N, by_rank
from ...tricks.mlp import layers
from ..torch_setup import arrays_of
from . import table
from .algorithm import Algorithm, best_card_loss, network, set_learning_rate
from .players import exact, rank_player, result
from .table import Table

TEST_EVERY, TEST_MATCHES = 200, 1_000
"""Chunks between two tests for the learning curve, and matches of a test."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """How a network is trained by self-play."""

    chunks: int
    positions: int
    """Positions in the games of a chunk."""
    epochs: int
    """Passes over the positions of a chunk."""
    batch_size: int
    learning_rate: float
    """Adam's learning rate."""
    decay_share: float
    """The final share of the run, in which the learning rate falls linearly to a hundredth."""
    hidden_sizes: tuple[int, ...]
    curriculum_share: float
    """The share of the run, at its beginning, in which the hands grow from two cards to ten."""
    epsilons: tuple[float, ...]
    """ε of ε-greedy play; one of these is drawn for each side of each game."""


BEST = Preset(  # set by hand; what it reaches is on the card of mlp-play
    chunks=4_000,
    positions=2_560,
    epochs=2,
    batch_size=512,
    learning_rate=1e-3,
    decay_share=0.7,
    hidden_sizes=(256, 128),
    curriculum_share=0.3,
    epsilons=(0.0, 0.0, 0.1, 0.3, 1.0),
)


class SelfPlay(Algorithm):
    """The loss is the cross-entropy of the tricks to come, plus `best_card_loss` by the values of the cards."""

    features = BY_RANK
    method = "self-play from small hands to whole ones, temporal differences one card ahead, all legal cards; Adam"

    def __init__(self, preset: Preset) -> None:
        self.preset, self.chunks = preset, preset.chunks
        self.net = network((INPUTS, *preset.hidden_sizes, CARDS + TRICKS), lambda: (torch.nn.ReLU(),))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=preset.learning_rate)
        self.games = sum(preset.positions // (2 * self._tricks(chunk)) for chunk in range(preset.chunks))
        self.settings = {
            **asdict(preset), "hidden_sizes": list(preset.hidden_sizes), "epsilons": list(preset.epsilons),
        }  # fmt: skip

    def learn(self, chunk: int, rng: np.random.Generator) -> dict[str, float]:
        """Play games with one size of hand by the current network, then train on all their positions."""
        preset = self.preset
        set_learning_rate(self.optimizer, preset.learning_rate, preset.decay_share, chunk / preset.chunks)
        plies = zip(*self.play(self._tricks(chunk), rng), strict=True)
        inputs, places, values = (torch.from_numpy(np.concatenate(part)) for part in plies)
        best = values.amax(1)
        regret = torch.where(values < 0, values, best[:, None] - values)
        for _ in range(preset.epochs):
            order = rng.permutation(len(inputs))
            for start in range(0, len(order), preset.batch_size):
                batch = order[start : start + preset.batch_size]
                outputs = self.net(inputs[batch])
                cards_loss = best_card_loss(outputs, places[batch], regret[batch])
                loss = cards_loss + cross_entropy(outputs[:, CARDS:], best[batch])
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
                self.optimizer.step()
        if (chunk + 1) % TEST_EVERY:
            return {}
        player = rank_player(arrays_of(self.net))
        best_test, weak_test = (result(player, other, TEST_MATCHES, rng) for other in (exact, table.random))
        return {
            "drawn with exact": best_test.drawn,
            "won against random": weak_test.won,
            "lost to random": weak_test.lost,
        }

    def _tricks(self, chunk: int) -> int:
        """Return the number of cards in each hand in the games of a chunk."""
        preset = self.preset
        return min(N, 2 + int((N - 1) * chunk / preset.chunks / preset.curriculum_share))

    def play(
        self, tricks: int, rng: np.random.Generator
    ) -> list[tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.int64]]]:
        """Play games with hands of `tricks` cards to the end.

        Return for each ply the inputs, float32 (games, INPUTS), the output of each card, int (games, CARDS), and the
        value of each card, int (games, CARDS), see `lookahead_values`.
        """
        weights = arrays_of(self.net)
        games = self.preset.positions // (2 * tricks)
        position = table.opened(rng.permuted(np.tile(np.arange(CARDS), (games, 1)), axis=1), tricks)
        epsilons = rng.choice(self.preset.epsilons, (games, 2))
        plies = []
        for _ in range(2 * tricks):
            values = lookahead_values(weights, position)
            plies.append((*by_rank(position.hand, position.other, position.led), values))
            best = (values + rng.random(values.shape)).argmax(1)
            explores = rng.random(games) < epsilons[np.arange(games), position.mover]
            position, _ = table.after(position, np.where(explores, table.random(position, rng), best))
        return plies


def lookahead_values(weights: Mapping[str, NDArray[np.float32]], position: Table) -> NDArray[np.int64]:
    """Return the predicted tricks to come after each card, int (games, CARDS); -1 where it is illegal."""
    row, card = position.legal.nonzero()
    before = position.rows(row)
    following, _ = table.after(before, card)
    stays = following.mover == before.mover
    remaining = following.held.sum(2).max(1)  # tricks to come; the led card belongs to the smaller hand
    inputs, _ = by_rank(following.hand, following.other, following.led)
    expected = nets.mlp(inputs, weights, layers(weights), nets.relu)[:, CARDS:].argmax(1)
    expected = np.minimum(expected, remaining)
    values = np.full(position.place.shape, -1)
    values[row, card] = ((before.led >= 0) & stays) + np.where(stays, expected, remaining - expected)
    return values
