"""Positions of Zheng Shang You made by hand: read, proved possible, changed by a card, or refused."""

from __future__ import annotations

import json
from random import Random

import pytest

from cardtui.core import Action, Observation, Refusal
from cardtui.games.zsy import positions
from cardtui.games.zsy.rules import PASS, ZhengShangYou
from cardtui.review.positions import Position, from_json, prove, swap, typed

GAME = ZhengShangYou()


def played(seed: int, most: int = 40) -> list[Observation]:
    """Some moves into a random deal, as each seat sees it."""
    rng = Random(seed)
    state = GAME.start(GAME.deal(rng))
    for _ in range(rng.randrange(most)):
        if GAME.turn(state) is not None:
            state = GAME.apply(state, rng.choice(GAME.legal(state)))
    return [GAME.observe(state, seat) for seat in (0, 1)]


def test_what_was_played_is_possible_and_reads_back_from_its_short_form() -> None:
    """But for the cards that lie open at the end of a deal."""
    read = 0
    for seed in range(60):
        for seen in played(seed):
            prove(GAME, seen)
            if seen.facts["to_move"] is not None:
                short = json.loads(json.dumps(positions.short_form(GAME, seen)))
                assert positions.from_short(short)[1] == seen
                read += 1
    assert read > 60


def test_the_short_form_of_the_help() -> None:
    """§4.3: after the pass the seat leads anew."""
    position = from_json("zsy", json.loads(positions.SHORT))
    seen = position.seen
    assert [GAME.face(card) for card in seen.zone("hand").cards] == ["7c", "7d", "7h", "Jc", "2c"]
    assert (seen.zone("hand 1").count, seen.zone("table").count, PASS in seen.legal) == (4, 0, False)
    assert seen.zone("rest").count == 54 - 7 - 6 and seen.turn == 3


def test_ranks_and_faces_and_the_other_seat() -> None:
    """Suits may be named; a rank without one takes the first that is left."""
    position = from_json("zsy", {"hand": "5 5c bj", "seat": "1", "other": "3", "actions": "4h", "rules": "paper"})
    seen = position.seen
    assert seen.seat == 1 and [GAME.face(card) for card in seen.zone("hand").cards] == ["5d", "5c", "BJ"]
    assert [GAME.face(card) for card in seen.zone("table").cards] == ["4h"] and seen.zone("hand 0").count == 2
    assert seen.legal[:2] == (PASS, Action("play", (GAME.card("5d"),)))
    only = from_json("zsy", {"hand": "3"})
    assert only.seen.zone("hand 1").count == 18 and len(only.seen.legal) == 1


def test_typed_on_the_inspect_screen() -> None:
    """What is typed changes the position; another hand forgets what was played from this one."""
    short = positions.short_form(GAME, from_json("zsy", json.loads(positions.SHORT)).seen)
    changed = from_json("zsy", typed(short, "actions 3c 3d other 9")).seen
    assert changed.zone("hand 1").count == 7 and changed.zone("hand").count == 7 and changed.legal[0] == PASS
    fresh = from_json("zsy", typed(short, "hand 8 8 9 9")).seen
    assert fresh.history == () and len(fresh.legal) == 5


@pytest.mark.parametrize(
    ("short", "why"),
    [
        ({}, "hand and actions are texts"),
        ({"hand": 7}, "hand and actions are texts"),
        ({"hand": "3", "pile": "3"}, "a position has no 'pile'"),
        ({"hand": ""}, "2 hands of 1 to 18 cards"),
        ({"hand": "33334444555566667777"}, "2 hands of 1 to 18 cards"),
        ({"hand": "3 3 3 3 3"}, "there are not that many cards of rank 3"),
        ({"hand": "3c 3c"}, "3c appears twice"),
        ({"hand": "3 x"}, "'x' is no rank"),
        ({"hand": "3", "seat": 2}, "seat is a seat, 0 to 1, not '2'"),
        ({"hand": "3", "first": "me"}, "first is a seat"),
        ({"hand": "3", "actions": "pass pass"}, "'pass pass': commas stand between actions"),
        ({"hand": "3", "other": 19}, "1 to 18, not '19'"),
        ({"hand": "3", "other": 1, "actions": "44"}, "was dealt 1 cards and cannot have laid 2"),
        ({"hand": "3 4", "first": 0, "actions": "pass"}, "action 1: §3.2"),
        ({"hand": "3 4", "first": 0, "actions": "5"}, "action 1: §1.3: this hand has no 5"),
        ({"hand": "3 4 4", "actions": "3, 55"}, "action 2: §4: over 3 goes"),
        ({"hand": "3 4 5", "first": 0, "actions": "3, 4, 4 5"}, "action 3: §3.1: 4 5 is no pattern"),
        ({"hand": "3", "actions": "3, 4"}, "action 2: the deal is over"),
        ({"hand": "3", "rules": "none"}, "no rule set"),
        ({"hand": "3", "scores": [1]}, "2 scores"),
    ],
)
def test_what_cannot_be_is_refused(short: dict[str, object], why: str) -> None:
    with pytest.raises(Refusal, match=why):
        from_json("zsy", short)


def faced(**short: object) -> Position:
    """A position in which the other seat has just laid 55."""
    return from_json("zsy", {"hand": "3c 7c 7d Kc", "other": 6, "actions": "5c 5d", **short})


def test_a_card_of_the_hand_is_exchanged() -> None:
    """All else stays as it was, but what the seat may do."""
    position = faced()
    changed = swap(position, "1", "Kd")
    assert changed.seen.history == position.seen.history and changed.origin == "typed, 3c → Kd"
    assert [GAME.face(card) for card in changed.seen.zone("hand").cards] == ["Kd", "7c", "7d", "Kc"]
    assert [len(action.cards) for action in changed.seen.legal] == [0, 2, 2]


def test_a_rank_alone_names_a_card() -> None:
    assert swap(faced(), "1", "k").origin == "typed, 3c → Kd"  # the king of clubs is in the hand
    assert swap(faced(), "K", "4").origin == "typed, Kc → 4c"
    assert swap(faced(), "1", "RJ").origin == "typed, 3c → RJ"
    with pytest.raises(Refusal, match="no A is in sight"):
        swap(faced(), "A", "4")
    kings = from_json("zsy", {"hand": "Kc Kd Kh Ks 3c", "actions": ""})
    with pytest.raises(Refusal, match="no K is left to come in"):
        swap(kings, "3c", "K")


def test_a_card_on_the_table_is_exchanged_where_it_stays_a_move() -> None:
    """§3.1: a double stays one only with another suit; §4.1: and what lies under it must still be lower."""
    changed = swap(faced(), "5d", "5s").seen
    assert [GAME.face(card) for card in changed.zone("table").cards] == ["5c", "5s"]
    with pytest.raises(Refusal, match="5 K is no pattern"):
        swap(faced(), "5d", "Kd")
    single = from_json("zsy", {"hand": "3c 7c", "actions": "3c, 5c"})
    assert swap(single, "5c", "Ah").seen.legal == (PASS,)
    again = from_json("zsy", {"hand": "6c 3c 7c", "actions": "6c, 8c"})
    with pytest.raises(Refusal, match="§4: over 6 goes"):
        swap(again, "8c", "4c")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("3c", "5c", "5c cannot come in: it is in the play on the table"),
        ("3c", "7d", "7d cannot come in: it is in the hand"),
        ("Ac", "Ad", "Ac is neither in the hand nor in the other's play"),
        ("9", "Ad", "the hand has cards 1 to 4, not 9"),
        ("3c", "X1", "no card of this deck"),
    ],
)
def test_exchanges_that_contradict_what_was_seen(old: str, new: str, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        swap(faced(), old, new)


def test_a_card_that_was_played_cannot_come_in() -> None:
    position = from_json("zsy", {"hand": "3c 7c 9c", "actions": "3c, 5c, pass, 8c"})
    with pytest.raises(Refusal, match="what was played before"):
        swap(position, "7c", "3c")
    with pytest.raises(Refusal, match="3c is neither"):
        swap(position, "3c", "4c")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda seen: seen._replace(turn=3), "turn"),
        (lambda seen: seen._replace(facts={**seen.facts, "first": 0}), "move 1 is another seat's"),
        (lambda seen: seen._replace(history=()), "zones|turn|deal"),
        (lambda seen: seen._replace(legal=seen.legal[1:]), "legal"),
        (lambda seen: seen._replace(scores=(0.0,)), "2 scores|scores"),
    ],
)
def test_observations_that_no_deal_gives(change: object, why: str) -> None:
    position = faced()
    with pytest.raises(Refusal, match=why):
        prove(position.game, change(position.seen))  # type: ignore[operator]


def test_the_examples_that_stand_above_the_line_can_be_typed_together() -> None:
    """Whichever seat is to act."""
    given = " ".join(positions.EXAMPLES.split(" · ")[1:])
    for seed in range(4):
        for seen in played(seed):
            if not seen.legal:
                continue
            position = from_json("zsy", typed(positions.short_form(GAME, seen) | {"rules": "paper"}, given))
            assert position.seen.zone("table").count == 2
