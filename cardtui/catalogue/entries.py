"""What the catalogue says of a game and of a bot, "module:name" in place of the thing itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..options import Setting


class GameEntry(NamedTuple):
    """One game: `target` is its law, `screen` its table, `study` the source document's tables (all "module:name")."""

    name: str
    title: str
    summary: str
    target: str
    screen: str
    study: str
    """ "" where there are no such tables to reproduce."""
    rules: str
    """The rule set that people get who name none."""
    seats: tuple[int, int]
    bots: tuple[str, ...]
    """The bots that fill the empty seats when none are named."""
    positions: str
    """The module of positions made by hand: `SHORT` and how to type it, `from_short`, `short_form`, `check`, `swap`."""
    words: str
    """The module of what people read and type on plain lines; see `cardtui.words`."""
    seatings: tuple[str, ...] = ()
    """How two bots share the seats in the arena ("AABB", "BBAA"), where not in every arrangement of half each."""
    goal: float = 0
    """What a game for one must return to be won."""
    second: str = ""
    """The bot whose values the coach shows beside another coach's where the two would play otherwise."""
    coach: str = ""
    """The bot that gives opinions when none is wanted, where that is not the first of `bots`."""


class Bot(NamedTuple):
    """One bot: `target` is called with the game, its options and, if it `learned`, `folder=` of its weights."""

    name: str
    game: str
    target: str
    kind: str
    summary: str
    options: Mapping[str, Setting] = {}
    learned: bool = False
    trainer: str = ""
    """ "module:function" that trains it; see `agents/training/progress.py`."""
    preset: str = "best"
    """The trainer's preset when none is asked for: that of the weights that ship."""
    steps: bool = False
    """Whether the trainer can be told how long, by `steps=` …"""
    records: bool = False
    """… and what to learn from, a folder of saved matches, by `records=`."""
    policies: str = ""
    """ "module:function" that shows its whole policy: folder of the weights -> {"grids": […], "claims": […]}."""
    fixed: tuple[str, ...] = ()
    """The rules' options that it can only play with as in the game's first rule set."""


HUMAN = "human"
"""What stands for a person where bots are named, and so is the name of none."""
KINDS = ("heuristic", "table", "network", "search", "exact")
UNIFORM = "cardtui.agents.uniform:Uniform"
