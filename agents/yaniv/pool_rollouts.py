"""One-ply rollouts for the pool of Yaniv: every action is played out in sampled worlds by compiled simple players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Option
from cardtui.games.yaniv.kernel import SEAT, KernelState, apply, encode, pack, returns
from cardtui.games.yaniv.kernel_players import NO_POLICIES, SEMIRANDOM, play
from cardtui.games.yaniv.rules import Yaniv
from cardtui.kernels import RandomState, njit, random_state

WORLDS, PLAYOUTS = 8, 4
"""Sampled worlds, and playouts of each action in each of them."""


class Rollouts:
    """Plays the action with the best mean result if all seats play semirandom from then on."""

    def __init__(self, game: Yaniv) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with each action's mean result."""
        game, legal = self.game, observation.legal
        codes = np.array([encode(action) for action in legal])
        sums, dice = np.zeros(len(legal)), random_state(rng.getrandbits(32))
        for _ in range(WORLDS):
            world = pack(game, game.determinize(observation, rng))
            played_out(world, codes, game.seats, PLAYOUTS, sums, dice)
        means = (sums / (WORLDS * PLAYOUTS)).tolist()
        best = max(range(len(legal)), key=means.__getitem__)
        options = tuple(
            Option(action, float(place == best), means[place], visits=WORLDS * PLAYOUTS)
            for place, action in enumerate(legal)
        )
        yield Decision(legal[best], options, "win probability" if game.total else "expected points")


@njit
def played_out(
    world: KernelState,
    codes: NDArray[np.int64],
    seats: int,
    playouts: int,
    sums: NDArray[np.float64],
    rng: RandomState,
) -> None:
    """Add the results of the seat to act to `sums`, float64 (actions,), over this many playouts of each action."""
    kinds, parameters = np.full(seats, SEMIRANDOM), np.zeros(seats)
    gained, seat = np.zeros(6), world[SEAT]
    for place in range(len(codes)):
        for _ in range(playouts):
            state = world.copy()
            apply(state, codes[place])
            play(state, kinds, parameters, NO_POLICIES, rng)
            returns(state, gained)
            sums[place] += gained[seat]
