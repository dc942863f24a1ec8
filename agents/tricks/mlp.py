"""The network players of Tricks: one forward pass for all cards; the legal card with the highest output is played.

The outputs are not values: an option shows its share in a softmax over the legal cards, as its probability.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Option
from cardtui.games.tricks.rules import Tricks
from cardtui.models import digest, load_arrays, nets
from cardtui.models.arrays import Array, Size

from .features import BY_RANK, CARDS, DOCUMENT, INPUTS, TRICKS, by_rank, of_document, place_of
from .heuristics import lawful

RULES = "tricks n=10 colours=2"


def dense_layers(*sizes: Size) -> dict[str, Array]:
    """Return the arrays of a network of dense layers with these sizes, starting with the input size."""
    return nets.mlp_arrays([f"layer{number}" for number in range(1, len(sizes))], sizes)


class Mlp(ABC):
    """A network of dense layers with 3 × 20 inputs and 20 outputs, one per card. `folder` contains its weights.

    Raises Refusal if the weights are not for this bot.
    """

    features: str
    needs: Mapping[str, Array]

    def __init__(self, game: Tricks, folder: Path) -> None:
        self.weights, _ = load_arrays(folder, "tricks", digest(self.features), digest(RULES), self.needs)
        self.names = layers(self.weights)

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision."""
        legal = lawful(observation)
        places = [place_of(action.cards[0]) for action in legal]
        outputs = self.outputs(observation)
        allowed = np.zeros(CARDS, bool)
        allowed[places] = True
        shares = nets.softmax(outputs[:CARDS].astype(np.float64), allowed)
        best = max(range(len(legal)), key=lambda number: outputs[places[number]])
        options = tuple([Option(action, float(shares[place])) for action, place in zip(legal, places, strict=True)])
        yield Decision(legal[best], options, "probability", self.comment(outputs))

    def comment(self, outputs: NDArray[np.float32]) -> str:
        """Return the comment shown with the decision."""
        return ""

    @abstractmethod
    def outputs(self, seen: Observation) -> NDArray[np.float32]:
        """Return the network's outputs, float32, with those for the cards first."""


class OfDocument(Mlp):
    """The source document's network: one hidden layer of 40 with tanh, and an output for each of the twenty cards."""

    features = DOCUMENT
    needs = dense_layers(INPUTS, "h", CARDS)

    def outputs(self, seen: Observation) -> NDArray[np.float32]:
        """Return the outputs for the inputs of `of_document`."""
        led = _led(seen)
        played = cards_of(seen, "played")
        if led >= 0:
            played[0, led] = False
        inputs = of_document(played, cards_of(seen, "hand"), np.array([led]))
        outputs: NDArray[np.float32] = nets.mlp(inputs, self.weights, self.names, np.tanh)[0]
        return outputs


class ByRank(Mlp):
    """A network that sees both hands, with cards encoded by their rank among those left."""

    features = BY_RANK
    needs = dense_layers(INPUTS, "g", "h", CARDS)

    def outputs(self, seen: Observation) -> NDArray[np.float32]:
        """Return the outputs for the inputs of `by_rank`."""
        other = f"hand {1 - seen.seat}"
        inputs, places = by_rank(cards_of(seen, "hand"), cards_of(seen, other), np.array([_led(seen)]))
        outputs = nets.mlp(inputs, self.weights, self.names, nets.relu)[0]
        return np.concatenate([outputs[places[0]], outputs[CARDS:]])


class WithTricks(ByRank):
    """A network by rank that also predicts the number of tricks its seat will take, as eleven classes."""

    needs = dense_layers(INPUTS, "g", "h", CARDS + TRICKS)

    def comment(self, outputs: NDArray[np.float32]) -> str:
        """Return the expected number of tricks."""
        expected = float(nets.softmax(outputs[CARDS:]) @ np.arange(TRICKS))
        return f"expects {expected:.1f} tricks to come"


def layers(arrays: Mapping[str, object]) -> list[str]:
    """Return the names of a network's layers in order."""
    return sorted({name.partition(".")[0] for name in arrays})


def cards_of(seen: Observation, zone: str) -> NDArray[np.bool_]:
    """Return the cards of a zone, bool (1, CARDS)."""
    row: NDArray[np.bool_] = np.zeros((1, CARDS), bool)
    row[0, [place_of(card) for card in seen.zone(zone).cards]] = True
    return row


def _led(seen: Observation) -> int:
    lies = seen.zone("trick").cards
    return place_of(lies[0]) if lies else -1
