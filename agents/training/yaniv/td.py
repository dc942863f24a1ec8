"""Trains yaniv-td: games against itself and the heuristics, first under `paper`, then under `club`."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardtui import registry
from cardtui.core import Refusal, quoted
from cardtui.games.yaniv.cells import ARRAYS, CELLS
from cardtui.games.yaniv.cells import FEATURES as HAREL_FEATURES
from cardtui.games.yaniv.kernel import rules_of
from cardtui.games.yaniv.kernel_players import GREEDY, SEMIRANDOM, TABLE, policy_of
from cardtui.games.yaniv.rules import Yaniv
from cardtui.intervals import Estimate, from_sums
from cardtui.kernels import random_state
from cardtui.models import digest, load_arrays

from ...yaniv import td_features as features
from ...yaniv.harel import rules_text as harel_rules
from ...yaniv.td import FEATURES, RULES
from ...yaniv.td_kernel import TD, tournament
from .. import checkpoints
from ..progress import TrainProgress
from .td_learn import learn

CHUNK = 50_000
"""Games between two checkpoints: what an interruption loses at most."""
TEST_EVERY, TEST_DEALS = 20, 10_000
CARD_DEALS = 200_000
TABLES = ("harel", "harel-best")
TESTS = ("greedy", "semirandom", "table of four")


class Stage(NamedTuple):
    """One set of weights: the rules it is learned under, how long, and the rates, which fall over the last `tail`."""

    name: str
    rules: str
    games: int
    seats: tuple[float, ...]
    """Shares of deals with 2 … 6 seats."""
    pool: tuple[tuple[int, float, float], ...]
    """Who sits beside yaniv-td: kind, parameter, share; a table's parameter is its place in TABLES."""
    trace: float = 0.5
    """λ of the returns."""
    explore: float = 0.03
    rate: float = 0.06
    belief_rate: float = 0.1
    tail: float = 0.7
    spread: float = 1.0
    """What Adagrad's sums begin at."""


_GREEDY, _SEMIRANDOM, _HAREL, _HAREL_BEST = (GREEDY, 0.5), (SEMIRANDOM, 0.0), (TABLE, 0.0), (TABLE, 1.0)
_CLUB = ((TD, 0.0, 0.4), (*_GREEDY, 0.3), (*_SEMIRANDOM, 0.3))
_PAPER = ((TD, 0.0, 0.2), (*_GREEDY, 0.2), (*_SEMIRANDOM, 0.16), (*_HAREL, 0.19), (*_HAREL_BEST, 0.25))
PRESETS = {
    "best": (
        Stage("wins", "paper", 9_000_000, (0.5, 0.08, 0.28, 0.07, 0.07), _PAPER),
        Stage("points", "club", 1_500_000, (0.4, 0.15, 0.25, 0.1, 0.1), _CLUB, spread=0.1),
    ),
}


class Weights(NamedTuple):
    """What one stage learns: weights and the sums of squared errors that set their rates (Adagrad), float32."""

    values: Any
    values_spread: Any
    beliefs: Any
    beliefs_spread: Any


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train into `out`: table.npz, card.toml, curve.csv; checkpoint.npz while it runs. Refusal for no such preset."""
    if preset not in PRESETS:
        raise Refusal(f"{bot} has the preset {' and '.join(PRESETS)}, not {quoted(preset)}")
    stages = PRESETS[preset]
    out.mkdir(parents=True, exist_ok=True)
    run = {"preset": preset, "seed": seed}
    done, seconds = 0, 0.0
    curve: list[list[Any]] = []
    learned = [_fresh(stage.spread) for stage in stages]
    if resume:
        done, seconds, curve, learned = _restore(out, run, learned)
    policies = _tables()
    total = sum(stage.games for stage in stages) // CHUNK
    while done < total:
        began = time.perf_counter()
        index, within = _place(stages, done)
        stage, weights = stages[index], learned[index]
        _learn(stage, weights, within, policies, random_state(seed, done))
        done += 1
        seconds += time.perf_counter() - began
        figures: dict[str, float] = {}
        if done % TEST_EVERY == 0:
            figures = _test(stage, weights, policies, random_state(seed, total + done))
            curve.append([done * CHUNK, stage.rules, *figures.values()])
        _keep(out, run, done, seconds, curve, learned)
        progress(TrainProgress(done * CHUNK, total * CHUNK, figures))
    _finish(bot, preset, seed, out, seconds, curve, learned)


def _fresh(spread: float) -> Weights:
    values, beliefs = features.WEIGHTS, features.BELIEFS * features.COLUMNS
    return Weights(
        np.zeros(values, np.float32), np.full(values, spread, np.float32),
        np.zeros(beliefs, np.float32), np.full(beliefs, spread, np.float32),
    )  # fmt: skip


def _place(stages: tuple[Stage, ...], chunk: int) -> tuple[int, float]:
    """The stage that a chunk belongs to, and how far that stage is, 0 … 1."""
    index = 0
    while chunk >= stages[index].games // CHUNK:
        chunk -= stages[index].games // CHUNK
        index += 1
    return index, chunk * CHUNK / stages[index].games


def _learn(stage: Stage, weights: Weights, within: float, policies: Any, rng: Any) -> None:
    fall = min(1.0, max(0.01, (1.0 - within) / stage.tail))
    rates = np.array([stage.trace, stage.explore * fall, stage.rate * fall, stage.belief_rate * fall])
    pool = np.array(stage.pool)
    pool[:, 2] = np.cumsum(pool[:, 2])
    learn(
        CHUNK, rules_of(Yaniv(stage.rules)), rates, *weights, np.cumsum(stage.seats), pool, policies, rng
    )  # fmt: skip


Seat = tuple[int, float]


def _tables() -> Any:
    """The policies of the shipped TABLES, int8 (2, CELLS). Refusal when one is missing."""
    policies = np.zeros((len(TABLES), CELLS), np.int8)
    for row, name in enumerate(TABLES):
        arrays, _ = load_arrays(
            registry.weights(registry.bot_entry("yaniv", name)),
            "yaniv",
            digest(HAREL_FEATURES),
            digest(harel_rules()),
            ARRAYS,
        )
        policies[row] = policy_of(arrays["q"])
    return policies


def _test(stage: Stage, weights: Weights, policies: Any, rng: Any) -> dict[str, float]:
    """Mean returns of a table against weak bots, for the learning curve."""
    fourth = _GREEDY if stage.rules == "club" else _HAREL
    tables = ([_GREEDY], [_SEMIRANDOM], [fourth, _GREEDY, _SEMIRANDOM])
    return {
        name: round(_match(stage.rules, weights, seats, policies, TEST_DEALS, rng).mean, 5)
        for name, seats in zip(TESTS, tables, strict=True)
    }


def _match(rules: str, weights: Weights, others: list[Seat], policies: Any, deals: int, rng: Any) -> Estimate:
    """Mean return of yaniv-td in the first seat, over this many deals, the opener rotating."""
    kinds = np.array([TD, *(kind for kind, _ in others)])
    parameters = np.array([0.0, *(parameter for _, parameter in others)])
    game = Yaniv(rules, len(kinds))
    sums = tournament(
        deals, rules_of(game), kinds, parameters, policies, weights.values, weights.beliefs, rng
    )  # fmt: skip
    return from_sums(float(sums[0, 0]), float(sums[1, 0]), deals)


def _scores(learned: list[Weights], stages: tuple[Stage, ...], seed: int) -> list[dict[str, Any]]:
    """The card's [[scores]]: yaniv-td against every shipped bot, and at the default table."""
    policies = _tables()
    rows = []
    for stage, weights in zip(stages, learned, strict=True):
        tables: list[tuple[str, list[Seat]]] = [("greedy", [_GREEDY]), ("semirandom", [_SEMIRANDOM])]
        if stage.rules == "paper":
            tables.append(("harel", [_HAREL]))
            tables.append(("harel, greedy, semirandom", [_HAREL, _GREEDY, _SEMIRANDOM]))
            tables.append(("harel-best", [_HAREL_BEST]))
        else:
            tables.append(("greedy, greedy, semirandom", [_GREEDY, _GREEDY, _SEMIRANDOM]))
        for number, (name, seats) in enumerate(tables):
            found = _match(stage.rules, weights, seats, policies, CARD_DEALS, random_state(seed, 10**9 + number))
            row = {
                "rules": stage.rules,
                "against": name,
                "n": CARD_DEALS,
                "win" if stage.rules == "paper" else "points": found.mean,
            }
            rows.append(row | {"low": round(found.mean - found.reach, 5), "high": round(found.mean + found.reach, 5)})
    return rows


def _finish(
    bot: str, preset: str, seed: int, out: Path, seconds: float, curve: list[list[Any]], learned: list[Weights]
) -> None:
    """Quantise, measure what was quantised, write."""
    stages = PRESETS[preset]
    arrays: dict[str, Any] = {"policies": _tables()}
    kept = []
    for stage, weights in zip(stages, learned, strict=True):
        rounded = []
        for part, values in (("values", weights.values), ("beliefs", weights.beliefs)):
            scale = np.float32(max(np.abs(values).max() / 32767, 2.0**-11))
            stored = np.rint(values / scale).astype(np.int16)
            arrays[f"{stage.name}_{part}"], arrays[f"{stage.name}_{part}_scale"] = stored, scale
            rounded.append(stored.astype(np.float32) * scale)
        kept.append(weights._replace(values=rounded[0], beliefs=rounded[1]))
    card = {
        "game": "yaniv",
        "bot": bot,
        "rules": RULES,
        "features": FEATURES,
        "command": f"cardtui train yaniv {bot} --preset {preset} --seed {seed}",
        "seed": seed,
        "games": sum(stage.games for stage in stages),
        "seconds": round(seconds, 1),
        "method": "TD of after-states, n-tuple sums under a logistic, Adagrad; opponents' scores learned beside",
        "tables": {name: (registry.card(registry.bot_entry("yaniv", name)) or {})["sha256"] for name in TABLES},
        "stages": [
            {key: list(value) if isinstance(value, tuple) else value for key, value in stage._asdict().items()}
            for stage in stages
        ],
        "scores": _scores(kept, stages, seed),
    }
    checkpoints.finish(out, ["games", "rules", *TESTS], curve, card, arrays, "table.npz")


# --- checkpoints ----------------------------------------------------------------------------------
def _keep(
    out: Path, run: dict[str, Any], done: int, seconds: float, curve: list[list[Any]], learned: list[Weights]
) -> None:
    """Write a checkpoint."""
    checkpoints.save(out, run, {"done": done, "seconds": seconds, "curve": curve}, _named(learned))


def _named(learned: list[Weights]) -> dict[str, Any]:
    return {f"{part}{i}": array for i, weights in enumerate(learned) for part, array in weights._asdict().items()}


def _restore(out: Path, run: dict[str, Any], fresh: list[Weights]) -> tuple[int, float, Any, list[Weights]]:
    """(chunks done, seconds, curve, weights). Refusal when there is no checkpoint or it is another's or broken."""
    state, arrays = checkpoints.restore(out, run, _named(fresh))
    learned = [Weights(*(arrays[f"{part}{i}"] for part in Weights._fields)) for i in range(len(fresh))]
    return state["done"], state["seconds"], state["curve"], learned
