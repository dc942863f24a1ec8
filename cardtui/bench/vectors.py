"""Benchmark of the vector environments: steps a CPU second beside PettingZoo's and the readable rules."""

from __future__ import annotations

import time
from importlib.util import find_spec
from random import Random

import numpy as np

from .. import registry, vec
from ..batches import Ints
from ..kernels import njit
from .common import RUNS, SEED, Figure, figure

PLACES, STEPS, READABLE_STEPS = 1024, 400, 3000


def vectors() -> list[Figure]:
    """Measure random play in 1,024 deals of each game at once; PettingZoo's only where it is installed."""
    figures = []
    for name, entry in registry.games().items():
        if not entry.vector:
            continue
        env = vec.make(name, num_envs=PLACES, seed=SEED)
        fast, slow = _batch(env), _readable(name)
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
    rng, actions, times = np.random.default_rng(SEED), np.zeros(PLACES, np.int64), list[float]()
    begins = rng.integers(len(env.actions), size=(16, PLACES))
    now = env.reset()
    for _ in range(RUNS + 1):  # the first compiles
        began = time.process_time()
        for step in range(STEPS):
            _choose(now.masks, begins[step % 16], actions)
            now = env.step(actions)
        times.append(time.process_time() - began)
    return STEPS * PLACES / min(times[1:])


def _readable(name: str) -> float:
    """Return steps a CPU second of random play by the readable rules, without observations."""
    game, rng, state, steps = registry.game(name), Random(SEED), None, 0
    began = time.process_time()
    while steps < READABLE_STEPS:
        if state is None or game.turn(state) is None:
            state = game.start(game.deal(rng))
        legal = game.legal(state)
        state = game.apply(state, legal[int(rng.random() * len(legal))])
        steps += 1
    return steps / (time.process_time() - began)


def _agents(name: str) -> float:
    """Return steps a CPU second of PettingZoo's environment, with what an agent sees in each."""
    from ..envs import aec

    env, rng, steps = aec.env(name), np.random.default_rng(SEED), 0
    env.reset(seed=SEED)
    began = time.process_time()
    while steps < READABLE_STEPS:
        seen, _, over, _, _ = env.last()
        if over:
            env.reset()
            continue
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        steps += 1
    return steps / (time.process_time() - began)
