"""The training of yaniv-net: values of after-states by TD(λ) in whole matches, against itself and guests, or one bot.

Rules and seats are drawn for each match. What a deal brings is the change in the chance to win the match; a second
network learns that chance from who won in the end. The result of a call is known in training, so the network learns
from it on each turn on which a call is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.games.yaniv.kernel import rules_of
from cardtui.games.yaniv.kernel_players import GREEDY, SEMIRANDOM, TABLE
from cardtui.games.yaniv.rules import Yaniv
from cardtui.intervals import estimate
from cardtui.kernels import RandomState, random_state

from ...yaniv import td
from ...yaniv.net_inputs import ACTIVE, INPUTS
from ...yaniv.net_values import FEATURES, LAYERS, NEEDS, RULES, new_scratch
from ...yaniv.standing import MATCH, MOST_OF_MATCH, standing_of
from ...yaniv.td_kernel import TD
from ..net_learn import Network, new_samples
from ..replies import measure, shipped
from ..runs import Request, Run
from .net_asked import Asked
from .net_play import SELF, Teachers, against, play
from .td import TABLES

BOTS = {"yaniv-td": TD, "greedy": GREEDY, "semirandom": SEMIRANDOM, **dict.fromkeys(TABLES, TABLE)}
"""The bots that play in the kernel while a reply to them is learned; yaniv-td without its search. Others are asked."""
GUESTS = {"itself": SELF, **BOTS}
"""Who may sit in the other seats. "harel" means harel or harel-best, equally likely; under rules that their tables do
not know, yaniv-td plays instead.

In a reply to one of the two it is that one alone.
"""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Hyperparameters of a run, set by hand."""

    hidden_sizes: tuple[int, int]
    deals: int
    """Deals in total, at least."""
    deals_per_update: int
    rules: tuple[str, ...]
    """The rule sets; each is equally likely for a match."""
    seat_shares: tuple[float, ...]
    """Shares of matches with 2 … 6 seats."""
    guest_share: float
    """The share of matches in which every seat but one may be a guest's."""
    guests: tuple[str, ...]
    """Who may sit there, each equally likely: keys of GUESTS, or in a reply the one bot."""
    trace_decay: float
    """λ of the λ-returns."""
    epsilon: float
    """ε of ε-greedy exploration at the beginning; it decays to zero."""
    batch_size: int
    learning_rate: float
    """Adam's learning rate at the beginning; it decays to `FINAL_RATE` of it."""


_OTHERS = (
    "club:limit=200,assaf=50", "club:jokers=0", "club:take=last,assaf=10", "club:scoring=wins", "club:call=5",
    "club:limit=0", "paper:jokers=2",
)  # fmt: skip
PRESETS = {
    "best": Preset(
        hidden_sizes=(128, 32),
        deals=5_000_000,
        deals_per_update=4096,
        rules=("club",) * 12 + ("paper",) * 6 + _OTHERS,
        seat_shares=(0.4, 0.12, 0.24, 0.08, 0.16),
        guest_share=0.5,
        guests=("itself", "itself", "yaniv-td", "yaniv-td", "yaniv-td", "greedy", "semirandom", "harel"),
        trace_decay=0.7,
        epsilon=0.05,
        batch_size=256,
        learning_rate=0.002,
    ),
}
PRESETS["reply"] = replace(PRESETS["best"], deals=1_500_000, seat_shares=(1.0, 0.0, 0.0, 0.0, 0.0), guest_share=1.0)
"""Starts with the shipped weights, and learns under the given rules against the one given guest.

The network of matches stays as it was, since matches with guests do not train it.
"""
FINAL_RATE = 0.01
"""The share of a learning rate that is left at the end."""
MATCH_SIZES, MATCH_BATCH = (48, 16), 64
"""The hidden layers of the network for matches, and its samples per step of Adam."""
MAX_ERROR = 2.0
"""The bound of an error of the values, so that the ends of matches do not dominate a step."""
TURNS_A_DEAL = 40
"""Room for samples of actions, per deal of an update; turns beyond it are not learned from."""
TEST_EVERY, TEST_DEALS, CARD_DEALS, REPLY_DEALS = 50, 1_000, 20_000, 1_000
"""The updates between two points of the learning curve; the deals (for matches, a tenth as many) of each test, of the
card, and of a reply's card."""
SEARCHLESS = "yaniv-td:rollouts=0"
TESTS: dict[str, tuple[str, str, int, int, bool]] = {
    f"{against} ({rules}, {seats}{', matches' if whole else ''})": (against, rules, seats, kind, whole)
    for against, rules, seats, kind, whole in (
        (SEARCHLESS, "club", 2, TD, False),
        (SEARCHLESS, "club", 4, TD, False),
        (SEARCHLESS, "club", 6, TD, False),
        (SEARCHLESS, "club", 2, TD, True),
        (SEARCHLESS, "club", 4, TD, True),
        ("greedy", "club", 2, GREEDY, False),
        (SEARCHLESS, "paper", 2, TD, False),
        ("greedy", "paper", 2, GREEDY, False),
    )
}
"""The tests of the network, by name: opponent, rules, seats, its kind, and whether whole matches are played."""


class Learner:
    """Both networks, with the memory of an update."""

    def __init__(self, preset: Preset, seed: int, against: str = "") -> None:
        """against: the one bot that it learns a reply to, if any."""
        self.preset, self.tests = preset, TESTS
        self.asked: Asked | None = None
        """The bot, unless it plays in the kernel; it is asked."""
        if against and against not in BOTS:
            self.asked, self.tests = Asked(preset.rules[0], against), {}
        elif against:
            told = SEARCHLESS if against == "yaniv-td" else against
            self.tests = {told: (told, preset.rules[0], 2, BOTS[against], False)}
        self.columns = [against] if self.asked else list(self.tests)
        """The columns of the curve: the tests, or what the deals brought against a bot that is asked."""
        rng = np.random.default_rng(seed)
        self.values = Network(INPUTS, preset.hidden_sizes, rng)
        self.match = Network(MATCH, MATCH_SIZES, rng)
        self.scratch = new_scratch(self.values.weights, self.match.weights)
        self.samples = new_samples(preset.deals_per_update * TURNS_A_DEAL, ACTIVE)
        self.stood = new_samples(preset.deals_per_update * 6, MOST_OF_MATCH)
        self.teachers = teachers((against,) if against in TABLES else TABLES)
        games = [Yaniv(name) for name in preset.rules]
        self.rules = np.array([rules_of(game) for game in games])
        self.standings = np.array([standing_of(game) for game in games])

    def begin(self, bot: str) -> str:
        """Begin with the shipped weights of a bot; return their sha256. Raises Refusal if they are missing."""
        arrays, sha256 = shipped("yaniv", bot, FEATURES, RULES, NEEDS)
        for name, view in self._views():
            view[:] = arrays[name]
        return sha256

    def learn(self, seed: int, update: int, share: float) -> dict[str, float]:
        """Play an update's deals and learn from them; return figures, including the result against a bot that is asked.

        share: how much of the run is done, from 0 to 1.
        """
        preset = self.preset
        filled, stood = self._play(preset.epsilon * (1 - share), random_state(seed, update))
        rng, rate = np.random.default_rng([seed, update]), preset.learning_rate * max(FINAL_RATE, 1 - share)
        error = self.values.learn(self.samples, rng.permutation(filled), preset.batch_size, rate, MAX_ERROR, False)
        self.match.learn(self.stood, rng.permutation(stood), MATCH_BATCH, rate, 1.0, True)
        met = {self.asked.bot: round(self.asked.gained, 3)} if self.asked else {}
        return {"error": round(error, 4), **met}

    def _play(self, epsilon: float, rng: RandomState) -> tuple[int, int]:
        """Play an update's deals; return the numbers of samples of actions and of standings."""
        preset, weights = self.preset, (self.values.weights, self.match.weights)
        if self.asked:
            found = self.asked.play(
                preset.deals_per_update, *weights, self.scratch, preset.trace_decay, epsilon, self.samples, rng
            )
            return found, 0
        return play(
            preset.deals_per_update,
            self.rules,
            self.standings,
            np.cumsum(preset.seat_shares),
            preset.guest_share,
            np.array([GUESTS[name] for name in preset.guests]),
            *weights,
            self.teachers,
            self.scratch,
            preset.trace_decay,
            epsilon,
            self.samples,
            self.stood,
            rng,
        )

    def tested(self, deals: int, seed: int, number: int) -> dict[str, NDArray[np.float64]]:
        """Return what the network gets in each deal or match, float64 (deals,), by the names of its tests."""
        found = {}
        for place, (name, (_, rules, seats, kind, whole)) in enumerate(self.tests.items()):
            game = Yaniv(rules, seats)
            found[name] = against(
                deals // 10 if whole else deals,
                whole,
                kind,
                rules_of(game),
                standing_of(game),
                seats,
                self.values.weights,
                self.teachers,
                self.scratch,
                random_state(seed, 10**8 + len(self.tests) * number + place),
            )
        return found

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Return copies of the weights, under the names of `net_values.NEEDS`."""
        return {name: view.copy() for name, view in self._views()}

    def state(self) -> dict[str, NDArray[Any]]:
        """Return what a checkpoint must hold."""
        return {**self.values.state("values"), **self.match.state("match")}

    def resume(self, arrays: dict[str, NDArray[Any]]) -> None:
        """Take over the state of a checkpoint."""
        self.values.restore("values", arrays)
        self.match.restore("match", arrays)

    def _views(self) -> Iterator[tuple[str, NDArray[np.float32]]]:
        """Yield the weights under the names of `net_values.NEEDS`: views, not copies."""
        names = [f"{layer}.{part}" for layer in LAYERS for part in ("weight", "bias")]
        for name, network in (("values", self.values), ("match", self.match)):
            yield from zip((f"{name}.{part}" for part in names), network.weights, strict=True)


def asked(reply: Preset) -> Preset:
    """Return the preset for a reply to a bot that has to be asked: fewer deals, and fewer in each update."""
    return replace(reply, deals=100_000, deals_per_update=2048)


def teachers(tables: Sequence[str]) -> Teachers:
    """Return the weights of yaniv-td and these tables. Raises Refusal if they are missing."""
    arrays, _ = shipped("yaniv", "yaniv-td", td.FEATURES, td.RULES, td.NEEDS)
    parts = [
        arrays[f"{scoring}_{part}"].astype(np.float32) * arrays[f"{scoring}_{part}_scale"]
        for scoring in ("wins", "points")
        for part in ("values", "beliefs")
    ]
    return Teachers(arrays["policies"][[TABLES.index(name) for name in tables]], *parts)


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    The request's `steps` overrides the preset's number of deals; `against` and `rules` are for the preset `reply`.
    Raises Refusal if there is no such preset, or no such bot to learn a reply to.
    """
    chosen = request.choose(PRESETS)
    if request.preset == "reply":
        chosen = replace(chosen, rules=(request.rules,), guests=(request.against,))
        if request.against not in BOTS:
            chosen = asked(chosen)
    run_with(request, replace(chosen, deals=request.steps or chosen.deals))


def run_with(request: Request, chosen: Preset) -> None:
    """Train with these hyperparameters: in self-play, or a reply to `request.against`."""
    each, seed, against = chosen.deals_per_update, request.seed, request.against
    learner = Learner(chosen, seed, against)
    began_with = {"guest": registry.version("yaniv", against or "yaniv-td")}
    if against:
        began_with["began_with"] = learner.begin(request.bot)
    settings = json.loads(json.dumps(asdict(chosen)))
    run = Run(request, -(-chosen.deals // each), each, {**settings, **began_with})
    learner.resume(run.restore(learner.state()))
    heading = {
        "method": "TD of after-states by a network, "
        + (
            f"against {against} alone, from {request.bot}'s weights"
            if against
            else "in whole matches over many rule sets"
        ),
        "rules": RULES,
        "features": FEATURES,
    }
    run.offer(heading, learner.arrays, noted=not against)
    run.save(learner.state())  # an interruption in the first update can be resumed too
    while run.done < run.total:
        with run.timed():
            figures = learner.learn(seed, run.done, run.done / run.total)
            run.done += 1
        if learner.asked or run.done % TEST_EVERY == 0 or run.done == run.total:
            tests = learner.tested(TEST_DEALS, seed, run.done)
            figures |= {name: round(float(found.mean()), 3) for name, found in tests.items()}
            run.curve.append([run.done * each, *(figures[name] for name in learner.columns)])
        run.save(learner.state())
        run.report(figures)
    if against:
        scores = [measure(run, REPLY_DEALS)]
    else:
        tests = learner.tested(CARD_DEALS, seed, 10**6)
        scores = [_score(name, found) for name, found in tests.items()]
    results: dict[str, Any] = {**began_with, "settings": settings, "scores": scores}
    run.finish(["deals", *learner.columns], run.curve, heading, run.total * each, results, learner.arrays())


def _score(name: str, found: NDArray[np.float64]) -> dict[str, Any]:
    """Return a row of the card's [[scores]]."""
    opponent, rules, seats, _, whole = TESTS[name]
    figure, unit = estimate(found.tolist()), "points" if rules == "club" and not whole else "win"
    return {
        "rules": rules,
        "seats": seats,
        "against": opponent + (" in whole matches" if whole else ""),
        "n": len(found),
        unit: round(figure.mean, 5),
        "low": round(figure.mean - figure.margin, 5),
        "high": round(figure.mean + figure.margin, 5),
    }
