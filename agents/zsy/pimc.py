"""pimc-zsy: dmc, and towards the end of a deal the exact solver in sampled hands that fit dmc's belief."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from cardtui import registry
from cardtui.core import Decision, Observation
from cardtui.games.zsy.kernel import encode
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.games.zsy.solver import workspace
from cardtui.kernels import random_state

from .belief import COUNTS, RANKS, ways
from .dmc import Dmc
from .pimc_kernel import play_worlds
from .sight import LEFT, VIEW, view_of

CARDS = 20
"""The solver is asked when both hands together hold no more."""
TOP = 6
"""How many moves it is asked about: those that dmc puts first."""
BATCH = 10
"""Worlds between two answers."""
PRIOR = 10.0
"""As how many worlds dmc's own value counts."""
BUDGET = 20_000
"""Positions that the solver may look at in one world."""


class Pimc(Dmc):
    """worlds: sampled hands before it has its last answer."""

    def __init__(self, game: ZhengShangYou, worlds: int) -> None:
        super().__init__(game, registry.weights(registry.bot_entry("zsy", "dmc")))
        self.worlds = worlds
        Search([1] + [0] * (VIEW - 1), [1], [0.5], np.full((RANKS, COUNTS), 0.2), Random(0)).play(0)  # compiles

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """dmc's answer, then ever better ones."""
        view = view_of(observation)
        first, chances = self.answer(observation, view)
        yield first
        values = {option.action: option.value or 0.0 for option in first.options}
        asked = sorted(values, key=lambda action: -values[action])[:TOP]
        if len(asked) < 2 or len(observation.zones[observation.seat].cards) + view[LEFT] > CARDS:
            return
        search = Search(view, [encode(action) for action in asked], [values[action] for action in asked], chances, rng)
        while search.worlds < self.worlds:
            search.play(min(BATCH, self.worlds - search.worlds))
            means, errors = search.values()
            found = dict(zip(asked, zip(means, errors, strict=True), strict=True))
            chosen = max(asked, key=lambda action: found[action][0])
            options = [
                option._replace(
                    probability=float(option.action == chosen),
                    value=found[option.action][0],
                    stderr=found[option.action][1],
                    visits=search.worlds,
                )
                if option.action in found
                else option._replace(probability=0.0)
                for option in first.options
            ]
            yield first._replace(action=chosen, options=tuple(options), note=search.note())


class Search:
    """What some moves (packed) of a view came to in sampled hands; `priors`: dmc's values of them.

    chances: as `belief.counts`.
    """

    def __init__(self, view: list[int], moves: list[int], priors: list[float], chances: Any, rng: Random) -> None:
        self.view, self.moves, self.priors = np.array(view), np.array(moves), np.array(priors)
        self.chances, self.together = chances, ways(chances, view[LEFT])
        self.rng = random_state(rng.getrandbits(32))
        self.space, self.sums, self.worlds, self.unknown = workspace(), np.zeros((len(moves), 2)), 0, 0

    def play(self, worlds: int) -> None:
        """So many hands more."""
        known = self.view, self.moves, self.priors, self.chances, self.together
        self.unknown += play_worlds(*known, worlds, BUDGET, *self.space, self.sums, self.rng)
        self.worlds += worlds

    def values(self) -> tuple[list[float], list[float]]:
        """Of each move its mean, dmc's value counted as `PRIOR` worlds, and the standard error of the worlds' mean."""
        means, squares = self.sums.T / self.worlds
        errors = np.sqrt(np.maximum(squares - means**2, 0.0) / self.worlds)
        mixed = (self.sums[:, 0] + PRIOR * self.priors) / (self.worlds + PRIOR)
        return mixed.tolist(), errors.tolist()

    def note(self) -> str:
        """How much of it was solved."""
        asked = self.worlds * len(self.moves)
        return f"{self.worlds} sampled hands, {1 - self.unknown / asked:.0%} of the moves solved to the end"
