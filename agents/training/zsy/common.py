"""Tests against the simple bots, and the end of a run, shared by the trainers of Zheng Shang You."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from cardtui.games.zsy.kernel_players import PAPER, PATTERN, RANDOM
from cardtui.intervals import wilson
from cardtui.kernels import RandomState, random_state

from ...zsy.features import RULES
from ..runs import Run

TESTS = {"greedy": PAPER, "greedy:lead=pattern": PATTERN, "random": RANDOM}
"""The opponents in tests, and their kinds in the kernel: the paper's two, and the strongest greedy one."""
TEST_DEALS, CARD_DEALS = 4_000, 40_000
"""Number of deals against each opponent for a point of the learning curve, and for the card."""

Wins: TypeAlias = Callable[[int, int, RandomState], int]
"""Counts a bot's wins: `wins(deals, kind, rng)` plays this many deals against the simple bot `kind`."""


def tested(wins: Wins, seed: int) -> dict[str, float]:
    """Return the share of deals won against each opponent, for the learning curve."""
    return {name: wins(TEST_DEALS, kind, random_state(seed, 10**9 + kind)) / TEST_DEALS for name, kind in TESTS.items()}


def scores(wins: Wins, seed: int) -> list[dict[str, Any]]:
    """Return the card's [[scores]], with Wilson's 95% intervals."""
    rows = []
    for name, kind in TESTS.items():
        share = wins(CARD_DEALS, kind, random_state(seed, 2 * 10**9 + kind)) / CARD_DEALS
        low, high = wilson(share, CARD_DEALS)
        rows.append({"against": name, "n": CARD_DEALS, "win": share, "low": round(low, 5), "high": round(high, 5)})
    return rows


def product(shares: Mapping[str, float]) -> float:
    """Return the paper's combined loss: the percentages lost to greedy and to random, multiplied."""
    return 1e4 * (1 - shares["greedy"]) * (1 - shares["random"])


def finish(
    run: Run,
    wins: Wins,
    features: str,
    games: int,
    results: Mapping[str, Any],
    arrays: Mapping[str, Any],
    file: str = "model.safetensors",
) -> None:
    """Test the finished bot and write curve.csv, the arrays and card.toml with `results` and the scores."""
    rows = scores(wins, run.request.seed)
    measured = {"product": round(product({row["against"]: row["win"] for row in rows}), 1), "scores": rows}
    # the cards of this game name the features after the seed
    heading = {"rules": RULES, "command": run.request.command, "seed": run.request.seed, "features": features}
    run.finish(["games", *TESTS], run.curve, heading, games, {**results, **measured}, arrays, file)
