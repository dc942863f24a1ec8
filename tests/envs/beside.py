"""Environments beside the readable rules: the same episodes and rewards, whoever chooses."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np

from cardtui import registry
from cardtui.envs import aec
from cardtui.envs.single import SingleEnv
from cardtui.testing.laws import random_rules, rule_sets

TOGETHER = 100
"""Deals that one environment of each kind plays before the next rules and number of seats are drawn."""


def agrees(name: str, deals: int, seed: int) -> Counter[str]:
    """Play so many deals, by turns in both kinds. AssertionError where one differs from the rules; returns the counts.

    Few deals come from as many tables as there are, many from some of `TOGETHER` deals each, since an environment
    takes longer to make than to play.
    """
    seen: Counter[str] = Counter()
    rng = Random(f"envs/{seed}")
    low, high = registry.game_entry(name).seats
    while seen["deals"] < deals:
        rules = rng.choice((*rule_sets(name), random_rules(name, rng)))
        seats = rng.randint(low, high)
        several, single = aec.env(name, rules, seats), SingleEnv(name, rules, ["random"] * (seats - 1) or None)
        seen["tables"] += 1
        for number in range(min(TOGETHER if deals > TOGETHER else 2, deals - seen["deals"])):
            seen += _single(single, rng) if number % 2 else _every_seat(several, rng)
    return seen


def _every_seat(env: Any, rng: Random) -> Counter[str]:
    env.reset(seed=rng.getrandbits(40))
    game, state = env.unwrapped.deals.game, env.unwrapped.deals.state
    totals, turns = dict.fromkeys(env.possible_agents, 0.0), 0
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        totals[agent] += reward
        assert not cut and over == (game.turn(state) is None)
        if over:
            env.step(None)
            continue
        assert agent == f"seat_{game.turn(state)}"
        action = rng.choice(game.legal(state))
        allowed = sorted(map(game.actions.index, game.legal(state)))
        assert np.flatnonzero(seen["action_mask"]).tolist() == allowed
        env.step(game.actions.index(action))
        state = game.apply(state, action)
        turns += 1
    assert [*totals.values()] == [*game.returns(state)], f"{game.name} {game.spec}: rewards"
    return Counter(deals=1, turns=turns)


def _single(env: SingleEnv, rng: Random) -> Counter[str]:
    """The learner's moves at random; what the bots played is read off, and replayed by the rules."""
    _, info = env.reset(seed=rng.getrandbits(40))
    deals, played, turns, total, over = env.deals, [], 0, 0.0, False
    play = deals.play
    state = deals.state
    deals.play = lambda action: (played.append(action), play(action))[1]  # type: ignore[method-assign]
    while not over:
        legal = sorted(map(deals.game.actions.index, deals.game.legal(deals.state)))
        assert np.flatnonzero(info["action_mask"]).tolist() == legal == np.flatnonzero(env.action_masks()).tolist()
        _, reward, over, cut, info = env.step(rng.choice(legal))
        total += reward
        turns += 1
        assert not cut and (reward == 0 or over)
    del deals.play  # that of the class again
    for action in played:
        state = deals.game.apply(state, action)
    assert deals.game.turn(state) is None
    assert total == deals.game.returns(state)[env.seat], f"{deals.game.name} {deals.game.spec}: rewards"
    return Counter(deals=1, turns=turns)
