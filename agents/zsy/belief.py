"""The belief of dmc about the other hand: counts of each rank, whose total is the known number of cards.

The network predicts each rank independently; dynamic programming conditions on the total. Counts are 0 … 4 for each of
15 ranks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from cardtui.games.zsy.kernel import WIDTH, unpacked
from cardtui.kernels import borrow, njit, unit
from cardtui.nets import mlp, relu, softmax

from .dmc_kernel import BELIEF_LAYERS
from .features import LEFT, UNSEEN

RANKS, COUNTS = 15, 5


def counts(row: Any, weights: Any, view: list[int]) -> Any:
    """Return the probabilities of each rank's counts, float64 (RANKS, COUNTS). row: the move's inputs (1, INPUTS)."""
    unseen = np.array(unpacked(view[UNSEEN]))
    logits = mlp(row, weights, BELIEF_LAYERS, relu).reshape(RANKS, COUNTS)
    return softmax(logits.astype(float), possible(unseen, view[LEFT]))


def possible(unseen: Any, left: int) -> Any:
    """Return which counts of each rank are possible in the other hand: bool (RANKS, COUNTS)."""
    return np.arange(COUNTS) <= np.minimum(unseen, left)[:, None]


@njit
def ways(chances: Any, left: int) -> Any:
    """Return the probability that the ranks from an index on have a total: float64 (RANKS + 1, left + 1)."""
    found = np.zeros((RANKS + 1, left + 1))
    found[RANKS, 0] = 1
    for rank in range(RANKS - 1, -1, -1):
        for total in range(left + 1):
            for held in range(min(COUNTS, total + 1)):
                found[rank, total] += chances[rank, held] * found[rank + 1, total - held]
    return found


@njit
def held_of(chances: Any, left: int) -> Any:
    """Return the expected number of cards of each rank in the other hand of `left` cards, float64 (RANKS,)."""
    after, before, then = ways(chances, left), np.zeros(left + 1), np.zeros(left + 1)
    before[0] = 1
    found = np.zeros(RANKS)
    for rank in range(RANKS):
        then[:] = 0
        for total in range(left + 1):
            for held in range(min(COUNTS, left + 1 - total)):
                chance = before[total] * chances[rank, held]
                then[total + held] += chance
                found[rank] += held * chance * after[rank + 1, left - total - held]
        before[:] = then
    return found / after[0, left]


def every(chances: Any, left: int) -> Iterator[tuple[int, float]]:
    """Yield all possible hands of `left` cards, packed, with their probabilities."""
    together = ways(chances, left)

    def rest(rank: int, left: int, hand: int, chance: float) -> Iterator[tuple[int, float]]:
        if rank == RANKS:
            yield hand, chance
            return
        for held in range(min(COUNTS, left + 1)):
            if chances[rank, held] * together[rank + 1, left - held] > 0:
                more = hand + (held << WIDTH * rank), chance * float(chances[rank, held])
                yield from rest(rank + 1, left - held, *more)

    yield from rest(0, left, 0, 1.0 / float(together[0, left]))


@njit
def samples(chances: Any, together: Any, left: int, number: int, rng: Any) -> Any:
    """Return `number` hands drawn by `sample`, int64."""
    found = np.empty(number, np.int64)
    for at in range(number):
        found[at] = sample(chances, together, left, rng)
    return found


@borrow
def sample(chances: Any, together: Any, left: int, rng: Any) -> Any:
    """Draw a hand of `left` cards, packed, from its exact distribution. together: `ways` of the chances."""
    hand: Any = 0
    for rank in range(RANKS):
        at, taken = unit(rng) * together[rank, left], 0
        for held in range(min(COUNTS, left + 1)):
            chance = chances[rank, held] * together[rank + 1, left - held]
            if chance > 0:
                taken = held
                at -= chance
                if at < 0:
                    break
        hand += taken << WIDTH * rank
        left -= taken
    return hand
