"""Yaniv's rules, section by section of RULES.md: cards, deal, discard, take, call, result."""

from __future__ import annotations

from random import Random

import pytest

from cardtui.core import Action, Refusal, Standing
from cardtui.games.yaniv.cards import reshuffled
from cardtui.games.yaniv.rules import MAX_TURNS, State, Yaniv
from cardtui.testing.laws import choose

from ..oracle import yaniv as oracle
from .deals import called, laid, play, position

# --- §1 cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "hand", "score"),
    [
        ("paper", "Ac 2d 10h Js Kc", 1 + 2 + 10 + 11 + 13),
        ("club", "Ac 2d 10h Js Kc", 1 + 2 + 10 + 10 + 10),
        ("club", "X1 X2 Qd", 10),
        ("paper:jokers=1", "X1 Qd", 12),
    ],
)
def test_what_cards_count_1_3(rules: str, hand: str, score: int) -> None:
    game = Yaniv(rules)
    assert game.score(map(game.card, hand.split())) == score


@pytest.mark.parametrize(("jokers", "size"), [(0, 52), (1, 53), (2, 54)])
def test_the_deck_1_1_and_1_2(jokers: int, size: int) -> None:
    game = Yaniv(f"paper:jokers={jokers}")
    assert len(game.deck) == size == len({game.face(card) for card in game.deck})


@pytest.mark.parametrize("text", ["10h", "10H", "Th", "10♥", " th ", "T♥"])
def test_a_card_is_read_in_any_spelling(text: str) -> None:
    assert Yaniv().face(Yaniv().card(text)) == "10h"


@pytest.mark.parametrize("text", ["", "11h", "1h", "h10", "X1", "Kx", "7", "♥"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="no card of this deck"):
        Yaniv().card(text)


# --- §2 deal -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_deal_2_1(seats: int) -> None:
    game = Yaniv("club", seats)
    deal = game.deal(Random(1))
    assert [len(hand) for hand in deal["hands"]] == [5] * seats
    assert len(deal["pile"]) == 1
    assert len(deal["stack"]) == 54 - 5 * seats - 1
    assert game.turn(game.start(deal)) == 0


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_seats_2_1(seats: int) -> None:
    with pytest.raises(Refusal, match="2 to 6"):
        Yaniv("paper", seats)


def test_the_opener_rotates_2_2() -> None:
    game, state = called("paper", "Ac", "Kc", "Kd")
    assert game.carry(game.opening(), state).first == 1
    game, state = called("paper", "Kc", "Kd", "Ac", first=2)
    assert game.carry(game.opening(), state).first == 0


def test_the_winner_opens_2_2() -> None:
    game, state = called("club", "Ac", "Kc", "Kd")
    assert game.carry(game.opening(), state).first == 0
    game, state = called("club", "4c", "Kc", "3d")
    assert game.carry(game.opening(), state).first == 2


def test_of_several_winners_the_caller_opens_2_2() -> None:
    game, state = called("paper:start=winner", "Kc", "Ac", "Ad", "Ah", first=2)
    assert game.carry(game.opening(), state).first == 2
    game = Yaniv("paper:start=winner", 3)
    start = position(game, "Kc Qc", "9d", "Ad", stack="2s Ah")
    state = play(game, start, "discard Kc > stack", "discard 9d > stack", "yaniv")
    assert state.caller == 2 and game.returns(state) == (0.0, 0.5, 0.5)
    assert game.carry(game.opening(), state).first == 2


def test_else_the_first_winner_after_the_caller_opens_2_2() -> None:
    game, state = called("club", "Kc", "Ac", "2d", "Ah", first=2)
    assert game.returns(state) == (-10.0, 0.0, -32.0, 0.0)
    assert game.carry(game.opening(), state).first == 3


def test_without_a_caller_the_opener_or_the_first_winner_after_it_opens_2_2() -> None:
    game = Yaniv("paper:start=winner,call=1", 3)
    hands = tuple((game.card(face),) for face in ("2c", "Kc", "2d"))
    state = at_the_end(game, hands, first=1)
    assert game.carry(game.opening(), state).first == 2


def test_seats_act_in_turn_2_3() -> None:
    game = Yaniv("paper", 3)
    state = position(game, "Kc Qc", "Kd Qd", "Kh Qh", first=2)
    order = []
    for text in ("Kh", "Kc", "Kd", "Qh"):
        order.append(game.turn(state))
        state = play(game, state, f"discard {text} > stack")
    assert order == [2, 0, 1, 2]


# --- §4 discard ----------------------------------------------------------------------------------


def test_one_card_4_1() -> None:
    game = Yaniv()
    assert laid(game, position(game, "Kc 9d 2h", "Kd")) == {"Kc", "9d", "2h"}


def test_a_set_with_any_card_last_4_1_and_4_3() -> None:
    game = Yaniv()
    found = laid(game, position(game, "7c 7h 7s", "Kd"))
    assert found == {"7c", "7h", "7s", "7c 7h", "7h 7c", "7c 7s", "7s 7c", "7h 7s", "7s 7h",
                     "7c 7h 7s", "7c 7s 7h", "7h 7s 7c"}  # fmt: skip


def test_a_set_by_its_ends_4_3() -> None:
    game = Yaniv("paper:take=ends")
    found = laid(game, position(game, "7c 7h 7s", "Kd"))
    assert found == {"7c", "7h", "7s", "7c 7h", "7c 7s", "7h 7s", "7c 7h 7s", "7c 7s 7h", "7h 7c 7s"}


def test_a_run_upwards_and_downwards_4_1_and_4_3() -> None:
    game = Yaniv()
    assert laid(game, position(game, "4h 5h 6h Ks", "Kd")) == {"4h", "5h", "6h", "Ks", "4h 5h 6h", "6h 5h 4h"}
    game = Yaniv("paper:take=ends")
    assert laid(game, position(game, "4h 5h 6h Ks", "Kd")) == {"4h", "5h", "6h", "Ks", "4h 5h 6h"}


@pytest.mark.parametrize("hand", ["4h 5h 6d", "4h 5h 7h", "4h 5h", "4h 5d 6h 8h", "Qc Kc Ac", "Kc Ac 2c"])
def test_no_run_4_1(hand: str) -> None:
    game = Yaniv()
    state = position(game, hand, "Kd")
    assert laid(game, state) == set(hand.split())
    with pytest.raises(Refusal, match=r"§4\.1.*neither a set .* nor a run"):
        play(game, state, f"discard {hand} > stack")


def test_the_ace_is_low_4_1() -> None:
    game = Yaniv()
    assert "Ac 2c 3c" in laid(game, position(game, "Ac 2c 3c", "Kd"))


@pytest.mark.parametrize(
    ("hand", "runs"),
    [
        ("4h 6h X1", {"4h X1 6h"}),
        ("4h 5h X1", {"4h 5h X1", "X1 4h 5h"}),
        ("Ah 2h X1", {"Ah 2h X1"}),  # nothing below the ace
        ("Qh Kh X1", {"X1 Qh Kh"}),  # nothing above the king
        ("9h X1 X2", {"9h X1 X2", "X1 9h X2", "X1 X2 9h"}),
        ("Jh Qh Kh X1", {"X1 Jh Qh Kh"}),
        ("Kh X1 X2", {"X1 X2 Kh"}),
        ("4h 7h X1 X2", {"4h X1 X2 7h"}),
        ("4h 8h X1 X2", set()),
        ("4h 5d X1", set()),
        ("4h 5d 6h X1", set()),
        ("4h 4d X1", set()),  # no joker in a set
    ],
)
def test_jokers_are_wild_in_runs_4_2(hand: str, runs: set[str]) -> None:
    game = Yaniv("club")
    found = laid(game, position(game, hand, "Kd"))
    whole = {text for text in found if len(text.split()) == len(hand.split())}
    assert whole == runs


def test_two_jokers_are_a_set_4_2() -> None:
    game = Yaniv("club")
    assert laid(game, position(game, "X1 X2", "Kd")) == {"X1", "X2", "X1 X2"}


# --- §5 take -------------------------------------------------------------------------------------


def test_taking_the_last_card_of_the_last_discard_5_2() -> None:
    game = Yaniv()
    state = position(game, "7c 7h Kc", "Kd Qd", pile="9s", stack="2c")
    state = play(game, state, "discard 7h 7c > stack")
    assert {action.to for action in game.legal(state)} == {"stack", "a"}
    state = play(game, state, "discard Kd > a")
    assert [game.face(card) for card in state.hands[1]] == ["7c", "Qd"]
    assert [game.face(card) for card in state.buried] == ["9s", "7h"]


def test_taking_either_end_5_2() -> None:
    game = Yaniv("paper:take=ends")
    state = position(game, "4h 5h 6h Kc", "Kd Qd", stack="2c")
    assert {action.to for action in game.legal(state)} == {"stack", "a"}  # one card lies there
    state = play(game, state, "discard 4h 5h 6h > stack")
    assert {action.to for action in game.legal(state)} == {"stack", "a", "b"}
    for end, card in (("a", "4h"), ("b", "6h")):
        after = play(game, state, f"discard Kd > {end}")
        assert card in [game.face(card) for card in after.hands[1]]


def test_what_was_just_laid_cannot_be_taken_back_5_1() -> None:
    game = Yaniv()
    after = play(game, position(game, "Kc 2c", "Kd", pile="9s"), "discard Kc > a")
    assert [game.face(card) for card in after.hands[0]] == ["2c", "9s"]


def test_the_stack_is_drawn_from_its_top_5_1() -> None:
    game = Yaniv()
    after = play(game, position(game, "Kc 2c", "Kd", stack="5s 6s"), "discard Kc > stack")
    assert [game.face(card) for card in after.hands[0]] == ["2c", "5s"]
    assert game.face(after.stack[0]) == "6s"


def test_the_empty_stack_5_3_and_5_4() -> None:
    """The reshuffle orders the buried pile by the oracle's own splitmix64; what was just laid stays."""
    game = Yaniv("paper", 2)
    cards = [game.face(card) for card in game.deck]
    hands, pile, stack = [["Kc", "Kd"], ["Kh"]], cards[:47], ["Ks", "Qs"]
    pile = [card for card in cards if card not in ["Kc", "Kd", "Kh", *stack]]
    deal = {"hands": hands, "pile": pile, "stack": stack, "key": 12345, "first": 0, "scores": [0, 0]}
    state = play(game, game.start(deal), "discard Kc > stack", "discard Kh > stack")
    buried = [game.card(face) for face in [*pile, "Kc"]]
    assert list(state.stack) == oracle.shuffled(buried, 12345, 0)
    assert list(reshuffled(buried, 12345, 1)) == oracle.shuffled(buried, 12345, 1) != list(state.stack)
    assert state.buried == ()
    assert [game.face(card) for card in state.top] == ["Kh"]
    assert state.reshuffles == 1
    assert [event.action.verb for event in game.observe(state, 0).history][-1] == "reshuffle"


# --- §6 call -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "hand", "may"),
    [
        ("paper", "7c", True),
        ("paper", "3c 4c", True),
        ("paper", "8c", False),
        ("paper:call=1", "Ac", True),
        ("paper:call=1", "2c", False),
        ("paper:call=30", "10c 10d 10h", True),
        ("club", "X1 X2 7d", True),
    ],
)
def test_who_may_call_6_1(rules: str, hand: str, may: bool) -> None:
    game = Yaniv(rules)
    state = position(game, hand, "Kd")
    assert (Action("yaniv") in game.legal(state)) == may
    if not may:
        with pytest.raises(Refusal, match=r"§6\.1: Yaniv needs a score of at most"):
            play(game, state, "yaniv")


def test_a_call_ends_the_deal_6_1() -> None:
    game, state = called("paper", "Ac", "Kc")
    assert game.turn(state) is None
    assert state.caller == 0


def at_the_end(game: Yaniv, hands: tuple[tuple[int, ...], ...], first: int = 0) -> State:
    """A deal that ended without a call, in which the seats held these hands."""
    game_hands = [" ".join(map(game.face, hand)) for hand in hands]
    return position(game, *game_hands, first=first)._replace(seat=None, turn=MAX_TURNS)


def test_five_hundred_turns_6_2() -> None:
    game = Yaniv("paper:call=1")
    rng = Random(4)
    state = game.start(game.deal(rng))
    turns = 0
    while game.turn(state) is not None:
        actions = [action for action in game.legal(state) if len(action.cards) == 1]
        state = game.apply(state, rng.choice(actions))
        turns += 1
    assert turns == MAX_TURNS == game.max_turns
    assert state.caller is None
    assert sum(game.returns(state)) == 1


# --- §7 result -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "returns"),
    [
        (("3c", "Kd"), (1, 0)),
        (("3c", "2d"), (0, 1)),
        (("3c", "3d"), (0, 1)),  # at a table of two the caller loses the tie
        (("3c", "3d", "Kc"), (0.5, 0.5, 0)),
        (("3c", "3d", "3h"), (1 / 3, 1 / 3, 1 / 3)),
        (("3c", "2d", "2h"), (0, 0.5, 0.5)),
    ],
)
def test_wins_7_1(hands: tuple[str, ...], returns: tuple[float, ...]) -> None:
    game, state = called("paper", *hands)
    assert game.returns(state) == pytest.approx(returns)


def test_a_tie_of_two_without_a_caller_is_shared_7_1() -> None:
    game = Yaniv()
    assert game.returns(at_the_end(game, ((game.card("9c"),), (game.card("9d"),)))) == (0.5, 0.5)


@pytest.mark.parametrize(
    ("rules", "hands", "added"),
    [
        ("club", ("3c", "Kd", "9d"), (0, 10, 9)),
        ("club", ("3c", "3d", "9d"), (33, 0, 9)),  # Assaf by a tie
        ("club", ("3c", "2d", "9d"), (33, 0, 9)),
        ("club", ("3c", "2d", "2h"), (33, 0, 0)),
        ("club", ("3c", "3d", "2h"), (33, 3, 0)),
        ("club:assaf=50", ("3c", "2d", "9d"), (53, 0, 9)),
        ("club:assaf=0", ("3c", "2d", "9d"), (3, 0, 9)),
        ("club:assaf=0", ("3c", "3d", "9d"), (0, 0, 9)),
        ("club", ("X1", "X2", "9d"), (30, 0, 9)),
    ],
)
def test_points_7_2(rules: str, hands: tuple[str, ...], added: tuple[float, ...]) -> None:
    game, state = called(rules, *hands)
    assert game.returns(state) == tuple(-points for points in added)


def test_points_without_a_caller_7_2() -> None:
    game = Yaniv("club", 3)
    state = at_the_end(game, tuple((game.card(face),) for face in ("9c", "Kd", "9d")))
    assert game.returns(state) == (0, -10, 0)


@pytest.mark.parametrize(
    ("rules", "before", "after"),
    [
        ("club", 41, 25),  # 41 + 9 lands on 50
        ("club", 91, 50),  # on 100
        ("club", 40, 49),
        ("club", 42, 51),
        ("club:halve=no", 41, 50),
        ("club:limit=200", 91, 50),
        ("club:limit=200", 41, 50),
        ("club:limit=200", 191, 100),
        ("club:limit=0", 41, 50),
    ],
)
def test_halving_7_3(rules: str, before: float, after: float) -> None:
    game, state = called(rules, "3c", "9d")
    standing = game.carry(Standing((0.0, float(before))), state)
    assert standing.scores == (0, after)


def test_who_adds_nothing_is_not_halved_again_7_3() -> None:
    game, state = called("club", "3c", "9d")
    assert game.carry(Standing((50.0, 0.0)), state).scores == (50, 9)


def test_wins_are_never_halved_7_3() -> None:
    game, state = called("paper:halve=yes,limit=2", "3c", "9d")
    assert game.carry(Standing((0.0, 0.0)), state).scores == (1, 0)


@pytest.mark.parametrize(
    ("rules", "before", "winners"),
    [
        ("club", (0, 91), ()),  # on the limit is not over it (and is halved)
        ("club", (0, 92), (0,)),
        ("club:halve=no", (0, 91), ()),
        ("club:limit=0", (0, 900), ()),
        ("club:limit=200", (0, 150), ()),
        ("club", (101, 92), (0, 1)),
        ("club:deals=1", (9, 0), (0, 1)),
        ("paper:deals=1", (0, 0), (0,)),
        ("paper:deals=1", (0, 1), (0, 1)),
        ("paper:deals=2", (0, 0), ()),
        ("paper:deals=0", (7, 0), ()),
        ("paper:deals=0,limit=1", (7, 0), ()),
    ],
)
def test_the_match_ends_7_1_and_7_4(rules: str, before: tuple[float, float], winners: tuple[int, ...]) -> None:
    game, state = called(rules, "3c", "9d")
    assert game.carry(Standing(tuple(map(float, before))), state).winners == winners


def test_equal_shares_added_in_another_order_are_a_tie_7_4() -> None:
    sixth, half = 1 / 6, 1 / 2
    a, b = sixth + half + half, half + half + sixth
    assert a != b, "floats that this test is about"
    game, state = called("paper:deals=1", "3c", "Kd", "Kh")
    assert game.carry(Standing((0.0, a, b)), state).winners == (1, 2)


def test_a_whole_match_of_ten_deals_7_1() -> None:
    game, rng = Yaniv("paper", 3), Random(8)
    standing = game.opening()
    while not standing.winners:
        state = game.start(game.deal(rng, standing))
        while game.turn(state) is not None:
            state = game.apply(state, choose(game.legal(state), ("yaniv",), 1.0, rng))
        standing = game.carry(standing, state)
    assert standing.deals == 10
    assert sum(standing.scores) == pytest.approx(10)
