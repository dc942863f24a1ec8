"""dmc's belief about the other hand: counts of each rank, whose total is the known number of cards.

The network predicts each rank independently; dynamic programming conditions on the total. Counts are 0 … 4 for each of
15 ranks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.zsy.kernel import WIDTH, unpacked
from cardtui.kernels import RandomState, borrow, njit, unit
from cardtui.models.nets import mlp, relu, softmax

from .dmc_kernel import BELIEF_LAYERS
from .features import LEFT, UNSEEN

RANKS, COUNTS = 15, 5

Floats: TypeAlias = NDArray[np.float64]


def counts(row: NDArray[np.float32], weights: Mapping[str, NDArray[np.float32]], view: list[int]) -> Floats:
    """Return the probabilities of each rank's counts, float64 (RANKS, COUNTS). row: the move's inputs (1, INPUTS)."""
    unseen = np.array(unpacked(view[UNSEEN]))
    logits = mlp(row, weights, BELIEF_LAYERS, relu).reshape(RANKS, COUNTS)
    chances: Floats = softmax(logits.astype(float), possible(unseen, view[LEFT]))
    return chances


def possible(unseen: NDArray[np.int64], left: int) -> NDArray[np.bool_]:
    """Return which counts of each rank are possible in the other hand of `left` cards: bool (RANKS, COUNTS).

    unseen: the number of unseen cards of each rank, int64 (RANKS,).
    """
    counts: NDArray[np.bool_] = np.arange(COUNTS) <= np.minimum(unseen, left)[:, None]
    return counts


@njit
def total_probabilities(chances: Floats, left: int) -> Floats:
    """Return the probability that the ranks from an index on have a total: float64 (RANKS + 1, left + 1).

    chances: the probabilities of each rank's counts, as returned by `counts`; likewise below.
    """
    together = np.zeros((RANKS + 1, left + 1))
    together[RANKS, 0] = 1
    for rank in range(RANKS - 1, -1, -1):
        for total in range(left + 1):
            for held in range(min(COUNTS, total + 1)):
                together[rank, total] += chances[rank, held] * together[rank + 1, total - held]
    return together


@njit
def held_of(chances: Floats, left: int) -> Floats:
    """Return the expected number of cards of each rank in the other hand of `left` cards, float64 (RANKS,)."""
    after, before, then = total_probabilities(chances, left), np.zeros(left + 1), np.zeros(left + 1)
    before[0] = 1
    expected = np.zeros(RANKS)
    for rank in range(RANKS):
        then[:] = 0
        for total in range(left + 1):
            for held in range(min(COUNTS, left + 1 - total)):
                chance = before[total] * chances[rank, held]
                then[total + held] += chance
                expected[rank] += held * chance * after[rank + 1, left - total - held]
        before[:] = then
    expected /= after[0, left]
    return expected


def every(chances: Floats, left: int) -> Iterator[tuple[int, float]]:
    """Yield all possible hands of `left` cards, packed, with their probabilities."""
    together = total_probabilities(chances, left)

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
def samples(chances: Floats, together: Floats, left: int, number: int, rng: RandomState) -> NDArray[np.int64]:
    """Return hands drawn by `sample`, int64 (number,)."""
    hands = np.empty(number, np.int64)
    for at in range(number):
        hands[at] = sample(chances, together, left, rng)
    return hands


@borrow
def sample(chances: Floats, together: Floats, left: int, rng: RandomState) -> Any:
    """Draw a hand of `left` cards, packed, from its exact distribution. together: see `total_probabilities`."""
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
