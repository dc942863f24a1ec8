"""Trains deep-q, the paper's network, and deep-q-lstm: rounds of games, the first at random, then by the network's Q.

The target is the discounted outcome, the loss logistic, half of the hidden units dropped out while learning. What the
paper leaves open is settled in `Plan`; Adam learns, a batch is some whole games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits, dropout, one_hot

from cardtui.core import Refusal, quoted
from cardtui.games.zsy.rules import MAX_TURNS
from cardtui.kernels import random_state

from ...zsy import deepq_kernel as kernel
from ...zsy.net_kernel import turned
from .. import checkpoints, torch_setup
from ..progress import TrainProgress
from .common import product, scores, tested, write
from .deepq_play import GAME, HELD, KEPT, MADE, MINE, OWNER, THEIRS, TIME, against, discounted, play

CHUNK = 5_000
"""Games between two checkpoints."""
BATCH = 32
"""Games that are learned from at once."""


class Plan(NamedTuple):
    """One run: rounds, games of each, Adam's rate, which falls in a line to nothing, the discounts of won and lost
    games (`reward`, `cost`), and the share of moves that are drawn in proportion to Q.
    """

    rounds: int
    games: int
    rate: float = 1e-3
    reward: float = 0.95
    cost: float = 0.95
    explore: float = 0.1


PRESETS = {
    "deep-q": {"paper": Plan(7, 100_000)},
    "deep-q-lstm": {"best": Plan(6, 20_000)},
}


class Net(torch.nn.Module):
    """What `deepq_kernel` computes; with `lstm`, over its summary of the moves in place of the two sums."""

    def __init__(self, lstm: bool) -> None:
        super().__init__()
        self.lstm = torch.nn.LSTM(kernel.LSTM_STEP, kernel.LSTM_HIDDEN, batch_first=True) if lstm else None
        widths = (kernel.LSTM_INPUTS if lstm else kernel.INPUTS, *kernel.HIDDEN, 1)
        for name, inputs, outputs in zip(kernel.LAYERS, widths, widths[1:], strict=False):
            self.add_module(name, torch.nn.Linear(inputs, outputs))

    def forward(self, kept: Any, turns: Any) -> Any:
        """Decisions (rows, KEPT), whose GAME is a row of `turns` (games, MAX_TURNS) -> logits (rows,)."""
        if self.lstm is None:
            known = [stacks(kept[:, field]) for field in (MINE, THEIRS, HELD)]
        else:
            known = [stacks(kept[:, HELD]), self.summary(kept, turns)]
        rows = torch.cat([*known, stacks(kept[:, MADE])], 1)
        for name in kernel.LAYERS[:-1]:
            rows = dropout(torch.relu(self.get_submodule(name)(rows)), 0.5, self.training)
        return self.get_submodule(kernel.LAYERS[-1])(rows)[:, 0]

    def summary(self, kept: Any, turns: Any) -> Any:
        """The LSTM's state before each decision (rows, LSTM_HIDDEN)."""
        assert self.lstm is not None
        length = max(1, int((turns >= 0).sum(1).max()))
        moves = stacks(turns[:, :length].clamp(min=0).reshape(-1)).reshape(len(turns), length, kernel.STACK)
        first = kept[:, OWNER] ^ (kept[:, TIME] & 1)  # passes and plays alternate: the seat of the game's first turn
        opened = torch.zeros(len(turns), dtype=torch.long)
        opened[kept[:, GAME]] = first
        own = (opened[:, None] ^ (torch.arange(length) & 1))[None] == torch.tensor([0, 1])[:, None, None]
        both = torch.cat([moves.expand(2, -1, -1, -1), own[..., None].float()], 3)
        states = self.lstm(both.reshape(2 * len(turns), length, -1))[0]
        states = torch.cat([torch.zeros(len(states), 1, kernel.LSTM_HIDDEN), states], 1)
        return states[kept[:, OWNER] * len(turns) + kept[:, GAME], kept[:, TIME]]


def stacks(cards: Any) -> Any:
    """Packed cards (rows,) as 5 × 15 one-hot counts, float32 (rows, 75)."""
    return one_hot(cards[:, None] >> torch.arange(0, 60, 4) & 7, 5).reshape(-1, kernel.STACK).float()


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train into `out`: the model, its card and curve.csv; meanwhile a checkpoint. Refusal for another preset."""
    if preset not in PRESETS[bot]:
        raise Refusal(f"{bot} has the preset {' and '.join(PRESETS[bot])}, not {quoted(preset)}")
    plan = PRESETS[bot][preset]
    run = {"preset": preset, "seed": seed}
    net, curve, seconds = follow(
        bot == "deep-q-lstm", plan, seed, out, run, resume, lambda arrays: tested(winner(arrays), seed), progress
    )
    found = scores(winner(torch_setup.arrays_of(net)), seed)
    card = {
        "features": kernel.LSTM_FEATURES if net.lstm else kernel.FEATURES,
        "games": plan.rounds * plan.games,
        "seconds": round(seconds, 1),
        "method": "Q towards the discounted outcome, rounds of games, the first at random; dropout 0.5",
        "settings": plan._asdict() | {"hidden": list(kernel.HIDDEN), "batch": BATCH},
        "product": round(product({row["against"]: row["win"] for row in found}), 1),
        "scores": found,
    }
    write(out, bot, preset, seed, card, curve, torch_setup.arrays_of(net))


def follow(
    lstm: bool, plan: Plan, seed: int, out: Path, run: Mapping[str, Any], resume: bool,
    test: Callable[[Mapping[str, Any]], Mapping[str, float]], progress: Callable[[TrainProgress], None],
) -> tuple[Net, list[list[Any]], float]:  # fmt: skip
    """All rounds of a plan, with checkpoints in `out`, of which `run` says whose they are.

    The network, how many games and what `test` found of the weights after each round, and CPU seconds.
    """
    torch_setup.prepare(seed)
    net = Net(lstm)
    optimizer = torch.optim.Adam(net.parameters())
    done, seconds, total = 0, 0.0, plan.rounds * plan.games
    curve: list[list[Any]] = []
    player = torch_setup.arrays_of(net)
    if resume:
        state, arrays = checkpoints.restore(out, run, _kept(net, optimizer, player))
        done, seconds, curve = state["done"], state["seconds"], state["curve"]
        torch_setup.resume(net, optimizer, arrays)
        player = {name.removeprefix("player/"): array for name, array in arrays.items() if name.startswith("player/")}
    while done < total:
        began = process_time()
        learn(net, optimizer, plan, player, done, seed)
        done += CHUNK
        figures: Mapping[str, float] = {}
        if done % plan.games == 0:
            player = torch_setup.arrays_of(net)
            figures = test(player)
            curve.append([done, *figures.values()])
        seconds += process_time() - began
        kept = _kept(net, optimizer, player)
        checkpoints.save(out, run, {"done": done, "seconds": seconds, "curve": curve}, kept)
        progress(TrainProgress(done, total, figures))
    return net, curve, seconds


def _kept(net: Net, optimizer: torch.optim.Optimizer, player: Mapping[str, Any]) -> dict[str, Any]:
    """The arrays of a checkpoint."""
    return torch_setup.run_state(net, optimizer) | {f"player/{name}": array for name, array in player.items()}


def learn(net: Net, optimizer: torch.optim.Optimizer, plan: Plan, player: dict[str, Any], done: int, seed: int) -> None:
    """A chunk of games, by the network as it was at the round's start, and one step for each batch of them."""
    kept, turns = np.empty((CHUNK * MAX_TURNS, KEPT), np.int64), np.empty((CHUNK, MAX_TURNS), np.int64)
    won, weights = np.empty(CHUNK, np.int64), compiled(player)
    found = play(
        CHUNK, done < plan.games, plan.explore, *weights, kernel.room(), kept, turns, won, random_state(seed, done)
    )
    goals = np.empty(found, np.float32)
    discounted(kept[:found], won, plan.reward, plan.cost, goals)
    starts = np.searchsorted(kept[:found, GAME], np.arange(CHUNK + 1))
    for group in optimizer.param_groups:
        group["lr"] = plan.rate * (1 - done / (plan.rounds * plan.games))
    net.train()
    for chosen in torch.randperm(CHUNK).split(BATCH):  # type: ignore[no-untyped-call]  # torch types it not
        games = chosen.numpy()
        sizes = starts[games + 1] - starts[games]
        rows = np.repeat(starts[games] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        decisions = kept[rows]
        decisions[:, GAME] = np.repeat(np.arange(len(games)), sizes)
        logits = net(torch.from_numpy(decisions), torch.from_numpy(turns[games]))
        loss = binary_cross_entropy_with_logits(logits, torch.from_numpy(goals[rows]))
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch types it not
        optimizer.step()
    net.eval()


def compiled(arrays: Mapping[str, Any]) -> tuple[Any, Any]:
    """Weights as the kernel takes them: of the layers, and of the LSTM (of no rows without one)."""
    if "lstm.weight_ih_l0" not in arrays:
        nothing = np.empty((0, 0), np.float32)
        return turned(arrays, kernel.LAYERS), (nothing, nothing, np.empty(0, np.float32))
    fed, recurrent = (np.ascontiguousarray(arrays[f"lstm.weight_{kind}_l0"].T) for kind in ("ih", "hh"))
    return turned(arrays, kernel.LAYERS), (fed, recurrent, arrays["lstm.bias_ih_l0"] + arrays["lstm.bias_hh_l0"])


def winner(arrays: Mapping[str, Any]) -> Callable[[int, int, Any], int]:
    """`common.Wins` of a network's weights."""
    weights, work = compiled(arrays), kernel.room()
    return lambda deals, kind, rng: int(against(deals, *weights, work, kind, rng))
