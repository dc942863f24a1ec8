"""Yaniv's rules: options, what a seat knows, what is refused; and the law beside the oracle, move for move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtui.core import Action, Refusal, action_text, parse_action
from cardtui.games.yaniv.rules import Yaniv
from cardtui.testing.laws import choose, random_rules

from ..oracle import yaniv as oracle
from ..oracle.agreement import oracle_agrees
from .deals import called, play, position

# --- §8 options ----------------------------------------------------------------------------------


def test_club_is_paper_with_its_options_8() -> None:
    club = ",".join(f"{key}={value}" for key, value in oracle.CLUB.items())
    assert Yaniv(f"paper:{club}").options == Yaniv("club").options == oracle.CLUB
    assert Yaniv("paper").options == oracle.PAPER


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("house", "paper, club"),
        ("clubb", "nearest: club"),
        ("club:limt=3", r"nearest: limit.*jokers, faces"),
        ("club:limit=1001", r"limit takes 0 … 1000, not '1001'"),
        ("club:limit=-1", r"0 … 1000"),
        ("club:limit=many", r"0 … 1000"),
        ("club:take=both", r"last, ends"),
        ("club:jokers=3", r"0 … 2"),
        ("club:call=0", r"1 … 30"),
        ("club:call=7.5", r"1 … 30"),
        ("club:limit", r"key=value"),
        ("club:limit=1,limit=2", "twice"),
        ("club:", "key=value"),
    ],
)
def test_wrong_options_are_refused_with_the_valid_ones_8(rules: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        Yaniv(rules)


def test_the_spec_names_what_differs_8() -> None:
    assert Yaniv("club:limit=100,assaf=50").spec == "club:assaf=50"
    assert Yaniv("paper").spec == "paper"


# --- §9 what a seat knows --------------------------------------------------------------------------


def test_what_a_seat_knows_9() -> None:
    game = Yaniv("paper", 2)
    state = position(game, "Kc Qc 9c", "Kd Qd 2d", pile="Js", stack="3c 4c 5c")
    state = play(game, state, "discard Kc > a", "discard Kd > stack")
    mine, theirs = game.observe(state, 0), game.observe(state, 1)
    assert [game.face(card) for card in mine.zone("hand").cards] == ["9c", "Js", "Qc"]
    assert [game.face(card) for card in theirs.zone("hand 0").cards] == ["Js"]  # seen taken
    assert theirs.zone("hand 0").count == 3
    assert mine.zone("hand 1").cards == ()
    assert mine.history[-1].gain == ()
    assert [game.face(card) for card in theirs.history[-1].gain] == ["3c"]
    assert mine.zone("stack").cards == ()
    assert mine.zone("stack").count == len(state.stack)


def test_after_the_end_all_hands_lie_open_9() -> None:
    game, state = called("paper", "3c", "9d Kd")
    assert [game.face(card) for card in game.observe(state, 0).zone("hand 1").cards] == ["9d", "Kd"]


# --- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "action", "section"),
    [
        ("paper", "yaniv", "§6.1"),
        ("paper", "yaniv > stack", "§6.1"),
        ("paper", "pass", "§3"),
        ("paper", "discard > stack", "§3"),
        ("paper", "discard 2c > stack", "§4.1"),  # not held
        ("paper", "discard Kc Kc > stack", "§4.1"),
        ("paper", "discard Kc 4h > stack", "§4.1"),
        ("paper", "discard 4h 6h 5h > stack", "§4.3"),
        ("paper:take=ends", "discard 6h 5h 4h > stack", "§4.3"),
        ("paper:take=ends", "discard Ks Kc > stack", "§4.3"),
        ("paper", "discard Kc > b", "§5"),
        ("paper", "discard Kc", "§5"),
        ("paper", "discard Kc > hand", "§5"),
    ],
)
def test_a_refusal_names_the_rule(rules: str, action: str, section: str) -> None:
    game = Yaniv(rules)
    state = position(game, "Kc Ks 4h 5h 6h", "Kd")
    illegal = parse_action(game, action)
    assert game.refusal(state, illegal).startswith(f"{section}: ")
    with pytest.raises(Refusal) as caught:
        game.apply(state, illegal)
    assert str(caught.value) == game.refusal(state, illegal)


def test_after_the_end_everything_is_refused() -> None:
    game, state = called("paper", "3c", "9d")
    with pytest.raises(Refusal, match="§6: the deal is over"):
        game.apply(state, Action("yaniv"))


def test_a_card_that_does_not_exist_is_refused() -> None:
    game = Yaniv()
    state = position(game, "Kc Ks", "Kd")
    for card in (-1, 52, 99):
        with pytest.raises(Refusal, match=r"§4\.1"):
            game.apply(state, Action("discard", (card,), "stack"))


def test_a_refusal_speaks_if_and_only_if_the_action_is_illegal() -> None:
    rng = Random(6)
    for _ in range(40):
        game = Yaniv(random_rules("yaniv", rng), rng.randint(2, 6))
        state = game.start(game.deal(rng))
        for _ in range(rng.randint(0, 12)):
            if game.turn(state) is not None:
                state = game.apply(state, choose(game.legal(state), ("yaniv",), 0.5, rng))
        legal = set(game.legal(state))
        hand = state.hands[state.seat or 0]
        others = {
            Action(verb, tuple(rng.sample(hand, rng.randint(0, len(hand)))), to)
            for verb in ("yaniv", "discard")
            for to in ("", "stack", "a", "b")
            for _ in range(5)
        }
        for action in legal | others:
            assert bool(game.refusal(state, action)) == (action not in legal), action_text(game, action)


@pytest.mark.parametrize(
    ("rules", "typed", "laid_as"),
    [
        ("paper", "7s 7h", "7s 7h"),
        ("paper", "7h 7c 7s", "7c 7h 7s"),
        ("paper", "6h 5h 4h", "6h 5h 4h"),
        ("paper", "5h 4h 6h", "4h 5h 6h"),
        ("paper", "6h 5h X1", "6h 5h X1"),
        ("paper:take=ends", "7s 7h", "7h 7s"),
        ("paper:take=ends", "7s 7c 7h", "7h 7c 7s"),  # what lies at the ends stays at the ends
        ("paper:take=ends", "6h 5h 4h", "4h 5h 6h"),
        ("paper:take=ends", "X1 6h 5h", "5h 6h X1"),
        ("paper:take=ends", "6h 5h X1", "X1 5h 6h"),
    ],
)
def test_cards_typed_in_any_order_are_arranged_4_3(rules: str, typed: str, laid_as: str) -> None:
    game = Yaniv(rules + (":" if ":" not in rules else ",") + "jokers=1")
    cards = tuple(map(game.card, typed.split()))
    hand = tuple(sorted(cards))
    assert " ".join(map(game.face, game.arrange(hand, cards))) == laid_as


# --- malformed deals -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"hands": []},
        {"hands": [["Ac"], []]},
        {"hands": None},
        {"pile": []},
        {"stack": []},
        {"pile": ["Ac", "Ac"]},
        {"key": -1},
        {"key": 1 << 64},
        {"key": "7"},
        {"key": True},
        {"first": 2},
        {"first": None},
        {"first": 0.0},
        {"scores": [0]},
        {"scores": ["x", 0]},
        {"scores": None},
        {"scores": [float("nan"), 0]},
        {"stack": [7]},
    ],
)
def test_a_malformed_deal_is_refused(change: dict[str, Any]) -> None:
    game = Yaniv()
    deal = game.deal(Random(1))
    assert game.start(deal)
    with pytest.raises(Refusal):
        game.start(deal | change)


@pytest.mark.parametrize("deal", [None, [], "deal", {}, 7])
def test_what_is_no_deal_is_refused(deal: Any) -> None:
    with pytest.raises(Refusal):
        Yaniv().start(deal)


# --- the oracle ------------------------------------------------------------------------------------


def test_the_law_and_the_oracle_agree_move_for_move() -> None:
    seen = oracle_agrees(30, seed=0)
    assert min(seen["reshuffles"], seen["uncalled"], seen["matches"]) > 0
