"""hp-pimc: PIMC over deals weighted by a network's hand prediction, after SchafkopfRL.

The network gives each card a logit ("lean") for each seat. The weight of a deal is the product of the exponentials of
its cards' leans, over all deals that fit the observation (`kernel_worlds`). Hard facts and hand sizes are therefore
kept, while evidence from the others' actions counts by degree. The network is trained for exactly this: to maximise the
likelihood of the true deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cardtui.core import Decision, Observation, Refusal
from cardtui.games.schafkopf.kernel import CALLED, CONTRACT
from cardtui.games.schafkopf.kernel_cards import ACE_OF, NAMES
from cardtui.games.schafkopf.kernel_worlds import Worlds, facts, holders, view, weighed
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.models import CARD, digest, load_arrays
from cardtui.nets import dense, dense_arrays, relu

from .features import FEATURES, GAME_OF, INFO, WORDS
from .networks import RULES, body, course_arrays, sequences
from .pimc import Pimc

BOUND = 5.0
"""Bound of the leans, so that every deal that fits stays possible."""
LEANS = f"{FEATURES}; bids {WORDS}; leans of 32 cards to 4 seats within ±{BOUND}"
NEEDS = course_arrays(INFO + WORDS) | dense_arrays("lean1", "h", "h") | dense_arrays("lean2", "h", 32 * SEATS)
KNOWN = {"", "pass", *(name for name, game in zip(NAMES, GAME_OF.tolist(), strict=True) if game >= 0)}
"""Bids and contracts that the network was trained on; a Tout counts as its contract without Tout."""


class HpPimc(Pimc):
    """PIMC with deals sampled by the network's hand prediction."""

    def __init__(self, game: Schafkopf, deals: int, simulations: int, weights: Mapping[str, Any], about: str) -> None:
        """`weights` are those of the trainer's `Predictor`; `about` describes their quality, for the note."""
        self.weights, self.about = weights, about
        super().__init__(game, deals, simulations)

    def knows(self, seen: Observation) -> bool:
        """Return whether the network was trained for such deals."""
        words = {*seen.facts["bids"], seen.facts["contract"] or ""}
        return seen.facts["phase"] != "knock" and self.game.options["deck"] == "long" and words <= KNOWN

    def worlds(self, seen: Observation) -> Worlds:
        """Return the distribution of deals, weighted by the network, or uniform if it does not know the game."""
        if not self.knows(seen):
            return super().worlds(seen)
        state = view(self.game, seen)
        leans = lean(self.weights, *sequences(state, seen, INFO + WORDS))[0]
        return weighed(state, facts(self.game, seen), np.exp(np.roll(leans, seen.seat, 1).astype(np.float64)))

    def search(self, seen: Observation, found: Worlds, deals: int, counts: Any, held: Any, dice: Any) -> None:
        """Search `deals` more deals. `held` gets the exact marginals of the distribution instead of sampled counts."""
        super().search(seen, found, deals, counts, held, dice)
        chances, all_deals = holders(found), held[SEATS, SEATS]
        held[:SEATS] = all_deals * chances.T
        if found.seen[CALLED] and chances[ACE_OF[found.seen[CONTRACT]]].any():
            held[SEATS, :SEATS] = all_deals * chances[ACE_OF[found.seen[CONTRACT]]]

    def decision(self, seen: Observation, rows: Any, held: Any, done: int) -> Decision:
        """Return the decision of PIMC, with a note on the network."""
        answer = super().decision(seen, rows, held, done)
        about = self.about if self.knows(seen) else "its network does not know this game: all deals equally likely"
        return answer._replace(note=f"{answer.note} · {about}")


def load(game: Schafkopf, folder: Path, deals: int, simulations: int) -> HpPimc:
    """Load the bot with the network in a folder."""
    weights, card = load_arrays(folder, "schafkopf", digest(LEANS), digest(RULES), NEEDS)
    about = "log-loss {log_loss:.3f} ({uniform:.3f} if even), calibration error {error:.3f}"
    try:
        about = "where cards lay in training: " + about.format(**card["scores"][0])
    except (LookupError, TypeError, ValueError) as error:
        raise Refusal(f"{folder / CARD} does not say how well its network knows where cards lie") from error
    return HpPimc(game, deals, simulations, weights, about)


def lean(weights: Mapping[str, Any], rows: Any, course: Any, trick: Any) -> Any:
    """Return the output of the trainer's `Predictor` for `sequences`: shape (1, 32, 4), float32."""
    inside = relu(dense(body(weights, rows, course, trick), weights, "lean1"))
    return BOUND * np.tanh(dense(inside, weights, "lean2") / BOUND).reshape(-1, 32, SEATS)
