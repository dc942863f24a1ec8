"""Positions of tricks made by hand: read, proved possible, changed by a card, or refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest

from cardtui.core import Observation, Refusal
from cardtui.games.tricks import positions
from cardtui.games.tricks.rules import Tricks
from cardtui.review.positions import from_json, prove, typed
from cardtui.review.positions import swap as swapped

RULES = ("tricks", "tricks:n=4,colours=3", "tricks:duplicate=no", "tricks:n=5,colours=1", "tricks:revoke=yes")
SMALL = {"hand": "7c 3c 0d", "other": "9c 1d 5d"}


def played(rules: str, seed: int) -> tuple[Tricks, Observation]:
    """Some cards into a random deal, as the seat to move sees it."""
    game, rng = Tricks(rules), Random(seed)
    state = game.start(game.deal(rng) | {"first": seed % 2})
    for _ in range(rng.randrange(game.max_turns)):
        state = game.apply(state, rng.choice(game.legal(state)))
    return game, game.observe(state, state.seat or 0)


@pytest.mark.parametrize("rules", RULES)
def test_what_was_played_is_possible_and_reads_back_from_its_short_form(rules: str) -> None:
    for seed in range(40):
        game, seen = played(rules, seed)
        prove(game, seen)
        assert positions.from_short(json.loads(json.dumps(positions.short_form(game, seen))))[1] == seen


def test_the_short_form_of_the_help() -> None:
    """Three cards each, two of them played; the hands need not be the whole deck."""
    position = from_json("tricks", json.loads(positions.SHORT))
    assert position.seen.seat == 1 and position.seen.zone("played").cards == (7, 9)
    assert isinstance(position.game, Tricks)
    assert positions.short_form(position.game, position.seen) == {
        **json.loads(positions.SHORT), "first": 0, "rules": "tricks",
    }  # fmt: skip


def test_the_second_hand_is_all_other_cards_unless_it_is_named() -> None:
    position = from_json("tricks", {"hand": "0c 2c", "rules": "tricks:n=4,colours=1", "first": "1"})
    seen = position.seen
    assert seen.seat == 1 and seen.zone("hand").cards == (0, 2) and seen.zone("hand 0").cards == (1, 3)
    assert isinstance(position.game, Tricks)
    short = positions.short_form(position.game, seen)
    assert short["other"] == "1c 3c" and "other" not in typed(short, "hand 1c 2c")


@pytest.mark.parametrize(
    ("short", "why"),
    [
        ({}, "the position's hand is a text"),
        ({"hand": "7c", "other": 3}, "the position's other is a text"),
        ({"hand": "7c", "pile": "9c"}, "a position has no 'pile'"),
        ({"hand": "7c 3c"}, "both hands must have the same number of cards, not 2 and 18"),
        ({"hand": ""}, "both hands must have the same number of cards, not 0 and 20"),
        (SMALL | {"hand": "7c 7c 0d"}, "each card once"),
        (SMALL | {"other": "9c 1d 7c"}, "each card once"),
        (SMALL | {"hand": "7c 3c 0h"}, "'0h' is no card of this deck"),
        (SMALL | {"first": 2}, "first is a seat, 0 or 1, not 2"),
        (SMALL | {"actions": "0d, 9c"}, "card 2 played, 9c: §3.2: 9c does not follow colour"),
        (SMALL | {"actions": "9c"}, "card 1 played, 9c: §3: 9c is not in this hand"),
        (SMALL | {"rules": "none"}, "no rule set"),
        (SMALL | {"scores": [0]}, "2 scores"),
    ],
)
def test_what_cannot_be_is_refused(short: dict[str, object], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        from_json("tricks", short)


def test_a_card_of_the_hand_is_exchanged_with_the_other_hand() -> None:
    """All cards are dealt (§2.1), so who held the new card gets the old one."""
    changed = swapped(from_json("tricks", SMALL), "1", "5d")
    assert changed.seen.zone("hand").cards == tuple(map(changed.game.card, ("5d", "3c", "0d")))
    assert changed.seen.zone("hand 1").cards == tuple(map(changed.game.card, ("9c", "1d", "7c")))
    new = swapped(from_json("tricks", SMALL), "7c", "8c")
    assert new.seen.zone("hand").cards == (8, 3, 16) and new.seen.zone("hand 1") == changed.seen.zone(
        "hand 1"
    )._replace(cards=(9, 17, 21))


def test_the_card_that_lies_is_exchanged() -> None:
    """And what the seat may play with it (§3.2)."""
    changed = swapped(from_json("tricks", SMALL | {"actions": "7c"}), "7c", "0d")
    assert changed.seen.zone("trick").cards == (16,) and [a.cards for a in changed.seen.legal] == [(17,), (21,)]
    mine = swapped(from_json("tricks", SMALL | {"actions": "7c"}), "7c", "1d")
    assert mine.seen.zone("trick").cards == (17,) and mine.seen.zone("hand").cards == (9, 7, 21)


SECOND = SMALL | {"actions": "7c, 9c, 1d, 0d, 5d, 3c, 7c"}


@pytest.mark.parametrize(
    ("short", "old", "new", "why"),
    [
        (SMALL, "7c", "3c", "3c cannot come in: it is in the hand"),
        (SMALL | {"actions": "7c, 9c"}, "1d", "7c", "7c cannot come in: it has been played"),
        (SMALL, "9c", "8c", "9c is neither in the hand nor on the table"),
        (SMALL, "4", "8c", "the hand has cards 1 to 3, not 4"),
        (SECOND, "9c", "2c", "with 2c for 9c the play could not have been the same: card 3 played, 1d: §3: 1d "),
        (SECOND, "5d", "2c", "with 2c for 5d a trick would have gone to the other seat"),
        (
            SECOND | {"actions": SECOND["actions"] + ", 9c"},
            "5d",
            "0d",
            "the play could not have been the same: card 5 played",
        ),
    ],
)
def test_exchanges_that_contradict_what_was_played(short: dict[str, str], old: str, new: str, why: str) -> None:
    """In the second half also what was played in the first one (§4.1)."""
    position = from_json("tricks", short)
    with pytest.raises(Refusal, match=why):
        swapped(position, old, new)


def test_exchanges_are_possible_or_refused() -> None:
    """Random ones: what comes out is proved; who took which trick stays."""
    done = 0
    for seed in range(200):
        for rules in RULES:
            game, seen = played(rules, seed)
            rng = Random(seed)
            others = [card for card in game.deck if card not in seen.zone("hand").cards]
            if not seen.legal:
                continue
            try:
                changed = positions.swap(game, seen, rng.choice(seen.zone("hand").cards), rng.choice(others))
            except Refusal:
                continue
            prove(game, changed)
            assert changed.facts == seen.facts and [e.seat for e in changed.history] == [e.seat for e in seen.history]
            done += 1
    assert done > 200


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda seen: seen._replace(turn=3), "another position"),
        (lambda seen: seen._replace(facts={**seen.facts, "taken": [[3, 3]]}), "another position"),
        (lambda seen: seen._replace(history=seen.history[1:]), "must begin with the deal"),
        (lambda seen: seen._replace(legal=seen.legal[1:]), "legal"),
        (lambda seen: seen._replace(history=()), "must begin with the deal"),
    ],
)
def test_observations_that_no_deal_gives(change: Callable[[Observation], Observation], why: str) -> None:
    position = from_json("tricks", json.loads(positions.SHORT))
    with pytest.raises(Refusal, match=why):
        prove(position.game, change(position.seen))
