"""Learning of search's value network in numba: TD(λ) over after-states, one step of Adam after each game."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.ninetyeight.kernel import LAID, MAX_LEGAL, PILE, SIZE, apply, deal
from cardtui.games.ninetyeight.rules import NinetyEight
from cardtui.kernels import borrow, njit

from ...ninetyeight.values import SEEN, choose, logit, share, worth

LONGEST = NinetyEight.max_turns
FIRST, SECOND, TINY = 0.9, 0.999, 1e-8  # Adam's (Kingma and Ba, 2015)


@borrow
def add_gradient(
    seen: Any, error: float, inner: Any, outer: Any, hidden: Any, inner_slope: Any, outer_slope: Any
) -> None:  # fmt: skip
    """Add one after-state's part of the gradient; `error`: the goal less the value."""
    logit(seen, inner, outer, hidden)
    size = len(hidden)
    step: Any = np.float32(error)
    outer_slope[size] += step
    for unit in range(size):
        active = hidden[unit] > 0
        outer_slope[unit] += step * hidden[unit]
        hidden[unit] = step * outer[unit] if active else np.float32(0.0)
    for number in range(SEEN):
        value = seen[number]
        if value != 0:
            for unit in range(size):
                inner_slope[number, unit] += value * hidden[unit]


@borrow
def adam(weights: Any, slope: Any, mean: Any, spread: Any, step: int, rate: float) -> None:
    """One step of Adam uphill, all arrays flat; `slope` is zero again afterwards."""
    first, second, tiny = np.float32(FIRST), np.float32(SECOND), np.float32(TINY)
    grown = np.float32(rate / (1.0 - FIRST**step))
    wide = np.float32(1.0 / (1.0 - SECOND**step))
    for at in range(len(weights)):
        mean[at] = first * mean[at] + (np.float32(1.0) - first) * slope[at]
        spread[at] = second * spread[at] + (np.float32(1.0) - second) * slope[at] * slope[at]
        weights[at] += grown * mean[at] / (np.sqrt(spread[at] * wide) + tiny)
        slope[at] = np.float32(0.0)


@njit
def learn(
    games: int, step: int, refill: int, rate: float, trace: float, inner: Any, outer: Any, moments: Any, rng: Any
) -> Any:  # fmt: skip
    """Play so many games and learn from each, in place; the cards laid in each, int64 (games,).

    step: games learned from before. rate 0: learn nothing. moments: Adam's, (mean, spread) of inner and of outer, flat.
    """
    state, after = np.zeros(SIZE, np.int64), np.zeros(PILE, np.int64)
    codes, hidden = np.empty(MAX_LEGAL, np.int64), np.zeros(len(outer) - 1, np.float32)
    seen, best = np.zeros(SEEN, np.float32), np.zeros((LONGEST, SEEN), np.float32)
    values = np.zeros(LONGEST)
    inner_slope, outer_slope = np.zeros_like(inner), np.zeros_like(outer)
    inner_mean, inner_spread, outer_mean, outer_spread = moments
    laid = np.zeros(games, np.int64)
    for game in range(games):
        deal(state, refill, rng)
        length = 0
        while True:
            code, total = choose(state, inner, outer, codes, after, seen, hidden, best[length])
            if code < 0:
                break
            values[length] = share(total)
            length += 1
            apply(state, code)
        laid[game] = state[LAID]
        if rate == 0:
            continue
        goal = worth(state[LAID])
        for turn in range(length - 1, -1, -1):
            add_gradient(best[turn], goal - values[turn], inner, outer, hidden, inner_slope, outer_slope)
            goal = trace * goal + (1.0 - trace) * values[turn]
        step += 1
        adam(inner.reshape(-1), inner_slope.reshape(-1), inner_mean, inner_spread, step, rate)
        adam(outer, outer_slope, outer_mean, outer_spread, step, rate)
    return laid
