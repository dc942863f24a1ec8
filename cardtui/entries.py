"""What a game and a bot declare of themselves, so that they can be listed without being imported.

A game's package has a `GameEntry`, its bots are `Bot`s. Where one of these names an object it may be the object itself
or, so that it is imported only when it is needed, "module:name".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from .checks import Checks
from .core import Agent
from .options import Setting, Value
from .setups import Setups
from .wording import Words

HUMAN = "human"
"""What stands for a person where bots are named; no bot can have this name."""
RANDOM = "random"
"""The bot that every game has; the program brings it where the game does not."""
KINDS = ("heuristic", "table", "network", "search", "exact")


class Bot(NamedTuple):
    """One bot. `target` makes it: a class, or "module:name" of one, with `think(observation, rng)`.

    It is called with those of these keywords that it has as parameters: `game` (the law of its table), `folder` (of its
    weights, if it `learned`), and its options by name.
    """

    name: str
    game: str
    target: str | Callable[..., Agent]
    kind: str = "heuristic"
    """One of `KINDS`."""
    summary: str = ""
    options: Mapping[str, Setting] = {}
    learned: bool = False
    """Whether it plays with weights: a folder with card.toml and arrays."""
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


class GameEntry(NamedTuple):
    """One game. Only the first fields are needed; a law alone can be played, watched, saved, studied and measured."""

    name: str
    """One word in small letters: what is typed, and what records are marked with."""
    law: str | Callable[..., Any]
    """Makes the law, a `core.Game`, from a rule set as typed and a number of seats: `law("club:limit=200", 4)`."""
    rule_sets: Mapping[str, Mapping[str, Value]]
    """The named rule sets, each as what it changes of the defaults of `options`; the first is the main one."""
    seats: tuple[int, int]
    """The fewest and the most."""
    options: Mapping[str, Setting] = {}
    """The options of the rules."""
    rules: str = ""
    """The rule set that people get who name none; "": the first one."""
    title: str = ""
    """The name as people write it; "": the name."""
    summary: str = ""
    bots: tuple[Bot, ...] = ()
    opponents: tuple[str, ...] = ()
    """The bots that fill empty seats when none are named; (): the first of `bots`, else random ones."""
    coach: str = ""
    """The bot that gives opinions when none is named, where that is not the first of `opponents`."""
    second: str = ""
    """The bot whose values the coach shows beside another coach's where the two would play otherwise."""
    words: str | Words[Any] = Words()
    """What is read and told on plain lines and in lists."""
    setups: str | Setups[Any] = Setups()
    """How positions are made by hand and changed."""
    screen: str | Callable[..., Any] = "cardtui.ui.screens.anygame:AnyGameScreen"
    """The table, a `ui.table.TableScreen`."""
    study: str = ""
    """ "module:function" that makes the tables of a source document again; "" where there is none."""
    checks: str | Checks = Checks()
    """What the laws in `testing` must be told to look into states."""
    seatings: tuple[str, ...] = ()
    """How two bots share the seats in the arena ("AABB", "BBAA"), where not in every arrangement of half each."""
    goal: float = 0
    """What a game for one must return to be won."""
