"""ppo-search: plays each action on in deals that fit, by the policy of ppo-large, which sees one hand at a time.

Unlike PIMC with a solver it does not see through cards: nobody in its deals knows more than at the table. So it neither
counts on finding what it cannot know, nor fears that others find it (strategy fusion).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Observation
from cardtui.games.schafkopf.kernel import ORDER, encode
from cardtui.games.schafkopf.kernel_worlds import Worlds
from cardtui.games.schafkopf.rules import Schafkopf

from ..race import in_question
from .deals import codes_of
from .pimc import Pimc
from .pimc_kernel import VISITS
from .ppo_search_kernel import play_actions
from .rules_inputs import moves
from .rules_net import CODES, new_scratch, output
from .rules_policy import ask, load_policy

MIN_PROBABILITY = 0.02
"""Actions that the policy plays with less probability are not tried. Set by hand."""
LEAST_SPREAD = 0.1
"""The least standard deviation of the difference between two actions, as a share of a Solo's price (agents/race.py)."""


class PpoSearch(Pimc):
    """Plays the action with the highest mean; an action that is clearly behind is not tried in further deals."""

    batch = 50

    def __init__(self, game: Schafkopf, deals: int, folder: Path) -> None:
        """folder: the weights of the policy."""
        self.weights, card = load_policy(folder)
        self.policy = card["bot"]
        self.scratch = new_scratch(self.weights)
        super().__init__(game, deals, 0)

    def searched(
        self, seen: Observation, deals: Worlds, rng: Random
    ) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64], int]]:
        """Yield `counters` and the number of deals after each batch, while at least two actions are left to compare."""
        counts, held = self.counters()
        history, random = codes_of(self.game, seen), np.array([rng.getrandbits(64)], np.uint64)
        actions = self.tried(seen, deals, history)
        results, alive = np.zeros((self.deals, len(actions))), list(range(len(actions)))
        for start in range(0, self.deals, self.batch):
            end = min(start + self.batch, self.deals)
            gained = np.zeros((end - start, len(alive)))
            play_actions(deals, history, actions[alive], self.weights, self.scratch, gained, counts, held, random)
            results[start:end, alive] = gained
            yield counts, held, end
            alive = in_question(results[:end], alive, LEAST_SPREAD * float(self.game.options["solo"]))
            if len(alive) == 1:
                return

    def tried(self, seen: Observation, deals: Worlds, history: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the codes of the actions that are tried: int64 (actions,)."""
        found = np.zeros(CODES, np.float32)
        ask(deals.seen, history, self.weights, self.scratch, found)
        moved, order = int(moves(deals.seen)), int(deals.seen[ORDER])
        codes = np.array([encode(action, order) for action in seen.legal], np.int64)
        chances = np.array([found[output(moved, code)] for code in codes])
        return codes[chances >= min(MIN_PROBABILITY, float(chances.max()))]

    def choose(self, seen: Observation, rows: NDArray[np.float64], values: list[float]) -> tuple[int, list[str]]:
        """Return the index of the action with the highest value among those played on in the most deals."""
        return max(range(len(values)), key=lambda place: (rows[place, VISITS], values[place])), [""] * len(values)

    def comment(self, seen: Observation, deals: int) -> str:
        """Return a sentence on what the figures are based on."""
        return (
            f"up to {deals} deals drawn by how likely the bids were, played on by {self.policy}, which sees one hand"
            f" at a time; actions that {self.policy} plays in less than {MIN_PROBABILITY:.0%} are not tried"
        )
