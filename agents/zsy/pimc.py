"""pimc-zsy: dmc, combined near the end of a deal with the exact solver in hands sampled from dmc's belief.

If few other hands are possible, each of them is solved for every move and dmc's own values are ignored. Those are
unreliable for moves that dmc would not make, and can prefer a move that is worse in some hands and better in none.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation
from cardtui.games.zsy.kernel import encode
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.games.zsy.solver import workspace
from cardtui.kernels import random_state

from .belief import COUNTS, RANKS, every, samples, total_probabilities
from .dmc import Dmc
from .features import LEFT, VIEW, view_of
from .pimc_kernel import judge_hands

CARDS = 20
"""The solver is used when both hands together have at most this many cards.

This and the numbers below are set by hand, not tuned: no gain in strength over dmc is shown with them
(docs/results/zsy.md).
"""
TOP = 6
"""Number of moves to solve: those that dmc ranks highest."""
BATCH = 10
"""Number of sampled hands between two decisions."""
PRIOR = 10.0
"""The weight of dmc's own value, counted in sampled hands."""
ALL = 128
"""If at most this many hands are possible, all are solved instead of sampled; with two cards there are never more."""
BUDGET = 20_000
"""Maximum number of positions that the solver visits in one hand."""


class Pimc(Dmc):
    """Plays as dmc, but by the solver in possible hands once few cards are left.

    folder: of dmc's weights; worlds: number of sampled hands for the final decision.
    """

    def __init__(self, game: ZhengShangYou, folder: Path, worlds: int) -> None:
        super().__init__(game, folder)
        self.worlds = worlds
        even = np.full((RANKS, COUNTS), 1 / COUNTS)
        hands = samples(even, total_probabilities(even, 1), 1, 1, random_state(0))
        Search([1] + [0] * (VIEW - 1), [1], [0.5]).play(hands, np.ones(1))  # compiles the kernels

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield dmc's decision, then improvements."""
        view = view_of(observation)
        first, chances = self.answer(observation, view)
        yield first
        if len(first.options) < 2 or len(observation.zones[observation.seat].cards) + view[LEFT] > CARDS:
            return
        priors: list[float] = self.valued(observation, view)[1].tolist()
        hands = list(islice(every(chances, view[LEFT]), ALL + 1))
        if len(hands) > ALL:
            yield from self.sampled(first, priors, view, chances, rng)
        else:
            yield solved(first, priors, view, hands)

    def sampled(
        self, first: Decision, priors: list[float], view: list[int], chances: NDArray[np.float64], rng: Random
    ) -> Iterator[Decision]:
        """Yield decisions from solving dmc's best moves in more and more sampled hands."""
        values = {option.action: prior for option, prior in zip(first.options, priors, strict=True)}
        asked = sorted(values, key=lambda action: -values[action])[:TOP]
        search = Search(view, [encode(action) for action in asked], [values[action] for action in asked])
        together, dice = total_probabilities(chances, view[LEFT]), random_state(rng.getrandbits(32))
        while search.hands < self.worlds:
            number = min(BATCH, self.worlds - search.hands)
            search.play(samples(chances, together, view[LEFT], number, dice), np.ones(number))
            means, errors = search.values()
            results = dict(zip(asked, zip(means, errors, strict=True), strict=True))
            chosen = max(asked, key=lambda action: results[action][0])
            options = [
                option._replace(
                    probability=float(option.action == chosen),
                    value=results[option.action][0],
                    stderr=results[option.action][1],
                    visits=search.hands,
                )
                if option.action in results
                else option._replace(probability=0.0, why=f"dmc's value, not solved; {option.why}")
                for option in first.options
            ]
            note = f"{search.hands} sampled hands, {search.known:.0%} of the moves solved to the end"
            yield first._replace(action=chosen, options=tuple(options), note=note)


def solved(first: Decision, priors: list[float], view: list[int], hands: list[tuple[int, float]]) -> Decision:
    """Decide by solving every move in all hands, weighted by probability; in a tie, the move with the most cards."""
    search = Search(view, [encode(option.action) for option in first.options], priors)
    packed, shares = zip(*hands, strict=True)
    search.play(np.array(packed), np.array(shares))
    values = search.sums[:, 0].tolist()

    def rank(place: int) -> tuple[float, int, float]:
        # rounded, since sums of shares in another order differ in their last digits
        return round(values[place], 9), len(first.options[place].action.cards), priors[place]

    best = max(range(len(values)), key=rank)
    options = [
        option._replace(probability=float(place == best), value=values[place])
        for place, option in enumerate(first.options)
    ]
    known = "" if search.known == 1 else f", {search.known:.0%} of the moves solved to the end"
    note = f"all {len(hands)} hands that the other seat can hold{known}"
    return first._replace(action=options[best].action, options=tuple(options), note=note)


class Search:
    """Accumulates the results of some moves (packed) of a view in possible other hands; `priors` are dmc's values."""

    def __init__(self, view: list[int], moves: list[int], priors: list[float]) -> None:
        self.view, self.moves, self.priors = np.array(view), np.array(moves), np.array(priors)
        self.space, self.sums, self.hands, self.unknown = workspace(), np.zeros((len(moves), 2)), 0, 0

    def play(self, hands: NDArray[np.int64], shares: NDArray[np.float64]) -> None:
        """Solve more hands (packed), each weighted by its share."""
        known = self.view, self.moves, self.priors, hands, shares
        self.unknown += judge_hands(*known, BUDGET, *self.space, self.sums)
        self.hands += len(hands)

    def values(self) -> tuple[list[float], list[float | None]]:
        """Return each move's mean, with dmc's value counted as `PRIOR` more hands, and its standard error.

        A single hand has no standard error.
        """
        means, squares = self.sums.T / self.hands
        spread = np.maximum(squares - means**2, 0.0)
        errors = np.sqrt(spread / max(1, self.hands - 1)) * self.hands / (self.hands + PRIOR)
        mixed = (self.sums[:, 0] + PRIOR * self.priors) / (self.hands + PRIOR)
        return mixed.tolist(), errors.tolist() if self.hands > 1 else [None] * len(self.moves)

    @property
    def known(self) -> float:
        """The share of results that were solved to the end."""
        return 1 - self.unknown / (self.hands * len(self.moves))
