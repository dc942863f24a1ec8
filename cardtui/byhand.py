"""What the games share in looking at positions made by hand. Standard library only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from .core import Game, Observation, Refusal, quoted

State = TypeVar("State")

IMPOSSIBLE = "no deal looks like this observation"


def reads_like(short: str, keys: Collection[str], data: Mapping[str, Any]) -> None:
    """Refusal when the short form has a key that it does not know."""
    unknown = [key for key in data if key not in keys]
    if unknown:
        raise Refusal(f"a position has no {quoted(unknown[0])}; it reads like {short}")


def follow(game: Game[State], state: State, seen: Observation) -> None:
    """Make sure that the history, played from this state, leads to the observation. Refusal where it does not."""
    for number, event in enumerate([event for event in seen.history if event.seat >= 0], 1):
        if event.seat != game.turn(state):
            raise Refusal(f"{IMPOSSIBLE}: move {number} is another seat's")
        try:
            state = game.apply(state, event.action)
        except Refusal as error:
            raise Refusal(f"{IMPOSSIBLE}: move {number}: {error}") from error
    same(game.observe(state, seen.seat), seen, "moves")


def same(found: Observation, seen: Observation, source: str) -> None:
    """Refusal, naming what differs, when the source of `found` does not lead to what is seen."""
    for field, ours, theirs in zip(seen._fields, found, seen, strict=True):
        if ours != theirs:
            raise Refusal(f"{IMPOSSIBLE}: its {field} do not fit the {source}")
