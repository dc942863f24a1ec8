"""Look-ahead: the policy plays on from the most promising actions in sampled orders of the draw pile."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import LAID, SIZE, apply, legal, shuffle
from cardtui.kernels import RandomState, njit

from .inputs import INPUTS
from .values import Networks, choose, evaluate, is_duplicate, logistic, logit, nearest, new_scratch, value_logit, worth

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]

CANDIDATES = 8
"""Number of cards that search chooses from: more than the policy alone (values.NEAR), since it can judge them
better."""


@njit
def rank(state: Ints, networks: Networks, codes: Ints, values: Floats) -> tuple[int, int]:
    """Write all legal actions except duplicates to `codes`, and their values to `values`.

    First come the CANDIDATES with the smallest gaps and the draw, then the others; within each group, the policy's best
    first. Returns the size of the first group, and the number of all actions.
    """
    scratch, outputs = new_scratch(networks.policy, CANDIDATES), np.zeros(len(codes), np.float32)
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
        code, output = codes[at], evaluate(state, codes[at], networks.policy, scratch)
        value = logistic(logit(networks.value, scratch))
        place = at
        while place > (near if at >= near else 0) and outputs[place - 1] < output:
            codes[place], outputs[place], values[place] = codes[place - 1], outputs[place - 1], values[place - 1]
            place -= 1
        codes[place], outputs[place], values[place] = code, output, value
    return near, count


@njit
def look_ahead(state: Ints, codes: Ints, depth: int, networks: Networks, rng: RandomState, results: Floats) -> None:
    """Evaluate each of `codes` by playing `depth` actions, chosen by the policy, in sampled orders of the draw pile.

    All codes are played in the same orders. A row of `results`, float64 (orders, codes), receives the worth of the game
    if it ended, otherwise the value of the next action.
    """
    world, game = state.copy(), np.zeros(SIZE, np.int64)
    scratch, best = new_scratch(networks.policy), np.zeros(INPUTS, np.float32)
    for order in range(len(results)):
        shuffle(world, rng)
        for at in range(len(codes)):
            game[:] = world
            code = codes[at]
            for _ in range(depth):
                apply(game, code)
                code = choose(game, networks.policy, scratch, best)
                if code < 0:
                    break
            if code < 0:
                results[order, at] = worth(game[LAID])
            else:
                results[order, at] = logistic(value_logit(networks, best, scratch))
