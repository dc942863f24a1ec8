"""dmc: a network for the win probability after each move, trained by deep Monte Carlo on the seat's view alone.

It learned from games in which the other seat is often careless, so its values are too high for games against itself.
The map in its card corrects the values that are shown (agents/training/zsy/calibrate.py). It plays by the network's own
values.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui import calibration
from cardtui.core import Belief, Decision, Observation, Option
from cardtui.games.zsy.cards import NAMES, RANK
from cardtui.games.zsy.kernel import encode, unpacked
from cardtui.games.zsy.rules import DECK, ZhengShangYou
from cardtui.models import CARD, digest, load_arrays
from cardtui.models.nets import mlp, mlp_arrays, relu, sigmoid
from cardtui.text.formatting import counted

from . import belief
from .dmc_kernel import BELIEF_HIDDEN, BELIEF_LAYERS, HIDDEN, LAYERS
from .features import FEATURES, INPUTS, LEFT, LOSERS, PLAYS, RULES, UNBEATEN, UNSEEN, VIEW, WON, inputs, view_of

UNIT = "win probability"
NEEDS = mlp_arrays(LAYERS, (INPUTS, *HIDDEN, 1)) | mlp_arrays(
    BELIEF_LAYERS, (INPUTS, BELIEF_HIDDEN, belief.RANKS * belief.COUNTS)
)


class Dmc:
    """Plays the move with the highest value. `folder` contains its weights.

    Raises Refusal if they are not for this bot.
    """

    def __init__(self, game: ZhengShangYou, folder: Path) -> None:
        self.weights, card = load_arrays(folder, "zsy", digest(FEATURES), digest(RULES), NEEDS)
        self.calibrated = calibration.read(card.get("calibration"), folder / CARD)
        inputs(np.array([1] + [0] * (VIEW - 1)), np.ones(1, np.int64), np.zeros((1, INPUTS), np.float32))  # compile
        belief.held_of(np.ones((belief.RANKS, belief.COUNTS)), 1)

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with the value of every legal action, and the belief about the other hand."""
        yield self.answer(observation, view_of(observation))[0]

    def valued(self, observation: Observation, view: list[int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the inputs of the legal actions, (actions, INPUTS), and the network's own values, (actions,)."""
        legal = observation.legal
        rows = np.zeros((len(legal), INPUTS), np.float32)
        inputs(np.array(view), np.array([encode(action) for action in legal]), rows)
        return rows, sigmoid(mlp(rows, self.weights, LAYERS, relu)[:, 0])

    def answer(self, observation: Observation, view: list[int]) -> tuple[Decision, NDArray[np.float64]]:
        """Return the decision, and the probabilities of the other seat's cards in the form of `belief.counts`."""
        legal = observation.legal
        rows, values = self.valued(observation, view)
        best = int(values.argmax())
        options = tuple(
            Option(action, float(place == best), value, why=_why(rows[place]))
            for place, (action, value) in enumerate(zip(legal, self.calibrated(values).tolist(), strict=True))
        )
        chances = belief.counts(rows[best : best + 1], self.weights, view)
        share = belief.held_of(chances, view[LEFT]) / np.maximum(unpacked(view[UNSEEN]), 1)
        known = {card for zone in observation.zones for card in zone.cards}
        held = {NAMES[card]: float(share[RANK[card]]) for card in DECK if card not in known}
        return Decision(legal[best], options, UNIT, beliefs=(Belief(1 - observation.seat, "holds", held),)), chances


def _why(row: NDArray[np.float32]) -> str:
    """Describe what a move leads to, from its inputs."""
    if row[WON]:
        return "nothing can stop this hand any more"
    plays, losers = int(row[PLAYS : PLAYS + 15].argmax()), int(row[LOSERS : LOSERS + 15].argmax())
    left = f"{counted(plays, 'turn')}, {losers} beatable"
    return f"nothing unseen goes over it, {left}" if row[UNBEATEN] else left
