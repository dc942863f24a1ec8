"""The notebook's network at its scale, and what decides whether REINFORCE learns 98 cards: one change at a time.

The notebook prints no figures. Its network is trained as its program does, on 100,000 games; then each change of the
method is made on top of the ones before, with fewer games each.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

from cardtui.core import Refusal, quoted
from cardtui.games.ninetyeight.kernel import CARDS, ONE, RANDOM, tournament
from cardtui.intervals import estimate
from cardtui.kernels import random_state

from ..progress import TrainProgress, scaled
from .reinforce import PRESETS, TOGETHER, Learner, Method

SEED = 2026
TABLES = ("notebook", "changes")
NOTEBOOK = PRESETS["reinforce"]
POINTS = 50
"""Points of the notebook's curve."""
GAMES = 10_000
"""That each change is trained on; the last has those of reinforce-best."""
TESTS = 2_000
CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("the notebook's program", {"games": GAMES}),
    ("+ draws its cards from the softmax", {"draws": True}),
    ("+ the softmax is over legal cards alone", {"masked": True}),
    ("+ inputs in the order of the outputs", {"inputs": "apart"}),
    ("+ a card is worth 1, discount 0.99", {"counted": False, "discount": 0.99}),
    ("+ 50 games a step, beside each other", {"batch": 50, "by_card": True, "rate": 0.002}),
    ("+ no tanh", {"tanh": False}),
    ("+ inputs of each placement", {"inputs": "each"}),
    ("+ more games, a falling rate", {"games": PRESETS["reinforce-best"].games, "falls": True}),
)


class Result(NamedTuple):
    """Cards laid and share of games won by a finished learner (or whoever), and half of the mean's 95% interval."""

    laid: float
    won: float
    reach: float

    @classmethod
    def of(cls, laid: Any) -> Result:
        """Of the cards laid in each game, int64 (games,)."""
        found = estimate(laid.tolist())
        return cls(round(found.mean, 3), round(float((laid == CARDS).mean()), 4), round(found.reach, 3))


def methods() -> list[tuple[str, Method]]:
    """Each row of the table of changes: its name, and the method with all changes up to there."""
    found, method = [], Method()
    for name, change in CHANGES:
        method = method._replace(**change)
        found.append((name, method))
    return found


def reproduce(
    jobs: int, progress: Callable[[TrainProgress], None], table: str | None = None, scale: float = 1.0
) -> dict[str, Any]:
    """{"seed", "tables", "claims", "graphs"}; with `table` only that one. Refusal for an unknown table.

    One run after another in this process, whatever `jobs` says: torch's random numbers are the process's. scale: that
    share of the games learned from, in whole batches for each point of the curve.
    """
    if table is not None and table not in TABLES:
        raise Refusal(f"the study has no table {quoted(table)}; there are {', '.join(TABLES)}")
    names = TABLES if table is None else (table,)
    every = [("notebook", NOTEBOOK)] * ("notebook" in names) + methods() * ("changes" in names)
    runs = [(name, method._replace(games=scaled(method.games, scale, method.batch * POINTS))) for name, method in every]
    total, before = sum(method.games for _, method in runs), 0
    random = Result.of(tournament(TESTS, ONE, RANDOM, random_state(SEED, 10**9)))
    results, curves = list[Result](), dict[str, list[Result]]()
    for name, method in runs:
        learner, curve = Learner(method, SEED), list[Result]()
        part = method.games // POINTS
        while learner.done < method.games:
            curve.append(Result.of(learner.run(part)))
            progress(TrainProgress(before + learner.done, total, {"laid": curve[-1].laid}))
        results.append(Result.of(learner.test(TESTS // TOGETHER, 10**9)))
        curves[name] = curve
        before += method.games
    found: dict[str, Any] = {"seed": SEED, "tables": [], "claims": [], "graphs": []}
    if "notebook" in names:
        found["tables"].append(_table("notebook", ["random", "the notebook's network"], [random, results[0]]))
        course = curves["notebook"]
        found["claims"].append(_more("the notebook's network lays more cards than at random", results[0], random))
        found["claims"].append(
            _more("it lays more at the end of its training than at its start", course[-1], course[0])
        )
        found["graphs"].append(_graph("The notebook's network", runs[0][1].games, {"notebook": curves["notebook"]}))
    if "changes" in names:
        rows = [name for name, _ in methods()]
        found["tables"].append(_table("changes", rows, results[-len(rows) :]))
        found["claims"].append(_more("the same method done right lays more cards than at random", results[-1], random))
        steps = {name: curves[name] for name in rows[:-1]}
        found["graphs"].append(_graph("One change at a time, cards laid while learning", runs[-2][1].games, steps))
    return found


def _table(name: str, rows: list[str], results: list[Result]) -> dict[str, Any]:
    return {
        "name": name,
        "source": [],
        "ours": [[result.laid, result.won] for result in results],
        "rows": rows,
        "columns": ["cards laid", "share won"],
        "unit": "as the player plays, paper",
        "n": TESTS,
        "interval": max(result.reach for result in results),
    }


def _more(text: str, better: Result, worse: Result) -> dict[str, Any]:
    """The claim that the first lays more cards; it holds if the whole interval of the difference is above 0."""
    figure, reach = better.laid - worse.laid, sqrt(better.reach**2 + worse.reach**2)
    interval = [round(figure - reach, 3), round(figure + reach, 3)]
    return {"text": text, "holds": interval[0] > 0, "figure": round(figure, 3), "interval": interval}


def _graph(title: str, games: int, series: dict[str, list[Result]]) -> dict[str, Any]:
    return {
        "title": title,
        "x": [games // POINTS * (point + 1) for point in range(POINTS)],
        "series": {name: [result.laid for result in curve] for name, curve in series.items()},
        "x_label": "games learned from",
        "y_label": "cards laid",
    }
