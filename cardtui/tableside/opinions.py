"""What is shown of bots' decisions at a table."""

from __future__ import annotations

from typing import NamedTuple

from ..core import Decision

SIGNS = 8
"""So many of the hash of a bot's weights are shown."""


class Second(NamedTuple):
    """Another bot's opinion of the same position."""

    bot: str
    decision: Decision


class Thought(NamedTuple):
    """A decision to show: `title` says whose and when; `rows` limits the options shown (0: all)."""

    title: str
    decision: Decision | None
    rows: int = 0
    second: Second | None = None
    """Who would do something else; its values stand beside those of the decision."""
