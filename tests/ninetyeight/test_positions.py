"""Positions of 98 made by hand: read, proved possible, changed by a card, or refused. § are those of RULES.md."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from cardtui.core import Action, Observation, Refusal
from cardtui.games.ninetyeight import positions
from cardtui.games.ninetyeight.rules import NinetyEight
from cardtui.review.positions import Position, from_json, prove, typed
from cardtui.review.positions import swap as swapped

HAND = "12 24 33 47 60 78 81 90"
RULES = ("paper", "app", "official")


def played(rules: str, seed: int) -> tuple[NinetyEight, Observation]:
    """Some moves into a random game."""
    game, rng = NinetyEight(rules), Random(seed)
    state = game.start(game.deal(rng))
    for _ in range(rng.randrange(40)):
        if state.seat is not None:
            state = game.apply(state, rng.choice(game.legal(state)[:6]))
    return game, game.observe(state, 0)


@pytest.mark.parametrize("rules", RULES)
def test_what_was_played_is_possible_and_reads_back_from_its_short_form(rules: str) -> None:
    """All but the history, and with it the count of turns."""
    for seed in range(40):
        game, seen = played(rules, seed)
        prove(game, seen)
        short = json.loads(json.dumps(positions.short_form(game, seen)))
        assert positions.from_short(short)[1] == seen._replace(turn=0, history=())


def test_the_short_form_of_the_help_and_typing_it() -> None:
    position = from_json("98", json.loads(positions.SHORT))
    assert Action("place", (24,), "up1") in position.seen.legal and position.game.spec == "paper"
    assert position.seen.zone("draw").count == 86
    assert isinstance(position.game, NinetyEight)
    changed = from_json("98", typed(positions.short_form(position.game, position.seen), "up1 9 34 44 up2 rules paper"))
    assert changed.seen.zone("up1").cards == (9, 34, 44) and changed.seen.zone("down2").cards == (57,)


@pytest.mark.parametrize(
    ("short", "why"),
    [
        ({}, "hand and stacks are texts"),
        ({"hand": HAND, "up1": 34}, "hand and stacks are texts"),
        ({"hand": HAND, "pile": "3"}, "a position has no 'pile'"),
        ({"hand": "12 24"}, "with 96 to draw the hand has 8 cards here, not 2"),
        ({"hand": f"{HAND} 91"}, "the hand has 8 cards here, not 9"),
        ({"hand": HAND, "up1": "24"}, "24 appears twice"),
        ({"hand": HAND.replace("90", "100")}, "'100' is no card; cards are 2 … 99"),
        ({"hand": HAND, "up1": "34 30"}, "§2.2: 30 does not fit on 34 of up1"),
        ({"hand": HAND, "down1": "34 35"}, "§2.2: 35 does not fit on 34 of down1"),
        ({"hand": "12 24 33", "rules": "app"}, "the hand has 7 to 8 cards here, not 3"),
        ({"hand": HAND, "up1": "34", "rules": "app"}, "with 1 laid the hand does not have 8 cards"),
        ({"hand": "12 24 33", "rules": "official"}, "with 0 laid the hand does not have 3 cards"),
        ({"hand": HAND, "rules": "none"}, "no rule set"),
        ({"hand": HAND, "scores": "many"}, "malformed"),
    ],
)
def test_what_cannot_be_is_refused(short: dict[str, object], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        from_json("98", short)


def test_a_card_is_exchanged_by_number_or_by_name() -> None:
    """A number is the card if it is in sight, else a place in the hand."""
    position = from_json("98", json.loads(positions.SHORT))
    assert swapped(position, "2", "25").seen.zone("hand").cards == (12, 25, 33, 47, 60, 78, 81, 90)
    assert swapped(position, "24", "25").seen == swapped(position, "2", "25").seen
    assert swapped(position, "9", "8").seen.zone("up1").cards == (8, 34)
    changed = swapped(position, "34", "35")
    assert changed.seen.zone("up1").cards == (9, 35)
    assert Action("place", (24,), "up1") not in changed.seen.legal


def test_an_exchange_that_ends_the_game() -> None:
    """§4.1: then nobody is to act."""
    stacks = {"up1": "98", "up2": "97", "down1": "2", "down2": "3"}
    position = from_json("98", {"hand": "10 20 30 40 50 60 70 99", **stacks})
    assert position.seen.facts["to_move"] == 0
    changed = swapped(position, "99", "80")
    assert changed.seen.facts["to_move"] is None and not changed.seen.legal


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("2", "34", "34 cannot come in: it is not in the draw pile"),
        ("2", "33", "33 cannot come in"),
        ("55", "56", "55 is neither in the hand nor on a stack"),
        ("34", "5", "§2.2: 5 does not fit on 9 of up1"),
        ("x", "5", "'x' is no card"),
        ("100", "5", "the hand has cards 1 to 8, not 100"),
    ],
)
def test_exchanges_that_cannot_be(old: str, new: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        swapped(from_json("98", json.loads(positions.SHORT)), old, new)


@pytest.mark.parametrize("rules", RULES)
def test_exchanges_are_possible_or_refused(rules: str) -> None:
    """Random ones, of cards in the hand and on stacks: what comes out is proved, with the same course of play."""
    done = 0
    for seed in range(60):
        game, seen = played(rules, seed)
        rng = Random(seed)
        cards = [card for zone in seen.zones for card in zone.cards]
        old, new = rng.choice(cards), rng.randrange(2, 100)
        try:
            changed = swapped(Position(game, seen, ""), str(old), str(new)).seen
        except Refusal:
            continue
        assert [event.action.to for event in changed.history] == [event.action.to for event in seen.history]
        assert [len(zone.cards) for zone in changed.zones] == [len(zone.cards) for zone in seen.zones]
        done += 1
    assert done > 10


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda seen: seen._replace(turn=99), "its field turn does not fit"),
        (lambda seen: seen._replace(history=seen.history[1:]), "cards once|does not fit"),
        (lambda seen: seen._replace(legal=seen.legal[1:]), "its field legal does not fit"),
        (lambda seen: seen._replace(facts={**seen.facts, "since": 3}), "its field facts does not fit"),
        (lambda seen: seen._replace(history=(seen.history[0], *seen.history)), "each of the 98 cards once"),
    ],
)
def test_observations_that_no_deal_gives(change: Callable[[Observation], Observation], why: str) -> None:
    game, seen = played("paper", 8)
    assert len(seen.history) > 3
    with pytest.raises(Refusal, match=why):
        prove(game, change(seen))
