"""Look-ahead with the value network: plays on from the most promising actions in sampled orders of the draw pile."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import LAID, MAX_LEGAL, PILE, SIZE, apply, legal, shuffle
from cardtui.kernels import RandomState, njit

from .values import INPUTS, choose, evaluate, is_duplicate, logistic, worth

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Singles: TypeAlias = NDArray[np.float32]


@njit
def rank(state: Ints, inner: Singles, outer: Singles, codes: Ints, values: Floats) -> int:
    """Write all legal actions but duplicates, best first, to `codes`, their values to `values`; return their number."""
    count, legal_codes = 0, np.empty(MAX_LEGAL, np.int64)
    after, inputs, hidden = np.zeros(PILE, np.int64), np.zeros(INPUTS, np.float32), np.zeros(len(outer) - 1, np.float32)
    for at in range(legal(state, legal_codes)):
        code = legal_codes[at]
        if is_duplicate(state, code):
            continue
        value = logistic(evaluate(state, code, inner, outer, after, inputs, hidden))
        place = count
        while place > 0 and values[place - 1] < value:
            codes[place], values[place] = codes[place - 1], values[place - 1]
            place -= 1
        codes[place], values[place] = code, value
        count += 1
    return count


@njit
def look_ahead(
    state: Ints, codes: Ints, depth: int, inner: Singles, outer: Singles, rng: RandomState, results: Floats
) -> None:  # fmt: skip
    """Evaluate each of `codes` by playing `depth` actions, chosen by the network, in sampled orders of the draw pile.

    All codes use the same orders. A row of `results`, float64 (orders, codes), receives the worth of the game if it
    ended, otherwise the network's value of the next action.
    """
    world, game = state.copy(), np.zeros(SIZE, np.int64)
    scratch, after = np.empty(MAX_LEGAL, np.int64), np.zeros(PILE, np.int64)
    inputs, best, hidden = (
        np.zeros(INPUTS, np.float32),
        np.zeros(INPUTS, np.float32),
        np.zeros(len(outer) - 1, np.float32),
    )
    for order in range(len(results)):
        shuffle(world, rng)
        for at in range(len(codes)):
            game[:] = world
            code, total = codes[at], np.float32(0.0)
            for _ in range(depth):
                apply(game, code)
                code, total = choose(game, inner, outer, scratch, after, inputs, hidden, best)
                if code < 0:
                    break
            results[order, at] = worth(game[LAID]) if code < 0 else logistic(total)
