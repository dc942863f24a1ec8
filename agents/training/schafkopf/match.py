"""Bulk matches of a network against the kernel's fast player, for learning curves and model cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.kernel import rules_of
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.intervals import Estimate, estimate
from cardtui.kernels import RandomState, lowest, njit

from . import self_play

NETWORK_SEATS = (0b0011, 0b1100)
"""The network's seats as masks: AABB, then BBAA."""
Policy: TypeAlias = Callable[[self_play.Games, NDArray[np.int64]], NDArray[np.float32]]
"""`policy(games, at)` returns the logits for the deals `at`, int64 (k,), as float32 (k, ACTIONS)."""


def against_fast(policy: Policy, deals: int, rng: RandomState) -> Estimate:
    """Return the network's cents per game and seat, with two seats each for the network and the fast player.

    The network plays its most likely action.
    """
    dealt = self_play.new_games(deals, rules_of(Schafkopf("paper")), rng)
    cents = np.zeros(deals)
    for seats in NETWORK_SEATS:
        games = self_play.Games._make(array.copy() for array in dealt)
        games.guests[:] = seats ^ 0b1111
        self_play.advance_all(games, rng)
        while len(at := np.flatnonzero(games.masks)):
            play_best(games, at, policy(games, at), rng)
        add_returns(games.states, seats, cents)
    return estimate(cents.tolist())


def score(policy: Policy, deals: int, rng: RandomState) -> dict[str, Any]:
    """Return the result of `against_fast` as a row of a model card's [[scores]]."""
    return row("the fast player of the kernel", against_fast(policy, deals, rng), deals)


def row(against: str, cents: Estimate, deals: int) -> dict[str, Any]:
    """Return a result in cents per game and seat, with the 95% interval, as a row of a model card's [[scores]]."""
    low, high = cents.mean - cents.margin, cents.mean + cents.margin
    found = {"against": against, "n": deals}
    return found | {"cents": round(cents.mean, 3), "low": round(low, 3), "high": round(high, 3)}


@njit
def play_best(games: self_play.Games, at: NDArray[np.int64], logits: NDArray[np.float32], rng: RandomState) -> None:
    """Play the most likely action in each of the deals `at`, and advance to the next choice."""
    for row in range(len(at)):
        actions = games.masks[at[row]]
        best = lowest(actions)
        while actions:
            if logits[row, lowest(actions)] > logits[row, best]:
                best = lowest(actions)
            actions &= actions - 1
        self_play.act(games, at[row], best)
        self_play.advance(games, at[row], rng)


@njit
def add_returns(states: NDArray[np.int64], seats: int, cents: NDArray[np.float64]) -> None:
    """Add what the seats of the mask won in finished deals, divided by SEATS, to `cents`, float64 (deals,).

    After both seatings the sum is the mean per seat.
    """
    paid = np.zeros(SEATS)
    for g in range(len(states)):
        returns(states[g], paid)
        for seat in range(SEATS):
            cents[g] += paid[seat] / SEATS * (seats >> seat & 1)
