"""The source document's study of Harel: 2 rewards, 2 learning rates, 3 discounts, 20 intervals of 20,000 games.

The figures in the document's own tables are not public. `source` has what its text says: with the round reward it wins
more than half of its games against greedy and more than 80% against semirandom. The other settings are those of the
preset `paper` of harel: the two heuristics and two earlier versions as opponents, and ε falling from 0.5 to 0.02.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import sqrt
from threading import Event
from typing import Any, NamedTuple

from cardtui.intervals import Estimate, estimate, wilson

from ..progress import TrainProgress, scaled, tables_asked
from .harel import HEURISTICS, PRESETS, Learner, Result

REWARDS = ("round", "end")
RATES = (0.1, 0.3)
DISCOUNTS = (0.1, 0.5, 0.9)
PAIRS = tuple((rate, discount) for rate in RATES for discount in DISCOUNTS)
INTERVALS, GAMES, TESTS = 20, 20_000, 1_000
FINAL_BATCHES = 10
"""Number of batches of TESTS games that the finished learners play for the tables."""
SEED = 2026
OPPONENTS = tuple(HEURISTICS)
ROWS = [f"rate {rate:g}, discount {discount:g}" for rate, discount in PAIRS]
MEASURES = {
    "wins": ("share of wins", "share of won deals"),
    "ratio": ("win–loss ratio", "wins per loss"),
    "score": ("final score", "points in hand at the end, low is good"),
}
TABLES = tuple(f"{measure}-{reward}" for measure in MEASURES for reward in REWARDS)


class Run(NamedTuple):
    """The results of one of the twelve learners by opponent: `tests` after each interval, `final` for each batch."""

    tests: Sequence[Mapping[str, Result]]
    final: Sequence[Mapping[str, Result]]

    def wins(self, opponent: str) -> float:
        """Return the finished learner's share of wins."""
        return sum(batch[opponent].wins for batch in self.final) / len(self.final)


Runs = Mapping[tuple[str, float, float], Run]


def reproduce(
    jobs: int, progress: Callable[[TrainProgress], None], table: str | None = None, scale: float = 1.0
) -> dict[str, Any]:
    """Return {"seed", "tables", "claims", "graphs"}; with `table` only that table, and the claims on its learners.

    `jobs` threads share the twelve learners; the result does not depend on their number. `scale` is the share of the
    training games to play. Raises Refusal for an unknown table.
    """
    names = tables_asked(table, TABLES)
    rewards = REWARDS if table is None else (table.partition("-")[2],)
    keys = [(reward, *pair) for reward in rewards for pair in PAIRS]
    games = scaled(GAMES, scale)
    total = len(keys) * INTERVALS * games
    done = 0

    def report() -> None:
        nonlocal done
        done += games
        progress(TrainProgress(done, total, {}))

    stop = Event()
    with ThreadPoolExecutor(jobs) as threads:
        try:
            futures = {key: threads.submit(follow, *key, games, report, stop) for key in keys}
            runs = {key: future.result() for key, future in futures.items()}
        except BaseException:
            stop.set()
            raise
    return {
        "seed": SEED,
        "tables": [_table(runs, *name.split("-")) for name in names],
        "claims": list(_claims(runs)),
        "graphs": list(_graphs(runs, rewards, games)),
    }


def follow(reward: str, rate: float, discount: float, games: int, report: Callable[[], None], stop: Event) -> Run:
    """Train one learner, testing it and calling `report` after each interval of `games` games, until `stop` is set."""
    settings = replace(
        PRESETS["paper"], reward=reward, learning_rate=rate, discount=discount, intervals=INTERVALS, games=games
    )
    learner = Learner(settings, SEED)
    tests = []
    while learner.interval < INTERVALS and not stop.is_set():
        for _ in learner.run():
            pass
        tests.append(learner.test(TESTS, learner.interval))
        report()
    return Run(tests, [learner.test(TESTS, 1_000 + batch) for batch in range(FINAL_BATCHES)])


# --- tables -----------------------------------------------------------------------------------
def _table(runs: Runs, measure: str, reward: str) -> dict[str, Any]:
    games = FINAL_BATCHES * TESTS
    ours, margin = [], 0.0
    for pair in PAIRS:
        run = runs[(reward, *pair)]
        row = []
        for opponent in OPPONENTS:
            share = run.wins(opponent)
            low, high = wilson(share, games)
            value, spread = share, (high - low) / 2
            if measure == "ratio":
                value, spread = _ratio(share, games), (_ratio(high, games) - _ratio(low, games)) / 2
            if measure == "score":
                score = estimate([batch[opponent].score for batch in run.final])
                value, spread = score.mean, score.margin
            row.append(round(value, 4))
            margin = max(margin, spread)
        ours.append(row)
    source: list[list[str | None]] = [[None, None] for _ in PAIRS]
    if (measure, reward) == ("wins", "round"):
        source[0] = ["> 0.5", "> 0.8"]
    return {
        "name": f"{measure}-{reward}",
        "source": source if any(map(any, source)) else [],
        "ours": ours,
        "rows": ROWS,
        "columns": [f"against {opponent}" for opponent in OPPONENTS],
        "unit": f"{MEASURES[measure][1]}, reward {reward}",
        "n": games,
        "interval": round(margin, 4),
    }


def _ratio(share: float, games: int) -> float:
    """Return wins per loss; finite even without losses."""
    return share / max(1 - share, 0.5 / games)


# --- claims -----------------------------------------------------------------------------------
def _claims(runs: Runs) -> Iterator[dict[str, Any]]:
    """Yield the document's claims. A claim `holds` if the whole 95% interval is on its side.

    The intervals are those of the tests of these learners; other seeds give other learners.
    """
    games = FINAL_BATCHES * TESTS
    if ("round", *PAIRS[0]) in runs:
        shipped = runs[("round", *PAIRS[0])]
        for opponent, bound in zip(OPPONENTS, (0.5, 0.8), strict=True):
            share = shipped.wins(opponent)
            low, high = wilson(share, games)
            text = f"round reward, rate 0.1, discount 0.1: wins more than {bound:.0%} against {opponent}"
            yield {"text": text, "holds": low > bound, "figure": round(share, 4), "interval": _rounded(low, high)}
        yield _difference(
            "round reward: discount 0.1 is better than 0.9 (share of wins, mean over rates and opponents)",
            *([runs[("round", rate, discount)] for rate in RATES] for discount in (0.1, 0.9)),
        )
    if len(runs) > len(PAIRS):
        rounds, ends = ([runs[(reward, *pair)] for pair in PAIRS] for reward in REWARDS)
        yield _difference("round is better than end (share of wins, mean over all pairs and opponents)", rounds, ends)
        yield _difference(
            "round is better than end at a low discount (0.1, the same mean)",
            *([runs[(reward, rate, 0.1)] for rate in RATES] for reward in REWARDS),
        )
        yield _difference(
            "round is better than end at a high discount (0.9, the same mean): the discount decides it, since a reward"
            " at the end reaches early turns only through a discount near 1, while each round's own reward needs none",
            *([runs[(reward, rate, 0.9)] for rate in RATES] for reward in REWARDS),
        )
        best = [max(some, key=_both) for some in (rounds, ends)]
        yield _difference("the best pair of round is better than the best pair of end", [best[0]], [best[1]])


def _both(run: Run) -> float:
    return sum(map(run.wins, OPPONENTS)) / len(OPPONENTS)


def _difference(text: str, better: Sequence[Run], worse: Sequence[Run]) -> dict[str, Any]:
    """Return the claim that the first learners' mean share of wins is higher than the second's."""
    figure, variance = 0.0, 0.0
    for sign, some in ((1, better), (-1, worse)):
        shares = [run.wins(opponent) for run in some for opponent in OPPONENTS]
        figure += sign * sum(shares) / len(shares)
        variance += sum(share * (1 - share) for share in shares) / (FINAL_BATCHES * TESTS) / len(shares) ** 2
    margin = Estimate(figure, sqrt(variance)).margin
    low, high = figure - margin, figure + margin
    return {"text": text, "holds": low > 0, "figure": round(figure, 4), "interval": _rounded(low, high)}


def _rounded(low: float, high: float) -> list[float]:
    return [round(low, 4), round(high, 4)]


# --- graphs -----------------------------------------------------------------------------------
def _graphs(runs: Runs, rewards: Sequence[str], games: int) -> Iterator[dict[str, Any]]:
    """Yield the document's graphs: final score and win–loss ratio over training games, by reward and opponent.

    `games` is the number of training games between two tests.
    """
    for reward in rewards:
        for measure in ("score", "ratio"):
            for opponent in OPPONENTS:
                series = {}
                for pair, name in zip(PAIRS, ROWS, strict=True):
                    results = [test[opponent] for test in runs[(reward, *pair)].tests]
                    values = [r.score if measure == "score" else _ratio(r.wins, TESTS) for r in results]
                    series[name] = [round(value, 4) for value in values]
                yield {
                    "title": f"{MEASURES[measure][0]}, reward {reward}, against {opponent}",
                    "x": [games * (interval + 1) for interval in range(INTERVALS)],
                    "series": series,
                    "x_label": "games learned from",
                    "y_label": MEASURES[measure][1],
                }
