"""A rollout search over sampled orders of the draw pile, with a policy and a value network learned by looking ahead.

Only the order of the draw pile is hidden, and all orders are equally likely. First the networks judge each action. Then
the actions with the smallest gaps are evaluated by rollouts of the policy, all in the same sampled orders, until one of
them is clearly ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Option
from cardtui.games.ninetyeight.kernel import MAX_LEGAL, decode, encode, pack
from cardtui.games.ninetyeight.rules import STACKS, NinetyEight, tops

from ..race import in_question
from .heuristics import why
from .search_kernel import look_ahead, rank
from .values import load

BATCH = 10
"""Number of samples between answers.

This and the number below are set by hand and not tuned; docs/results/98.md has the strength with them.
"""
LEAST_SPREAD = 0.002
"""The least standard deviation of the difference between two actions, in units of worth (agents/race.py)."""
UNIT = "worth (1: all laid)"


class Search:
    """Plays the action with the best mean over `samples` orders of the draw pile, looking `depth` actions ahead.

    With 0 samples the policy network plays alone. `folder` contains its weights, two networks for each refill rule.
    Raises Refusal if they are not for this bot.
    """

    def __init__(self, game: NinetyEight, folder: Path, samples: int, depth: int) -> None:
        self.game = game
        self.samples = samples
        self.depth = depth
        self.networks = load(folder, game.refill)
        state = game.start(game.deal(Random(0)))  # compile, or load the compiled kernels, before the first decision
        for _ in self.think(game.observe(state, 0), Random(0)):
            pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield the policy's decision, then one after each batch of samples, unless there is only one action."""
        state = pack(self.game, self.game.determinize(observation, rng))
        codes, values = np.zeros(MAX_LEGAL, np.int64), np.zeros(MAX_LEGAL)
        near, count = (int(number) for number in rank(state, self.networks, codes, values))
        codes, values = codes[:count], values[:count]
        spreads, visits = np.zeros(count), np.zeros(count, np.int64)
        yield self.decision(observation, codes, values, spreads, visits, near)
        if near == 1:
            return
        dice = np.array([rng.getrandbits(64)], np.uint64)
        results, alive = np.zeros((self.samples, count)), list(range(near))
        for start in range(0, self.samples, BATCH):
            end = min(start + BATCH, self.samples)
            found = np.zeros((end - start, len(alive)))
            look_ahead(state, codes[alive], self.depth, self.networks, dice, found)
            results[start:end, alive], visits[alive] = found, end
            values[alive] = results[:end, alive].mean(0)
            spreads[alive] = results[:end, alive].std(0, ddof=1) / sqrt(end) if end > 1 else 0.0
            yield self.decision(observation, codes, values, spreads, visits, near)
            alive = in_question(results[:end], alive, LEAST_SPREAD)
            if len(alive) == 1:
                return

    def decision(
        self,
        seen: Observation,
        codes: NDArray[np.int64],
        values: NDArray[np.float64],
        spreads: NDArray[np.float64],
        visits: NDArray[np.int64],
        near: int,
    ) -> Decision:
        """Return the decision for these values: the best of those among the first `near` actions with the most samples.

        Without samples it is the first action, which the policy prefers.
        """
        best = max(range(near), key=lambda place: (visits[place], values[place])) if visits.any() else 0
        places = {int(code): place for place, code in enumerate(codes)}
        above = tops(tuple([zone.cards for zone in seen.zones[1 : 1 + len(STACKS)]]))
        options = []
        for action in seen.legal:
            code = encode(action)
            place = places[code] if code in places else places[code - 1]  # a duplicate has the value of the equal stack
            looked = int(visits[place])
            error = float(spreads[place]) or None  # orders that all agree do not show how far off the value is
            chosen = float(code == codes[best])
            options.append(Option(action, chosen, float(values[place]), error, looked, why(action, above)))
        note = f"{visits[best]} orders of the draw pile, {self.depth} deep" if visits[best] else "the policy alone"
        return Decision(decode(int(codes[best])), tuple(options), UNIT, note)
