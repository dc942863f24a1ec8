"""Benchmarks of Zheng Shang You: compiled games against the readable rules, the exact solver, and dmc-search."""

from __future__ import annotations

import time
from random import Random

from ..games.zsy.rules import DECK, ZhengShangYou
from .common import RUNS, SEED, Figure, fastest, figure, random_play, searched

GAME = "zsy"
KERNEL_GAMES, READABLE_GAMES = 200_000, 500
SOLVER_DEALS, SEARCHED = 60, 10
HELD = (8, 10, 12)
"""Cards in each hand at which the solver is asked."""
BUDGET = 1 << 40


def kernel() -> list[Figure]:
    """Measure random full games against the readable rules."""
    from ..games.zsy.kernel import random_games
    from ..kernels import random_state

    rng = random_state(SEED)
    random_games(10, rng)  # compiles
    fast = KERNEL_GAMES / fastest(lambda: random_games(KERNEL_GAMES, rng))
    slow = READABLE_GAMES / fastest(lambda: random_play(ZhengShangYou(), READABLE_GAMES))
    conditions = f"random full games, one core, best of {RUNS} runs of {KERNEL_GAMES} games"
    against = f"the readable rules: {slow:.0f} games/s"
    return [figure("kernel", fast, "games/s", against, fast / slow, conditions, GAME)]


def solver() -> list[Figure]:
    """Measure how long the solver takes to say who wins a random deal, against the budget of a review, 150 ms."""
    import numpy as np

    from ..games.zsy.kernel import packed
    from ..games.zsy.solver import wins, workspace

    figures = []
    for held in HELD:
        rng, times = Random(f"{SEED}/{held}"), []
        for _ in range(SOLVER_DEALS + 1):  # the first compiles
            cards, space = rng.sample(DECK, 2 * held), workspace()
            began = time.process_time()
            wins(packed(cards[:held]), packed(cards[held:]), 0, np.array([BUDGET]), *space)
            times.append(1000 * (time.process_time() - began))
        mean, worst = sum(times[1:]) / SOLVER_DEALS, sorted(times[1:])[SOLVER_DEALS * 95 // 100]
        conditions = f"who wins, mean of {SOLVER_DEALS} deals, {held} + {held} cards, p95 {worst:.1f} ms"
        figures.append(figure(f"solver {held}", mean, "CPU ms", "150 ms for a review", mean / 150, conditions, GAME))
    return figures


def search() -> list[Figure]:
    """Measure a decision of dmc-search against its first answer, which is dmc's."""
    return [searched(ZhengShangYou(), "dmc-search", SEARCHED)]
