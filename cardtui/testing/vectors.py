"""The law of a game's vector environment: it plays each deal as the readable rules do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from .. import vec
from ..batches import Buffers
from ..core import Action
from . import laws

PLACES = 16
"""Deals in a batch."""
LOOKS = 0.2
"""The share of turns in which observations are compared, too: that takes most of the time."""

Look = Callable[[vec.VectorEnv, Buffers, int, Any, Random], None]
"""Compares what one place of a batch shows with a state of the rules."""


def play_beside(env: vec.VectorEnv, deals: int, rng: Random, look: Look, looks: float = LOOKS) -> Counter[str]:
    """Play random actions in the environment and by the rules until so many deals are over.

    Compares seats, legal actions, ends and rewards at each turn, and what `look` compares in the share `looks` of them.
    Raises laws.Broken where they differ; without a deal if the code that steps the whole batch fails. Returns how many
    "deals" were finished, "turns" played and observations "looked" at.
    """
    done: Counter[str] = Counter()
    game, tastes = env.game, laws.checks_of(env.game.name).tastes
    dealt, states = list[Any](), list[Any]()
    played: list[list[Action]] = [[] for _ in range(env.num_envs)]
    wishes = [rng.choice(tastes) for _ in played]
    at = -1  # the place that is looked at; -1 while all are stepped
    try:
        now = env.reset()
        for at in range(env.num_envs):
            dealt.append(env.deal(at))
            states.append(game.start(dealt[at]))
        while done["deals"] < deals:
            chosen = np.zeros(env.num_envs, np.int64)
            for at, state in enumerate(states):
                legal = _same_turn(env, now, at, state)
                if rng.random() < looks:
                    look(env, now, at, state, rng)
                    done["looked"] += 1
                action = laws.choose(legal, wishes[at], 0.5, rng)
                chosen[at] = env.actions.index(action)
                states[at] = game.apply(state, action)
                played[at].append(action)
            at = -1
            now = env.step(chosen)
            for at, state in enumerate(states):
                if _same_end(env, now, at, state):
                    done["deals"] += 1
                    dealt[at], played[at], wishes[at] = env.deal(at), [], rng.choice(tastes)
                    states[at] = game.start(dealt[at])
            done["turns"] += env.num_envs
    except Exception as error:
        where = (dealt[at], played[at]) if 0 <= at < len(dealt) else (None, [])
        raise laws.Broken(laws.said(error), *where) from error
    return done


def _same_turn(env: vec.VectorEnv, now: Buffers, place: int, state: Any) -> tuple[Action, ...]:
    """Compare the seat to act and the legal actions; return these."""
    game, seat = env.game, env.game.turn(state)
    assert seat == now.seats[place], f"seat {now.seats[place]} is to act in the environment, {seat} by the rules"
    legal = {env.actions.index(action): action for action in game.legal(state)}
    for number in np.flatnonzero(now.masks[place]).tolist():
        assert number in legal, f"action {number} is legal in the environment, not by the rules"
    for number in legal:
        assert now.masks[place][number], f"action {number} is legal by the rules, not in the environment"
    return tuple(legal.values())


def _same_end(env: vec.VectorEnv, now: Buffers, place: int, state: Any) -> bool:
    """Compare whether the deal is over, and its rewards; return whether it is over."""
    game = env.game
    over, ended = game.turn(state) is None, bool(now.dones[place])
    assert ended == over, f"the deal is {'over' if ended else 'not over'} in the environment, unlike by the rules"
    paid, rewards = game.returns(state) if over else (0.0,) * game.seats, tuple(now.rewards[place].tolist())
    assert np.allclose(rewards, paid, rtol=1e-6, atol=1e-6), f"rewards are {rewards}, by the rules {paid}"
    return over


def look_at_observation(env: vec.VectorEnv, now: Buffers, place: int, state: Any, rng: Random) -> None:
    """Compare a row with the features of what the seat to act sees at the table."""
    seen = laws.turn_of(env.game, state)
    assert seen
    row, mask = env.encode(seen)
    for feature in env.features:
        same = (row[feature.columns] == now.observations[place][feature.columns]).all()
        assert same, f"the feature {feature.name!r} is not that of the observation at the table"
    most = float(np.abs(row).max())
    assert most <= env.limit, f"a feature is {most:g}, beyond the limit of {env.limit:g}"
    assert (mask == now.masks[place]).all(), "the mask is not that of the observation at the table"
