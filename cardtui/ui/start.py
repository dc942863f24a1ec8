"""What the app shows first. The command line creates one of these and passes it to `ui.app.run`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import registry, settings
from ..entries import HUMAN
from ..record import Header

if TYPE_CHECKING:
    from ..arena import Series
    from ..match import Match
    from ..remote import Door, Link, Table
    from ..review.cache import Request
    from ..review.drills import Deck


class Menu(NamedTuple):
    """The menu, which lists unfinished matches first."""


class Play(NamedTuple):
    """A new match. If an unfinished match `fits`, resuming it is offered. `seats` are bot specs or "human"."""

    game: str
    rules: str
    seats: tuple[str, ...]
    seed: int
    ranked: bool = False
    named: frozenset[str] = frozenset()
    """The keys of `_traits` that the user specified; the others were filled in."""
    newcomer: bool = False
    """Whether the game's guided first deal is offered, in one line."""
    guided: bool = False
    """Whether this is the game's guided first deal; then resuming another match is not offered."""

    def fits(self, other: Header) -> bool:
        """Return whether an unfinished match with people has all the properties that the user specified."""
        mine, its = _traits(self), _traits(other)
        played = self.game == other.game and mine["people"] and its["people"]
        return bool(played) and all(mine[key] == its[key] for key in self.named)


def _traits(match: Play | Header) -> Mapping[str, Any]:
    """Return the properties of a match that a user can specify, by name."""
    bots = [seat for seat in match.seats if seat != HUMAN]
    return {
        "rules": match.rules,
        "people": len(match.seats) - len(bots),
        "bots": bots,
        "seats": len(match.seats),
        "seed": match.seed,
        "ranked": match.ranked,
    }


def new_to(game: str) -> bool:
    """Return whether no match of this game is saved."""
    return next(settings.records_dir().glob(f"*-{game}*.jsonl"), None) is None


def guided(game: str) -> Play:
    """Return the guided first deal of a game. Raises Refusal if it has none."""
    first = registry.first_deal(game)
    rules = first.rules or registry.game_entry(game).rules
    return Play(game, rules, (HUMAN, *first.bots), first.seed, guided=True)


class Resume(NamedTuple):
    """A saved match, continued where it stopped."""

    path: Path


class Host(NamedTuple):
    """A match with people elsewhere, who connect through `door`. This person has the first seat."""

    match: Match
    door: Door


class Join(NamedTuple):
    """A seat at a table that another terminal hosts, as `remote.greet` found it."""

    link: Link
    table: Table


class Replay(NamedTuple):
    """A saved match to step through; by default the newest one."""

    path: Path | None = None


class Review(NamedTuple):
    """The review of a saved match, by default of the newest one in which a person has moved."""

    path: Path | None = None
    place: int | None = None
    """The index of the frame that is shown first; None for the costliest mistake."""
    asked: Request | None = None
    """What the judges are asked; None for the usual."""


class Inspect(NamedTuple):
    """A position to inspect: `observation` in JSON, otherwise one of `listed` or `record`, otherwise a random one."""

    game: str
    agents: tuple[str, ...] = ()
    rules: str = ""
    record: Path | None = None
    observation: str = ""
    seed: int = 0
    place: int = -1
    """The index of the frame of `record` that is shown, which must be a turn; -1 for its first turn. With `listed` the
    index of the position that is shown."""
    listed: tuple[tuple[str, str], ...] = ()
    """Observations in JSON to step through, each with what is told of it."""
    seats: tuple[str, ...] = ()
    """Who sits where in `observation`, if that is known: bots, or `entries.HUMAN`."""


class Checkpoints(NamedTuple):
    """How a learned bot came to play as it does: its answers on frozen positions while it was trained."""

    game: str
    bot: str


class Drill(NamedTuple):
    """Proved mistakes to answer again."""

    deck: Deck


class Arena(NamedTuple):
    """A tournament between `bots`; the rest as in `arena.run`. What is found is left in `kept`, for the caller.

    `kept["found"]` is the latest result, `kept["over"]` whether it is the last, `kept["fault"]` why there is none.
    """

    game: str
    rules: str
    bots: tuple[str, ...]
    series: tuple[Series, ...]
    deals: int
    seed: int
    jobs: int
    steps: int
    kept: dict[str, Any]


class Training(NamedTuple):
    """The training in a folder; without one, the list of trainings."""

    folder: Path | None = None


Start = Menu | Play | Resume | Host | Join | Replay | Review | Inspect | Checkpoints | Drill | Arena | Training
