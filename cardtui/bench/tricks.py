"""Benchmarks of tricks: compiled random games against the readable rules, and the solvers."""

from __future__ import annotations

import time
from random import Random
from statistics import median

from ..games.tricks.rules import Tricks
from .common import RUNS, SEED, Figure, fastest, figure, random_play

GAME = "tricks"
KERNEL_MATCHES, READABLE_MATCHES = 500_000, 300
SEARCH_DEALS = 25


def kernel() -> list[Figure]:
    """Measure random games, two to a match, against the readable rules."""
    from ..games.tricks.kernel import mask, random_matches
    from ..kernels import random_state

    game, rng = Tricks(), random_state(SEED)
    deck = mask(game.deck)
    random_matches(10, deck, rng)  # compiles
    fast = 2 * KERNEL_MATCHES / fastest(lambda: random_matches(KERNEL_MATCHES, deck, rng))
    slow = 2 * READABLE_MATCHES / fastest(lambda: random_play(game, READABLE_MATCHES))
    conditions = f"random games, ten tricks each, one core, best of {RUNS} runs of {2 * KERNEL_MATCHES} games"
    return [figure("kernel", fast, "games/s", f"the readable rules: {slow:.0f} games/s", fast / slow, conditions, GAME)]


def solver() -> list[Figure]:
    """Measure the solvers: all positions of two colours by retrograde analysis, deals of four colours by search."""
    from ..games.tricks import lanes
    from ..games.tricks.kernel import mask
    from ..games.tricks.solver import solved

    solved(2)  # compiles
    figures = []
    for n in (10, 13):
        solved.cache_clear()
        began = time.process_time()
        table = solved(n)
        took = time.process_time() - began
        count = len(table.tricks) - 1
        against = f"{count} positions"
        conditions = f"tricks to come, and on average against random, two colours of {n}"
        figures.append(figure(f"solver {n}", took, "CPU s", against, count / took, conditions, GAME))
    solved.cache_clear()
    game, rng = Tricks("tricks:n=13,colours=4"), Random(SEED)
    times = []
    for _ in range(SEARCH_DEALS + 1):  # the first compiles
        work = lanes.workspace()
        hand = mask(rng.sample(game.deck, len(game.deck) // 2))
        began = time.process_time()
        position = lanes.canonical(lanes.position_of(hand, mask(game.deck)))
        lanes.tricks_of(*work, position, len(game.deck) // 2)
        times.append(time.process_time() - began)
    typical, worst = median(times[1:]), max(times[1:])
    conditions = f"tricks to come of a whole deal, four colours of 13, median of {SEARCH_DEALS} deals"
    against = f"the longest: {worst:.2f} s"
    return [*figures, figure("search 4 x 13", typical, "CPU s", against, typical / worst, conditions, GAME)]
