"""Trains dmc: deep Monte Carlo as DouZero does it (Zha et al., 2021), by self-play alone.

Both seats play the move of highest value, but for a small share of random ones; in half the games one of them plays
more of those, for who only ever meets itself learns little of how to beat weaker players. DouZero draws the value of
every move made towards who won in the end; here it is drawn towards the λ-return, which is that outcome for λ = 1, and
for less mixes in the values of the seat's own later moves. Each game is learned from once. At the end a second network
learns, from games that the first one plays, what the other seat holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import comb
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy

from cardtui.core import Refusal, quoted
from cardtui.intervals import Estimate, from_sums
from cardtui.kernels import random_state

from ...zsy.dmc_kernel import BELIEF_HIDDEN, BELIEF_LAYERS, HIDDEN, LAYERS, room
from ...zsy.features import FEATURES, INPUTS, UNSEEN_CARDS
from ...zsy.net_kernel import turned
from .. import checkpoints, torch_setup
from ..progress import TrainProgress
from .common import product, scores, tested, write
from .dmc_play import MOST, against, duplicate, self_play

CHUNK = 2000
"""Games between two checkpoints, played with the same weights, then learned from."""
BATCH = 256
TEST_EVERY = 25
BELIEF_TEST = 2_000
"""Games on which the belief is tested for the card."""


class Stage(NamedTuple):
    """A stretch of a run."""

    games: int
    rate: float = 1e-3
    """Of Adam at first; it falls in a line to nothing."""
    explore: float = 0.03
    """The share of random moves."""
    trace: float = 0.8
    """λ."""
    careless: float = 0.5
    """The share of games in which one seat plays more of them."""


PRESETS = {"best": (Stage(8_000_000),)}
BELIEF = Stage(40_000, explore=0.0, careless=0.0)
"""After the values: the belief, from games without random moves."""


class Net(torch.nn.Module):
    """What `dmc_kernel.weigh` computes, and the belief beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.chain(LAYERS, (INPUTS, *HIDDEN, 1))
        with torch.random.fork_rng():  # what the values learn does not depend on whether a belief is learned too
            self.chain(BELIEF_LAYERS, (INPUTS, BELIEF_HIDDEN, 75))

    def chain(self, names: tuple[str, ...], widths: tuple[int, ...]) -> None:
        """Add dense layers of these names, one after another."""
        for name, inputs, outputs in zip(names, widths, widths[1:], strict=False):
            self.add_module(name, torch.nn.Linear(inputs, outputs))

    def forward(self, rows: Any, names: tuple[str, ...] = LAYERS) -> Any:
        """Binary inputs (rows, INPUTS) -> logits of winning (rows, 1), or of the belief (rows, 75)."""
        for name in names[:-1]:
            rows = torch.relu(self.get_submodule(name)(rows))
        return self.get_submodule(names[-1])(rows)


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train into `out`: the model, its card and curve.csv; meanwhile a checkpoint. Refusal for another preset."""
    if preset not in PRESETS:
        raise Refusal(f"{bot} has the preset {' and '.join(PRESETS)}, not {quoted(preset)}")
    stages, run = (*PRESETS[preset], BELIEF), {"preset": preset, "seed": seed}
    torch_setup.prepare(seed)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    done, seconds, total = 0, 0.0, sum(stage.games for stage in stages)
    curve: list[list[Any]] = []
    if resume:
        state, arrays = checkpoints.restore(out, run, torch_setup.run_state(net, optimizer))
        done, seconds, curve = state["done"], state["seconds"], state["curve"]
        torch_setup.resume(net, optimizer, arrays)
    while done < total:
        began = process_time()
        learn(net, optimizer, stages, done, seed)
        done += CHUNK
        figures: dict[str, float] = {}
        if done <= total - BELIEF.games and done // CHUNK % TEST_EVERY == 0:
            figures = tested(winner(torch_setup.arrays_of(net)), seed)
            curve.append([done, *figures.values()])
        seconds += process_time() - began
        state = {"done": done, "seconds": seconds, "curve": curve}
        checkpoints.save(out, run, state, torch_setup.run_state(net, optimizer))
        progress(TrainProgress(done, total, figures))
    found = scores(winner(torch_setup.arrays_of(net)), seed)
    card = {
        "features": FEATURES,
        "games": total,
        "seconds": round(seconds, 1),
        "method": "deep Monte Carlo by self-play alone, λ-returns; the belief learned from its own games",
        "settings": {"hidden": list(HIDDEN), "batch": BATCH},
        "stages": [stage._asdict() for stage in stages],
        "belief": belief_loss(net, seed),
        "product": round(product({row["against"]: row["win"] for row in found}), 1),
        "scores": found,
    }
    write(out, bot, preset, seed, card, curve, torch_setup.arrays_of(net))


def learn(net: Net, optimizer: torch.optim.Optimizer, stages: tuple[Stage, ...], done: int, seed: int) -> None:
    """Play a chunk of games and learn from it: the values, or, in the last stage, the belief."""
    begun = 0
    for stage in stages:
        if done < begun + stage.games:
            break
        begun += stage.games
    inputs, goals, hands = played(net, None, CHUNK, stage, random_state(seed, done))
    left = 1 - (done - begun) / stage.games
    if stage is stages[-1]:
        fit(optimizer, stage.rate * left, inputs, hands, partial(surprise, net))
    else:
        fit(optimizer, stage.rate * left, inputs, goals, partial(error, net))


def played(net: Net, other: Mapping[str, Any] | None, games: int, stage: Stage, rng: Any) -> tuple[Any, Any, Any]:
    """Games against itself, or against other weights that learn nothing, as tensors: inputs (rows, INPUTS) uint8, goals
    and the other seat's hand (rows,).
    """
    rows, goals = np.empty((games * MOST, INPUTS), np.uint8), np.empty(games * MOST, np.float32)
    hands, weights = np.empty(games * MOST, np.int64), turned(torch_setup.arrays_of(net), LAYERS)
    seats = (weights, weights, 2) if other is None else (weights, turned(other, LAYERS), 1)
    chances = stage.careless, stage.explore, stage.trace
    found = self_play(games, *seats, room(), *chances, rows, goals, hands, rng)
    return torch.from_numpy(rows[:found]), torch.from_numpy(goals[:found]), torch.from_numpy(hands[:found])


def fit(
    optimizer: torch.optim.Optimizer, rate: float, inputs: Any, targets: Any, loss_of: Callable[[Any, Any], Any]
) -> None:
    """One step for each batch, in random order. loss_of: of a batch's inputs and targets."""
    for group in optimizer.param_groups:
        group["lr"] = rate
    for chosen in torch.randperm(len(inputs)).split(BATCH):  # type: ignore[no-untyped-call]  # torch types it not
        loss = loss_of(inputs[chosen].float(), targets[chosen])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def error(net: Net, rows: Any, goals: Any) -> Any:
    """Logistic loss of the values."""
    return binary_cross_entropy_with_logits(net(rows)[:, 0], goals)


def winner(arrays: Mapping[str, Any]) -> Callable[[int, int, Any], int]:
    """`common.Wins` of a network's weights."""
    weights, work = turned(arrays, LAYERS), room()
    return lambda deals, kind, rng: int(against(deals, weights, work, kind, rng))


def head_to_head(arrays: Mapping[str, Any], other: Mapping[str, Any], deals: int, rng: Any) -> Estimate:
    """What the weights win in duplicate against others."""
    both, once = duplicate(deals, turned(arrays, LAYERS), turned(other, LAYERS), room(), rng)
    return from_sums(both + once / 2, both + once / 4, deals)


def begun(games: int, seed: int, progress: Callable[[TrainProgress], None]) -> dict[str, Any]:
    """What the best preset's run with that seed knows after so many games."""
    torch_setup.prepare(seed)
    net = Net()
    optimizer = torch.optim.Adam(net.parameters())
    for done in range(0, games, CHUNK):
        learn(net, optimizer, (*PRESETS["best"], BELIEF), done, seed)
        progress(TrainProgress(done + CHUNK, games, {}))
    return torch_setup.arrays_of(net)


def respond(
    frozen: Mapping[str, Any], stage: Stage, seed: int, progress: Callable[[TrainProgress], None]
) -> dict[str, Any]:
    """A best response as far as a network of equal size learns it: from the frozen weights on, against them alone."""
    torch_setup.prepare(seed)
    net = Net()
    torch_setup.load(net, frozen)
    optimizer = torch.optim.Adam(net.parameters())
    for done in range(0, stage.games, CHUNK):
        inputs, goals, _ = played(net, frozen, CHUNK, stage, random_state(seed, done))
        rate = stage.rate * (1 - done / stage.games)
        fit(optimizer, rate, inputs, goals, partial(error, net))
        progress(TrainProgress(done + CHUNK, stage.games, {}))
    return torch_setup.arrays_of(net)


# --- belief -----------------------------------------------------------------------------------
def counted(hands: Any) -> Any:
    """Hands (rows,), packed, as counts by rank (rows, 15)."""
    return hands[:, None] >> torch.arange(0, 60, 4) & 7


def unseen(rows: Any) -> Any:
    """How many cards of each rank inputs show as unseen (rows, 15)."""
    stacks = torch.nn.functional.pad(rows[:, UNSEEN_CARDS : UNSEEN_CARDS + 57], (0, 3))
    return stacks.reshape(-1, 15, 4).sum(2).long()


def surprise(net: Net, rows: Any, hands: Any) -> Any:
    """Log-loss of the belief in nats, summed over the ranks, mean over the rows."""
    held = counted(hands)
    most = torch.minimum(unseen(rows), held.sum(1, keepdim=True))
    logits = net(rows, BELIEF_LAYERS).reshape(-1, 15, 5)
    logits = logits.masked_fill(torch.arange(5) > most[:, :, None], -torch.inf)
    return cross_entropy(logits.reshape(-1, 5), held.reshape(-1)) * 15


def belief_loss(net: Net, seed: int) -> dict[str, Any]:
    """The belief on fresh games beside what unseen cards say without any history (hypergeometric), in nats."""
    inputs, _, hands = played(net, None, BELIEF_TEST, BELIEF, random_state(seed, 3 * 10**9))
    rows = inputs.float()
    with torch.no_grad():
        ours = float(surprise(net, rows, hands))
    ways = np.array([[comb(n, k) for k in range(55)] for n in range(55)], float)
    hidden, held = unseen(rows).numpy(), counted(hands).numpy()
    total, left = hidden.sum(1, keepdims=True), held.sum(1, keepdims=True)
    chances = ways[hidden, held] * ways[total - hidden, left - held] / ways[total, left]
    return {"nats": round(ours, 3), "hypergeometric": round(float(-np.log(chances).sum(1).mean()), 3), "n": len(rows)}
