"""98 cards as an environment of Gymnasium."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cardtui.core import Refusal
from cardtui.games.ninetyeight import environment


@pytest.mark.parametrize("rules", ["paper", "app", "official"])
def test_check_env(rules: str) -> None:
    check_env(gymnasium.make("cardtui.games.ninetyeight.environment:cardtui/98-v0", rules=rules).unwrapped)


@pytest.mark.parametrize("rules", ["paper", "official"])
def test_legal_actions_lead_to_the_end_and_the_rewards_are_the_cards_laid(rules: str) -> None:
    env, dice = environment.NinetyEightEnv(rules), np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    rewards, over = 0.0, False
    while not over:
        assert sorted(seen[4:12]) == sorted([*seen[4:12][seen[4:12] > 0], *seen[4:12][seen[4:12] == 0]])
        assert (seen[12:] == 1).sum() == (seen[4:12] > 0).sum()
        seen, reward, over, cut, info = env.step(dice.choice(np.flatnonzero(info["legal"])))
        rewards += reward
        assert not cut
    assert rewards == (seen[12:] == 0).sum() == env.game.returns(env.state)[0]
    assert not info["legal"].any()


def test_an_illegal_action_ends_the_game() -> None:
    env = environment.NinetyEightEnv()
    before, info = env.reset(seed=2)
    assert not info["legal"][environment.DRAWS]
    seen, reward, over, cut, _ = env.step(environment.DRAWS)
    assert (reward, over, cut) == (0.0, True, False)
    assert (seen == before).all()


def test_the_same_seed_deals_the_same_games() -> None:
    one, two = (environment.NinetyEightEnv() for _ in range(2))
    assert (one.reset(seed=3)[0] == two.reset(seed=3)[0]).all()
    assert (one.reset()[0] == two.reset()[0]).all()


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(Refusal, match="no rule set"):
        environment.NinetyEightEnv("box")
