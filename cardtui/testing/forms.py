"""Whether what the rules of a game give has the types that `core` declares, and can be written as JSON."""

from __future__ import annotations

import json
import re
from typing import Any

from ..core import Game, Observation, quoted, with_article

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
        raise AssertionError(f"{what} has what JSON cannot hold: {error}") from error
