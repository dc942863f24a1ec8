"""The words of a guided first deal."""

from __future__ import annotations

from typing import Any, NamedTuple

from .. import registry
from ..core import Game, Observation
from ..entries import HUMAN
from ..entries.first_deal import FirstDeal
from ..match import Match


class Told(NamedTuple):
    """The words for one position; "" where there is nothing to say."""

    lesson: str
    """What is new here."""
    allowed: str
    """What the person may do, and why."""


def is_first_deal(match: Match) -> bool:
    """Return whether a resumed match is in its game's guided first deal, by its seed, seats and rules."""
    header, entry = match.header, registry.game_entry(match.header.game)
    if not entry.first_deal or header.ranked or match.deal > 1:
        return False
    first = registry.first_deal(header.game)
    begun = first.seed, (HUMAN, *first.bots), first.rules or entry.rules
    return begun == (header.seed, header.seats, header.rules)


class Guide:
    """Chooses the words for the positions of a guided deal: each lesson once, one at a time."""

    def __init__(self, game: Game[Any], first: FirstDeal[Any]) -> None:
        self.game = game
        self.first = first
        self._given: dict[int, int] = {}
        """The turns at which lessons were given, by the lesson's place."""

    def told(self, seen: Observation) -> Told:
        """Return the words for what the person sees. After an undo, the same position gets the same words."""
        if seen.mover is None:
            return Told(self.first.ended(self.game, seen), "")
        if not seen.legal:
            return Told("", "")
        allowed = self.first.allowed(self.game, seen)
        for place, lesson in enumerate(self.first.lessons):
            if self._given.get(place, seen.turn) == seen.turn and (text := lesson(self.game, seen)):
                self._given[place] = seen.turn
                return Told(text, allowed)
        return Told("", allowed)
