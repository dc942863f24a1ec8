"""Trains the notebook's network by REINFORCE: as the notebook's program does, and with each of its parts done right."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from cardtui.core import Refusal, quoted
from cardtui.games.ninetyeight.kernel import CARDS, LAID, SIZE
from cardtui.games.ninetyeight.rules import HAND
from cardtui.intervals import estimate
from cardtui.kernels import random_state
from cardtui.nets import softmax

from ...ninetyeight.features import COLUMNS, DRAWN, FEATURES, KINDS, OUTPUTS, ROWS
from ...ninetyeight.reinforce import RULES, WIDTHS, network, preferred
from .. import checkpoints, torch_setup
from ..progress import TrainProgress
from .episodes import deal_all, discounted, drawn_from, lay_all, see_all

CHUNK = 1_000
"""Games between two checkpoints and points of the curve."""
TOGETHER = 250
"""Games tested at once: each keeps all that the network saw."""
TESTS = 5_000
MODEL = "model.safetensors"


class Method(NamedTuple):
    """How a network is trained. The defaults are the notebook's program."""

    inputs: str = "sorted"
    draws: bool = False
    """Draw from the softmax; the program's is over 10¹¹ times the outputs, so it plays the highest."""
    masked: bool = False
    """The softmax that is learned is over legal outputs; the program's gives illegal ones the output 0."""
    tanh: bool = True
    counted: bool = True
    """The n-th card is worth n - 1, else 1."""
    discount: float = 0.95
    batch: int = 1
    """Games to one step of Adam."""
    by_card: bool = False
    """Returns are compared with those of the batch's games at the same card, else with the game's own mean."""
    rate: float = 0.003
    games: int = 100_000
    falls: bool = False
    """The rate falls to a tenth over the second half."""


PRESETS = {
    "reinforce": Method(),
    "reinforce-best": Method("each", True, True, False, False, 0.99, 50, True, 0.002, 30_000, True),
}


class Learner:
    """A network in training by a method."""

    def __init__(self, method: Method, seed: int) -> None:
        torch_setup.prepare(seed)
        self.method = method
        self.seed = seed
        self.kind = KINDS.index(method.inputs)
        layers: list[torch.nn.Module] = []
        for into, out in pairwise((COLUMNS[self.kind], *WIDTHS[self.kind])):
            layer = torch.nn.Linear(into, out)
            torch.nn.init.xavier_uniform_(layer.weight)
            torch.nn.init.zeros_(layer.bias)
            layers += [layer, torch.nn.ReLU()]
        self.net = torch.nn.Sequential(*layers[:-1])
        self.adam = torch.optim.Adam(self.net.parameters(), method.rate, fused=True)
        self.weights = {name: tensor.numpy() for name, tensor in self.net.state_dict().items()}
        """The network's weights as they are at any time: arrays over torch's memory."""
        self.done = 0

    def run(self, games: int) -> Any:
        """Learn from so many more games; cards laid in each, int64 (games,)."""
        method, rng = self.method, random_state(self.seed, self.done)
        laid = []
        for _ in range(games // method.batch):
            laid.append(self.step(rng))
            self.done += method.batch
            if method.falls:
                self.adam.param_groups[0]["lr"] = method.rate * min(1.0, 1.9 - 1.8 * self.done / method.games)
        return np.concatenate(laid)

    def step(self, rng: Any) -> Any:
        """A batch of games and a step of Adam; cards laid in each game."""
        method = self.method
        seen, legal, chosen, games, laid = self.play(method.batch, method.draws, rng)
        returns = discounted(games, laid, method.counted, method.discount)
        worth = returns - self.baseline(returns, games, laid)
        if worth.std() > 0:
            rows = torch.from_numpy(seen).reshape(-1, COLUMNS[self.kind])
            outputs, mask = self.net(rows).reshape(legal.shape), torch.from_numpy(legal)
            outputs = torch.tanh(outputs) if method.tanh else outputs
            outputs = outputs.masked_fill(~mask, -torch.inf) if method.masked else outputs * mask
            losses = torch.nn.functional.cross_entropy(outputs, torch.from_numpy(chosen), reduction="none")
            loss = (losses * torch.from_numpy((worth / worth.std()).astype(np.float32))).mean()
            self.adam.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch types it not
            self.adam.step()
        return laid

    def baseline(self, returns: Any, games: Any, laid: Any) -> Any:
        """What each return is compared with."""
        if not self.method.by_card:
            return returns.mean()
        before = np.zeros(len(laid), np.int64)
        turns = np.empty(len(games), np.int64)
        for at, game in enumerate(games):
            turns[at] = before[game]
            before[game] += 1
        return (np.bincount(turns, returns) / np.bincount(turns))[turns]

    def play(self, count: int, draws: bool, rng: Any) -> tuple[Any, Any, Any, Any, Any]:
        """So many games: inputs, legal outputs, outputs chosen and game of each card; cards laid in each game."""
        states, slots = np.zeros((count, SIZE), np.int64), np.zeros((count, HAND), np.int64)
        drawn, playing, size = DRAWN[self.kind], np.arange(count), ROWS[self.kind] * COLUMNS[self.kind]
        deal_all(states, slots, drawn, rng)
        rows: list[tuple[Any, Any, Any, Any]] = []
        while True:
            seen, legal = np.zeros((len(playing), size), np.float32), np.zeros((len(playing), OUTPUTS), bool)
            going = see_all(states, slots, self.kind, playing, seen, legal)
            if not going:
                break
            playing, seen, legal = playing[:going].copy(), seen[:going], legal[:going]
            chosen = self.choose(network(seen, self.weights, self.kind), legal, draws, rng)
            rows.append((seen, legal, chosen, playing))
            lay_all(states, slots, playing, chosen, drawn)
        seen, legal, chosen, games = (np.concatenate(part) for part in zip(*rows, strict=True))
        return seen, legal, chosen, games, states[:, LAID].copy()

    def choose(self, raw: Any, legal: Any, draws: bool, rng: Any) -> Any:
        """An output of each row: drawn from the softmax, or what the player would lay."""
        outputs = np.tanh(raw) if self.method.tanh else raw
        if draws:
            return drawn_from(softmax(outputs, legal).astype(np.float64), rng)
        if self.method.tanh:
            return np.array([preferred(row, mask) for row, mask in zip(outputs, legal, strict=True)])
        return np.where(legal, outputs, -np.inf).argmax(axis=1)

    def test(self, batches: int, stream: int) -> Any:
        """Cards laid in so many batches of TOGETHER games as the player plays."""
        rng = random_state(self.seed, stream)
        return np.concatenate([self.play(TOGETHER, False, rng)[-1] for _ in range(batches)])


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train into `out`: model.safetensors, card.toml, curve.csv; a checkpoint while it runs.

    Refusal for no such preset, or nothing to resume.
    """
    if preset != "best":
        raise Refusal(f"{bot} has the preset best, not {quoted(preset)}")
    method, run = PRESETS[bot], {"bot": bot, "preset": preset, "seed": seed}
    learner, seconds, curve = Learner(method, seed), 0.0, list[list[float]]()
    if resume:
        state, arrays = checkpoints.restore(out, run, torch_setup.run_state(learner.net, learner.adam))
        learner.done, seconds, curve = state["done"], state["seconds"], state["curve"]
        learner.adam.param_groups[0]["lr"] = state["rate"]
        torch_setup.resume(learner.net, learner.adam, arrays)
    while learner.done < method.games:
        began = time.process_time()
        laid = learner.run(CHUNK)
        seconds += time.process_time() - began
        curve.append([learner.done, float(laid.mean())])
        state = {"done": learner.done, "seconds": seconds, "curve": curve, "rate": learner.adam.param_groups[0]["lr"]}
        checkpoints.save(out, run, state, torch_setup.run_state(learner.net, learner.adam))
        progress(TrainProgress(learner.done, method.games, {"laid": float(laid.mean())}))
    _finish(bot, preset, out, seconds, curve, learner)


def _finish(bot: str, preset: str, out: Path, seconds: float, curve: list[list[float]], learner: Learner) -> None:
    """Measure and write."""
    method, laid = learner.method, learner.test(TESTS // TOGETHER, 10**9)
    reach = estimate(laid.tolist()).reach
    card = {
        "game": "98",
        "bot": bot,
        "rules": RULES,
        "features": FEATURES,
        "command": f"cardtui train 98 {bot} --preset {preset} --seed {learner.seed}",
        "seed": learner.seed,
        "games": method.games,
        "seconds": round(seconds, 1),
        "method": "REINFORCE; seconds are one core's",
        "inputs": method.inputs,
        "tanh": method.tanh,
        "settings": method._asdict(),
        "scores": [
            {"against": "the draw pile", "n": TESTS, "win": float((laid == CARDS).mean())}
            | {"cards": float(laid.mean()), "low": float(laid.mean()) - reach, "high": float(laid.mean()) + reach}
        ],
    }
    checkpoints.finish(out, ["games", "laid"], curve, card, torch_setup.arrays_of(learner.net))
