"""Trains imitation: the LSTM policy, by cross-entropy on the actions of a strong player or of people.

The source trained on 75,000 games of people, which may not be redistributed. Without `--records` as many games are
played by our own teacher instead.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui.core import Refusal, quoted
from cardtui.intervals import wilson
from cardtui.kernels import random_state
from cardtui.models import code

from ...schafkopf.features import ACTIONS, FEATURES
from ...schafkopf.networks import RULES
from .. import checkpoints, torch_setup
from ..progress import TrainProgress
from . import lessons, recorded, selfplay, teacher, views
from .match import score
from .networks import Policy


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Hyperparameters of a run."""

    hidden_size: int
    games: int
    """The teacher's games, if no records are given."""
    epochs: int
    """Passes over all games."""
    batch_size: int
    """Games per step of Adam."""
    learning_rate: float
    """Adam's learning rate at the start; it decays to zero."""


PRESETS = {
    "paper": Preset(hidden_size=512, games=75_000, epochs=8, batch_size=128, learning_rate=0.001),
    "best": Preset(hidden_size=192, games=75_000, epochs=8, batch_size=32, learning_rate=0.002),
}
"""In "paper" the number of games is from SchafkopfRL's README, which says nothing about the other fields. "best" made
the weights that ship."""

KEEP_EVERY = 200
"""Steps between two checkpoints."""
TOGETHER = 500
"""Number of games tested at once."""
CARD_DEALS = 5_000
"""The deals played for the score against the fast player in the model card."""


class Learner:
    """A network in training."""

    def __init__(self, preset: Preset) -> None:
        self.network = Policy(preset.hidden_size)
        self.optimizer = torch.optim.Adam(self.network.parameters(), preset.learning_rate)

    def logits(self, games: selfplay.Games, at: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the logits for the deals `at`, as `match.against_fast` needs them."""
        with torch.no_grad():
            inputs = views.courses(games.states[at], games.cards[at], games.players[at], games.laid[at], at)
            logits: torch.Tensor = self.network(*inputs)
        return logits.numpy()

    def log_probs(self, choices: lessons.Choices) -> torch.Tensor:
        """Return the log-probabilities of all actions, float32 (m, ACTIONS)."""
        inputs = views.courses(choices.states, choices.cards, choices.players, choices.laid, choices.groups)
        logits: torch.Tensor = self.network(*inputs)
        legal = torch.from_numpy((choices.masks[:, None] >> np.arange(ACTIONS) & 1).astype(bool))
        return torch.log_softmax(logits.masked_fill(~legal, -1e9), 1)

    def learn(self, choices: lessons.Choices, learning_rate: float) -> float:
        """Take one step of Adam; return the mean cross-entropy before it."""
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        loss = torch.nn.functional.nll_loss(self.log_probs(choices), torch.from_numpy(choices.actions))
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
        self.optimizer.step()
        return float(loss.detach())

    def test(self, games: lessons.Played) -> NDArray[np.int64]:
        """Return by kind the number of choices in these games and how many the network gets right: int64 (KINDS, 2)."""
        counts = np.zeros((len(lessons.KINDS), 2), np.int64)
        for start in range(0, len(games.starts), TOGETHER):
            choices = lessons.unfold(games.select(slice(start, start + TOGETHER)))
            with torch.no_grad():
                right = self.log_probs(choices).numpy().argmax(1) == choices.actions
            kinds = lessons.kinds(choices.states)
            for kind in range(len(counts)):
                counts[kind] += (kinds == kind).sum(), right[kinds == kind].sum()
        return counts


def train(
    bot: str,
    preset: str,
    seed: int,
    out: Path,
    resume: bool,
    progress: Callable[[TrainProgress], None],
    steps: int | None = None,
    records: Path | None = None,
) -> None:
    """Train and write model.safetensors, card.toml and curve.csv to `out`.

    While training runs, `out` also has a checkpoint and the teacher's games. `steps` overrides the preset's number of
    games; `records` is a folder of saved matches to learn from instead of the teacher. Raises Refusal if both are given
    or there is no such preset, and as `recorded.read` does.
    """
    if preset not in PRESETS:
        raise Refusal(f"{bot} has the preset {' and '.join(PRESETS)}, not {quoted(preset)}")
    if steps and records:
        raise Refusal("--steps says how many games to play, and with --records none are played; leave one of them out")
    chosen = PRESETS[preset]
    torch_setup.prepare(seed)
    learner = Learner(chosen)
    learned = f"games of {teacher.SPEC}"
    if records:
        games, learned = recorded.read(records, progress)
        chosen = replace(chosen, games=len(games.starts))
        source = {"records": f"{zlib.crc32(b''.join(array.tobytes() for array in games)):08x}"}
    else:
        chosen = replace(chosen, games=steps or chosen.games)
        source = {"code": code("schafkopf")}
    run = {"preset": preset, "seed": seed, **source, **asdict(chosen)}
    done, seconds, losses, curve = 0, 0.0, list[float](), list[list[float]]()
    if resume:
        state, arrays = checkpoints.restore(out, run, torch_setup.run_state(learner.network, learner.optimizer))
        done, seconds, losses, curve = state["done"], state["seconds"], state["losses"], state["curve"]
        torch_setup.resume(learner.network, learner.optimizer, arrays)

    def keep() -> None:
        kept = {"done": done, "seconds": seconds, "losses": losses, "curve": curve}
        checkpoints.save(out, run, kept, torch_setup.run_state(learner.network, learner.optimizer))

    keep()
    played = 0.0
    if not records:
        games, played = teacher.games(chosen.games, seed, out / "games", progress)
    held_out = lessons.held_out(games)
    training, tests = np.flatnonzero(~held_out), games.select(held_out)
    if not len(training) or not len(tests.starts):
        raise Refusal(f"{len(games.starts)} games are too few: one in {lessons.HELD_OUT} is held out to test with")
    each = -(-len(training) // chosen.batch_size)
    began = time.perf_counter()
    while done < each * chosen.epochs:
        epoch, step = divmod(done, each)
        order = np.random.default_rng([seed, epoch]).permutation(training)
        rows = order[step * chosen.batch_size : (step + 1) * chosen.batch_size]
        decay = 1 - done / (each * chosen.epochs)
        losses.append(learner.learn(lessons.unfold(games.select(rows)), chosen.learning_rate * decay))
        done += 1
        if done % each == 0:
            counts = learner.test(tests)
            accuracy = [round(float(share), 4) for share in (*_accuracy(counts.sum(0)[None]), *_accuracy(counts))]
            curve.append([epoch + 1, round(sum(losses) / len(losses), 4), *accuracy])
            losses.clear()
        if done % KEEP_EVERY == 0 or done % each == 0:
            seconds += time.perf_counter() - began
            began = time.perf_counter()
            keep()
            figures = {"right": curve[-1][2]} if curve else {"loss": round(losses[-1], 3)}
            progress(TrainProgress(done, each * chosen.epochs, figures))
    option = f" --records {records}" if records else f" --steps {steps}" if steps else ""
    card = {
        "game": "schafkopf",
        "bot": bot,
        "method": "imitation of recorded people" if records else f"imitation of {teacher.SPEC}",
        "rules": RULES,
        "features": FEATURES,
        "command": f"cardtui train schafkopf {bot} --preset {preset} --seed {seed}{option}",
        "seed": seed,
        "games": len(games.starts),
        "learned": learned,
        **source,
        "seconds": round(played + seconds, 1),
        "settings": asdict(chosen),
        "scores": [
            *_scores(learner.test(tests)),
            score(learner.logits, CARD_DEALS, random_state(seed, 10**7)),
        ],
    }
    checkpoints.finish(
        out, ["epoch", "loss", "right", *lessons.KINDS], curve, card, torch_setup.arrays_of(learner.network)
    )


def _accuracy(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of right choices of each row (choices, right), float64 (rows,); 0 for rows without choices."""
    return counts[:, 1] / np.maximum(counts[:, 0], 1)


def _scores(counts: NDArray[np.int64]) -> list[dict[str, Any]]:
    """Return a model card's scores of a test: for all choices, and for each kind that occurred."""
    scores = []
    for name, (n, right) in zip(("choices", *lessons.KINDS), (counts.sum(0), *counts), strict=True):
        if n:
            share = right / n
            low, high = (round(float(bound), 4) for bound in wilson(share, int(n)))
            row = {"against": f"{name} of held-out games", "n": int(n), "right": round(float(share), 4)}
            scores.append({**row, "low": low, "high": high})
    return scores
