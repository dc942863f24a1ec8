"""The judges of 98: orders of the draw pile that fit, and kernels that play by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from cardtui.agents.net_kernel import relu_layer
from cardtui.agents.ninetyeight import incremental
from cardtui.agents.ninetyeight.inputs import INPUTS
from cardtui.agents.ninetyeight.judges import DEPTH, Gap, Learned
from cardtui.agents.ninetyeight.values import choose, new_scratch

from cardtui import registry
from cardtui.core import Action, decide
from cardtui.games.ninetyeight.judging import alike, fair, redrawn, worlds
from cardtui.games.ninetyeight.kernel import apply, pack
from cardtui.games.ninetyeight.rules import DECK, NinetyEight, State
from cardtui.intervals import estimate


def positions(game: NinetyEight, seed: int, every: int) -> Iterator[State]:
    """Yield positions of a game between `gap` and random play."""
    rng, bot = Random(seed), registry.agent(game, "gap")
    state = game.start(game.deal(rng))
    while game.turn(state) is not None:
        if state.turn % every == 0:
            yield state
        seen = game.observe(state, 0)
        state = game.apply(state, rng.choice(seen.legal) if rng.random() < 0.1 else decide(bot, seen, rng).action)


@pytest.mark.parametrize("rules", ["paper", "official"])
def test_the_kernel_plays_on_as_the_bots_do_by_the_rules(rules: str) -> None:
    """To the end, or until the value network tells the rest: then as long as both ends are near.

    The policy chooses among the smallest gaps alone, and is seldom of another mind than the bot.
    """
    game, rng, ends, same = NinetyEight(rules), Random(0), 0, 0
    judges = {"gap": Gap(game), "search:samples=0": Learned(game)}
    for state in [state for seed in range(3, 9) for state in positions(game, seed, 4)]:
        seen = game.observe(state, 0)
        (world,) = worlds(game, seen, 1, rng).states
        assert game.observe(world, 0) == seen
        for name, judge in judges.items():
            after, bot = game.apply(world, seen.legal[-1]), registry.agent(game, name)
            for step in range(game.max_turns):
                if game.turn(after) is None or (step == DEPTH and name != "gap"):
                    break
                after = game.apply(after, decide(bot, game.observe(after, 0), rng, 1).action)
            (((value,),),) = judge.values([world], [seen.legal[-1]], [5])
            ended = game.turn(after) is None
            agrees = value == game.returns(after)[0] if ended else game.returns(after)[0] < value <= 98
            assert agrees or name != "gap"
            ends += ended and name != "gap"
            same += ended and agrees and name != "gap"
    assert ends > 5 and same >= 0.7 * ends


@pytest.mark.parametrize("rules", ["paper", "app", "official"])
def test_layers_computed_out_of_those_before_choose_as_new_ones_do(rules: str) -> None:
    """Over whole games, longer than a judge plays on; the inputs are the same to the last bit."""
    game = NinetyEight(rules)
    policy = Learned(game).networks.policy
    rows, scratch, inputs = incremental.new_rows(policy), new_scratch(policy), np.zeros(INPUTS, np.float32)
    seen = 0
    for seed in range(5):
        incremental.begin(rows, policy)
        incremental.copy_row(rows, incremental.START, incremental.KNOWN)
        state = pack(game, game.start(game.deal(Random(seed))))
        while (code := choose(state, policy, scratch, inputs)) >= 0:
            row = incremental.choose_row(state, policy, rows)
            assert rows.scratch.codes[row] == code and np.array_equal(rows.inputs[row], inputs)
            relu_layer(inputs, policy[0], policy[1], scratch.active, scratch.first)
            assert np.allclose(rows.sums[row], scratch.first, atol=1e-4)
            incremental.copy_row(rows, row, incremental.KNOWN)
            apply(state, code)
            seen += 1
        assert incremental.choose_row(state, policy, rows) == -1
    assert seen > 400


@pytest.mark.parametrize("judge", [Gap, Learned])
def test_what_an_action_is_worth_is_the_value_of_the_state_after_it(judge: type[Gap | Learned]) -> None:
    """So that what the player's choices brought and the luck of the draws are all that a result is made of."""
    game = NinetyEight()
    state = next(positions(game, 4, 20))
    for action in game.legal(state)[:3]:
        (((there,),),) = judge(game).values([state], [action], [0])
        (((after,),),) = judge(game).values([game.apply(state, action)], [None], [0])
        assert there == after
    other = redrawn(game, state, Random(0))
    assert game.observe(other, 0) == game.observe(state, 0) and other.draw != state.draw


@pytest.mark.parametrize("rules", ["paper", "app", "official"])
def test_what_a_new_deal_is_worth_is_the_judges_mean(rules: str) -> None:
    """So that the luck of a deal, what it is worth less that, is nothing on average."""
    game, rng = NinetyEight(rules), Random(11)
    deals = [game.start(game.deal(rng)) for _ in range(2_000)]
    values = [value for ((value,),) in Learned(game).values(deals, [None], [0] * len(deals))]
    assert estimate(values).margin < 0.1
    assert fair(game, 0) == pytest.approx(estimate(values).mean, abs=0.2)


def test_stacks_with_equal_tops_are_one_choice() -> None:
    game = NinetyEight()
    hand = list(map(str, DECK[:8]))
    deal = {"hand": hand, "stacks": [[], [], [], []], "draw": list(map(str, DECK[8:])), "since": 0, "scores": [0]}
    seen = game.observe(game.start(deal), 0)
    same = alike(game, seen)
    assert same[Action("place", (5,), "up2")] == Action("place", (5,), "up1") != same[Action("place", (5,), "down2")]
    assert len(set(same.values())) == 16
