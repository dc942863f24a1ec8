"""Trains the networks of Tricks: one loop, with a `Course` for each training method."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cardtui.core import Refusal, quoted
from cardtui.intervals import Z95

from ...tricks.mlp import RULES
from .. import checkpoints
from ..progress import TrainProgress
from ..torch_setup import arrays_of, prepare, run_state
from ..torch_setup import resume as go_on
from . import table
from .alone import Alone
from .course import Course
from .document import Document
from .players import exact, result
from .table import Player
from .taught import Taught

COURSES: dict[str, dict[str, Callable[[], Course]]] = {
    "mlp-untrained": {"paper": partial(Document, "win", 0)},
    "mlp-win": {"paper": partial(Document, "win")},
    "mlp-win-lose": {"paper": partial(Document, "win-lose")},
    "mlp-exact": {"best": Taught},
    "mlp-play": {"best": Alone},
}
OPPONENTS = {"first": table.first, "random": table.random, "exact": exact}
CARD_MATCHES = 10_000


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train into `out`: model.safetensors, card.toml, curve.csv, and a checkpoint while running.

    Raises Refusal for an unknown preset.
    """
    if preset not in COURSES[bot]:
        raise Refusal(f"{bot} has the preset {' and '.join(COURSES[bot])}, not {quoted(preset)}")
    prepare(seed)
    course = COURSES[bot][preset]()
    run = {"bot": bot, "preset": preset, "seed": seed}
    done, seconds = 0, 0.0
    curve: list[dict[str, float]] = []
    if resume:
        state, arrays = checkpoints.restore(out, run, run_state(course.net, course.optimizer))
        done, seconds, curve = state["done"], state["seconds"], state["curve"]
        go_on(course.net, course.optimizer, arrays)
    while done < course.chunks:
        began = time.process_time()
        figures = course.learn(done, np.random.default_rng([seed, done]))
        done += 1
        seconds += time.process_time() - began
        if figures:
            curve.append({"chunk": done, **figures})
        state = {"done": done, "seconds": seconds, "curve": curve}
        checkpoints.save(out, run, state, run_state(course.net, course.optimizer))
        progress(TrainProgress(done, course.chunks, figures))
    weights = arrays_of(course.net)
    rng = np.random.default_rng([seed, course.chunks])
    card = {
        "game": "tricks",
        "bot": bot,
        "rules": RULES,
        "features": course.features,
        "command": f"cardtui train tricks {bot} --preset {preset} --seed {seed}",
        "seed": seed,
        "games": course.games,
        "seconds": round(seconds, 1),
        "method": course.method,
        "settings": course.settings,
        "scores": [
            {"against": name, "n": CARD_MATCHES, **_shares(course, weights, opponent, rng)}
            for name, opponent in OPPONENTS.items()
        ],
    }
    rows = [row.values() for row in curve]
    checkpoints.finish(out, curve[0] if curve else ["chunk"], rows, card, weights)


def _shares(course: Course, weights: Any, opponent: Player, rng: Any) -> dict[str, float]:
    """Return the scores for the card: shares of matches, and the 95% interval of wins minus losses."""
    found = result(course.player(weights), opponent, CARD_MATCHES, rng)
    mean = found.won - found.lost
    reach = Z95 * ((found.won + found.lost - mean**2) / CARD_MATCHES) ** 0.5
    return {
        "win": found.won,
        "draw": found.drawn,
        "loss": found.lost,
        "low": round(mean - reach, 5),
        "high": round(mean + reach, 5),
        "tricks_given_away": round(found.given, 5),
    }
