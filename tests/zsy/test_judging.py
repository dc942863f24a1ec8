"""The judges of Zheng Shang You: worlds that fit, kernels that play by the rules, and endings whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest
from cardtui.agents.zsy.judges import AS_IT_IS, Learned, Linear, Solved, play_on, worlds

from cardtui import registry
from cardtui.core import decide
from cardtui.games.zsy.features import memory_of
from cardtui.games.zsy.kernel import pack
from cardtui.games.zsy.rules import State, ZhengShangYou
from cardtui.games.zsy.worlds import chances

GAME = ZhengShangYou()


def positions(seed: int, every: int) -> Iterator[State]:
    """Yield positions of a deal between a bot and random play."""
    rng, bot = Random(seed), registry.agent(GAME, "greedy")
    state = GAME.start(GAME.deal(rng))
    while (seat := GAME.turn(state)) is not None:
        if state.turn % every == 0:
            yield state
        seen = GAME.observe(state, seat)
        wild = rng.random() < 0.3
        state = GAME.apply(state, rng.choice(seen.legal) if wild else decide(bot, seen, rng).action)


def best(state: State) -> float:
    """The chance of seat 0 with the best play of both, by trying everything."""
    if state.seat is None:
        return GAME.returns(state)[0]
    return (max, min)[state.seat](best(GAME.apply(state, action)) for action in GAME.legal(state))


def test_worlds_fit_what_was_seen_and_few_are_listed_whole() -> None:
    rng, listed = Random(1), 0
    for state in [state for seed in range(4) for state in positions(seed, 4)]:
        seen = GAME.observe(state, state.seat or 0)
        found = worlds(GAME, seen, 10, rng)
        assert found.whole or len(found.states) == 10
        assert all(GAME.observe(world, seen.seat) == seen for world in found.states)
        if found.whole:
            listed += 1
            hands = {pack(world).tobytes() for world in found.states}
            assert pack(state).tobytes() in hands and len(hands) == len(found.states)
            assert sum(found.weights) == pytest.approx(1)
    assert listed


def test_worlds_by_equal_chances_and_by_belief_are_in_no_order() -> None:
    """They took turns: a screening, which chooses by every other world, chose by the one and measured by the other."""
    _, state, *_ = positions(0, 12)
    seen = GAME.observe(state, state.seat or 0)
    drawn = [world.hands[1 - seen.seat] for world in worlds(GAME, seen, 4000, Random(3)).states]
    (equal,) = chances(GAME, seen).values()

    def off(hands: list[tuple[int, ...]]) -> float:
        return max(abs(sum(card in hand for hand in hands) / len(hands) - chance) for card, chance in equal.items())

    assert all(0.15 < off(drawn[half::2]) < 0.25 for half in (0, 1)), "by what dmc believes alone it is 0.4"


@pytest.mark.parametrize(("name", "learned"), [("dmc", Learned), ("td-linear", Linear)])
def test_the_kernel_plays_on_as_the_bot_does_by_the_rules(name: str, learned: type[Linear]) -> None:
    judge, bot, rng = learned(GAME), registry.agent(GAME, name), Random(0)
    for state in positions(2, 6):
        memory, seeds = np.array([memory_of(state.history)]), np.zeros(1, np.uint64)
        packed, as_it_is = np.array([pack(state)]), np.array([AS_IT_IS])
        ((winner,),) = play_on(packed, memory, as_it_is, seeds, 0.0, judge.learned, *judge.players)
        while (seat := GAME.turn(state)) is not None:
            state = GAME.apply(state, decide(bot, GAME.observe(state, seat), rng).action)
        assert winner == state.winner


@pytest.mark.parametrize("judge", [Learned, Linear])
def test_the_dice_are_those_of_the_world_whatever_the_action(judge: type[Learned | Linear]) -> None:
    state = next(positions(5, 1))
    seen = GAME.observe(state, state.seat or 0)
    states, first = worlds(GAME, seen, 12, Random(6)).states, seen.legal[0]
    values = judge(GAME).values(states, [first, *seen.legal[:4], None], range(12))
    assert all(row[0] == row[1] and all(sum(seats) == 1 for seats in row) for row in values)
    assert judge(GAME).values(states[3:4], [first], [3]) == [[values[3][0]]]


def test_endings_are_worth_what_trying_everything_says() -> None:
    judge, tried = Solved(GAME), 0
    for state in [state for seed in range(15) for state in positions(seed, 1)]:
        if sum(map(len, state.hands)) > 6:
            continue
        tried += 1
        actions = GAME.legal(state)
        ((now, *after),) = judge.values([state], [None, *actions], [0])
        assert now[0] == best(state)
        assert [value[0] for value in after] == [best(GAME.apply(state, action)) for action in actions]
    assert tried > 20
