"""What the program shows first. The command line makes one of these and gives it to `ui.app.run`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..entries import HUMAN
from ..record import Header


class Menu(NamedTuple):
    """The menu; unfinished matches are offered first."""


class Play(NamedTuple):
    """A new match; one that `fits` is offered first. `seats` are bot specs or "human"."""

    game: str
    rules: str
    seats: tuple[str, ...]
    seed: int
    ranked: bool = False
    named: frozenset[str] = frozenset()
    """What the person asked for, of the keys of `_traits`; the rest was filled in."""

    def fits(self, other: Header) -> bool:
        """Whether an unfinished match is one that was asked for: people play in it, and all that was named is alike."""
        mine, its = _traits(self), _traits(other)
        played = self.game == other.game and mine["people"] and its["people"]
        return bool(played) and all(mine[key] == its[key] for key in self.named)


def _traits(match: Play | Header) -> Mapping[str, Any]:
    """What can be asked for of a match."""
    bots = [seat for seat in match.seats if seat != HUMAN]
    return {
        "rules": match.rules,
        "people": len(match.seats) - len(bots),
        "bots": bots,
        "seats": len(match.seats),
        "seed": match.seed,
        "ranked": match.ranked,
    }


class Resume(NamedTuple):
    """The match of that record, at the moment at which it stopped."""

    path: Path


class Replay(NamedTuple):
    """A saved match to step through; the newest one when `path` is None."""

    path: Path | None = None


class Inspect(NamedTuple):
    """A position to take apart: `observation` in JSON, else one of `record`, else a random one."""

    game: str
    agents: tuple[str, ...] = ()
    rules: str = ""
    record: Path | None = None
    observation: str = ""
    seed: int = 0


Start = Menu | Play | Resume | Replay | Inspect
