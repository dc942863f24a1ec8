"""What a game declares of its guided first deal (`FirstDeal`): a fixed deal, and words for a person who is new to it.

The deal is played for real, so the words are bound to situations: they stay true whatever the person plays. Standard
library only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..core import Game, Observation

G = TypeVar("G", bound=Game[Any])


@dataclass(frozen=True)
class FirstDeal(Generic[G]):
    """The guided first deal of one game. Each text is a few short sentences, at most about 150 characters."""

    seed: int
    """The seed of the match."""
    bots: tuple[str, ...]
    """The bots on the seats after the person's."""
    coach: str
    """The bot whose advice is told; it must be quick to load and to answer."""
    lessons: tuple[Callable[[G, Observation], str], ...]
    """The lessons, in order: each returns its text when its situation is there, or "". Each is given once."""
    allowed: Callable[[G, Observation], str]
    """Return what the person may do now, and why: `one card, or the pair 5♠ 5♦`."""
    ended: Callable[[G, Observation], str]
    """Return how the deal ended, and why."""
    rules: str = ""
    """The rule set; "" for the game's default for people."""
