"""Training of search's value networks by self-play: one network for each refill rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import CARDS, REFILLS
from cardtui.intervals import estimate
from cardtui.kernels import RandomState, random_state

from ...ninetyeight.search import RULES
from ...ninetyeight.values import FEATURES, INPUTS
from ..progress import Progress
from ..runs import Request, Run
from .search_learn import learn

CHUNK = 5_000
"""Games between two checkpoints, with the same learning rate."""
CARD_GAMES = 10_000
"""Games of each finished network that measure the scores on the card."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The settings of one network: the rule set that it is trained under, for how long, and how."""

    rules: str
    refill: str
    """The refill rule of these rules."""
    games: int
    hidden_size: int
    learning_rate: float
    """Of Adam."""
    trace_decay: float
    """λ of the returns."""
    decay_share: float
    """The share of the games, at the end, over which the learning rate decays linearly."""
    min_rate_share: float
    """The lowest learning rate, as a share of `learning_rate`."""


PRESETS = {
    "best": (
        Stage(
            rules="paper",
            refill="one",
            games=240_000,
            hidden_size=32,
            learning_rate=0.003,
            trace_decay=0.6,
            decay_share=0.6,
            min_rate_share=0.03,
        ),
        Stage(
            rules="app",
            refill="two",
            games=480_000,
            hidden_size=64,
            learning_rate=0.003,
            trace_decay=0.6,
            decay_share=0.6,
            min_rate_share=0.03,
        ),
        Stage(
            rules="official",
            refill="turn",
            games=480_000,
            hidden_size=64,
            learning_rate=0.003,
            trace_decay=0.6,
            decay_share=0.6,
            min_rate_share=0.03,
        ),
    )
}


class Network(NamedTuple):
    """The weights of a network, (INPUTS, hidden_size) and (hidden_size + 1,), and Adam's moments of both, flat."""

    inner: NDArray[np.float32]
    outer: NDArray[np.float32]
    inner_mean: NDArray[np.float32]
    inner_square: NDArray[np.float32]
    outer_mean: NDArray[np.float32]
    outer_square: NDArray[np.float32]


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Progress) -> None:
    """Train and write model.safetensors, card.toml and curve.csv to `out`, with a checkpoint while training runs.

    Raises Refusal if there is no such preset, or nothing to resume.
    """
    request = Request("98", bot, preset, seed, out, resume, progress)
    stages = request.choose(PRESETS)
    run = Run(request, sum(stage.games for stage in stages) // CHUNK, CHUNK)
    arrays = run.restore(_named([fresh(stage.hidden_size, seed) for stage in stages]))
    networks = [Network(*(arrays[f"{at}.{part}"] for part in Network._fields)) for at in range(len(stages))]
    heading = {"rules": RULES, "features": FEATURES}
    weights = {
        f"{stage.refill}.{part}": getattr(network, part)
        for stage, network in zip(stages, networks, strict=True)
        for part in ("inner", "outer")
    }
    run.offer(heading, lambda: weights)
    while run.done < run.total:
        index, before = _stage_of(stages, run.done)
        stage = stages[index]
        with run.timed():
            laid = play(CHUNK, stage, networks[index], before, random_state(seed, run.done))
            run.done += 1
        figures = {"laid": round(float(laid.mean()), 3), "won": round(float((laid == CARDS).mean()), 4)}
        run.curve.append([before + CHUNK, stage.rules, *figures.values()])
        run.save(_named(networks))
        run.report(figures)
    results = {
        "method": "TD(λ) of after-states, one hidden layer, Adam after each game; seconds are one core's",
        "stages": [asdict(stage) for stage in stages],
        "scores": [
            score(stage, network, random_state(seed, 10**9 + number))
            for number, (stage, network) in enumerate(zip(stages, networks, strict=True))
        ],
    }
    games = sum(stage.games for stage in stages)
    run.finish(["games", "rules", "laid", "won"], run.curve, heading, games, results, weights)


def fresh(size: int, seed: int) -> Network:
    """Return a network of `size` hidden units with random weights. Their spreads are set by hand and not tuned."""
    rng = np.random.default_rng(seed)
    inner = (rng.standard_normal((INPUTS, size)) * 0.28).astype(np.float32)
    outer = (rng.standard_normal(size + 1) * 0.3 / sqrt(size)).astype(np.float32)
    outer[size] = 0
    zeros = [np.zeros(length, np.float32) for length in (inner.size, inner.size, size + 1, size + 1)]
    return Network(inner, outer, *zeros)


def play(games: int, stage: Stage, network: Network, before: int, rng: RandomState) -> NDArray[np.int64]:
    """Train a network on games of its stage, after `before` of them; return the cards laid in each, int64 (games,)."""
    decay = max(stage.min_rate_share, min(1.0, (1.0 - before / stage.games) / stage.decay_share))
    laid: NDArray[np.int64] = learn(
        games, before, REFILLS.index(stage.refill), stage.learning_rate * decay, stage.trace_decay,
        network.inner, network.outer, network[2:], rng,
    )  # fmt: skip
    return laid


def score(stage: Stage, network: Network, rng: RandomState) -> dict[str, Any]:
    """Return a row of the card's [[scores]]: the network in greedy play, without rollouts."""
    laid = learn(
        CARD_GAMES, 0, REFILLS.index(stage.refill), 0.0, 0.0, network.inner, network.outer, network[2:], rng
    )  # fmt: skip
    cards = estimate(laid.tolist())
    row = {"rules": stage.rules, "against": "the draw pile, without looking ahead", "n": CARD_GAMES}
    row |= {"cards": cards.mean, "low": round(cards.mean - cards.reach, 3)}
    return row | {"high": round(cards.mean + cards.reach, 3), "win": float((laid == CARDS).mean())}


def _named(networks: Sequence[Network]) -> Mapping[str, NDArray[np.float32]]:
    """Return all arrays by the names that they have in a checkpoint."""
    return {f"{at}.{part}": array for at, network in enumerate(networks) for part, array in network._asdict().items()}


def _stage_of(stages: Sequence[Stage], chunk: int) -> tuple[int, int]:
    """Return the index of the stage that a chunk belongs to, and the games of that stage before it."""
    games, index = chunk * CHUNK, 0
    while games >= stages[index].games:
        games -= stages[index].games
        index += 1
    return index, games
