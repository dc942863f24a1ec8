"""PPO in one file: an agent of Schafkopf that learns from deals against itself alone, over the vector environment.

    python examples/ppo_schafkopf.py --minutes 15 --out runs/mine
    cardtui arena schafkopf ./runs/mine rule-based --deals 2500 --seed 11
    cardtui schafkopf --bots ./runs/mine

The form is that of CleanRL: one loop, all settings at the top. It needs torch: pip install 'cardtui[train]'.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from torch import nn

from cardtui import exported, vec

ENVS, STEPS = 512, 160
"""Deals side by side, and the moves of each that are learned from at once."""
HIDDEN = (256, 256)
RATE, EPOCHS, BATCH = 1e-3, 2, 4096
CLIP, TRACE, VALUE, ENTROPY = 0.2, 0.9, 0.5, 0.01
UNIT = 100.0
"""Cents in a reward of 1."""
POINTS = 5
"""Points of the curve: the agent is tested so often."""


class Agent(nn.Module):
    """Two networks beside each other: the policy, which is exported, and the value of a position to the seat to act."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.policy, self.value = layers(features, *HIDDEN, actions), layers(features, *HIDDEN, 1)

    def logits(self, seen: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        return self.policy(seen).masked_fill(~masks, -1e9)


def layers(*sizes: int) -> nn.Sequential:
    parts: list[nn.Module] = []
    for into, out in pairwise(sizes):
        parts += [nn.Linear(into, out), nn.ReLU()]
    return nn.Sequential(*parts[:-1])


class Rollout:
    """The moves of one round of learning, by step and deal."""

    def __init__(self, env: vec.VectorEnv) -> None:
        of = (STEPS, env.num_envs)
        self.seen = np.zeros((*of, env.width), np.float32)
        self.masks = np.zeros((*of, len(env.actions)), np.bool_)
        self.actions, self.seats = np.zeros(of, np.int64), np.zeros(of, np.int64)
        self.chances, self.values = np.zeros(of, np.float32), np.zeros(of, np.float32)
        self.rewards, self.dones = np.zeros((*of, env.seats), np.float32), np.zeros(of, np.bool_)

    def play(self, env: vec.VectorEnv, now: vec.Buffers, agent: Agent) -> None:
        """Play on from `now`, the buffers of the environment, every seat by the agent."""
        for step in range(STEPS):
            self.seen[step], self.masks[step], self.seats[step] = now.observations, now.masks, now.seats
            seen, masks = torch.from_numpy(self.seen[step]), torch.from_numpy(self.masks[step])
            with torch.no_grad():
                chosen = torch.distributions.Categorical(logits=agent.logits(seen, masks), validate_args=False)
                actions = chosen.sample()
                self.values[step] = agent.value(seen)[:, 0].numpy()
                self.chances[step] = chosen.log_prob(actions).numpy()
            self.actions[step] = actions.numpy()
            now = env.step(self.actions[step])
            self.rewards[step], self.dones[step] = now.rewards / UNIT, now.dones

    def advantages(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the advantages (GAE, each seat over its own moves), and which moves to learn from.

        These are the moves of finished deals in which there was a choice.
        """
        places = np.arange(self.dones.shape[1])
        later, value, paid = (np.zeros(self.rewards.shape[1:], np.float32) for _ in range(3))
        ended, found = np.zeros(len(places), np.bool_), np.zeros_like(self.values)
        counts = np.zeros_like(self.dones)
        for step in reversed(range(len(self.dones))):
            over, seat = self.dones[step], self.seats[step]
            ended |= over
            later[over], value[over], paid[over] = 0, 0, self.rewards[step, over]
            gain = paid[places, seat] + value[places, seat] - self.values[step]
            found[step] = gain + TRACE * later[places, seat]
            later[places, seat], value[places, seat], paid[places, seat] = found[step], self.values[step], 0
            counts[step] = ended & (self.masks[step].sum(1) > 1)
        return found, counts


def learn(agent: Agent, optimizer: torch.optim.Optimizer, moves: Rollout) -> float:
    """Improve the agent by PPO; return the mean entropy of its policy."""
    advantages, counts = moves.advantages()
    seen, masks, actions, chances = (
        torch.from_numpy(part[counts]) for part in (moves.seen, moves.masks, moves.actions, moves.chances)
    )
    targets = torch.from_numpy((advantages + moves.values)[counts])
    gains = torch.from_numpy(advantages[counts])
    entropies = []
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gains)).split(BATCH):
            chosen = torch.distributions.Categorical(logits=agent.logits(seen[part], masks[part]), validate_args=False)
            ratio = (chosen.log_prob(actions[part]) - chances[part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            wrong = (agent.value(seen[part])[:, 0] - targets[part]).square().mean()
            entropy = chosen.entropy().mean()
            optimizer.zero_grad()
            (VALUE * wrong - better - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
            entropies.append(entropy.item())
    return float(np.mean(entropies))


def save(folder: Path, env: vec.VectorEnv, agent: Agent, seed: int, games: int, seconds: float) -> None:
    """Export the policy: from now on the folder is a bot."""
    linear = [part for part in agent.policy if isinstance(part, nn.Linear)]
    exported.save(
        folder,
        env,
        [(part.weight, part.bias) for part in linear],
        method="PPO in self-play",
        command=" ".join(["python", *sys.argv]),
        seed=seed,
        games=games,
        seconds=round(seconds, 1),
    )


def test(folder: Path, env: vec.VectorEnv, deals: int) -> tuple[float, float, float]:
    """Return the mean in cents a deal against rule-based, and its 95% interval."""
    from cardtui import arena

    bots = [str(folder.resolve()), "rule-based"]
    found = arena.run(env.game.name, env.game.spec, arena.pairings(env.game, bots), deals=deals, seed=5, jobs=1)
    row = found["results"][0]
    return row["mean_a"], *row["ci95"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=15, help="of CPU time for the training; the tests come on top")
    parser.add_argument("--rules", default="", help="a rule set of Schafkopf; by default the one that people play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=200, help="of each test against rule-based")
    parser.add_argument("--out", type=Path, default=Path("runs/mine"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    env = vec.make("schafkopf", args.rules, num_envs=ENVS, seed=args.seed)
    agent, moves = Agent(env.width, len(env.actions)), Rollout(env)
    optimizer = torch.optim.Adam(agent.parameters(), RATE, eps=1e-5)
    args.out.mkdir(parents=True, exist_ok=True)
    now, games, spent, tested = env.reset(), 0, 0.0, 0
    with (args.out / "curve.csv").open("w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["minutes", "games", "entropy", "cents", "low", "high"])
        while tested < POINTS:
            began = time.process_time()
            for group in optimizer.param_groups:
                group["lr"] = RATE * max(0.05, 1 - spent / 60 / args.minutes)
            moves.play(env, now, agent)
            entropy = learn(agent, optimizer, moves)
            games += int(moves.dones.sum())
            spent += time.process_time() - began
            if spent >= 60 * args.minutes * (tested + 1) / POINTS:
                tested += 1
                save(args.out, env, agent, args.seed, games, spent)
                row = [round(spent / 60, 2), games, round(entropy, 3), *test(args.out, env, args.deals)]
                curve.writerow(row)
                file.flush()
                print(f"{row[0]:g} minutes, {games:,} deals: {row[3]:+.2f} cents a deal [{row[4]:.2f}, {row[5]:.2f}]")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
