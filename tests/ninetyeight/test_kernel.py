"""The kernel plays the game of the rules, and so do its players."""

from __future__ import annotations

import os
from random import Random

import numpy as np
import pytest

from cardtui import registry
from cardtui.core import decide
from cardtui.games.ninetyeight import kernel
from cardtui.games.ninetyeight.rules import HAND, NinetyEight
from cardtui.kernels import random_state

from ..agreement import compare

GAMES = int(os.environ.get("CARDTUI_AGREEMENT", "2000")) // 4
RULES = ("paper", "app", "official")


def test_rules_and_kernel_agree_move_for_move() -> None:
    seen = compare("98", GAMES, seed=2)
    assert seen["emptied"] > GAMES / 50
    assert seen["won"] > 0


@pytest.mark.parametrize("rules", RULES)
def test_a_kernel_deal_holds_each_card_once(rules: str) -> None:
    state = np.zeros(kernel.SIZE, np.int64)
    for number in range(20):
        kernel.deal(state, kernel.refill_of(NinetyEight(rules)), random_state(3, number))
        assert sorted(state[kernel.PILE :].tolist()) == list(range(2, 100))
        for card in range(2, 100):
            dealt = card in state[kernel.PILE : kernel.PILE + HAND]
            for side, here in ((0, card), (2, kernel.MIRROR - card)):
                assert kernel.has(state, kernel.HELD + side, here) == dealt
                assert kernel.has(state, kernel.UNSEEN + side, here) != dealt


def test_kernel_deals_are_uniform() -> None:
    """Each card is dealt first equally often: chi-square with 97 degrees of freedom."""
    state, rng, counts = np.zeros(kernel.SIZE, np.int64), random_state(4), np.zeros(100)
    for _ in range(9_800):
        kernel.deal(state, kernel.ONE, rng)
        counts[state[kernel.PILE]] += 1
    assert ((counts[2:] - 100) ** 2 / 100).sum() < 160  # p < 1e-4


def test_cards_between_two_cards_are_counted() -> None:
    game = NinetyEight()
    rng = Random(5)
    state = kernel.pack(game, game.start(game.deal(rng)))
    hidden = set(state[kernel.PILE + HAND :].tolist())
    for _ in range(200):
        low, high = sorted(rng.sample(range(1, 101), 2))
        found = kernel.between(state, kernel.UNSEEN, low, high)
        assert found == len(hidden & set(range(low + 1, high)))
        mirrored = kernel.between(state, kernel.UNSEEN + 2, kernel.MIRROR - high, kernel.MIRROR - low)
        assert mirrored == found


@pytest.mark.parametrize("rules", RULES)
def test_the_kernel_plays_gap_as_the_bot_does(rules: str) -> None:
    game, rng = NinetyEight(rules), Random(6)
    bot = registry.agent(game, "gap")
    for _ in range(20):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            code = int(kernel.smallest_gap(kernel.pack(game, state)))
            assert decide(bot, game.observe(state, 0), rng).action == kernel.decode(code)
            state = game.apply(state, kernel.decode(code))


def test_random_games_are_as_long_as_under_the_rules() -> None:
    laid = kernel.tournament(20_000, kernel.ONE, kernel.RANDOM, random_state(7))
    game, rng, found = NinetyEight(), Random(7), []
    for _ in range(1_000):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        found.append(game.returns(state)[0])
    assert abs(laid.mean() - np.mean(found)) < 4 * np.std(found) / np.sqrt(len(found))
