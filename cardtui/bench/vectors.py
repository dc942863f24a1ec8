"""Benchmark of the vector environments: steps a CPU second beside PettingZoo's and the readable rules."""

from __future__ import annotations

import time
from functools import partial
from importlib.util import find_spec

import numpy as np

from .. import registry, vec
from ..batches import Ints
from ..kernels import njit
from .common import SEED, Figure, fastest, figure, random_play

PLACES, STEPS, READABLE_DEALS, AEC_STEPS = 1024, 400, 100, 3000


def vectors() -> list[Figure]:
    """Measure random play in 1,024 deals of each game at once; PettingZoo's only where it is installed."""
    figures = []
    for name, entry in registry.games().items():
        if not entry.vector:
            continue
        env = vec.make(name, num_envs=PLACES, seed=SEED)
        fast = _batch(env)
        slow = random_play(env.game, READABLE_DEALS) / fastest(partial(random_play, env.game, READABLE_DEALS))
        against = f"the readable rules: {slow:.0f} steps/s"
        if find_spec("pettingzoo"):
            against += f"; PettingZoo's: {_agents(name):.0f} steps/s"
        conditions = f"{PLACES} deals at once under {env.game.spec}, first legal action after a random one, one core"
        figures.append(figure(f"vec {name}", fast, "steps/CPU s", against, fast / slow, conditions, name))
    return figures


@njit
def _choose(masks: np.ndarray, begins: Ints, actions: Ints) -> None:
    """Choose in each deal the first legal action from a beginning on: as good as no policy."""
    size = masks.shape[1]
    for place in range(len(actions)):
        action = begins[place]
        while not masks[place, action]:
            action = action + 1 if action + 1 < size else 0
        actions[place] = action


def _batch(env: vec.VectorEnv) -> float:
    """Return steps a CPU second; what the choices cost is taken in."""
    actions = np.zeros(PLACES, np.int64)
    begins = np.random.default_rng(SEED).integers(len(env.actions), size=(16, PLACES))
    now = env.reset()

    def play() -> None:
        nonlocal now
        for step in range(STEPS):
            _choose(now.masks, begins[step % 16], actions)
            now = env.step(actions)

    play()  # compiles
    return STEPS * PLACES / fastest(play)


def _agents(name: str) -> float:
    """Return steps a CPU second of PettingZoo's environment, with what an agent sees in each."""
    from ..envs import aec

    env, rng, steps = aec.env(name), np.random.default_rng(SEED), 0
    env.reset(seed=SEED)
    began = time.process_time()
    while steps < AEC_STEPS:
        seen, _, over, _, _ = env.last()
        if over:
            env.reset()
            continue
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        steps += 1
    return steps / (time.process_time() - began)
