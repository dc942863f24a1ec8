"""The law of tricks, section by section of its RULES.md."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtui.core import Action, Refusal, Standing
from cardtui.games.tricks import rules
from cardtui.games.tricks.rules import EXCHANGE, State, Tricks
from cardtui.games.tricks.rulesets import OPTIONS, RULE_SETS

FIRST, SECOND = "0c 3c 2d", "1c 2c 0d"
TEXT = (Path(rules.__file__).parent / "RULES.md").read_text(encoding="utf-8")


def opened(game: Tricks, first: str = FIRST, second: str = SECOND, seat: int = 0) -> State:
    """These hands dealt, the first of them to `seat`."""
    return game.start({"hands": [first.split(), second.split()], "first": seat, "scores": [0.0, 0.0]})


def played(game: Tricks, state: State, cards: str) -> State:
    """The state after these cards."""
    for name in cards.split():
        state = game.apply(state, Action("play", (game.card(name),)))
    return state


def legal(game: Tricks, state: State) -> str:
    """The cards that may be played."""
    return " ".join(game.face(action.cards[0]) for action in game.legal(state))


def refused(game: Tricks, state: State, action: Action) -> str:
    """Why the action is illegal."""
    with pytest.raises(Refusal) as refusal:
        game.apply(state, action)
    return str(refusal.value)


# --- §1, §2: cards and deal -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "size", "low", "high"),
    [
        ("tricks", 20, "0c", "9d"),
        ("tricks:n=13,colours=4", 52, "0c", "12s"),
        ("tricks:n=5,colours=3", 14, "1c", "4h"),
        ("tricks:n=3,colours=1", 2, "1c", "2c"),
    ],
)
def test_1_the_deck(spec: str, size: int, low: str, high: str) -> None:
    game = Tricks(spec)
    assert (len(game.deck), game.face(game.deck[0]), game.face(game.deck[-1])) == (size, low, high)
    assert [game.card(game.face(card)) for card in game.deck] == list(game.deck)


@pytest.mark.parametrize("text", ["7C", " 7♣ ", "7c"])
def test_1_1_cards_are_read_in_every_way_of_writing(text: str) -> None:
    assert Tricks().face(Tricks().card(text)) == "7c"


@pytest.mark.parametrize("text", ["10c", "0h", "c", "7", "", "-1c", "07c"])
def test_1_1_what_is_no_card_of_the_deck_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="no card of this deck"):
        Tricks().card(text)


def test_2_1_all_cards_are_dealt_half_to_each() -> None:
    game = Tricks("tricks:n=5,colours=3")
    state = game.start(game.deal(Random(1)))
    assert sorted(state.hands[0] + state.hands[1]) == list(game.deck)
    assert [len(hand) for hand in state.hands] == [7, 7]


def test_2_2_a_hand_and_its_legal_cards_keep_the_order_dealt() -> None:
    game = Tricks()
    state = opened(game, "9c 0d 3c 1d 2c", "8c 2d 0c 7c 3d")
    assert legal(game, state) == "9c 0d 3c 1d 2c"
    assert legal(game, played(game, state, "3c")) == "8c 0c 7c"


def test_2_3_the_first_seat_holds_the_first_hand_and_alternates() -> None:
    game = Tricks()
    assert game.deal(Random(1), game.opening())["first"] == 0
    assert game.deal(Random(1), Standing((0.0, 0.0), 1, 1))["first"] == 1
    state = opened(game, seat=1)
    assert state.seat == 1 and [game.face(card) for card in state.hands[1]] == FIRST.split()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"hands": [["0c"], ["1c", "2c"]]}, "one size"),
        ({"hands": [[], []]}, "at least one card"),
        ({"hands": [["0c"], ["0c"]]}, "each card once, not 0c twice"),
        ({"hands": [["0c"]]}, "malformed"),
        ({"hands": [["0c"], ["0h"]]}, "malformed"),
        ({"first": 2}, "first must be a seat"),
        ({"first": True}, "first must be a seat"),
        ({"scores": [0.0]}, "2 scores"),
        ({"scores": [0.0, float("nan")]}, "2 scores"),
    ],
)
def test_2_a_malformed_deal_is_refused(changed: dict[str, Any], reason: str) -> None:
    deal = {"hands": [["0c"], ["1c"]], "first": 0, "scores": [0.0, 0.0]}
    with pytest.raises(Refusal, match=reason):
        Tricks().start(deal | changed)


# --- §3: a game -----------------------------------------------------------------------------------


def test_3_1_the_owner_of_the_first_hand_leads_any_card() -> None:
    game = Tricks()
    assert opened(game).seat == 0 and legal(game, opened(game)) == FIRST


def test_3_2_colour_is_followed_while_it_can_be() -> None:
    game = Tricks()
    state = opened(game)
    assert legal(game, played(game, state, "0c")) == "1c 2c"
    assert legal(game, played(game, state, "3c 1c 2d 0d 0c")) == "2c"
    assert legal(game, played(game, opened(game, "0d 1d", "2c 3d"), "1d 3d 2c")) == "0d"


@pytest.mark.parametrize(("cards", "winner"), [("0c 1c", 1), ("3c 2c", 0), ("2d 0d", 0)])
def test_3_3_the_higher_card_of_the_led_colour_takes_the_trick_and_leads(cards: str, winner: int) -> None:
    game = Tricks()
    state = played(game, opened(game), cards)
    assert state.seat == winner and state.taken[0][winner] == 1


def test_3_3_who_did_not_follow_cannot_take_the_trick() -> None:
    game = Tricks()
    state = played(game, opened(game, "0c 1c", "8d 9d"), "0c 9d")
    assert state.seat == 0 and state.taken == ((1, 0),)


def test_3_4_who_may_revoke_loses_the_trick_with_another_colour() -> None:
    game = Tricks("tricks:revoke=yes")
    state = played(game, opened(game), "0c")
    assert legal(game, state) == SECOND
    assert played(game, state, "0d").taken == ((1, 0),)


# --- §4, §5: the match ------------------------------------------------------------------------------


def test_4_1_in_the_second_half_the_seats_have_exchanged_the_hands() -> None:
    game = Tricks()
    state = played(game, opened(game), "0c 1c 2c 3c 2d 0d")
    assert state.seat == 1 and state.taken == ((2, 1), (0, 0)) and state.history[-1] == EXCHANGE
    assert [game.face(card) for card in state.hands[1]] == FIRST.split()
    assert [game.face(card) for card in state.hands[0]] == SECOND.split()
    assert state.played == ()


@pytest.mark.parametrize(
    ("second_half", "returns"),
    [
        ("0c 1c 2c 3c 2d 0d", (0.0, 0.0)),  # two tricks of three, as in the first half
        ("3c 1c 2d 0d 0c 2c", (0.0, 0.0)),
        ("3c 1c 0c 2c 0d 2d", (0.0, 0.0)),
        ("2d 0d 3c 2c 0c 1c", (0.0, 0.0)),
    ],
)
def test_5_1_equal_tricks_with_the_first_hand_are_a_draw(second_half: str, returns: tuple[float, float]) -> None:
    game = Tricks()
    state = played(game, opened(game), f"0c 1c 2c 3c 2d 0d {second_half}")
    assert state.seat is None and game.returns(state) == returns


@pytest.mark.parametrize("first", [0, 1])
def test_5_1_more_tricks_with_the_first_hand_win(first: int) -> None:
    game = Tricks()
    state = opened(game, "2c 0c", "1c 3d", first)
    one = played(game, state, "2c 1c 0c 3d")
    assert one.taken[0][first] == 2
    won = played(game, one, "0c 1c 3d 2c")
    assert won.taken[1][first] == 2 and won.seat is None
    assert game.returns(won)[first] == 1.0 and game.returns(won)[1 - first] == -1.0
    other = played(game, played(game, state, "0c 1c 3d 2c"), "2c 1c 0c 3d")
    assert game.returns(other)[first] == -1.0


def test_5_2_without_duplicate_more_tricks_win() -> None:
    game = Tricks("tricks:duplicate=no")
    state = played(game, opened(game), "0c 1c 2c 3c 2d 0d")
    assert state.seat is None and game.returns(state) == (1.0, -1.0)
    assert game.returns(played(game, opened(game, "0c 3c", "1c 2c"), "0c 1c 2c 3c")) == (0.0, 0.0)


def test_5_3_totals_decide_after_so_many_deals() -> None:
    game = Tricks("tricks:duplicate=no,deals=2")
    state = played(game, opened(game), "0c 1c 2c 3c 2d 0d")
    standing = game.carry(game.opening(), state)
    assert standing == Standing((1.0, -1.0), 1, 1, ())
    assert game.carry(standing, state) == Standing((2.0, -2.0), 2, 1, (0,))
    drawn = played(game, opened(game, "0c 3c", "1c 2c"), "0c 1c 2c 3c")
    assert game.carry(Standing((0.0, 0.0), 1), drawn).winners == (0, 1)
    endless = Tricks("tricks:duplicate=no,deals=0")
    assert endless.carry(Standing((9.0, -9.0), 99), state).winners == ()


# --- refusals, §6, §7 -------------------------------------------------------------------------------


def test_3_illegal_actions_are_refused_with_the_rule() -> None:
    game = Tricks()
    state = played(game, opened(game), "0c")
    card = game.card
    assert refused(game, state, Action("play", (card("0d"),))) == "§3.2: 0d does not follow colour; play 1c or 2c"
    assert "not in this hand" in refused(game, state, Action("play", (card("3c"),)))
    assert "no move" in refused(game, state, Action("pass"))
    assert "play one card" in refused(game, state, Action("play", (card("1c"), card("2c"))))
    assert "play one card" in refused(game, state, Action("play", (card("1c"),), "pile"))
    over = played(game, state, "1c 2c 3c 2d 0d 0c 1c 2c 3c 2d 0d")
    assert "the deal is over" in refused(game, over, Action("play", (card("1c"),)))


@pytest.mark.parametrize("seats", [1, 3])
def test_2_1_two_seats(seats: int) -> None:
    with pytest.raises(Refusal, match="2 seats"):
        Tricks(seats=seats)


def test_6_the_table_of_options_is_that_of_the_law() -> None:
    table = TEXT.partition("## §6")[2].partition("## §7")[0]
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (.+) \|$", table, re.MULTILINE)
    assert [(key, default) for key, default, _ in rows] == [(key, str(s.default)) for key, s in OPTIONS.items()]
    for key, _, values in rows:
        assert values == OPTIONS[key].values()
    assert RULE_SETS == {"tricks": {}}


def test_7_both_seats_see_everything() -> None:
    game = Tricks()
    state = played(game, opened(game), "0c 1c 2c")
    mine, theirs = game.observe(state, 0), game.observe(state, 1)
    assert mine.zone("hand") == theirs.zone("hand 0")._replace(name="hand")
    assert mine.zone("hand 1").cards == theirs.zone("hand").cards == state.hands[1]
    assert mine.zone("trick").cards == (game.card("2c"),) and mine.zone("played").count == 3
    assert mine.history == theirs.history and mine.facts == theirs.facts
    assert mine.facts["taken"] == [[0, 1]] and mine.facts["to_move"] == 0 and mine.facts["half"] == 0


def test_7_the_world_of_an_observation_is_the_state_itself() -> None:
    game, rng = Tricks("tricks:n=4,colours=3"), Random(3)
    state = game.start(game.deal(rng))
    while state.seat is not None:
        assert game.determinize(game.observe(state, rng.randrange(2)), rng) == state
        state = game.apply(state, rng.choice(game.legal(state)))
    assert game.determinize(game.observe(state, 0), rng) == state


def test_7_an_observation_that_cannot_be_is_refused() -> None:
    game = Tricks()
    seen = game.observe(played(game, opened(game), "0c 1c"), 0)
    for wrong in (
        seen._replace(history=()),
        seen._replace(history=seen.history[1:]),
        seen._replace(turn=3),
        seen._replace(facts={**seen.facts, "taken": [[1, 0]]}),
    ):
        with pytest.raises(Refusal, match="no deal looks like this"):
            game.determinize(wrong, Random(1))
