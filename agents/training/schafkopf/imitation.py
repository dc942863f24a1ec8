"""Trains imitation: the LSTM policy, by cross-entropy on the actions of a strong player or of people.

The source trained on 75,000 games of people, which may not be redistributed. Without `--records`, our own teacher plays
as many games instead.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui.core import Refusal
from cardtui.games.schafkopf.rules import SEATS
from cardtui.intervals import share_by_groups
from cardtui.kernels import random_state
from cardtui.models import code

from ...schafkopf.features import ACTIONS, FEATURES
from ...schafkopf.networks import RULES
from .. import torch_setup
from ..runs import Request, Run
from . import lessons, recorded, self_play, teacher, views
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

CHECKPOINT_EVERY = 200
"""Steps between two checkpoints."""
TEST_BATCH = 500
"""Number of games tested at once."""
CARD_DEALS = 5_000
"""The deals played for the score against the fast player in the model card."""


class Learner:
    """A network in training."""

    def __init__(self, preset: Preset, device: torch.device = torch_setup.CPU) -> None:
        self.device = device
        self.network = Policy(preset.hidden_size).to(device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), preset.learning_rate)

    def logits(self, games: self_play.Games, at: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the logits for the deals `at`, as `match.against_fast` needs them."""
        with torch.no_grad():
            inputs = views.body_inputs(games.states[at], games.cards[at], games.players[at], games.laid[at], at)
            logits: torch.Tensor = self.network(*(tensor.to(self.device) for tensor in inputs))
        return torch_setup.to_array(logits)

    def log_probs(self, choices: lessons.Choices) -> torch.Tensor:
        """Return the log-probabilities of all actions, float32 (m, ACTIONS)."""
        inputs = views.body_inputs(choices.states, choices.cards, choices.players, choices.laid, choices.groups)
        logits: torch.Tensor = self.network(*(tensor.to(self.device) for tensor in inputs))
        (legal,) = torch_setup.to_device(self.device, (choices.masks[:, None] >> np.arange(ACTIONS) & 1).astype(bool))
        return torch.log_softmax(logits.masked_fill(~legal, -1e9), 1)

    def learn(self, choices: lessons.Choices, learning_rate: float) -> float:
        """Take one step of Adam; return the mean cross-entropy before it."""
        torch_setup.set_rate(self.optimizer, learning_rate)
        (actions,) = torch_setup.to_device(self.device, choices.actions)
        loss = torch.nn.functional.nll_loss(self.log_probs(choices), actions)
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
        self.optimizer.step()
        return float(torch_setup.to_array(loss))

    def test(self, games: lessons.Played) -> NDArray[np.int64]:
        """Return all choices in these games, int64 (m, 3): its game, its kind, and whether the answer is right."""
        tested = [np.zeros((0, 3), np.int64)]
        for start in range(0, len(games.starts), TEST_BATCH):
            choices = lessons.unfold(games.select(slice(start, start + TEST_BATCH)))
            with torch.no_grad():
                right = torch_setup.to_array(self.log_probs(choices)).argmax(1) == choices.actions
            tested.append(np.column_stack((start + choices.groups // SEATS, lessons.kinds(choices.states), right)))
        return np.concatenate(tested)


def train(request: Request) -> None:
    """Train and write model.safetensors, card.toml and curve.csv to the request's folder.

    While training runs, the folder also has a checkpoint and the teacher's games. The request's `steps` overrides the
    preset's number of games, which `jobs` workers play; `records` is a folder of saved matches to learn from instead of
    the teacher. Raises Refusal if `records` is given with either, if there is no such preset or device, and as
    `recorded.read` does.
    """
    chosen, seed, records = request.choose(PRESETS), request.seed, request.records
    if records and (request.steps or request.jobs > 1):
        raise Refusal("--steps and --jobs are for games that are played, and with --records none are: leave them out")
    learner = Learner(chosen, torch_setup.prepare(seed, request.device))
    network, optimizer = learner.network, learner.optimizer
    learned = f"games of {teacher.SPEC}"
    if records:
        games, learned = recorded.read(records, request.progress)
        chosen = replace(chosen, games=len(games.starts))
        source = {"records": f"{zlib.crc32(b''.join(array.tobytes() for array in games)):08x}"}
    else:
        chosen = replace(chosen, games=request.steps or chosen.games)
        source = {"code": code("schafkopf")}
    # the total is known once there are games
    run = Run(request, 0, identity={**source, **asdict(chosen)}, clock=perf_counter)
    torch_setup.resume(network, optimizer, run.restore(torch_setup.run_state(network, optimizer)))
    run.offer({"rules": RULES, "features": FEATURES}, lambda: torch_setup.arrays_of(network))
    losses: list[float] = run.state.get("losses", [])
    run.save(torch_setup.run_state(network, optimizer), losses=losses)  # the teacher's games can be interrupted too
    played = 0.0
    if not records:
        games, played = teacher.games(chosen.games, seed, request.out / "games", request.progress, request.jobs)
    held_out = lessons.held_out(games)
    training, tests = np.flatnonzero(~held_out), games.select(held_out)
    if not len(training) or not len(tests.starts):
        raise Refusal(f"{len(games.starts)} games are too few: one in {lessons.HELD_OUT} is held out to test with")
    steps_per_epoch = -(-len(training) // chosen.batch_size)
    run.total = steps_per_epoch * chosen.epochs
    while run.done < run.total:
        with run.timed():
            epoch, step = divmod(run.done, steps_per_epoch)
            order = np.random.default_rng([seed, epoch]).permutation(training)
            rows = order[step * chosen.batch_size : (step + 1) * chosen.batch_size]
            decay = 1 - run.done / run.total
            losses.append(learner.learn(lessons.unfold(games.select(rows)), chosen.learning_rate * decay))
            run.done += 1
            if run.done % steps_per_epoch == 0:
                rights = [rows[:, 2] for rows in _by_kind(learner.test(tests)).values()]
                accuracy = [round(float(right.sum() / max(1, len(right))), 4) for right in rights]
                run.curve.append([epoch + 1, round(sum(losses) / len(losses), 4), *accuracy])
                losses.clear()
        if run.done % CHECKPOINT_EVERY == 0 or run.done % steps_per_epoch == 0:
            run.save(torch_setup.run_state(network, optimizer), losses=losses)
            run.report({"right": run.curve[-1][2]} if run.curve else {"loss": round(losses[-1], 3)})
    run.seconds += played
    heading = {  # the card says what the games are right after their number
        "method": "imitation of recorded people" if records else f"imitation of {teacher.SPEC}",
        "rules": RULES,
        "features": FEATURES,
        "command": request.command,
        "seed": seed,
        "games": len(games.starts),
        "learned": learned,
        **source,
    }
    scores = [*_scores(learner.test(tests)), score(learner.logits, CARD_DEALS, random_state(seed, 10**7))]
    results = {"settings": asdict(chosen), "scores": scores}
    columns, weights = ["epoch", "loss", "right", *lessons.KINDS], torch_setup.arrays_of(network)
    run.finish(columns, run.curve, heading, len(games.starts), results, weights)


def _by_kind(tested: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    """Return the rows of `Learner.test`: of all choices, and of each kind."""
    kinds = {kind: tested[tested[:, 1] == place] for place, kind in enumerate(lessons.KINDS)}
    return {"choices": tested, **kinds}


def _scores(tested: NDArray[np.int64]) -> list[dict[str, Any]]:
    """Return a model card's scores of a test: for all choices, and for each kind that occurred."""
    scores = []
    for name, rows in _by_kind(tested).items():
        if len(rows):
            found = share_by_groups([(game, bool(right)) for game, _, right in rows.tolist()])
            share, low, high = (round(figure, 4) for figure in found)
            scores.append(
                {"against": f"{name} of held-out games", "n": len(rows), "right": share, "low": low, "high": high}
            )
    return scores
