"""Schafkopf's rules, section by section of RULES.md: play, what a seat knows, three deals played out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardtui.games.schafkopf import rules
from cardtui.games.schafkopf.cards import CONTRACTS, POINTS, TRUMP, playable, read_card, winner
from cardtui.games.schafkopf.rules import Schafkopf

from .deals import HANDS, RUNNER, at_play, cards, finished, legal, play, position, refused

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
    for card in ("EA", "E8", "SO"):  # known at once, not when the trick is over
        state = play(game, state, card)
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
