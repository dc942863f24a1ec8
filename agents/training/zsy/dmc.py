"""Training of dmc: deep Monte Carlo by self-play alone, as in DouZero (Zha et al., 2021).

Both seats play the move with the highest value, except for a small share of random moves. In a share of the games one
seat plays more of those, since a network that only meets itself learns little about weaker players. DouZero moves the
value of each move made towards the outcome of the game. Here the target is the λ-return: the outcome for λ = 1; smaller
λ mix in the values of the seat's later moves. Each game is learned from once. At the end the belief, a second network
on the same inputs, learns from games of the first one what the other seat holds. Last, a map is fitted from its values
to how often such moves win in its own games (calibrate.py). A reply starts from dmc's weights and learns only the
values, in games against one bot: the shipped dmc, or another bot, which is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import comb
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from cardtui import registry
from cardtui.games.zsy.features import STACK
from cardtui.intervals import Estimate, from_sums
from cardtui.kernels import RandomState, random_state

from ...net_kernel import transposed
from ...zsy.belief import COUNTS, RANKS
from ...zsy.dmc import NEEDS
from ...zsy.dmc_kernel import BELIEF_HIDDEN, BELIEF_LAYERS, HIDDEN, LAYERS, new_scratch
from ...zsy.features import FEATURES, INPUTS, RULES, UNSEEN_CARDS
from .. import torch_setup
from ..progress import Progress, TrainProgress
from ..replies import measure, shipped
from ..runs import Request, Run
from . import calibrate
from .common import TEST_DEALS, Wins, finish, tested
from .dmc_asked import Asked
from .dmc_play import against, duplicate, new_decisions, self_play

CHUNK = 2000
"""Games between two checkpoints, played with the same weights, then learned from."""
TEST_EVERY = 25
"""Chunks between two points of the learning curve."""
REPLY_DEALS = 2_000
"""Deals in each seating that measure a reply."""
ASKED_GAMES = 100_000
"""Games of a reply to a bot that has to be asked."""
BELIEF_TEST = 2_000
"""Games on which the belief is tested for the card."""
FITTED, CHECKED = calibrate.DEALS, calibrate.TEST_DEALS
"""Deals to which the map of the values is fitted, and deals on which it is checked for the card."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """The settings of a part of a run."""

    games: int
    learning_rate: float
    """Adam's learning rate; decays linearly to 0."""
    batch_size: int
    """Decisions per step of Adam."""
    epsilon: float
    """Share of random moves."""
    trace_decay: float
    """λ of the λ-returns."""
    weak_share: float
    """Share of the games in which one seat plays more random moves, and is not learned from."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The settings of a run."""

    values: tuple[Stage, ...]
    """Stages that train the values, one after another."""
    belief: Stage | None = None
    """The last stage, which trains the belief; its games have no random moves. None for a reply."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """All stages in order."""
        return (*self.values, self.belief) if self.belief else self.values


PRESETS = {
    "best": Plan(
        values=(
            Stage(
                games=8_000_000,
                learning_rate=1e-3,
                batch_size=256,
                epsilon=0.03,
                trace_decay=0.8,
                weak_share=0.5,
            ),
        ),
        belief=Stage(
            games=40_000,
            learning_rate=1e-3,
            batch_size=256,
            epsilon=0.0,
            trace_decay=0.8,
            weak_share=0.0,
        ),
    ),
    "reply": Plan(
        values=(
            Stage(
                games=1_000_000,
                learning_rate=5e-4,
                batch_size=256,
                epsilon=0.03,
                trace_decay=0.8,
                weak_share=0.0,
            ),
        ),
    ),
}
"""`reply` starts from the shipped weights."""


Other: TypeAlias = Mapping[str, NDArray[np.float32]] | Asked | None
"""Who sits in the other seat: weights, a bot that is asked, or the network itself."""


class Net(torch.nn.Module):
    """The network that `dmc_kernel.evaluate_moves` computes, and the belief beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.chain(LAYERS, (INPUTS, *HIDDEN, 1))
        with torch.random.fork_rng():  # what the values learn does not depend on whether a belief is learned too
            self.chain(BELIEF_LAYERS, (INPUTS, BELIEF_HIDDEN, RANKS * COUNTS))

    def chain(self, names: tuple[str, ...], widths: tuple[int, ...]) -> None:
        """Add dense layers of these names, one after another."""
        for name, inputs, outputs in zip(names, widths, widths[1:], strict=False):
            self.add_module(name, torch.nn.Linear(inputs, outputs))

    def forward(self, rows: torch.Tensor, names: tuple[str, ...] = LAYERS) -> torch.Tensor:
        """Return the logits of winning, float32 (rows, 1), or of the belief, (rows, RANKS * COUNTS), by inputs."""
        for name in names[:-1]:
            rows = torch.relu(self.get_submodule(name)(rows))
        logits: torch.Tensor = self.get_submodule(names[-1])(rows)
        return logits


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    The request's `steps` overrides the preset's number of games from which the values are learned, in whole chunks;
    `against` and `rules` apply to a reply. Raises Refusal if there is no such preset, device, or bot to reply to.
    """
    plan, seed = request.choose(PRESETS), request.seed
    if request.preset == "reply" and request.against != request.bot:
        plan = lasting(plan, ASKED_GAMES)
    if request.steps:
        plan = lasting(plan, request.steps)
    if request.preset == "reply":
        reply(request, plan)
        return
    place = torch_setup.prepare(seed, request.device)
    net = Net().to(place)
    optimizer = torch.optim.Adam(net.parameters())
    run = Run(request, sum(stage.games for stage in plan.stages), identity=asdict(plan))
    torch_setup.resume(net, optimizer, run.restore(torch_setup.run_state(net, optimizer)))
    run.offer({"rules": RULES, "features": FEATURES}, lambda: torch_setup.arrays_of(net))
    valued = sum(stage.games for stage in plan.values)
    learn_all(
        run,
        net,
        optimizer,
        plan,
        lambda done: tested(winner(torch_setup.arrays_of(net)), seed) if done <= valued else {},
    )
    weights = torch_setup.arrays_of(net)
    results = {
        "method": "deep Monte Carlo by self-play alone, λ-returns; the belief learned from its own games",
        "settings": {"hidden": list(HIDDEN)},
        "stages": [asdict(stage) for stage in plan.stages],
        "belief": belief_loss(net, plan.stages[-1], seed),
        **calibrate.calibrate(weights, seed, FITTED, CHECKED),
    }
    finish(run, winner(weights), FEATURES, run.total, results, weights)


def lasting(plan: Plan, games: int) -> Plan:
    """Return the plan with this many games for the values, rounded up to whole chunks."""
    (stage,) = plan.values
    return replace(plan, values=(replace(stage, games=-(-games // CHUNK) * CHUNK),))


def reply(request: Request, plan: Plan) -> None:
    """Train a reply, starting from dmc's weights: to dmc itself in the kernel, to another bot by asking it."""
    place, seed = torch_setup.prepare(request.seed, request.device), request.seed
    frozen, sha256 = shipped(request.game, request.bot, FEATURES, RULES, NEEDS)
    bot = None if request.against == request.bot else Asked(request.rules, request.against)
    net = Net().to(place)
    torch_setup.load(net, frozen)
    optimizer = torch.optim.Adam(net.parameters())
    version = registry.version(request.game, request.against)
    began_with = {"began_with": sha256} | ({"guest": version} if version else {})
    asked_for = {"against": request.against, "rules": request.rules}
    run = Run(request, sum(stage.games for stage in plan.stages), identity=asdict(plan) | began_with | asked_for)
    torch_setup.resume(net, optimizer, run.restore(torch_setup.run_state(net, optimizer)))
    heading = {"rules": RULES, "features": FEATURES, "method": f"deep Monte Carlo against {request.against} alone"}
    run.offer(heading, lambda: torch_setup.arrays_of(net), noted=False)

    def share_won(done: int) -> dict[str, float]:
        if bot:
            return {request.against: bot.won}
        dice = random_state(seed, 10**9 + done)
        return {request.against: head_to_head(torch_setup.arrays_of(net), frozen, TEST_DEALS, dice).mean}

    learn_all(run, net, optimizer, plan, share_won, bot or frozen, 1 if bot else TEST_EVERY)
    results = {
        **began_with,
        "stages": [asdict(stage) for stage in plan.stages],
        "scores": [measure(run, REPLY_DEALS)],
    }
    run.finish(["games", request.against], run.curve, heading, run.total, results, torch_setup.arrays_of(net))


def learn_all(
    run: Run,
    net: Net,
    optimizer: torch.optim.Optimizer,
    plan: Plan,
    test: Callable[[int], Mapping[str, float]],
    other: Other = None,
    test_every: int = TEST_EVERY,
) -> None:
    """Learn from all games that are left.

    `test` is called with the number of games done after every `test_every` chunks; what it returns is a point of the
    curve. other: as in `learn`.
    """
    while run.done < run.total:
        figures: Mapping[str, float] = {}
        with run.timed():
            learn(net, optimizer, plan, run.done, run.request.seed, other)
            run.done += CHUNK
            if run.done // CHUNK % test_every == 0 and (figures := test(run.done)):
                run.curve.append([run.done, *figures.values()])
        run.save(torch_setup.run_state(net, optimizer))
        run.report(figures)


def learn(
    net: Net,
    optimizer: torch.optim.Optimizer,
    plan: Plan,
    done: int,
    seed: int,
    other: Other = None,
) -> None:
    """Play a chunk of games and learn from it: the values or, in the last stage, the belief.

    done: games of all stages before this chunk; other: in a reply, who sits in the other seat.
    """
    before = 0
    for stage in plan.stages:
        if done < before + stage.games:
            break
        before += stage.games
    inputs, goals, hands = played(net, other, CHUNK, stage, random_state(seed, done))
    learning_rate = stage.learning_rate * (1 - (done - before) / stage.games)
    if stage is plan.belief:
        fit(optimizer, learning_rate, stage.batch_size, inputs, hands, partial(belief_error, net))
    else:
        fit(optimizer, learning_rate, stage.batch_size, inputs, goals, partial(value_error, net))


def played(
    net: Net, other: Other, games: int, stage: Stage, rng: RandomState
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Play games of the network against itself, or against weights or a bot that are not learned from.

    Returns, on the network's device, the inputs of the moves made, uint8 (rows, INPUTS), their targets, float32
    (rows,), and the hands of the other seat, packed, int64 (rows,).
    """
    decisions, weights = new_decisions(games), transposed(torch_setup.arrays_of(net), LAYERS)
    if isinstance(other, Asked):
        count = other.play(games, weights, stage.epsilon, stage.trace_decay, decisions, rng)
    else:
        seats = (weights, weights, 2) if other is None else (weights, transposed(other, LAYERS), 1)
        settings = stage.weak_share, stage.epsilon, stage.trace_decay
        count = self_play(games, *seats, new_scratch(), *settings, decisions, rng)
    device = next(net.parameters()).device
    inputs, targets, held = torch_setup.to_device(device, *(array[:count] for array in decisions))
    return inputs, targets, held


def fit(
    optimizer: torch.optim.Optimizer,
    learning_rate: float,
    batch_size: int,
    inputs: torch.Tensor,
    targets: torch.Tensor,
    loss_of: Callable[[torch.Tensor, torch.Tensor], torch.Tensor],
) -> None:
    """Take one step for each batch, in random order. `loss_of(inputs, targets)` is the mean loss of a batch."""
    torch_setup.set_rate(optimizer, learning_rate)
    order = torch.randperm(len(inputs)).to(inputs.device)
    for rows in order.split(batch_size):  # type: ignore[no-untyped-call]  # untyped in torch
        loss = loss_of(inputs[rows].float(), targets[rows])
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
        optimizer.step()


def value_error(net: Net, rows: torch.Tensor, goals: torch.Tensor) -> torch.Tensor:
    """Return the mean logistic loss of the values."""
    return binary_cross_entropy_with_logits(net(rows)[:, 0], goals)


def winner(arrays: Mapping[str, NDArray[np.float32]]) -> Wins:
    """Return the function that counts the wins of these weights."""
    weights, scratch = transposed(arrays, LAYERS), new_scratch()
    return lambda deals, kind, rng: int(against(deals, weights, scratch, kind, rng))


def head_to_head(
    arrays: Mapping[str, NDArray[np.float32]], other: Mapping[str, NDArray[np.float32]], deals: int, rng: RandomState
) -> Estimate:
    """Return the share of games that the weights win in duplicate against others."""
    both, once = duplicate(deals, transposed(arrays, LAYERS), transposed(other, LAYERS), new_scratch(), rng)
    return from_sums(both + once / 2, both + once / 4, deals)


def weights_after(games: int, seed: int, progress: Progress) -> dict[str, NDArray[np.float32]]:
    """Return the weights of the best preset's run with this seed after its first `games` games."""
    torch_setup.prepare(seed)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    for done in range(0, games, CHUNK):
        learn(net, optimizer, PRESETS["best"], done, seed)
        progress(TrainProgress(done + CHUNK, games, {}))
    return torch_setup.arrays_of(net)


def best_response(
    frozen: Mapping[str, NDArray[np.float32]], plan: Plan, seed: int, progress: Progress
) -> dict[str, NDArray[np.float32]]:
    """Return the weights of an approximate best response: trained from the frozen weights, against them alone."""
    torch_setup.prepare(seed)
    net = Net()
    torch_setup.load(net, frozen)
    optimizer = torch.optim.Adam(net.parameters())
    (stage,) = plan.values
    for done in range(0, stage.games, CHUNK):
        learn(net, optimizer, plan, done, seed, frozen)
        progress(TrainProgress(done + CHUNK, stage.games, {}))
    return torch_setup.arrays_of(net)


# --- belief -----------------------------------------------------------------------------------
def counted(hands: torch.Tensor) -> torch.Tensor:
    """Return packed hands, int64 (rows,), as the number of cards of each rank, (rows, 15)."""
    return hands[:, None] >> torch.arange(0, 60, 4, device=hands.device) & 7


def unseen(rows: torch.Tensor) -> torch.Tensor:
    """Return the number of unseen cards of each rank, int64 (rows, 15), from inputs (rows, INPUTS)."""
    stacks = rows[:, UNSEEN_CARDS : UNSEEN_CARDS + STACK]
    whole = torch.nn.functional.pad(stacks, (0, RANKS * (COUNTS - 1) - STACK))  # the last rank has only one card
    return whole.reshape(-1, RANKS, COUNTS - 1).sum(2).long()


def belief_error(net: Net, rows: torch.Tensor, hands: torch.Tensor) -> torch.Tensor:
    """Return the log-loss of the belief in nats: summed over the ranks, averaged over the rows."""
    held = counted(hands)
    most = torch.minimum(unseen(rows), held.sum(1, keepdim=True))
    logits = net(rows, BELIEF_LAYERS).reshape(-1, RANKS, COUNTS)
    logits = logits.masked_fill(torch.arange(COUNTS, device=rows.device) > most[:, :, None], -torch.inf)
    return cross_entropy(logits.reshape(-1, COUNTS), held.reshape(-1)) * RANKS


def belief_loss(net: Net, stage: Stage, seed: int) -> dict[str, float]:
    """Return the log-loss of the belief on `n` fresh decisions, and of the hypergeometric distribution, in nats.

    The latter is what the unseen cards imply without any history.
    """
    inputs, _, hands = played(net, None, BELIEF_TEST, stage, random_state(seed, 3 * 10**9))
    rows = inputs.float()
    with torch.no_grad():
        nats = float(torch_setup.to_array(belief_error(net, rows, hands)))
    ways = np.array([[comb(n, k) for k in range(55)] for n in range(55)], float)
    hidden, held = torch_setup.to_array(unseen(rows)), torch_setup.to_array(counted(hands))
    total, left = hidden.sum(1, keepdims=True), held.sum(1, keepdims=True)
    chances = ways[hidden, held] * ways[total - hidden, left - held] / ways[total, left]
    return {"nats": round(nats, 3), "hypergeometric": round(float(-np.log(chances).sum(1).mean()), 3), "n": len(rows)}
