"""The kernel plays the game of the rules."""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest

from cardtui.games.yaniv import kernel, kernel_players
from cardtui.games.yaniv.rules import Yaniv
from cardtui.kernels import random_state
from cardtui.registry import agent

from ..agreement import compare

GAMES = int(os.environ.get("CARDTUI_AGREEMENT", "2000"))


def test_rules_and_kernel_agree_move_for_move() -> None:
    seen = compare("yaniv", GAMES, seed=2)
    assert seen["reshuffles"] > GAMES / 20
    assert seen["uncalled"] >= GAMES // 1000


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("spec", ["paper", "club"])
def test_a_kernel_deal_holds_each_card_once(spec: str, seats: int) -> None:
    game = Yaniv(spec, seats)
    state, rng = np.zeros(kernel.SIZE, np.int64), random_state(3)
    for first in range(seats):
        kernel.deal(state, kernel.rules_of(game), seats, first, rng)
        stack = state[kernel.DECK + state[kernel.AT] : kernel.DECK + state[kernel.END]].tolist()
        zones = [int(hand) for hand in state[kernel.HANDS : kernel.HANDS + seats]] + [int(state[kernel.LAID])]
        assert sum(zones) + kernel.mask(stack) == (1 << len(game.deck)) - 1
        assert [zone.bit_count() for zone in zones] == [5] * seats + [1]
        assert state[kernel.SEAT] == first


def test_kernel_deals_are_uniform() -> None:
    """Each card opens the pile equally often: chi-square with 51 degrees of freedom."""
    state, rng, rules = np.zeros(kernel.SIZE, np.int64), random_state(4), kernel.rules_of(Yaniv())
    counts = np.zeros(52)
    for _ in range(26_000):
        kernel.deal(state, rules, 2, 0, rng)
        counts[state[kernel.END_A]] += 1
    assert ((counts - 500) ** 2 / 500).sum() < 100  # p < 1e-4


@pytest.mark.parametrize("spec", ["paper", "club", "paper:jokers=1,take=ends"])
@pytest.mark.parametrize(
    ("bot", "kind", "parameter"),
    [
        ("greedy:p=0", kernel_players.GREEDY, 0.0),
        ("greedy:p=1", kernel_players.GREEDY, 1.0),
        ("semirandom", kernel_players.SEMIRANDOM, 0.0),
        ("random", kernel_players.RANDOM, 0.0),
    ],
)
def test_kernel_players_choose_as_the_bots_do(spec: str, bot: str, kind: int, parameter: float) -> None:
    """What the kernel's player does has positive probability in the bot's own words."""
    game, rng, numbers = Yaniv(spec, 3), Random(5), random_state(5)
    player = agent(game, bot)
    for _ in range(20):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            packed = kernel.pack(game, state)
            code = kernel_players.choose(packed, kind, parameter, kernel_players.NO_POLICIES, numbers)
            action = kernel.decode(code)
            decision = next(iter(player.think(game.observe(state, state.seat), rng)))
            chances = {option.action: option.probability for option in decision.options}
            assert chances[action] > 0
            if max(chances.values()) == 1:
                assert action == decision.action
            state = game.apply(state, action)
