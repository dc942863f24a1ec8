"""The input language of Tricks. Pure and total: every text gets an answer.

A card is typed as its number or its name (`3`, `7c`, `7♣`); an empty line plays the only legal card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...core import Action, Card, Observation, Refusal, quoted
from ...entries.wording import Typed, refused
from ...text.formatting import signs
from .rules import COLOUR, NAMES, State, Tricks, beats

_COLOURS = "♣♦♥♠"
_BLANK = re.compile(r"(?<!\d) | (?!\d)")
"""What may stand anywhere except between digits, since `1 2` are two cards and not the twelfth."""


def read(game: Tricks, seen: Observation, order: tuple[Card, ...], text: str, pending: str = "") -> Typed:
    """Interpret `text`, typed with the hand shown as `order`. There are no steps: `pending` is ""."""
    said = _BLANK.sub("", " ".join(text.lower().split())).removeprefix("play")
    if not said:
        return _nothing(game, seen)
    if said.isascii() and said.isdigit():
        number = int(said) if len(said) < 4 else 0
        if not 1 <= number <= len(order):
            return refused(
                f"§3: there is no card {said[:9]}: yours are 1 to {len(order)}" if order else "§3: no card is left"
            )
        card = order[number - 1]
    else:
        try:
            card = game.card(said)
        except Refusal:
            wanted = "type " * (len(seen.legal) != 1)
            return refused(f"{quoted(text.strip())} means nothing here: {wanted}{prompt(game, seen)}")
    mine = (card,) if card in order else ()
    if not seen.legal:
        return refused("it is not your turn", mine)
    action = Action("play", (card,))
    if action in seen.legal:
        return Typed(_effect(seen, card), True, action, "", "", mine)
    return refused(_why(game, seen, action), mine)


def prompt(game: Tricks, seen: Observation, pending: str = "") -> str:
    """Return what can be typed now, in one line."""
    if len(seen.legal) == 1:
        return f"Enter plays {faces(seen.legal[0].cards)}, nothing else is allowed"
    example = f", such as {NAMES[seen.legal[0].cards[0]]}" if seen.legal else ""
    return f"a card by its number or face{example}"


def to_type(game: Tricks, order: tuple[Card, ...], action: Action) -> str:
    """Return the text that plays the action with the hand shown as `order`: the number of its card."""
    return str(order.index(action.cards[0]) + 1)


def faces(cards: Iterable[Card]) -> str:
    """Return the names of cards with suit signs.

    >>> faces((7, COLOUR))
    '7♣ 0♦'
    """
    return " ".join(signs(NAMES[card]) for card in cards)


def colour(card: Card) -> str:
    """Return the sign of a card's colour."""
    return _COLOURS[card // COLOUR]


def _nothing(game: Tricks, seen: Observation) -> Typed:
    """Interpret the empty line."""
    if len(seen.legal) == 1:
        action = seen.legal[0]
        return Typed(f"{_effect(seen, action.cards[0])} · nothing else is allowed", True, action, "", "", action.cards)
    return Typed("", False, None, "", f"type {prompt(game, seen)}" if seen.legal else "it is not your turn")


def _effect(seen: Observation, card: Card) -> str:
    """Describe what a card does to the trick."""
    lies, name = seen.zone("trick").cards, faces((card,))
    if not lies:
        return f"{name} leads {colour(card)}"
    led = lies[0]
    if beats(card, led):
        return f"{name} takes the trick: higher than {faces(lies)}"
    why = "lower" if colour(card) == colour(led) else f"not {colour(led)}"
    return f"{name} loses the trick to {faces(lies)}: {why}"


def _why(game: Tricks, seen: Observation, action: Action) -> str:
    """Return why an action is illegal, in the words of the rules, from what the seat sees."""
    hands = [zone.cards for zone in seen.hands]
    lies = seen.zone("trick").cards
    state = State((hands[0], hands[1]), lies[0] if lies else None, seen.seat, 0, (), (), (), 0, ())
    sentence = game.refusal(state, action)
    return " ".join(signs(word) if word in _FACES else word for word in sentence.split())


_FACES = frozenset(NAMES.values())
