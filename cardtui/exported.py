"""Bots that were trained elsewhere: a folder with a card and the layers of a network becomes a bot by its path.

    exported.save("runs/mine", env, layers, card)     # then: cardtui arena schafkopf ./runs/mine rule-based

The network is a plain one: the features of the vector environment (`cardtui.vec`), hidden layers with ReLU between
them, and a logit for each action of the game's fixed list. Its arrays are `layers.0.weight` (out, in), `layers.0.bias`
(out) and so on, float32, in torch's layout. Nothing is ever unpickled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import models, nets, registry, vec
from .core import Decision, Game, Observation, Option, Refusal, quoted
from .spaces import legal_action, listed

SAYS: Mapping[str, type] = {"hidden": list, "seats": int}
"""What the card says besides what every card does: the sizes of the hidden layers, and the number of seats."""
MOST = 4096
"""The largest hidden layer."""


class Exported:
    """A bot that plays the most probable action of its network."""

    def __init__(self, game: Game[Any], folder: Path) -> None:
        """Raises Refusal, naming file and field, if the card or the arrays do not fit this table."""
        card = models.load_card(folder, SAYS)
        here = {"game": game.name, "rules": game.spec, "seats": game.seats}
        fits = {key: card[key] == value for key, value in here.items()}
        if fits["game"]:
            with suppress(Refusal):  # no such rules: they do not fit
                fits["rules"] = registry.same_deals(game.name, card["rules"], game.spec)
        for key in (key for key in here if not fits[key]):
            raise Refusal(
                f"{folder / models.CARD}: {key} is {quoted(card[key])}; a bot that was trained so cannot play"
                f" with {quoted(here[key])}"
            )
        hidden = card["hidden"]
        if len(hidden) > 16 or not all(type(size) is int and 0 < size <= MOST for size in hidden):
            raise Refusal(
                f"{folder / models.CARD}: hidden is up to 16 sizes of layers, 1 … {MOST}, not {quoted(hidden)}"
            )
        self.game, self.env = listed(game), vec.make(game.name, game.spec, seats=game.seats)
        self.names = _names(hidden)
        needs = nets.mlp_arrays(self.names, [self.env.width, *hidden, len(self.env.actions)])
        self.weights, _ = models.load_arrays(
            folder, game.name, features(self.env), models.digest(card["rules"]), needs, SAYS
        )

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision, with the network's probability of each legal action."""
        row, mask = self.env.encode(observation)
        logits = nets.mlp(row[None].astype(np.float32), self.weights, self.names, nets.relu)[0]
        chances = nets.softmax(logits.astype(np.float64), mask)
        numbered = self.game.actions.numbered(observation.legal)
        options = tuple(Option(action, float(chances[number])) for number, action in numbered.items())
        best = legal_action(self.game, observation.legal, max(numbered, key=lambda number: float(chances[number])))
        yield Decision(best, options, "probability")


def features(env: vec.VectorEnv) -> str:
    """Return the hash of `label`, as it stands on a card."""
    return models.digest(label(env))


def label(env: vec.VectorEnv) -> str:
    """Return the label of an environment's features and actions: it changes when their names, shapes or number do."""
    told = [(feature.name, feature.shape) for feature in env.features]
    return f"{env.game.name} {env.seats} {told} {len(env.actions)}"


def save(
    folder: str | Path,
    env: vec.VectorEnv,
    layers: Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]],
    **card: Any,
) -> None:
    """Write a network as a bot that plays by the path of its folder.

    layers: weight (out, in) and bias (out,) of each layer, from the features to the logits of the actions. card: how it
    was made: method, command, seed, games, seconds. Raises Refusal if the sizes do not fit the environment.
    """
    sizes = [env.width, *(len(bias) for _, bias in layers)]
    if sizes[-1] != len(env.actions) or any(
        weight.shape != (out, into) for (weight, _), into, out in zip(layers, sizes, sizes[1:], strict=False)
    ):
        raise Refusal(
            f"layers lead from {env.width} features to {len(env.actions)} actions, not by the shapes"
            f" {[weight.shape for weight, _ in layers]}"
        )
    named: dict[str, NDArray[np.float32]] = {}
    for name, (weight, bias) in zip(_names(sizes[1:-1]), layers, strict=True):
        named |= {f"{name}.weight": np.asarray(weight, np.float32), f"{name}.bias": np.asarray(bias, np.float32)}
    game = env.game
    made = {
        "game": game.name,
        "bot": Path(folder).name,
        "rules": game.spec,
        "rules_hash": models.digest(game.spec),
        "features": features(env),
        "seats": game.seats,
        "hidden": sizes[1:-1],
    }
    models.save_arrays(Path(folder), made | card, named, "model.safetensors")


def _names(hidden: Sequence[int]) -> list[str]:
    return [f"layers.{number}" for number in range(len(hidden) + 1)]
