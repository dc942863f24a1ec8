"""Whether what the rules of a game give has the types that `core` declares, and can be written as JSON."""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any

from ..core import Game, Observation, Standing, quoted, with_article

TUPLES = ("zones", "history", "legal", "scores")
"""The fields of an observation that are tuples."""
ZONE = re.compile(r"\S+( \d+)?")


def check_types(game: Game[Any], state: Any, seat: int) -> None:
    """Check the legal actions, and what the seat to act sees. Raises AssertionError with what is wrong."""
    legal, seen = game.legal(state), game.observe(state, seat)
    assert isinstance(seen, Observation), f"observe gave {with_article(type(seen).__name__)}, not an Observation"
    parts = {"legal": legal} | {f"{name} of an observation": getattr(seen, name) for name in TUPLES}
    for name, part in parts.items():
        assert isinstance(part, tuple), f"{name} gave {with_article(type(part).__name__)}, not a tuple"
    for zone in seen.zones:
        fits = ZONE.fullmatch(zone.name)
        assert fits, f"the zone {zone.name!r} should be named by one word; only the number of a seat may follow it"
        for card in zone.cards:
            assert isinstance(face := game.face(card), str), f"face gave {quoted(face)}, not a text"


def through_json(what: str, value: Any) -> Any:
    """Return the value as it comes back from JSON. Raises AssertionError if JSON has no such values."""
    try:
        return json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError) as error:
        raise AssertionError(f"{what} contains what JSON cannot hold: {error}") from error


def check_standing(word: str, given: object, seats: int) -> Standing:
    """Return what a game made of a standing. Raises AssertionError if it is none, or does not fit the seats."""
    assert isinstance(given, Standing), f"{word} gave {quoted(given)}, not a Standing"
    scores: object = given.scores
    numbers = isinstance(scores, tuple) and all(isinstance(one, int | float) and isfinite(one) for one in scores)
    assert numbers, f"{word} gave the scores {quoted(scores)}, not a tuple of numbers"
    assert len(given.scores) == seats, f"{word} gave the scores {quoted(scores)}, not one for each seat"
    assert 0 <= given.first < seats, f"seat {given.first} of {seats} opens"
    assert set(given.winners) <= set(range(seats)), f"{word} gave the winners {quoted(given.winners)} of {seats} seats"
    return given
