"""dmc-search: dmc's best moves, each played on to the end of the deal in hands that the other seat may hold.

dmc plays on for both seats. Each sees only its own hand, so that no value rests on what cannot be known. All moves are
tried in the same hands, drawn from dmc's belief; a move that falls clearly behind is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation
from cardtui.games.zsy.features import memory_of
from cardtui.games.zsy.kernel import HANDS, encode, pack
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.kernels import random_state

from ..net_kernel import transposed
from ..race import in_question
from .belief import every, samples, total_probabilities
from .dmc import Dmc
from .dmc_kernel import LAYERS, new_scratch
from .features import LEFT, view_of
from .playouts import play_on

TOP, MARGIN = 5, 0.2
"""At most this many moves are tried: the best by dmc's value that are within the margin of the best one.

This and the numbers below are set by hand and not tuned; docs/results/zsy.md has the strength with them.
"""
BATCH = 25
"""Number of sampled hands between two decisions."""
LEAST_SPREAD = 0.05
"""The least standard deviation of the difference between two moves, in wins (agents/race.py)."""


class DmcSearch(Dmc):
    """Plays the move with the highest mean. folder: dmc's weights; worlds: number of sampled hands."""

    def __init__(self, game: ZhengShangYou, folder: Path, worlds: int) -> None:
        super().__init__(game, folder)
        self.game = game
        self.worlds = worlds
        self.players = transposed(self.weights, LAYERS), new_scratch(), np.zeros(1)
        state = game.start(game.deal(Random(0)))
        for _ in self.think(game.observe(state, state.first), Random(0)):  # compiles the kernels
            pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield dmc's decision, then one after each batch of hands while at least two moves are left to compare.

        If there are no more possible hands than `worlds`, all of them are used, weighted by their probabilities.
        """
        view = view_of(observation)
        first, chances = self.answer(observation, view)
        yield first
        moves = self.tried(observation, view)
        if len(moves) == 1:
            return
        number, left, dice = self.worlds, view[LEFT], random_state(rng.getrandbits(32))
        listed = list(islice(every(chances, left), number + 1))
        if len(listed) <= number:
            hands, shares = (np.array(column) for column in zip(*listed, strict=True))
            means = shares @ self.play_on(observation, moves, hands, rng) / shares.sum()
            note = f"all {len(hands)} hands that the other seat can hold, played on by dmc"
            yield decided(first, moves, means, None, [len(hands)] * len(moves), note)
            return
        hands = samples(chances, total_probabilities(chances, left), left, number, dice)
        won, visits, alive = np.zeros((number, len(moves))), np.zeros(len(moves), np.int64), list(range(len(moves)))
        for start in range(0, number, BATCH):
            rows = slice(start, min(start + BATCH, number))
            won[rows, alive] = self.play_on(observation, [moves[place] for place in alive], hands[rows], rng)
            visits[alive] = rows.stop
            means = won.sum(0) / visits
            wide = (won.sum(0) + 2) / (visits + 4)  # a move that never lost may still lose (Agresti and Coull, 1998)
            errors = np.sqrt(wide * (1 - wide) / visits)
            yield decided(first, moves, means, errors, visits.tolist(), f"{rows.stop} sampled hands, played on by dmc")
            alive = in_question(won[: rows.stop], alive, LEAST_SPREAD)
            if len(alive) == 1:
                return

    def tried(self, observation: Observation, view: list[int]) -> list[int]:
        """Return the indices of the legal actions that are played on, the best by dmc's value first."""
        values = self.valued(observation, view)[1]
        best = np.argsort(-values, kind="stable")[:TOP]
        found: list[int] = best[values[best] >= values[best[0]] - MARGIN].tolist()
        return found

    def play_on(
        self, observation: Observation, moves: list[int], hands: NDArray[np.int64], rng: Random
    ) -> NDArray[np.bool_]:
        """Return whether the seat to act wins after each of its moves (indices) in each hand, bool (hands, moves)."""
        me = observation.seat
        states = np.tile(pack(self.game.determinize(observation, rng)), (len(hands), 1))
        states[:, HANDS + 1 - me] = hands
        memories = np.tile(np.array(memory_of(observation.history)), (len(hands), 1))
        codes = np.array([encode(observation.legal[place]) for place in moves])
        winners = play_on(states, memories, codes, np.zeros(len(hands), np.uint64), 0.0, True, *self.players)
        won: NDArray[np.bool_] = winners == me
        return won


def decided(
    first: Decision,
    moves: list[int],
    means: NDArray[np.float64],
    errors: NDArray[np.float64] | None,
    visits: list[int],
    note: str,
) -> Decision:
    """Return dmc's decision with the results of `moves`, indices of its options, in their place.

    It plays the move with the highest mean among those tried in the most hands; in a tie, the one that dmc prefers.
    """
    best = max(range(len(moves)), key=lambda place: (visits[place], means[place]))
    options = [
        option._replace(probability=0.0, why=f"dmc's value, not played on; {option.why}") for option in first.options
    ]
    for place, number in enumerate(moves):
        options[number] = first.options[number]._replace(
            probability=float(place == best),
            value=float(means[place]),
            stderr=None if errors is None else float(errors[place]),
            visits=visits[place],
        )
    return first._replace(action=options[moves[best]].action, options=tuple(options), note=note)
