"""What a game declares for the checks in `cardtui.testing`, which cannot look into its states themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..core import Card


@dataclass(frozen=True)
class Checks:
    """Access to a game's states, and how random play finishes its deals. Every field is optional."""

    cards: Callable[[Any], Iterable[Card]] | None = None
    """Return all cards of a state, wherever they are, including undealt ones. If None, lost cards go unnoticed."""
    hidden: Callable[[Any, int], Iterable[Card]] | None = None
    """Return the cards that the rules hide from a seat during a deal, computed from the state alone. If None: the cards
    in other seats' hands that this seat does not see."""
    tastes: tuple[tuple[str, ...], ...] = ((),)
    """Preferences of random play, one drawn per deal: verbs or places, of which the first legal one is played. For
    games that purely random play hardly ever finishes."""
