"""What the trainers of Zheng Shang You share: the test against the simple bots, and what they leave behind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from cardtui.games.zsy.kernel_players import PAPER, PATTERN, RANDOM
from cardtui.intervals import wilson
from cardtui.kernels import random_state

from ...zsy.features import RULES
from .. import checkpoints

TESTS = {"greedy": PAPER, "greedy:lead=pattern": PATTERN, "random": RANDOM}
"""Who a bot is tested against: the paper's two, and the hardest of the greedy ones."""
TEST_DEALS, CARD_DEALS = 4_000, 40_000

Wins = Callable[[int, int, Any], int]
"""How many of so many deals a bot wins against a simple bot of that kind, with this generator."""


def tested(wins: Wins, seed: int) -> dict[str, float]:
    """Shares of deals won, for the learning curve."""
    return {name: wins(TEST_DEALS, kind, random_state(seed, 10**9 + kind)) / TEST_DEALS for name, kind in TESTS.items()}


def scores(wins: Wins, seed: int) -> list[dict[str, Any]]:
    """The card's [[scores]], with Wilson's 95% intervals."""
    rows = []
    for name, kind in TESTS.items():
        share = wins(CARD_DEALS, kind, random_state(seed, 2 * 10**9 + kind)) / CARD_DEALS
        low, high = wilson(share, CARD_DEALS)
        rows.append({"against": name, "n": CARD_DEALS, "win": share, "low": round(low, 5), "high": round(high, 5)})
    return rows


def product(shares: Mapping[str, float]) -> float:
    """The paper's combined loss: the percentages lost to greedy and to random, multiplied."""
    return 1e4 * (1 - shares["greedy"]) * (1 - shares["random"])


def write(
    out: Path, bot: str, preset: str, seed: int, card: Mapping[str, Any], curve: list[list[Any]],
    arrays: Mapping[str, Any], file: str = "model.safetensors",
) -> None:  # fmt: skip
    """Leave curve.csv, the arrays and card.toml, as `checkpoints.finish` does."""
    about = {
        "game": "zsy",
        "bot": bot,
        "rules": RULES,
        "command": f"cardtui train zsy {bot} --preset {preset} --seed {seed}",
        "seed": seed,
    }
    checkpoints.finish(out, ["games", *TESTS], curve, {**about, **card}, arrays, file)
