"""The exact solver against plain minimax over the rules' own cards, and against itself without its prunings."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from cardtui.core import Action
from cardtui.games.schafkopf import kernel, solver, solver_search
from cardtui.games.schafkopf.cards import CONTRACTS, POINTS, RUF, SIE, Contract, playable, winner
from cardtui.games.schafkopf.rules import Schafkopf, State

QUESTIONS = (solver.POINTS_OF, solver.CLASS_OF, solver.CLASS_BY_TRICKS)
RULES = "club:geier=yes,farbwenz=yes,schwarz="
PLAYED = [contract for contract in CONTRACTS.values() if RUF <= contract.kind < SIE]
CLASSES = ((1, 1), (31, 2), (61, 3), (91, 4), (120, 5))


def ending(rng: Random, cards: int, contract: Contract, schwarz: str) -> tuple[Schafkopf, State]:
    """A deal of this contract, played at random by the rules until a seat is to play with so many cards in its hand."""
    game = Schafkopf(f"{RULES}{schwarz}{rng.choice(('', ',deck=short'))}")
    state = game.start(game.deal(rng))
    bid = Action("bid", (), contract.name)
    while bid not in game.legal(state):
        state = game.start(game.deal(rng))
    state = game.apply(state, bid)
    last = 4 * cards - rng.randrange(4)
    while sum(map(len, state.hands)) > last or state.phase != "play":
        passes = state.phase != "play"
        actions = [action for action in game.legal(state) if action.verb == ("pass" if passes else "play")]
        state = game.apply(state, rng.choice(actions))
    return game, state


def brute(state: State, question: str) -> dict[int, int]:
    """By plain minimax, each card's worth: "points", or the class with Schwarz by "no points" or "no tricks"."""
    contract = CONTRACTS[state.contract]
    known: dict[Any, int] = {}

    def final(points: int, won: bool, lost: bool) -> int:
        if question == "points":
            return points
        found = max([level for least, level in CLASSES if points >= least], default=0)
        if question == "no tricks":
            found = 0 if not won else 5 if not lost else min(max(found, 1), 4)
        return found

    def best(hands: Any, leader: int, trick: tuple[int, ...], free: bool, points: int, won: bool, lost: bool) -> int:
        key = (hands, leader, trick, free, points, won, lost)
        if key not in known:
            seat = (leader + len(trick)) % 4
            if not hands[seat]:
                known[key] = final(points, won, lost)
            else:
                found = each(hands, leader, trick, free, points, won, lost).values()
                known[key] = max(found) if seat in state.side else min(found)
        return known[key]

    def each(
        hands: Any, leader: int, trick: tuple[int, ...], free: bool, points: int, won: bool, lost: bool
    ) -> dict[int, int]:
        seat = (leader + len(trick)) % 4
        found = {}
        for card in playable(contract, hands[seat], contract.suit[trick[0]] if trick else None, free):
            left = (*hands[:seat], tuple(other for other in hands[seat] if other != card), *hands[seat + 1 :])
            lies = (*trick, card)
            if len(lies) < 4:
                found[card] = best(left, leader, lies, free, points, won, lost)
                continue
            taker = (leader + winner(contract, lies)) % 4
            home = None if contract.called is None else contract.suit[contract.called]
            ours = taker in state.side
            found[card] = best(
                left,
                taker,
                (),
                free or contract.suit[lies[0]] == home,
                points + ours * sum(POINTS[card] for card in lies),
                won or ours,
                lost or not ours,
            )
        return found

    points = sum(POINTS[card] for seat in state.side for card in state.taken[seat])
    won = any(state.taken[seat] for seat in state.side)
    lost = any(state.taken[seat] for seat in range(4) if seat not in state.side)
    return each(state.hands, state.leader, state.trick, state.runaway, points, won, lost)


def solver_agrees(endings: int, seed: int, most: int = 5) -> Counter[str]:
    """Endings with up to `most` cards in a hand: solver against minimax, all contracts, all three questions.

    The position itself must be worth its best card, and the kernel's form of the state must be the same position.
    """
    seen: Counter[str] = Counter()
    for number in range(endings):
        rng = Random(f"solver/{seed}/{number}")
        contract = PLAYED[number % len(PLAYED)] if rng.random() < 0.5 else rng.choice(PLAYED[:3])
        cards, schwarz = rng.randint(1, most), rng.choice(("points", "tricks"))
        game, state = ending(rng, cards, contract, schwarz)
        by_tricks = schwarz == "tricks" or contract.tout
        for question, found in (
            ("points", solver.analyse(game, state, points=True)),
            ("no tricks" if by_tricks else "no points", solver.analyse(game, state)),
        ):
            expected = brute(state, question)
            assert {card: worth.low for card, worth in found.items()} == expected, (seed, number, question)
            assert all(worth.exact and worth.low == worth.guess for worth in found.values())
            best = max if state.seat in state.side else min
            assert position_value(state, question) == best(expected.values()), (seed, number, question)
            seen[question] += 1
        seen[contract.name.split("-")[0]] += 1
        twin = np.empty(solver.POSITION, np.int64)
        solver.from_kernel(kernel.pack(game, state), twin)
        assert solved(twin) == solved(solver.position_of(state)), (seed, number)
    return seen


def position_value(state: State, question: str) -> int:
    """What the position is worth."""
    answers = np.empty((1, solver.ANSWER), np.int64)
    which = QUESTIONS[("points", "no points", "no tricks").index(question)]
    solver.evaluate(*solver.workspace(), solver.position_of(state), which, solver.BUDGET, answers)
    assert answers[0, solver.LOW] == answers[0, solver.HIGH] == answers[0, solver.GUESS]
    return int(answers[0, solver.LOW])


def solved(position: Any, prunings: int | None = None, budget: int = solver.BUDGET) -> tuple[list[Any], int]:
    """The three questions' answers to a position, and the nodes of all."""
    work, memory = solver.workspace()
    if prunings is not None:
        work[solver_search.PRUNINGS] = prunings
    answers = np.empty((len(QUESTIONS), 32, solver.ANSWER), np.int64)
    nodes = sum(solver.solve(work, memory, position, which, budget, answers[which]) for which in QUESTIONS)
    return answers[:, :, : solver.CEILING].tolist(), nodes


def prunings_agree(endings: int, seed: int, most: int = 6) -> Counter[str]:
    """Endings with up to `most` cards in a hand: the same answers without each of the prunings, and without all."""
    seen: Counter[str] = Counter()
    for number in range(endings):
        rng = Random(f"prunings/{seed}/{number}")
        _, state = ending(rng, rng.randint(2, most), rng.choice(PLAYED), "points")
        position = solver.position_of(state)
        expected, nodes = solved(position)
        seen["all"] += nodes
        names = ("RECALL", "PATTERNS", "WINNERS", "ALIKE")
        for name, bit in [(name, getattr(solver_search, name)) for name in names] + [("none", 15)]:
            found, nodes = solved(position, 15 & ~bit, 1 << 40)
            assert found == expected, (seed, number, name)
            seen[f"without {name}" if bit < 15 else name] += nodes
    return seen


def test_solver_and_plain_minimax_agree() -> None:
    seen = solver_agrees(250, seed=1, most=3)
    assert {"ruf", "wenz", "solo", "geier", "no points", "no tricks"} <= set(seen)


def test_answers_are_the_same_without_each_pruning_and_each_saves_nodes() -> None:
    seen = prunings_agree(60, seed=1, most=4)
    assert all(nodes > seen["all"] for name, nodes in seen.items() if name != "all"), seen


@pytest.mark.parametrize("budget", [0, 1, 1_000, 100_000])
def test_a_budget_is_kept_and_there_is_always_an_answer(budget: int) -> None:
    """Bounds hold, the guess lies within them, and no more than a few lines of play are searched beyond the budget."""
    rng = Random(5)
    inexact = 0
    for _ in range(6):
        contract = rng.choice(PLAYED)
        _, state = ending(rng, rng.choice((6, 5, 4)), contract, "points")
        position = solver.position_of(state)
        exact, _ = solved(position)
        for which in QUESTIONS:
            work, memory = solver.workspace()
            answers = np.empty((32, solver.ANSWER), np.int64)
            assert solver.solve(work, memory, position, which, budget, answers) <= budget + 8 * 8 * 40
            for (low, high, guess), (value, _, _) in zip(
                answers[:, : solver.CEILING].tolist(), exact[which], strict=True
            ):
                assert low <= value <= high
                assert low <= guess <= high
                inexact += low < high
    assert (inexact > 0) == (budget < 100_000)


def test_the_same_question_takes_the_same_nodes_again() -> None:
    """Whatever was asked before: a guess beyond the budget would else depend on it, and so a bot's decision."""
    rng = Random(3)
    work, memory = solver.workspace()
    positions = [solver.position_of(ending(rng, 8, rng.choice(PLAYED), "points")[1]) for _ in range(250)]
    taken = []
    for position in 2 * positions:
        answers = np.empty((32, solver.ANSWER), np.int64)
        nodes = solver.solve(work, memory, position, solver.CLASS_OF, 100_000, answers)
        taken.append((nodes, answers[:, : solver.CEILING].tolist()))
    assert taken[:250] == taken[250:]


def test_a_position_that_has_no_side_has_no_answer() -> None:
    game = Schafkopf("club:allpass=ramsch")
    state = game.start(game.deal(Random(1)))
    assert solver.analyse(game, state) == {}
    while state.phase == "bid":
        state = game.apply(state, Action("pass"))
    assert state.contract == "ramsch"
    assert solver.analyse(game, state) == {}


def test_it_runs_from_the_cache_of_another_process() -> None:
    """Compiled code that only fails when it is loaded again would pass all other tests."""
    code = (
        "from random import Random; from tests.schafkopf.test_solver import PLAYED, ending;"
        "from cardtui.games.schafkopf import solver;"
        "print(solver.analyse(*ending(Random(1), 3, PLAYED[0], 'points')))"
    )
    said = [
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    ]
    assert said[0] == said[1] != ""
