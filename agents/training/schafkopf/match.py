"""Bulk matches of a network against the kernel's fast player, for learning curves and model cards."""

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
"""The network's seats as masks: AABB, then BBAA."""


def against_fast(logits: Callable[[selfplay.Games, Any], Any], deals: int, rng: Any) -> Estimate:
    """Return the network's cents per game and seat, with two seats each for the network and the fast player.

    `logits(games, at)` returns the logits for the deals `at`, float32 (k, ACTIONS); the most likely action is played.
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
    """Return the result of `against_fast` as a row of a model card's [[scores]]."""
    found = against_fast(logits, deals, rng)
    low, high = found.mean - found.reach, found.mean + found.reach
    about = {"against": "the fast player of the kernel", "n": deals}
    return about | {"cents": round(found.mean, 3), "low": round(low, 3), "high": round(high, 3)}


@njit
def take(games: selfplay.Games, at: Any, logits: Any, rng: Any) -> None:
    """Play the most likely action in each of the deals `at`, and continue to the next choice."""
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
    """Add the network's cents per seat, averaged over both seatings, to `gained`, float64 (deals,)."""
    paid = np.zeros(SEATS)
    for g in range(len(states)):
        returns(states[g], paid)
        for seat in range(SEATS):
            gained[g] += paid[seat] / SEATS * (ours >> seat & 1)
