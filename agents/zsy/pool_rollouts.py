"""Sampled hands for the pool of Zheng Shang You: every move is played out in them by compiled greedy players."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Option
from cardtui.games.zsy.kernel import HANDS, OVER, SEAT, TABLE, KernelState, apply, encode, pack
from cardtui.games.zsy.kernel_players import PATTERN, greedy_move
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.kernels import njit

WORLDS = 30
"""Number of sampled hands."""


class Pimc:
    """Flat Monte Carlo over hands drawn uniformly: the move that wins most often if both go on greedily."""

    def __init__(self, game: ZhengShangYou) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with the share of hands in which each move wins, if there is a choice."""
        legal = observation.legal
        if len(legal) == 1:
            yield Decision(legal[0], (Option(legal[0], 1.0),), "probability")
            return
        moves, won = np.array([encode(action) for action in legal]), np.zeros(len(legal))
        for _ in range(WORLDS):
            played_out(pack(self.game.determinize(observation, rng)), moves, won)
        shares = (won / WORLDS).tolist()
        best = max(range(len(legal)), key=lambda place: (shares[place], len(legal[place].cards)))
        options = tuple(
            Option(action, float(place == best), shares[place], visits=WORLDS) for place, action in enumerate(legal)
        )
        yield Decision(legal[best], options, "win probability")


@njit
def played_out(world: KernelState, moves: NDArray[np.int64], won: NDArray[np.float64]) -> None:
    """Count in `won`, float64 (moves,), which moves win this world if both seats then lead patterns and answer low."""
    seat = world[SEAT]
    for place in range(len(moves)):
        state = world.copy()
        apply(state, moves[place])
        while not state[OVER]:
            apply(state, greedy_move(state[HANDS + state[SEAT]], state[TABLE], PATTERN))
        won[place] += state[HANDS + seat] == 0
