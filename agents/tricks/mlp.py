"""The networks' players: one pass for all cards, the legal card of the highest output plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cardtui import nets
from cardtui.arrays import Array, Size
from cardtui.core import Decision, Observation, Option
from cardtui.games.tricks.rules import Tricks
from cardtui.models import digest, load_arrays

from .features import BY_RANK, CARDS, DOCUMENT, INPUTS, TRICKS, by_rank, of_document, place_of
from .heuristics import lawful

RULES = "tricks n=10 colours=2"


def dense_layers(*sizes: Size) -> dict[str, Array]:
    """The arrays of a network of layers with these sizes, that of its inputs first."""
    return nets.mlp_arrays([f"layer{number}" for number in range(1, len(sizes))], sizes)


class Mlp(ABC):
    """A network of dense layers over 3 × 20 inputs with 20 outputs, a card each. `folder`: its weights.

    Refusal where they do not fit.
    """

    features: str
    needs: Mapping[str, Array]

    def __init__(self, game: Tricks, folder: Path) -> None:
        self.weights, _ = load_arrays(folder, "tricks", digest(self.features), digest(RULES), self.needs)
        self.names = layers(self.weights)

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        legal = lawful(observation)
        places = [place_of(action.cards[0]) for action in legal]
        outputs = self.outputs(observation)
        allowed = np.zeros(CARDS, bool)
        allowed[places] = True
        values = self.values(outputs[:CARDS], allowed)
        best = max(range(len(legal)), key=lambda number: outputs[places[number]])
        options = tuple(
            [
                Option(action, float(number == best), float(values[place]))
                for number, (action, place) in enumerate(zip(legal, places, strict=True))
            ]
        )
        yield Decision(legal[best], options, "softmax", self.note(outputs))

    def values(self, outputs: Any, allowed: Any) -> Any:
        """What is shown of each card, from the outputs and the cards allowed, all (CARDS,)."""
        return nets.softmax(outputs, allowed)

    def note(self, outputs: Any) -> str:
        """What the network says beside that."""
        return ""

    @abstractmethod
    def outputs(self, seen: Observation) -> Any:
        """The network's outputs, those of the cards first: float32."""


class OfDocument(Mlp):
    """The source document's network: one hidden layer of 40, tanh; its softmax goes over all twenty cards."""

    features = DOCUMENT
    needs = dense_layers(INPUTS, "h", CARDS)

    def values(self, outputs: Any, allowed: Any) -> Any:
        """The softmax over all cards."""
        return nets.softmax(outputs)

    def outputs(self, seen: Observation) -> Any:
        """See `of_document`."""
        led = _led(seen)
        played = cards_of(seen, "played")
        if led >= 0:
            played[0, led] = False
        inputs = of_document(played, cards_of(seen, "hand"), np.array([led]))
        return nets.mlp(inputs, self.weights, self.names, np.tanh)[0]


class ByRank(Mlp):
    """A network that sees both hands, cards by their rank among those left."""

    features = BY_RANK
    needs = dense_layers(INPUTS, "g", "h", CARDS)

    def outputs(self, seen: Observation) -> Any:
        """See `by_rank`."""
        other = f"hand {1 - seen.seat}"
        inputs, outputs = by_rank(cards_of(seen, "hand"), cards_of(seen, other), np.array([_led(seen)]))
        found = nets.mlp(inputs, self.weights, self.names, nets.relu)[0]
        return np.concatenate([found[outputs[0]], found[CARDS:]])


class WithTricks(ByRank):
    """A network by rank that also says how many tricks its seat takes from here on: eleven classes."""

    needs = dense_layers(INPUTS, "g", "h", CARDS + TRICKS)

    def note(self, outputs: Any) -> str:
        """The mean of the classes."""
        expected = float(nets.softmax(outputs[CARDS:]) @ np.arange(TRICKS))
        return f"expects {expected:.1f} tricks to come"


def layers(arrays: Mapping[str, Any]) -> list[str]:
    """The names of a network's layers, the first one first."""
    return sorted({name.partition(".")[0] for name in arrays})


def cards_of(seen: Observation, zone: str) -> Any:
    """The cards of a zone: bool (1, CARDS)."""
    row = np.zeros((1, CARDS), bool)
    row[0, [place_of(card) for card in seen.zone(zone).cards]] = True
    return row


def _led(seen: Observation) -> int:
    lies = seen.zone("trick").cards
    return place_of(lies[0]) if lies else -1
