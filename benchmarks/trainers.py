"""What share of a training is its network: how much a GPU could take over, of each trainer that takes one.

    python benchmarks/trainers.py [BOT …] [--json]

CPU seconds of one chunk as the preset of the weights that ship has it (Schafkopf's with 1,024 deals or 100 games), and
the part of them in torch, by Python's profiler: of the whole, playing included. hp-pimc takes no GPU and stands beside.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from cardtui.agents.training import torch_setup
from cardtui.agents.training.schafkopf import hands, imitation, lessons, ppo, predict, rules_ppo, teacher
from cardtui.agents.training.zsy import deepq, dmc

from cardtui.games.schafkopf.kernel import rules_of
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.kernels import random_state

SEED, DEALS, GAMES = 1, 1_024, 100
Work = Callable[[], object]


def actor_critic(bot: str) -> Work:
    """Return an update of ppo-linear or ppo-lstm."""
    preset = replace(ppo.PRESETS[bot]["best"], deals_per_update=DEALS)
    learner, rules = ppo.Learner(bot, preset), rules_of(Schafkopf("paper"))
    if preset.initial_policy:
        learner.begin(preset.initial_policy)
    return lambda: learner.learn(ppo.collect(learner, preset, rules, random_state(SEED)), preset, 1.0, False)


def all_rules() -> Work:
    """Return one taught update of ppo-rules and five of self-play, about as in a whole run."""
    preset = replace(rules_ppo.PRESETS["ppo-rules"]["best"], deals_per_update=DEALS)
    learner = rules_ppo.Learner(preset)
    teacher = rules_ppo.Teacher(preset.teacher, learner, torch_setup.CPU)
    first = preset.taught // DEALS

    def work() -> None:
        learner.be_taught(teacher, SEED, 0)
        for update in range(first, first + 5):
            learner.learn(teacher, SEED, update)

    return work


def imitated(recorded: bool) -> Work:
    """Return the epochs on a hundred games, and unless they are given as records, the teacher's play before."""
    preset = imitation.PRESETS["best"]
    learner = imitation.Learner(preset)

    def play() -> lessons.Played:
        with TemporaryDirectory() as folder:
            return teacher.games(GAMES, SEED, Path(folder), lambda report: None)[0]

    given = play()

    def work() -> None:
        games = given if recorded else play()
        for _ in range(preset.epochs):
            for rows in np.array_split(np.arange(GAMES), GAMES // preset.batch_size):
                learner.learn(lessons.unfold(games.select(rows)), 1e-3)

    return work


def predicted() -> Work:
    """Return a hundred games of hp-pimc's and an epoch on a window of four times as many."""
    learner = predict.Learner(predict.PRESETS["best"])

    def work() -> None:
        fresh = hands.play_share(learner.share(1.0, GAMES, str(SEED)))
        learner.learn(hands.join([fresh] * 4), 1.0)

    return work


def moves_valued(bot: str) -> Work:
    """Return a chunk of deep-q's or deep-q-lstm's games, played by the network."""
    plan = next(iter(deepq.PRESETS[bot].values()))
    net = deepq.Net(bot == "deep-q-lstm", plan.dropout)
    adam, player = torch.optim.Adam(net.parameters()), torch_setup.arrays_of(net)
    return lambda: deepq.learn(net, adam, plan, player, plan.games, SEED)


def monte_carlo() -> Work:
    """Return a chunk of dmc's games."""
    net = dmc.Net()
    adam = torch.optim.Adam(net.parameters())
    return lambda: dmc.learn(net, adam, dmc.PRESETS["best"], 0, SEED)


TRAINERS: dict[str, Callable[[], Work]] = {
    "ppo-lstm": lambda: actor_critic("ppo-lstm"),
    "ppo-linear": lambda: actor_critic("ppo-linear"),
    "imitation": lambda: imitated(False),
    "imitation --records": lambda: imitated(True),
    "ppo-rules": all_rules,
    "hp-pimc": predicted,
    "deep-q": lambda: moves_valued("deep-q"),
    "deep-q-lstm": lambda: moves_valued("deep-q-lstm"),
    "dmc": monte_carlo,
}


def measured(work: Work) -> dict[str, float]:
    """Return the CPU seconds of a second call, and the share of torch in them."""
    work()  # compiles
    profile = cProfile.Profile(time.process_time)
    profile.runcall(work)
    spent: dict[tuple[str, int, str], tuple[int, int, float, float, object]]
    spent = pstats.Stats(profile).stats  # type: ignore[attr-defined]  # missing in its stubs
    whole = sum(own for _, _, own, _, _ in spent.values())
    of_torch = sum(
        own
        for (file, _, name), (_, _, own, _, _) in spent.items()
        if "/torch/" in file or (file == "~" and ("torch" in name or "Tensor" in name or "run_backward" in name))
    )
    return {"seconds": round(whole, 1), "share": round(of_torch / whole, 3)}


def main() -> None:
    """Print a line for each trainer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="*", metavar="BOT", help=f"of {', '.join(TRAINERS)}; all when none is named")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = {}
    for bot in args.bots or TRAINERS:
        torch_setup.prepare(SEED)
        found[bot] = measured(TRAINERS[bot]())
        if not args.json:
            print(f"{bot:<20}{found[bot]['seconds']:>6} s, torch {found[bot]['share']:.0%}", flush=True)
    if args.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
