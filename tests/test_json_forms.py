"""Observations and decisions as JSON, and back."""

from __future__ import annotations

import json
from math import inf, nan
from typing import Any

import pytest

from cardtui.core import Action, Belief, Decision, Event, Observation, Option, Refusal, Zone
from cardtui.games.yaniv.rules import Yaniv
from cardtui.json_forms import decision_from_json, decision_json, observation_from_json, observation_json

GAME = Yaniv("club")
SEVENS = tuple(map(GAME.card, ("7h", "7d")))
SEEN = Observation(
    1,
    3,
    (Zone("hand", 2, SEVENS), Zone("stack", 40)),
    {"rules": "club", "first": 0, "caller": None},
    (Event(0, Action("discard", SEVENS, "stack"), (GAME.card("X1"),)), Event(-1, Action("reshuffle"))),
    (Action("yaniv"), Action("discard", SEVENS[:1], "a")),
    (0.0, 12.5),
)
DECISION = Decision(
    Action("yaniv"),
    (Option(Action("yaniv"), 0.75, 1.5, 0.25, 12, "low"), Option(Action("discard", SEVENS, "b"), 0.25)),
    "points",
    "a note",
    (Belief(0, "score", {"mean": 6.5}), Belief(1, "holds", {"7h": 0.3}, samples=10)),
)


def test_json_both_ways() -> None:
    assert observation_from_json(GAME, json.loads(json.dumps(observation_json(GAME, SEEN)))) == SEEN
    assert decision_from_json(GAME, json.loads(json.dumps(decision_json(GAME, DECISION)))) == DECISION


def test_json_is_for_people() -> None:
    data = observation_json(GAME, SEEN)
    assert data["zones"] == [
        {"name": "hand", "count": 2, "cards": ["7h", "7d"]},
        {"name": "stack", "count": 40, "cards": []},
    ]
    assert data["history"][0] == {"seat": 0, "action": "discard 7h 7d > stack", "gain": ["X1"]}
    assert data["legal"] == ["yaniv", "discard 7h > a"]
    assert decision_json(GAME, DECISION)["options"][0] == {
        "action": "yaniv", "probability": 0.75, "value": 1.5, "stderr": 0.25, "visits": 12, "why": "low",
    }  # fmt: skip


@pytest.mark.parametrize("field", ["seat", "turn", "zones", "facts", "history", "legal", "scores"])
def test_an_observation_with_a_field_missing_or_wrong_is_refused(field: str) -> None:
    data = observation_json(GAME, SEEN)
    with pytest.raises(Refusal, match=f"observation: the field '{field}' is missing"):
        observation_from_json(GAME, {key: value for key, value in data.items() if key != field})
    wrong: Any
    for wrong in (None, "x", 1.5, True, [None], "yaniv", {}) if field != "facts" else (None, "x", 1.5, []):
        with pytest.raises(Refusal, match="observation: "):
            observation_from_json(GAME, data | {field: wrong})


def test_an_observation_that_is_nested_too_deeply_is_refused() -> None:
    """json.loads reads more levels than can be gone through here."""
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(Refusal, match="observation: its values are nested too deeply"):
        observation_from_json(GAME, observation_json(GAME, SEEN) | {"facts": {"deep": deep}})


@pytest.mark.parametrize("field", ["action", "options", "unit", "note", "beliefs"])
def test_a_decision_with_a_field_missing_is_refused(field: str) -> None:
    data = decision_json(GAME, DECISION)
    with pytest.raises(Refusal, match=f"decision: the field '{field}' is missing"):
        decision_from_json(GAME, {key: value for key, value in data.items() if key != field})


@pytest.mark.parametrize(
    ("field", "wrong"), [("action", 7), ("options", 7), ("options", [{}]), ("beliefs", [[]]), ("beliefs", {})]
)
def test_a_decision_with_a_field_wrong_is_refused(field: str, wrong: Any) -> None:
    with pytest.raises(Refusal, match="decision: "):
        decision_from_json(GAME, decision_json(GAME, DECISION) | {field: wrong})


@pytest.mark.parametrize("number", [nan, inf, -inf, 10**400, True, "0.5"])
@pytest.mark.parametrize("field", ["probability", "value", "stderr", "values"])
def test_a_number_in_a_decision_that_is_none_is_refused(field: str, number: Any) -> None:
    data = json.loads(json.dumps(decision_json(GAME, DECISION)))
    (data["beliefs"] if field == "values" else data["options"])[0][field] = (
        {"mean": number} if field == "values" else number
    )
    with pytest.raises(Refusal, match="decision: "):
        decision_from_json(GAME, data)


@pytest.mark.parametrize("number", [nan, inf, "1", None])
def test_a_score_in_an_observation_that_is_none_is_refused(number: Any) -> None:
    with pytest.raises(Refusal, match="observation: "):
        observation_from_json(GAME, observation_json(GAME, SEEN) | {"scores": [0.0, number]})


@pytest.mark.parametrize("data", [None, 7, "x", [], [1]])
def test_what_is_no_object_is_refused(data: Any) -> None:
    for read in (observation_from_json, decision_from_json):
        with pytest.raises(Refusal):
            read(GAME, data)
