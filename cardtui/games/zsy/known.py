"""What a seat of Zheng Shang You can count: unseen cards, its fewest turns, and plays that no unseen cards beat.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core import Action, Card, Observation
from .cards import Pattern, counts, fewest, follows, pattern
from .rules import DECK


def unseen(seen: Observation) -> list[int]:
    """Return the number of cards of each rank that the seat has not seen, in the order of `RANKS`."""
    known = {card for zone in seen.zones if zone.name != "rest" for card in zone.cards}
    return counts(card for card in DECK if card not in known)


class Known:
    """What one seat sees, counted by rank."""

    def __init__(self, seen: Observation) -> None:
        self._legal = seen.legal
        self._hand, self._unseen = counts(seen.zone("hand").cards), unseen(seen)
        self._most = seen.zone(f"hand {1 - seen.seat}").count

    def left(self, laid: Iterable[Card] = ()) -> list[int]:
        """Return how many cards of each rank the hand has left after these cards of it are laid."""
        return [had - gone for had, gone in zip(self._hand, counts(laid), strict=True)]

    def over(self, made: Pattern) -> list[Pattern]:
        """Return the plays over this one that the other seat could make with unseen cards."""
        return [higher for higher in follows(self._unseen, made) if sum(higher.sizes) <= self._most]

    def winning(self) -> Action | None:
        """Return a move after which the other seat cannot keep this one from winning; None if none can be seen.

        The move lays all cards, or no unseen cards beat it and they beat at most one of the fewest turns after it.
        """
        for action in self._legal:
            made = pattern(action.cards)
            if made is None:
                continue
            rest = fewest(self.left(action.cards))
            if not rest or (not self.over(made) and sum(bool(self.over(turn)) for turn in rest) <= 1):
                return action
        return None
