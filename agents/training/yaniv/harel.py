"""The training of harel and harel-best: tabular Q(λ) learning against the heuristics and earlier versions of itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from cardtui.games.yaniv.kernel import rules_of
from cardtui.games.yaniv.kernel_players import GREEDY, SEMIRANDOM, TABLE, policy_of, tournament
from cardtui.games.yaniv.q_table import FEATURES, SLOTS, STATES
from cardtui.games.yaniv.rules import Yaniv
from cardtui.intervals import wilson
from cardtui.kernels import random_state

from ...yaniv.harel import rules_text
from .. import checkpoints
from ..progress import TrainProgress
from ..runs import Request, Run
from .q_learning import afterstate_index, initial_values, learn

HEURISTICS = {"greedy:p=0.5": (GREEDY, 0.5), "semirandom": (SEMIRANDOM, 0.0)}
REPORT_EVERY = 50_000
"""Games between two reports of progress."""
CARD_GAMES = 100_000
"""Games against each heuristic for the figures on the card."""
CHECKPOINTED = ("values", "counts", "initial_counts", "rng", "policies")
"""Attributes of a learner that a checkpoint contains."""

Number = TypeVar("Number", np.float32, np.uint32)


@dataclass(frozen=True, kw_only=True)
class Preset:
    """How a Q table is trained."""

    reward: str
    """"round": ±1 each round for leading or not, and ±1 at the end; "end": ±1 at the end alone."""
    learning_rate: float
    visit_exponent: float
    """The learning rate after N visits is max(learning_rate, N^-visit_exponent); 0: always `learning_rate`."""
    discount: float
    trace_decay: float
    """λ of Watkins's Q(λ)."""
    afterstate_intervals: int
    """The number of intervals at the start in which slots with the same afterstate share a value; 0: never."""
    max_initial_visits: int
    """The most visits that a shared value counts once its slots are learned separately."""
    intervals: int
    games: int
    """Games of one interval."""
    initial_epsilon: float
    """ε of ε-greedy exploration in the first interval."""
    final_epsilon: float
    exploration_fraction: float
    """Share of the run over which ε falls linearly from the first to the final value; then it stays."""
    earlier_versions: int
    """Number of earlier versions of itself among the opponents, besides the two heuristics."""

    def epsilon(self, interval: int) -> float:
        """Return ε in an interval."""
        high, low = self.initial_epsilon, self.final_epsilon
        return max(low, high - (high - low) * interval / (self.exploration_fraction * self.intervals))

    def hyperparameters(self) -> NDArray[np.float64]:
        """Return the argument of that name of `q_learning.learn`, float64 (5,)."""
        round_reward = self.reward == "round"
        return np.array([self.learning_rate, self.visit_exponent, self.discount, self.trace_decay, round_reward])


PRESETS = {
    "paper": Preset(  # reward, rate, discount and intervals of one of the document's runs; the rest is set by hand
        reward="round",
        learning_rate=0.1,
        visit_exponent=0,
        discount=0.1,
        trace_decay=0,
        afterstate_intervals=0,
        max_initial_visits=0,
        intervals=20,
        games=1_000_000,
        initial_epsilon=0.5,
        final_epsilon=0.02,
        exploration_fraction=0.75,
        earlier_versions=2,
    ),
    "best": Preset(  # set by hand; its figures are on the card of harel-best
        reward="end",
        learning_rate=0.0001,
        visit_exponent=0.8,
        discount=1,
        trace_decay=1,
        afterstate_intervals=5,
        max_initial_visits=300,
        intervals=40,
        games=4_000_000,
        initial_epsilon=0.1,
        final_epsilon=0.005,
        exploration_fraction=0.75,
        earlier_versions=0,
    ),
}
UNITS = {"round": "Q: ±1 a round for leading, ±1 at the end", "end": "Q: ±1 at the end"}


class Result(NamedTuple):
    """A test against one opponent, means over deals."""

    wins: float
    """Share of the win."""
    score: float
    """Points in hand at the end."""


class Learner:
    """A Q table in training: everything that the next interval depends on."""

    def __init__(self, preset: Preset, seed: int) -> None:
        self.preset, self.seed, self.interval = preset, seed, 0
        self.afterstates = afterstate_index() if preset.afterstate_intervals else None
        self.values = initial_values(self.afterstates)
        self.counts: NDArray[np.uint32] = np.zeros(len(self.values), np.uint32)
        """Visits by value, for the learning rate; they begin at `initial_counts`."""
        self.initial_counts: NDArray[np.uint32] = np.zeros(len(self.values), np.uint32)
        """Visits credited for a value that was learned while it was shared, see `separate_afterstates`."""
        self.rng = random_state(seed)
        self.rules = rules_of(Yaniv("paper"))
        self.policies: NDArray[np.int8] = np.zeros((preset.intervals + 1, STATES), np.int8)
        """Row i is the greedy policy after i intervals."""

    def opponents(self) -> NDArray[np.float64]:
        """Return the opponents of the next interval, float64 (n, 2): the heuristics and evenly spaced earlier versions.

        See `q_learning.learn`.
        """
        versions = np.linspace(0, self.interval, self.preset.earlier_versions + 1).round()[1:]
        return np.array([*HEURISTICS.values(), *((TABLE, row) for row in sorted({*versions} - {0}))])

    def run(self) -> Iterator[int]:
        """Play one interval and yield the number of its games played so far."""
        preset, opponents = self.preset, self.opponents()
        if preset.afterstate_intervals and self.interval == preset.afterstate_intervals:
            self.separate_afterstates()
        epsilon, hyperparameters = preset.epsilon(self.interval), preset.hyperparameters()
        for done in range(0, preset.games, REPORT_EVERY):
            games = min(REPORT_EVERY, preset.games - done)
            learn(
                self.values, self.counts, self.afterstates, games, epsilon, hyperparameters, self.rules, opponents,
                self.policies, self.rng,
            )  # fmt: skip
            yield done + games
        self.interval += 1
        self.policies[self.interval] = policy_of(self.table())

    def separate_afterstates(self) -> None:
        """Give every slot of every state a value of its own, beginning with the one that it shared."""
        values, counts = self.table().reshape(-1), self._by_slot(self.counts).reshape(-1)
        initial = np.minimum(counts, np.uint32(self.preset.max_initial_visits))
        self.afterstates, self.values, self.counts, self.initial_counts = None, values, initial.copy(), initial

    def visits(self) -> NDArray[np.uint32]:
        """Return how often each slot's value was updated, uint32 (STATES, SLOTS)."""
        return self._by_slot(self.counts - self.initial_counts)

    def table(self) -> NDArray[np.float32]:
        """Return Q, float32 (STATES, SLOTS); -inf where a slot cannot be played."""
        return self._by_slot(self.values)

    def _by_slot(self, array: NDArray[Number]) -> NDArray[Number]:
        """Return an array over values, shape (values,), as one of shape (STATES, SLOTS)."""
        return array.reshape(STATES, SLOTS) if self.afterstates is None else array[self.afterstates]

    def test(self, games: int, stream: int) -> dict[str, Result]:
        """Play the greedy policy against the two heuristics, without learning. Return the results by opponent."""
        row = self.policies[self.interval : self.interval + 1]
        results = {}
        for name, (kind, parameter) in HEURISTICS.items():
            kinds, parameters = np.array([TABLE, kind]), np.array([0.0, parameter])
            sums = tournament(games, self.rules, kinds, parameters, row, random_state(self.seed, stream))
            results[name] = Result(float(sums[0, 0]) / games, float(sums[1, 0]) / games)
        return results


def train(request: Request) -> None:
    """Train; write table.npz, card.toml and curve.csv, and a checkpoint while training runs.

    Raises Refusal if there is no such preset.
    """
    settings = request.choose(PRESETS)
    run = Run(request, settings.intervals, settings.games, asdict(settings), perf_counter)
    learner = Learner(settings, request.seed)
    if request.resume:
        restore(learner, run)
    heading = {
        "method": "tabular Q-learning over five sorted hand numbers and the pile's top",
        "unit": f"{UNITS[settings.reward]}, discount {settings.discount:g}",
        "rules": rules_text(),
        "features": FEATURES,
    }
    run.offer(heading, lambda: {"q": learner.table(), "visits": learner.visits()}, "table.npz")
    while run.done < run.total:
        with run.timed():
            figures = run.curve[-1] if run.curve else {}
            for games in learner.run():
                done, total = run.done * settings.games + games, run.total * settings.games
                request.progress(TrainProgress(done, total, figures))
                if games < settings.games:
                    run.note(done)
            results = learner.test(4_000, learner.interval)
            run.done = learner.interval
        run.curve.append({name: result.wins for name, result in results.items()})
        run.save({name: getattr(learner, name) for name in CHECKPOINTED})
        run.report(run.curve[-1])
    _finish(run, learner, heading)


def restore(learner: Learner, run: Run) -> None:
    """Restore the checkpoint of a run into a fresh learner. The errors are those of `checkpoints.restore`."""
    own = {name: getattr(learner, name) for name in CHECKPOINTED}
    arrays = run.restore({name: own[name] for name in ("rng", "policies")})
    learner.interval = run.done
    if learner.interval > learner.preset.afterstate_intervals:  # each slot has a value of its own by now
        learner.afterstates = None
    shape = initial_values(learner.afterstates).shape
    by_value = {name: np.zeros(shape, own[name].dtype) for name in ("values", "counts", "initial_counts")}
    arrays |= checkpoints.alike(arrays, by_value, run.request.out / checkpoints.NAME)
    for name in CHECKPOINTED:
        setattr(learner, name, arrays[name])


def _finish(run: Run, learner: Learner, heading: Mapping[str, str]) -> None:
    """Test the finished learner and write the files of the run."""
    settings, n = learner.preset, CARD_GAMES
    scores = []
    for against, result in learner.test(n, 1_000_000).items():
        low, high = wilson(result.wins, n)
        scores.append({"against": against, "n": n, "win": result.wins, "low": round(low, 5), "high": round(high, 5)})
    rows = [
        [(interval + 1) * settings.games, round(settings.epsilon(interval), 4), *shares.values()]
        for interval, shares in enumerate(run.curve)
    ]
    results = {"settings": asdict(settings), "scores": scores}
    arrays = {"q": learner.table(), "visits": learner.visits()}
    columns, games = ["games", "exploration", *HEURISTICS], settings.intervals * settings.games
    run.finish(columns, rows, heading, games, results, arrays, "table.npz")
