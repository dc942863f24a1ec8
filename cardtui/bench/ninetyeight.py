"""Benchmarks of 98 cards: compiled games against the readable rules, and the search against its first answer."""

from __future__ import annotations

from .. import registry
from .common import RUNS, SEED, Figure, fastest, figure, random_play, searched

GAME = "98"
KERNEL_GAMES, READABLE_GAMES, SEARCHED = 100_000, 500, 3


def kernel() -> list[Figure]:
    """Measure compiled random games against the readable rules."""
    from ..games.ninetyeight.kernel import ONE, RANDOM, tournament
    from ..kernels import random_state

    game = registry.game(GAME)
    tournament(10, ONE, RANDOM, random_state(SEED))  # compiles
    fast = KERNEL_GAMES / fastest(lambda: tournament(KERNEL_GAMES, ONE, RANDOM, random_state(SEED)))
    slow = READABLE_GAMES / fastest(lambda: random_play(game, READABLE_GAMES))
    conditions = f"random play, paper, one core, best of {RUNS} runs of {KERNEL_GAMES} games"
    return [figure("kernel", fast, "games/s", f"the readable rules: {slow:.0f} games/s", fast / slow, conditions, GAME)]


def search() -> list[Figure]:
    """Measure a decision of the bot search against its first answer, which is the policy's alone."""
    return [searched(registry.game(GAME), "search", SEARCHED)]
