"""ppo-search: each action is played on in deals that fit, by the policy of ppo-rules, which sees one hand at a time.

Unlike PIMC with a solver it does not see through cards: nobody in its deals knows more than at the table, so it neither
counts on finding what it cannot know nor fears that others do (strategy fusion).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Observation
from cardtui.games.schafkopf.kernel import ORDER, encode
from cardtui.games.schafkopf.kernel_worlds import Worlds
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.kernels import RandomState
from cardtui.models import digest, load_arrays

from .deals import codes_of
from .pimc import Pimc
from .pimc_kernel import VISITS
from .ppo_search_kernel import play_actions
from .rules_inputs import moves
from .rules_net import CODES, FEATURES, NEEDS, RULES, kernel_form, new_scratch, output
from .rules_policy import ask

POLICY = "ppo-rules"
MIN_PROBABILITY = 0.02
"""Actions that the policy plays with less probability are not tried. Set by hand."""


class PpoSearch(Pimc):
    """Plays the action with the highest mean."""

    batch = 50

    def __init__(self, game: Schafkopf, deals: int) -> None:
        folder = registry.weights(registry.bot_entry(game.name, POLICY))
        arrays, _ = load_arrays(folder, game.name, digest(FEATURES), digest(RULES), NEEDS)
        self.weights = kernel_form(arrays, "policy")
        self.scratch = new_scratch(self.weights)
        super().__init__(game, deals, 0)

    def search(
        self,
        seen: Observation,
        deals: Worlds,
        number: int,
        counts: NDArray[np.float64],
        held: NDArray[np.float64],
        rng: RandomState,
    ) -> None:
        """Search `number` more deals, adding the results to `counts` and `held`, shaped as by `counters`."""
        history = codes_of(self.game, seen)
        actions = self.tried(seen, deals, history)
        play_actions(deals, history, actions, number, self.weights, self.scratch, counts, held, rng)

    def tried(self, seen: Observation, deals: Worlds, history: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the codes of the actions that are tried: int64 (actions,)."""
        found = np.zeros(CODES, np.float32)
        ask(deals.seen, history, self.weights, self.scratch, found)
        moved, order = int(moves(deals.seen)), int(deals.seen[ORDER])
        codes = np.array([encode(action, order) for action in seen.legal], np.int64)
        chances = np.array([found[output(moved, code)] for code in codes])
        return codes[chances >= min(MIN_PROBABILITY, float(chances.max()))]

    def choose(self, seen: Observation, rows: NDArray[np.float64], values: list[float]) -> tuple[int, list[str]]:
        """Return the index of the tried action with the highest value."""
        tried = [place for place in range(len(values)) if rows[place, VISITS]]
        return max(tried, key=lambda place: values[place]), [""] * len(values)

    def comment(self, deals: int) -> str:
        """Return a sentence on what the figures are based on."""
        return (
            f"{deals} deals drawn by how likely the bids were, played on by {POLICY}, which sees one hand"
            f" at a time; not tried: what {POLICY} plays in less than {MIN_PROBABILITY:.0%}"
        )
