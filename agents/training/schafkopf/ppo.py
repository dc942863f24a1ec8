"""Trains ppo-linear and ppo-lstm with proximal policy optimisation in self-play (Schulman and others, 2017)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from time import perf_counter

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui.core import Refusal
from cardtui.games.schafkopf.kernel import rules_of
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.kernels import RandomState, random_state

from ...schafkopf.features import ACTIONS, FEATURES
from ...schafkopf.networks import NEEDS, RULES
from .. import torch_setup
from ..replies import shipped
from ..runs import Request, Run
from . import self_play, views
from .match import against_fast, score
from .networks import Flat, Recurrent


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Hyperparameters of a run."""

    hidden_size: int
    deals: int
    """Deals in total, rounded up to whole updates."""
    deals_per_update: int
    """Deals played for each update of the policy, rounded up to a multiple of `self_play.DEALS_AT_ONCE`."""
    batch_size: int
    """Choices per step of Adam."""
    epochs: int
    """Passes over the choices of an update."""
    learning_rate: float
    """Adam's learning rate, at the start if it decays."""
    gae_lambda: float
    """λ of generalised advantage estimation (Schulman and others, 2016); there is no discounting within a deal."""
    clip_range: float = 0.2
    """ε of the clipped objective: the probability ratio counts only within 1 ± ε."""
    value_coefficient: float = 0.5
    """The weight of the value loss, the squared error in units of 100 cents (c1 in the paper)."""
    entropy_coefficient: float
    """The weight of the entropy bonus (c2 in the paper), at the start if it decays."""
    max_grad_norm: float = 0.5
    """The gradient is scaled down to this norm if it is longer."""
    linear_decay: bool = False
    """Whether learning rate and entropy coefficient decay to zero."""
    critic_rollouts: int = 0
    """Rollouts that estimate each value (`self_play.rollout_values`); 0 to use the network's own value head."""
    guest_share: float = 0.0
    """The share of deals in which two seats belong to rule-based guests (`self_play.seat_rule_based`)."""
    initial_policy: str = ""
    """The bot whose shipped policy training starts with; empty to start from random weights."""
    value_warmup: int = 0
    """The number of updates at the start that train only the value head: an untrained value would spoil the initial
    policy."""


PRESETS = {
    "ppo-linear": {
        "paper": Preset(
            hidden_size=64,
            deals=15_000_000,
            deals_per_update=100_000,
            batch_size=600_000,
            epochs=4,
            learning_rate=0.002,
            gae_lambda=1.0,
            entropy_coefficient=0.005,
        ),
        "best": Preset(
            hidden_size=128,
            deals=1_024_000,
            deals_per_update=10_240,
            batch_size=8_192,
            epochs=3,
            learning_rate=0.001,
            gae_lambda=0.95,
            entropy_coefficient=0.01,
            linear_decay=True,
        ),
    },
    "ppo-lstm": {
        "paper": Preset(
            hidden_size=512,
            deals=5_000_000,
            deals_per_update=50_000,
            batch_size=50_000,
            epochs=4,
            learning_rate=0.0001,
            gae_lambda=1.0,
            entropy_coefficient=0.005,
        ),
        "best": Preset(
            hidden_size=192,
            deals=1_024_000,
            deals_per_update=5_120,
            batch_size=4_096,
            epochs=3,
            learning_rate=0.0006,
            gae_lambda=0.8,
            entropy_coefficient=0.005,
            linear_decay=True,
            critic_rollouts=4,
            guest_share=0.6,
            initial_policy="imitation",
            value_warmup=3,
        ),
    },
}
"""By bot. "paper" has the deals, batch sizes, learning rates and coefficients of SchafkopfRL's README ("Example Run"),
which says nothing about the other fields. "best" made the weights that ship."""

TEST_EVERY, TEST_DEALS = 5, 2_000
"""The updates between two points of the learning curve, and the deals played for each."""
CARD_DEALS = 20_000
"""The deals played for the score in the model card."""


class Learner:
    """A network with its input encoding and its optimiser."""

    def __init__(self, bot: str, preset: Preset, device: torch.device = torch_setup.CPU) -> None:
        self.recurrent, self.device = bot == "ppo-lstm", device
        network = Recurrent(preset.hidden_size) if self.recurrent else Flat(preset.hidden_size)
        self.network = network.to(device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), preset.learning_rate)

    def begin(self, bot: str) -> str:
        """Load the policy of a bot; return its weights' sha256. Raises Refusal if they do not fit this network."""
        arrays, sha256 = shipped("schafkopf", bot, FEATURES, RULES, NEEDS[bot])
        ours = self.network.state_dict()
        if not all(name in ours and ours[name].shape == array.shape for name, array in arrays.items()):
            raise Refusal(f"the network of {bot} has other layers than this preset")
        torch_setup.load(self.network, torch_setup.arrays_of(self.network) | arrays)
        return sha256

    def views(
        self,
        states: NDArray[np.int64],
        cards: NDArray[np.uint8],
        players: NDArray[np.uint8],
        laid: NDArray[np.int64],
        groups: NDArray[np.int64],
    ) -> tuple[torch.Tensor, ...]:
        """Return the network's inputs for n states and the cards played in their deals, as in `views.body_inputs`."""
        found = views.body_inputs(states, cards, players, laid, groups) if self.recurrent else views.flats(states)
        return tuple(tensor.to(self.device) for tensor in found)

    def answer(self, games: self_play.Games, at: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return logits, float32 (k, ACTIONS), and values, float32 (k,), for the deals `at`, int64 (k,)."""
        with torch.no_grad():
            logits, values = self.network(
                *self.views(games.states[at], games.cards[at], games.players[at], games.laid[at], at)
            )
        return torch_setup.to_array(logits), torch_setup.to_array(values)

    def logits(self, games: self_play.Games, at: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the logits for the deals `at`, as `match.against_fast` needs them."""
        return self.answer(games, at)[0]

    def shuffled(self, groups: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return an order of the choices for an epoch; for a recurrent network, those of a sequence stay together."""
        if not self.recurrent:
            return torch.randperm(len(groups)).numpy()
        return np.argsort(torch.randperm(int(groups.max()) + 1).numpy()[groups], kind="stable")

    def loss(
        self, batch: self_play.Batch, preset: Preset, entropy_coefficient: float
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the loss of some choices, and the policy's mean entropy there."""
        logits, values = self.network(*self.views(batch.states, batch.cards, batch.players, batch.laid, batch.groups))
        masks = (batch.masks[:, None] >> np.arange(ACTIONS) & 1).astype(bool)
        legal, actions, before, advantage, returns = torch_setup.to_device(
            self.device, masks, batch.actions, batch.log_probs, batch.advantages, batch.returns
        )
        log_probs = torch.log_softmax(logits.masked_fill(~legal, -1e9), 1)
        entropy = -(log_probs.exp() * log_probs).sum(1).mean()
        taken = log_probs.gather(1, actions[:, None])[:, 0]
        ratio = (taken - before).exp()
        clipped = ratio.clamp(1 - preset.clip_range, 1 + preset.clip_range)
        policy_loss = -torch.minimum(ratio * advantage, clipped * advantage).mean()
        value_loss = ((values - returns) ** 2).mean()
        loss = policy_loss + preset.value_coefficient * value_loss - entropy_coefficient * entropy
        return loss, entropy

    def learn(self, batch: self_play.Batch, preset: Preset, decay: float, warmup: bool) -> float:
        """Run the epochs of one update; return the policy's mean entropy in the last epoch.

        decay: the factor on learning rate and entropy coefficient; warmup: whether only the value head is trained.
        """
        torch_setup.set_rate(self.optimizer, preset.learning_rate * decay)
        advantages = batch.advantages
        batch = batch._replace(advantages=(advantages - advantages.mean()) / (advantages.std() + 1e-6))
        entropies: list[torch.Tensor] = []  # read after the last step, so that a GPU is not waited for in between
        for _ in range(preset.epochs):
            order = self.shuffled(batch.groups)
            entropies = []
            for start in range(0, len(order), preset.batch_size):
                rows = order[start : start + preset.batch_size]
                part = self_play.Batch._make(array[rows] for array in batch)
                loss, entropy = self.loss(part, preset, preset.entropy_coefficient * decay)
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
                for name, weight in self.network.named_parameters():
                    if warmup and not name.startswith("heads.value"):
                        weight.grad = None
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), preset.max_grad_norm)
                self.optimizer.step()
                entropies.append(entropy.detach())
        return float(sum(torch_setup.to_array(torch.stack(entropies)).tolist()) / len(entropies))


def collect(learner: Learner, preset: Preset, rules: NDArray[np.int64], rng: RandomState) -> self_play.Batch:
    """Play the deals of an update with the current network; return all its choices."""
    # most of the storage is never touched, so it takes no memory
    waves = range(0, preset.deals_per_update, self_play.DEALS_AT_ONCE)
    batch, filled = self_play.empty_batch(len(waves) * self_play.DEALS_AT_ONCE * self_play.MAX_CHOICES), 0
    trajectories = self_play.empty_trajectories(self_play.DEALS_AT_ONCE)
    for first in waves:
        games = self_play.new_games(self_play.DEALS_AT_ONCE, rules, rng)
        self_play.seat_rule_based(games, preset.guest_share, rng)
        while len(at := np.flatnonzero(games.masks)):
            logits, values = learner.answer(games, at)
            if preset.critic_rollouts:
                values = self_play.rollout_values(games, at, preset.critic_rollouts, rng)
            self_play.sample_actions(games, at, logits, values, trajectories, rng)
        filled = self_play.append(games, first, trajectories, batch, filled, preset.gae_lambda)
    return self_play.Batch._make(array[:filled] for array in batch)


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    The request's `steps` overrides the preset's number of deals. Raises Refusal if there is no such preset or device.
    """
    bot, seed = request.bot, request.seed
    chosen = request.choose(PRESETS[bot])
    each = -(-chosen.deals_per_update // self_play.DEALS_AT_ONCE) * self_play.DEALS_AT_ONCE
    total = -(-(request.steps or chosen.deals) // each)
    chosen = replace(chosen, deals=total * each, deals_per_update=each)
    learner, rules = Learner(bot, chosen, torch_setup.prepare(seed, request.device)), rules_of(Schafkopf("paper"))
    network, optimizer = learner.network, learner.optimizer
    began_with = {"began_with": learner.begin(chosen.initial_policy)} if chosen.initial_policy else {}
    run = Run(request, total, each, {**asdict(chosen), **began_with}, perf_counter)
    torch_setup.resume(network, optimizer, run.restore(torch_setup.run_state(network, optimizer)))
    run.offer({"rules": RULES, "features": FEATURES}, lambda: torch_setup.arrays_of(network))
    run.save(torch_setup.run_state(network, optimizer))  # an interruption in the first update can be resumed too
    while run.done < total:
        with run.timed():
            decay = 1 - run.done / total if chosen.linear_decay else 1.0
            batch = collect(learner, chosen, rules, random_state(seed, run.done))
            entropy = learner.learn(batch, chosen, decay, run.done < chosen.value_warmup)
            run.done += 1
            figures = {"entropy": round(entropy, 4)}
            if run.done % TEST_EVERY == 0 or run.done == total:
                result = against_fast(learner.logits, TEST_DEALS, random_state(seed, 10**6 + run.done))
                figures["cents"] = round(result.mean, 3)
                run.curve.append([run.done * each, *figures.values()])
        run.save(torch_setup.run_state(network, optimizer))
        run.report(figures)
    heading = {
        "method": "PPO in self-play"
        + " and with rule-based guests" * bool(chosen.guest_share)
        + f" after {chosen.initial_policy}" * bool(chosen.initial_policy),
        "rules": RULES,
        "features": FEATURES,
    }
    scores = [score(learner.logits, CARD_DEALS, random_state(seed, 10**7))]
    results = {**began_with, "settings": asdict(chosen), "scores": scores}
    columns, weights = ["deals", "entropy", "cents"], torch_setup.arrays_of(network)
    run.finish(columns, run.curve, heading, chosen.deals, results, weights)
