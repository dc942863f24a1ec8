"""Schafkopf's rules, section by section of RULES.md: cards, deal, games, bidding, doubling."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cardtui.core import Action, Refusal
from cardtui.games.schafkopf.cards import COLOUR, CONTRACTS, NAMES, POINTS, TRUMP
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.games.schafkopf.settlement import settle

from .deals import HANDS, at_play, bids, cards, play, position, refused

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
        ({"hands": [["EO"] * 8] * 4}, r"each of the 32 cards once \(missing: .*, …; more than once: EO\)"),
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
    game = Schafkopf("paper:klopfen=yes,contra=lead")
    state = play(game, position(game), "knock", "pass", "knock", "pass")
    doubled = False
    while state.seat is not None:  # the first bid that is not a pass, one contra, then any cards
        legal = game.legal(state)
        wanted = (state.phase == "bid" and len(state.history) == 4) or (state.phase == "contra" and len(legal) == 2)
        state = game.apply(state, legal[1 if wanted and not doubled else 0])
        doubled = doubled or bool(state.doublers)
    bill = game.bill(state)
    assert doubled and len(state.knocks) == 2 and bill and bill.factor == 2**3


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
    with pytest.raises(Refusal, match="§7: now play a card; it is too late for Re"):
        game.apply(state, Action("retour"))


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
