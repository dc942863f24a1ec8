"""What a game says its bots may have learned: claims, and grids of decisions, counted on a bot's own play.

`study/habits.py` counts them. Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..core import Action, Observation

Does = Callable[[Any, Observation, Action], bool | None]
"""Returns, for a game, an observation and one of its legal actions, whether the action fits a claim.

None if the claim is not about this observation, whatever the action.
"""


class Claim(NamedTuple):
    """A sentence about a bot that can be tested by counting: it holds if the bot does so more often than `against`."""

    text: str
    """What the bot does: "leads trumps as the declarer"."""
    definition: str
    """Which decisions count, and what counts as doing so."""
    does: Does
    against: Does | None = None
    """The decisions with which it is compared, by the same bot; None to compare with legal actions drawn at random."""
    contrast: str = "any legal action, drawn at random"
    """What it is compared with, as people read it."""


class Grid(NamedTuple):
    """Decisions by two properties of the position: how often the bot chooses each kind of action in each cell."""

    name: str
    """What the rows are."""
    across: str
    """What the columns are."""
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    """The kinds of actions, at most five, with different first letters."""
    cell: Callable[[Any, Observation], tuple[int, int] | None]
    """Returns the row and column of a decision; None if it does not belong to the grid."""
    kind: Callable[[Any, Observation, Action], int]
    """Returns the kind of an action, an index into `kinds`."""


@dataclass(frozen=True)
class Claims:
    """What can be counted in the play of a game's bots; by default nothing."""

    claims: tuple[Claim, ...] = ()
    grids: tuple[Grid, ...] = ()
