"""The judge of Tricks: its values are the truth, and a result is made of play alone."""

from __future__ import annotations

from random import Random

import pytest
from cardtui.agents.tricks.judges import Solver

from cardtui.core import Action
from cardtui.games.tricks.judging import alike
from cardtui.games.tricks.rules import State, Tricks
from cardtui.review.judges import panel_of


def best(game: Tricks, state: State) -> float:
    """The points of seat 0 with the best play of both, by trying everything."""
    seat = state.seat
    if seat is None:
        return game.returns(state)[0]
    return (max, min)[seat](best(game, game.apply(state, action)) for action in game.legal(state))


@pytest.mark.parametrize(
    "rules",
    ["tricks:n=4,colours=2,duplicate=no", "tricks:n=2,colours=3", "tricks:n=3,colours=2", "tricks:n=2,colours=2"],
)
def test_the_judge_s_values_are_those_of_trying_everything(rules: str) -> None:
    game = Tricks(rules)
    judge, rng = Solver(game), Random(5)
    for _ in range(4):
        state = game.start(game.deal(rng))
        for _ in range(rng.randrange(4, 6)):
            state = game.apply(state, rng.choice(game.legal(state)))
        actions = game.legal(state)
        (values,) = judge.values([state], [None, *actions], [0])
        assert [value[0] for value in values] == [best(game, state)] + [
            best(game, game.apply(state, action)) for action in actions
        ]
        assert all(sum(value) == 0 for value in values)


@pytest.mark.parametrize("rules", ["tricks", "tricks:n=6,colours=4,duplicate=no"])
def test_a_result_is_play_alone_and_equal_cards_bring_the_same(rules: str) -> None:
    """In every deal of a duplicate match the cards are worth nothing to either seat, and there is no luck in it."""
    game, rng = Tricks(rules), Random(7)
    judge = Solver(game)
    for _ in range(6):
        state = game.start(game.deal(rng))
        (((before, _),),) = judge.values([state], [None], [0])
        if game.halves == 2:
            assert before == 0
        gains = [0.0, 0.0]
        while state.seat is not None:
            seen = game.observe(state, state.seat)
            same = alike(game, seen)
            assert list(same) == sorted(seen.legal) and set(same.values()) <= set(seen.legal)
            (values,) = judge.values([state], seen.legal, [0])
            worth = dict(zip(seen.legal, values, strict=True))
            assert all(worth[action] == worth[first] for action, first in same.items())
            action = rng.choice(seen.legal)
            gains[state.seat] += worth[action][0] - before
            state, before = game.apply(state, action), worth[action][0]
        assert gains[0] <= 0 <= gains[1]
        start = 0 if game.halves == 2 else game.returns(state)[0] - sum(gains)
        assert abs(game.returns(state)[0] - start - sum(gains)) < 1e-9


def test_equal_cards_are_neighbours_among_those_that_are_left() -> None:
    game = Tricks("tricks:n=5")
    hands = [["0c", "1c", "3c", "4d", "2d"], ["2c", "4c", "0d", "1d", "3d"]]
    state = game.start({"hands": hands, "first": 0, "scores": [0, 0]})
    low, high = Action("play", (0,)), Action("play", (1,))
    assert alike(game, game.observe(state, 0))[high] == low
    assert len(set(alike(game, game.observe(state, 0)).values())) == 4
    for card in (0, 2):
        state = game.apply(state, Action("play", (card,)))
    assert len(set(alike(game, game.observe(state, 1)).values())) == 3, (
        "4c, then 0d and 1d, and 3d above the other's 2d"
    )


def test_where_a_seat_may_revoke_the_bots_judge() -> None:
    assert [one.entry.name for one in panel_of("tricks", "tricks:revoke=yes", 2).judges] == ["bots"]
