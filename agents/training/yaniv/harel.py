"""The training of harel and harel-best: tabular Q-learning against the heuristics and earlier versions of itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardtui.core import Refusal, quoted
from cardtui.games.yaniv.cells import CELLS, FEATURES, SLOTS
from cardtui.games.yaniv.kernel import rules_of
from cardtui.games.yaniv.kernel_players import GREEDY, SEMIRANDOM, TABLE, policy_of, tournament
from cardtui.games.yaniv.rules import Yaniv
from cardtui.intervals import wilson
from cardtui.kernels import random_state

from ...yaniv.harel import rules_text
from .. import checkpoints
from ..progress import TrainProgress
from .harel_kernel import learn, newborn, tied_links

HEURISTICS = {"greedy:p=0.5": (GREEDY, 0.5), "semirandom": (SEMIRANDOM, 0.0)}
SLICE = 50_000
"""Games between two reports of progress."""
MEASURED = 100_000
"""Games against each heuristic for the figures on the card."""
KEPT = ("values", "counts", "lent", "rng", "policies")
"""What of a learner goes into a checkpoint."""
TRUST = 300
"""As how many visits a shared value counts at most when its slots go on alone."""


class Plan(NamedTuple):
    """How a table is trained."""

    reward: str
    """"round": ±1 each round for leading or not, and ±1 at the end; "end": ±1 at the end alone."""
    rate: float
    fall: float
    """The learning rate after N visits is max(rate, N^-fall); 0: always `rate`."""
    discount: float
    trace: float
    tied: int
    """In how many first intervals slots with the same outcome share a value."""
    intervals: int
    games: int
    """Games of one interval."""
    explore: tuple[float, float]
    """Exploration falls from the first to the second over the first three quarters, then stays."""
    earlier: int
    """How many earlier versions of itself play beside the two heuristics."""

    def exploration(self, interval: int) -> float:
        """The probability of a random action in an interval."""
        high, low = self.explore
        return max(low, high - (high - low) * interval / (0.75 * self.intervals))

    def rates(self) -> Any:
        """What `learn` takes: float64 (5,)."""
        return np.array([self.rate, self.fall, self.discount, self.trace, self.reward == "round"])


PLANS = {
    "paper": Plan("round", 0.1, 0, 0.1, 0, 0, 20, 1_000_000, (0.5, 0.02), 2),
    "best": Plan("end", 0.0001, 0.8, 1, 1, 5, 40, 4_000_000, (0.1, 0.005), 0),
}
UNITS = {"round": "Q: ±1 a round for leading, ±1 at the end", "end": "Q: ±1 at the end"}


class Result(NamedTuple):
    """A test against one opponent, means over deals."""

    wins: float
    """Share of the win."""
    score: float
    """Of the hand at the end."""


class Learner:
    """A table in training: everything that the next interval depends on."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan, self.seed, self.interval = plan, seed, 0
        self.links = tied_links() if plan.tied else None
        self.values = newborn(self.links)
        self.counts, self.lent = np.zeros((2, len(self.values)), np.uint32)
        """What of `counts` was not visited but taken over, see `untie`."""
        self.rng = random_state(seed)
        self.rules = rules_of(Yaniv("paper"))
        self.policies = np.zeros((plan.intervals + 1, CELLS), np.int8)
        """By interval: row i is what the learner would play after i intervals."""

    def pool(self) -> Any:
        """The opponents of the next interval, float64 (n, 2): the heuristics and earlier versions, evenly spread."""
        spread = np.linspace(0, self.interval, self.plan.earlier + 1).round()[1:]
        return np.array([*HEURISTICS.values(), *((TABLE, row) for row in sorted({*spread} - {0}))])

    def run(self) -> Iterator[int]:
        """Play one interval; yields how many of its games are done."""
        plan, pool = self.plan, self.pool()
        if plan.tied and self.interval == plan.tied:
            self.untie()
        epsilon, rates = plan.exploration(self.interval), plan.rates()
        for done in range(0, plan.games, SLICE):
            games = min(SLICE, plan.games - done)
            learn(
                self.values, self.counts, self.links, games, epsilon, rates, self.rules, pool, self.policies,
                self.rng,
            )  # fmt: skip
            yield done + games
        self.interval += 1
        self.policies[self.interval] = policy_of(self.table())

    def untie(self) -> None:
        """From now on every slot of every cell has a value of its own, beginning with the one it shared."""
        values, counts = self.table().reshape(-1), self._by_slot(self.counts).reshape(-1)
        lent = np.minimum(counts, np.uint32(TRUST))
        self.links, self.values, self.counts, self.lent = None, values, lent.copy(), lent

    def visits(self) -> Any:
        """How often each slot's value was learned from, uint32 (CELLS, SLOTS)."""
        return self._by_slot(self.counts - self.lent)

    def table(self) -> Any:
        """Q, float32 (CELLS, SLOTS); -inf where a slot can do nothing."""
        return self._by_slot(self.values)

    def _by_slot(self, figures: Any) -> Any:
        """What stands by outcome in the form (CELLS, SLOTS)."""
        return figures.reshape(CELLS, SLOTS) if self.links is None else figures[self.links]

    def test(self, games: int, stream: int) -> dict[str, Result]:
        """What it makes of the two heuristics, without exploring or learning."""
        row = self.policies[self.interval : self.interval + 1]
        results = {}
        for name, (kind, parameter) in HEURISTICS.items():
            kinds, parameters = np.array([TABLE, kind]), np.array([0.0, parameter])
            sums = tournament(games, self.rules, kinds, parameters, row, random_state(self.seed, stream))
            results[name] = Result(float(sums[0, 0]) / games, float(sums[1, 0]) / games)
        return results


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train `bot` by a preset and write table, card and curve.csv to `out`. Refusal for an unknown preset.

    After an interruption, `resume` goes on from the last finished interval, to the same result as without it.
    """
    if preset not in PLANS:
        raise Refusal(f"harel has no preset {quoted(preset)}; there are {' and '.join(PLANS)}")
    learner, seconds = Learner(PLANS[preset], seed), 0.0
    run = {"preset": preset, "seed": seed}
    curve: list[dict[str, float]] = []
    out.mkdir(parents=True, exist_ok=True)
    if resume:
        curve, seconds = restore(learner, run, out)
    plan = learner.plan
    total = plan.intervals * plan.games
    while learner.interval < plan.intervals:
        started = time.perf_counter()
        before = learner.interval * plan.games
        for done in learner.run():
            progress(TrainProgress(before + done, total, curve[-1] if curve else {}))
        results = learner.test(4_000, learner.interval)
        curve.append({name: result.wins for name, result in results.items()})
        seconds += time.perf_counter() - started
        keep(learner, run, curve, seconds, out)
        progress(TrainProgress(before + plan.games, total, curve[-1]))
    _finish(learner, curve, seconds, bot, preset, out)


def keep(learner: Learner, run: Mapping[str, Any], curve: list[dict[str, float]], seconds: float, out: Path) -> None:
    """Write a checkpoint."""
    state = {"interval": learner.interval, "curve": curve, "seconds": seconds}
    checkpoints.save(out, run, state, {name: getattr(learner, name) for name in KEPT})


def restore(learner: Learner, run: Mapping[str, Any], out: Path) -> tuple[list[dict[str, float]], float]:
    """Put a checkpoint's state into a fresh learner; (curve, seconds). Refusal when it is another's or broken."""
    own = {name: getattr(learner, name) for name in KEPT}
    state, arrays = checkpoints.restore(out, run, {name: own[name] for name in ("rng", "policies")})
    learner.interval = state["interval"]
    if learner.interval > learner.plan.tied:  # each slot has a value of its own by now
        learner.links = None
    outcomes = newborn(learner.links).shape
    by_outcome = {name: np.zeros(outcomes, own[name].dtype) for name in ("values", "counts", "lent")}
    arrays |= checkpoints.alike(arrays, by_outcome, out / checkpoints.NAME)
    for name in KEPT:
        setattr(learner, name, arrays[name])
    return state["curve"], state["seconds"]


def _finish(learner: Learner, curve: list[dict[str, float]], seconds: float, bot: str, preset: str, out: Path) -> None:
    """Measure the finished learner and write everything that is shipped."""
    plan, games = learner.plan, MEASURED
    scores = []
    for against, result in learner.test(games, 1_000_000).items():
        low, high = wilson(result.wins, games)
        scores.append(
            {"against": against, "n": games, "win": result.wins, "low": round(low, 5), "high": round(high, 5)}
        )
    card = {
        "game": "yaniv",
        "bot": bot,
        "method": "tabular Q-learning over five sorted hand numbers and the pile's top",
        "unit": f"{UNITS[plan.reward]}, discount {plan.discount:g}",
        "rules": rules_text(),
        "features": FEATURES,
        "command": f"cardtui train yaniv {bot} --preset {preset} --seed {learner.seed}",
        "seed": learner.seed,
        "games": plan.intervals * plan.games,
        "seconds": round(seconds, 1),
        "settings": {**plan._asdict(), "explore": list(plan.explore)},
        "scores": scores,
    }
    rows = [
        [(interval + 1) * plan.games, round(plan.exploration(interval), 4), *shares.values()]
        for interval, shares in enumerate(curve)
    ]
    arrays = {"q": learner.table(), "visits": learner.visits()}
    checkpoints.finish(out, ["games", "exploration", *HEURISTICS], rows, card, arrays, "table.npz")
