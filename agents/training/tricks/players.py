"""Players for `table.py`, which are the networks and the solver; and the results of matches between players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.games.tricks.solver import solved
from cardtui.intervals import estimate
from cardtui.models import nets

from ...tricks.features import N, by_rank, of_document
from ...tricks.mlp import layers
from . import table
from .solver_labels import card_values
from .table import Player, Table


def document_player(weights: Mapping[str, NDArray[np.float32]]) -> Player:
    """Return a player with the source document's network, as in mlp.py."""

    def play(position: Table, rng: np.random.Generator) -> NDArray[np.int64]:
        outputs = nets.mlp(of_document(position.played, position.hand, position.led), weights, layers(weights), np.tanh)
        card: NDArray[np.int64] = np.where(position.legal, outputs, -np.inf).argmax(1)
        return card

    return play


def rank_player(weights: Mapping[str, NDArray[np.float32]]) -> Player:
    """Return a player with a network by rank, as in mlp.py."""

    def play(position: Table, rng: np.random.Generator) -> NDArray[np.int64]:
        inputs, places = by_rank(position.hand, position.other, position.led)
        outputs = np.take_along_axis(nets.mlp(inputs, weights, layers(weights), nets.relu), places, axis=1)
        card: NDArray[np.int64] = np.where(position.legal, outputs, -np.inf).argmax(1)
        return card

    return play


def exact(position: Table, rng: np.random.Generator) -> NDArray[np.int64]:
    """Play a card that is best against best play, and among equals the best one against legal random play."""
    best_play, against_random = np.empty(position.place.shape), np.empty(position.place.shape)
    card_values(solved(N), position.hand, position.other, position.led, best_play, against_random)
    card: NDArray[np.int64] = (best_play * (2 * N) + against_random).argmax(1)
    return card


class Result(NamedTuple):
    """The result of `n` duplicate matches: shares of the first player, and the tricks that it gave away."""

    won: float
    lost: float
    drawn: float
    given_away: float
    """By how many tricks per game it falls short of an equal share, on average."""
    margin: float
    """Half the 95% interval of `given_away`."""
    n: int


def result(one: Player, other: Player, count: int, rng: np.random.Generator) -> Result:
    """Play `count` duplicate matches and return the result of player `one`."""
    lead, _ = table.matches(one, other, count, rng)
    gained = estimate((lead / 2).tolist())
    return Result(
        float((lead > 0).mean()), float((lead < 0).mean()), float((lead == 0).mean()), -gained.mean, gained.margin,
        count,
    )  # fmt: skip
