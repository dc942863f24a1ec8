"""Vector environments and readable rules, side by side: random deals compared turn for turn."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from cardtui import registry, vec
from cardtui.testing.laws import random_rules, rule_sets
from cardtui.testing.vectors import PLACES, look_at_observation, play_beside

from . import agreement


def agrees(name: str, deals: int, seed: int, looks: float = 0.2) -> Counter[str]:
    """Play at least so many deals in both. AssertionError where they differ; returns how many turns and deals.

    looks: the share of turns in which observations are compared, too, and hidden cards dealt again: that takes most of
    the time. Seats, legal actions, ends and rewards are compared in every turn.
    """
    seen: Counter[str] = Counter()
    number = 0
    while seen["deals"] < deals:
        rng = Random(f"vectors/{seed}/{number}")
        env = _random_env(name, number, rng)
        seen += play_beside(env, min(env.num_envs * 4, deals - seen["deals"]), rng, _look, looks)
        number += 1
    return seen


def _random_env(name: str, number: int, rng: Random) -> vec.VectorEnv:
    """Return an environment under one of the rule sets, or under random rules."""
    named = rule_sets(name)
    rules = named[number % len(named)] if number % 2 == 0 else random_rules(name, rng)
    seats = rng.randint(*registry.game_entry(name).seats)
    return vec.make(name, rules, num_envs=PLACES, seed=rng.getrandbits(32), seats=seats)


def _look(env: vec.VectorEnv, now: Any, place: int, state: Any, rng: Random) -> None:
    """Compare a row with the features of the game's own observation, and of a re-dealt world."""
    look_at_observation(env, now, place, state, rng)
    game = env.game
    seat = game.turn(state)
    assert seat is not None
    world = agreement.pair_of(game.name).pack(game, game.determinize(game.observe(state, seat), rng))
    world = getattr(world, "packed", world)  # zsy's has the suits beside the kernel's state
    again, found = env._deals.states[place].copy(), env._empty(1)
    again[: len(world)] = world
    env._vector.look(again, found)
    assert (found.observations[0] == now.observations[place]).all(), "hidden cards show in the observation"
    assert (found.masks[0] == now.masks[place]).all(), "hidden cards show in the mask"
