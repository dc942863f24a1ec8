"""An agent of Yaniv by MaskablePPO of sb3-contrib, through the Gymnasium environment, against the bot `greedy`.

pip install 'cardtui[env,train,examples]'
python examples/maskable_yaniv.py --minutes 15 --out runs/masked
cardtui arena yaniv ./runs/masked greedy --rules paper --deals 2500 --seed 11
cardtui yaniv --rules paper --bots ./runs/masked
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env
from torch import nn

import cardtui.envs  # noqa: F401 - registers the environments with Gymnasium
from cardtui import arena, exported, vec

ENVS, STEPS = 16, 256
"""Deals side by side, and the moves of each that are learned from at once."""
HIDDEN = (256, 256)
RATE = 5e-4
POINTS = 5
"""Points of the curve: the agent is exported and tested so often."""


def save(folder: Path, env: vec.VectorEnv, model: MaskablePPO, seed: int, games: int, seconds: float) -> None:
    """Export the policy: from now on the folder is a bot."""
    policy = model.policy
    linear = [part for part in policy.mlp_extractor.policy_net if isinstance(part, nn.Linear)] + [policy.action_net]
    exported.save(
        folder,
        env,
        [(part.weight, part.bias) for part in linear],
        method="MaskablePPO against greedy",
        command=" ".join(["python", *sys.argv]),
        seed=seed,
        games=games,
        seconds=round(seconds, 1),
    )


def test(folder: Path, env: vec.VectorEnv, deals: int) -> tuple[float, float, float]:
    """Return the mean result against greedy, in wins by the rules of the paper, and its 95% interval."""
    bots = [str(folder.resolve()), "greedy"]
    found = arena.run(env.game.name, env.game.spec, arena.pairings(env.game, bots), deals=deals, seed=5, jobs=1)
    row = found["results"][0]
    return row["mean_a"], *row["ci95"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15, help="of CPU time for the training; the tests come on top")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=500, help="of each test against greedy")
    parser.add_argument("--out", type=Path, default=Path("runs/masked"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    env, spent, tested = vec.make("yaniv", "paper", seats=2), 0.0, 0
    deals = make_vec_env(
        "cardtui/Yaniv-v0",
        ENVS,
        seed=args.seed,
        env_kwargs={"rules": "paper", "opponents": ["greedy"], "render_mode": None},
    )
    model = MaskablePPO(
        "MlpPolicy",
        deals,
        learning_rate=lambda _: RATE * max(0.05, 1 - spent / 60 / args.minutes),
        n_steps=STEPS,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [*HIDDEN], "activation_fn": nn.ReLU},
        seed=args.seed,
        device="cpu",
    )
    args.out.mkdir(parents=True, exist_ok=True)
    with (args.out / "curve.csv").open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["minutes", "games", "wins", "low", "high"])
        while tested < POINTS:
            began = time.process_time()
            model.learn(ENVS * STEPS, reset_num_timesteps=False)
            spent += time.process_time() - began
            if spent >= 60 * args.minutes * (tested + 1) / POINTS:
                tested += 1
                games = sum(map(len, deals.env_method("get_episode_rewards")))
                save(args.out, env, model, args.seed, games, spent)
                row = [round(spent / 60, 2), games, *test(args.out, env, args.deals)]
                curve.writerow(row)
                file.flush()
                print(
                    f"{row[0]:g} minutes, {games:,} deals: wins {row[2]:.1%} [{row[3]:.1%}, {row[4]:.1%}]", flush=True
                )


if __name__ == "__main__":
    main()
