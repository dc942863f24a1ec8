"""Trains hp-pimc's network to predict the hands in games of self-play, after each card.

The loss is the negative log-likelihood of the true deal among all that fit (a conditional random field with exact
sums); its gradient is the difference of the exact marginals and the truth. Training the marginals of single cards would
count the information of the hand sizes twice: in the network, and again when deals are sampled.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from cardtui.core import Refusal, quoted
from cardtui.games.schafkopf.kernel import SEAT
from cardtui.games.schafkopf.rules import SEATS, Schafkopf

from ...schafkopf.features import INFO, WORDS
from ...schafkopf.hp_pimc import LEANS, HpPimc
from ...schafkopf.networks import RULES
from ...schafkopf.pimc import Pimc
from .. import checkpoints, torch_setup
from ..progress import TrainProgress
from . import suits, views
from .hands import Hands, checked, expected, join, play, score
from .networks import Predictor

GAMES_EACH = 400
"""Games per iteration, as in the source."""
CARD_GAMES = 800
"""Games of the finished network that measure the scores in its card."""
NORM = 1.0
"""Maximum norm of the gradient."""


class Preset(NamedTuple):
    """Parameters of the training and of the search. Each iteration passes over the games of the last `window` ones."""

    size: int
    iterations: int
    window: int
    passes: int
    batch: int
    rate: float
    even: float
    """The share of the iterations, from the first on, whose games PIMC plays without the network.

    This is three times as fast, and what the network knows by then changes little.
    """
    deals: int
    """Number of deals sampled by the search that plays the games."""
    simulations: int
    turned: bool
    """Whether interchangeable suits are exchanged at random."""
    fall: bool
    """Whether the learning rate falls to zero."""


PRESETS = {
    "paper": Preset(512, 250, 1, 4, 4_096, 0.001, 0.0, 10, 40, False, False),
    "best": Preset(128, 150, 4, 1, 256, 0.002, 0.8, 10, 40, True, True),
}


class Learner:
    """The network, its optimizer and the steps of one iteration."""

    def __init__(self, preset: Preset) -> None:
        self.preset = preset
        self.network = Predictor(preset.size)
        self.optimizer = torch.optim.Adam(self.network.parameters(), preset.rate)

    def player(self, done: float) -> Pimc:
        """Return the player after the share `done` of the run: the bot with the current network, or PIMC without."""
        if done < self.preset.even:
            return Pimc(Schafkopf("paper"), self.preset.deals, self.preset.simulations)
        weights = torch_setup.arrays_of(self.network)
        return HpPimc(Schafkopf("paper"), self.preset.deals, self.preset.simulations, weights, "")

    def leans(self, hands: Hands, ways: Any) -> Any:
        """Return the network's leans by card and seat, shape (n, 32, 4), float32.

        Each position is shown with its suits exchanged by one of `suits.ways`, int64 (n,).
        """
        become, fields = suits.CARDS[ways], torch.from_numpy(suits.FIELDS[ways])
        cards = np.take_along_axis(become, hands.cards.astype(np.int64), 1).astype(np.uint8)
        course = hands.players, hands.laid, hands.groups
        rows, *rest = views.courses(hands.states, cards, *course, width=INFO + WORDS)
        leans = self.network(rows.gather(1, fields), *rest)
        leans = leans.gather(1, torch.from_numpy(become)[:, :, None].expand_as(leans))
        seats = torch.from_numpy((np.arange(SEATS) - hands.states[:, SEAT, None]) % SEATS)
        return leans.gather(2, seats[:, None].expand_as(leans))

    def chances(self, hands: Hands) -> Any:
        """Return the current network's probabilities by card and seat, shape (n, 32, 4), float64."""
        found = []
        for start in range(0, len(hands.laid), self.preset.batch):
            part = Hands(*(column[start : start + self.preset.batch] for column in hands))
            with torch.no_grad():
                found.append(expected(part, self.leans(part, np.zeros(len(part.laid), np.int64)).numpy()))
        return np.concatenate(found)

    def learn(self, hands: Hands, left: float) -> None:
        """Run the passes of one iteration. Views of one seat in one deal stay together, since they share a sequence."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.preset.rate * left
        for _ in range(self.preset.passes):
            groups = int(hands.groups.max()) + 1
            order = torch.randperm(groups).numpy()[hands.groups].argsort(kind="stable")
            drawn = torch.randint(len(suits.CARDS) if self.preset.turned else 1, (groups,)).numpy()
            ways = suits.ways(hands.states, hands.groups, drawn)
            for start in range(0, len(order), self.preset.batch):
                rows = order[start : start + self.preset.batch]
                part = Hands(*(column[rows] for column in hands))
                leans = self.leans(part, ways[rows])
                slope = torch.from_numpy((expected(part, leans.detach().numpy()) - part.held).astype(np.float32))
                self.optimizer.zero_grad()
                ((slope * leans).sum() / float(part.held.sum())).backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), NORM)
                self.optimizer.step()


def train(
    bot: str,
    preset: str,
    seed: int,
    out: Path,
    resume: bool,
    progress: Callable[[TrainProgress], None],
    steps: int | None = None,
) -> None:
    """Train into `out`: model.safetensors, card.toml, curve.csv, and a checkpoint while running.

    `steps` overrides the preset's number of games, rounded up to whole iterations. The curve has the network's log-loss
    on the games of each iteration before training on them. Raises Refusal for an unknown preset.
    """
    if preset not in PRESETS:
        raise Refusal(f"{bot} has the preset {' and '.join(PRESETS)}, not {quoted(preset)}")
    chosen = PRESETS[preset]
    total = -(-steps // GAMES_EACH) if steps else chosen.iterations
    chosen = chosen._replace(iterations=total)
    run: dict[str, Any] = {"preset": preset, "seed": seed, **chosen._asdict()}
    torch_setup.prepare(seed)
    learner = Learner(chosen)
    done, seconds, curve, window = 0, 0.0, list[list[float]](), list[Hands]()
    if resume:
        begun = torch_setup.run_state(learner.network, learner.optimizer)
        state, arrays = checkpoints.restore(out, run, begun)
        done, seconds, curve = state["done"], state["seconds"], state["curve"]
        window = [checked(arrays, f"games/{part}/", out / checkpoints.NAME) for part in range(state["window"])]
        torch_setup.resume(learner.network, learner.optimizer, arrays)

    def keep() -> None:
        kept = {"done": done, "seconds": seconds, "curve": curve, "window": len(window)}
        games = {
            f"games/{at}/{name}": part for at, hands in enumerate(window) for name, part in hands._asdict().items()
        }
        checkpoints.save(out, run, kept, torch_setup.run_state(learner.network, learner.optimizer) | games)

    keep()
    while done < total:
        began = time.perf_counter()
        fresh = play(learner.player(done / total), GAMES_EACH, f"{seed}/{done}")
        found, _ = score(fresh, learner.chances(fresh))
        window.append(fresh)
        learner.learn(join(window), 1 - done / total if chosen.fall else 1.0)
        window = window[max(0, len(window) + 1 - chosen.window) :]
        done += 1
        figures = {name: round(getattr(found, name), 4) for name in ("log_loss", "uniform", "error")}
        curve.append([done * GAMES_EACH, *figures.values()])
        seconds += time.perf_counter() - began
        keep()
        progress(TrainProgress(done * GAMES_EACH, total * GAMES_EACH, figures))
    unseen = play(learner.player(1.0), CARD_GAMES, f"{seed}/card")
    found, bins = score(unseen, learner.chances(unseen))
    against = {"against": "all deals that fit equally likely", "games": CARD_GAMES}
    card = {
        "game": "schafkopf",
        "bot": bot,
        "method": "likelihood of the deal in self-play",
        "rules": RULES,
        "features": LEANS,
        "command": f"cardtui train schafkopf {bot} --preset {preset} --seed {seed}" + f" --steps {steps}" * bool(steps),
        "seed": seed,
        "games": total * GAMES_EACH,
        "seconds": round(seconds, 1),
        "settings": chosen._asdict(),
        "scores": [against | {name: round(value, 4) for name, value in found._asdict().items()}],
        "reliability": [{name: round(value, 4) for name, value in bin.items()} for bin in bins],
    }
    checkpoints.finish(
        out, ["games", "log_loss", "uniform", "error"], curve, card, torch_setup.arrays_of(learner.network)
    )
