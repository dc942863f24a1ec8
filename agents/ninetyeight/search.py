"""A rollout search over sampled orders of the draw pile, with a value network learned by self-play.

Only the order of the draw pile is hidden, and all orders are equally likely. The network first values each action. Then
the best few are evaluated by rollouts of the network in common sampled orders, and after each round of samples the
worse half of them is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.arrays import Array
from cardtui.core import Decision, Observation, Option
from cardtui.games.ninetyeight.kernel import MAX_LEGAL, decode, encode, pack
from cardtui.games.ninetyeight.rules import STACKS, NinetyEight, tops
from cardtui.models import digest, load_arrays

from .heuristics import why
from .search_kernel import look_ahead, rank
from .values import FEATURES, INPUTS

RULES = "98 paper, app and official"
BEST, LEAST = 8, 2
"""Number of actions evaluated by rollouts in the first round, and the minimum in the last.

This and the numbers below are set by hand and not tuned; docs/results/98.md has the strength with them.
"""
ROUNDS = 4
"""Number of rounds; after each the worse half of the actions is dropped."""
BATCH = 10
"""Number of samples between answers."""
UNIT = "worth (1: all laid)"


class Search:
    """Plays the action with the best mean over `samples` orders of the draw pile, looking `depth` actions ahead.

    With 0 samples it plays by the network's values alone. `folder` contains its weights, a network for each refill
    rule. Raises Refusal if they are not for this bot.
    """

    def __init__(self, game: NinetyEight, folder: Path, samples: int, depth: int) -> None:
        inner, outer = f"{game.refill}.inner", f"{game.refill}.outer"
        needs = {inner: Array((INPUTS, "h")), outer: Array(("h+1",))}
        arrays, _ = load_arrays(folder, "98", digest(FEATURES), digest(RULES), needs)
        self.game = game
        self.samples = samples
        self.depth = depth
        self.network = arrays[inner], arrays[outer]
        state = game.start(game.deal(Random(0)))  # compile, or load the compiled kernels, before the first decision
        for _ in self.think(game.observe(state, 0), Random(0)):
            pass

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield the network's decision, then one after each batch of samples, unless there is only one action."""
        state = pack(self.game, self.game.determinize(observation, rng))
        codes, values = np.zeros(MAX_LEGAL, np.int64), np.zeros(MAX_LEGAL)
        count = int(rank(state, *self.network, codes, values))
        codes, values = codes[:count], values[:count]
        spreads, visits = np.zeros(count), np.zeros(count, np.int64)
        yield self.decision(observation, codes, values, spreads, visits)
        if count == 1:
            return
        dice = np.array([rng.getrandbits(64)], np.uint64)
        alive, sums, squares, done = np.arange(min(BEST, count)), np.zeros(count), np.zeros(count), 0
        while done < self.samples:
            more = min(BATCH, self.samples - done)
            added, wide = np.zeros(len(alive)), np.zeros(len(alive))
            look_ahead(state, codes[alive], more, self.depth, *self.network, dice, added, wide)
            done += more
            sums[alive] += added
            squares[alive] += wide
            visits[alive] = done
            values[alive] = sums[alive] / done
            spreads[alive] = np.sqrt(np.maximum(squares[alive] / done - values[alive] ** 2, 0.0) / done)
            yield self.decision(observation, codes, values, spreads, visits)
            if done * ROUNDS // self.samples > (done - more) * ROUNDS // self.samples:
                half = max(LEAST, len(alive) // 2)
                alive = alive[np.argsort(-values[alive], kind="stable")[:half]]

    def decision(
        self,
        seen: Observation,
        codes: NDArray[np.int64],
        values: NDArray[np.float64],
        spreads: NDArray[np.float64],
        visits: NDArray[np.int64],
    ) -> Decision:
        """Return the decision for these values: the best of the actions with the most samples."""
        best = max(range(len(codes)), key=lambda place: (visits[place], values[place]))
        places = {int(code): place for place, code in enumerate(codes)}
        above = tops(tuple([zone.cards for zone in seen.zones[1 : 1 + len(STACKS)]]))
        options = []
        for action in seen.legal:
            code = encode(action)
            place = places.get(code, places.get(code - 1, 0))  # a duplicate has the value of the equal stack
            looked = int(visits[place])
            error = float(spreads[place]) if looked else None
            chosen = float(code == codes[best])
            options.append(Option(action, chosen, float(values[place]), error, looked, why(action, above)))
        note = f"{visits[best]} orders of the draw pile, {self.depth} deep" if visits[best] else "the network alone"
        return Decision(decode(int(codes[best])), tuple(options), UNIT, note)
