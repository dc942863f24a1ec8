"""The pool of Tricks: players of various styles that no bot was trained against. Both hands are open."""

from __future__ import annotations

from cardtui.core import Action, Card, Observation
from cardtui.games.tricks.rules import COLOUR, Tricks, beats

from ..styles import Choice, Style, hand
from .heuristics import lawful


class Cheap(Style):
    """Leads its lowest card; takes a trick as cheaply as it can, and throws its lowest card on what it cannot take."""

    game: Tricks

    def choose(self, seen: Observation) -> Choice:
        """Return the card to lead, or the answer."""
        legal, lies = lawful(seen), seen.zone("trick").cards
        return self.answer(seen, legal, lies[0]) if lies else self.lead(seen, legal)

    def lead(self, seen: Observation, legal: tuple[Action, ...]) -> Choice:
        """Return the card to lead."""
        return min(legal, key=_value), "leads its lowest card"

    def answer(self, seen: Observation, legal: tuple[Action, ...], led: Card) -> Choice:
        """Return the card to play on the one led."""
        taking = [action for action in legal if beats(action.cards[0], led)]
        return (min(taking, key=_value), "takes it cheaply") if taking else (min(legal, key=_value), "its lowest card")


class High(Cheap):
    """Always plays its highest card."""

    def choose(self, seen: Observation) -> Choice:
        """Return the highest card."""
        return max(lawful(seen), key=_value), "its highest card"


class Low(Cheap):
    """Always plays its lowest card."""

    def choose(self, seen: Observation) -> Choice:
        """Return the lowest card."""
        return min(lawful(seen), key=_value), "its lowest card"


class Cash(Cheap):
    """Leads cards that cannot be beaten for as long as it has any, the highest first; otherwise its lowest card."""

    def lead(self, seen: Observation, legal: tuple[Action, ...]) -> Choice:
        """Return a sure card if there is one."""
        sure = [action for action in legal if _sure(seen, action.cards[0])]
        return (max(sure, key=_value), "a sure trick") if sure else super().lead(seen, legal)


class Keeper(Cheap):
    """Keeps its sure cards to the end: leads and answers with others as long as it can."""

    def lead(self, seen: Observation, legal: tuple[Action, ...]) -> Choice:
        """Return the highest card that is not sure."""
        other = [action for action in legal if not _sure(seen, action.cards[0])]
        return max(other or legal, key=_value), "keeps its sure cards"


class Long(Cheap):
    """Leads the highest card of its longest colour, so that the other seat runs out of it."""

    def lead(self, seen: Observation, legal: tuple[Action, ...]) -> Choice:
        """Return the highest card of the longest colour."""
        return max(legal, key=lambda action: (_held(seen, action), _value(action))), "from its longest colour"


class Short(Cheap):
    """Leads its shortest colour, the lowest card first, to be rid of it."""

    def lead(self, seen: Observation, legal: tuple[Action, ...]) -> Choice:
        """Return the lowest card of the shortest colour."""
        return min(legal, key=lambda action: (_held(seen, action), _value(action))), "from its shortest colour"


class Duck(Cheap):
    """Gives tricks away while it holds more than half of its cards, and then takes all it can."""

    def answer(self, seen: Observation, legal: tuple[Action, ...], led: Card) -> Choice:
        """Return the lowest card early on, and then the cheapest that takes."""
        if len(hand(seen)) > len(self.game.deck) // 4:
            return min(legal, key=_value), "gives it away"
        return super().answer(seen, legal, led)


class Poke(Cheap):
    """Leads the lowest card of the colour in which the other seat holds most, and takes with its highest card."""

    def lead(self, seen: Observation, legal: tuple[Action, ...]) -> Choice:
        """Return the lowest card of the colour in which the other seat is longest."""
        theirs = [card // COLOUR for card in seen.hands[1 - seen.seat].cards]
        return min(
            legal, key=lambda action: (-theirs.count(action.cards[0] // COLOUR), _value(action))
        ), "where it is long"

    def answer(self, seen: Observation, legal: tuple[Action, ...], led: Card) -> Choice:
        """Return the highest card that takes."""
        taking = [action for action in legal if beats(action.cards[0], led)]
        return (max(taking, key=_value), "takes it high") if taking else (min(legal, key=_value), "its lowest card")


def _value(action: Action) -> tuple[int, Card]:
    card = action.cards[0]
    return card % COLOUR, card


def _held(seen: Observation, action: Action) -> int:
    return sum(card // COLOUR == action.cards[0] // COLOUR for card in hand(seen))


def _sure(seen: Observation, card: Card) -> bool:
    """Return whether no card of the other seat beats this one when it is led."""
    return not any(beats(other, card) for other in seen.hands[1 - seen.seat].cards)
