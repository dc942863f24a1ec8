"""Training of search's networks: a policy and a value network for each refill rule.

First the values are learned by self-play, in which the value network is its own policy. Each value network except the
first starts as a copy of the one before it. Then the policy learns from looking ahead with both networks, and the
values are adapted to it: expert iteration (Anthony, Tian and Barber, 2017).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import CARDS, REFILLS
from cardtui.intervals import estimate
from cardtui.kernels import RandomState, random_state

from ...net_kernel import Weights
from ...ninetyeight.final import LOGITS, STAGES, table
from ...ninetyeight.inputs import FEATURES, INPUTS
from ...ninetyeight.values import LAYERS, RULES, Networks
from ..net_learn import Network
from ..runs import Request, Run
from .search_learn import learn_policy, learn_values, play, step

LANES = 16
"""Number of games that are played at once, with the same weights, for each step of Adam."""
CHUNK = 500 * LANES
"""Games from which values are learned between two checkpoints; the learning rate is constant within them."""
POLICY_LANES = 4
"""The number of games played at once for the policy."""
POLICY_GAMES = 125 * POLICY_LANES
"""Games from which the policy learns before each CHUNK, in a stage in which it learns."""
CARD_GAMES = 20_000
"""Games of each finished network that measure the scores on the card."""
HIDDEN_SIZES = (128, 32)

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The settings of a part of the training: a rule set, for how long, and how."""

    rules: str
    refill: str
    """The refill rule of these rules."""
    games: int
    """Games from which values are learned."""
    learning_rate: float = 0.003
    """Adam's learning rate for the values."""
    policy_rate: float = 0.0
    """Adam's learning rate for the policy; 0 if the policy does not learn, but is the value network."""
    trace_decay: float = 0.6
    """λ of the λ-returns."""
    decay_share: float = 0.6
    """The share of the games, at the end, in which the learning rate decays linearly."""
    min_rate_share: float = 0.03
    """The lowest learning rate, as a share of the highest."""


PRESETS = {
    "best": (
        Stage(rules="paper", refill="one", games=2_200_000),
        Stage(rules="app", refill="two", games=800_000),
        Stage(rules="official", refill="turn", games=800_000),
        Stage(rules="paper", refill="one", games=224_000, policy_rate=0.001),
        Stage(rules="app", refill="two", games=224_000, policy_rate=0.001),
        Stage(rules="official", refill="turn", games=224_000, policy_rate=0.001),
    )
}


class Pair:
    """The two networks for a refill rule while they are trained."""

    def __init__(self, seed: int) -> None:
        self.policy, self.value = (Network(INPUTS, HIDDEN_SIZES, np.random.default_rng(seed)) for _ in Networks._fields)

    @property
    def kernels(self) -> Networks:
        """Both in kernel form: views, not copies."""
        return Networks(self.policy.weights, self.value.weights)

    def start(self, other: Pair) -> None:
        """Start a stage with the weights of `other`."""
        for network, source in ((self.policy, other.policy), (self.value, other.value)):
            network.flat[:] = source.flat
            network.forget()

    def state(self, name: str) -> dict[str, NDArray[Any]]:
        """Return what a checkpoint must hold, by names that begin with `name`."""
        return self.policy.state(f"{name}/policy") | self.value.state(f"{name}/value")

    def restore(self, name: str, arrays: dict[str, NDArray[Any]]) -> None:
        """Take over the state of a checkpoint."""
        self.policy.restore(f"{name}/policy", arrays)
        self.value.restore(f"{name}/value", arrays)


Pairs: TypeAlias = dict[str, Pair]
"""The pairs, by refill rule."""


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    Raises Refusal if there is no such preset, or nothing to resume.
    """
    stages, seed = request.choose(PRESETS), request.seed
    settings = {"hidden_sizes": list(HIDDEN_SIZES), "stages": [asdict(stage) for stage in stages]}
    run = Run(request, sum(stage.games for stage in stages) // CHUNK, CHUNK, settings)
    rules = {stage.refill: stage.rules for stage in stages}
    pairs = {refill: Pair(seed) for refill in rules}
    arrays = run.restore(_states(pairs))
    for refill, pair in pairs.items():
        pair.restore(refill, arrays)
    heading = {"rules": RULES, "features": FEATURES}
    run.offer(heading, lambda: weights(pairs))
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        lanes = Lanes(threads, len(pairs[stages[0].refill].value.flat))
        while run.done < run.total:
            index, before = _stage_of(stages, run.done)
            stage = stages[index]
            if index and not before:
                pairs[stage.refill].start(pairs[stage.refill if stage.policy_rate else stages[index - 1].refill])
            with run.timed():
                laid = lanes.teach(stage, pairs[stage.refill], before, seed, run.done)
                run.done += 1
            figures = {"laid": round(float(laid.mean()), 3), "won": round(float((laid == CARDS).mean()), 4)}
            earlier = sum(other.games for other in stages[:index] if other.refill == stage.refill)
            run.curve.append([earlier + before + CHUNK, stage.rules, *figures.values()])
            run.save(_states(pairs))
            run.report(figures)
    sums = np.zeros((STAGES, len(LOGITS))), np.zeros((STAGES, len(LOGITS)))
    results = {
        "method": "TD(λ) of after-states, then expert iteration: a policy learns from looking ahead, and the values "
        "follow it; two hidden layers, Adam; seconds are one core's",
        **settings,
        "scores": [
            score(rules[refill], refill, pair, sums, random_state(seed, 10**9 + number))
            for number, (refill, pair) in enumerate(pairs.items())
        ],
    }
    games = sum(stage.games for stage in stages)
    arrays = weights(pairs) | {"final": table(*sums)}
    run.finish(["games", "rules", "laid", "won"], run.curve, heading, games, results, arrays)


class Lanes:
    """Self-play in threads.

    Each lane has a random generator and a gradient of its own, so that the result does not depend on the number of
    cores.
    """

    def __init__(self, threads: ThreadPoolExecutor, parameters: int) -> None:
        self.threads = threads
        self.gradients = np.zeros((LANES, parameters), np.float32)

    def teach(self, stage: Stage, pair: Pair, before: int, seed: int, chunk: int) -> NDArray[np.int64]:
        """Train a pair on one chunk of its stage, `before` games into the stage.

        seed, chunk: two numbers that seed the random generators. Returns the cards laid in each game that values were
        learned from, int64 (CHUNK,).
        """
        share = max(stage.min_rate_share, min(1.0, (1.0 - before / stage.games) / stage.decay_share))
        refill, networks = REFILLS.index(stage.refill), pair.kernels
        if stage.policy_rate:
            self._learn(
                POLICY_GAMES // POLICY_LANES,
                [random_state(seed, 10**8 + POLICY_LANES * chunk + lane) for lane in range(POLICY_LANES)],
                lambda slopes, rng: learn_policy(refill, networks, slopes, rng),
                pair.policy,
                stage.policy_rate * share,
            )
        else:
            networks = Networks(networks.value, networks.value)
        laid = self._learn(
            CHUNK // LANES,
            [random_state(seed, LANES * chunk + lane) for lane in range(LANES)],
            lambda slopes, rng: learn_values(refill, stage.trace_decay, networks, slopes, rng),
            pair.value,
            stage.learning_rate * share,
        )
        if not stage.policy_rate:
            pair.policy.flat[:] = pair.value.flat
        return laid

    def _learn(
        self,
        steps: int,
        rngs: list[RandomState],
        learn: Callable[[Weights, RandomState], int],
        network: Network,
        rate: float,
    ) -> NDArray[np.int64]:
        """Do this many steps of Adam, each with a game for each of `rngs`; return the cards laid in each game."""
        gradients = self.gradients[: len(rngs)]
        slopes, laid = [network.views(gradient) for gradient in gradients], list[int]()
        for _ in range(steps):
            laid += self.threads.map(learn, slopes, rngs)
            step(network.flat, gradients, network.mean, network.square, network.steps, rate)
        return np.array(laid)


def score(rules: str, refill: str, pair: Pair, sums: tuple[Floats, Floats], rng: RandomState) -> dict[str, Any]:
    """Return a row of the card's [[scores]]: the policy in greedy play, without looking ahead.

    Adds the positions of these games to `sums` (final.py).
    """
    laid = play(CARD_GAMES, REFILLS.index(refill), pair.kernels, sums, rng)
    cards = estimate(laid.tolist())
    row = {"rules": rules, "against": "the draw pile, without looking ahead", "n": CARD_GAMES}
    row |= {"cards": cards.mean, "low": round(cards.mean - cards.margin, 3)}
    return row | {"high": round(cards.mean + cards.margin, 3), "win": float((laid == CARDS).mean())}


def weights(pairs: Pairs) -> dict[str, NDArray[np.float32]]:
    """Return copies of the weights in the form that `values.load` reads."""
    parts = [f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")]
    return {
        f"{refill}.{name}.{part}": np.ascontiguousarray(array.T)
        for refill, pair in pairs.items()
        for name, network in pair.kernels._asdict().items()
        for part, array in zip(parts, network, strict=True)
    }


def _states(pairs: Pairs) -> dict[str, NDArray[Any]]:
    """Return what a checkpoint must hold."""
    return {part: array for refill, pair in pairs.items() for part, array in pair.state(refill).items()}


def _stage_of(stages: Sequence[Stage], chunk: int) -> tuple[int, int]:
    """Return the index of the stage that a chunk belongs to, and the games of that stage before it."""
    games, index = chunk * CHUNK, 0
    while games >= stages[index].games:
        games -= stages[index].games
        index += 1
    return index, games
