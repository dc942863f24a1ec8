"""Bots that were trained elsewhere: a folder with a card and the layers of a network becomes a bot by its path.

    exported.save("runs/mine", env, layers, method="PPO", command="python ppo.py", seed=1, games=90_000, seconds=600)

From then on `cardtui arena schafkopf ./runs/mine rule-based` finds it.

The network is a plain one: the features of the vector environment (`cardtui.vec`), hidden layers with ReLU between
them, and a logit for each action of the game's fixed list. Its arrays are `layers.0.weight` (out, in), `layers.0.bias`
(out) and so on, float32, in torch's layout. Nothing is ever unpickled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import models, registry, vec
from .core import Decision, Game, Observation, Option, Refusal, quoted
from .entries.spaces import legal_action, listed
from .models import nets
from .system import files

SAYS: Mapping[str, type] = {"hidden": list, "seats": int}
"""What the card says besides what every card does: the sizes of the hidden layers, and the number of seats."""
MOST = 4096
"""The largest hidden layer."""


class Exported:
    """A bot that plays the most probable action of its network."""

    def __init__(self, game: Game[Any], folder: Path) -> None:
        """Raises Refusal, naming file and field, if the card or the arrays do not fit this table."""
        card = models.load_card(folder, SAYS, game.name)
        here = {"rules": game.spec, "seats": game.seats}
        fits = {key: card[key] == value for key, value in here.items()}
        with suppress(Refusal):  # no such rules: they do not fit
            fits["rules"] = registry.same_deals(game.name, card["rules"], game.spec)
        for key in (key for key in here if not fits[key]):
            raise Refusal(
                f"{folder / models.CARD}: {key} is {quoted(card[key])}; a bot that was trained so cannot play"
                f" with {quoted(here[key])}"
            )
        hidden = card["hidden"]
        _check_hidden(hidden, folder)
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
    layers: Sequence[tuple[ArrayLike, ArrayLike]],
    *,
    method: str,
    command: str,
    seed: int,
    games: int,
    seconds: float,
) -> None:
    """Write a network as a bot that plays by the path of its folder.

    layers: weight (out, in) and bias (out,) of each layer, from the features to the logits of the actions; arrays or
    torch's tensors. The rest is what the card tells of how it was made: games is the number of deals that it learned
    from, seconds how long that took. Raises Refusal, and writes nothing, if the layers do not fit the environment or
    hold a number that is not finite, or if the card would not be read or says what cannot be.
    """
    folder, game = Path(folder), env.game
    found = [_layer(at, layer) for at, layer in enumerate(layers)]
    sizes = [env.width, *(bias.size for _, bias in found)]
    shapes = [(weight.shape, bias.shape) for weight, bias in found]
    if not found or sizes[-1] != len(env.actions) or shapes != [((out, into), (out,)) for into, out in pairwise(sizes)]:
        raise Refusal(
            f"layers lead from {env.width} features to {len(env.actions)} actions, by a weight (out, in) and a bias"
            f" (out,) each, not by the shapes {shapes}"
        )
    for at, part in enumerate(found):
        if not all(np.isfinite(array).all() for array in part):
            raise Refusal(f"layers[{at}] holds numbers that are not finite, with which no bot can play")
    hidden = sizes[1:-1]
    _check_hidden(hidden, folder)
    told: dict[str, Any] = {"method": method, "command": command, "seed": seed, "games": games, "seconds": seconds}
    card = {
        "game": game.name,
        "bot": folder.name,
        "rules": game.spec,
        "rules_hash": models.digest(game.spec),
        "features": features(env),
        "seats": game.seats,
        "hidden": hidden,
        **{key: value.item() if isinstance(value, np.generic) else value for key, value in told.items()},
    }
    models.check_fields(card, {key: models.NEEDED[key] for key in told}, folder)
    if negative := next((key for key in ("games", "seconds") if card[key] < 0), ""):
        raise Refusal(f"{folder / models.CARD}: {negative} is 0 or more, not {quoted(card[negative])}")
    try:
        if len((method + command).encode()) > files.TEXT // 2:
            raise Refusal("method and command are short texts on the card, half a MiB together at most")
    except UnicodeEncodeError as error:
        raise Refusal(f"method or command holds a character that no file can: {error.reason}") from error
    named = {
        f"{name}.{kind}": array
        for name, part in zip(_names(hidden), found, strict=True)
        for kind, array in zip(("weight", "bias"), part, strict=True)
    }
    models.save_arrays(folder, card, named, "model.safetensors")


def _layer(at: int, layer: Any) -> tuple[nets.Singles, nets.Singles]:
    """Return a layer's weight and bias as arrays; torch's tensors may lie on a GPU and have gradients."""
    try:
        plain = (part.detach().float().cpu() if hasattr(part, "detach") else part for part in layer)
        weight, bias = map(np.asarray, plain)
        if {weight.dtype.kind, bias.dtype.kind} - set("fiub"):
            raise TypeError("no real numbers")
        with np.errstate(over="ignore"):  # what is too large is refused as infinite
            weight, bias = (np.asarray(part, np.float32, order="C") for part in (weight, bias))
    except (TypeError, ValueError) as error:
        told = " ".join(quoted(layer).split())  # tensors are told in several lines
        raise Refusal(f"layers[{at}] is a pair of arrays, (weight, bias), not {told}") from error
    return weight, bias


def _check_hidden(hidden: Sequence[Any], folder: Path) -> None:
    if len(hidden) > 16 or not all(type(size) is int and 0 < size <= MOST for size in hidden):
        raise Refusal(f"{folder / models.CARD}: hidden is up to 16 sizes of layers, 1 … {MOST}, not {quoted(hidden)}")


def _names(hidden: Sequence[int]) -> list[str]:
    return [f"layers.{number}" for number in range(len(hidden) + 1)]
