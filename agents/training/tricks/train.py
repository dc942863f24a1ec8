"""Trains the networks of Tricks: one loop, with an `Algorithm` for each training method."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Refusal, quoted
from cardtui.intervals import Z95

from ...tricks.mlp import RULES
from .. import checkpoints
from ..progress import TrainProgress
from ..torch_setup import arrays_of, prepare, run_state
from ..torch_setup import resume as go_on
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


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train into `out`: model.safetensors, card.toml, curve.csv, and a checkpoint while running.

    Raises Refusal for an unknown preset.
    """
    if preset not in PRESETS[bot]:
        raise Refusal(f"{bot} has the preset {' and '.join(PRESETS[bot])}, not {quoted(preset)}")
    prepare(seed)
    algorithm = PRESETS[bot][preset]()
    run = {"bot": bot, "preset": preset, "seed": seed}
    done, seconds = 0, 0.0
    curve: list[dict[str, float]] = []
    if resume:
        state, arrays = checkpoints.restore(out, run, run_state(algorithm.net, algorithm.optimizer))
        done, seconds, curve = state["done"], state["seconds"], state["curve"]
        go_on(algorithm.net, algorithm.optimizer, arrays)
    while done < algorithm.chunks:
        began = time.process_time()
        figures = algorithm.learn(done, np.random.default_rng([seed, done]))
        done += 1
        seconds += time.process_time() - began
        if figures:
            curve.append({"chunk": done, **figures})
        state = {"done": done, "seconds": seconds, "curve": curve}
        checkpoints.save(out, run, state, run_state(algorithm.net, algorithm.optimizer))
        progress(TrainProgress(done, algorithm.chunks, figures))
    weights = arrays_of(algorithm.net)
    rng = np.random.default_rng([seed, algorithm.chunks])
    card = {
        "game": "tricks",
        "bot": bot,
        "rules": RULES,
        "features": algorithm.features,
        "command": f"cardtui train tricks {bot} --preset {preset} --seed {seed}",
        "seed": seed,
        "games": algorithm.games,
        "seconds": round(seconds, 1),
        "method": algorithm.method,
        "settings": algorithm.settings,
        "scores": [
            {"against": name, "n": CARD_MATCHES, **_shares(algorithm, weights, opponent, rng)}
            for name, opponent in OPPONENTS.items()
        ],
    }
    rows = [row.values() for row in curve]
    checkpoints.finish(out, curve[0] if curve else ["chunk"], rows, card, weights)


def _shares(
    algorithm: Algorithm, weights: Mapping[str, NDArray[np.float32]], opponent: Player, rng: np.random.Generator
) -> dict[str, float]:
    """Return the scores for the card: shares of matches, and the 95% interval of wins minus losses."""
    scores = result(algorithm.player(weights), opponent, CARD_MATCHES, rng)
    mean = scores.won - scores.lost
    reach = Z95 * ((scores.won + scores.lost - mean**2) / CARD_MATCHES) ** 0.5
    return {
        "win": scores.won,
        "draw": scores.drawn,
        "loss": scores.lost,
        "low": round(mean - reach, 5),
        "high": round(mean + reach, 5),
        "tricks_given_away": round(scores.given_away, 5),
    }
