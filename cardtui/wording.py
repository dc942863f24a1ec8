"""What a game reads and tells in plain words: `Words`, each part with a default that fits any game.

All of it is pure, and total: there is an answer for any text. `order` is the hand as it is shown; card number 1 is its
first card. `names` are those of the seats. Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from .core import Action, Belief, Card, Event, Game, Observation, action_text, quoted
from .formatting import signs

G = TypeVar("G", bound=Game[Any])
Cards = tuple[Card, ...]
Names = Sequence[str]
SHOWN = 6
"""So many actions are named where a line leaves several open."""


class Typed(NamedTuple):
    """What a typed line means at this moment, before Enter."""

    preview: str
    """One sentence: what it is and what it does; "" for an empty line."""
    legal: bool
    """Whether the rules allow it, as far as it goes."""
    action: Action | None = None
    """What Enter plays; None while something is missing or illegal."""
    pending: str = ""
    """The step that Enter leads to; "" for the first one. Give it back as `pending`."""
    refusal: str = ""
    """Why Enter does nothing: the rule, or what is missing. The text is kept."""
    cards: tuple[Card, ...] = ()
    """The cards that the line names so far."""


def spelled(game: Game[Any], action: Action) -> str:
    """An action as text, with the signs of suits: `play 7♥`."""
    return " ".join(map(signs, action_text(game, action).split()))


def face_up(game: Game[Any], cards: Sequence[Card]) -> str:
    """Cards as people read them: `7♥ 10♦`."""
    return " ".join(signs(game.face(card)) for card in cards)


def read(game: Game[Any], seen: Observation, order: Cards, text: str, pending: str) -> Typed:
    """An action by words of it: its verb, cards by face or by number in the hand, where to; all that fit it alone.

    An empty line stands for the only legal action.
    """
    if not seen.legal:
        return _no("it is not your turn")
    wanted = [_word(game, order, word) for word in text.lower().replace(">", " ").split()]
    if not wanted and len(seen.legal) > 1:
        return Typed("", False, None, "", f"type {prompt(game, seen, pending)}")
    fitting = [action for action in seen.legal if _fits(_parts(game, action), wanted)]
    whole = [action for action in fitting if sorted(_parts(game, action)) == sorted(wanted)]
    cards = tuple(card for card in order if game.face(card).lower() in wanted)
    if len(fitting) == 1 or len(whole) == 1:
        action = (whole or fitting)[0]
        return Typed(spelled(game, action), True, action, cards=action.cards)
    if fitting:
        several = _listed(game, fitting)
        return Typed(f"several are meant: {several}", True, refusal=f"name one: {several}", cards=cards)
    return _no(f"{quoted(text.strip())} is no legal action; there is {_listed(game, seen.legal)}", cards)


def prompt(game: Game[Any], seen: Observation, pending: str) -> str:
    """What can be typed now."""
    if len(seen.legal) == 1:
        return f"Enter: {spelled(game, seen.legal[0])}, the only legal action"
    return f"one of {_listed(game, seen.legal)}; a part of it is enough"


def order(game: Game[Any], seen: Observation, sort: str) -> Cards:
    """The hand in the order in which it is numbered: as the game lists it, whatever the setting `sort` says."""
    return seen.zone("hand").cards


def table(game: Game[Any], seen: Observation, order: Cards, names: Names) -> list[str]:
    """What the seat sees before it moves: a line for each zone, its own hand, numbered, last."""
    lines = []
    for zone in seen.zones:
        if zone.name == "hand":
            continue
        kind, _, seat = zone.name.partition(" ")
        owner = seat.isdigit() and int(seat) < len(names)
        name = f"{names[int(seat)]}, {kind}" if owner else zone.name
        known = f": {face_up(game, zone.cards)}" if zone.cards else ""
        lines.append(f"{name}, {zone.count} card{'s' * (zone.count != 1)}{known}")
    numbered = ", ".join(f"{number}: {face_up(game, (card,))}" for number, card in enumerate(order, 1))
    return [*lines, f"Your hand: {numbered}"]


def event(game: Game[Any], happened: Event, names: Names) -> str:
    """One thing that happened, in one sentence."""
    who = names[happened.seat] if happened.seat >= 0 else "table"
    gain = f", gains {face_up(game, happened.gain)}" if happened.gain else ""
    return f"{who}: {spelled(game, happened.action)}{gain}."


def outcome(game: Game[Any], seen: Observation, names: Names) -> list[str]:
    """What lies open at the end of a deal."""
    return ["The deal is over."]


def phase(game: Game[Any], seen: Observation, names: Names) -> str:
    """Where the deal stands, in half a line: what is played, by whom."""
    return ""


def label(game: Game[Any], action: Action) -> str:
    """An action in a few cells, for lists: `10♣ 10♦ ▸ stack`; the verb only where there are no cards, or no place."""
    if not action.cards:
        return f"{action.verb} ▸ {action.to}" if action.to else action.verb
    cards = face_up(game, action.cards)
    return f"{cards} ▸ {action.to}" if action.to else f"{action.verb} {cards}"


def does(game: Game[Any], action: Action) -> str:
    """An action after "would": `lay pair 10♣ 10♦ and take from the stack`."""
    return spelled(game, action)


def to_type(game: Game[Any], order: Cards, action: Action) -> str:
    """What one types to do this with the hand shown as `order`."""
    return action_text(game, action)


def alike(action: Action) -> Hashable:
    """A key that actions share which differ in the order of equal cards or in suits alone."""
    return action


def believed(game: Game[Any], belief: Belief) -> Mapping[str, float]:
    """The values of a belief as the game speaks of them."""
    return belief.values


def french(text: str) -> str:
    """A text of the program with French suits in place of others that the game's cards have."""
    return text


@dataclass(frozen=True)
class Words(Generic[G]):
    """The words of one game; what it does not say is said as for any game, by the function of that name above."""

    read: Callable[[G, Observation, Cards, str, str], Typed] = read
    prompt: Callable[[G, Observation, str], str] = prompt
    order: Callable[[G, Observation, str], Cards] = order
    table: Callable[[G, Observation, Cards, Names], list[str]] = table
    event: Callable[[G, Event, Names], str] = event
    outcome: Callable[[G, Observation, Names], list[str]] = outcome
    phase: Callable[[G, Observation, Names], str] = phase
    label: Callable[[G, Action], str] = label
    does: Callable[[G, Action], str] = does
    to_type: Callable[[G, Cards, Action], str] = to_type
    alike: Callable[[Action], Hashable] = alike
    believed: Callable[[G, Belief], Mapping[str, float]] = believed
    french: Callable[[str], str] = french


def _word(game: Game[Any], order: Cards, word: str) -> str:
    """A typed word as actions have it: a card's face in ASCII, for its face with signs and for its number."""
    try:
        return game.face(game.card(word)).lower()
    except ValueError:
        place = int(word) if word.isascii() and word.isdigit() and len(word) < 4 else 0
        return game.face(order[place - 1]).lower() if 1 <= place <= len(order) else word


def _parts(game: Game[Any], action: Action) -> list[str]:
    words = [action.verb, *map(game.face, action.cards), action.to]
    return [word.lower() for word in words if word]


def _fits(parts: list[str], wanted: list[str]) -> bool:
    """Whether each word is one of the parts, each part taken once."""
    left = list(parts)
    for word in wanted:
        if word not in left:
            return False
        left.remove(word)
    return True


def _listed(game: Game[Any], actions: Sequence[Action]) -> str:
    more = f", … ({len(actions)} in all)" if len(actions) > SHOWN else ""
    return ", ".join(spelled(game, action) for action in actions[:SHOWN]) + more


def _no(reason: str, cards: Cards = ()) -> Typed:
    return Typed(reason, False, None, "", reason, cards)
