"""The source paper's tables, reproduced: its network trained with seven settings, and over seven rounds, at full scale.

Of the paper's figures `source` has only those of its best network: 75.7% against greedy, 97.2% against random. The
seven settings are ours: each changes one thing in the preset that we ship. An interrupted run continues where it
stopped: checkpoints stay in the user's cache folder until the study is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import numpy as np
import platformdirs
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import decide
from cardtui.games.zsy.kernel_players import GROUP, LOWEST, PAPER, PATTERN, RANDOM, tournament
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.intervals import Estimate, wilson
from cardtui.kernels import random_state
from cardtui.models import code, digest
from cardtui.models.arrays import Array

from ...zsy import features
from ...zsy import td as linear
from ...zsy.deepq import DeepQ, DeepQLstm
from ...zsy.dmc import NEEDS as STRONGEST_NEEDS
from .. import checkpoints
from ..progress import Progress, TrainProgress, scaled, tables_asked
from ..replies import shipped
from ..runs import Request, Run
from . import deepq, dmc, td
from .common import Wins, product

SEED = 2026
CARD_SEED = 1
"""The seed of the run that made the shipped weights of dmc."""
GAMES = 10_000
"""Test games of every row against each opponent, as in the paper."""
DUPLICATE = 250
"""Deals of every bot against the strongest, each played twice with seats exchanged."""
PLAN = deepq.PRESETS["deep-q"]["paper"]
FIRST = replace(PLAN, rounds=1)
"""The settings are compared after one round."""
SEARCH = {
    "as shipped": FIRST,
    "reward discount 1": replace(FIRST, win_discount=1.0),
    "reward discount 0.9": replace(FIRST, win_discount=0.9),
    "cost discount 1": replace(FIRST, loss_discount=1.0),
    "cost discount 0.9": replace(FIRST, loss_discount=0.9),
    "learning rate 0.0003": replace(FIRST, learning_rate=3e-4),
    "learning rate 0.003": replace(FIRST, learning_rate=3e-3),
}
RESPONSE = replace(dmc.PRESETS["reply"].values[0], games=300_000)
"""How the best response to the strongest bot is trained."""
BEGUN = 1_600_000
"""Games in the first ten minutes of the strongest bot's training on one core."""
DUELS = 20_000
"""Deals of the strongest bot against its best response, and against its own earlier version after `BEGUN` games."""
OPPONENTS = {"greedy": PAPER, "random": RANDOM}
COLUMNS = ["greedy %", "random %", "combined loss"]
SOURCE = (0.757, 0.972)
"""The shares of wins of the paper's best network against each of the `OPPONENTS`."""
TABLES = ("players", "search", "rounds", "response", "begun")
STRONGEST = "dmc"

Shares: TypeAlias = Mapping[str, float]
"""Shares of games won, by opponent."""
Arrays: TypeAlias = Mapping[str, NDArray[np.float32]]


def reproduce(jobs: int, progress: Progress, table: str | None = None, scale: float = 1.0) -> dict[str, Any]:
    """Return {"seed", "tables", "claims", "graphs"}; with `table` only that table.

    `scale` is the share of the games to learn from. Runs follow one another whatever `jobs` is, because torch has a
    single stream of random numbers. Raises Refusal for an unknown table.
    """
    asked = tables_asked(table, TABLES)
    plans = dict(SEARCH) if "search" in asked else {}
    plans |= {"rounds": PLAN} if "rounds" in asked else {}
    plans = {name: replace(plan, games=scaled(plan.games, scale, deepq.CHUNK)) for name, plan in plans.items()}
    stage = replace(RESPONSE, games=scaled(RESPONSE.games, scale, dmc.CHUNK))
    first = scaled(BEGUN, scale, dmc.CHUNK)
    total = sum(plan.rounds * plan.games for plan in plans.values())
    total += stage.games * ("response" in asked) + first * ("begun" in asked)
    before = 0
    results: dict[str, list[Shares]] = {}
    for name, plan in plans.items():
        results[name] = rounds(name, plan, partial(_tell, progress, before, total))
        before += plan.rounds * plan.games
    tables, claims = [], []
    if "players" in asked:
        tables += players()
    if "search" in asked:
        tables.append(_table("search", list(SEARCH), [results[name][0] for name in SEARCH]))
    if "rounds" in asked:
        every = results["rounds"]
        tables.append(_table("rounds", [f"round {number}" for number in range(1, PLAN.rounds + 1)], every))
        claims += list(_claims(every))
    if "response" in asked:
        tables.append(response(stage, partial(_tell, progress, before, total)))
        before += stage.games
    if "begun" in asked:
        tables.append(begun(first, partial(_tell, progress, before, total)))
    for name, plan in plans.items():
        checkpoints.discard(_folder(name, plan))
    graphs = [_graph(plans["rounds"].games, results["rounds"])] if "rounds" in asked else []
    return {"seed": SEED, "tables": tables, "claims": claims, "graphs": graphs}


def _tell(progress: Progress, before: int, total: int, done: int) -> None:
    """Report `done` games of the current part of the study, which began after `before` games."""
    progress(TrainProgress(before + done, total, {}))


def _folder(name: str, plan: deepq.Plan) -> Path:
    """Return the folder for the checkpoints of a run with the current sources."""
    run = digest(f"{name}, {plan.games} games, {code('zsy')}, {code('training/zsy')}")
    return Path(platformdirs.user_cache_dir("cardtui"), "study", "zsy", run)


def rounds(name: str, plan: deepq.Plan, tell: Callable[[int], None]) -> list[Shares]:
    """Train by a plan, or continue a training; return what the network wins against each opponent after each round."""
    folder = _folder(name, plan)
    resume = (folder / checkpoints.NAME).is_file()
    request = Request("zsy", "deep-q", "paper", SEED, folder, resume, lambda now: tell(now.done))
    run = Run(request, plan.rounds * plan.games, identity={"study": name, **asdict(plan)})
    deepq.follow(run, plan, False, lambda weights: _shares(deepq.winner(weights)))
    return [dict(zip(OPPONENTS, shares, strict=True)) for _, *shares in run.curve]


def _shares(wins: Wins) -> Shares:
    """Play `GAMES` games against each opponent."""
    return {name: wins(GAMES, kind, random_state(SEED, kind)) / GAMES for name, kind in OPPONENTS.items()}


# --- the bots as they ship --------------------------------------------------------------------
def players() -> list[dict[str, Any]]:
    """Return the tables of all bots: against the paper's two opponents, and in duplicate against the strongest."""
    ours, names, duels = [], [], []
    source: list[list[float | None]] = []
    for name, wins in _bots():
        names.append(name)
        ours.append(_row(_shares(wins)))
        duels.append([round(100 * duplicate(name, STRONGEST), 1)])
        paper = dict(zip(OPPONENTS, SOURCE, strict=True))
        source.append([*_row(paper)] if name == "deep-q" else [None] * len(COLUMNS))
    half = 100 * (wilson(0.5, 2 * DUPLICATE)[1] - 0.5)
    return [_described("players", source, ours, names), _duels("duplicate", names, duels, DUPLICATE, half)]


def response(stage: dmc.Stage, tell: Callable[[int], None]) -> dict[str, Any]:
    """Return the table of a network of the strongest bot's size that was trained only to beat that bot."""
    frozen = _strongest()
    learned = dmc.best_response(frozen, dmc.Plan(values=(stage,)), SEED, lambda now: tell(now.done))
    won = dmc.head_to_head(learned, frozen, DUELS, random_state(SEED))
    return _duel("response", f"best response, {stage.games} games", won)


def begun(games: int, tell: Callable[[int], None]) -> dict[str, Any]:
    """Return the table of the strongest bot as it was after its first `games` games, which are learned from again."""
    first = dmc.weights_after(games, CARD_SEED, lambda now: tell(now.done))
    won = dmc.head_to_head(first, _strongest(), DUELS, random_state(SEED))
    return _duel("begun", f"after its first {games} games", won)


def _duel(name: str, row: str, won: Estimate) -> dict[str, Any]:
    """Return a table with one row of `DUELS` deals against the strongest bot."""
    return _duels(name, [row], [[100 * won.mean]], DUELS, 100 * won.margin)


def _duels(name: str, rows: list[str], ours: list[list[float]], deals: int, half: float) -> dict[str, Any]:
    """Return a table of games against the strongest bot: `deals` deals, each played twice with hands exchanged."""
    return {
        "name": name,
        "source": [],
        "ours": [[round(share, 2) for share in row] for row in ours],
        "rows": rows,
        "columns": [f"% against {STRONGEST}"],
        "unit": "% of games won, in duplicate",
        "n": 2 * deals,
        "interval": round(half, 2),
    }


def _bots() -> Iterator[tuple[str, Wins]]:
    """Yield the names of the bots, each with the function that counts its wins."""
    for name, kind in {"random": RANDOM, "greedy": PAPER, "greedy:lead=lowest": LOWEST}.items():
        yield name, _simple(kind)
    yield "greedy:lead=group", _simple(GROUP)
    yield "greedy:lead=pattern", _simple(PATTERN)
    yield "td-linear", td.winner(_weights("td-linear", linear.FEATURES, linear.NEEDS)["weights"])
    yield "deep-q", deepq.winner(_weights("deep-q", DeepQ.features, DeepQ.needs))
    yield "deep-q-lstm", deepq.winner(_weights("deep-q-lstm", DeepQLstm.features, DeepQLstm.needs))
    yield STRONGEST, dmc.winner(_strongest())


def _simple(kind: int) -> Wins:
    return lambda deals, other, rng: int(tournament(deals, np.array([kind, other]), rng))


def _weights(bot: str, inputs: str, needs: Mapping[str, Array]) -> dict[str, Any]:
    """Load the shipped weights of a bot with these features."""
    return shipped("zsy", bot, inputs, features.RULES, needs)[0]


def _strongest() -> Arrays:
    return _weights(STRONGEST, features.FEATURES, STRONGEST_NEEDS)


def duplicate(name: str, other: str) -> float:
    """Return the share of games that a bot wins in `DUPLICATE` deals, each played twice with seats exchanged."""
    game, won = ZhengShangYou(), 0
    bots = [registry.agent(game, name), registry.agent(game, other)]
    for number in range(DUPLICATE):
        rng = Random(f"{SEED}/{number}")
        opened = game.start(game.deal(rng))
        for seat in (0, 1):
            state = opened
            while state.seat is not None:
                bot = bots[0 if state.seat == seat else 1]
                state = game.apply(state, decide(bot, game.observe(state, state.seat), rng, 1).action)
            won += state.winner == seat
    return won / (2 * DUPLICATE)


# --- tables and claims ------------------------------------------------------------------------
def _row(shares: Shares) -> list[float]:
    """Return the cells of a table with `COLUMNS`."""
    return [*(round(100 * shares[name], 2) for name in OPPONENTS), round(product(shares), 1)]


def _described(
    name: str,
    source: Sequence[Sequence[float | None]],
    ours: Sequence[Sequence[float]],
    rows: list[str],
) -> dict[str, Any]:
    return {
        "name": name,
        "source": source,
        "ours": ours,
        "rows": rows,
        "columns": COLUMNS,
        "unit": "% of games won, whose interval this is at most; combined loss: the two percentages lost, multiplied",
        "n": GAMES,
        "interval": round(100 * (wilson(0.5, GAMES)[1] - 0.5), 2),
    }


def _table(name: str, rows: list[str], results: list[Shares]) -> dict[str, Any]:
    return _described(name, [], [_row(shares) for shares in results], rows)


def _claims(every: list[Shares]) -> Iterator[dict[str, Any]]:
    """Yield the claims that our best round is as good as the paper's network.

    A claim holds if no part of the 95% interval is below the paper's figure.
    """
    best = min(every, key=product)
    for name, source in zip(OPPONENTS, SOURCE, strict=True):
        low, high = wilson(best[name], GAMES)
        text = f"deep-q wins at least {100 * source:.1f}% against {name} (the round that lost least in these games)"
        yield {
            "text": text, "holds": low >= source, "figure": round(best[name], 4),
            "interval": [round(low, 4), round(high, 4)],
        }  # fmt: skip


def _graph(games: int, every: list[Shares]) -> dict[str, Any]:
    """Return the graph of the shares of wins over the rounds of `games` games each."""
    return {
        "title": "deep-q over its rounds",
        "x": [games * number for number in range(1, len(every) + 1)],
        "series": {f"against {name}": [round(shares[name], 4) for shares in every] for name in OPPONENTS},
        "x_label": "games learned from",
        "y_label": "share of won deals",
    }
