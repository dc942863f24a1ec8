"""Positions entered by hand: what a game can provide (`Setups`), defaults for any game, and shared checks.

Standard library only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from ..core import Action, Card, Event, Game, Observation, Refusal, Zone, quoted

G = TypeVar("G", bound=Game[Any])
State = TypeVar("State")

IMPOSSIBLE = "no deal looks like this observation"
NAMED = 5
"""Maximum number of cards named in a refusal."""


def malformed(error: Exception) -> Refusal:
    """Return the refusal of a malformed deal, given the error that reading it raised."""
    return Refusal(f"the deal is malformed: {f'it has no {error}' if type(error) is KeyError else quoted(error)}")


def each_once(game: Game[Any], cards: Iterable[Card], deck: Collection[Card], section: str = "") -> None:
    """Raise Refusal, naming some cards and a section of the rules, unless each card of the deck is there just once."""
    count = Counter(cards)
    wrong = {
        "missing": [card for card in deck if not count[card]],
        "more than once": [card for card, times in count.items() if times > 1],
    }
    if any(wrong.values()):
        told = "; ".join(
            f"{what}: {', '.join(map(game.face, found[:NAMED]))}{', …' if len(found) > NAMED else ''}"
            for what, found in wrong.items()
            if found
        )
        raise Refusal(f"{section}the deal must hold each of the {len(deck)} cards once ({told})")


def from_short(data: Mapping[str, Any]) -> tuple[Any, Observation]:
    """Return the game and observation described by the short form. Raises Refusal if it is malformed or impossible."""
    raise Refusal("this game has no short form of a position; give an observation, as `inspect --json` writes it")


def short_form(game: Game[Any], seen: Observation) -> dict[str, Any]:
    """Return the short form of a position, as far as it can express it."""
    return {}


def check(game: Game[Any], seen: Observation) -> None:
    """Raise Refusal for an observation that no play leads to, if `determinize` does not already detect that."""


def swap(game: Game[Any], seen: Observation, old: Card, new: Card) -> Observation:
    """Return the observation if the two cards had been exchanged from the start. Raises Refusal if impossible."""
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


def card(game: Game[Any], seen: Observation, text: str, in_sight: bool) -> Card:
    """Return the card that a text names in an exchange: one in sight, or one that comes in. Raises Refusal if none."""
    return game.card(text)


@dataclass(frozen=True)
class Setups(Generic[G]):
    """How positions of one game are entered; by default each field is the function above, which works for any game."""

    short: str = ""
    """An example of the short form in JSON, or "" if there is none. Seats count from 0, as everywhere in JSON."""
    examples: str = "swap 3 7h"
    """An example of a command that changes a position."""
    guide: str = "  swap 3 7h       exchange card 3 of the hand and 7h; a card's name works too\n"
    """Help text on these commands, of one or more lines."""
    from_short: Callable[[Mapping[str, Any]], tuple[G, Observation]] = from_short
    short_form: Callable[[G, Observation], dict[str, Any]] = short_form
    check: Callable[[G, Observation], None] = check
    swap: Callable[[G, Observation, Card, Card], Observation] = swap
    solver: str = ""
    """ "module:function" that solves a state with open hands; "" if there is none."""
    card: Callable[[G, Observation, str, bool], Card] = card


# --- checks that games share ----------------------------------------------------------------------


def reads_like(short: str, keys: Collection[str], data: Mapping[str, Any]) -> None:
    """Raise Refusal if the short form has an unknown key."""
    unknown = [key for key in data if key not in keys]
    if unknown:
        raise Refusal(f"a position has no {quoted(unknown[0])}; it reads like {short}")


def cards_of(game: Game[Any], text: str) -> tuple[Card, ...]:
    """Return the cards that a text of the short form names, between spaces or commas. Raises Refusal if one is none."""
    return tuple(game.card(word) for word in text.replace(",", " ").split())


def renamed(cards: tuple[Card, ...], old: Card, new: Card) -> tuple[Card, ...]:
    """Return the cards with `new` in place of `old`."""
    return tuple(new if card == old else card for card in cards)


def follow(game: Game[State], state: State, seen: Observation) -> None:
    """Check that playing the history from this state leads to the observation. Raises Refusal if it does not."""
    for number, event in enumerate([event for event in seen.history if event.seat >= 0], 1):
        if event.seat != game.turn(state):
            raise Refusal(f"{IMPOSSIBLE}: move {number} is another seat's")
        try:
            state = game.apply(state, event.action)
        except Refusal as error:
            raise Refusal(f"{IMPOSSIBLE}: move {number}: {error}") from error
    same(game.observe(state, seen.seat), seen, "moves")


def same(found: Observation, seen: Observation, source: str) -> None:
    """Raise Refusal, naming the first difference, if the observations differ. `source` is what `found` is based on."""
    for field, ours, theirs in zip(seen._fields, found, seen, strict=True):
        if ours != theirs:
            raise Refusal(f"{IMPOSSIBLE}: its field {field} does not fit the {source}")
