"""What the tests of all games need to know of each game, in one object per game.

The folder of a game's own tests, such as `tests/yaniv`, has a module `sample` with its `SAMPLE`, so that a new game is
tested without a change elsewhere. A game without one, such as a plug-in, is tested with a sample made of its entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from cardtui import registry
from cardtui.entries import HUMAN, RANDOM, Bot
from cardtui.options import bot_spec


class Learned(NamedTuple):
    """What tests need to know of a learned bot; the defaults suit most of them."""

    promised: str = ""
    """The spec of the bot that plays as the scores on its card say; "" for its name."""
    soon: bool = False
    """Whether the first row of its training's curve is there within seconds."""
    card: tuple[str, ...] = ()
    """The fields that its card has beside those that every card has."""
    arrays: str = ""
    """How the names of those arrays begin that it reads under the game's first rule set."""


class Sample(NamedTuple):
    """What tests need to know of one game."""

    game: str
    """Its name."""
    rules: str
    """Rules for a match of few deals."""
    seats: tuple[str, ...]
    """Quick bots for all seats of such a match, of which the first plays sensibly."""
    table: tuple[str, tuple[str, ...]]
    """Rules and seats of a table with one person."""
    typed: tuple[str, ...]
    """What people type at the table, right and wrong."""
    specs: tuple[str, ...]
    """Specs of rule sets and bots, as people type them."""
    players: tuple[str, str]
    """Two quick bots: one plays the records of the fuzz runs, the other comes in for it."""
    searchers: tuple[str, ...] = ()
    """Bots that search, with options that make them quick."""
    learned: Mapping[str, Learned] = {}
    """Learned bots by name, where they differ from the default."""
    deals: int = 400
    """Deals of the arena that show whether a learned bot plays as its card says."""
    pair: str = ""
    """ "module:name" of the `agreement.Pair` that compares rules and kernel; "" for a game without a kernel."""
    hides: bool = True
    """Whether anything is hidden from a seat."""
    forgetful: bool = False
    """Whether the caches of the rules hold nothing of a deal at its first turn."""

    def light(self, bot: str) -> str:
        """Return the spec of a bot by its name: of one that searches a quick one."""
        return next((spec for spec in self.searchers if bot_spec(spec).name == bot), bot)


def of(game: str) -> Sample:
    """Return the sample of a game, or one with defaults. Raises Refusal for an unknown game."""
    return _written().get(game) or _default(game)


def all() -> dict[str, Sample]:
    """Return the samples of all games by name, in the order of the menu."""
    return {game: of(game) for game in registry.games()}


def learned(bot: Bot) -> Learned:
    """Return what tests need to know of a learned bot."""
    return of(bot.game).learned.get(bot.name, Learned())


@cache
def _written() -> dict[str, Sample]:
    """Return the samples in the folders of tests, by name of the game."""
    folders = sorted(path.parent.name for path in Path(__file__).parent.glob("*/sample.py"))
    samples: list[Sample] = [import_module(f"{__package__}.{folder}.sample").SAMPLE for folder in folders]
    return {sample.game: sample for sample in samples}


def _default(game: str) -> Sample:
    """Return the sample of a game that has none of its own."""
    entry = registry.game_entry(game)
    by_hand = [bot.name for bot in entry.bots if bot.kind == "heuristic" and bot.name != RANDOM]
    quick, others = (*by_hand, RANDOM)[0], (RANDOM,) * (entry.seats[0] - 1)
    return Sample(
        game=game,
        rules=entry.rules,
        seats=(quick, *others),
        table=(entry.rules, (HUMAN, *others)),
        typed=("1", "3", "c", "play 1", "pass", ""),
        specs=(*entry.rule_sets, quick, RANDOM),
        players=(quick, RANDOM),
    )
