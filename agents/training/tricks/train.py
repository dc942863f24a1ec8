"""Trains the networks of Tricks: one loop, with an `Algorithm` for each training method."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from cardtui.intervals import Estimate

from ...tricks.mlp import RULES
from .. import torch_setup
from ..runs import Request, Run
from . import table
from .algorithm import Algorithm
from .filtered_cloning import UNTRAINED, WIN, WIN_LOSE, FilteredCloning
from .players import exact, result
from .self_play import BEST as BEST_SELF_PLAY
from .self_play import SelfPlay
from .supervised import BEST as BEST_SUPERVISED
from .supervised import Supervised
from .table import Player

PRESETS: dict[str, dict[str, Callable[[], Algorithm]]] = {
    "mlp-untrained": {"paper": partial(FilteredCloning, UNTRAINED)},
    "mlp-win": {"paper": partial(FilteredCloning, WIN)},
    "mlp-win-lose": {"paper": partial(FilteredCloning, WIN_LOSE)},
    "mlp-exact": {"best": partial(Supervised, BEST_SUPERVISED)},
    "mlp-play": {"best": partial(SelfPlay, BEST_SELF_PLAY)},
}
OPPONENTS = {"first": table.first, "random": table.random, "exact": exact}
CARD_MATCHES = 10_000
"""Duplicate matches against each opponent for the scores on the card."""


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    Raises Refusal if there is no such preset.
    """
    seed = request.seed
    torch_setup.prepare(seed)
    algorithm = request.choose(PRESETS[request.bot])()
    net, optimizer = algorithm.net, algorithm.optimizer
    run = Run(request, algorithm.chunks, identity={"bot": request.bot, **algorithm.settings})
    torch_setup.resume(net, optimizer, run.restore(torch_setup.run_state(net, optimizer)))
    heading = {"rules": RULES, "features": algorithm.features}
    run.offer(heading, lambda: torch_setup.arrays_of(net))
    while run.done < run.total:
        with run.timed():
            figures = algorithm.learn(run.done, np.random.default_rng([seed, run.done]))
            run.done += 1
        if figures:
            run.curve.append({"chunk": run.done, **figures})
        run.save(torch_setup.run_state(net, optimizer))
        run.report(figures)
    weights = torch_setup.arrays_of(net)
    rng = np.random.default_rng([seed, algorithm.chunks])
    results = {
        "method": algorithm.method,
        "settings": algorithm.settings,
        "scores": [
            {"against": name, "n": CARD_MATCHES, **_shares(algorithm, weights, opponent, rng)}
            for name, opponent in OPPONENTS.items()
        ],
    }
    columns, rows = run.curve[0] if run.curve else ["chunk"], [row.values() for row in run.curve]
    run.finish(columns, rows, heading, algorithm.games, results, weights)


def _shares(
    algorithm: Algorithm, weights: Mapping[str, NDArray[np.float32]], opponent: Player, rng: np.random.Generator
) -> dict[str, float]:
    """Return the scores for the card: shares of matches, and the 95% interval of wins minus losses."""
    scores = result(algorithm.player(weights), opponent, CARD_MATCHES, rng)
    mean = scores.won - scores.lost
    margin = Estimate(mean, ((scores.won + scores.lost - mean**2) / CARD_MATCHES) ** 0.5).margin
    return {
        "win": scores.won,
        "draw": scores.drawn,
        "loss": scores.lost,
        "low": round(mean - margin, 5),
        "high": round(mean + margin, 5),
        "tricks_given_away": round(scores.given_away, 5),
    }
