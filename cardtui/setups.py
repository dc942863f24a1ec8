"""Positions made by hand: what a game offers (`Setups`), with defaults for any game, and the checks that games share.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from .core import Action, Card, Event, Game, Observation, Refusal, Zone, quoted

G = TypeVar("G", bound=Game[Any])
State = TypeVar("State")

IMPOSSIBLE = "no deal looks like this observation"


def from_short(data: Mapping[str, Any]) -> tuple[Any, Observation]:
    """The game and what its seat sees, from the short form. Refusal when it does not read like that or cannot be."""
    raise Refusal("this game has no short form of a position; give an observation, as `inspect --json` writes it")


def short_form(game: Game[Any], seen: Observation) -> dict[str, Any]:
    """What the short form can say of a position."""
    return {}


def check(game: Game[Any], seen: Observation) -> None:
    """Refusal where no course of play leads to this observation and `determinize` does not say so."""


def swap(game: Game[Any], seen: Observation, old: Card, new: Card) -> Observation:
    """What would be seen if the two cards had changed places from the start. Refusal where that could not be."""
    exchanged = {old: new, new: old}

    def cards(before: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(exchanged.get(card, card) for card in before)

    def act(action: Action) -> Action:
        return action._replace(cards=cards(action.cards))

    def lie(zone: Zone) -> Zone:
        there = cards(zone.cards)
        in_order = zone in seen.hands and list(zone.cards) == sorted(zone.cards)
        return zone._replace(cards=tuple(sorted(there)) if in_order else there)

    history = tuple(Event(event.seat, act(event.action), cards(event.gain)) for event in seen.history)
    draft = seen._replace(zones=tuple(map(lie, seen.zones)), history=history, legal=())
    found = game.observe(game.determinize(draft, Random(0)), seen.seat)
    if bool(found.legal) != bool(seen.legal):
        raise Refusal(f"with {game.face(new)} for {game.face(old)} it would be another seat's turn")
    same(found._replace(legal=()), draft, "exchange")
    return found


@dataclass(frozen=True)
class Setups(Generic[G]):
    """How positions of one game are made by hand; what it leaves out goes as in any game, by the functions above."""

    short: str = ""
    """An example of the short form, in JSON; "" where there is none. Seats count from 0, as in all JSON."""
    examples: str = "swap 3 7h"
    """What one can type to change a position, in half a line."""
    guide: str = "  swap 3 7h       card 3 of the hand becomes 7h, and 7h card 3; so with a card's name\n"
    """The same explained, some lines of help."""
    from_short: Callable[[Mapping[str, Any]], tuple[G, Observation]] = from_short
    short_form: Callable[[G, Observation], dict[str, Any]] = short_form
    check: Callable[[G, Observation], None] = check
    swap: Callable[[G, Observation, Card, Card], Observation] = swap
    solver: str = ""
    """ "module:function" that solves a state with all hands seen; "" if there is none."""


# --- checks that games share ----------------------------------------------------------------------


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
