"""The player: a network says how many tricks are to come after each card, and the best card is played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.resources import files
from random import Random
from typing import Any

import torch
from safetensors.torch import load

from cardtui.core import Card, Decision, Game, Observation, Option

SUITS, NUMBERS = "cd", 10
CARDS = len(SUITS) * NUMBERS
WIDTH = 256
WEIGHTS = "weights.safetensors"


def network() -> torch.nn.Sequential:
    """From the cards of both hands and the card that lies to the tricks to come after each card."""
    return torch.nn.Sequential(
        torch.nn.Linear(3 * CARDS, WIDTH),
        torch.nn.ReLU(),
        torch.nn.Linear(WIDTH, WIDTH),
        torch.nn.ReLU(),
        torch.nn.Linear(WIDTH, CARDS),
    )


def place(game: Game[Any], card: Card) -> int:
    """A card's place among all: its face is a number and a suit, such as `7c`."""
    face = game.face(card)
    return SUITS.index(face[-1]) * NUMBERS + int(face[:-1])


def inputs(game: Game[Any], seen: Observation) -> torch.Tensor:
    """What the network sees: one number for each card of the own hand, of the other one, and for the card that lies."""
    row = torch.zeros(3, CARDS)
    zones: Iterable[tuple[Card, ...]] = (
        seen.zone("hand").cards,
        seen.zone(f"hand {1 - seen.seat}").cards,
        seen.zone("trick").cards,
    )
    for part, cards in enumerate(zones):
        for card in cards:
            row[part, place(game, card)] = 1
    return row.flatten()


class TorchBot:
    """Plays the card after which the network expects most tricks."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.network = network()
        self.network.load_state_dict(load(files(__package__).joinpath(WEIGHTS).read_bytes()))
        self.network.eval()

    @torch.inference_mode()
    def expected(self, seen: Observation) -> list[float]:
        """The tricks to come after each legal action."""
        values = self.network(inputs(self.game, seen))
        return [float(values[place(self.game, action.cards[0])]) for action in seen.legal]

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer."""
        values = self.expected(observation)
        best = max(range(len(values)), key=values.__getitem__)
        options = [Option(action, float(i == best), values[i]) for i, action in enumerate(observation.legal)]
        yield Decision(observation.legal[best], tuple(options), "tricks to come")
