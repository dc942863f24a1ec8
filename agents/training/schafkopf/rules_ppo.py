"""Trains ppo-rules: first from a teacher's deals, then by PPO in self-play over many rule sets.

The policy takes the rules as input and sees what its seat may know. The critic sees all hands and learns what such
players make of them, which takes most of a deal's luck out of the advantages (Schulman and others, 2016; Pinto and
others, 2018, for a critic that knows more than the actor).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui.games.schafkopf.kernel import rules_of
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.intervals import estimate
from cardtui.kernels import random_state

from ...net_kernel import Weights
from ...schafkopf.rules_inputs import ACTIVE, DEAL, VIEW
from ...schafkopf.rules_net import CODES, FEATURES, RULES, kernel_form, new_scratch
from .. import torch_setup
from ..progress import Progress
from ..runs import Request, Run
from . import match, ppo, rules_play, rules_taught, selfplay
from .rules_play import FAST, RULE_BASED, SELF, Record

GUESTS = {"itself": SELF, "the fast player": FAST, "rule-based": RULE_BASED}


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Hyperparameters of a run."""

    hidden_sizes: tuple[int, int]
    deals: int
    """Deals in total."""
    deals_per_update: int
    teacher: str
    """The bot whose shipped network plays the first deals."""
    taught: int
    """The deals that the teacher plays."""
    taught_batch_size: int
    taught_learning_rate: float
    """Adam's learning rate at the beginning of the teacher's deals; it decays to zero."""
    batch_size: int
    """Choices per step of Adam."""
    learning_rate: float
    """Adam's learning rate at the beginning of self-play; it decays to `LEAST` of it."""
    trace: float
    """λ of the returns, for advantages and critic."""
    clip_range: float
    """ε of the clipped objective."""
    entropy_coefficient: float
    """The weight of the entropy bonus at the beginning of self-play; it decays to a fifth."""
    guests: tuple[str, ...]
    """Who sits in two of four seats, each as likely: keys of GUESTS."""
    rules: tuple[str, ...]
    """The rule sets of self-play, each as likely."""


_CLUBS = ("club:geier=yes,farbwenz=yes", "club:klopfen=yes,allpass=ramsch", "club:deck=short,geier=yes")
_PAPERS = ("paper:deck=short", "paper:allpass=forced", "paper:allpass=ramsch,tout=yes,solo=100,laufende=20")
PRESETS = {
    "best": Preset(
        hidden_sizes=(256, 128),
        deals=1_228_800,
        deals_per_update=4096,
        teacher="ppo-lstm",
        taught=204_800,
        taught_batch_size=1024,
        taught_learning_rate=0.002,
        batch_size=4096,
        learning_rate=0.0005,
        trace=0.9,
        clip_range=0.2,
        entropy_coefficient=0.005,
        guests=("itself", "itself", "the fast player", "rule-based", "rule-based"),
        rules=("paper",) * 4 + ("club",) * 5 + _CLUBS + _PAPERS,
    ),
}
TAUGHT_RULES = ("paper", "club")
"""The rule sets of the teacher's deals, as many of each."""
LEAST = 0.03
"""The share of a learning rate that remains at the end."""
STEPS = 6.0
"""The bound of an advantage in mean advantages, so that rare large stakes do not decide a step alone."""
STAKES = 8.0
"""The bound of the critic's error in stakes, for the same reason."""
TEST_EVERY, TEST_DEALS, CARD_DEALS = 10, 2_000, 10_000
"""The updates between two points of the learning curve; the deals played for each, and for each score on the card."""
TESTS = {
    f"{name} ({rules})": (rules, GUESTS[name]) for rules in TAUGHT_RULES for name in ("the fast player", "rule-based")
}
"""What the network meets in tests: rules and opponent, by their name on curve and card."""


class Net(torch.nn.Module):
    """Two hidden layers on the numbers of the active inputs."""

    def __init__(self, inputs: int, sizes: tuple[int, int], outputs: int) -> None:
        super().__init__()
        self.first = torch.nn.EmbeddingBag(inputs, sizes[0], mode="sum", include_last_offset=True)
        torch.nn.init.normal_(self.first.weight, std=0.12)
        self.first_bias = torch.nn.Parameter(torch.zeros(sizes[0]))
        self.second, self.last = torch.nn.Linear(*sizes), torch.nn.Linear(sizes[1], outputs)
        torch.nn.init.normal_(self.last.weight, std=0.01)
        torch.nn.init.zeros_(self.last.bias)

    def forward(self, rows: NDArray[np.int16], sizes: NDArray[np.int64]) -> torch.Tensor:
        """Return the outputs for n rows of active inputs, int16 (n, ACTIVE), of which the first `sizes` count."""
        active = rows[np.arange(ACTIVE) < sizes[:, None]].astype(np.int64)
        places, starts = torch_setup.placed(self.first_bias.device, active, np.r_[0, np.cumsum(sizes)])
        inside = torch.relu(self.first(places, starts) + self.first_bias)
        outputs: torch.Tensor = self.last(torch.relu(self.second(inside)))
        return outputs


class Learner:
    """Both networks, with their optimiser and the memory of an update."""

    def __init__(self, preset: Preset, device: torch.device = torch_setup.CPU) -> None:
        self.preset, self.device = preset, device
        self.policy = Net(VIEW, preset.hidden_sizes, CODES)
        self.critic = Net(DEAL, preset.hidden_sizes, SEATS)
        self.networks = torch.nn.ModuleDict({"policy": self.policy, "critic": self.critic}).to(device)
        self.optimizer = torch.optim.Adam(self.networks.parameters(), preset.learning_rate)
        room = preset.deals_per_update * selfplay.MAX_CHOICES + rules_play.CHOICES
        self.record, self.owners, self.stakes = rules_play.new_record(room), np.zeros(room, np.int64), np.zeros(room)
        self.scratch = new_scratch(kernel_form(torch_setup.arrays_of(self.networks), "policy"))

    def kernels(self) -> tuple[Weights, Weights]:
        """Return the weights of policy and critic in kernel form."""
        arrays = torch_setup.arrays_of(self.networks)
        return kernel_form(arrays, "policy"), kernel_form(arrays, "critic")

    def be_taught(self, teacher: ppo.Learner, seed: int, update: int) -> dict[str, float]:
        """Learn from an update's deals of the teacher: its probabilities, and what the deals brought."""
        record, filled = self.record, 0
        for place, rules in enumerate(TAUGHT_RULES):
            rng = random_state(seed, len(TAUGHT_RULES) * update + place)
            deals = self.preset.deals_per_update // len(TAUGHT_RULES)
            games, start = selfplay.new_games(deals, rules_of(Schafkopf(rules)), rng), filled
            while len(at := np.flatnonzero(games.masks)):
                filled = rules_taught.teach(
                    games, at, teacher.logits(games, at), self.owners, self.stakes, record, filled, rng
                )
            rules_taught.pay(games, self.owners, self.stakes, record, start, filled)
        self._set_rate(
            self.preset.taught_learning_rate * (1 - update * self.preset.deals_per_update / self.preset.taught)
        )
        losses: list[torch.Tensor] = []
        parts = torch.randperm(filled).split(self.preset.taught_batch_size)  # type: ignore[no-untyped-call]  # untyped in torch
        for rows in parts:
            part = Record._make(array[rows.numpy()] for array in record)
            (target,) = torch_setup.placed(self.device, part.chances)
            log_probs = self._log_probs(part, target)
            loss = (target * (target.clamp(min=1e-9).log() - log_probs)).sum(1).mean()
            self._step(loss + 0.5 * self._critic_loss(part))
            losses.append(loss.detach())
        return {"divergence": _mean(losses)}

    def learn(self, seed: int, update: int, share: float) -> dict[str, float]:
        """Play an update's deals and learn from them. share: how much of self-play is done, from 0 to 1."""
        preset, record = self.preset, self.record
        rules = np.array([rules_of(Schafkopf(name)) for name in preset.rules])
        filled = rules_play.play_deals(
            preset.deals_per_update,
            rules,
            np.array([GUESTS[name] for name in preset.guests]),
            *self.kernels(),
            self.scratch,
            preset.trace,
            record,
            random_state(seed, 10**6 + update),
        )
        chances, advantages = record.chances[:filled], record.advantages[:filled]
        scale = np.sqrt(float((chances * advantages**2).sum(1).mean())) + 1e-6
        bound = STEPS / chances.clip(min=rules_play.RARE)
        advantages[:] = (advantages / scale).clip(-bound, bound)
        self._set_rate(preset.learning_rate * max(LEAST, 1 - share))
        entropies: list[torch.Tensor] = []
        parts = torch.randperm(filled).split(preset.batch_size)  # type: ignore[no-untyped-call]  # untyped in torch
        for rows in parts:
            part = Record._make(array[rows.numpy()] for array in record)
            before, advantage = torch_setup.placed(self.device, part.chances, part.advantages)
            log_probs = self._log_probs(part, before)
            now = log_probs.exp()
            clipped = now.clamp((1 - preset.clip_range) * before, (1 + preset.clip_range) * before)
            gain = torch.minimum(now * advantage, clipped * advantage).sum(1).mean()
            entropy = -(now * log_probs).sum(1).mean()
            bonus = preset.entropy_coefficient * (1 - 0.8 * share)
            self._step(0.5 * self._critic_loss(part) - gain - bonus * entropy)
            entropies.append(entropy.detach())
        return {"entropy": _mean(entropies)}

    def tested(self, deals: int, seed: int, number: int) -> dict[str, NDArray[np.float64]]:
        """Return the cents per game and seat in each deal, float64 (deals,), by the names of TESTS."""
        policy, _ = self.kernels()
        return {
            name: rules_play.against(
                deals, kind, rules_of(Schafkopf(rules)), policy, self.scratch, random_state(seed, 10**8 + number)
            )
            for name, (rules, kind) in TESTS.items()
        }

    def _log_probs(self, part: Record, chances: torch.Tensor) -> torch.Tensor:
        """Return the log-probabilities of the outputs that have a chance, and -1e9 or less of the others."""
        logits = self.policy(part.seen, part.sizes[:, 0])
        return torch.log_softmax(logits.masked_fill(chances <= 0, -1e9), 1)

    def _critic_loss(self, part: Record) -> torch.Tensor:
        error = self.critic(part.whole, part.sizes[:, 1]) - torch_setup.placed(self.device, part.goals)[0]
        loss: torch.Tensor = (error.clamp(-STAKES, STAKES) ** 2).mean()
        return loss

    def _set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate

    def _step(self, loss: torch.Tensor) -> None:
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
        for network, norm in ((self.policy, 0.5), (self.critic, 2.0)):
            torch.nn.utils.clip_grad_norm_(network.parameters(), norm)
        self.optimizer.step()


def _mean(figures: list[torch.Tensor]) -> float:
    """Return the mean of an update's figures, read after its last step: a GPU is not waited for in between."""
    return round(float(np.mean(torch_setup.fetched(torch.stack(figures)).tolist())), 4)


def train(
    bot: str,
    preset: str,
    seed: int,
    out: Path,
    resume: bool,
    progress: Progress,
    steps: int | None = None,
    device: str = "cpu",
) -> None:
    """Train and write model.safetensors, card.toml and curve.csv to `out`, with a checkpoint while training runs.

    `steps` overrides the preset's number of deals. Raises Refusal if there is no such preset or device.
    """
    request = Request("schafkopf", bot, preset, seed, out, resume, progress, steps, device=device)
    run_with(request, request.choose(PRESETS))


def run_with(request: Request, chosen: Preset) -> None:
    """Train with these hyperparameters."""
    each, seed = chosen.deals_per_update, request.seed
    total, taught = -(-(request.steps or chosen.deals) // each), chosen.taught // each
    device = torch_setup.prepare(seed, request.device)
    learner = Learner(chosen, device)
    teacher = ppo.Learner(chosen.teacher, ppo.PRESETS[chosen.teacher]["best"], device)
    began_with = {"began_with": teacher.begin(chosen.teacher)}
    settings = json.loads(json.dumps(asdict(chosen)))
    run = Run(request, total, each, {**settings, **began_with}, perf_counter)
    state = (learner.networks, learner.optimizer)
    torch_setup.resume(*state, run.restore(torch_setup.run_state(*state)))
    heading = {
        "method": f"PPO in self-play over many rule sets after {chosen.teacher}",
        "rules": RULES,
        "features": FEATURES,
    }
    run.offer(heading, lambda: torch_setup.arrays_of(learner.networks))
    run.save(torch_setup.run_state(*state))  # an interruption in the first update can be resumed too
    while run.done < total:
        with run.timed():
            if run.done < taught:
                figures = learner.be_taught(teacher, seed, run.done)
            else:
                figures = learner.learn(seed, run.done, (run.done - taught) / max(1, total - taught))
            run.done += 1
            if run.done % TEST_EVERY == 0 or run.done == total:
                tests = learner.tested(TEST_DEALS, seed, run.done)
                figures |= {name: round(float(cents.mean()), 3) for name, cents in tests.items()}
                run.curve.append([run.done * each, *(figures[name] for name in TESTS)])
        run.save(torch_setup.run_state(*state))
        run.report(figures)
    tests = learner.tested(CARD_DEALS, seed, 10**7)
    scores = [match.row(name, estimate(cents.tolist()), CARD_DEALS) for name, cents in tests.items()]
    results: dict[str, Any] = {**began_with, "settings": settings, "scores": scores}
    run.finish(["deals", *TESTS], run.curve, heading, total * each, results, torch_setup.arrays_of(learner.networks))
