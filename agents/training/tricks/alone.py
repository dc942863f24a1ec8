"""mlp-play: a network by rank, trained by self-play alone, with hands that grow from two cards to whole ones.

The value of a card is the trick that it takes at once plus the network's prediction for the position after it (temporal
differences, one card ahead). Tricks are whole numbers, so the prediction is learned as one of eleven classes. The best
cards are learned as well, for play.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.nn.functional import cross_entropy

from cardtui import nets

from ...tricks.features import BY_RANK, CARDS, INPUTS, TRICKS, N, by_rank
from ...tricks.mlp import layers
from ..torch_setup import arrays_of
from . import table
from .course import Course, best_cards, falling, network
from .players import exact, rank_player, result
from .table import Table

HIDDEN = (256, 128)
CHUNKS, ROWS, EPOCHS, BATCH = 4_000, 2_560, 2, 512
RATE = 1e-3
GROWING = 0.3
"""Share of the run during which the hands grow from two cards to ten."""
CARELESS = (0.0, 0.0, 0.1, 0.3, 1.0)
"""Possible shares of random cards played by a side, drawn for each game."""
TEST_EVERY, TEST_MATCHES = 200, 1_000


class Alone(Course):
    """Loss: cross-entropy of the tricks to come, plus that of the best cards as in mlp-exact."""

    features = BY_RANK
    chunks = CHUNKS
    method = "self-play from small hands to whole ones, temporal differences one card ahead, all legal cards; Adam"

    def __init__(self) -> None:
        self.net = network((INPUTS, *HIDDEN, CARDS + TRICKS), lambda: (torch.nn.ReLU(),))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=RATE)
        self.games = CHUNKS * ROWS // CARDS
        self.settings = {
            "hidden": list(HIDDEN), "positions": CHUNKS * ROWS, "epochs": EPOCHS, "batch": BATCH, "rate": RATE,
            "growing": GROWING, "careless": list(CARELESS),
        }  # fmt: skip

    def learn(self, chunk: int, rng: Any) -> dict[str, float]:
        """Play games of one size with the current network, then train on all their positions."""
        falling(self.optimizer, RATE, chunk / CHUNKS)
        tricks = min(N, 2 + int((N - 1) * chunk / CHUNKS / GROWING))
        plies = zip(*self.play(tricks, rng), strict=True)
        inputs, outputs, worth = (torch.from_numpy(np.concatenate(part)) for part in plies)
        value = worth.amax(1)
        regret = torch.where(worth < 0, worth, value[:, None] - worth)
        for _ in range(EPOCHS):
            order = rng.permutation(len(inputs))
            for at in range(0, len(order), BATCH):
                batch = order[at : at + BATCH]
                found = self.net(inputs[batch])
                loss = best_cards(found, outputs[batch], regret[batch]) + cross_entropy(found[:, CARDS:], value[batch])
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch types it not
                self.optimizer.step()
        if (chunk + 1) % TEST_EVERY:
            return {}
        player = rank_player(arrays_of(self.net))
        best, weak = (result(player, other, TEST_MATCHES, rng) for other in (exact, table.random))
        return {"drawn with exact": best.drawn, "won against random": weak.won, "lost to random": weak.lost}

    def play(self, tricks: int, rng: Any) -> list[tuple[Any, Any, Any]]:
        """Play games to the end. Returns for each ply (inputs, outputs, value of each card)."""
        weights = arrays_of(self.net)
        games = ROWS // (2 * tricks)
        at = table.opened(rng.permuted(np.tile(np.arange(CARDS), (games, 1)), axis=1), tricks)
        careless = rng.choice(CARELESS, (games, 2))
        plies = []
        for _ in range(2 * tricks):
            worth = ahead(weights, at)
            plies.append((*by_rank(at.hand, at.other, at.led), worth))
            best = (worth + rng.random(worth.shape)).argmax(1)
            slip = rng.random(games) < careless[np.arange(games), at.mover]
            at, _ = table.after(at, np.where(slip, table.random(at, rng), best))
        return plies


def ahead(weights: Any, at: Table) -> Any:
    """Return the value of each card by one-card lookahead: shape (games, CARDS), int, -1 where not legal."""
    row, card = at.legal.nonzero()
    before = at.rows(row)
    then, _ = table.after(before, card)
    stays = then.mover == before.mover
    left = then.held.sum(2).max(1)  # tricks to come; the led card belongs to the smaller hand
    inputs, _ = by_rank(then.hand, then.other, then.led)
    expected = nets.mlp(inputs, weights, layers(weights), nets.relu)[:, CARDS:].argmax(1)
    expected = np.minimum(expected, left)
    worth = np.full(at.place.shape, -1)
    worth[row, card] = ((before.led >= 0) & stays) + np.where(stays, expected, left - expected)
    return worth
