"""Trains hp-pimc's network to predict the hands in games of self-play, after each card.

The loss is the negative log-likelihood of the true deal among all that fit (a conditional random field with exact
sums); its gradient is the difference of the exact marginals and the truth. Training the marginals of single cards would
count the information of the hand sizes twice: in the network, and again when deals are sampled.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from cardtui import executors
from cardtui.games.schafkopf.kernel import SEAT
from cardtui.games.schafkopf.rules import SEATS

from ...schafkopf.features import BIDDING, INFO
from ...schafkopf.hp_pimc import PREDICTOR_FEATURES
from ...schafkopf.networks import RULES
from .. import checkpoints, torch_setup
from ..runs import Request, Run
from . import suits, views
from .hands import Hands, Share, checked, expected, join, play_all, play_share, score
from .networks import Predictor

CARD_GAMES = 800
"""Games of the finished network that measure the scores on its card."""


@dataclass(frozen=True, kw_only=True)
class Preset:
    """Hyperparameters of the training, and of the search that plays the games to learn from."""

    player: str = ""
    """The bot that plays the games; empty for hp-pimc itself, by the search below."""
    hidden_size: int
    iterations: int
    """How often games are played and then learned from."""
    games: int
    """Games played per iteration."""
    window: int
    """Each iteration learns from the games of this many iterations, of which its own is the last."""
    epochs: int
    """Passes over those games per iteration."""
    batch_size: int
    """Choices per step of Adam."""
    learning_rate: float
    """Adam's learning rate, at the start if it decays."""
    linear_decay: bool
    """Whether the learning rate decays to zero."""
    max_grad_norm: float
    """The gradient is scaled down to this norm if it is longer."""
    uniform_share: float
    """The share of the iterations, from the first one on, whose games are played by PIMC without the network.

    This is three times as fast, and what the network knows by then changes little.
    """
    deals: int
    """Deals sampled for each decision of the search."""
    simulations: int
    """Rollouts in each of these deals."""
    exchange_suits: bool
    """Whether interchangeable suits are exchanged at random (`suits`)."""


PRESETS = {
    "paper": Preset(
        hidden_size=512,
        iterations=250,
        games=400,
        window=1,
        epochs=4,
        batch_size=4_096,
        learning_rate=0.001,
        linear_decay=False,
        max_grad_norm=1.0,
        uniform_share=0.0,
        deals=10,
        simulations=40,
        exchange_suits=False,
    ),
    "best": Preset(
        hidden_size=128,
        iterations=150,
        games=400,
        window=4,
        epochs=1,
        batch_size=256,
        learning_rate=0.002,
        linear_decay=True,
        max_grad_norm=1.0,
        uniform_share=0.8,
        deals=10,
        simulations=40,
        exchange_suits=True,
    ),
}
PRESETS["strong"] = replace(PRESETS["best"], player="ppo-large")
"""In "paper" the games per iteration, and the deals and simulations (those of its tournament), are from SchafkopfRL's
README, which says nothing about the other fields. "best" made the weights that ship. "strong" learns from games of a
stronger player."""


class Learner:
    """The network, its optimizer and the steps of one iteration."""

    def __init__(self, preset: Preset) -> None:
        self.preset = preset
        self.network = Predictor(preset.hidden_size)
        self.optimizer = torch.optim.Adam(self.network.parameters(), preset.learning_rate)

    def share(self, done: float, deals: int, seed: str) -> Share:
        """Return the deals to play after the share `done` of the run: with the current network, or PIMC without it."""
        preset = self.preset
        weights = None if preset.player or done < preset.uniform_share else torch_setup.arrays_of(self.network)
        return Share(preset.player, (preset.deals, preset.simulations), weights, range(deals), seed)

    def logits(self, hands: Hands, permutations: NDArray[np.int64]) -> torch.Tensor:
        """Return the network's logits by card and seat, float32 (n, 32, 4).

        Each position is shown with its suits exchanged by its entry of `permutations`, int64 (n,), which is an index
        into `suits.CARDS`.
        """
        images, fields = suits.CARDS[permutations], torch.from_numpy(suits.FIELDS[permutations])
        cards = np.take_along_axis(images, hands.cards.astype(np.int64), 1).astype(np.uint8)
        played = hands.players, hands.laid, hands.groups
        rows, *rest = views.body_inputs(hands.states, cards, *played, width=INFO + BIDDING)
        logits: torch.Tensor = self.network(rows.gather(1, fields), *rest)
        logits = logits.gather(1, torch.from_numpy(images)[:, :, None].expand_as(logits))
        seats = torch.from_numpy((np.arange(SEATS) - hands.states[:, SEAT, None]) % SEATS)
        return logits.gather(2, seats[:, None].expand_as(logits))

    def chances(self, hands: Hands) -> NDArray[np.float64]:
        """Return the current network's probabilities by card and seat, float64 (n, 32, 4)."""
        chances = []
        for start in range(0, len(hands.laid), self.preset.batch_size):
            part = Hands._make(column[start : start + self.preset.batch_size] for column in hands)
            with torch.no_grad():
                chances.append(expected(part, self.logits(part, np.zeros(len(part.laid), np.int64)).numpy()))
        return np.concatenate(chances)

    def learn(self, hands: Hands, decay: float) -> None:
        """Run the epochs of one iteration; `decay` is the factor on the learning rate.

        Views of one seat in one deal stay together, since they share a sequence.
        """
        torch_setup.set_rate(self.optimizer, self.preset.learning_rate * decay)
        for _ in range(self.preset.epochs):
            groups = int(hands.groups.max()) + 1
            order = torch.randperm(groups).numpy()[hands.groups].argsort(kind="stable")
            drawn = torch.randint(len(suits.CARDS) if self.preset.exchange_suits else 1, (groups,)).numpy()
            permutations = suits.permutation_of(hands.states, hands.groups, drawn)
            for start in range(0, len(order), self.preset.batch_size):
                rows = order[start : start + self.preset.batch_size]
                part = Hands._make(column[rows] for column in hands)
                logits = self.logits(part, permutations[rows])
                # the gradient for the logits is known in closed form; this scalar has that gradient
                slope = torch.from_numpy((expected(part, logits.detach().numpy()) - part.held).astype(np.float32))
                loss = (slope * logits).sum() / float(part.held.sum())
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # untyped in torch
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.preset.max_grad_norm)
                self.optimizer.step()


def train(request: Request) -> None:
    """Train; write model.safetensors, card.toml and curve.csv, and a checkpoint while training runs.

    The request's `steps` overrides the preset's number of games, rounded up to whole iterations; `jobs` workers play
    them. The curve has the network's log-loss on the games of each iteration before training on them. Raises Refusal if
    there is no such preset.
    """
    chosen, seed = request.choose(PRESETS), request.seed
    total = -(-request.steps // chosen.games) if request.steps else chosen.iterations
    chosen = replace(chosen, iterations=total)
    torch_setup.prepare(seed)
    learner = Learner(chosen)
    run = Run(request, total, chosen.games, asdict(chosen), perf_counter)
    arrays = run.restore(torch_setup.run_state(learner.network, learner.optimizer))
    torch_setup.resume(learner.network, learner.optimizer, arrays)
    parts = range(run.state.get("window", 0))
    window = [checked(arrays, f"games/{part}/", request.out / checkpoints.NAME) for part in parts]
    run.save(_state(learner, window), window=len(window))  # an interruption in the first one can be resumed too
    with executors.pool(play_share, request.jobs) as workers:
        while run.done < total:
            with run.timed():
                fresh = play_all(learner.share(run.done / total, chosen.games, f"{seed}/{run.done}"), workers)
                quality, _ = score(fresh, learner.chances(fresh))
                window.append(fresh)
                learner.learn(join(window), 1 - run.done / total if chosen.linear_decay else 1.0)
                window = window[max(0, len(window) + 1 - chosen.window) :]
                run.done += 1
                figures = {name: round(getattr(quality, name), 4) for name in ("log_loss", "uniform", "error")}
                run.curve.append([run.done * chosen.games, *figures.values()])
            run.save(_state(learner, window), window=len(window))
            run.report(figures)
        unseen = play_all(learner.share(1.0, CARD_GAMES, f"{seed}/card"), workers)
        quality, bins = score(unseen, learner.chances(unseen))
    against = {"against": "all deals that fit equally likely", "games": CARD_GAMES}
    by = f"games of {chosen.player}" if chosen.player else "self-play"
    heading = {"method": f"likelihood of the deal in {by}", "rules": RULES, "features": PREDICTOR_FEATURES}
    results = {
        "settings": asdict(chosen),
        "scores": [against | {name: round(value, 4) for name, value in quality._asdict().items()}],
        "reliability": [{name: round(value, 4) for name, value in bin.items()} for bin in bins],
    }
    columns, weights = ["games", "log_loss", "uniform", "error"], torch_setup.arrays_of(learner.network)
    run.finish(columns, run.curve, heading, total * chosen.games, results, weights)


def _state(learner: Learner, window: list[Hands]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a checkpoint. window: the earlier games from which the next iteration also learns."""
    games = {f"games/{at}/{name}": part for at, hands in enumerate(window) for name, part in hands._asdict().items()}
    return torch_setup.run_state(learner.network, learner.optimizer) | games
