"""The document's hand-written players, by its own examples."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Action, Decision, decide
from cardtui.games.yaniv.rules import State, Yaniv

from .deals import play, position


def answer(spec: str, game: Yaniv, state: State, seed: int = 1) -> Decision:
    assert state.seat is not None
    return decide(registry.agent(game, spec), game.observe(state, state.seat), Random(seed))


def laid(game: Yaniv, action: Action) -> str:
    return " ".join(map(game.face, action.cards))


@pytest.mark.parametrize(
    ("hand", "lays"),
    [
        ("7h 7d 6s 6d Kc", "7d 7h"),  # 7♥7♦ before 6♠6♦
        ("3h 3c Kh 9d 2s", "3c 3h"),  # 3♥3♣ before K♥
        ("Kd 8d 5c 2s Ah", "Kd"),  # K♦ before 8♦
        ("Qc Qd Qh 2s 3d", "Qc Qd Qh"),
        ("9c 9d 9h 9s Kd", "9c 9d 9h 9s"),
        ("4h 5h 6h 9d 2c", "9d"),  # runs are not its business
    ],
)
def test_greedy_lays_the_highest_set_else_the_highest_card(hand: str, lays: str) -> None:
    game = Yaniv()
    decision = answer("greedy", game, position(game, hand, "Ks", pile="10s"))
    assert {laid(game, option.action) for option in decision.options} == {lays}
    assert {option.action.to: option.probability for option in decision.options} == {"a": 0.5, "stack": 0.5}


@pytest.mark.parametrize("p", ["0", "0.25", "1"])
def test_greedy_takes_the_pile_with_probability_p(p: str) -> None:
    game = Yaniv()
    state = position(game, "Kd 8d 5c 2s Ah", "Ks")
    takes = Counter(answer(f"greedy:p={p}", game, state, seed).action.to for seed in range(400))
    assert abs(takes["a"] / 400 - float(p)) < 0.1
    assert (takes["a"] == 400) == (p == "1")
    assert (takes["stack"] == 400) == (p == "0")


@pytest.mark.parametrize("spec", ["greedy", "semirandom"])
@pytest.mark.parametrize("hand", ["7c", "3c 4d", "Ac 2c 3c"])
def test_they_call_whenever_they_can(spec: str, hand: str) -> None:
    game = Yaniv()
    decision = answer(spec, game, position(game, hand, "Ks"))
    assert decision.action == Action("yaniv")
    assert [option.probability for option in decision.options] == [1]


def test_semirandom_lays_all_cards_of_a_random_number() -> None:
    game = Yaniv()
    state = position(game, "7h 7d 6s Kc Kd", "Ks", pile="7c")
    decision = answer("semirandom", game, state)
    assert {(laid(game, option.action), option.action.to) for option in decision.options} == {
        ("7d 7h", "stack"),  # 7 is not lower than 7
        ("6s", "stack"),
        ("Kc Kd", "a"),
    }
    assert {option.probability for option in decision.options} == {1 / 3}
    chosen = Counter(laid(game, answer("semirandom", game, state, seed).action) for seed in range(600))
    assert all(abs(count - 200) < 50 for count in chosen.values())


def test_semirandom_looks_at_both_ends_where_both_can_be_taken() -> None:
    game = Yaniv("paper:take=ends", 2)
    state = position(game, "Kc Qd Js", "4h 5h 6h Kd", first=1, stack="Kh")
    state = play(game, state, "discard 4h 5h 6h > stack")
    decision = answer("semirandom", game, state)
    assert {option.action.to for option in decision.options} == {"a"}
    state = position(game, "Kc Qd Js", "8h 8c Kd", first=1, stack="Kh")
    state = play(game, state, "discard 8c 8h > stack")
    assert {option.action.to for option in answer("semirandom", game, state).options} == {"a"}


def test_random_plays_every_legal_action_equally_often() -> None:
    game = Yaniv()
    state = position(game, "3c 2d", "Ks")
    legal = game.legal(state)
    decision = answer("random", game, state)
    assert [option.action for option in decision.options] == list(legal)
    assert {option.probability for option in decision.options} == {1 / len(legal)}
    chosen = Counter(answer("random", game, state, seed).action for seed in range(1000))
    assert set(chosen) == set(legal)
    assert all(abs(count - 1000 / len(legal)) < 70 for count in chosen.values())


@pytest.mark.parametrize("spec", ["greedy", "semirandom", "random"])
@pytest.mark.parametrize("rules", ["paper", "club"])
def test_every_option_has_its_reason(spec: str, rules: str) -> None:
    game, rng = Yaniv(rules, 3), Random(2)
    state: Any = game.start(game.deal(rng))
    while state.seat is not None:
        decision = answer(spec, game, state, rng.randrange(1000))
        assert all(option.why for option in decision.options)
        assert decision.unit == "probability"
        state = game.apply(state, decision.action)


def test_jokers_are_kept_as_long_as_there_is_something_else() -> None:
    game = Yaniv("club")
    decision = answer("greedy", game, position(game, "X1 9c Kd 2h", "Ks"))
    assert laid(game, decision.action) == "Kd"
