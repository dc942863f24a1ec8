"""Look-ahead with the value network: plays on from the most promising actions in sampled orders of the draw pile."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.ninetyeight.kernel import LAID, MAX_LEGAL, PILE, SIZE, apply, legal, shuffle
from cardtui.kernels import njit

from .values import SEEN, choose, share, twin, weigh, worth


@njit
def rank(state: Any, inner: Any, outer: Any, codes: Any, values: Any) -> Any:
    """Write all legal actions but twins, best first, and their values to `codes` and `values`; return their number."""
    found, legal_codes = 0, np.empty(MAX_LEGAL, np.int64)
    after, seen, hidden = np.zeros(PILE, np.int64), np.zeros(SEEN, np.float32), np.zeros(len(outer) - 1, np.float32)
    for at in range(legal(state, legal_codes)):
        code = legal_codes[at]
        if twin(state, code):
            continue
        value = share(weigh(state, code, inner, outer, after, seen, hidden))
        place = found
        while place > 0 and values[place - 1] < value:
            codes[place], values[place] = codes[place - 1], values[place - 1]
            place -= 1
        codes[place], values[place] = code, value
        found += 1
    return found


@njit
def look_ahead(
    state: Any, codes: Any, samples: int, depth: int, inner: Any, outer: Any, rng: Any, sums: Any, squares: Any
) -> None:
    """Evaluate each of `codes` by playing `depth` actions, chosen by the network, in sampled orders of the draw pile.

    All codes use the same `samples` orders. Each sample adds a value to `sums` and its square to `squares` (float64, by
    code): the worth of the game if it ended, otherwise the network's value of the next action.
    """
    world, game = state.copy(), np.zeros(SIZE, np.int64)
    room, after = np.empty(MAX_LEGAL, np.int64), np.zeros(PILE, np.int64)
    seen, best, hidden = np.zeros(SEEN, np.float32), np.zeros(SEEN, np.float32), np.zeros(len(outer) - 1, np.float32)
    for _ in range(samples):
        shuffle(world, rng)
        for at in range(len(codes)):
            game[:] = world
            code, total = codes[at], np.float32(0.0)
            for _ in range(depth):
                apply(game, code)
                code, total = choose(game, inner, outer, room, after, seen, hidden, best)
                if code < 0:
                    break
            value = worth(game[LAID]) if code < 0 else share(total)
            sums[at] += value
            squares[at] += value * value
