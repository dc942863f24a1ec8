"""Zheng Shang You's kernel beside its rules, and the exact solver beside brute force."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from cardtui.games.zsy import kernel, kernel_players, solver
from cardtui.games.zsy.cards import RANK, leads
from cardtui.games.zsy.kernel_players import GROUP, LOWEST, PAPER, PATTERN, RANDOM
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.kernels import random_state

from ..agreement import compare

KINDS = {"paper": PAPER, "lowest": LOWEST, "group": GROUP, "pattern": PATTERN}


def test_rules_and_kernel_agree_over_random_games() -> None:
    seen = compare("zsy", 300, 11)
    assert seen["bombs"] > 10 and seen["chains"] > 100 and seen["passes"] > 1000


def test_as_many_moves_as_there_is_room_for() -> None:
    held = [0, 0, 3, 4, 4, 4, 3, *[0] * 8]
    packed = sum(count << kernel.WIDTH * rank for rank, count in enumerate(held))
    found = kernel.leads(packed, np.empty(kernel.MAX_LEGAL, np.int64))
    assert found == len(list(leads(held))) == 327 < kernel.MAX_LEGAL


def test_random_moves_are_uniform() -> None:
    rng, scratch, out = random_state(5), np.zeros(16, np.int64), np.empty(kernel.MAX_LEGAL, np.int64)
    deck = Random(2)
    for _ in range(5):
        cards = deck.sample([card for card in range(54) if RANK[card] < 7], 10)
        hand = kernel.packed(cards)
        number = kernel.leads(hand, out)
        drawn = Counter(kernel.random_lead(hand, scratch, rng) for _ in range(400 * number))
        assert set(drawn) == set(out[:number].tolist())
        assert max(abs(count - 400) for count in drawn.values()) < 5 * 20


def test_a_random_game_lasts_as_long_as_the_paper_says() -> None:
    """19.2 rounds, that is 37.8 turns."""
    won, turns = kernel.random_games(100_000, random_state(1))
    assert abs(turns / 100_000 - 37.8) < 0.15
    assert abs(won / 100_000 - 0.507) < 0.006


@pytest.mark.parametrize(("lead", "share"), [("paper", 0.836), ("lowest", 0.888), ("group", 0.963), ("pattern", 0.971)])
def test_what_the_greedy_bots_win_against_random(lead: str, share: float) -> None:
    won = kernel_players.tournament(100_000, np.array([KINDS[lead], RANDOM]), random_state(3))
    assert abs(won / 100_000 - share) < 0.005


def wins(mine: int, theirs: int, over: int, memory: dict[tuple[int, int, int], bool]) -> bool:
    """Brute force: whether who is to act wins."""
    key = (mine, theirs, over)
    if key not in memory:
        out = np.empty(kernel.MAX_LEGAL, np.int64)
        number = kernel.follows(mine, over, out) if over else kernel.leads(mine, out)
        memory[key] = any(move == mine or not wins(theirs, mine - move, move, memory) for move in out[:number].tolist())
    return memory[key]


def test_the_solver_and_brute_force_agree() -> None:
    rng, space, decided = Random(7), solver.workspace(), Counter[int]()
    few = [card for card in range(54) if RANK[card] in (2, 3, 4, 5, 13)]
    for _ in range(300):
        deck = rng.sample(few if rng.random() < 0.7 else range(54), 12)
        cut = rng.randint(1, 6)
        mine, theirs = kernel.packed(deck[:cut]), kernel.packed(deck[cut : cut + rng.randint(1, 6)])
        found = solver.wins(mine, theirs, 0, np.array([10**6]), *space)
        assert found == wins(mine, theirs, 0, {})
        decided[found] += 1
    assert min(decided[solver.WON], decided[solver.LOST]) > 20


def test_the_solver_stops_when_its_budget_is_spent() -> None:
    deck = Random(1).sample(range(54), 36)
    budget = np.array([1000])
    mine, theirs = kernel.packed(deck[:18]), kernel.packed(deck[18:])
    assert solver.wins(mine, theirs, 0, budget, *solver.workspace()) == solver.OPEN
    assert budget[0] < 0


def test_the_solver_judges_each_move() -> None:
    game = ZhengShangYou()
    mine, theirs = (kernel.packed(map(game.card, line.split())) for line in ("3c 4c Ac", "5c 5d"))
    moves = np.array([kernel.packed([game.card(face)]) for face in ("3c", "4c", "Ac")])
    found = np.empty(3, np.int64)
    solver.judge(mine, theirs, moves, 3, np.array([1000]), *solver.workspace(), found)
    assert found.tolist() == [solver.WON, solver.WON, solver.LOST]  # the ace first leaves 3 and 4 under a 5
