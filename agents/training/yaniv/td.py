"""The training of yaniv-td: TD(λ) of after-state values in games against itself and weaker bots.

One set of weights is trained under the rules `paper`, another under `club`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.games.yaniv.kernel import rules_of
from cardtui.games.yaniv.kernel_players import GREEDY, SEMIRANDOM, TABLE, policy_of
from cardtui.games.yaniv.q_table import ARRAYS, STATES
from cardtui.games.yaniv.q_table import FEATURES as HAREL_FEATURES
from cardtui.games.yaniv.rules import Yaniv
from cardtui.intervals import Estimate, from_sums
from cardtui.kernels import RandomState, random_state

from ...yaniv import td_features as features
from ...yaniv.harel import rules_text as harel_rules
from ...yaniv.td import FEATURES, RULES
from ...yaniv.td_kernel import TD, tournament
from ..replies import shipped
from ..runs import Request, Run
from .td_learn import learn

CHUNK = 50_000
"""Games between two checkpoints; an interruption loses at most that many."""
TEST_EVERY, TEST_DEALS = 20, 10_000
"""Chunks between two points of the learning curve, and the deals played against each opponent for it."""
CARD_DEALS = 200_000
"""Deals against each opponent for the figures on the card."""
TABLES = ("harel", "harel-best")
"""The bots whose shipped Q tables are among the opponents."""
TESTS = ("greedy", "semirandom", "table of four")
"""The opponents of the learning curve, as `_test` seats them."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """How one set of weights is trained.

    The learning rates and ε are constant at first and then fall linearly to a hundredth. All values are set by hand;
    what they reach is on the card.
    """

    name: str
    rules: str
    games: int
    seat_shares: tuple[float, ...]
    """Shares of deals with 2 … 6 seats."""
    opponents: tuple[tuple[int, float, float], ...]
    """The players in the other seats: kind and parameter of `choose`, share. A table's parameter is its index in
    TABLES."""
    trace_decay: float
    """λ of the λ-returns."""
    epsilon: float
    """ε of ε-greedy exploration."""
    learning_rate: float
    """Of the values; Adagrad divides it by the root of the sum of squared errors."""
    belief_learning_rate: float
    """Of the beliefs about the opponents' scores, likewise."""
    belief_update_share: float
    """Share of the turns after which the beliefs are updated."""
    decay_share: float
    """The final share of the run, in which the learning rates and ε fall."""
    initial_accumulator: float
    """Initial value of Adagrad's sums of squared errors."""


_GREEDY, _SEMIRANDOM, _HAREL, _HAREL_BEST = (GREEDY, 0.5), (SEMIRANDOM, 0.0), (TABLE, 0.0), (TABLE, 1.0)
_WINS = Stage(
    name="wins",
    rules="paper",
    games=9_000_000,
    seat_shares=(0.5, 0.08, 0.28, 0.07, 0.07),
    opponents=((TD, 0.0, 0.2), (*_GREEDY, 0.2), (*_SEMIRANDOM, 0.16), (*_HAREL, 0.19), (*_HAREL_BEST, 0.25)),
    trace_decay=0.5,
    epsilon=0.03,
    learning_rate=0.06,
    belief_learning_rate=0.1,
    belief_update_share=0.3,
    decay_share=0.7,
    initial_accumulator=1.0,
)
_POINTS = replace(
    _WINS,
    name="points",
    rules="club",
    games=1_500_000,
    seat_shares=(0.4, 0.15, 0.25, 0.1, 0.1),
    opponents=((TD, 0.0, 0.4), (*_GREEDY, 0.3), (*_SEMIRANDOM, 0.3)),
    initial_accumulator=0.1,
)
PRESETS = {"best": (_WINS, _POINTS)}


class Weights(NamedTuple):
    """What one stage learns: weights and Adagrad's accumulators (sums of squared errors), all float32."""

    values: NDArray[np.float32]
    """Shape (td_features.WEIGHTS,)."""
    values_accumulator: NDArray[np.float32]
    beliefs: NDArray[np.float32]
    """Shape (td_features.BELIEFS * td_features.COLUMNS,)."""
    beliefs_accumulator: NDArray[np.float32]


def train(request: Request) -> None:
    """Train; write table.npz, card.toml and curve.csv, and a checkpoint while training runs.

    Raises Refusal if there is no such preset.
    """
    stages, seed = request.choose(PRESETS), request.seed
    identity = {"stages": [asdict(stage) for stage in stages], "tables": _hashes()}
    run = Run(request, sum(stage.games for stage in stages) // CHUNK, CHUNK, identity, perf_counter)
    arrays = run.restore(_named([_initial_weights(stage) for stage in stages]))
    learned = [Weights(*(arrays[f"{part}{at}"] for part in Weights._fields)) for at in range(len(stages))]
    policies = _tables()
    heading = {"rules": RULES, "features": FEATURES}
    run.offer(heading, lambda: _quantised(stages, learned)[0], "table.npz")
    while run.done < run.total:
        index, within = _place(stages, run.done)
        stage, weights = stages[index], learned[index]
        with run.timed():
            _learn(stage, weights, within, policies, random_state(seed, run.done))
            run.done += 1
        figures: dict[str, float] = {}
        if run.done % TEST_EVERY == 0:
            figures = _test(stage, weights, policies, random_state(seed, run.total + run.done))
            run.curve.append([run.done * CHUNK, stage.rules, *figures.values()])
        run.save(_named(learned))
        run.report(figures)
    _finish(run, stages, learned)


def _initial_weights(stage: Stage) -> Weights:
    values, beliefs = features.WEIGHTS, features.BELIEFS * features.COLUMNS
    return Weights(
        np.zeros(values, np.float32), np.full(values, stage.initial_accumulator, np.float32),
        np.zeros(beliefs, np.float32), np.full(beliefs, stage.initial_accumulator, np.float32),
    )  # fmt: skip


def _place(stages: tuple[Stage, ...], chunk: int) -> tuple[int, float]:
    """Return the index of the stage that a chunk belongs to, and the share of that stage already done, 0 … 1."""
    index = 0
    while chunk >= stages[index].games // CHUNK:
        chunk -= stages[index].games // CHUNK
        index += 1
    return index, chunk * CHUNK / stages[index].games


def _learn(stage: Stage, weights: Weights, within: float, policies: NDArray[np.int8], rng: RandomState) -> None:
    """Train on one chunk in place; `within` is the share of the stage already done."""
    decay = min(1.0, max(0.01, (1.0 - within) / stage.decay_share))
    hyperparameters = np.array([
        stage.trace_decay, stage.epsilon * decay, stage.learning_rate * decay, stage.belief_learning_rate * decay,
        stage.belief_update_share,
    ])  # fmt: skip
    opponents = np.array(stage.opponents)
    opponents[:, 2] = np.cumsum(opponents[:, 2])
    learn(
        CHUNK, rules_of(Yaniv(stage.rules)), hyperparameters, *weights, np.cumsum(stage.seat_shares), opponents,
        policies, rng,
    )  # fmt: skip


Player = tuple[int, float]
"""Kind and parameter of a player of `td_kernel.tournament`."""


def _tables() -> NDArray[np.int8]:
    """Return the policies of the shipped TABLES, int8 (2, STATES). Raises Refusal if one is missing."""
    policies: NDArray[np.int8] = np.zeros((len(TABLES), STATES), np.int8)
    for row, name in enumerate(TABLES):
        arrays, _ = shipped("yaniv", name, HAREL_FEATURES, harel_rules(), ARRAYS)
        policies[row] = policy_of(arrays["q"])
    return policies


def _hashes() -> dict[str, str]:
    """Return the sha256 of each of the shipped TABLES. Raises Refusal if one is missing."""
    return {name: shipped("yaniv", name, HAREL_FEATURES, harel_rules(), ARRAYS)[1] for name in TABLES}


def _test(stage: Stage, weights: Weights, policies: NDArray[np.int8], rng: RandomState) -> dict[str, float]:
    """Return the mean returns against weak bots, for the learning curve."""
    fourth = _GREEDY if stage.rules == "club" else _HAREL
    tables = ([_GREEDY], [_SEMIRANDOM], [fourth, _GREEDY, _SEMIRANDOM])
    return {
        name: round(_match(stage.rules, weights, seats, policies, TEST_DEALS, rng).mean, 5)
        for name, seats in zip(TESTS, tables, strict=True)
    }


def _match(
    rules: str, weights: Weights, others: list[Player], policies: NDArray[np.int8], deals: int, rng: RandomState
) -> Estimate:
    """Return the mean return of yaniv-td in the first seat over this many deals; the opener rotates."""
    kinds = np.array([TD, *(kind for kind, _ in others)])
    parameters = np.array([0.0, *(parameter for _, parameter in others)])
    game = Yaniv(rules, len(kinds))
    sums = tournament(
        deals, rules_of(game), kinds, parameters, policies, weights.values, weights.beliefs, rng
    )  # fmt: skip
    return from_sums(float(sums[0, 0]), float(sums[1, 0]), deals)


def _scores(learned: list[Weights], stages: tuple[Stage, ...], seed: int) -> list[dict[str, Any]]:
    """Return the card's [[scores]]: yaniv-td against every shipped bot, and at the default table."""
    policies = _tables()
    rows = []
    for stage, weights in zip(stages, learned, strict=True):
        tables: list[tuple[str, list[Player]]] = [("greedy", [_GREEDY]), ("semirandom", [_SEMIRANDOM])]
        if stage.rules == "paper":
            tables.append(("harel", [_HAREL]))
            tables.append(("harel, greedy, semirandom", [_HAREL, _GREEDY, _SEMIRANDOM]))
            tables.append(("harel-best", [_HAREL_BEST]))
        else:
            tables.append(("greedy, greedy, semirandom", [_GREEDY, _GREEDY, _SEMIRANDOM]))
        for number, (name, seats) in enumerate(tables):
            estimate = _match(stage.rules, weights, seats, policies, CARD_DEALS, random_state(seed, 10**9 + number))
            row = {
                "rules": stage.rules,
                "against": name,
                "n": CARD_DEALS,
                "win" if stage.rules == "paper" else "own_points": estimate.mean,
            }
            rows.append(
                row
                | {
                    "low": round(estimate.mean - estimate.margin, 5),
                    "high": round(estimate.mean + estimate.margin, 5),
                }
            )
    return rows


def _finish(run: Run, stages: tuple[Stage, ...], learned: list[Weights]) -> None:
    """Quantise the weights, test the quantised player and write the files of the run."""
    arrays, quantised = _quantised(stages, learned)
    results = {
        "method": "TD of after-states, n-tuple sums under a logistic, Adagrad; opponents' scores learned beside",
        "tables": _hashes(),
        "stages": [
            {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(stage).items()}
            for stage in stages
        ],
        "scores": _scores(quantised, stages, run.request.seed),
    }
    heading, games = {"rules": RULES, "features": FEATURES}, sum(stage.games for stage in stages)
    run.finish(["games", "rules", *TESTS], run.curve, heading, games, results, arrays, "table.npz")


def _quantised(stages: tuple[Stage, ...], learned: list[Weights]) -> tuple[dict[str, Any], list[Weights]]:
    """Return the arrays of the file, weights as int16 with their scales, and the weights as they then play."""
    arrays: dict[str, Any] = {"policies": _tables()}
    quantised = []
    for stage, weights in zip(stages, learned, strict=True):
        rounded = []
        for part, values in (("values", weights.values), ("beliefs", weights.beliefs)):
            scale = np.float32(max(np.abs(values).max() / 32767, 2.0**-11))
            stored = np.rint(values / scale).astype(np.int16)
            arrays[f"{stage.name}_{part}"], arrays[f"{stage.name}_{part}_scale"] = stored, scale
            rounded.append(stored.astype(np.float32) * scale)
        quantised.append(weights._replace(values=rounded[0], beliefs=rounded[1]))
    return arrays, quantised


def _named(learned: list[Weights]) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of all stages by name, as a checkpoint contains them."""
    return {f"{part}{at}": array for at, weights in enumerate(learned) for part, array in weights._asdict().items()}
