"""What all games tell the review."""

from __future__ import annotations

from random import Random

import pytest

from cardtui import registry
from cardtui.loading import load
from cardtui.registry import catalogue
from cardtui.testing import laws


@pytest.mark.parametrize("name", catalogue.shipped())
def test_no_action_brings_more_than_the_swing_above_another(name: str) -> None:
    """However a deal ends, from any position, with any of the actions."""
    rng, nearest = Random(name), 0.0
    judging = registry.judging(name)
    swing = load(judging.swing)
    for number in range(60):
        seats = rng.choice(registry.game_entry(name).seats)
        game = registry.game(name, rng.choice((*laws.rule_sets(name), laws.random_rules(name, rng))), seats)
        states = [game.start(game.deal(rng))]
        while game.turn(states[-1]) is not None:
            states.append(game.apply(states[-1], rng.choice(game.legal(states[-1]))))
        state = rng.choice(states[: -1 if number % 2 else max(1, len(states) // 4)])
        seen = game.observe(state, seat := game.turn(state) or 0)
        found = []
        for _ in range(40):
            end = state
            while game.turn(end) is not None:
                end = game.apply(end, rng.choice(game.legal(end)))
            found.append(game.returns(end)[seat])
        most = swing(game, seen)
        assert max(found) - min(found) <= most + 1e-9, (game.spec, seen)
        nearest = max(nearest, (max(found) - min(found)) / most)
    assert nearest > 0.2, "it says something"
