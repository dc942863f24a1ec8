"""Trains search's value networks by play alone: games under each way to refill, one network for each."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardtui.core import Refusal, quoted
from cardtui.games.ninetyeight.kernel import CARDS, REFILLS
from cardtui.intervals import estimate
from cardtui.kernels import random_state

from ...ninetyeight.search import RULES
from ...ninetyeight.values import FEATURES, SEEN
from .. import checkpoints
from ..progress import TrainProgress
from .search_learn import learn

CHUNK = 5_000
"""Games between two checkpoints: what an interruption loses at most."""
CARD_GAMES = 10_000
MODEL = "model.safetensors"


class Stage(NamedTuple):
    """One network: the rule set it is learned under, how long, and how. The rate falls over the last `tail`."""

    rules: str
    refill: str
    games: int
    size: int = 32
    rate: float = 0.003
    trace: float = 0.6
    """λ of the returns."""
    tail: float = 0.6
    least: float = 0.03
    """Of the rate, at the end."""


PRESETS = {
    "best": (
        Stage("paper", "one", 240_000),
        Stage("app", "two", 480_000, 64),
        Stage("official", "turn", 480_000, 64),
    )
}


class Network(NamedTuple):
    """What a stage learns, and Adam's means and spreads of both arrays, flat; all float32."""

    inner: Any
    outer: Any
    inner_mean: Any
    inner_spread: Any
    outer_mean: Any
    outer_spread: Any


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train into `out`: model.safetensors, card.toml, curve.csv; a checkpoint while it runs.

    Refusal for no such preset, or nothing to resume.
    """
    if preset not in PRESETS:
        raise Refusal(f"{bot} has the preset {' and '.join(PRESETS)}, not {quoted(preset)}")
    stages, run = PRESETS[preset], {"preset": preset, "seed": seed}
    done, seconds, curve = 0, 0.0, list[list[Any]]()
    networks = [fresh(stage.size, seed) for stage in stages]
    if resume:
        state, arrays = checkpoints.restore(out, run, _named(networks))
        done, seconds, curve = state["done"], state["seconds"], state["curve"]
        networks = [Network(*(arrays[f"{at}.{part}"] for part in Network._fields)) for at in range(len(stages))]
    total = sum(stage.games for stage in stages) // CHUNK
    while done < total:
        began = time.process_time()
        index, before = _place(stages, done)
        stage, network = stages[index], networks[index]
        rate = stage.rate * max(stage.least, min(1.0, (1.0 - before / stage.games) / stage.tail))
        laid = learn(
            CHUNK, before, REFILLS.index(stage.refill), rate, stage.trace, *network[:2], network[2:],
            random_state(seed, done)
        )  # fmt: skip
        done += 1
        seconds += time.process_time() - began
        figures = {"laid": round(float(laid.mean()), 3), "won": round(float((laid == CARDS).mean()), 4)}
        curve.append([before + CHUNK, stage.rules, *figures.values()])
        checkpoints.save(out, run, {"done": done, "seconds": seconds, "curve": curve}, _named(networks))
        progress(TrainProgress(done * CHUNK, total * CHUNK, figures))
    _finish(bot, preset, seed, out, seconds, curve, networks)


def _named(networks: Sequence[Network]) -> dict[str, Any]:
    """As a checkpoint has them."""
    return {f"{at}.{part}": array for at, one in enumerate(networks) for part, array in one._asdict().items()}


def fresh(size: int, seed: int) -> Network:
    """A network of so many hidden units with random weights."""
    dice = np.random.default_rng(seed)
    inner = (dice.standard_normal((SEEN, size)) * 0.28).astype(np.float32)
    outer = (dice.standard_normal(size + 1) * 0.3 / sqrt(size)).astype(np.float32)
    outer[size] = 0
    zeros = [np.zeros(length, np.float32) for length in (inner.size, inner.size, size + 1, size + 1)]
    return Network(inner, outer, *zeros)


def _place(stages: tuple[Stage, ...], chunk: int) -> tuple[int, int]:
    """The stage that a chunk belongs to, and the games of that stage before it."""
    games, index = chunk * CHUNK, 0
    while games >= stages[index].games:
        games -= stages[index].games
        index += 1
    return index, games


def _finish(
    bot: str, preset: str, seed: int, out: Path, seconds: float, curve: list[list[Any]], networks: list[Network]
) -> None:
    """Measure the networks without look-ahead, and write."""
    stages, arrays, scores = PRESETS[preset], dict[str, Any](), list[dict[str, Any]]()
    for number, (stage, network) in enumerate(zip(stages, networks, strict=True)):
        arrays |= {f"{stage.refill}.inner": network.inner, f"{stage.refill}.outer": network.outer}
        refill, dice = REFILLS.index(stage.refill), random_state(seed, 10**9 + number)
        laid = learn(CARD_GAMES, 0, refill, 0.0, 0.0, *network[:2], network[2:], dice)
        cards = estimate(laid.tolist())
        row = {"rules": stage.rules, "against": "the draw pile, without looking ahead", "n": CARD_GAMES}
        row |= {"cards": cards.mean, "low": round(cards.mean - cards.reach, 3)}
        scores.append(row | {"high": round(cards.mean + cards.reach, 3), "win": float((laid == CARDS).mean())})
    card = {
        "game": "98",
        "bot": bot,
        "rules": RULES,
        "features": FEATURES,
        "command": f"cardtui train 98 {bot} --preset {preset} --seed {seed}",
        "seed": seed,
        "games": sum(stage.games for stage in stages),
        "seconds": round(seconds, 1),
        "method": "TD(λ) of after-states, one hidden layer, Adam after each game; seconds are one core's",
        "stages": [stage._asdict() for stage in stages],
        "scores": scores,
    }
    checkpoints.finish(out, ["games", "rules", "laid", "won"], curve, card, arrays)
