"""Bots' decisions as shown at a table."""

from __future__ import annotations

from typing import NamedTuple

from ..core import Action, Decision, Observation

SIGNS = 8
"""Number of characters shown of the hash of a bot's weights."""


class Second(NamedTuple):
    """Another bot's opinion of the same position."""

    bot: str
    decision: Decision


class Advised(NamedTuple):
    """A move of the viewer, and what the coach had said before it."""

    turn: int
    """As the history counts, from 1."""
    action: Action
    opinion: Decision


class Thought(NamedTuple):
    """A decision to show. `title` tells whose it is and when it was made; `rows` limits the options shown (0: all)."""

    title: str
    decision: Decision | None
    rows: int = 0
    second: Second | None = None
    """The opinion of another bot that would play differently; its values are shown beside these."""
    seen: Observation | None = None
    """What the bot saw, if it is known: what follows from it is marked in its beliefs."""
