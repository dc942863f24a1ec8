"""Positions: typed, given, random; swaps that keep to what was seen; opinions that see no more than the seat."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtui import registry
from cardtui.core import Action, Game, Observation, Refusal, action_text, parse_action
from cardtui.games.yaniv.reasons import reason
from cardtui.games.yaniv.rules import Yaniv
from cardtui.json_forms import observation_json
from cardtui.match import Match
from cardtui.review import positions
from cardtui.review.positions import Position
from cardtui.study import inspect, opinions

SHORT = {"hand": "7h 7d 3c", "pile": "Kc", "opponents": [5, 3]}


def faces(position: Position, zone: str = "hand") -> str:
    return " ".join(map(position.game.face, position.seen.zone(zone).cards))


def played(game: Game[Any], moves: int, seed: int = 5) -> tuple[Any, Random]:
    """A state so many uniform moves into a deal (calls left out)."""
    rng = Random(seed)
    state = game.start(game.deal(rng))
    for _ in range(moves):
        legal = [action for action in game.legal(state) if action.verb == "discard"]
        state = game.apply(state, legal[int(rng.random() * len(legal))])
    return state, rng


# --- where positions come from ------------------------------------------------------------------


def test_short_form_builds_the_position() -> None:
    position = positions.from_json("yaniv", SHORT)
    assert faces(position) == "3c 7d 7h" and faces(position, "pile") == "Kc"
    assert [zone.count for zone in position.seen.zones] == [3, 5, 3, 1, 0, 40]
    assert Action("discard", (position.game.card("3c"),), "a") in position.seen.legal
    assert positions.from_json("yaniv", positions.short_form(position)) == position._replace(game=ANY)


class _Any:
    def __eq__(self, other: object) -> bool:
        return True


ANY: Any = _Any()


@pytest.mark.parametrize(
    ("name", "fact"), [("schafkopf", "doubled"), ("schafkopf", "leader"), ("tricks", "half"), ("yaniv", "to_move")]
)
def test_whole_numbers_are_whole(name: str, fact: str) -> None:
    """`0.0` is equal to 0, and no index."""
    game = registry.game(name)
    rng = Random(1)
    state = game.start(game.deal(rng))
    while type(game.observe(state, game.turn(state) or 0).facts[fact]) is not int:
        state = game.apply(state, rng.choice(game.legal(state)))
    data = json.loads(json.dumps(observation_json(game, game.observe(state, game.turn(state) or 0))))
    data["facts"][fact] = float(data["facts"][fact])
    assert type(positions.from_json(name, data).seen.facts[fact]) is int


def test_short_form_can_be_determinized_into_many_worlds() -> None:
    position = positions.from_json("yaniv", SHORT)
    game, seen = position.game, position.seen
    hands = set()
    for seed in range(30):
        world = game.determinize(seen, Random(seed))
        assert game.observe(world, 0) == seen
        hands.add(game.observe(world, 1).zone("hand").cards)
    assert len(hands) == 30  # the cards of others are not those that were put there to build it


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"hand": "7h 7h 3c"}, "twice"),
        ({"hand": "7h Kc"}, "twice"),
        ({"hand": ""}, "1 to 5"),
        ({"hand": "Ah 2h 3h 4h 5h 6h"}, "1 to 5"),
        ({"hand": "7z"}, "no card"),
        ({"hand": "X1"}, "no card"),
        ({"hand": 7}, "hand is no text: 7; it reads like"),
        ({"pile": ""}, "pile"),
        ({"pile": "Kc 2h"}, "neither a set"),
        ({"opponents": [9]}, "opponents"),
        ({"opponents": []}, "2 to 6 seats"),
        ({"opponents": [5] * 6}, "2 to 6 seats"),
        ({"rules": "pub"}, "no rule set"),
        ({"wibble": 1}, "wibble"),
        ({"scores": [1]}, "scores"),
    ],
)
def test_short_form_refuses_with_a_sentence(change: dict[str, Any], word: str) -> None:
    with pytest.raises(Refusal, match=word):
        positions.from_json("yaniv", SHORT | change)


@pytest.mark.parametrize("rules", ["paper", "club"])
def test_full_observation_round_trip(rules: str) -> None:
    game = registry.game("yaniv", rules, 3)
    for seed in range(20):
        position = positions.at_random(game, seed, turns=60)
        data = json.loads(json.dumps(observation_json(game, position.seen)))
        assert positions.from_json("yaniv", data).seen == position.seen


def test_random_positions_repeat_have_a_choice_and_differ() -> None:
    game = registry.game("yaniv", "paper", 2)
    found = [positions.at_random(game, seed).seen for seed in range(20)]
    assert found == [positions.at_random(game, seed).seen for seed in range(20)]
    assert all(len(seen.legal) > 1 for seen in found)
    assert len({seen.zone("hand").cards for seen in found}) == 20
    assert len({seen.turn for seen in found}) > 4


def _given() -> dict[str, Any]:
    game = registry.game("yaniv", "paper", 2)
    state, _ = played(game, 6)
    data: dict[str, Any] = json.loads(json.dumps(observation_json(game, game.observe(state, 0))))
    return data


def test_given_observation_must_be_possible() -> None:
    assert positions.from_json("yaniv", _given()).seen.turn == 6
    data = _given()
    data["zones"][0]["cards"][0] = data["zones"][2]["cards"][0]  # a card of the pile, also in the hand
    with pytest.raises(Refusal):
        positions.from_json("yaniv", data)
    data = _given()
    data["legal"].append("yaniv")
    with pytest.raises(Refusal, match="legal"):
        positions.from_json("yaniv", data)
    data = _given()
    data["zones"][1]["count"] = 10**9
    with pytest.raises(Refusal, match="0 to 200"):
        positions.from_json("yaniv", data)
    for seat in (-1, 2, 9):
        with pytest.raises(Refusal, match=f"seat is 0 to 1, not {seat}"):
            positions.from_json("yaniv", _given() | {"seat": seat})
    junk: Any
    for junk in (None, 3, "x", [], {}, {"zones": []}, {"zones": [], "facts": {}, "scores": [0, 0]}):
        with pytest.raises(Refusal):
            positions.from_json("yaniv", junk)


@pytest.mark.parametrize("rules", ["paper", "club"])
def test_given_history_must_lead_there(rules: str) -> None:
    """Each event left out, doubled, given to the other seat or changed: no deal looks like that."""
    game = registry.game("yaniv", rules, 2)
    state, _ = played(game, 9)
    for seat in (0, 1):
        data = observation_json(game, game.observe(state, seat))
        positions.from_json("yaniv", data)
        for place, event in enumerate(data["history"]):
            for new in ([], [event, event], [event | {"seat": 1 - event["seat"]}], [event | {"action": "yaniv"}]):
                history = [*data["history"][:place], *new, *data["history"][place + 1 :]]
                with pytest.raises(Refusal):
                    positions.from_json("yaniv", data | {"history": history})


# --- swap ---------------------------------------------------------------------------------------


def test_swap_changes_one_card_and_keeps_the_counts() -> None:
    position = positions.from_json("yaniv", SHORT)
    for old in ("3", "7h"):
        changed = positions.swap(position, old, "K♦")
        assert faces(changed) == "3c 7d Kd"
        assert [zone.count for zone in changed.seen.zones] == [zone.count for zone in position.seen.zones]
        legal = {action_text(changed.game, action) for action in changed.seen.legal}
        assert "discard Kd > a" in legal and not any("7h" in text for text in legal)
    pile = positions.swap(position, "Kc", "2c")
    assert faces(pile, "pile") == "2c" and faces(pile) == faces(position)


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("1", "7h", "hand"),
        ("3", "Kc", "pile"),
        ("9h", "2c", "neither"),
        ("4", "2c", "1 to 3"),
        ("1", "Zz", "no card"),
        ("9" * 5000, "2c", "1 to 3"),
    ],
)
def test_swap_refuses(old: str, new: str, word: str) -> None:
    with pytest.raises(Refusal, match=word):
        positions.swap(positions.from_json("yaniv", SHORT), old, new)


def _after(*moves: str, hands: tuple[str, str] = ("7h 7d 3c", "9c 9d 2s")) -> Position:
    """What the seat to act sees after these moves of a set deal; the stack's top cards are As 2h 3h …"""
    game = Yaniv("paper", 2)
    gone = {*hands[0].split(), *hands[1].split(), "Kc", "As", "2h"}
    rest = [game.face(card) for card in game.deck if game.face(card) not in gone]
    deal = {"hands": [hand.split() for hand in hands], "pile": ["Kc"], "stack": ["As", "2h", *rest]}
    state = game.start(deal | {"key": 1, "first": 0, "scores": [0, 0]})
    for move in moves:
        state = game.apply(state, parse_action(game, move))
    seat = game.turn(state)
    assert seat is not None
    return Position(game, game.observe(state, seat), "set up")


def test_swap_refuses_what_was_seen() -> None:
    both = _after("discard 3c > a", "discard 2s > stack")  # seat 0 took Kc from the pile, before all eyes
    with pytest.raises(Refusal, match="openly taken from the pile"):
        positions.swap(both, "Kc", "Qc")
    with pytest.raises(Refusal, match="in the pile"):
        positions.swap(both, "7h", "3c")  # laid by this seat, buried now
    other = _after("discard 3c > a")
    with pytest.raises(Refusal, match="hand of another seat"):
        positions.swap(other, "9c", "Kc")
    back = _after("discard 3c > stack", "discard 2s > a", "discard 7d > stack", "discard 3c > stack")
    with pytest.raises(Refusal, match="before it was laid"):
        positions.swap(back, "3c", "Qd")  # seat 1 laid the card that it was seen to take


def test_swap_of_a_card_drawn_unseen_rewrites_the_draw_alone() -> None:
    position = _after("discard 7d 7h > stack", "discard 2s > stack")
    assert faces(position) == "As 3c"
    changed = positions.swap(position, "As", "Qd")
    assert faces(changed) == "3c Qd"
    drawn = [event for event in changed.seen.history if event.gain]
    assert [changed.game.face(card) for event in drawn for card in event.gain] == ["Qd"]
    assert positions.swap(changed, "Qd", "As").seen == position.seen


def test_swap_of_a_laid_set_keeps_it_a_set() -> None:
    position = _after("discard 3c > stack", "discard 9c 9d > stack")
    assert faces(positions.swap(position, "9d", "9s"), "pile") == "9c 9s"
    with pytest.raises(Refusal, match="neither a set"):
        positions.swap(position, "9d", "Qs")


def test_swap_knows_what_a_reshuffle_put_into_the_stack() -> None:
    game = Yaniv("paper", 2)
    state, rng = played(game, 0)
    while not any(event.action.verb == "reshuffle" for event in game.observe(state, 0).history) or game.turn(state):
        legal = [action for action in game.legal(state) if action.to == "stack"]
        state = game.apply(state, legal[int(rng.random() * len(legal))])
    position = Position(game, game.observe(state, 0), "late")
    accepted = refused = 0
    for new in game.deck:
        try:
            changed = positions.swap(position, "1", game.face(new))
        except Refusal as refusal:
            refused += "reshuffled" in str(refusal)
            continue
        accepted += 1
        assert positions.swap(changed, game.face(new), faces(position).split()[0]).seen == position.seen
    assert accepted and refused


def test_swaps_are_undone_by_swapping_back() -> None:
    for rules in ("paper", "club"):
        game = Yaniv(rules, 3)
        done = 0
        for seed in range(40):
            position = positions.at_random(game, seed, turns=40)
            rng = Random(seed)
            cards = [*position.seen.zone("hand").cards, *position.seen.zone("pile").cards]
            old, new = game.face(rng.choice(cards)), game.face(rng.choice(game.deck))
            try:
                changed = positions.swap(position, old, new)
            except Refusal:
                continue
            done += 1
            positions.prove(game, changed.seen)
            assert positions.swap(changed, new, old).seen == position.seen
        assert done > 5


@pytest.mark.parametrize(
    ("name", "rules"), [("schafkopf", "club"), ("schafkopf", "paper:allpass=forced"), ("zsy", "paper")]
)
def test_a_card_of_the_hand_swapped_for_a_hidden_one_changes_no_history(name: str, rules: str) -> None:
    game: Any = registry.game(name, rules)
    done = 0
    for seed in range(60):
        position = positions.at_random(game, seed, turns=40)
        sight, rng = {card for zone in position.seen.zones for card in zone.cards}, Random(seed)
        old = game.face(rng.choice(position.seen.zone("hand").cards))
        new = game.face(rng.choice([card for card in game.deck if card not in sight]))
        try:
            changed = positions.swap(position, old, new)
        except Refusal:
            continue
        done += 1
        assert changed.seen.history == position.seen.history
        assert positions.swap(changed, new, old).seen == position.seen
    assert done > 50


# --- opinions -----------------------------------------------------------------------------------


def test_opinions_see_nothing_but_the_observation() -> None:
    """The same observation in two worlds, and from JSON: the same Decision."""
    game = registry.game("yaniv", "paper", 3)
    state, _ = played(game, 9)
    seat = game.turn(state)
    assert seat is not None
    seen = game.observe(state, seat)
    again = game.observe(game.determinize(seen, Random(1)), seat)
    given = positions.from_json("yaniv", json.loads(json.dumps(observation_json(game, seen))))
    for bot in ("greedy", "semirandom", "random"):
        first = opinions.opinion(game, bot, seen, "3")
        assert first == opinions.opinion(game, bot, again, "3") == opinions.opinion(given.game, bot, given.seen, "3")
        assert sum(option.probability for option in first.options) == pytest.approx(1)


def test_opinion_needs_something_to_decide() -> None:
    game = registry.game("yaniv", "paper", 2)
    state, _ = played(game, 2)
    waiting: Observation = game.observe(state, 1)
    with pytest.raises(Refusal, match="not to act"):
        opinions.opinion(game, "greedy", waiting, "0")


def test_shifts_show_what_moved_first() -> None:
    position = positions.from_json("yaniv", SHORT)
    changed = positions.swap(position, "7h", "2c")
    before, after = (opinions.opinion(position.game, "greedy", p.seen, "0") for p in (position, changed))
    rows = opinions.shifts(before, after)
    assert {action_text(position.game, row.action): round(row.moved, 3) for row in rows} == {
        "discard 7d 7h > a": -0.5,
        "discard 7d 7h > stack": -0.5,
        "discard 7d > a": 0.5,
        "discard 7d > stack": 0.5,
    }
    assert [abs(row.moved) for row in rows] == sorted((abs(row.moved) for row in rows), reverse=True)


# --- the JSON object ----------------------------------------------------------------------------


def test_report_has_the_fields_that_others_read() -> None:
    game, found = inspect.report("yaniv", ["greedy", "random"], observation=json.dumps(SHORT), swap=("1", "2c"), seed=4)
    again = json.loads(json.dumps(found, allow_nan=False))
    assert game.spec == "paper" and set(again) == {"decisions", "swap", "grids", "claims"}
    assert [decision["agent"] for decision in again["decisions"]] == ["greedy", "random"]
    fields = {"agent", "weights", "position", "seat", "observation", "options", "action", "unit", "note", "beliefs"}
    for decision in again["decisions"]:
        assert set(decision) == fields
        assert {option["action"] for option in decision["options"]} <= set(decision["observation"]["legal"])
        assert set(decision["options"][0]) == {"action", "probability", "value", "stderr", "visits", "why"}
        assert sum(option["probability"] for option in decision["options"]) == pytest.approx(1)
    assert {change["agent"] for change in again["swap"]["changes"]} == {"greedy", "random"}
    assert again["swap"]["observation"]["zones"][0]["cards"] == ["2c", "7d", "7h"]


def test_what_a_move_does_stands_where_the_bot_says_nothing() -> None:
    """A table or a net gives no reasons; one of its own is kept."""
    game, found = inspect.report("yaniv", ["harel", "greedy"], observation=json.dumps(SHORT))
    assert isinstance(game, Yaniv)
    seen = positions.from_json("yaniv", SHORT).seen
    harel, greedy = found["decisions"]
    for option in harel["options"]:
        assert option["why"] == reason(game, seen, parse_action(game, option["action"])) != ""
    for option in greedy["options"]:
        assert option["why"] not in ("", reason(game, seen, parse_action(game, option["action"])))


def test_report_repeats_and_reads_records(tmp_path: Path) -> None:
    match = Match.new("yaniv", "paper", ("greedy", "semirandom"), 3, tmp_path / "m.jsonl")
    for turn in range(5):
        seat = match.turn
        assert seat is not None
        decision = opinions.opinion(match.game, match.header.seats[seat], match.observe(seat), str(turn))
        match.play(decision.action, decision)
    match.close()
    _, found = inspect.report("yaniv", ["random"], record=tmp_path / "m.jsonl")
    assert [decision["seat"] for decision in found["decisions"]] == [0, 1, 0, 1, 0, 1]
    assert inspect.report("yaniv", ["random"], seed=3)[1] == inspect.report("yaniv", ["random"], seed=3)[1]
    _, told = inspect.replay(tmp_path / "m.jsonl")
    assert len(told["deals"]) == 1 and len(told["deals"][0]["moves"]) == 5
    assert all(move["decision"]["action"] == move["action"] for move in told["deals"][0]["moves"])


@pytest.mark.parametrize(
    ("observation", "word"), [("{", "not valid JSON"), ("[]", "JSON object"), ("[" * 99999, "not valid JSON")]
)
def test_report_refuses_with_a_sentence(observation: str, word: str) -> None:
    with pytest.raises(Refusal, match=word):
        inspect.report("yaniv", ["greedy"], observation=observation)
    with pytest.raises(Refusal, match="no bot"):
        inspect.report("yaniv", ["gredy"])
