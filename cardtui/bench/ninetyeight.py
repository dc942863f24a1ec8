"""Benchmarks of 98 cards: compiled games against the readable rules, and the search against its first answer."""

from __future__ import annotations

import time
from random import Random

from .. import registry
from .common import RUNS, SEED, Figure, figure, searched

GAME = "98"
KERNEL_GAMES, READABLE_GAMES, SEARCHED = 100_000, 500, 3


def kernel() -> list[Figure]:
    """Measure compiled random games against the readable rules."""
    from ..games.ninetyeight.kernel import ONE, RANDOM, tournament
    from ..kernels import random_state

    def compiled(games: int) -> float:
        began = time.process_time()
        tournament(games, ONE, RANDOM, random_state(SEED))
        return time.process_time() - began

    compiled(10)
    fast = KERNEL_GAMES / min(compiled(KERNEL_GAMES) for _ in range(RUNS))
    slow = READABLE_GAMES / min(_readable() for _ in range(RUNS))
    conditions = f"random play, paper, one core, best of {RUNS} runs of {KERNEL_GAMES} games"
    return [figure("kernel", fast, "games/s", f"the readable rules: {slow:.0f} games/s", fast / slow, conditions, GAME)]


def _readable() -> float:
    """Return the CPU seconds of `READABLE_GAMES` random games under the readable rules."""
    game, rng, began = registry.game(GAME), Random(SEED), time.process_time()
    for _ in range(READABLE_GAMES):
        state = game.start(game.deal(rng))
        while game.turn(state) is not None:
            legal = game.legal(state)
            state = game.apply(state, legal[int(rng.random() * len(legal))])
    return time.process_time() - began


def search() -> list[Figure]:
    """Measure a decision of the bot search against its first answer, which is the policy's alone."""
    return [searched(registry.game(GAME), "search", SEARCHED)]
