"""Training of deep-q, the paper's network, and deep-q-lstm: rounds of self-play, first at random, then by Q.

The target is the discounted outcome, the loss is logistic. `Plan` settles what the paper leaves open; the optimizer is
Adam, and a batch is a number of whole games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn.functional import binary_cross_entropy_with_logits, dropout, one_hot

from cardtui.games.zsy.rules import MAX_TURNS
from cardtui.kernels import random_state

from ...net_kernel import Weights, transposed
from ...zsy import deepq_kernel as kernel
from ...zsy.features import RULES
from .. import torch_setup
from ..runs import Request, Run
from .common import Wins, finish, tested
from .deepq_play import FIELDS, GAME, HELD, MADE, MINE, OWNER, THEIRS, TIME, against, discounted, play

CHUNK = 5_000
"""Games between two checkpoints, with the same learning rate."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The settings of a run."""

    rounds: int
    games: int
    """Games in each round. All are played by the network as it was at the start of the round."""
    learning_rate: float
    """Adam's learning rate; decays linearly to 0."""
    batch_size: int
    """Games per step of Adam."""
    dropout: float
    """Share of the hidden units dropped in training."""
    win_discount: float
    """Discount of the outcome of a won game for each later decision of the seat."""
    loss_discount: float
    """Discount of the outcome of a lost game, likewise."""
    exploration: float
    """Share of moves that are drawn with probabilities in proportion to Q."""


_PAPER = Plan(
    rounds=7,
    games=100_000,
    learning_rate=1e-3,
    batch_size=32,
    dropout=0.5,
    win_discount=0.95,
    loss_discount=0.95,
    exploration=0.1,
)
PRESETS = {"deep-q": {"paper": _PAPER}, "deep-q-lstm": {"best": replace(_PAPER, rounds=6, games=20_000)}}
"""In "paper", the rounds, games and layers are the source paper's; we set what it leaves open."""


class Net(torch.nn.Module):
    """The network that `deepq_kernel` computes; with `lstm`, its summary of the moves replaces the cards played."""

    def __init__(self, lstm: bool, dropout: float) -> None:
        super().__init__()
        self.dropout = dropout
        self.lstm = torch.nn.LSTM(kernel.LSTM_STEP, kernel.LSTM_HIDDEN, batch_first=True) if lstm else None
        widths = (kernel.LSTM_INPUTS if lstm else kernel.INPUTS, *kernel.HIDDEN, 1)
        for name, inputs, outputs in zip(kernel.LAYERS, widths, widths[1:], strict=False):
            self.add_module(name, torch.nn.Linear(inputs, outputs))

    def forward(self, decisions: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
        """Return the logits of Q, float32 (rows,).

        decisions: int64 (rows, FIELDS), whose GAME is a row of `turns`, int64 (games, turns of the longest or more).
        """
        if self.lstm is None:
            known = [stacks(decisions[:, field]) for field in (MINE, THEIRS, HELD)]
        else:
            known = [stacks(decisions[:, HELD]), self.summary(decisions, turns)]
        rows = torch.cat([*known, stacks(decisions[:, MADE])], 1)
        for name in kernel.LAYERS[:-1]:
            rows = dropout(torch.relu(self.get_submodule(name)(rows)), self.dropout, self.training)
        logits: torch.Tensor = self.get_submodule(kernel.LAYERS[-1])(rows)
        return logits[:, 0]

    def summary(self, decisions: torch.Tensor, turns: torch.Tensor) -> torch.Tensor:
        """Return the LSTM's hidden state before each decision, float32 (rows, LSTM_HIDDEN)."""
        assert self.lstm is not None
        length, place = turns.shape[1], turns.device
        moves = stacks(turns.clamp(min=0).reshape(-1)).reshape(len(turns), length, kernel.STACK)
        # seats alternate, so any decision of a game tells who had its first turn
        first = decisions[:, OWNER] ^ (decisions[:, TIME] & 1)
        opened = torch.zeros(len(turns), dtype=torch.long, device=place)
        opened[decisions[:, GAME]] = first
        seats = torch.tensor([0, 1], device=place)[:, None, None]
        own = (opened[:, None] ^ (torch.arange(length, device=place) & 1))[None] == seats
        both = torch.cat([moves.expand(2, -1, -1, -1), own[..., None].float()], 3)
        states: torch.Tensor = self.lstm(both.reshape(2 * len(turns), length, -1))[0]
        states = torch.cat([torch.zeros(len(states), 1, kernel.LSTM_HIDDEN, device=place), states], 1)
        return states[decisions[:, OWNER] * len(turns) + decisions[:, GAME], decisions[:, TIME]]


def stacks(cards: torch.Tensor) -> torch.Tensor:
    """Return packed cards, int64 (rows,), as 5 × 15 one-hot counts, float32 (rows, STACK)."""
    counts = cards[:, None] >> torch.arange(0, 60, 4, device=cards.device) & 7
    return one_hot(counts, 5).reshape(-1, kernel.STACK).float()


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    Raises Refusal if there is no such preset or device.
    """
    plan, seed = request.choose(PRESETS[request.bot]), request.seed
    run = Run(request, plan.rounds * plan.games, identity=asdict(plan))
    net = follow(run, plan, request.bot == "deep-q-lstm", lambda weights: tested(winner(weights), seed))
    results = {
        "method": "Q towards the discounted outcome, rounds of games, the first at random; dropout 0.5",
        "settings": asdict(plan) | {"hidden": list(kernel.HIDDEN)},
    }
    features, weights = kernel.LSTM_FEATURES if net.lstm else kernel.FEATURES, torch_setup.arrays_of(net)
    finish(run, winner(weights), features, run.total, results, weights)


def follow(
    run: Run, plan: Plan, lstm: bool, test: Callable[[Mapping[str, NDArray[np.float32]]], Mapping[str, float]]
) -> Net:
    """Train by a plan, or continue a training; return the network.

    The curve of the run has a row for each round: the games so far, and what `test` returns for the weights.
    """
    device = torch_setup.prepare(run.request.seed, run.request.device)
    net = Net(lstm, plan.dropout).to(device)
    optimizer = torch.optim.Adam(net.parameters())
    arrays = run.restore(_state(net, optimizer, torch_setup.arrays_of(net)))
    torch_setup.resume(net, optimizer, arrays)
    features = kernel.LSTM_FEATURES if lstm else kernel.FEATURES
    run.offer({"rules": RULES, "features": features}, lambda: torch_setup.arrays_of(net))
    player = {name.removeprefix("player/"): array for name, array in arrays.items() if name.startswith("player/")}
    while run.done < run.total:
        figures: Mapping[str, float] = {}
        with run.timed():
            learn(net, optimizer, plan, player, run.done, run.request.seed)
            run.done += CHUNK
            if run.done % plan.games == 0:
                player = torch_setup.arrays_of(net)
                figures = test(player)
                run.curve.append([run.done, *figures.values()])
        run.save(_state(net, optimizer, player))
        run.report(figures)
    return net


def _state(net: Net, optimizer: torch.optim.Optimizer, player: Mapping[str, NDArray[np.float32]]) -> dict[str, Any]:
    """Return the arrays of a checkpoint. player: the weights that play this round."""
    return torch_setup.run_state(net, optimizer) | {f"player/{name}": array for name, array in player.items()}


def learn(
    net: Net,
    optimizer: torch.optim.Optimizer,
    plan: Plan,
    player: Mapping[str, NDArray[np.float32]],
    done: int,
    seed: int,
) -> None:
    """Play a chunk of games with the weights `player`, and take a step of Adam for each batch of them.

    done: games before this chunk.
    """
    decisions, turns = np.empty((CHUNK * MAX_TURNS, FIELDS), np.int64), np.empty((CHUNK, MAX_TURNS), np.int64)
    winners, weights = np.empty(CHUNK, np.int64), compiled(player)
    count = play(
        CHUNK, done < plan.games, plan.exploration, *weights, kernel.new_scratch(), decisions, turns, winners,
        random_state(seed, done),
    )  # fmt: skip
    goals = np.empty(count, np.float32)
    discounted(decisions[:count], winners, plan.win_discount, plan.loss_discount, goals)
    starts = np.searchsorted(decisions[:count, GAME], np.arange(CHUNK + 1))
    torch_setup.set_rate(optimizer, plan.learning_rate * (1 - done / (plan.rounds * plan.games)))
    net.train()
    place = next(net.parameters()).device
    for drawn in torch.randperm(CHUNK).split(plan.batch_size):  # type: ignore[no-untyped-call]  # untyped in torch
        games = drawn.numpy()
        sizes = starts[games + 1] - starts[games]
        rows = np.repeat(starts[games] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        batch = decisions[rows]
        batch[:, GAME] = np.repeat(np.arange(len(games)), sizes)
        sequences = turns[games]
        sequences = sequences[:, : max(1, int((sequences >= 0).sum(1).max()))]
        inputs, moves, targets = torch_setup.to_device(place, batch, sequences, goals[rows])
        loss = binary_cross_entropy_with_logits(net(inputs, moves), targets)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
        optimizer.step()
    net.eval()


def compiled(arrays: Mapping[str, NDArray[np.float32]]) -> tuple[Weights, Weights]:
    """Return weights in kernel form: of the layers, and of the LSTM (arrays of length 0 without one)."""
    if "lstm.weight_ih_l0" not in arrays:
        nothing = np.empty((0, 0), np.float32)
        return transposed(arrays, kernel.LAYERS), (nothing, nothing, np.empty(0, np.float32))
    fed, recurrent = (np.ascontiguousarray(arrays[f"lstm.weight_{kind}_l0"].T) for kind in ("ih", "hh"))
    return transposed(arrays, kernel.LAYERS), (fed, recurrent, arrays["lstm.bias_ih_l0"] + arrays["lstm.bias_hh_l0"])


def winner(arrays: Mapping[str, NDArray[np.float32]]) -> Wins:
    """Return the function that counts the wins of these weights."""
    weights, scratch = compiled(arrays), kernel.new_scratch()
    return lambda deals, kind, rng: int(against(deals, *weights, scratch, kind, rng))
