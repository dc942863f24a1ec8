"""Vector environments and readable rules, side by side: random deals compared turn for turn."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np

from cardtui import registry, vec
from cardtui.testing.laws import checks_of, choose, random_rules, rule_sets

from . import agreement

PLACES = 16
"""Deals in a batch."""


def agrees(name: str, deals: int, seed: int, looks: float = 0.2) -> Counter[str]:
    """Play at least so many deals in both. AssertionError where they differ; returns how many turns and deals.

    looks: the share of turns in which observations are compared, too, and hidden cards dealt again: that takes most of
    the time. Seats, legal actions, ends and rewards are compared in every turn.
    """
    seen: Counter[str] = Counter()
    number = 0
    while seen["deals"] < deals:
        rng = Random(f"vectors/{seed}/{number}")
        seen += _batch(_random_env(name, number, rng), min(PLACES * 4, deals - seen["deals"]), rng, looks)
        number += 1
    return seen


def _random_env(name: str, number: int, rng: Random) -> vec.VectorEnv:
    """Return an environment under one of the rule sets, or under random rules."""
    named = rule_sets(name)
    rules = named[number % len(named)] if number % 2 == 0 else random_rules(name, rng)
    seats = rng.randint(*registry.game_entry(name).seats)
    return vec.make(name, rules, num_envs=PLACES, seed=rng.getrandbits(32), seats=seats)


def _batch(env: vec.VectorEnv, deals: int, rng: Random, looks: float) -> Counter[str]:
    """Play until so many deals are over."""
    seen: Counter[str] = Counter()
    game, tastes = env.game, checks_of(env.game.name).tastes
    now = env.reset()
    states = [game.start(env.deal(place)) for place in range(env.num_envs)]
    wishes = [rng.choice(tastes) for _ in states]
    while seen["deals"] < deals:
        chosen = np.zeros(env.num_envs, np.int64)
        for place, state in enumerate(states):
            where = f"{game.spec}, {game.seats} seats, place {place}, turn {state.turn}"
            seat, legal = game.turn(state), game.legal(state)
            numbers = {env.actions.index(action): action for action in legal}
            assert seat == now.seats[place], f"{where}: the seat to act"
            assert sorted(numbers) == np.flatnonzero(now.masks[place]).tolist(), f"{where}: legal actions"
            if rng.random() < looks:
                _look(env, now, place, state, where, rng)
                seen["looked"] += 1
            action = choose(legal, wishes[place], 0.5, rng)
            chosen[place] = env.actions.index(action)
            states[place] = game.apply(state, action)
        now = env.step(chosen)
        for place, state in enumerate(states):
            over = game.turn(state) is None
            where = f"{game.spec}, {game.seats} seats, place {place}, turn {state.turn}"
            assert now.dones[place] == over, f"{where}: the end"
            paid = np.array(game.returns(state) if over else [0.0] * game.seats, np.float32)
            assert (now.rewards[place] == paid).all(), f"{where}: rewards"
            if over:
                seen["deals"] += 1
                states[place], wishes[place] = game.start(env.deal(place)), rng.choice(tastes)
        seen["turns"] += env.num_envs
    return seen


def _look(env: vec.VectorEnv, now: Any, place: int, state: Any, where: str, rng: Random) -> None:
    """Compare a row with the features of the game's own observation, and of a re-dealt world."""
    game = env.game
    observed = game.observe(state, game.turn(state))
    row, mask = env.encode(observed)
    assert (row == now.observations[place]).all(), f"{where}: the observation"
    assert (mask == now.masks[place]).all(), f"{where}: the mask"
    world = agreement.pair_of(game.name).pack(game, game.determinize(observed, rng))
    world = getattr(world, "packed", world)  # zsy's has the suits beside the kernel's state
    again, found = env._deals.states[place].copy(), env._empty(1)
    again[: len(world)] = world
    env._vector.look(again, found)
    assert (found.observations[0] == now.observations[place]).all(), f"{where}: hidden cards show in the observation"
    assert (found.masks[0] == now.masks[place]).all(), f"{where}: hidden cards show in the mask"
