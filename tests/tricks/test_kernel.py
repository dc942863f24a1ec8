"""The kernel of tricks plays the game of the rules, deals evenly and plays at random evenly."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import numpy as np
import pytest

from cardtui.games.tricks import kernel
from cardtui.games.tricks.rules import Tricks
from cardtui.kernels import random_state

from ..agreement import compare

SEEDS = 5
GAMES = int(os.environ.get("CARDTUI_AGREEMENT", "20000")) // SEEDS


@pytest.mark.parametrize("seed", range(SEEDS))
def test_rules_and_kernel_agree_move_for_move(seed: int) -> None:
    assert compare("tricks", GAMES, seed)["draws"] > GAMES / 10


@pytest.mark.parametrize("spec", ["tricks", "tricks:n=13,colours=4", "tricks:n=5,colours=3", "tricks:n=2,colours=1"])
def test_a_kernel_deal_holds_each_card_once(spec: str) -> None:
    """§2.1, §2.3, and §1.2 where the deck is odd."""
    game = Tricks(spec)
    state, rng = np.zeros(kernel.SIZE, np.int64), random_state(3)
    for first in range(2):
        kernel.deal(state, kernel.rules_of(game), first, rng)
        one, other = state[kernel.DEALT : kernel.DEALT + 2].tolist()
        assert one ^ other == one | other == kernel.mask(game.deck)
        assert one.bit_count() == other.bit_count()
        assert state[kernel.SEAT] == first and state[kernel.HANDS + first] == one


def test_kernel_deals_are_uniform() -> None:
    """All 20 hands of three out of six cards, chi-square with 19 degrees of freedom."""
    deck, rng, count = kernel.mask(Tricks("tricks:n=3").deck), random_state(4), 20_000
    hands = Counter(int(kernel.half_of(deck, rng)) for _ in range(count))
    assert len(hands) == 20
    assert sum((seen - count / 20) ** 2 for seen in hands.values()) / (count / 20) < 43.8  # p = 0.001


def test_any_card_of_a_set_is_drawn_evenly() -> None:
    cards = kernel.mask(Random(5).sample(Tricks("tricks:n=13,colours=4").deck, 20))
    rng, count = random_state(6), 20_000
    drawn = Counter(int(kernel.any_of(cards, rng)) for _ in range(count))
    assert kernel.mask(drawn) == cards
    assert sum((seen - count / 20) ** 2 for seen in drawn.values()) / (count / 20) < 43.8


def test_random_games_are_those_of_the_rules() -> None:
    """The leader's tricks in random games from one deal, kernel beside law: the same mean within four errors."""
    game, dice, rng, count = Tricks("tricks:duplicate=no"), Random(7), random_state(7), 2_000
    opened = game.start(game.deal(dice))
    mine, theirs = map(kernel.mask, opened.hands)
    fast = np.array([kernel.random_game(mine, theirs, rng) for _ in range(count)])
    slow = []
    for _ in range(count):
        state = opened
        while state.seat is not None:
            state = game.apply(state, dice.choice(game.legal(state)))
        slow.append(state.taken[0][0])
    assert abs(fast.mean() - np.mean(slow)) < 4 * np.sqrt((fast.var() + np.var(slow)) / count)


def test_the_worth_of_a_card_in_random_games_adds_up() -> None:
    """Averaged over all leads, it is the leader's tricks on average; and both seats share all tricks."""
    game, rng, count = Tricks(), random_state(8), 2_000
    mine, theirs = map(kernel.mask, game.start(game.deal(Random(8))).hands)
    leads = [card for card in game.deck if mine >> card & 1]
    by_lead = np.mean([kernel.random_worth(mine, theirs, -1, card, count, rng) for card in leads])
    whole = np.mean([kernel.random_game(mine, theirs, rng) for _ in range(10 * count)])
    assert by_lead == pytest.approx(whole, abs=0.1)
    led, after = leads[0], mine & ~(1 << leads[0])
    answers = [card for card in game.deck if kernel.allowed(theirs, led) >> card & 1]
    other = np.mean([kernel.random_worth(theirs, after, led, card, count, rng) for card in answers])
    assert other + kernel.random_worth(mine, theirs, -1, led, count, rng) == pytest.approx(10, abs=0.2)


def test_random_matches_come_out_as_in_the_document() -> None:
    """§8.1: legal random against itself, 37.6 / 37.3 / 25.1 per cent."""
    won, drawn, lost = kernel.random_matches(200_000, kernel.mask(Tricks().deck), random_state(9)) / 2_000
    assert won == pytest.approx(37.5, abs=0.5) and lost == pytest.approx(37.5, abs=0.5)
    assert drawn == pytest.approx(25.1, abs=0.5)
