"""A network against the fast player of the kernel, in bulk: for learning curves and cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from cardtui.games.schafkopf.kernel import rules_of
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.intervals import Estimate, estimate
from cardtui.kernels import lowest, njit

from . import selfplay

OURS = (0b0011, 0b1100)
"""The network's seats: AABB, then BBAA."""


def against_fast(logits: Callable[[selfplay.Games, Any], Any], deals: int, rng: Any) -> Estimate:
    """Cents a game and seat of two seats by the network against two by the fast player.

    `logits(games, at)` answers for the deals `at`, float32 (k, ACTIONS); the likeliest action is taken.
    """
    dealt = selfplay.games(deals, rules_of(Schafkopf("paper")), rng)
    gained = np.zeros(deals)
    for ours in OURS:
        games = selfplay.Games(*(array.copy() for array in dealt))
        games.guests[:] = ours ^ 0b1111
        selfplay.go_on(games, rng)
        while len(at := np.flatnonzero(games.masks)):
            take(games, at, logits(games, at), rng)
        settle(games.states, ours, gained)
    return estimate(gained.tolist())


def score(logits: Callable[[selfplay.Games, Any], Any], deals: int, rng: Any) -> dict[str, Any]:
    """The same as a row of a card's [[scores]]."""
    found = against_fast(logits, deals, rng)
    low, high = found.mean - found.reach, found.mean + found.reach
    about = {"against": "the fast player of the kernel", "n": deals}
    return about | {"cents": round(found.mean, 3), "low": round(low, 3), "high": round(high, 3)}


@njit
def take(games: selfplay.Games, at: Any, logits: Any, rng: Any) -> None:
    """Do the likeliest action in each of the deals `at`, and play on to the next choice."""
    for row in range(len(at)):
        some = games.masks[at[row]]
        best = lowest(some)
        while some:
            if logits[row, lowest(some)] > logits[row, best]:
                best = lowest(some)
            some &= some - 1
        selfplay.do(games, at[row], best)
        selfplay.run(games, at[row], rng)


@njit
def settle(states: Any, ours: int, gained: Any) -> None:
    """Add to float64 (deals,) what our seats made of it, a seat and game of the two seatings."""
    paid = np.zeros(SEATS)
    for g in range(len(states)):
        returns(states[g], paid)
        for seat in range(SEATS):
            gained[g] += paid[seat] / SEATS * (ours >> seat & 1)
