"""Observations and decisions as JSON: for bots in processes of their own, records, saved positions and seats elsewhere.

Cards and actions are text, in the game's own faces. What is read is checked field by field. Standard library only.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

from .core import (
    Belief,
    Card,
    Decision,
    Event,
    Game,
    Observation,
    Option,
    Refusal,
    Zone,
    action_text,
    parse_action,
    quoted,
)

_FAULTS = (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError)
"""What reading malformed JSON values raises."""


def observation_json(game: Game[Any], seen: Observation) -> dict[str, Any]:
    """Return the observation as plain JSON values, with cards as text."""
    return {
        "seat": seen.seat,
        "turn": seen.turn,
        "zones": [{"name": z.name, "count": z.count, "cards": [game.face(c) for c in z.cards]} for z in seen.zones],
        "facts": dict(seen.facts),
        "history": [
            {"seat": e.seat, "action": action_text(game, e.action), "gain": [game.face(c) for c in e.gain]}
            for e in seen.history
        ],
        "legal": [action_text(game, a) for a in seen.legal],
        "scores": list(seen.scores),
    }


def observation_from_json(game: Game[Any], data: Any) -> Observation:
    """Inverse of `observation_json`. Raises Refusal if a field is missing or malformed."""
    try:
        return Observation(
            _int(data["seat"]),
            _int(data["turn"]),
            tuple(Zone(str(z["name"]), _int(z["count"]), _cards(game, z["cards"])) for z in _list(data["zones"])),
            _whole(_object(data["facts"])),
            tuple(
                Event(_int(e["seat"]), parse_action(game, e["action"]), _cards(game, e["gain"]))
                for e in _list(data["history"])
            ),
            tuple(parse_action(game, a) for a in _list(data["legal"])),
            tuple(map(_number, _list(data["scores"]))),
        )
    except _FAULTS as error:
        raise _malformed("observation", error) from error


def decision_json(game: Game[Any], decision: Decision) -> dict[str, Any]:
    """Return the decision as plain JSON values."""
    return {
        "action": action_text(game, decision.action),
        "options": [{**option._asdict(), "action": action_text(game, option.action)} for option in decision.options],
        "unit": decision.unit,
        "note": decision.note,
        "beliefs": [
            {"seat": belief.seat, "about": belief.about, "values": dict(belief.values)}
            | ({"samples": belief.samples} if belief.samples else {})
            for belief in decision.beliefs
        ],
    }


def decision_from_json(game: Game[Any], data: Any) -> Decision:
    """Inverse of `decision_json`. Raises Refusal if a field is missing or malformed."""
    try:
        return Decision(
            parse_action(game, data["action"]),
            tuple(
                Option(
                    parse_action(game, o["action"]),
                    _number(o["probability"]),
                    None if o["value"] is None else _number(o["value"]),
                    None if o["stderr"] is None else _number(o["stderr"]),
                    None if o["visits"] is None else _int(o["visits"]),
                    str(o["why"]),
                )
                for o in _list(data["options"])
            ),
            str(data["unit"]),
            str(data["note"]),
            tuple(
                Belief(
                    _int(b["seat"]),
                    str(b["about"]),
                    {str(k): _number(v) for k, v in b["values"].items()},
                    _int(b.get("samples", 0)),
                )
                for b in _list(data["beliefs"])
            ),
        )
    except _FAULTS as error:
        raise _malformed("decision", error) from error


def _cards(game: Game[Any], faces: Any) -> tuple[Card, ...]:
    return tuple(game.card(face) for face in _list(faces))


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{quoted(value)} is no whole number")
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not isfinite(value):
        raise TypeError(f"{quoted(value)} is no number")
    return float(value)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"{quoted(value)} is no list")
    return value


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError(f"{quoted(value)} is no object")
    return dict(value)


def _whole(value: Any) -> Any:
    """Convert whole floats in JSON values to int, because `0.0` equals 0 but cannot be used as an index."""
    if isinstance(value, dict):
        return {key: _whole(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_whole(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _malformed(what: str, error: Exception) -> Refusal:
    if isinstance(error, RecursionError):
        return Refusal(f"{what}: its values are nested too deeply")
    return Refusal(f"{what}: {f'the field {error} is missing' if isinstance(error, KeyError) else error}")
