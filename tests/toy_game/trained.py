"""Toy with a bot that is trained, slowly while its folder has a file `slow`: its weights are sums of random numbers."""

import time
from pathlib import Path

import numpy as np
from cardtui.agents.training.runs import Run

from cardtui.core import Decision, Option
from cardtui.entries import Bot
from cardtui.loading import from_file

TOY = from_file(str(Path(__file__).parent / "toy.py"))
CHUNKS = 60


class Toy(TOY.Toy):  # type: ignore[name-defined, misc]
    name = "toytrained"


class Learner:
    def __init__(self, folder):
        with np.load(folder / "table.npz") as file:
            self.weights = file["weights"]

    def think(self, observation, rng):
        best = max(observation.legal, key=lambda action: self.weights[action.cards[0]])
        yield Decision(best, (Option(best, 1.0),), "probability")


def train(request):
    request.choose({"best": None})
    run = Run(request, CHUNKS, 100)
    weights = run.restore({"weights": np.zeros(32)})["weights"]
    heading = {"method": "sums", "rules": "toy", "features": "none"}
    run.offer(heading, lambda: {"weights": weights}, "table.npz")
    while run.done < run.total:
        with run.timed():
            weights += np.random.default_rng([request.seed, run.done]).random(32)
            run.done += 1
        run.curve.append([run.done, float(weights.mean())])
        run.save({"weights": weights})
        run.report({"random": run.done / CHUNKS, "loss": 1 / run.done})
        time.sleep(0.2 * (request.out / "slow").exists())
    run.finish(["games", "mean"], run.curve, heading, CHUNKS * 100, {}, {"weights": weights}, "table.npz")


BOT = Bot("learner", "toytrained", Learner, "table", "sums", learned=True, trainer=f"{__file__}:train")
GAME = TOY.GAME._replace(name="toytrained", law=Toy, bots=(BOT,))
