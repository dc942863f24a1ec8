"""Trains ppo-rules and ppo-large: first from a teacher's deals, then by PPO in self-play over many rule sets.

A reply starts from their weights, and learns by PPO against one bot.

The policy takes the rules as input and sees what its seat may know. The critic sees all hands and learns what players
of this kind achieve in them, which takes most of a deal's luck out of the advantages (Schulman and others, 2016; Pinto
and others, 2018, for a critic that knows more than the actor).
"""

from __future__ import annotations

import json
import os
from bisect import bisect_right
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import asdict, replace
from itertools import accumulate
from operator import itemgetter
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui import executors, registry
from cardtui.games.schafkopf.kernel import rules_of
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.intervals import estimate
from cardtui.kernels import random_state

from ...net_kernel import Weights
from ...schafkopf.rules_inputs import DEAL, VIEW
from ...schafkopf.rules_net import CODES, FEATURES, NEEDS, RULES, kernel_form, new_scratch
from .. import torch_setup
from ..replies import measure, shipped
from ..runs import Request, Run
from . import match, ppo, rules_asked, rules_play, rules_taught
from .rules_networks import Choices, Net, Played, played, together
from .rules_play import ALL_BUT_ONE, SELF, SHIPPED, Record
from .rules_presets import BOTS, GUESTS, PRESETS, Preset, asked

TAUGHT_RULES = ("paper", "club")
"""The rule sets of the deals that ppo-lstm plays, equally many of each."""
SELF_PLAY = 10**6
"""The first stream of random numbers of self-play."""
FINAL_RATE = 0.03
"""The share of a learning rate that is left at the end."""
MAX_ADVANTAGE = 6.0
"""The bound of advantage times probability, in root mean squares, so that rare large stakes do not dominate a step."""
MAX_ERROR = 8.0
"""The bound of the critic's error in stakes, for the same reason."""
CRITIC_WEIGHT, POLICY_NORM, CRITIC_NORM = 0.5, 0.5, 2.0
"""The weight of the critic's loss, and the greatest norms of both gradients. Set by hand."""
FINAL_BONUS = 0.2
"""The share of the entropy bonus that is left at the end of a stage."""
CHECKPOINTS, CURVE_POINTS = 100, 30
"""The number of checkpoints of a run, and the number of points of its learning curve."""
TEST_DEALS, CARD_DEALS, REPLY_DEALS, ASKED_DEALS = 2_000, 10_000, 4_000, 1_000
"""The deals for each point of the curve, each score on the card, that of a reply, and one to a bot that is asked."""
TESTS = {
    f"{name} ({rules})": (rules, GUESTS[name]) for rules in TAUGHT_RULES for name in ("the fast player", "rule-based")
}
"""The tests of the network: rules and opponent, by their name on curve and card."""


class Teacher:
    """The bot whose shipped network plays the first deals, or is a guest: ppo-lstm in torch, others in the kernel."""

    def __init__(self, bot: str, learner: Learner, device: torch.device) -> None:
        self.network: ppo.Learner | None = None
        self.weights, _ = learner.kernels()
        if bot == "ppo-lstm":
            self.network = ppo.Learner(bot, ppo.PRESETS[bot]["best"], device)
            self.sha256 = self.network.begin(bot)
        else:
            arrays, self.sha256 = shipped("schafkopf", bot, FEATURES, RULES, NEEDS)
            self.weights = kernel_form(arrays, "policy")


class Learner:
    """Both networks, with their optimiser and the memory of an update."""

    def __init__(
        self,
        preset: Preset,
        device: torch.device = torch_setup.CPU,
        updates: int | None = None,
        against: str = "",
    ) -> None:
        """updates: those of the whole run, if not the preset's; the last stage then gets longer or shorter.

        against: the one bot to which a reply is learned, if any.
        """
        self.preset, self.device, self.against = preset, device, against
        self.tests, self.seatings = TESTS, np.array(rules_play.PAIRS)
        self.asked = bool(against) and against not in BOTS
        """Whether the bot has to be asked, since it does not play in the kernel."""
        self.workers: executors.Pool[rules_asked.Task, Record] | None = None
        """The processes that play against it in that case."""
        if against in BOTS:
            self.tests, self.seatings = {against: (preset.rules[0], BOTS[against])}, np.array(rules_play.ALONE)
        elif against:
            registry.check("schafkopf", against, preset.rules[0])
            self.tests = {}
        self.columns = [against] if self.asked else list(self.tests)
        """The columns of the curve: the tests, or what the deals brought against a bot that is asked."""
        self.ends = [deals // preset.deals_per_update for deals in accumulate(stage.deals for stage in preset.stages)]
        """The update with which each stage ends."""
        if updates:
            self.ends = [*(end for end in self.ends[:-1] if end < updates), updates]
        self.policy = Net(VIEW, preset.hidden_sizes, CODES)
        self.critic = Net(DEAL, preset.critic_sizes, SEATS)
        self.networks = torch.nn.ModuleDict({"policy": self.policy, "critic": self.critic}).to(device)
        self.judging = deepcopy(self.critic)
        """The critic for the deals that are being played, on a GPU."""
        self.optimizer = torch.optim.Adam(self.networks.parameters())
        self.each = preset.deals_per_update // preset.parts
        parts = 0 if self.asked else preset.parts
        self.records = [[rules_play.new_record(self.each) for _ in range(parts)] for _ in range(1 + preset.ahead)]
        self.before = torch_setup.arrays_of(self.networks)
        """The weights with which the next update's deals are played."""
        self.coming: list[Future[Played]] | None = None
        """These deals, if their play has begun."""
        self.threads = ThreadPoolExecutor(os.cpu_count())
        self.rules = np.array([rules_of(Schafkopf(name)) for name in preset.rules])

    def begin(self, bot: str) -> str:
        """Begin with the shipped weights of a bot; return their sha256. Raises Refusal if they are missing."""
        arrays, sha256 = shipped("schafkopf", bot, FEATURES, RULES, NEEDS)
        torch_setup.load(self.networks, arrays)
        self.before = torch_setup.arrays_of(self.networks)
        return sha256

    def kernels(self) -> tuple[Weights, Weights]:
        """Return the weights of policy and critic in kernel form."""
        arrays = torch_setup.arrays_of(self.networks)
        return kernel_form(arrays, "policy"), kernel_form(arrays, "critic")

    def be_taught(self, teacher: Teacher, seed: int, update: int) -> dict[str, float]:
        """Learn from the teacher's deals of an update: its probabilities, and what the deals brought."""
        preset = self.preset
        if teacher.network:
            (record, *_) = self.records[0]
            filled = rules_taught.play(teacher.network, TAUGHT_RULES, record, self.each, seed, update)
            parts = [played(record, filled, self.device)]
        else:
            parts = [part.result() for part in self.play(None, teacher, seed, update)]
        torch_setup.set_rate(
            self.optimizer, preset.taught_learning_rate * (1 - update * preset.deals_per_update / preset.taught)
        )
        losses: list[torch.Tensor] = []
        for part in together(parts)[0].parts(preset.taught_batch_size):
            target = part.chances
            log_probs = self._log_probs(part)
            loss = (target * (target.clamp(min=1e-9).log() - log_probs)).sum(1).mean()
            self._step(loss + CRITIC_WEIGHT * self._critic_loss(part))
            losses.append(loss.detach())
        self.before = torch_setup.arrays_of(self.networks)
        return {"divergence": _mean(losses)}

    def learn(self, teacher: Teacher, seed: int, update: int) -> dict[str, float]:
        """Play an update's deals and learn from them; return figures, with the result against a bot that is asked."""
        preset, place = self.preset, self.stage(update)
        begin = self.ends[place - 1] if place else preset.taught // preset.deals_per_update
        share = (update - begin) / max(1, self.ends[place] - begin)
        if place and update == begin:
            self.optimizer = torch.optim.Adam(self.networks.parameters())
        coming = self.coming or self.play(self.before, teacher, seed, update)
        parts = [part.result() for part in coming]
        choices, scale = together(parts)
        met: dict[str, float] = {}
        if self.asked:
            cents = np.concatenate([rules_asked.gained(record, preset.strays) for record in self.records[0]])
            met[self.against] = round(float(cents.mean()), 3)
        if preset.ahead:
            self.before = torch_setup.arrays_of(self.networks)
            self.coming = None if update + 1 == self.ends[-1] else self.play(self.before, teacher, seed, update + 1)
        torch_setup.set_rate(self.optimizer, preset.stages[place].learning_rate * max(FINAL_RATE, 1 - share))
        bonus = preset.entropy_coefficient * (1 - (1 - FINAL_BONUS) * share)
        entropies: list[torch.Tensor] = []
        for part in choices.parts(preset.batch_size):
            before = part.chances
            bound = (before.new_tensor(MAX_ADVANTAGE) / before.clamp(min=rules_play.RARE)).double()
            advantage = (part.advantages.double() / (scale + 1e-6)).clamp(-bound, bound).float()
            log_probs = self._log_probs(part)
            now = log_probs.exp()
            clipped = now.clamp((1 - preset.clip_range) * before, (1 + preset.clip_range) * before)
            gain = torch.minimum(now * advantage, clipped * advantage).sum(1).mean()
            entropy = -(now * log_probs).sum(1).mean()
            self._step(CRITIC_WEIGHT * self._critic_loss(part) - gain - bonus * entropy)
            entropies.append(entropy.detach())
        if not preset.ahead:
            self.before = torch_setup.arrays_of(self.networks)
        return {"entropy": _mean(entropies), **met}

    def stage(self, update: int) -> int:
        """Return the index of an update's stage."""
        return bisect_right(self.ends[:-1], update)

    def play(
        self, arrays: Mapping[str, NDArray[np.float32]] | None, teacher: Teacher, seed: int, update: int
    ) -> list[Future[Played]]:
        """Begin to play an update's deals with these weights, or by the teacher: in several threads, one part each.

        Deals against a bot that is asked are all played, by several processes, when this returns.

        The teacher sits in all seats, and the goals are what its deals brought. What is played depends only on weights,
        seed and update, not on the number of threads.
        """
        policy, critic = teacher.weights, None
        if arrays:
            policy, critic = kernel_form(arrays, "policy"), kernel_form(arrays, "critic")
            prefix = "critic."
            torch_setup.load(
                self.judging,
                {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)},
            )
        names = self.preset.stages[self.stage(update)].guests
        kinds = [BOTS.get(self.against, SELF) | ALL_BUT_ONE] if self.against else [GUESTS[name] for name in names]
        guests = np.array(kinds if critic else [SELF])
        stream, strays = update + (SELF_PLAY if critic else 0), self.preset.strays if critic else 0.0
        places = range(stream * self.preset.parts, (stream + 1) * self.preset.parts)
        if self.workers:
            (rules,) = self.preset.rules
            tasks = [rules_asked.Task(rules, self.against, self.each, policy, strays, seed, place) for place in places]
            self.records = [[record for _, record in sorted(self.workers.each(tasks), key=itemgetter(0))]]
        records = self.records[update % len(self.records)]

        def part(number: int) -> Played:
            record = records[number]
            filled, ahead = len(record.sizes), len(record.worths)
            if not self.workers:
                filled, ahead = rules_play.play_deals(
                    self.each,
                    self.rules,
                    guests,
                    policy,
                    teacher.weights,
                    new_scratch(policy),
                    new_scratch(teacher.weights),
                    strays,
                    record,
                    random_state(seed, places[number]),
                )
            if critic:
                self.judge(record.whole, record.sizes[:filled, 1], critic, record.values)
                self.judge(record.after, record.after_facts[:ahead, 1], critic, record.after_values)
            rules_play.credit(record, filled, ahead, self.preset.trace if critic else 1.0)
            return played(record, filled, self.device)

        return [self.threads.submit(part, number) for number in range(len(records))]

    def judge(
        self,
        rows: NDArray[np.int16],
        sizes: NDArray[np.int64],
        critic: Weights,
        values: NDArray[np.float32],
    ) -> None:
        """Write the critic's outputs for rows of active inputs to `values`: by the kernel, or on the GPU."""
        if self.device == torch_setup.CPU:
            rules_play.judge(rows, sizes, critic, new_scratch(critic), values)
            return
        with torch.no_grad():
            there = torch_setup.to_device(self.device, rows[: len(sizes)], sizes)
            values[: len(sizes)] = torch_setup.to_array(self.judging(*there))

    def tested(self, teacher: Teacher, deals: int, seed: int, number: int) -> dict[str, NDArray[np.float64]]:
        """Return the cents per game and seat in each deal, float64 (deals,), by the names of its tests."""
        policy, _ = self.kernels()
        parts = self.preset.parts

        def part(task: tuple[int, str, int]) -> NDArray[np.float64]:
            kind, rules, place = task
            rng = random_state(seed, 10**8 + number * parts + place)
            return rules_play.against(
                deals // parts,
                kind,
                self.seatings,
                rules_of(Schafkopf(rules)),
                policy,
                teacher.weights,
                new_scratch(policy),
                new_scratch(teacher.weights),
                rng,
            )

        tasks = [(kind, rules, place) for rules, kind in self.tests.values() for place in range(parts)]
        found = list(self.threads.map(part, tasks))
        return {name: np.concatenate(found[at * parts : (at + 1) * parts]) for at, name in enumerate(self.tests)}

    def state(self) -> dict[str, NDArray[Any]]:
        """Return what a checkpoint must hold."""
        before = {f"before/{name}": array for name, array in self.before.items()}
        return torch_setup.run_state(self.networks, self.optimizer) | before

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take over the state of a checkpoint."""
        self.before = {name: arrays[f"before/{name}"] for name in self.before}
        torch_setup.resume(self.networks, self.optimizer, arrays)

    def _log_probs(self, part: Choices) -> torch.Tensor:
        """Return the log-probabilities of the outputs that have a chance, and -1e9 or less of the others."""
        logits = self.policy(part.seen, part.sizes[:, 0])
        return torch.log_softmax(logits.masked_fill(part.chances <= 0, -1e9), 1)

    def _critic_loss(self, part: Choices) -> torch.Tensor:
        error = self.critic(part.whole, part.sizes[:, 1]) - part.goals
        loss: torch.Tensor = (error.clamp(-MAX_ERROR, MAX_ERROR) ** 2).mean()
        return loss

    def _step(self, loss: torch.Tensor) -> None:
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
        for network, norm in ((self.policy, POLICY_NORM), (self.critic, CRITIC_NORM)):
            torch.nn.utils.clip_grad_norm_(network.parameters(), norm)
        self.optimizer.step()


def _mean(figures: list[torch.Tensor]) -> float:
    """Return the mean of an update's figures, read after its last step, so that nothing waits for a GPU before."""
    return round(float(np.mean(torch_setup.to_array(torch.stack(figures)).tolist())), 4)


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    The request's `steps` overrides the preset's number of deals; `against` and `rules` are for the preset `reply`.
    Raises Refusal if there is no such preset, device, or bot to learn a reply to.
    """
    chosen, against = request.choose(PRESETS[request.bot]), request.against
    if request.preset == "reply":
        chosen = chosen if against in BOTS else asked(chosen)
        (stage,) = chosen.stages
        teacher = against if BOTS.get(against) == SHIPPED else request.bot
        chosen = replace(chosen, stages=(replace(stage, guests=(against,)),), rules=(request.rules,), teacher=teacher)
    run_with(request, chosen)


def run_with(request: Request, chosen: Preset) -> None:
    """Train with these hyperparameters: in self-play, or a reply to `request.against`."""
    each, seed, against = chosen.deals_per_update, request.seed, request.against
    device = torch_setup.prepare(seed, request.device)
    learner = Learner(chosen, device, -(-request.steps // each) if request.steps else None, against)
    total, taught = learner.ends[-1], chosen.taught // each
    teacher = Teacher(chosen.teacher, learner, device)
    began_with = {"began_with": teacher.sha256}
    if against:
        began_with = {"began_with": learner.begin(request.bot)}
        version = registry.version(request.game, against)
        began_with |= {"guest": version} if version else {}
    settings = json.loads(json.dumps(asdict(chosen)))
    run = Run(request, total, each, {**settings, **began_with, "updates": total}, perf_counter)
    learner.restore(run.restore(learner.state()))
    method = f"PPO in self-play over many rule sets after {chosen.teacher}"
    heading = {
        "method": f"PPO against {against} alone, from {request.bot}'s weights" if against else method,
        "rules": RULES,
        "features": FEATURES,
    }
    run.offer(heading, lambda: torch_setup.arrays_of(learner.networks), noted=not against)
    try:
        pool = executors.pool(rules_asked.play, os.cpu_count() or 1, [against]) if learner.asked else None
        with pool or nullcontext() as learner.workers:
            play_and_learn(run, learner, teacher, taught)
        if against:
            scores = [measure(run, ASKED_DEALS if learner.asked else REPLY_DEALS, os.cpu_count() or 1)]
        else:
            tests = learner.tested(teacher, CARD_DEALS, seed, 10**7)
            scores = [match.row(name, estimate(cents.tolist()), CARD_DEALS) for name, cents in tests.items()]
    finally:
        learner.threads.shutdown(wait=False, cancel_futures=True)  # an interrupted run does not play what it began
    results: dict[str, Any] = {**began_with, "settings": settings, "scores": scores}
    columns = ["deals", *learner.columns]
    run.finish(columns, run.curve, heading, total * each, results, torch_setup.arrays_of(learner.networks))


def play_and_learn(run: Run, learner: Learner, teacher: Teacher, taught: int) -> None:
    """Learn from all updates that are left; the first `taught` updates of the run are the teacher's."""
    total, seed = run.total, run.request.seed
    run.save(learner.state())  # an interruption in the first update can be resumed too
    while run.done < total:
        with run.timed():
            if run.done < taught:
                figures = learner.be_taught(teacher, seed, run.done)
            else:
                figures = learner.learn(teacher, seed, run.done)
            run.done += 1
            if run.done % max(1, total // CURVE_POINTS) == 0 or run.done == total:
                tests = learner.tested(teacher, TEST_DEALS, seed, run.done)
                figures |= {name: round(float(cents.mean()), 3) for name, cents in tests.items()}
                run.curve.append([run.done * run.scale, *(figures[name] for name in learner.columns)])
        if run.done % max(1, total // CHECKPOINTS) == 0 or run.done == total:
            run.save(learner.state())
        run.report(figures)
