"""Schafkopf's kernel plays the game of the rules, deals evenly, and draws the worlds that worlds.py allows."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from math import exp, prod, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from cardtui.core import Refusal
from cardtui.games.schafkopf import kernel
from cardtui.games.schafkopf.cards import CONTRACTS, LONG, POINTS
from cardtui.games.schafkopf.kernel_cards import CARD, NAMES, ORDERS, mask, placed, points_of
from cardtui.games.schafkopf.kernel_play import any_of, finish, random_games
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.kernel_worlds import UNITS, deal_world, facts, holders, view, weighed, worlds
from cardtui.games.schafkopf.rules import Schafkopf, State
from cardtui.games.schafkopf.worlds import deals, knowledge
from cardtui.kernels import random_state

from ..agreement import compare
from ..contract.test_worlds_schafkopf import CASES, all_worlds, choose, moment, small_game
from .pair import random_rules

SEEDS = 5
GAMES = int(os.environ.get("CARDTUI_AGREEMENT", "25000")) // SEEDS


@pytest.mark.parametrize("seed", range(SEEDS))
def test_rules_and_kernel_agree_move_for_move(seed: int) -> None:
    seen = compare("schafkopf", GAMES, seed)
    assert {*CONTRACTS, "runaways"} <= set(+seen) or GAMES < 5000
    assert min(seen["contra"], seen["retour"]) > GAMES / 10


# --- the deal -----------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["paper", "paper:klopfen=yes", "club:deck=short", "club:deck=short,klopfen=yes"])
def test_a_kernel_deal_holds_each_card_once(spec: str) -> None:
    """§2.2, §2.3, and §3: the first packet is a part of the hand."""
    game = Schafkopf(spec)
    state, rng = np.zeros(kernel.SIZE, np.int64), random_state(3)
    for first in range(4):
        kernel.deal(state, kernel.rules_of(game), first, rng)
        dealt, hands = (state[field : field + 4].tolist() for field in (kernel.DEALT, kernel.HANDS))
        assert sum(dealt) == mask(game.deck)
        assert [hand.bit_count() for hand in dealt] == [len(game.deck) // 4] * 4
        assert [hand & ~whole for hand, whole in zip(hands, dealt, strict=True)] == [0] * 4
        assert {hand.bit_count() for hand in hands} == {game.packet if game.knocking else len(game.deck) // 4}
        assert state[kernel.SEAT] == first


def test_kernel_deals_are_uniform() -> None:
    """Where two cards lie: each pair of seats as often as it should, chi-square with 15 degrees of freedom a pair."""
    state, rng, rules = np.zeros(kernel.SIZE, np.int64), random_state(4), kernel.rules_of(Schafkopf())
    owners = []
    for _ in range(8_000):
        kernel.deal(state, rules, 0, rng)
        bits = state[kernel.DEALT : kernel.DEALT + 4, None] >> np.arange(32) & 1
        owners.append(bits.argmax(0))
    seats = np.array(owners)
    expected = np.where(np.eye(4, dtype=bool), 7 / 31, 8 / 31) / 4 * len(seats)
    for one, other in ((0, 1), (0, 31), (7, 16), (15, 24), (30, 31)):
        counts = np.zeros((4, 4))
        np.add.at(counts, (seats[:, one], seats[:, other]), 1)
        assert ((counts - expected) ** 2 / expected).sum() < 44  # p < 1e-4


def test_places_keep_cards_and_points() -> None:
    for name in CONTRACTS:
        order = int(ORDERS[NAMES.index(name)])
        assert sorted(CARD[order]) == list(LONG)
        for card in LONG:
            assert placed(1 << card, order) == mask([card], order)
            assert points_of(mask([card], order), order) == POINTS[card]


# --- random play --------------------------------------------------------------------------------


def moments(want: Any, seed: int) -> Any:
    """Random games under random rules: their first packed states that are wanted, without end."""
    rng = Random(seed)
    while True:
        game = Schafkopf(random_rules(rng))
        state = game.start(game.deal(rng))
        while state.seat is not None:
            if want(state):
                yield game, state
                break
            state = game.apply(state, choose(game, state, rng))


def exact(packed: Any, chance: float, found: defaultdict[tuple[int, ...], float]) -> None:
    """Add up how likely random play ends with which cards taken, by the kernel's turns."""
    codes = int(kernel.legal(packed)) % (1 << 64)
    if not codes:
        found[tuple(packed[kernel.TAKEN : kernel.TAKEN + 4].tolist())] += chance
        return
    for code in range(64):
        if codes >> code & 1:
            after = packed.copy()
            kernel.apply(after, code)
            exact(after, chance / codes.bit_count(), found)


def chi_square_fits(counts: Counter[Any], expected: dict[Any, float]) -> bool:
    """Whether counts are those of their expectation (sums equal), cells below 5 pooled; 5 sigma."""
    assert set(counts) <= set(expected)
    rare = {key for key, mean in expected.items() if mean < 5}
    cells = [(counts[key], mean) for key, mean in expected.items() if key not in rare]
    if rare:
        cells.append((sum(counts[key] for key in rare), sum(expected[key] for key in rare)))
    square = sum((count - mean) ** 2 / mean for count, mean in cells)
    return square < len(cells) + 5 * sqrt(2 * len(cells))


def held(state: State) -> bool:
    """Whether the called ace is still bound to its suit."""
    return state.called is not None and not state.runaway


@pytest.mark.parametrize("wanted", ["ruf", "bound", "wenz", "solo", "ramsch"])
def test_finish_plays_each_legal_card_equally_often(wanted: str) -> None:
    """The last three tricks: what random play takes, against all ways to play them by `legal` and `apply`."""

    def want(state: State) -> bool:
        three = state.phase == "play" and not state.trick and len(state.hands[0]) == 3
        return three and (held(state) if wanted == "bound" else state.contract.startswith(wanted))

    rng, samples = random_state(6), 8_000
    positions = moments(want, 6)
    for _ in range(3):
        game, state = next(positions)
        packed = kernel.pack(game, state)
        found: defaultdict[tuple[int, ...], float] = defaultdict(float)
        exact(packed, 1.0, found)
        counts: Counter[tuple[int, ...]] = Counter()
        for _ in range(samples):
            played = packed.copy()
            finish(played, rng)
            counts[tuple(played[kernel.TAKEN : kernel.TAKEN + 4].tolist())] += 1
        assert chi_square_fits(counts, {key: chance * samples for key, chance in found.items()}), (game.spec, state)


def test_finish_ends_every_deal_from_anywhere() -> None:
    """After any number of turns: all cards are taken, payments sum to zero (§10), dice are not used up twice."""
    dice, rng, out = Random(8), random_state(8), np.zeros(4)
    for _ in range(400):
        game = Schafkopf(random_rules(dice))
        packed = np.zeros(kernel.SIZE, np.int64)
        kernel.deal(packed, kernel.rules_of(game), dice.randrange(4), rng)
        for _ in range(dice.randrange(60)):
            if packed[kernel.PHASE] != kernel.IS_OVER:
                kernel.apply(packed, any_of(kernel.legal(packed), rng))
        before = rng.copy()
        again = packed.copy()
        finish(packed, rng)
        finish(again, before)
        assert (packed == again).all()
        assert packed[kernel.PHASE] == kernel.IS_OVER
        contract, taken = int(packed[kernel.CONTRACT]), packed[kernel.TAKEN : kernel.TAKEN + 4].tolist()
        played = contract >= 0 and NAMES[contract] != "sie"
        order = int(packed[kernel.ORDER])
        assert sum(taken) == (mask(game.deck, order) if played else 0)
        returns(packed, out)
        assert out.sum() == 0


def test_random_games_are_fair_to_all_seats() -> None:
    """Forehand goes round, so that each seat declares a quarter of the deals, and cents sum to zero."""
    games = 8_000
    cents, declared = random_games(games, kernel.rules_of(Schafkopf("club")), random_state(9))
    assert cents.sum() == 0
    assert (abs(declared - games / 4) < 5 * sqrt(games * 3 / 16)).all()


# --- worlds -------------------------------------------------------------------------------------


def unpacked(state: State, packed: Any) -> State:
    """A state of the rules with the hands of a packed one."""
    order = int(packed[kernel.ORDER])

    def rows(field: int) -> tuple[tuple[int, ...], ...]:
        masks = packed[field : field + 4].tolist()
        return tuple(tuple(card for card in LONG if row & mask([card], order)) for row in masks)

    dealt = rows(kernel.DEALT)
    partner = next((seat for seat, hand in enumerate(dealt) if state.called in hand), None)
    return state._replace(dealt=dealt, hands=rows(kernel.HANDS), partner=partner)


def test_kernel_worlds_leave_the_observation_as_it_was() -> None:
    """At every turn of random games: as many deals as worlds.py counts; one that is drawn fits, as `pack` has it."""
    dice, rng, packed = Random(10), random_state(10), np.zeros(kernel.SIZE, np.int64)
    drawn = 0
    for number in range(60):
        game = Schafkopf(random_rules(dice))
        state = game.start({**game.deal(dice), "first": dice.randrange(4)})
        while state.seat is not None:
            seat = dice.randrange(4) if number % 2 else state.seat
            seen = game.observe(state, seat)
            given = worlds(game, seen)
            if state.turn % 4 == 0:
                assert given.weight[0] == sum(case.count for case in deals(knowledge(game, seen)))
            deal_world(given, packed, rng)
            world = unpacked(state, packed)
            assert game.observe(world, seat) == seen
            assert (kernel.pack(game, world) == packed).all()
            drawn += 1
            state = game.apply(state, choose(game, state, dice))
    assert drawn > 1500


@pytest.mark.parametrize(
    ("rules", "deck", "runs", "wanted", "cards"), [case for case in CASES if case[0] == "paper" and case[3] != "any"]
)
def test_kernel_worlds_are_uniform(rules: str, deck: str, runs: bool, wanted: str, cards: tuple[int, int]) -> None:
    """Against all deals from which the history can be replayed, listed by brute force, in the moments of worlds.py."""
    dice, rng, packed = Random(f"kernel/{rules}/{wanted}"), random_state(11), np.zeros(kernel.SIZE, np.int64)
    game = small_game(rules, deck)
    every: set[State] = set()
    while not 2 <= len(every) <= 300:
        state, seat = moment(game, runs, wanted, cards, dice), dice.randrange(4)
        every = all_worlds(game, state, seat)
        given = worlds(game, game.observe(state, seat))
        assert given.weight[0] == len(every)
    counts: Counter[Any] = Counter()
    for _ in range(30 * len(every)):
        deal_world(given, packed, rng)
        counts[unpacked(state, packed)] += 1
    assert chi_square_fits(counts, dict.fromkeys(every, 30.0)), (game.spec, state)


@pytest.mark.parametrize(
    ("rules", "deck", "runs", "wanted", "cards"), [case for case in CASES if case[0] == "paper" and case[3] != "any"]
)
def test_odds_draw_each_world_by_the_product_of_its_cards(
    rules: str, deck: str, runs: bool, wanted: str, cards: tuple[int, int]
) -> None:
    """Against all deals by brute force; odds of one in a hundred thousand among them."""
    dice, rng, packed = Random(f"odds/{rules}/{wanted}"), random_state(13), np.zeros(kernel.SIZE, np.int64)
    game = small_game(rules, deck)
    every: set[State] = set()
    while not 2 <= len(every) <= 300:
        state, seat = moment(game, runs, wanted, cards, dice), dice.randrange(4)
        every = all_worlds(game, state, seat)
    odds = np.array([[exp(dice.gauss(0, 1)) for _ in range(4)] for _ in LONG])
    odds[dice.randrange(32), dice.randrange(4)] = 1e-5
    seen = game.observe(state, seat)
    given = weighed(view(game, seen), facts(game, seen), odds)
    weights = {world: prod(odds[card, i] for i in range(4) if i != seat for card in world.hands[i]) for world in every}
    total = sum(weights.values())
    for found, weight in ((holders(given), weights), (holders(worlds(game, seen)), dict.fromkeys(every, 1.0))):
        held = np.zeros((32, 4))
        for world in every:
            for i in {0, 1, 2, 3} - {seat}:
                held[list(world.hands[i]), i] += weight[world] / sum(weight.values())
        np.testing.assert_allclose(found, held, atol=1e-12)
    counts: Counter[Any] = Counter()
    for _ in range(30 * len(every)):
        deal_world(given, packed, rng)
        counts[unpacked(state, packed)] += 1
    assert chi_square_fits(counts, {world: 30 * len(every) * weights[world] / total for world in every})


def test_odds_leave_the_facts_as_they_are() -> None:
    """At every turn of random games, whatever the odds: a world that is drawn fits, and weights are whole numbers."""
    dice, rng, packed = Random(14), random_state(14), np.zeros(kernel.SIZE, np.int64)
    for _ in range(30):
        game = Schafkopf(random_rules(dice))
        state = game.start({**game.deal(dice), "first": dice.randrange(4)})
        while state.seat is not None:
            seat = dice.randrange(4)
            seen = game.observe(state, seat)
            odds = np.array([[exp(dice.uniform(-9, 9)) for _ in range(4)] for _ in LONG])
            given = weighed(view(game, seen), facts(game, seen), odds)
            assert (given.ways == np.floor(given.ways)).all()
            assert not len(given.cells) or UNITS <= given.weight[0] <= UNITS + 4
            deal_world(given, packed, rng)
            assert game.observe(unpacked(state, packed), seat) == seen
            state = game.apply(state, choose(game, state, dice))


def test_while_knocking_the_first_packets_are_uniform_too() -> None:
    """§3: each unseen card is as often in another seat's first packet."""
    game, rng, packed = Schafkopf("paper:klopfen=yes"), random_state(12), np.zeros(kernel.SIZE, np.int64)
    state = game.start(game.deal(Random(12)))
    given = worlds(game, game.observe(state, state.first))
    counts, samples = np.zeros((4, 32)), 7_000
    for _ in range(samples):
        deal_world(given, packed, rng)
        counts += packed[kernel.HANDS : kernel.HANDS + 4, None] >> np.arange(32) & 1
    own = state.first
    assert set(np.flatnonzero(counts[own])) == set(state.hands[own])
    unseen = [card for card in LONG if card not in state.hands[own]]
    for seat in {0, 1, 2, 3} - {own}:
        square = (counts[seat, unseen] - samples / 7) ** 2 / (samples / 7)
        assert square.sum() < 66  # 27 degrees of freedom, p < 1e-4


def test_a_contradiction_is_refused() -> None:
    """A seat that has shown all its suits can hold nothing."""
    game = Schafkopf()
    state = game.start(game.deal(Random(12)))
    seen = game.observe(state, 0)
    zones = tuple(zone._replace(count=zone.count + 1) if zone.name == "hand 1" else zone for zone in seen.zones)
    with pytest.raises(Refusal, match="no deal fits"):
        worlds(game, seen._replace(zones=zones))
