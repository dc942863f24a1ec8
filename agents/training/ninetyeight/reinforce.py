"""Training of the notebook's network by REINFORCE, both as in the notebook's program and with each part corrected."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import CARDS, LAID, SIZE
from cardtui.games.ninetyeight.rules import HAND
from cardtui.intervals import estimate
from cardtui.kernels import RandomState, random_state
from cardtui.models.nets import softmax

from ...ninetyeight.features import COLUMNS, DRAWN, FEATURES, KINDS, OUTPUTS, ROWS
from ...ninetyeight.reinforce import RULES, WIDTHS, network, preferred
from .. import torch_setup
from ..runs import Request, Run
from .episodes import deal_all, discounted, drawn_from, encode_all, lay_all

CHUNK = 1_000
"""Games between two checkpoints and points of the curve."""
TEST_BATCH = 250
"""Games tested at once."""
CARD_GAMES = 5_000
"""Games of the finished network that measure the scores on the card."""


@dataclass(frozen=True, kw_only=True)
class Method:
    """The settings of a run. The defaults are those of the notebook's program."""

    inputs: str = "sorted"
    """The kind of inputs, one of `KINDS`."""
    sampling: bool = False
    """Draw cards from the softmax. The program's softmax is over 10¹¹ times the outputs, so it plays the highest."""
    masked: bool = False
    """The softmax that is learned is over legal outputs only. The program gives illegal ones the output 0."""
    tanh: bool = True
    """The last layer is followed by tanh."""
    rising_rewards: bool = True
    """The reward of the n-th card is n - 1; otherwise 1."""
    discount: float = 0.95
    batch_size: int = 1
    """Games per step of Adam."""
    turn_baseline: bool = False
    """The baseline of a return is the mean over the batch at the same card; otherwise over all cards of the batch."""
    learning_rate: float = 0.003
    """Adam's learning rate."""
    learning_rate_decay: bool = False
    """The learning rate decays linearly to a tenth over the second half."""
    games: int = 100_000


PRESETS = {
    "reinforce": {"best": Method()},
    "reinforce-best": {
        "best": Method(
            inputs="each",
            sampling=True,
            masked=True,
            tanh=False,
            rising_rewards=False,
            discount=0.99,
            batch_size=50,
            turn_baseline=True,
            learning_rate=0.002,
            learning_rate_decay=True,
            games=30_000,
        ),
    },
}


class Played(NamedTuple):
    """A number of finished games. The first four arrays have an entry for each card laid."""

    seen: NDArray[np.float32]
    """The inputs (cards, ROWS * COLUMNS)."""
    legal: NDArray[np.bool_]
    """The legal outputs (cards, OUTPUTS)."""
    outputs: NDArray[np.int64]
    """The output chosen."""
    games: NDArray[np.int64]
    """The number of the card's game."""
    laid: NDArray[np.int64]
    """Number of cards laid in each game (games,)."""


class Learner:
    """A network in training by a method."""

    def __init__(self, method: Method, seed: int) -> None:
        torch_setup.prepare(seed)
        self.method = method
        self.seed = seed
        self.kind = KINDS.index(method.inputs)
        layers: list[torch.nn.Module] = []
        for inputs, outputs in pairwise((COLUMNS[self.kind], *WIDTHS[self.kind])):
            layer = torch.nn.Linear(inputs, outputs)
            torch.nn.init.xavier_uniform_(layer.weight)
            torch.nn.init.zeros_(layer.bias)
            layers += [layer, torch.nn.ReLU()]
        self.net = torch.nn.Sequential(*layers[:-1])
        self.adam = torch.optim.Adam(self.net.parameters(), method.learning_rate, fused=True)
        self.weights = {name: tensor.numpy() for name, tensor in self.net.state_dict().items()}
        """The network's current weights: arrays that share torch's memory."""
        self.done = 0
        """Games learned from."""

    def run(self, games: int) -> NDArray[np.int64]:
        """Learn from more games; return the cards laid in each, int64 (games,)."""
        method, rng = self.method, random_state(self.seed, self.done)
        laid = []
        for _ in range(games // method.batch_size):
            laid.append(self.step(rng))
            self.done += method.batch_size
            if method.learning_rate_decay:
                decay = min(1.0, 1.9 - 1.8 * self.done / method.games)
                torch_setup.set_rate(self.adam, method.learning_rate * decay)
        return np.concatenate(laid)

    def step(self, rng: RandomState) -> NDArray[np.int64]:
        """Play a batch of games and take a step of Adam; return the cards laid in each game."""
        method = self.method
        seen, legal, chosen, games, laid = self.play(method.batch_size, method.sampling, rng)
        returns = discounted(games, laid, method.rising_rewards, method.discount)
        advantages = returns - self.baseline(returns, games, laid)
        if advantages.std() > 0:
            rows = torch.from_numpy(seen).reshape(-1, COLUMNS[self.kind])
            outputs, mask = self.net(rows).reshape(legal.shape), torch.from_numpy(legal)
            outputs = torch.tanh(outputs) if method.tanh else outputs
            outputs = outputs.masked_fill(~mask, -torch.inf) if method.masked else outputs * mask
            losses = torch.nn.functional.cross_entropy(outputs, torch.from_numpy(chosen), reduction="none")
            loss = (losses * torch.from_numpy((advantages / advantages.std()).astype(np.float32))).mean()
            self.adam.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
            self.adam.step()
        return laid

    def baseline(
        self, returns: NDArray[np.float64], games: NDArray[np.int64], laid: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the baseline of each return, float64 (cards,), or of all, ()."""
        if not self.method.turn_baseline:
            return np.asarray(returns.mean())
        before = np.zeros(len(laid), np.int64)
        turns = np.empty(len(games), np.int64)
        for at, game in enumerate(games):
            turns[at] = before[game]
            before[game] += 1
        means: NDArray[np.float64] = np.bincount(turns, returns) / np.bincount(turns)
        return means[turns]

    def play(self, count: int, sampling: bool, rng: RandomState) -> Played:
        """Play `count` games at once, with the current weights."""
        states, slots = np.zeros((count, SIZE), np.int64), np.zeros((count, HAND), np.int64)
        drawn, playing, size = DRAWN[self.kind], np.arange(count), ROWS[self.kind] * COLUMNS[self.kind]
        deal_all(states, slots, drawn, rng)
        rows: list[tuple[Any, Any, Any, Any]] = []
        while True:
            seen, legal = np.zeros((len(playing), size), np.float32), np.zeros((len(playing), OUTPUTS), bool)
            going = encode_all(states, slots, self.kind, playing, seen, legal)
            if not going:
                break
            playing, seen, legal = playing[:going].copy(), seen[:going], legal[:going]
            chosen = self.choose(network(seen, self.weights, self.kind), legal, sampling, rng)
            rows.append((seen, legal, chosen, playing))
            lay_all(states, slots, playing, chosen, drawn)
        seen, legal, chosen, games = (np.concatenate(part) for part in zip(*rows, strict=True))
        return Played(seen, legal, chosen, games, states[:, LAID].copy())

    def choose(
        self, raw: NDArray[np.float32], legal: NDArray[np.bool_], sampling: bool, rng: RandomState
    ) -> NDArray[np.int64]:
        """Return an output for each row, int64 (rows,): drawn from the softmax, or what the player would lay.

        raw: the network's outputs before tanh, (rows, OUTPUTS).
        """
        outputs = np.tanh(raw) if self.method.tanh else raw
        if sampling:
            drawn: NDArray[np.int64] = drawn_from(softmax(outputs, legal).astype(np.float64), rng)
            return drawn
        if self.method.tanh:
            return np.array([preferred(row, mask) for row, mask in zip(outputs, legal, strict=True)])
        best: NDArray[np.int64] = np.where(legal, outputs, -np.inf).argmax(axis=1)
        return best

    def test(self, batches: int, stream: int) -> NDArray[np.int64]:
        """Play batches of `TEST_BATCH` games as the finished player would; return the cards laid in each game."""
        rng = random_state(self.seed, stream)
        return np.concatenate([self.play(TEST_BATCH, False, rng).laid for _ in range(batches)])


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    Raises Refusal if there is no such preset, or nothing to resume.
    """
    method = request.choose(PRESETS[request.bot])
    learner = Learner(method, request.seed)
    run = Run(request, method.games, identity={"bot": request.bot, **asdict(method)})
    torch_setup.resume(learner.net, learner.adam, run.restore(torch_setup.run_state(learner.net, learner.adam)))
    heading: dict[str, Any] = {"rules": RULES, "features": FEATURES}
    run.offer({**heading, "inputs": method.inputs, "tanh": method.tanh}, lambda: torch_setup.arrays_of(learner.net))
    learner.done = run.done
    torch_setup.set_rate(learner.adam, run.state.get("learning_rate", method.learning_rate))
    while run.done < method.games:
        with run.timed():
            laid = learner.run(CHUNK)
            run.done = learner.done
        run.curve.append([run.done, float(laid.mean())])
        learning_rate = learner.adam.param_groups[0]["lr"]
        run.save(torch_setup.run_state(learner.net, learner.adam), learning_rate=learning_rate)
        run.report({"laid": float(laid.mean())})
    results = {
        "method": "REINFORCE; seconds are one core's",
        "inputs": method.inputs,
        "tanh": method.tanh,
        "settings": asdict(method),
        "scores": [score(learner)],
    }
    run.finish(["games", "laid"], run.curve, heading, method.games, results, torch_setup.arrays_of(learner.net))


def score(learner: Learner) -> dict[str, Any]:
    """Return the row of the card's [[scores]]."""
    laid = learner.test(CARD_GAMES // TEST_BATCH, 10**9)
    mean, margin = float(laid.mean()), estimate(laid.tolist()).margin
    row = {"against": "the draw pile", "n": CARD_GAMES, "win": float((laid == CARDS).mean())}
    return row | {"cards": mean, "low": mean - margin, "high": mean + margin}
