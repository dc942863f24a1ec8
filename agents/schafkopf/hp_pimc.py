"""hp-pimc: PIMC over deals weighted by a network's hand prediction, after SchafkopfRL.

The network gives each card a logit for each seat. The weight of a deal is the product of the exponentials of its cards'
logits, over all deals that fit the observation (`kernel_worlds`). So hard facts and hand sizes are kept, while evidence
from the others' actions counts by degree. The network is trained for exactly this: to maximise the likelihood of the
true deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Refusal
from cardtui.games.schafkopf.features import GAME_OF
from cardtui.games.schafkopf.kernel import CALLED, CONTRACT
from cardtui.games.schafkopf.kernel_cards import ACE_OF, NAMES
from cardtui.games.schafkopf.kernel_worlds import Worlds, facts, holders, view, weighed
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import RandomState
from cardtui.models import CARD, digest, load_arrays
from cardtui.models.nets import dense, dense_arrays, relu

from .features import BIDDING, FEATURES, INFO
from .networks import RULES, body, sequence_arrays, sequences
from .pimc import Pimc

BOUND = 5.0
"""Bound of the logits, so that every deal that fits stays possible. Set by hand."""
PREDICTOR_FEATURES = f"{FEATURES}; bids {BIDDING}; leans of 32 cards to 4 seats within ±{BOUND}"
NEEDS = sequence_arrays(INFO + BIDDING) | dense_arrays("lean1", "h", "h") | dense_arrays("lean2", "h", 32 * SEATS)
KNOWN = {"", "pass", *(name for name, game in zip(NAMES, GAME_OF.tolist(), strict=True) if game >= 0)}
"""Bids and contracts that the network was trained on; a Tout counts as its contract without Tout."""


class HpPimc(Pimc):
    """PIMC with deals sampled by the network's hand prediction."""

    def __init__(
        self, game: Schafkopf, deals: int, simulations: int, weights: Mapping[str, NDArray[np.float32]], about: str
    ) -> None:
        """Set up the search; `weights` are those of the trainer's `Predictor`, `about` describes their quality."""
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
        logits = card_logits(self.weights, *sequences(state, seen, INFO + BIDDING))[0]
        return weighed(state, facts(self.game, seen), np.exp(np.roll(logits, seen.seat, 1).astype(np.float64)))

    def search(
        self,
        seen: Observation,
        deals: Worlds,
        number: int,
        counts: NDArray[np.float64],
        held: NDArray[np.float64],
        rng: RandomState,
    ) -> None:
        """Search `number` more deals. `held` gets the exact marginals of the distribution instead of sampled counts."""
        super().search(seen, deals, number, counts, held, rng)
        chances, all_deals = holders(deals), held[SEATS, SEATS]
        held[:SEATS] = all_deals * chances.T
        if deals.seen[CALLED] and chances[ACE_OF[deals.seen[CONTRACT]]].any():
            held[SEATS, :SEATS] = all_deals * chances[ACE_OF[deals.seen[CONTRACT]]]

    def decision(self, seen: Observation, rows: NDArray[np.float64], held: NDArray[np.float64], done: int) -> Decision:
        """Return the decision of PIMC, with exact beliefs and a note on the network."""
        answer = super().decision(seen, rows, held, done)
        about = self.about if self.knows(seen) else "its network does not know this game: all deals equally likely"
        exact = tuple([belief._replace(samples=0) for belief in answer.beliefs])
        return answer._replace(note=f"{answer.note} · {about}", beliefs=exact)


def load(game: Schafkopf, folder: Path, deals: int, simulations: int) -> HpPimc:
    """Load the bot with the network in a folder."""
    weights, card = load_arrays(folder, "schafkopf", digest(PREDICTOR_FEATURES), digest(RULES), NEEDS)
    about = "log-loss {log_loss:.3f} ({uniform:.3f} if even), calibration error {error:.3f}"
    try:
        about = f"where cards lay in training: {about.format(**card['scores'][0])}"
    except (LookupError, TypeError, ValueError) as error:
        raise Refusal(f"{folder / CARD} does not say how well its network knows where cards lie") from error
    return HpPimc(game, deals, simulations, weights, about)


def card_logits(
    weights: Mapping[str, NDArray[np.float32]],
    rows: NDArray[np.float32],
    play_sequence: NDArray[np.float32],
    trick: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Return the output of the trainer's `Predictor` for `sequences`: float32 (1, 32, 4)."""
    inside = relu(dense(body(weights, rows, play_sequence, trick), weights, "lean1"))
    logits: NDArray[np.float32] = BOUND * np.tanh(dense(inside, weights, "lean2") / BOUND)
    return logits.reshape(-1, 32, SEATS)
