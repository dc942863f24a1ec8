"""Every registered bot and player of a pool, at every number of seats and under every named rule set that it plays."""

from __future__ import annotations

import random
from random import Random
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Game, Refusal
from cardtui.testing import bot_laws, laws

CASES = [
    (name, bot, rules)
    for name in registry.games()
    for bot in (*registry.bots(name), *registry.pool(name))
    for rules in laws.rule_sets(name)
]


def moments(game: Game[Any], rng: Random, count: int) -> list[Any]:
    """States in which somebody is to act: one of each random game, and the first."""
    states = [game.start(game.deal(rng))]
    while len(states) < count:
        sample = laws.whole_game(game, rng).sample
        if game.turn(sample) is not None:
            states.append(sample)
    return states


@pytest.mark.parametrize(("name", "bot", "rules"), CASES)
def test_a_bot_keeps_the_laws(name: str, bot: str, rules: str) -> None:
    rng = Random(f"{name}/{bot}/{rules}")
    low, high = registry.game_entry(name).seats
    for seats in range(low, high + 1):
        game = registry.game(name, rules, seats)
        try:
            agent = registry.agent(game, bot)
        except Refusal as refusal:
            assert rules != laws.rule_sets(name)[0], f"{bot} must play the default rules: {refusal}"
            assert len(str(refusal)) > 20, "a sentence that says why"
            return
        dice = random.getstate()
        for state in moments(game, rng, 6):
            seat = game.turn(state)
            assert seat is not None
            seen = game.observe(state, seat)
            assert next(iter(agent.think(seen, Random(1))), None) is not None, "no first answer"
            seed = str(rng.random())
            bot_laws.decision_law(game, agent, seen, seed)
            bot_laws.stateless_law(game, bot, agent, seen, seed)
            bot_laws.blind_law(game, agent, state, rng)
        assert random.getstate() == dice, f"{bot} rolls dice that are not its own"


@pytest.mark.parametrize("name", registry.games())
def test_bots_that_fill_the_empty_seats_are_there(name: str) -> None:
    assert set(registry.game_entry(name).opponents) <= set(registry.bots(name))


@pytest.mark.parametrize("name", registry.games())
def test_options_of_a_bot_have_defaults_within_their_range(name: str) -> None:
    game = registry.game(name)
    for bot in registry.bots(name).values():
        for key, setting in bot.options.items():
            assert setting.read(str(setting.default), key) == setting.default
            registry.agent(game, f"{bot.name}:{key}={setting.default}")
            with pytest.raises(Refusal, match=key):
                registry.agent(game, f"{bot.name}:{key}=?")
