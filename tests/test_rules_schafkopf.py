"""Schafkopf's rules, section by section of RULES.md."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtui.core import Refusal, Standing, parse_action
from cardtui.games.schafkopf import rules
from cardtui.games.schafkopf.cards import COLOUR, CONTRACTS, NAMES, POINTS, TRUMP, playable, read_card, winner
from cardtui.games.schafkopf.rules import Schafkopf, State
from cardtui.games.schafkopf.rulesets import RULE_SETS
from cardtui.games.schafkopf.settlement import runners, settle, settle_ramsch

# --- hands that serve many tests: seat 1 holds EA with the ten and the king, seat 0 may call it ------------------

HANDS = (
    "E7 G7 G8 S7 H7 H8 SU EO",
    "EA E10 EK G9 S8 S9 H9 HU",
    "E8 E9 GK G10 SK H10 HK GU",
    "GA S10 SA HA EU SO HO GO",
)
RUNNER = (
    "E7 G7 G8 S7 H7 H8 SU EO",
    "EA E10 EK E9 S8 S9 H9 HU",
    "E8 G9 GK G10 SK H10 HK GU",
    "GA S10 SA HA EU SO HO GO",
)
"""Seat 1 holds four Eichel."""


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(read_card, text.split()))


def position(game: Schafkopf, hands: tuple[str, ...] = HANDS, first: int = 0, **given: Any) -> State:
    """A deal of these hands, in the order in which they are written."""
    return game.start({"hands": [hand.split() for hand in hands], "first": first, "scores": [0.0] * 4} | given)


def play(game: Schafkopf, state: State, *actions: str) -> State:
    """Actions as text; a card's face alone is that card played."""
    for text in actions:
        words = f"play {text}" if text in NAMES else text
        state = game.apply(state, parse_action(game, words))
    return state


def at_play(rules: str, bid: str, hands: tuple[str, ...] = HANDS, declarer: int = 0, first: int = 0) -> Any:
    """The game and the first lead of a deal in which `declarer` alone bids."""
    game = Schafkopf(rules)
    state = position(game, hands, first)
    while state.phase != "play":
        state = play(game, state, f"bid > {bid}" if state.phase == "bid" and state.seat == declarer else "pass")
    return game, state


def legal(game: Schafkopf, state: State) -> set[str]:
    """The cards that may be played."""
    return {NAMES[action.cards[0]] for action in game.legal(state) if action.verb == "play"}


def bids(game: Schafkopf, state: State) -> list[str]:
    return [action.to or action.verb for action in game.legal(state)]


def refused(game: Schafkopf, state: State, action: str, section: str) -> None:
    with pytest.raises(Refusal, match=f"^{section}: "):
        play(game, state, action)


# --- §1 cards -----------------------------------------------------------------------------------------


def test_points_1_2() -> None:
    assert sum(POINTS) == 120
    assert {NAMES[c][1:]: POINTS[c] for c in range(32)} == {
        "7": 0, "8": 0, "9": 0, "U": 2, "O": 3, "K": 4, "10": 10, "A": 11,
    }  # fmt: skip


def test_the_short_deck_1_3() -> None:
    deck = Schafkopf("paper:deck=short").deck
    assert len(deck) == 24
    assert sum(POINTS[card] for card in deck) == 120


@pytest.mark.parametrize("text", ["S10", "s10", "ST", " st "])
def test_a_card_is_read_in_any_spelling_1_4(text: str) -> None:
    assert Schafkopf().face(Schafkopf().card(text)) == "S10"


@pytest.mark.parametrize("text", ["", "S1", "OE", "E", "X7", "Kh"])
def test_what_is_no_card_is_refused_1_4(text: str) -> None:
    with pytest.raises(Refusal, match="no card of this deck"):
        Schafkopf().card(text)


def test_the_short_deck_has_no_seven_1_3() -> None:
    with pytest.raises(Refusal, match="no card of this deck"):
        Schafkopf("paper:deck=short").card("E7")


# --- §2 deal ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [0, 2, 3, 5])
def test_four_seats_2_1(seats: int) -> None:
    with pytest.raises(Refusal, match="4 seats"):
        Schafkopf("paper", seats)


@pytest.mark.parametrize(("rules", "size"), [("paper", 8), ("paper:deck=short", 6)])
def test_the_deal_2_2(rules: str, size: int) -> None:
    game = Schafkopf(rules)
    deal = game.deal(Random(1))
    assert [len(hand) for hand in deal["hands"]] == [size] * 4
    assert game.turn(game.start(deal)) == 0


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"hands": [["EO"] * 8] * 4}, "each of the 32 cards once"),
        ({"hands": [["EO"]] * 4}, "4 hands of 8 cards"),
        ({"first": 4}, "must be a seat"),
        ({"first": True}, "must be a seat"),
        ({"scores": [0.0]}, "4 scores"),
        ({"scores": [float("nan")] * 4}, "4 scores"),
        ({"hands": None}, "malformed"),
        ({"scores": ["x"] * 4}, "malformed"),
    ],
)
def test_a_malformed_deal_is_refused_2_2(change: dict[str, Any], says: str) -> None:
    game = Schafkopf()
    with pytest.raises(Refusal, match=says):
        game.start(game.deal(Random(1)) | change)


def test_forehand_goes_round_2_3() -> None:
    game, state = at_play("paper", "wenz", first=3)
    assert game.carry(game.opening(), state).first == 0


# --- §3 knocking --------------------------------------------------------------------------------------


def test_a_knock_is_said_on_the_first_packet_3() -> None:
    game = Schafkopf("paper:klopfen=yes")
    state = position(game, first=2)
    for seat in (2, 3, 0, 1):
        assert game.turn(state) == seat
        assert bids(game, state) == ["pass", "knock"]
        seen = game.observe(state, seat)
        assert set(seen.zone("hand").cards) == set(cards(" ".join(HANDS[seat].split()[:4])))
        assert seen.zone("undealt").count == 16
        state = play(game, state, "knock" if seat in (2, 1) else "pass")
    assert state.knocks == (2, 1)
    assert game.turn(state) == 2
    assert game.observe(state, 0).zone("hand").count == 8


def test_each_knock_doubles_3() -> None:
    paid = settle({**Schafkopf().options}, "wenz", (0,), [cards("EA"), (), (), ()], frozenset(), Schafkopf().deck, 0)
    twice = settle({**Schafkopf().options}, "wenz", (0,), [cards("EA"), (), (), ()], frozenset(), Schafkopf().deck, 2)
    assert twice.each == 4 * paid.each


# --- §4 games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "trumps"),
    [
        ("ruf-gras", "EO GO HO SO EU GU HU SU HA H10 HK H9 H8 H7"),
        ("solo-herz", "EO GO HO SO EU GU HU SU HA H10 HK H9 H8 H7"),
        ("solo-eichel", "EO GO HO SO EU GU HU SU EA E10 EK E9 E8 E7"),
        ("wenz", "EU GU HU SU"),
        ("geier", "EO GO HO SO"),
        ("wenz-gras", "EU GU HU SU GA G10 GK GO G9 G8 G7"),
        ("ramsch", "EO GO HO SO EU GU HU SU HA H10 HK H9 H8 H7"),
    ],
)
def test_trumps_4(name: str, trumps: str) -> None:
    assert CONTRACTS[name].trumps == cards(trumps)
    strengths = [CONTRACTS[name].strength[card] for card in cards(trumps)]
    assert strengths == sorted(strengths, reverse=True)


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("wenz", "EA E10 EK EO E9 E8 E7"),  # checklist 9
        ("geier", "EA E10 EK EU E9 E8 E7"),
        ("ruf-gras", "EA E10 EK E9 E8 E7"),
        ("solo-gras", "HA H10 HK H9 H8 H7"),
    ],
)
def test_the_order_of_a_plain_suit_4_7(name: str, order: str) -> None:
    contract = CONTRACTS[name]
    suit = contract.suit[cards(order)[0]]
    assert suit != TRUMP
    assert {card for card in range(32) if contract.suit[card] == suit} == set(cards(order))
    strengths = [contract.strength[card] for card in cards(order)]
    assert strengths == sorted(strengths, reverse=True)


def test_herz_is_plain_in_a_solo_unless_it_is_the_suit_4_4() -> None:
    """Checklist 9."""
    for card in cards("HA H10 HK H9 H8 H7"):
        assert CONTRACTS["solo-gras"].suit[card] == COLOUR[card]
        assert CONTRACTS["solo-herz"].suit[card] == TRUMP


@pytest.mark.parametrize(
    ("hand", "can"),
    [
        ("E7 G7 G8 S7 H7 H8 SU EO", ["ruf-eichel", "ruf-gras", "ruf-schellen"]),
        ("EA E10 EK G9 S8 S9 H9 HU", ["ruf-gras", "ruf-schellen"]),  # holds the ace of Eichel
        ("EO EU GO GU SO SU H7 G7", ["ruf-gras"]),  # Ober and Unter are no plain cards
        ("EO EU GO GU SO SU H7 HA", []),
        ("EA GA SA HA E7 G7 S7 H7", []),
    ],
)
def test_what_may_be_called_4_1(hand: str, can: list[str]) -> None:
    """Checklist 6; Herz is never among them."""
    rest = [name for name in NAMES if name not in hand.split()]
    hands = (hand, *(" ".join(rest[8 * i : 8 * i + 8]) for i in range(3)))
    game = Schafkopf()
    state = position(game, hands)
    assert [name for name in bids(game, state) if name.startswith("ruf")] == can
    for name in ("ruf-eichel", "ruf-gras", "ruf-schellen", "ruf-herz"):
        if name not in can:
            refused(game, state, f"bid > {name}", "§4.1")


@pytest.mark.parametrize(
    ("rules", "games"),
    [
        ("paper", {"wenz", "solo"}),
        ("club", {"wenz", "solo", "wenz-tout", "solo-tout"}),
        ("paper:geier=yes", {"wenz", "geier", "solo"}),
        ("paper:farbwenz=yes", {"wenz", "wenz-x", "solo"}),
        (
            "club:geier=yes,farbwenz=yes",
            {"wenz", "geier", "wenz-x", "solo", "wenz-tout", "geier-tout", "wenz-x-tout", "solo-tout"},
        ),
    ],
)
def test_which_games_there_are_4(rules: str, games: set[str]) -> None:
    game = Schafkopf(rules)
    found = [name for name in bids(game, position(game)) if name != "pass" and not name.startswith("ruf")]
    short = {name.replace("wenz-tout", "wenz~tout") for name in found}
    for suit in ("eichel", "gras", "herz", "schellen"):
        short = {name.replace(f"solo-{suit}", "solo").replace(f"wenz-{suit}", "wenz-x") for name in short}
    assert {name.replace("~", "-") for name in short} == games
    refused(game, position(game), "bid > sie", "§12" if "paper" in rules else "§4.6")


SIE = ("EO GO HO SO EU GU HU SU", "E7 E8 E9 EK E10 EA G7 G8", "G9 GK G10 GA S7 S8 S9 SK", "S10 SA H7 H8 H9 HK H10 HA")


def test_sie_ends_the_deal_at_once_4_6_and_10_3() -> None:
    game = Schafkopf("club")
    state = play(game, position(game, SIE), "bid > sie")
    assert game.turn(state) is None
    assert game.returns(state) == (1560.0, -520.0, -520.0, -520.0)  # (50 + 8 × 10) × 4
    assert game.observe(state, 2).zone("hand 0").cards == state.hands[0]


def test_sie_in_the_short_deck_4_6() -> None:
    game = Schafkopf("club:deck=short")
    rest = [NAMES[card] for card in game.deck if NAMES[card] not in "EO GO HO SO EU GU"]
    hands = ("EO GO HO SO EU GU", *(" ".join(rest[6 * i : 6 * i + 6]) for i in range(3)))
    state = play(game, position(game, hands), "bid > sie")
    assert game.returns(state)[0] == 3 * (50 + 6 * 10) * 4


# --- §5 bidding ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "declarer", "contract"),
    [
        (("ruf-eichel", "pass", "pass", "pass"), 2, "ruf-eichel"),
        (("ruf-eichel", "wenz", "pass", "pass"), 3, "wenz"),
        (("wenz", "solo-gras", "wenz", "pass"), 3, "solo-gras"),
        (("solo-herz", "solo-gras", "wenz", "solo-eichel"), 2, "solo-herz"),
        (("wenz", "ruf-gras", "wenz", "pass"), 2, "wenz"),
    ],
)
def test_the_first_of_the_highest_kind_plays_5_2(said: tuple[str, ...], declarer: int, contract: str) -> None:
    game = Schafkopf("paper")
    state = position(game, HANDS[2:] + HANDS[:2], first=2)
    for bid in said:
        state = play(game, state, bid if bid == "pass" else f"bid > {bid}")
    assert (state.declarer, state.contract) == (declarer, contract)


def test_a_bid_must_be_the_highest_5_5() -> None:
    game = Schafkopf("club")
    state = play(game, position(game), "bid > wenz")
    refused(game, state, "bid > ruf-gras", "§5.5")
    refused(game, state, "bid > wenz", "§5.5")
    assert [name for name in bids(game, state) if "tout" not in name] == [
        "pass", "solo-eichel", "solo-gras", "solo-herz", "solo-schellen",
    ]  # fmt: skip


def test_the_earlier_seat_may_upgrade_5_5() -> None:
    game = Schafkopf("club")
    state = play(game, position(game), "bid > ruf-eichel", "pass", "bid > wenz", "pass")
    assert game.turn(state) == 0
    assert "wenz" in bids(game, state)  # the same kind is enough for the earlier seat
    state = play(game, state, "bid > wenz")
    assert game.turn(state) == 2
    assert "wenz" not in bids(game, state)
    state = play(game, state, "bid > solo-gras")
    assert game.turn(state) == 0
    state = play(game, state, "pass")
    assert (state.declarer, state.contract, state.phase) == (2, "solo-gras", "play")


def test_who_has_passed_is_out_5_5() -> None:
    game = Schafkopf("club")
    state = play(game, position(game), "pass", "bid > ruf-gras", "pass", "pass")
    assert (state.declarer, state.phase) == (1, "play")


def test_without_upgrade_nobody_is_asked_again_5_4() -> None:
    game = Schafkopf("paper")
    state = play(game, position(game), "bid > ruf-eichel", "pass", "bid > wenz", "pass")
    assert (state.declarer, state.phase) == (2, "contra")


# --- §6 contra and retour -----------------------------------------------------------------------------


def test_contra_is_asked_before_the_lead_6_1() -> None:
    """Checklist 10: the holder of the called ace is asked, but can only pass."""
    game = Schafkopf("paper")
    state = play(game, position(game), "bid > ruf-eichel", "pass", "pass", "pass")
    assert (state.phase, game.turn(state)) == ("contra", 1)
    assert bids(game, state) == ["pass"]
    refused(game, state, "contra", "§6.1")
    state = play(game, state, "pass")
    assert bids(game, state) == ["pass", "contra"]
    refused(game, state, "retour", "§6.3")
    state = play(game, state, "pass", "pass")
    assert (state.phase, game.turn(state), state.doubled) == ("play", 0, 0)
    refused(game, state, "contra", "§6.1")


def test_retour_is_asked_of_all_but_who_said_contra_6_3() -> None:
    """Checklist 10: only the declarer's side may say it."""
    game = Schafkopf("paper")
    state = play(game, position(game), "bid > ruf-eichel", "pass", "pass", "pass", "pass", "contra")
    asked = []
    while state.phase == "retour":
        asked.append((game.turn(state), bids(game, state)))
        state = play(game, state, "pass")
    assert asked == [(0, ["pass", "retour"]), (1, ["pass", "retour"]), (3, ["pass"])]
    assert (state.phase, game.turn(state), state.doubled) == ("play", 0, 1)


def test_the_first_retour_ends_the_asking_and_shows_the_partner_6_3() -> None:
    game = Schafkopf("paper")
    state = play(game, position(game), "bid > ruf-eichel", "pass", "pass", "pass", "pass", "pass", "contra", "pass")
    assert game.observe(state, 2).facts["partner"] is None
    state = play(game, state, "retour")
    assert (state.phase, game.turn(state), state.doubled) == ("play", 0, 2)
    assert game.observe(state, 2).facts["partner"] == 1


def test_against_a_soloist_all_three_may_say_contra_6_1() -> None:
    game = Schafkopf("paper")
    state = play(game, position(game), "pass", "bid > wenz", "pass", "pass")
    for seat in (0, 2, 3):
        assert (game.turn(state), bids(game, state)) == (seat, ["pass", "contra"])
        state = play(game, state, "pass")
    assert state.phase == "play"


def test_contra_with_all_eight_cards_6_2() -> None:
    game, state = at_play("club", "ruf-eichel")
    assert "contra" not in bids(game, state)  # the declarer
    refused(game, state, "contra", "§6.1")
    state = play(game, state, "EO")
    assert "contra" not in bids(game, state)  # the partner
    state = play(game, state, "H9")
    assert game.legal(state)[0].verb == "contra"
    state = play(game, state, "contra")
    assert (state.phase, game.turn(state)) == ("retour", 0)
    state = play(game, state, "pass", "pass", "pass")
    assert (state.phase, game.turn(state), state.doubled) == ("play", 2, 1)
    state = play(game, state, "HK")
    assert "contra" not in bids(game, state)  # nobody says it twice
    refused(game, state, "contra", "§6.1")


def test_contra_has_its_time_6_2() -> None:
    game, state = at_play("club", "ruf-eichel")
    state = play(game, state, "EO", "H9", "HK", "HA", "H7", "HU", "H10")
    refused(game, state, "contra", "§6.2")


# --- §7 play ------------------------------------------------------------------------------------------


def test_suit_must_be_followed_7_2() -> None:
    game, state = at_play("paper", "ruf-eichel")
    state = play(game, state, "G7")
    assert legal(game, state) == {"G9"}
    refused(game, state, "play S8", "§7.2")
    refused(game, state, "play GA", "§7")


def test_all_trumps_are_one_suit_7_2() -> None:
    game, state = at_play("paper", "ruf-eichel")
    state = play(game, state, "SU")
    assert legal(game, state) == {"H9", "HU"}
    refused(game, state, "play S8", "§7.2")  # the Schellen-Unter is no Schellen


@pytest.mark.parametrize(
    ("name", "trick", "takes"),
    [
        ("ruf-gras", "E7 EK E10 EA", "EA"),
        ("ruf-gras", "E7 EK H7 EA", "H7"),
        ("ruf-gras", "E7 EU SO EA", "SO"),
        ("ruf-gras", "E7 GA SA E8", "E8"),
        ("wenz", "EA EO H7 E10", "EA"),
        ("wenz", "E9 EO H7 SU", "SU"),
        ("solo-gras", "HA H10 G7 EA", "G7"),
        ("geier", "EU EK E9 SU", "EK"),
    ],
)
def test_who_takes_the_trick_7_3(name: str, trick: str, takes: str) -> None:
    assert trick.split()[winner(CONTRACTS[name], cards(trick))] == takes


def test_the_called_ace_must_fall_when_its_suit_is_led_7_4() -> None:
    """Checklist 1: also with the ten and the king in hand."""
    game, state = at_play("paper", "ruf-eichel")
    state = play(game, state, "E7")
    assert legal(game, state) == {"EA"}
    refused(game, state, "play E10", "§7.4")
    state = play(game, state, "EA", "E8", "SO")
    assert state.runaway
    assert game.observe(state, 3).facts["partner"] == 1


def test_the_called_ace_is_not_thrown_off_7_5() -> None:
    """Checklist 2: also when trump is led by an Unter of that colour, and its holder is out of trumps."""
    game, state = at_play("paper", "ruf-eichel", declarer=0, first=3)
    state = play(game, state, "SO", "EO", "H9", "GU", "H7", "HU", "H10", "EU")
    assert game.turn(state) == 3
    state = play(game, state, "HO", "SU")
    assert legal(game, state) == {"E10", "EK", "G9", "S8", "S9"}
    refused(game, state, "play EA", "§7.5")


def test_an_eichel_unter_led_does_not_ask_for_the_ace_7_5() -> None:
    """Checklist 2."""
    game, state = at_play("paper", "ruf-eichel", first=3)
    state = play(game, state, "EU", "H7")
    assert legal(game, state) == {"H9", "HU"}
    refused(game, state, "play EA", "§7.2")


def test_in_the_last_trick_the_ace_falls_7_5() -> None:
    ruf = CONTRACTS["ruf-eichel"]
    assert playable(ruf, cards("EA"), ruf.suit[read_card("GA")], False) == cards("EA")
    assert playable(ruf, cards("EA"), TRUMP, False) == cards("EA")


def test_with_three_of_the_suit_only_the_ace_may_be_led_7_6() -> None:
    """Checklist 3 and 5."""
    game, state = at_play("paper", "ruf-eichel", first=1)
    assert legal(game, state) == {"EA", "G9", "S8", "S9", "H9", "HU"}
    refused(game, state, "play E10", "§7.6")
    state = play(game, state, "EA")
    assert state.runaway


def test_with_four_of_the_suit_its_holder_may_run_away_7_6() -> None:
    """Checklist 3 and 4."""
    game, state = at_play("paper", "ruf-eichel", RUNNER, first=1)
    assert legal(game, state) == set(RUNNER[1].split())
    state = play(game, state, "E10", "E8")
    assert game.observe(state, 0).facts["partner"] is None  # it may still fall
    state = play(game, state, "GO", "E7")
    assert state.runaway
    assert [game.observe(state, seat).facts["partner"] for seat in range(4)] == [1, 1, 1, 1]  # §7.7


def test_after_running_away_the_ace_is_free_7_8() -> None:
    """Checklist 4: it need not be played to its suit, and may be thrown off."""
    game, state = at_play("paper", "ruf-eichel", RUNNER, first=1)
    state = play(game, state, "E10", "E8", "GO", "E7", "GA", "G7")
    assert "EA" in legal(game, state)
    play(game, state, "EA")
    ruf = CONTRACTS["ruf-eichel"]
    assert playable(ruf, cards("EK EA S7"), ruf.suit[read_card("EA")], True) == cards("EK EA")


def test_a_discard_that_leaves_three_ends_the_right_7_6() -> None:
    """Checklist 3: four Eichel at first, one thrown on a Gras trick."""
    hands = ("E7 G7 G8 S7 H7 H8 SU EO", RUNNER[1], RUNNER[2], RUNNER[3])
    game, state = at_play("paper", "ruf-eichel", hands, first=0)
    state = play(game, state, "G7", "E9", "G9", "GA", "S10", "S7", "S9", "SK")
    assert game.turn(state) == 3
    state = play(game, state, "SA", "G8", "S8", "G10", "HA", "H7", "HU", "H10")
    assert game.turn(state) == 1
    assert legal(game, state) == {"EA", "H9"}
    refused(game, state, "play EK", "§7.6")


def test_a_seat_that_does_not_hold_the_ace_leads_what_it_likes_7_6() -> None:
    game, state = at_play("paper", "ruf-eichel", first=2, declarer=0)
    assert legal(game, state) == set(HANDS[2].split())


# --- §8 result, §10 payment ---------------------------------------------------------------------------


def result(points: int, tricks: int = 4, name: str = "ruf-eichel", rules: str = "paper", doublings: int = 0) -> Any:
    """The bill of seats 0 and 1 (or of seat 0 alone) with so many points and tricks, without Laufende."""
    game = Schafkopf(rules)
    side = (0, 1) if name.startswith("ruf") else (0,)
    pile = sorted([card for card in range(32) if POINTS[card]], key=lambda card: -POINTS[card])
    chosen: list[int] = []
    while sum(POINTS[card] for card in chosen) != points:  # the dearest that fit, of ever fewer
        chosen = []
        for card in pile:
            if sum(POINTS[c] for c in chosen) + POINTS[card] <= points:
                chosen.append(card)
        pile = pile[1:]
    blanks = [card for card in range(32) if not POINTS[card]]
    mine = tuple(chosen + blanks)[: 4 * tricks]
    assert sum(POINTS[c] for c in mine) == points
    held = frozenset({CONTRACTS[name].trumps[0]})
    return settle(game.options, name, side, [mine, (), (), ()], held, game.deck, doublings)


@pytest.mark.parametrize(
    ("points", "each"),
    [(61, 20), (60, -20), (90, 20), (91, 30), (31, -20), (30, -30)],
)
def test_61_wins_and_60_loses_and_schneider_8_1_and_8_2(points: int, each: int) -> None:
    """Checklist 7."""
    bill = result(points)
    assert bill.each == each
    assert bill.paid == (each, each, -each, -each)


@pytest.mark.parametrize(
    ("points", "tricks", "rules", "each"),
    [
        (0, 0, "paper", -40),
        (0, 1, "paper", -40),
        (0, 1, "club", -30),
        (0, 0, "club", -40),
        (120, 8, "paper", 40),
        (120, 8, "club", 40),
        (120, 7, "paper", 40),
        (120, 7, "club", 30),
    ],
)
def test_schwarz_8_3(points: int, tricks: int, rules: str, each: int) -> None:
    assert result(points, tricks, rules=rules).each == each


def test_a_soloist_settles_with_each_of_three_10_1() -> None:
    assert result(61, name="solo-gras").paid == (150, -50, -50, -50)
    assert result(60, name="wenz").paid == (-150, 50, 50, 50)


@pytest.mark.parametrize(("tricks", "each"), [(8, 100), (7, -100)])
def test_tout_needs_every_trick_and_counts_twice_8_4_and_10_3(tricks: int, each: int) -> None:
    assert result(120, tricks, name="solo-gras-tout", rules="club").each == each


@pytest.mark.parametrize(("doublings", "each"), [(0, 20), (1, 40), (2, 80), (3, 160)])
def test_doublings_10_4(doublings: int, each: int) -> None:
    assert result(61, doublings=doublings).each == each


@pytest.mark.parametrize(
    ("name", "held", "count", "having"),
    [
        ("ruf-eichel", "EO GO HO H7", 3, True),
        ("ruf-eichel", "GO HO SO EU", 1, False),
        ("ruf-eichel", "SO EU", 3, False),
        ("ruf-eichel", "E7 S8", 14, False),
        ("solo-gras", "EO GO HO SO EU GU HU SU GA", 9, True),
        ("wenz", "EU GU", 2, True),
        ("wenz", "EA SA", 4, False),
        ("geier", "GO", 1, False),
    ],
)
def test_laufende_are_counted_8_5(name: str, held: str, count: int, having: bool) -> None:
    assert runners(CONTRACTS[name], frozenset(cards(held)), Schafkopf().deck) == (count, having)


@pytest.mark.parametrize(
    ("name", "held", "laufende"),
    [
        ("ruf-eichel", "EO GO SO", 0),
        ("ruf-eichel", "EO GO HO", 30),
        ("ruf-eichel", "SO", 30),
        ("solo-herz", "EO GO HO SO EU GU HU SU HA", 90),
        ("wenz", "EU HU", 0),
        ("wenz", "EU GU SU", 20),
        ("wenz", "HU", 20),
        ("geier", "EO GO", 20),
        ("wenz-gras", "EU GU", 20),
    ],
)
def test_laufende_pay_from_three_or_from_two_in_a_wenz_8_5(name: str, held: str, laufende: int) -> None:
    game = Schafkopf("club:geier=yes,farbwenz=yes")
    bill = settle(game.options, name, (0,), [()] * 4, frozenset(cards(held)), game.deck, 0)
    assert bill.laufende == laufende


def test_laufende_of_both_partners_count_8_5() -> None:
    """Checklist 8: seat 0 holds the first and the third, its partner the second; then "without" likewise."""
    with_three = ("E7 G7 G8 S7 H7 H8 HO EO", "EA E10 EK G9 S8 S9 H9 GO", "E8 E9 GK G10 SK H10 HK GU",
                  "GA S10 SA HA EU SO HU SU")  # fmt: skip
    without = ("E7 G7 G8 S7 H7 H8 HU SU", "EA E10 EK G9 S8 S9 H9 H10", "E8 E9 GK G10 SK EO HK GU",
               "GA S10 SA HA EU SO HO GO")  # fmt: skip
    for hands, count, held in ((with_three, 3, True), (without, 6, False)):
        game, state = at_play("paper", "ruf-eichel", hands)
        rng = Random(1)
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        bill = game.bill(state)
        assert bill is not None
        assert (bill.runners, bill.held, bill.laufende, bill.side) == (count, held, 10 * count, (0, 1))


@pytest.mark.parametrize(
    "rules",
    [
        "paper",
        "club",
        "club:geier=yes,farbwenz=yes,klopfen=yes,allpass=ramsch",
        "paper:allpass=forced,schwarz=tricks",
        "paper:deck=short,contra=eight,allpass=ramsch",
        "club:deck=short,allpass=forced,sauspiel=7,solo=33,schneider=3,laufende=1",
    ],
)
def test_the_four_payments_sum_to_zero_10_1(rules: str) -> None:
    """Checklist 11."""
    game, rng = Schafkopf(rules), Random(rules)
    for _ in range(300):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        assert sum(game.returns(state)) == 0


def test_tariffs_are_options_10_2() -> None:
    game = Schafkopf("paper:sauspiel=1,solo=2,schneider=4,laufende=8")
    held = frozenset(cards("EO GO HO"))
    assert settle(game.options, "ruf-gras", (0, 1), [()] * 4, held, game.deck, 0).each == -(1 + 4 + 4 + 24)
    assert settle(game.options, "solo-gras", (0,), [()] * 4, held, game.deck, 0).each == -(2 + 4 + 4 + 24)


# --- §9 all pass --------------------------------------------------------------------------------------


def passed(rules: str, hands: tuple[str, ...] = HANDS) -> tuple[Schafkopf, State]:
    game = Schafkopf(rules)
    return game, play(game, position(game, hands), "pass", "pass", "pass", "pass")


def test_all_pass_ends_at_zero_9_1() -> None:
    game, state = passed("paper")
    assert game.turn(state) is None
    assert game.returns(state) == (0.0,) * 4
    assert game.carry(game.opening(), state) == Standing((0.0,) * 4, 1, 1)


def test_all_pass_and_the_same_dealer_deals_again_9_2() -> None:
    game, state = passed("club:stock=10")
    assert game.returns(state) == (0.0,) * 4
    assert game.carry(game.opening(), state) == Standing((-10.0,) * 4, 1, 0)


def test_a_ramsch_is_played_9_3() -> None:
    game, state = passed("paper:allpass=ramsch")
    assert (state.phase, state.contract, state.declarer, game.turn(state)) == ("play", "ramsch", None, 0)
    state = play(game, state, "E7")
    assert legal(game, state) == {"EA", "E10", "EK"}  # no ace is called


@pytest.mark.parametrize(
    ("taken", "paid"),
    [
        (("EA GA SA HA", "EK", "GK", "SK"), (-60, 20, 20, 20)),
        (("EA GA SA HA", "EK", "GK", ""), (-120, 40, 40, 40)),
        (("EA GA SA HA", "EK", "", ""), (-240, 80, 80, 80)),
        (("EA GA SA HA", "", "", ""), (150, -50, -50, -50)),
        (("EA E7 E8 E9", "GA G7 G8 G9 S7 S8 S9 H7", "EO", "GO"), (20, -60, 20, 20)),  # more tricks
        (("EA E7 E8 SO", "GA G7 SU EU E9", "EK", "GK"), (20, -60, 20, 20)),
        (("EA E7 H7 G8", "GA G7 G9 S9", "EK", "GK"), (-60, 20, 20, 20)),  # more trumps
        (("EA E7 E8 H7", "GA G7 G8 H8", "EK", "GK"), (20, -60, 20, 20)),  # the higher trump
    ],
)
def test_who_loses_a_ramsch_9_3(taken: tuple[str, ...], paid: tuple[int, ...]) -> None:
    assert settle_ramsch(Schafkopf().options, [cards(text) for text in taken], 0).paid == paid


def test_the_eichel_ober_is_forced_to_play_9_4() -> None:
    game, state = passed("paper:allpass=forced", HANDS[1:] + HANDS[:1])
    assert (state.phase, game.turn(state)) == ("bid", 3)
    assert "pass" not in bids(game, state)
    refused(game, state, "pass", "§9.4")
    state = play(game, state, "bid > ruf-eichel")
    assert (state.declarer, state.partner, state.phase) == (3, 0, "contra")


# --- §11 match ----------------------------------------------------------------------------------------


def test_a_match_ends_after_its_deals_11_1() -> None:
    game, state = passed("paper:deals=3")
    assert game.carry(Standing((5.0, -10.0, 5.0, 0.0), 1), state).winners == ()
    assert game.carry(Standing((5.0, -10.0, 5.0, 0.0), 2), state).winners == (0, 2)


def finished(rules: str, bid: str, declarer: int, won: bool) -> tuple[Schafkopf, State]:
    """A deal played at random that the declarer won, or lost."""
    rng = Random(0)
    while True:
        game, state = at_play(rules, bid, declarer=declarer)
        while state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
        bill = game.bill(state)
        assert bill is not None
        if bill.won == won:
            return game, state


@pytest.mark.parametrize(("won", "left"), [(True, 0.0), (False, 80.0)])
def test_the_pot_goes_to_the_next_side_that_wins_11_2(won: bool, left: float) -> None:
    game, state = finished("club:stock=10", "ruf-eichel", 0, won)
    before = Standing((-10.0,) * 4, 1, 0)
    assert game.pot(before.scores) == 40
    assert game.observe(state._replace(scores=before.scores), 2).facts["pot"] == 40
    after = game.carry(before, state)
    assert game.pot(after.scores) == left
    share = 20 if won else -20
    paid = game.returns(state)
    assert after.scores == (-10 + paid[0] + share, -10 + paid[1] + share, -10 + paid[2], -10 + paid[3])


# --- §12 options --------------------------------------------------------------------------------------


def test_the_rule_sets_12() -> None:
    assert set(RULE_SETS) == {"paper", "club"}
    assert Schafkopf("club:geier=yes,contra=eight").spec == "club:geier=yes"


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("clob", "nearest: club"),
        ("club:gier=yes", "nearest: geier"),
        ("club:stock=-1", "0 … 1000"),
        ("paper:deck=x", "long, short"),
    ],
)
def test_options_that_are_not_there_12(rules: str, says: str) -> None:
    with pytest.raises(Refusal, match=says):
        Schafkopf(rules)


# --- §13 what a seat knows ----------------------------------------------------------------------------


def test_a_seat_knows_its_own_side_13() -> None:
    game, state = at_play("paper", "ruf-eichel")
    seen = [game.observe(state, seat).facts for seat in range(4)]
    assert [facts["side"] for facts in seen] == ["declarer", "declarer", "other", "other"]
    assert [facts["partner"] for facts in seen] == [None, 1, None, None]


def test_tricks_are_seen_by_all_13() -> None:
    game, state = at_play("paper", "wenz")
    state = play(game, state, "E7", "EA", "E8", "GA")
    seen = game.observe(state, 3)
    assert seen.zone("won 1").cards == cards("E7 EA E8 GA")
    assert seen.history[-1].action.to == "1"
    assert (seen.facts["leader"], seen.zone("hand 2").count, seen.zone("hand 2").cards) == (1, 7, ())


@pytest.mark.parametrize(
    ("action", "section"),
    [("bid > wenz", "§7"), ("knock", "§7"), ("play E7 G7", "§7"), ("fold", "§2.4"), ("pass E7", "§2.4")],
)
def test_what_has_no_place_is_refused(action: str, section: str) -> None:
    game, state = at_play("paper", "wenz")
    refused(game, state, action, section)
    refused(game, finished("paper", "wenz", 0, False)[1], action, "§2.4")


# --- §14 three deals ----------------------------------------------------------------------------------

BLOCKS = re.findall(r"```\n(.*?)```", Path(rules.__file__).with_name("RULES.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_the_deals_played_out_in_the_rules_14(block: str) -> None:
    game = Schafkopf("paper")
    lines = [line.split(maxsplit=1) for line in block.splitlines()]
    state = position(game, tuple(rest.split(maxsplit=1)[1] for word, rest in lines if word == "hand"))
    for word, rest in lines:
        if word == "paid":
            assert game.returns(state) == tuple(map(float, rest.split()))
        elif word != "hand":
            said, _, result = rest.removeprefix(f"{sum(state.tricks) + 1} " if word == "trick" else "").partition("->")
            for seat, text in re.findall(r"(\d) +(\S+)", said):
                assert game.turn(state) == int(seat)
                state = play(game, state, f"bid > {text}" if text in CONTRACTS else text)
            if result:
                event = state.history[-1]
                points = sum(POINTS[card] for card in event.action.cards)
                assert result.strip() == f"{event.action.to}, {points}"
    assert game.turn(state) is None


def test_there_are_three_of_them_14() -> None:
    assert len(BLOCKS) == 3
