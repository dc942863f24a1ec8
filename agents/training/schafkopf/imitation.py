"""Trains imitation: the LSTM policy, by cross-entropy on the actions of a strong player or of people.

The source trained on 75,000 games of people, which may not be redistributed. Without `--records` as many games are
played by our own teacher instead.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

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


class Preset(NamedTuple):
    """`games` is the number of the teacher's games if no records are given."""

    size: int
    games: int
    epochs: int
    batch: int
    """Games per step of Adam."""
    rate: float
    """Initial learning rate of Adam; it decays to zero."""


PRESETS = {"paper": Preset(512, 75_000, 8, 128, 0.001), "best": Preset(192, 75_000, 8, 32, 0.002)}
KEEP_EVERY = 200
"""Steps between two checkpoints."""
TOGETHER = 500
"""Number of games tested at once."""
CARD_DEALS = 5_000


class Learner:
    """A network in training."""

    def __init__(self, preset: Preset) -> None:
        self.network = Policy(preset.size)
        self.optimizer = torch.optim.Adam(self.network.parameters(), preset.rate)

    def logits(self, games: selfplay.Games, at: Any) -> Any:
        """Return the logits for the deals `at`, as required by `match.against_fast`."""
        with torch.no_grad():
            seen = views.courses(games.states[at], games.cards[at], games.players[at], games.laid[at], at)
            return self.network(*seen).numpy()

    def shares(self, found: lessons.Choices) -> Any:
        """Return the log-probabilities of all actions, (m, ACTIONS)."""
        logits = self.network(*views.courses(found.states, found.cards, found.players, found.laid, found.groups))
        legal = torch.from_numpy((found.masks[:, None] >> np.arange(ACTIONS) & 1).astype(bool))
        return torch.log_softmax(logits.masked_fill(~legal, -1e9), 1)

    def learn(self, found: lessons.Choices, rate: float) -> float:
        """Take one step of Adam; return the mean cross-entropy before it."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        loss = torch.nn.functional.nll_loss(self.shares(found), torch.from_numpy(found.actions))
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
        self.optimizer.step()
        return float(loss.detach())

    def test(self, games: lessons.Played) -> Any:
        """Count the choices in these games, and those the network gets right: int64 (KINDS, 2)."""
        counts = np.zeros((len(lessons.KINDS), 2), np.int64)
        for start in range(0, len(games.starts), TOGETHER):
            found = lessons.unfold(games.some(slice(start, start + TOGETHER)))
            with torch.no_grad():
                right = self.shares(found).numpy().argmax(1) == found.actions
            kinds = lessons.kinds(found.states)
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
    said = f"games of {teacher.SPEC}"
    if records:
        games, said = recorded.read(records, progress)
        chosen = chosen._replace(games=len(games.starts))
        source = {"records": f"{zlib.crc32(b''.join(array.tobytes() for array in games)):08x}"}
    else:
        chosen = chosen._replace(games=steps or chosen.games)
        source = {"code": code("schafkopf")}
    run = {"preset": preset, "seed": seed, **source, **chosen._asdict()}
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
    tests = lessons.held_out(games)
    ours, theirs = np.flatnonzero(~tests), games.some(tests)
    if not len(ours) or not len(theirs.starts):
        raise Refusal(f"{len(games.starts)} games are too few: one in {lessons.HELD_OUT} is held out to test with")
    each = -(-len(ours) // chosen.batch)
    began = time.perf_counter()
    while done < each * chosen.epochs:
        epoch, step = divmod(done, each)
        order = np.random.default_rng([seed, epoch]).permutation(ours)
        rows = order[step * chosen.batch : (step + 1) * chosen.batch]
        left = 1 - done / (each * chosen.epochs)
        losses.append(learner.learn(lessons.unfold(games.some(rows)), chosen.rate * left))
        done += 1
        if done % each == 0:
            counts = learner.test(theirs)
            accuracy = [round(float(share), 4) for share in (*_shares(counts.sum(0)[None]), *_shares(counts))]
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
        "learned": said,
        **source,
        "seconds": round(played + seconds, 1),
        "settings": chosen._asdict(),
        "scores": [
            *_scores(learner.test(theirs)),
            score(learner.logits, CARD_DEALS, random_state(seed, 10**7)),
        ],
    }
    checkpoints.finish(
        out, ["epoch", "loss", "right", *lessons.KINDS], curve, card, torch_setup.arrays_of(learner.network)
    )


def _shares(counts: Any) -> Any:
    """Return the share of right choices per row; 0 for rows without any."""
    return counts[:, 1] / np.maximum(counts[:, 0], 1)


def _scores(counts: Any) -> list[dict[str, Any]]:
    """Return a model card's scores of a test: for all choices, and for each kind that occurred."""
    found = []
    for name, (n, right) in zip(("choices", *lessons.KINDS), (counts.sum(0), *counts), strict=True):
        if n:
            share = right / n
            low, high = (round(float(bound), 4) for bound in wilson(share, int(n)))
            row = {"against": f"{name} of held-out games", "n": int(n), "right": round(float(share), 4)}
            found.append({**row, "low": low, "high": high})
    return found
