"""How many choices a second PPO's self-play makes on one core: the shipped networks in the loop, beside no network.

    python benchmarks/self_play.py [--deals 4096] [--json]

Deals in waves as a training run plays them; a choice is a turn with more than one action. Without a network all actions
are equally likely, so that the deals go another way. Goal: ppo-linear >= 20,000 choices/s.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace

import numpy as np
from cardtui.agents.training import torch_setup
from cardtui.agents.training.schafkopf import ppo, self_play
from numpy.typing import NDArray

from cardtui.games.schafkopf.kernel import rules_of
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.kernels import random_state

SEED = 1
LIMIT = 20_000


class Even(ppo.Learner):  # type: ignore[misc]  # mypy knows it as agents.training alone
    """Asks its network nothing: all actions are equally likely, nothing is worth anything."""

    def answer(self, games: self_play.Games, at: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return zeros as logits and values."""
        return np.zeros((len(at), self_play.ACTIONS), np.float32), np.zeros(len(at), np.float32)


def rate(learner: ppo.Learner, preset: ppo.Preset, deals: int) -> float:
    """Return the choices per second of CPU time, played as the preset says."""
    rules = rules_of(Schafkopf("paper"))
    compiling = replace(preset, deals_per_update=self_play.DEALS_AT_ONCE)
    ppo.collect(learner, compiling, rules, random_state(SEED))
    began = time.process_time()
    batch = ppo.collect(learner, replace(preset, deals_per_update=deals), rules, random_state(SEED))
    return len(batch.actions) / (time.process_time() - began)


def main() -> int:
    """Print the figures; 1 when the limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=4096)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    torch_setup.prepare(SEED)
    linear = ppo.PRESETS["ppo-linear"]["best"]
    bare = rate(Even("ppo-linear", linear), linear, args.deals)
    figures = {"deals": args.deals, "limit_ppo-linear": LIMIT, "no network": round(bare)}
    for bot in ("ppo-linear", "ppo-lstm"):
        preset = ppo.PRESETS[bot]["best"]
        learner = ppo.Learner(bot, preset)
        learner.begin(bot)
        figures[bot] = round(rate(learner, preset, args.deals))
        figures[f"{bot} of no network"] = round(figures[bot] / bare, 3)
    print(json.dumps(figures) if args.json else "  ".join(f"{key} {value}" for key, value in figures.items()))
    return int(figures["ppo-linear"] < LIMIT)


if __name__ == "__main__":
    sys.exit(main())
