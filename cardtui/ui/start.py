"""What the program shows first. The command line makes one of these and gives it to `ui.app.run`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple


class Menu(NamedTuple):
    """The menu; an unfinished match is offered first."""


class Play(NamedTuple):
    """A new match (an unfinished one of this game is offered first). `seats` are bot specs or "human"."""

    game: str
    rules: str
    seats: tuple[str, ...]
    seed: int
    ranked: bool = False


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
