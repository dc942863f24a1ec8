"""Trains ppo-linear and ppo-lstm with proximal policy optimisation in self-play (Schulman and others, 2017)."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from cardtui import registry
from cardtui.core import Refusal, quoted
from cardtui.games.schafkopf.kernel import rules_of
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.kernels import random_state
from cardtui.models import digest, load_arrays

from ...schafkopf.features import ACTIONS, FEATURES
from ...schafkopf.networks import NEEDS, RULES
from .. import checkpoints, torch_setup
from ..progress import TrainProgress
from . import selfplay, views
from .match import against_fast, score
from .networks import Flat, Recurrent

CLIP, NORM = 0.2, 0.5
"""Clipping range of the probability ratio; maximum norm of the gradient."""


class Preset(NamedTuple):
    """`deals` in total, `update` of them per policy update; both are rounded up to the deals played at once."""

    size: int
    deals: int
    update: int
    batch: int
    epochs: int
    rate: float
    value_weight: float
    entropy_weight: float
    trace: float
    rolls: int
    """Number of rollouts that serve as the critic (`selfplay.rolled`); 0 to use the network's own value."""
    fall: bool
    """Whether learning rate and entropy weight decay to zero."""
    guests: float = 0.0
    """The share of deals in which two seats belong to guests (`selfplay.invite`)."""
    taught: str = ""
    """The bot whose shipped policy training starts from; the first `WARM` updates then train only the value."""


PRESETS = {
    "ppo-linear": {
        "paper": Preset(64, 15_000_000, 100_000, 600_000, 4, 0.002, 0.5, 0.005, 1.0, 0, False),
        "best": Preset(128, 1_024_000, 10_240, 8_192, 3, 0.001, 0.5, 0.01, 0.95, 0, True),
    },
    "ppo-lstm": {
        "paper": Preset(512, 5_000_000, 50_000, 50_000, 4, 0.0001, 0.5, 0.005, 1.0, 0, False),
        "best": Preset(192, 1_024_000, 5_120, 4_096, 3, 0.0006, 0.5, 0.005, 0.8, 4, True, 0.6, "imitation"),
    },
}
WARM = 3
"""Number of updates that train only the value after `taught`: an untrained value would spoil the policy."""
TEST_EVERY, TEST_DEALS = 5, 2_000
CARD_DEALS = 20_000


class Learner:
    """A network with its input encoding and its optimiser."""

    def __init__(self, bot: str, preset: Preset) -> None:
        self.recurrent = bot == "ppo-lstm"
        self.network: Any = Recurrent(preset.size) if self.recurrent else Flat(preset.size)
        self.optimizer = torch.optim.Adam(self.network.parameters(), preset.rate)

    def begin(self, taught: str) -> str:
        """Load the policy of a bot; return its weights' sha256. Raises Refusal if they do not fit this network."""
        folder = registry.weights(registry.bot_entry("schafkopf", taught))
        arrays, card = load_arrays(folder, "schafkopf", digest(FEATURES), digest(RULES), NEEDS[taught])
        ours = self.network.state_dict()
        if not all(name in ours and ours[name].shape == array.shape for name, array in arrays.items()):
            raise Refusal(f"the network of {taught} in {folder} has other layers than this preset")
        torch_setup.load(self.network, torch_setup.arrays_of(self.network) | arrays)
        return str(card["sha256"])

    def views(self, states: Any, cards: Any, players: Any, laid: Any, groups: Any) -> tuple[Any, ...]:
        """Return the network's inputs for n states with the courses of their deals."""
        return views.courses(states, cards, players, laid, groups) if self.recurrent else views.flats(states)

    def answer(self, games: selfplay.Games, at: Any) -> tuple[Any, Any]:
        """Return (logits, values) for the deals `at`, as arrays."""
        with torch.no_grad():
            logits, values = self.network(
                *self.views(games.states[at], games.cards[at], games.players[at], games.laid[at], at)
            )
        return logits.numpy(), values.numpy()

    def logits(self, games: selfplay.Games, at: Any) -> Any:
        """Return the logits for the deals `at`."""
        return self.answer(games, at)[0]

    def shuffled(self, groups: Any) -> Any:
        """Return an order of the choices for an epoch, those of a sequence together for a recurrent network."""
        if not self.recurrent:
            return torch.randperm(len(groups)).numpy()
        return np.argsort(torch.randperm(int(groups.max()) + 1).numpy()[groups], kind="stable")

    def learn(
        self, done: selfplay.Moments, told: selfplay.Tapes, filled: int, preset: Preset, left: float, warm: bool
    ) -> float:
        """Run the epochs of one update on `filled` choices; return the policy's mean entropy in the last epoch.

        With `warm`, only the layers of the value head are trained.
        """
        for group in self.optimizer.param_groups:
            group["lr"] = preset.rate * left
        advantages = done.values[:filled]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-6)
        entropies: list[float] = []
        for _ in range(preset.epochs):
            order = self.shuffled(told.groups[:filled])
            entropies = []
            for start in range(0, filled, preset.batch):
                rows = order[start : start + preset.batch]
                course = told.cards[rows], told.players[rows], done.laid[rows], told.groups[rows]
                logits, values = self.network(*self.views(done.states[rows], *course))
                legal = torch.from_numpy((done.masks[rows, None] >> np.arange(ACTIONS) & 1).astype(bool))
                logs = torch.log_softmax(logits.masked_fill(~legal, -1e9), 1)
                entropy = -(logs.exp() * logs).sum(1).mean()
                chosen = logs.gather(1, torch.from_numpy(done.actions[rows, None]))[:, 0]
                ratio = (chosen - torch.from_numpy(done.logs[rows])).exp()
                gain = torch.from_numpy(advantages[rows])
                policy = -torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                value = ((values - torch.from_numpy(told.gained[rows])) ** 2).mean()
                self.optimizer.zero_grad()
                loss = policy + preset.value_weight * value - preset.entropy_weight * left * entropy
                loss.backward()
                for name, weight in self.network.named_parameters():
                    if warm and not name.startswith("heads.value"):
                        weight.grad = None
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), NORM)
                self.optimizer.step()
                entropies.append(float(entropy.detach()))
        return sum(entropies) / len(entropies)


def collect(learner: Learner, preset: Preset, rules: Any, rng: Any) -> tuple[Any, Any, int]:
    """Play the deals of an update with the current network: (choices, their outcomes, how many)."""
    room = preset.update * selfplay.LONGEST  # most of it is never touched, so it takes no memory
    done, told, filled = selfplay.moments(room), selfplay.tapes(room), 0
    past = selfplay.moments(selfplay.WAVE, selfplay.LONGEST)
    for first in range(0, preset.update, selfplay.WAVE):
        games = selfplay.games(selfplay.WAVE, rules, rng)
        selfplay.invite(games, preset.guests, rng)
        while len(at := np.flatnonzero(games.masks)):
            logits, values = learner.answer(games, at)
            if preset.rolls:
                values = selfplay.rolled(games, at, preset.rolls, rng)
            selfplay.choose(games, at, logits, values, past, rng)
        filled = selfplay.keep(games, first, past, done, told, filled, preset.trace)
    return done, told, filled


def train(
    bot: str,
    preset: str,
    seed: int,
    out: Path,
    resume: bool,
    progress: Callable[[TrainProgress], None],
    steps: int | None = None,
) -> None:
    """Train and write model.safetensors, card.toml and curve.csv to `out`, with a checkpoint while training runs.

    `steps` overrides the preset's number of deals. Raises Refusal if there is no such preset.
    """
    presets = PRESETS[bot]
    if preset not in presets:
        raise Refusal(f"{bot} has the preset {' and '.join(presets)}, not {quoted(preset)}")
    chosen = presets[preset]
    each = -(-chosen.update // selfplay.WAVE) * selfplay.WAVE
    total = -(-(steps or chosen.deals) // each)
    chosen = chosen._replace(deals=total * each, update=each)
    run: dict[str, Any] = {"preset": preset, "seed": seed, **chosen._asdict()}
    torch_setup.prepare(seed)
    learner, rules = Learner(bot, chosen), rules_of(Schafkopf("paper"))
    began_with = {"began_with": learner.begin(chosen.taught)} if chosen.taught else {}
    run |= began_with
    done, seconds, curve = 0, 0.0, list[list[float]]()
    if resume:
        state, arrays = checkpoints.restore(out, run, torch_setup.run_state(learner.network, learner.optimizer))
        done, seconds, curve = state["done"], state["seconds"], state["curve"]
        torch_setup.resume(learner.network, learner.optimizer, arrays)

    def keep() -> None:
        kept = {"done": done, "seconds": seconds, "curve": curve}
        checkpoints.save(out, run, kept, torch_setup.run_state(learner.network, learner.optimizer))

    keep()
    while done < total:
        began = time.perf_counter()
        left = 1 - done / total if chosen.fall else 1.0
        played = collect(learner, chosen, rules, random_state(seed, done))
        entropy = learner.learn(*played, chosen, left, bool(chosen.taught) and done < WARM)
        done += 1
        figures = {"entropy": round(entropy, 4)}
        if done % TEST_EVERY == 0 or done == total:
            figures["cents"] = round(against_fast(learner.logits, TEST_DEALS, random_state(seed, 10**6 + done)).mean, 3)
            curve.append([done * each, *figures.values()])
        seconds += time.perf_counter() - began
        keep()
        progress(TrainProgress(done * each, chosen.deals, figures))
    card = {
        "game": "schafkopf",
        "bot": bot,
        "method": "PPO in self-play"
        + " and with rule-based guests" * bool(chosen.guests)
        + f" after {chosen.taught}" * bool(chosen.taught),
        "rules": RULES,
        "features": FEATURES,
        "command": f"cardtui train schafkopf {bot} --preset {preset} --seed {seed}" + f" --steps {steps}" * bool(steps),
        "seed": seed,
        "games": chosen.deals,
        "seconds": round(seconds, 1),
        **began_with,
        "settings": chosen._asdict(),
        "scores": [score(learner.logits, CARD_DEALS, random_state(seed, 10**7))],
    }
    checkpoints.finish(out, ["deals", "entropy", "cents"], curve, card, torch_setup.arrays_of(learner.network))
