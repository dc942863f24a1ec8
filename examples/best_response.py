"""PPO against one frozen bot: how much can a player gain that learns from nobody but this bot?

    python examples/best_response.py yaniv greedy --minutes 10 --out runs/against-greedy
    cardtui arena yaniv ./runs/against-greedy greedy --rules paper --deals 2500 --seed 11

What it reaches is a lower bound of what the bot gives away to its best reply. It works for every game with a vector
environment: the learner sits on one seat, the bot on all others. The bot is asked through the rules, which are stepped
beside the vector environment, so a slow bot means few deals. It needs torch: pip install 'cardtui[train]'.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import nn

from cardtui import exported, registry, vec
from cardtui.core import decide

ENVS, STEPS = 64, 128
"""Deals side by side, and the moves of each, of all seats, that are played between two rounds of learning."""
HIDDEN = (128,)
RATE, EPOCHS, BATCH = 1e-3, 4, 512
CLIP, TRACE, VALUE, ENTROPY = 0.2, 0.95, 0.5, 0.01


class Agent(nn.Module):
    """Two networks beside each other: the policy, which is exported, and the value of a position to the learner."""

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


class Table:
    """The deals of a vector environment, and the same ones by the rules, for a bot that reads observations."""

    def __init__(self, env: vec.VectorEnv, bot: str, seed: int) -> None:
        self.env, self.now, self.rng = env, env.reset(), Random(seed)
        self.bot = registry.agent(env.game, bot)
        self.states = [env.game.start(env.deal(place)) for place in range(env.num_envs)]
        self.learner = np.arange(env.num_envs) % env.seats
        self.games = 0

    def ask(self, place: int) -> int:
        """Return the number of the bot's action."""
        game, state = self.env.game, self.states[place]
        seen = game.observe(state, game.turn(state))
        return game.actions.index(decide(self.bot, seen, self.rng).action)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play an action in each deal; return the learner's results and which deals are over. The learner moves on."""
        game = self.env.game
        legal = [game.actions.numbered(game.legal(state)) for state in self.states]
        self.now = self.env.step(actions)
        gained = self.now.rewards[np.arange(len(actions)), self.learner].copy()
        over = self.now.dones.copy()
        for place, action in enumerate(actions.tolist()):
            if over[place]:
                self.states[place] = game.start(self.env.deal(place))
                self.learner[place] = (self.learner[place] + 1) % self.env.seats
            else:
                self.states[place] = game.apply(self.states[place], legal[place][action])
        self.games += int(over.sum())
        return gained, over


def play(table: Table, agent: Agent, unit: float) -> list[np.ndarray]:
    """Play on, and return the learner's moves of which the end is known: observations, masks, actions, logs of their
    chances, advantages and targets."""
    env, size = table.env, table.env.num_envs
    of = (STEPS, size)
    seen, masks = np.zeros((*of, env.width), np.float32), np.zeros((*of, len(env.actions)), np.bool_)
    chosen, mine = np.zeros(of, np.int64), np.zeros(of, np.bool_)
    logs, values, gained = (np.zeros(of, np.float32) for _ in range(3))
    over = np.zeros(of, np.bool_)
    for step in range(STEPS):
        now = table.now
        seen[step], masks[step], mine[step] = now.observations, now.masks, now.seats == table.learner
        with torch.no_grad():
            rows, allowed = torch.from_numpy(seen[step]), torch.from_numpy(masks[step])
            spread = torch.distributions.Categorical(logits=agent.logits(rows, allowed), validate_args=False)
            actions = spread.sample()
            values[step] = agent.value(rows)[:, 0].numpy()
            logs[step] = spread.log_prob(actions).numpy()
        chosen[step] = actions.numpy()
        for place in np.flatnonzero(~mine[step]):
            chosen[step, place] = table.ask(int(place))
        reward, over[step] = table.step(chosen[step])
        gained[step] = reward / unit
    advantage, counts = np.zeros(of, np.float32), np.zeros(of, np.bool_)
    ahead, trace, known = (np.zeros(size, np.float32) for _ in range(3))
    for step in reversed(range(STEPS)):
        ended, own = over[step], mine[step]
        ahead[ended], trace[ended], known[ended] = gained[step, ended], 0, 1
        advantage[step] = ahead - values[step] + TRACE * trace
        counts[step] = own & (known > 0) & (masks[step].sum(1) > 1)
        trace[own], ahead[own] = advantage[step, own], values[step, own]
    return [part[counts] for part in (seen, masks, chosen, logs, advantage, advantage + values)]


def learn(agent: Agent, optimizer: torch.optim.Optimizer, moves: list[np.ndarray]) -> None:
    """Improve the agent by PPO."""
    seen, masks, actions, logs, gains, targets = map(torch.from_numpy, moves)
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gains)).split(BATCH):
            spread = torch.distributions.Categorical(logits=agent.logits(seen[part], masks[part]), validate_args=False)
            ratio, gain = (spread.log_prob(actions[part]) - logs[part]).exp(), gains[part]
            better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            wrong = (agent.value(seen[part])[:, 0] - targets[part]).square().mean()
            optimizer.zero_grad()
            (VALUE * wrong - better - ENTROPY * spread.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("bot")
    parser.add_argument("--minutes", type=float, default=60, help="of one core's work")
    parser.add_argument("--rules", default="", help="a rule set; by default the one that people play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/against"))
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    env = vec.make(args.game, args.rules, num_envs=ENVS, seed=args.seed)
    if env.seats < 2:
        sys.exit(f"{args.game} is played alone: there is nobody to reply to")
    agent, table = Agent(env.width, len(env.actions)), Table(env, args.bot, args.seed)
    optimizer = torch.optim.Adam(agent.parameters(), RATE, eps=1e-5)
    unit = 1.0 if env.game.unit == "wins" else 50.0 if env.game.unit == "cents" else 1.0
    began, told = time.process_time(), 0
    end = began + 60 * args.minutes
    while (left := end - time.process_time()) > 0:
        optimizer.param_groups[0]["lr"] = RATE * max(0.05, min(1.0, left / 60 / args.minutes))
        learn(agent, optimizer, play(table, agent, unit))
        if table.games >= 2 * told:
            told = table.games
            print(f"{told:,} deals, {1 - left / 60 / args.minutes:.0%} of the time", flush=True)
    linear = [part for part in agent.policy if isinstance(part, nn.Linear)]
    exported.save(
        args.out,
        env,
        [(part.weight.detach().numpy(), part.bias.detach().numpy()) for part in linear],
        method=f"PPO against {args.bot} alone",
        command=" ".join(["python", *sys.argv]),
        seed=args.seed,
        games=table.games,
        seconds=round(time.process_time() - began, 1),
    )
    print(f"{table.games:,} deals learned from: {args.out}")


if __name__ == "__main__":
    main()
