"""Players for `table.py`: the networks, the solver, and the results of matches between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from cardtui import nets
from cardtui.games.tricks.solver import solved
from cardtui.intervals import estimate

from ...tricks.features import N, by_rank, of_document
from ...tricks.mlp import layers
from . import table
from .lessons import judged
from .table import Player, Table


def document_player(weights: Mapping[str, Any]) -> Player:
    """Return a player with the source document's network, as in mlp.py."""

    def play(at: Table, rng: Any) -> Any:
        outputs = nets.mlp(of_document(at.played, at.hand, at.led), weights, layers(weights), np.tanh)
        return np.where(at.legal, outputs, -np.inf).argmax(1)

    return play


def rank_player(weights: Mapping[str, Any]) -> Player:
    """Return a player with a network by rank, as in mlp.py."""

    def play(at: Table, rng: Any) -> Any:
        inputs, outputs = by_rank(at.hand, at.other, at.led)
        found = np.take_along_axis(nets.mlp(inputs, weights, layers(weights), nets.relu), outputs, axis=1)
        return np.where(at.legal, found, -np.inf).argmax(1)

    return play


def exact(at: Table, rng: Any) -> Any:
    """The solver: the best card against best play; of equal cards the best against legal random play."""
    sure, hope = np.empty(at.place.shape), np.empty(at.place.shape)
    judged(solved(N), at.hand, at.other, at.led, sure, hope)
    return (sure * (2 * N) + hope).argmax(1)


class Result(NamedTuple):
    """Shares of `n` matches, and the tricks per game that the first player gives away, with half its 95% interval."""

    won: float
    lost: float
    drawn: float
    given: float
    spread: float
    n: int


def result(one: Player, other: Player, count: int, rng: Any) -> Result:
    """Play `count` duplicate matches."""
    lead, _ = table.matches(one, other, count, rng)
    gained = estimate((lead / 2).tolist())
    return Result(
        float((lead > 0).mean()), float((lead < 0).mean()), float((lead == 0).mean()), -gained.mean, gained.reach,
        count,
    )  # fmt: skip
