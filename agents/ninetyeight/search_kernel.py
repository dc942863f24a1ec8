"""Look-ahead with the value network: plays on from the most promising actions in sampled orders of the draw pile."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import LAID, SIZE, apply, legal, shuffle
from cardtui.kernels import RandomState, njit

from ..net_kernel import Weights
from .inputs import INPUTS
from .values import choose, evaluate, is_duplicate, logistic, nearest, new_scratch, worth

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

CANDIDATES = 8
"""Number of cards that search chooses from: more than the network alone (values.NEAR), as looking ahead tells more."""


@njit
def rank(state: Ints, weights: Weights, codes: Ints, values: Floats) -> tuple[int, int]:
    """Write all legal actions but duplicates to `codes`, and their values to `values`.

    First the CANDIDATES with the smallest gaps and the draw, then the others; of each the best first. Returns the
    number of the first ones, and of all.
    """
    scratch = new_scratch(weights, CANDIDATES)
    near = nearest(state, codes, scratch.gaps)
    count: Any = near
    for at in range(legal(state, scratch.codes)):
        code = scratch.codes[at]
        known = is_duplicate(state, code)
        for other in range(near):
            known |= codes[other] == code
        if not known:
            codes[count] = code
            count += 1
    for at in range(count):
        code, value = codes[at], logistic(evaluate(state, codes[at], weights, scratch))
        place = at
        while place > (near if at >= near else 0) and values[place - 1] < value:
            codes[place], values[place] = codes[place - 1], values[place - 1]
            place -= 1
        codes[place], values[place] = code, value
    return near, count


@njit
def look_ahead(state: Ints, codes: Ints, depth: int, weights: Weights, rng: RandomState, results: Floats) -> None:
    """Evaluate each of `codes` by playing `depth` actions, chosen by the network, in sampled orders of the draw pile.

    All codes use the same orders. A row of `results`, float64 (orders, codes), receives the worth of the game if it
    ended, otherwise the network's value of the next action.
    """
    world, game = state.copy(), np.zeros(SIZE, np.int64)
    scratch, best = new_scratch(weights), np.zeros(INPUTS, np.float32)
    for order in range(len(results)):
        shuffle(world, rng)
        for at in range(len(codes)):
            game[:] = world
            code, total = codes[at], np.float32(0.0)
            for _ in range(depth):
                apply(game, code)
                code, total = choose(game, weights, scratch, best)
                if code < 0:
                    break
            results[order, at] = worth(game[LAID]) if code < 0 else logistic(total)
