"""The solvers of tricks against brute force over the law's own cards, on every deal of every small deck."""

from __future__ import annotations

import time
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from cardtui.core import Card
from cardtui.games.tricks import lanes
from cardtui.games.tricks.kernel import LANE, mask, rules_of
from cardtui.games.tricks.rules import Tricks, beats, following
from cardtui.games.tricks.solver import Solved, judge, pattern, row_of, solved

DECKS = [(1, n) for n in range(2, 9)] + [(2, 2), (2, 3), (2, 4), (3, 2), (4, 2), (3, 3)]
Hand = frozenset[Card]


@cache
def brute(leader: Hand, other: Hand) -> int:
    """Tricks of the leader when both play as well as can be, over all cards."""
    return max((brute_lead(leader, other, led) for led in leader), default=0)


def brute_lead(leader: Hand, other: Hand, led: Card) -> int:
    """Tricks of the leader after this lead."""
    cards = following(tuple(other), led) or tuple(other)
    return min(len(leader) - brute_answer(leader, other, led, card) for card in cards)


def brute_answer(leader: Hand, other: Hand, led: Card, card: Card) -> int:
    """Tricks of the other seat after this answer."""
    leader, other = leader - {led}, other - {card}
    return 1 + brute(other, leader) if beats(card, led) else len(leader) - brute(leader, other)


@cache
def average(leader: Hand, other: Hand, random_leads: bool) -> float:
    """Tricks on average of the seat that is not random, which plays the best card, of those the best against random."""
    if not leader:
        return 0.0
    worth = []
    for led in leader:
        cards = following(tuple(other), led) or tuple(other)
        gains = {}
        for card in cards:
            left, right = leader - {led}, other - {card}
            if beats(card, led):
                gains[card] = 1 + average(right, left, False) if random_leads else average(right, left, True)
            else:
                gains[card] = average(left, right, True) if random_leads else 1 + average(left, right, False)
        if random_leads:
            sure = {card: brute_answer(leader, other, led, card) for card in cards}
            worth.append((0, max((sure[card], gains[card]) for card in cards)[1]))
        else:
            worth.append((brute_lead(leader, other, led), sum(gains.values()) / len(gains)))
    return sum(mean for _, mean in worth) / len(worth) if random_leads else max(worth)[1]


def deals(colours: int, n: int) -> Any:
    """Every deal of a deck: (leader's hand, the other's)."""
    deck = Tricks(f"tricks:n={n},colours={colours}").deck
    for hand in combinations(deck, len(deck) // 2):
        yield frozenset(hand), frozenset(deck) - set(hand)


@pytest.fixture(scope="module")
def table() -> Solved:
    return solved(10)


@pytest.fixture(scope="module")
def work() -> tuple[Any, Any]:
    return lanes.workspace()


@pytest.mark.parametrize(("colours", "n"), DECKS)
def test_search_and_table_agree_with_brute_force_on_every_deal(
    colours: int, n: int, table: Solved, work: tuple[Any, Any]
) -> None:
    for leader, other in deals(colours, n):
        held, rest = mask(leader), mask(leader | other)
        wanted = brute(leader, other)
        assert lanes.tricks_of(*work, lanes.canonical(lanes.position_of(held, rest)), len(leader)) == wanted
        if colours <= 2:
            row = row_of(table.start, len(leader), (rest & LANE).bit_count(), pattern(held, rest))
            assert table.tricks[row] == wanted
            assert table.leading[row] == pytest.approx(average(leader, other, False), abs=1e-5)
            assert table.following[row] == pytest.approx(average(leader, other, True), abs=1e-5)


@pytest.mark.parametrize(("colours", "n"), [(1, 6), (2, 4), (3, 2), (3, 3)])
def test_every_card_is_worth_what_brute_force_says(colours: int, n: int, table: Solved, work: tuple[Any, Any]) -> None:
    rng = Random(n)
    for leader, other in rng.sample(list(deals(colours, n)), 20):
        held, rest = mask(leader), mask(leader | other)
        best_play, against_random = np.zeros(64, np.int64), np.zeros(64)
        for led in leader:
            assert lanes.lead_worth(*work, held, rest, led) == brute_lead(leader, other, led)
            for card in following(tuple(other), led) or other:
                wanted = brute_answer(leader, other, led, card)
                assert lanes.answer_worth(*work, held, rest, led, card) == wanted
                if colours <= 2:
                    judge(table, mask(other), held & ~(1 << led), led, best_play, against_random)
                    assert best_play[card] == wanted
        if colours <= 2:
            judge(table, held, mask(other), -1, best_play, against_random)
            assert [best_play[led] for led in leader] == [brute_lead(leader, other, led) for led in leader]


def test_search_and_table_agree_on_whole_deals(table: Solved, work: tuple[Any, Any]) -> None:
    game = Tricks()
    deck, rng = int(rules_of(game)[0]), Random(1)
    for _ in range(300):
        held = mask(rng.sample(game.deck, 10))
        row = row_of(table.start, 10, 10, pattern(held, deck))
        assert lanes.tricks_of(*work, lanes.canonical(lanes.position_of(held, deck)), 10) == table.tricks[row]


def test_the_table_of_ten_has_every_position() -> None:
    solved.cache_clear()
    solved(2)  # compiled before the clock runs
    began = time.process_time()
    table = solved(10)
    assert time.process_time() - began < 5  # one second on a quiet machine; `cardtui bench solver` measures it
    assert len(table.tricks) == 430_884 + 1  # and the end


def test_names_of_colours_do_not_matter() -> None:
    rng, deck = Random(2), Tricks("tricks:n=4,colours=4").deck
    for _ in range(20):
        held = mask(rng.sample(deck, 8))
        position = lanes.position_of(held, mask(deck))
        parts = [lanes.lane(position, number) for number in range(4)]
        rng.shuffle(parts)
        assert lanes.sorted_lanes(*parts) == lanes.canonical(position)
        assert lanes.swapped_seats(lanes.swapped_seats(position)) == position
