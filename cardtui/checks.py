"""What the laws in `cardtui.testing` must be told of a game, whose states are opaque to everybody else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .core import Card


@dataclass(frozen=True)
class Checks:
    """How to look into a game's states, and how to play it quickly. All of it may be left out."""

    cards: Callable[[Any], Iterable[Card]] | None = None
    """All cards that a state holds, wherever they are, also undealt ones; None: that none is lost cannot be checked."""
    hidden: Callable[[Any, int], Iterable[Card]] | None = None
    """The cards that the rules hide from a seat while a deal goes on, told from the state alone; None: those that other
    seats hold and this one does not see."""
    tastes: tuple[tuple[str, ...], ...] = ((),)
    """What random play prefers through a deal, one of these by chance: verbs or places, the first that is legal; for
    games that random play hardly ever brings to an end."""
    quick: str = "random"
    """A quick bot that plays as people do."""
    light: Mapping[str, str] = field(default_factory=dict)
    """Searching bots with options that let them answer quickly."""
