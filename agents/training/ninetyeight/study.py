"""The notebook's network at its scale, what decides whether REINFORCE learns 98 cards, and how many deals can be won.

The notebook prints no figures. Its network is trained on 100,000 games as in its program; then each change to the
method is made on top of the previous ones, with fewer games each.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.games.ninetyeight.kernel import CARDS, ONE, RANDOM, refill_of, tournament
from cardtui.games.ninetyeight.rules import NinetyEight
from cardtui.games.ninetyeight.rulesets import RULE_SETS
from cardtui.intervals import estimate
from cardtui.kernels import random_state

from ...ninetyeight.values import load
from ..progress import Progress, TrainProgress, scaled, tables_asked
from .open_pile import open_games
from .reinforce import PRESETS, TEST_BATCH, Learner, Method

SEED = 2026
TABLES = ("notebook", "changes", "open-pile")
NOTEBOOK = PRESETS["reinforce"]["best"]
POINTS = 50
"""Points of each learning curve."""
GAMES = 10_000
"""Games to train with each change; the last change has as many as reinforce-best."""
TESTS = 2_000
"""Test games of each row."""
OPEN_GAMES = 300
"""Deals of each rule set for players who see the draw pile."""
WIDTHS = (1, 10, 100)
"""Number of positions that they keep after each card. A player that keeps only one gains nothing from seeing the
pile."""
CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the notebook's program", {"games": GAMES}),
    ("+ draws its cards from the softmax", {"sampling": True}),
    ("+ the softmax is over legal cards alone", {"masked": True}),
    ("+ inputs in the order of the outputs", {"inputs": "apart"}),
    ("+ a card is worth 1, discount 0.99", {"rising_rewards": False, "discount": 0.99}),
    ("+ 50 games a step, beside each other", {"batch_size": 50, "turn_baseline": True, "learning_rate": 0.002}),
    ("+ no tanh", {"tanh": False}),
    ("+ inputs of each placement", {"inputs": "each"}),
    ("+ more games, a falling rate", {"games": PRESETS["reinforce-best"]["best"].games, "learning_rate_decay": True}),
)


class Result(NamedTuple):
    """Mean cards laid and share of games won, and half of the mean's 95% interval."""

    laid: float
    won: float
    margin: float

    @classmethod
    def of(cls, laid: NDArray[np.int64]) -> Result:
        """Return the result of the cards laid in each game, int64 (games,)."""
        mean = estimate(laid.tolist())
        return cls(round(mean.mean, 3), round(float((laid == CARDS).mean()), 4), round(mean.margin, 3))


def methods() -> list[tuple[str, Method]]:
    """Return the rows of the table of changes: the name, and the method with all changes up to it."""
    rows, method = [], Method()
    for name, change in CHANGES:
        method = replace(method, **change)
        rows.append((name, method))
    return rows


def reproduce(jobs: int, progress: Progress, table: str | None = None, scale: float = 1.0) -> dict[str, Any]:
    """Return {"seed", "tables", "claims", "graphs"}; with `table` only that table.

    `scale` is the share of the games to learn from, in whole batches for each point of the curve. Runs follow one
    another whatever `jobs` is, because torch has a single stream of random numbers. Raises Refusal for an unknown
    table.
    """
    names = tables_asked(table, TABLES)
    every = [("notebook", NOTEBOOK)] * ("notebook" in names) + methods() * ("changes" in names)
    runs = [
        (name, replace(method, games=scaled(method.games, scale, method.batch_size * POINTS))) for name, method in every
    ]
    total, before = sum(method.games for _, method in runs), 0
    random = Result.of(tournament(TESTS, ONE, RANDOM, random_state(SEED, 10**9)))
    results, curves = list[Result](), dict[str, list[Result]]()
    for name, method in runs:
        learner, curve = Learner(method, SEED), list[Result]()
        part = method.games // POINTS
        while learner.done < method.games:
            curve.append(Result.of(learner.run(part)))
            progress(TrainProgress(before + learner.done, total, {"laid": curve[-1].laid}))
        results.append(Result.of(learner.test(TESTS // TEST_BATCH, 10**9)))
        curves[name] = curve
        before += method.games
    study: dict[str, Any] = {"seed": SEED, "tables": [], "claims": [], "graphs": []}
    if "notebook" in names:
        study["tables"].append(_table("notebook", ["random", "the notebook's network"], [random, results[0]]))
        course = curves["notebook"]
        study["claims"].append(_more("the notebook's network lays more cards than at random", results[0], random))
        study["claims"].append(
            _more("it lays more at the end of its training than at its start", course[-1], course[0])
        )
        study["graphs"].append(_graph("The notebook's network", runs[0][1].games, {"notebook": curves["notebook"]}))
    if "changes" in names:
        rows = [name for name, _ in methods()]
        study["tables"].append(_table("changes", rows, results[-len(rows) :]))
        study["claims"].append(_more("the same method done right lays more cards than at random", results[-1], random))
        steps = {name: curves[name] for name in rows[:-1]}
        study["graphs"].append(_graph("One change at a time, cards laid while learning", runs[-2][1].games, steps))
    if "open-pile" in names:
        study["tables"].append(_open_table(scale, progress))
    return study


def _open_table(scale: float, progress: Progress) -> dict[str, Any]:
    """Return the table of players who see the draw pile, by rule set and number of positions kept."""
    rows, results = list[str](), list[Result]()
    folder = registry.weights(registry.own_bots("98")["search"])
    for rules in RULE_SETS:
        game = NinetyEight(rules)
        values = load(folder, game.refill).value
        for width in WIDTHS:
            rng = random_state(SEED, 2 * 10**9)
            laid = open_games(scaled(OPEN_GAMES, scale), refill_of(game), width, values, rng)
            rows.append(f"{rules}, keeps {width}")
            results.append(Result.of(laid))
            progress(TrainProgress(len(rows), len(RULE_SETS) * len(WIDTHS), {"laid": results[-1].laid}))
    return _table("open-pile", rows, results) | {"unit": "by search's value networks", "n": scaled(OPEN_GAMES, scale)}


def _table(name: str, rows: list[str], results: list[Result]) -> dict[str, Any]:
    return {
        "name": name,
        "source": [],
        "ours": [[result.laid, result.won] for result in results],
        "rows": rows,
        "columns": ["cards laid", "share won"],
        "unit": "as the player plays, paper",
        "n": TESTS,
        "interval": max(result.margin for result in results),
    }


def _more(text: str, better: Result, worse: Result) -> dict[str, Any]:
    """Return the claim that `better` lays more cards; it holds if the whole interval of the difference is above 0."""
    figure, margin = better.laid - worse.laid, sqrt(better.margin**2 + worse.margin**2)
    interval = [round(figure - margin, 3), round(figure + margin, 3)]
    return {"text": text, "holds": interval[0] > 0, "figure": round(figure, 3), "interval": interval}


def _graph(title: str, games: int, series: dict[str, list[Result]]) -> dict[str, Any]:
    return {
        "title": title,
        "x": [games // POINTS * (point + 1) for point in range(POINTS)],
        "series": {name: [result.laid for result in curve] for name, curve in series.items()},
        "x_label": "games learned from",
        "y_label": "cards laid",
    }
