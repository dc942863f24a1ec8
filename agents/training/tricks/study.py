"""The source document's tables next to ours, and claims about our own players.

The document's figures are rounded and from one run each. Its two networks are trained here with ten seeds, to show how
much runs differ. All matches are duplicate matches with two colours of ten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui import loading, registry
from cardtui.executors import spread
from cardtui.intervals import estimate, wilson

from ...tricks.mlp import RULES, Mlp
from ..progress import TrainProgress, scaled, tables_asked
from ..replies import shipped
from ..torch_setup import arrays_of, prepare
from .filtered_cloning import WIN, WIN_LOSE, FilteredCloning
from .players import Result, document_player, exact, rank_player, result
from .table import first, random, revoking

SEED = 2026
SEEDS = tuple(range(1, 11))
MATCHES, MANY = 10_000, 100_000
"""Duplicate matches for each row and claim; and for claims against legal random, which hardly ever wins a match."""
COLUMNS = ["won", "lost", "drawn"]
SOURCE: dict[str, dict[str, tuple[int, int, int]]] = {
    "players": {
        "first against first": (0, 0, 100),
        "revoking random against itself": (42, 43, 15),
        "untrained network against first": (38, 38, 24),
    },
    "win": {"mean": (50, 25, 25)},
    "win-lose": {"mean": (72, 12, 16)},
    "networks": {"win against win-lose": (11, 73, 16)},
}
"""The document's tables, in per cent."""
NETWORKS = {"win": WIN, "win-lose": WIN_LOSE}
"""The presets of the document's two networks, by their names in its tables."""


class Run(NamedTuple):
    """A trained network of the document: metrics for each round, the finished network's result, and its weights."""

    rounds: Sequence[Mapping[str, float]]
    final: Result
    weights: Mapping[str, NDArray[np.float32]]


Runs = Mapping[tuple[str, int], Run]


def reproduce(
    jobs: int, progress: Callable[[TrainProgress], None], table: str | None = None, scale: float = 1.0
) -> dict[str, Any]:
    """Return {"seed", "tables", "claims", "graphs"}; with `table` only that table, and no claims about our own players.

    `jobs` processes share the runs; the result does not depend on their number. `scale` is the share of the training
    matches to play. Raises Refusal for an unknown table.
    """
    names = tables_asked(table, SOURCE)
    trained = [name for name in NETWORKS if name in names or "networks" in names]
    keys = [(name, seed) for name in trained for seed in SEEDS]
    runs: dict[tuple[str, int], Run] = {}
    progress(TrainProgress(0, len(keys) + 1, {}))
    for number, run in spread(follow, [(*key, scaled(WIN.matches, scale, 100)) for key in keys], jobs):
        runs[keys[number]] = run
        progress(TrainProgress(len(runs), len(keys) + 1, {}))
    report = {
        "seed": SEED,
        "tables": [_table(name, rows) for name in names for rows in [list(_rows(name, runs))]],
        "claims": [*_document_claims(runs), *(_claims() if table is None else ())],
        "graphs": [_graph(name, runs) for name in trained if name in names],
    }
    progress(TrainProgress(len(keys) + 1, len(keys) + 1, {}))
    return report


def follow(task: tuple[str, int, int]) -> Run:
    """Train one of the document's networks as `train` does, and test it against first.

    The task is the network's name, the seed and the number of matches per round.
    """
    name, seed, matches = task
    prepare(seed)
    algorithm = FilteredCloning(replace(NETWORKS[name], matches=matches))
    rounds = [algorithm.learn(chunk, np.random.default_rng([seed, chunk])) for chunk in range(algorithm.chunks)]
    weights = arrays_of(algorithm.net)
    rng = np.random.default_rng([SEED, seed])
    return Run(rounds, result(document_player(weights), first, MATCHES, rng), weights)


# --- tables ---------------------------------------------------------------------------------------
def _rows(name: str, runs: Runs) -> Iterator[tuple[str, Result]]:
    """Yield the rows of a table: what is compared, and the result."""
    rng = np.random.default_rng([SEED, list(SOURCE).index(name) + 100])
    if name in NETWORKS:
        results = [runs[name, seed].final for seed in SEEDS]
        yield from ((f"seed {seed}", final) for seed, final in zip(SEEDS, results, strict=True))
        yield "mean", _mean(results)
    elif name == "networks":
        pairs = [[document_player(runs[network, seed].weights) for network in NETWORKS] for seed in SEEDS]
        yield "win against win-lose", _mean([result(win, lose, MATCHES, rng) for win, lose in pairs])
    else:
        untrained = document_player(_shipped("mlp-untrained"))
        for row, (one, other) in {
            "first against first": (first, first),
            "revoking random against itself": (revoking, revoking),
            "untrained network against first": (untrained, first),
            "legal random against itself": (random, random),
            "first against legal random": (first, random),
        }.items():
            yield row, result(one, other, MATCHES, rng)


def _table(name: str, rows: list[tuple[str, Result]]) -> dict[str, Any]:
    shares = [(row.won, row.lost, row.drawn) for _, row in rows]
    margin = max(
        (high - low) / 2 for _, row in rows for low, high in (wilson(share, row.n) for share in row[:3])
    )  # fmt: skip
    return {
        "name": name,
        "source": [list(SOURCE[name].get(row, (None, None, None))) for row, _ in rows],
        "ours": [[round(100 * share, 1) for share in row] for row in shares],
        "rows": [title for title, _ in rows],
        "columns": COLUMNS,
        "unit": "per cent of duplicate matches" + (" against first" if name in NETWORKS else ""),
        "n": min(row.n for _, row in rows),
        "interval": round(100 * margin, 2),
    }


def _mean(results: Sequence[Result]) -> Result:
    """Return the mean of runs of equal size."""
    count = len(results)
    won, lost, drawn, given_away, _, n = (sum(column) for column in zip(*results, strict=True))
    margin = sum(one.margin**2 for one in results) ** 0.5 / count
    return Result(won / count, lost / count, drawn / count, given_away / count, margin, n)


# --- graphs ---------------------------------------------------------------------------------------
def _graph(name: str, runs: Runs) -> dict[str, Any]:
    """Return the graph of the ten rounds, as the mean over the seeds."""
    series = {
        column: [
            round(100 * sum(runs[name, seed].rounds[number][column] for seed in SEEDS) / len(SEEDS), 2)
            for number in range(WIN.rounds)
        ]
        for column in COLUMNS
    }
    return {
        "title": f"{name}, against first, mean of {len(SEEDS)} seeds",
        "x": list(range(1, WIN.rounds + 1)),
        "series": series,
        "x_label": "rounds",
        "y_label": "per cent of duplicate matches",
    }


# --- claims ---------------------------------------------------------------------------------------
def _document_claims(runs: Runs) -> Iterator[dict[str, Any]]:
    """Yield the document's claims about its networks, tested on the mean over the seeds."""
    for name in NETWORKS:
        if (name, SEEDS[0]) not in runs:
            continue
        finals = [runs[name, seed].final for seed in SEEDS]
        wanted, mean = SOURCE[name]["mean"], _mean(finals)
        far = max(abs(100 * share - figure) for share, figure in zip(mean[:3], wanted, strict=True))
        won = [100 * final.won for final in finals]
        text = f"{name}: every share within 4 points of {'/'.join(map(str, wanted))}; figure: the farthest; "
        text += f"the {len(SEEDS)} seeds win {min(won):.1f} to {max(won):.1f}%"
        yield {"text": text, "holds": far <= 4, "figure": round(far, 2), "interval": None}
        yield _last_round(name, runs)


def _last_round(name: str, runs: Runs) -> dict[str, Any]:
    """Return whether the last round plays as well as an earlier one: the document does not say which it reports."""
    rounds = [[row["won"] for row in runs[name, seed].rounds] for seed in SEEDS]
    means = [sum(each[number] for each in rounds) / len(SEEDS) for number in range(len(rounds[0]))]
    best = max(range(len(means)), key=means.__getitem__)
    ahead = estimate([100 * (each[best] - each[-1]) for each in rounds])
    text = (
        f"{name}: the last round wins as much as round {best + 1}, the best on average, which wins "
        f"{100 * means[best]:.1f}% (the best of each seed: {100 * fmean(map(max, rounds)):.1f}%); figure: points less"
    )
    low, high = ahead.interval or (ahead.mean, ahead.mean)
    return {
        "text": text,
        "holds": low <= 0,
        "figure": round(ahead.mean, 2),
        "interval": [round(low, 2), round(high, 2)],
    }


def _claims() -> Iterator[dict[str, Any]]:
    """Yield claims about our own players.

    A claim about a share holds if the whole 95% interval satisfies it, a claim of "never" if it did not happen once.
    """
    rng = np.random.default_rng([SEED, 1])
    supervised, self_play = rank_player(_shipped("mlp-exact")), rank_player(_shipped("mlp-play"))
    lose = document_player(_shipped("mlp-win-lose"))
    against = {"legal random": random, "first": first, "mlp-win-lose": lose, "mlp-play": self_play}
    for name, other in against.items():
        met = result(exact, other, MANY if other is random else MATCHES, rng)
        text = f"exact never loses a duplicate match to {name} ({met.n} matches)"
        yield {"text": text, "holds": met.lost == 0, "figure": met.lost, "interval": _share(met.lost, met.n)}
        if other is random:
            yield _at_least("exact beats legal random in 99.2% of matches or more", met.won, 0.992, met.n)
    met = result(supervised, exact, MATCHES, rng)
    yield _at_least("mlp-exact draws 98% of matches with exact or more", met.drawn, 0.98, met.n)
    yield _at_most("mlp-exact gives away 0.02 tricks a game to exact or fewer", met, 0.02)
    met = result(self_play, exact, MATCHES, rng)
    yield _at_least("mlp-play draws 85% of matches with exact or more", met.drawn, 0.85, met.n)
    met = result(self_play, random, MANY, rng)
    yield _at_least(
        "mlp-play loses 0.05% of matches to legal random or fewer (share not lost)", 1 - met.lost, 0.9995, MANY
    )


def _at_least(text: str, share: float, bound: float, n: int) -> dict[str, Any]:
    low, high = wilson(share, n)
    return {"text": text, "holds": low >= bound, "figure": round(share, 5), "interval": _rounded(low, high)}


def _at_most(text: str, met: Result, bound: float) -> dict[str, Any]:
    low, high = met.given_away - met.margin, met.given_away + met.margin
    return {"text": text, "holds": high <= bound, "figure": round(met.given_away, 5), "interval": _rounded(low, high)}


def _share(share: float, n: int) -> list[float]:
    return _rounded(*wilson(share, n))


def _rounded(low: float, high: float) -> list[float]:
    return [round(low, 5), round(high, 5)]


def _shipped(bot: str) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of a shipped network."""
    kind: type[Mlp] = loading.load(registry.bot_entry("tricks", bot).target)
    return shipped("tricks", bot, kind.features, RULES, kind.needs)[0]
