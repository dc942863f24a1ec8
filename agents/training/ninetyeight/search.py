"""Training of search's value networks by self-play: one network for each refill rule.

Each network but the first starts as a copy of the one before it.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import CARDS, REFILLS
from cardtui.intervals import estimate
from cardtui.kernels import RandomState, random_state

from ...ninetyeight.final import LOGITS, STAGES, table
from ...ninetyeight.inputs import FEATURES, INPUTS
from ...ninetyeight.values import LAYERS, RULES
from ..net_learn import Network
from ..progress import Progress
from ..runs import Request, Run
from .search_learn import learn, play, step

LANES = 16
"""Number of games that are played at once, with the same weights, for each step of Adam."""
CHUNK = 500 * LANES
"""Games between two checkpoints, with the same learning rate."""
CARD_GAMES = 20_000
"""Games of each finished network that measure the scores on the card."""
HIDDEN_SIZES = (128, 32)

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The settings of one network: the rule set that it is trained under, for how long, and how."""

    rules: str
    refill: str
    """The refill rule of these rules."""
    games: int
    learning_rate: float = 0.003
    """Of Adam."""
    trace_decay: float = 0.6
    """λ of the returns."""
    decay_share: float = 0.6
    """The share of the games, at the end, over which the learning rate decays linearly."""
    min_rate_share: float = 0.03
    """The lowest learning rate, as a share of `learning_rate`."""


PRESETS = {
    "best": (
        Stage(rules="paper", refill="one", games=2_200_000),
        Stage(rules="app", refill="two", games=800_000),
        Stage(rules="official", refill="turn", games=800_000),
    )
}


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Progress) -> None:
    """Train and write model.safetensors, card.toml and curve.csv to `out`, with a checkpoint while training runs.

    Raises Refusal if there is no such preset, or nothing to resume.
    """
    request = Request("98", bot, preset, seed, out, resume, progress)
    stages = request.choose(PRESETS)
    settings = {"hidden_sizes": list(HIDDEN_SIZES), "stages": [asdict(stage) for stage in stages]}
    run = Run(request, sum(stage.games for stage in stages) // CHUNK, CHUNK, settings)
    networks = [Network(INPUTS, HIDDEN_SIZES, np.random.default_rng(seed)) for _ in stages]
    names = [stage.refill for stage in stages]
    arrays = run.restore(_states(networks, names))
    for network, name in zip(networks, names, strict=True):
        network.restore(name, arrays)
    heading = {"rules": RULES, "features": FEATURES}
    run.offer(heading, lambda: weights(networks, names))
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        lanes = Lanes(threads, len(networks[0].flat))
        while run.done < run.total:
            index, before = _stage_of(stages, run.done)
            stage, network = stages[index], networks[index]
            if index and not before:
                network.flat[:] = networks[index - 1].flat
            with run.timed():
                laid = lanes.teach(CHUNK, stage, network, before, seed, run.done)
                run.done += 1
            figures = {"laid": round(float(laid.mean()), 3), "won": round(float((laid == CARDS).mean()), 4)}
            run.curve.append([before + CHUNK, stage.rules, *figures.values()])
            run.save(_states(networks, names))
            run.report(figures)
    sums = np.zeros((STAGES, len(LOGITS))), np.zeros((STAGES, len(LOGITS)))
    results = {
        "method": "TD(λ) of after-states, two hidden layers, Adam after every 16 games; seconds are one core's",
        **settings,
        "scores": [
            score(stage, network, sums, random_state(seed, 10**9 + number))
            for number, (stage, network) in enumerate(zip(stages, networks, strict=True))
        ],
    }
    games = sum(stage.games for stage in stages)
    arrays = weights(networks, names) | {"final": table(*sums)}
    run.finish(["games", "rules", "laid", "won"], run.curve, heading, games, results, arrays)


class Lanes:
    """Self-play in threads.

    Each lane has dice and a gradient of its own, so that the result does not depend on the number of cores.
    """

    def __init__(self, threads: ThreadPoolExecutor, parameters: int) -> None:
        self.threads = threads
        self.gradients = np.zeros((LANES, parameters), np.float32)

    def teach(
        self, games: int, stage: Stage, network: Network, before: int, seed: int, chunk: int
    ) -> NDArray[np.int64]:
        """Train a network on games of its stage, after `before` of them; return the cards laid in each, int64 (games,).

        games: a multiple of LANES. seed, chunk: two numbers that the dice are made from.
        """
        rate = stage.learning_rate * max(
            stage.min_rate_share, min(1.0, (1.0 - before / stage.games) / stage.decay_share)
        )
        refill, weights = REFILLS.index(stage.refill), network.weights
        slopes = [network.views(gradient) for gradient in self.gradients]
        dice = [random_state(seed, LANES * chunk + lane) for lane in range(LANES)]

        def play_game(lane: int) -> int:
            return learn(refill, stage.trace_decay, weights, slopes[lane], dice[lane])

        laid = list[int]()
        for _ in range(games // LANES):
            laid += self.threads.map(play_game, range(LANES))
            step(network.flat, self.gradients, network.mean, network.square, network.steps, rate)
        return np.array(laid)


def score(stage: Stage, network: Network, sums: tuple[Floats, Floats], rng: RandomState) -> dict[str, Any]:
    """Return a row of the card's [[scores]]: the network in greedy play, without rollouts.

    Adds the positions of these games to `sums` (final.py).
    """
    laid = play(CARD_GAMES, REFILLS.index(stage.refill), network.weights, sums, rng)
    cards = estimate(laid.tolist())
    row = {"rules": stage.rules, "against": "the draw pile, without looking ahead", "n": CARD_GAMES}
    row |= {"cards": cards.mean, "low": round(cards.mean - cards.reach, 3)}
    return row | {"high": round(cards.mean + cards.reach, 3), "win": float((laid == CARDS).mean())}


def weights(networks: Sequence[Network], names: Sequence[str]) -> dict[str, NDArray[np.float32]]:
    """Return copies of the weights as `values.load` reads them."""
    parts = [f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")]
    return {
        f"{name}.{part}": np.ascontiguousarray(array.T)
        for name, network in zip(names, networks, strict=True)
        for part, array in zip(parts, network.weights, strict=True)
    }


def _states(networks: Sequence[Network], names: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Return what a checkpoint must hold."""
    return {
        part: array
        for network, name in zip(networks, names, strict=True)
        for part, array in network.state(name).items()
    }


def _stage_of(stages: Sequence[Stage], chunk: int) -> tuple[int, int]:
    """Return the index of the stage that a chunk belongs to, and the games of that stage before it."""
    games, index = chunk * CHUNK, 0
    while games >= stages[index].games:
        games -= stages[index].games
        index += 1
    return index, games
