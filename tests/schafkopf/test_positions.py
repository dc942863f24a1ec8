"""Positions of Schafkopf made by hand: read, proved possible, changed by a card, or refused."""

from __future__ import annotations

import json
from random import Random

import pytest

from cardtui.core import Action, Observation, Refusal
from cardtui.games.schafkopf import positions
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.review.positions import from_json, prove, typed
from cardtui.review.positions import swap as swapped

RULES = ("paper", "club", "club:klopfen=yes,allpass=forced,geier=yes", "paper:deck=short,allpass=ramsch")


def played(rules: str, seed: int, most: int = 44) -> tuple[Schafkopf, list[Observation]]:
    """Some moves into a random deal, as each seat sees it."""
    game, rng = Schafkopf(rules), Random(seed)
    state = game.start(game.deal(rng))
    for _ in range(rng.randrange(most)):
        if state.seat is not None:
            legal = game.legal(state)
            state = game.apply(state, legal[0] if state.phase == "bid" and seed % 4 == 0 else rng.choice(legal))
    return game, [game.observe(state, seat) for seat in range(4)]


@pytest.mark.parametrize("rules", RULES)
def test_what_was_played_is_possible_and_reads_back_from_its_short_form(rules: str) -> None:
    for seed in range(25):
        game, views = played(rules, seed)
        for seen in views:
            prove(game, seen)
            short = positions.short_form(game, seen)
            if "forced" not in rules and seen.facts["phase"] != "over":  # neither who was forced, nor open hands
                assert positions.from_short(json.loads(json.dumps(short)))[1] == seen


def test_the_short_form_of_the_help() -> None:
    position = from_json("schafkopf", json.loads(positions.SHORT))
    assert position.seen.legal == (Action("contra"), Action("play", (1,)), Action("play", (4,)))
    assert position.game.spec == "club"
    only = from_json("schafkopf", {"hand": "EO GO HO SO EU GU HU SU", "rules": "paper", "seat": "0"})
    assert only.seen.facts["phase"] == "bid" and Action("bid", (), "solo-gras") in only.seen.legal


HAND = "EO GO HU HA H9 GA S10 S8"


def test_actions_need_no_commas() -> None:
    one, two = (from_json("schafkopf", {"hand": HAND, "actions": text}) for text in ("pass pass", "pass, pass"))
    assert one.seen == two.seen and len(one.seen.history) == 2


def test_seats_are_typed_as_they_are_shown() -> None:
    """From 1; JSON counts them from 0."""
    position = from_json("schafkopf", {"hand": HAND})
    assert isinstance(position.game, Schafkopf)
    short = positions.short_form(position.game, position.seen)
    assert (short["seat"], short["first"]) == (0, 0)
    changed = typed(short, "seat 2 first 4")
    assert (changed["seat"], changed["first"]) == (1, 3)
    seen = from_json("schafkopf", changed).seen
    assert (seen.seat, seen.facts["first"]) == (1, 3)
    for text in ("seat 0", "first 5", "seat", "seat two", "seat 1 2"):
        with pytest.raises(Refusal, match="takes a seat, 1 to 4"):
            typed(short, text)
    with pytest.raises(Refusal, match="seat takes a seat, 1 to 2, not '3'"):
        typed(short, "seat 3", 2)


@pytest.mark.parametrize(
    ("short", "why"),
    [
        ({}, "hand and actions are texts"),
        ({"hand": HAND, "pile": "EO"}, "a position has no 'pile'"),
        ({"hand": "EO GO"}, "the hand has 8 cards, not 2"),
        ({"hand": HAND + " S9"}, "each seat has 8 cards, not 9"),
        ({"hand": HAND.replace("S8", "EO")}, "EO appears twice"),
        ({"hand": HAND.replace("S8", "X9")}, "'x9' is no card|'X9' is no card"),
        ({"hand": HAND, "seat": 4}, "seat is a seat, 0 to 3"),
        ({"hand": HAND, "actions": "ruf-gras"}, "§4.1: GA is in this hand"),
        ({"hand": HAND, "actions": "ruf-schellen, pass, pass, pass, S7"}, "S7 is not in the hand|holds|each seat has"),
        (
            {"hand": HAND, "actions": "ruf-schellen, pass, pass, pass, HA, EO"},
            "EO is not in the hand of the seat that is to act",
        ),
        ({"hand": HAND, "actions": "ruf-schellen, pass, pass, pass, S10, S7, S9, SK"}, "fit|§7.4|runs|move"),
        ({"hand": HAND, "actions": "solo-herz, pass, pass, pass, HA, S7, H7, H8, HU, H10"}, "fits|§7.2"),
        ({"hand": HAND, "actions": "pass, pass, pass, pass, pass"}, "the deal is over before action 5"),
        ({"hand": HAND, "actions": "contra, EO"}, "§6.1: there is no declarer"),
        (
            {"hand": HAND, "seat": 3, "actions": "solo-herz, pass, pass, pass, H7, H8, HK, H10"},
            "action 8: H10 is not in the hand given",
        ),
        ({"hand": HAND, "rules": "none"}, "no rule set"),
        ({"hand": HAND, "actions": "pass solo eichel"}, "'solo' is no action: they read pass, ruf-eichel"),
    ],
)
def test_what_cannot_be_is_refused(short: dict[str, object], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        from_json("schafkopf", short)


def test_a_card_of_the_hand_is_exchanged() -> None:
    """All else stays as it was, but what the seat may do."""
    position = from_json("schafkopf", json.loads(positions.SHORT))
    changed = swapped(position, "S10", "SA")
    assert [event.action for event in changed.seen.history] == [event.action for event in position.seen.history]
    assert changed.game.card("SA") in changed.seen.zone("hand").cards
    called = swapped(from_json("schafkopf", {"hand": HAND, "actions": "pass, ruf-eichel, pass, pass"}), "GA", "EA")
    assert called.seen.facts["side"] == "declarer" and Action("contra") not in called.seen.legal


def test_a_card_of_another_seat_in_the_trick_is_exchanged() -> None:
    position = from_json("schafkopf", json.loads(positions.SHORT))
    changed = swapped(position, "SK", "H7")
    assert changed.seen.zone("trick").cards == tuple(map(changed.game.card, ("S7", "H7")))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("EO", "S7", "S7 cannot come in: it is in the trick"),
        ("EO", "GO", "GO cannot come in: it is in the hand"),
        ("SA", "E7", "SA is neither in the hand nor played"),
        ("9", "SA", "the hand has cards 1 to 8, not 9"),
    ],
)
def test_exchanges_that_contradict_what_was_seen(old: str, new: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        swapped(from_json("schafkopf", json.loads(positions.SHORT)), old, new)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda seen: seen._replace(turn=3), "turn"),
        (lambda seen: seen._replace(facts={**seen.facts, "declarer": 2}), "facts|fits|§|move|deal"),
        (lambda seen: seen._replace(history=seen.history[1:]), "deal"),
        (lambda seen: seen._replace(legal=seen.legal[1:]), "legal"),
    ],
)
def test_observations_that_no_deal_gives(change: object, why: str) -> None:
    position = from_json("schafkopf", json.loads(positions.SHORT))
    with pytest.raises(Refusal, match=why):
        prove(position.game, change(position.seen))  # type: ignore[operator]
