"""Which games there are, and which bots of other packages; of those that cannot be used, why.

The built-in games are the packages in `cardtui/games`; the `entry` of each declares the game and its bots. Other
packages contribute plug-ins (see `plugins`); a file given with `--game FILE` is treated like one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from .. import games as own_games
from ..core import Refusal
from ..entries import HUMAN, RANDOM, GameEntry, random_bot
from . import plugins
from .plugins import Plugin

FILES = "CARDTUI_GAMES"
"""The environment variable that lists the files of games that are not installed, separated by `os.pathsep`."""


class Catalogue(NamedTuple):
    """All games by name, the plug-in bots by game and name, and a sentence for each faulty plug-in."""

    games: Mapping[str, GameEntry]
    bots: Mapping[str, Mapping[str, Plugin]]
    wrong: tuple[str, ...]
    files: Mapping[str, str]
    """The files of the games that are not installed, by game."""


@cache
def found() -> Catalogue:
    """Return everything that is available. Imports the entries of games, but no rules and no bots."""
    others = plugins.installed()
    files = [Plugin(Path(file).name, f"{file}:GAME") for file in _files()]
    games, wrong, given = dict(shipped()), list(others.wrong), dict[str, str]()
    for plugin in (*others.games, *files):
        entry = plugins.game(plugin)
        if isinstance(entry, str):
            wrong.append(entry)
        elif plugin in others.games and plugin.name != entry.name:
            wrong.append(plugin.wrong(f"refers to the game {entry.name}, not to the one it is named after"))
        elif entry.name in games:
            wrong.append(plugin.wrong(f"has a name that is taken: there is already a game {entry.name}"))
        else:
            games[entry.name] = _complete(entry)
            if plugin in files:
                given[entry.name] = plugin.target.removesuffix(":GAME")
    bots: dict[str, dict[str, Plugin]] = {name: {} for name in games}
    for plugin in others.bots:
        game, dot, name = plugin.name.partition(".")
        if not dot or not name.replace("-", "").replace("_", "").isalnum():
            wrong.append(plugin.wrong("should be named after its game and bot, such as yaniv.mybot"))
        elif game not in games:
            wrong.append(plugin.wrong(f"is for the game {game}, which does not exist; there are {', '.join(games)}"))
        elif name in (HUMAN, *bots[game], *games[game].levels) or any(
            bot.name == name for bot in (*games[game].bots, *games[game].pool)
        ):
            wrong.append(plugin.wrong(f"has a name that is taken: {game} already has a {name}"))
        else:
            bots[game][name] = plugin
    return Catalogue(games, bots, tuple(wrong), given)


@cache
def shipped() -> Mapping[str, GameEntry]:
    """Return the built-in games by name."""
    entries = [import_module(f"{own_games.__name__}.{folder}.entry").GAME for folder in own_games.ORDER]
    return {entry.name: _complete(entry) for entry in entries}


def _complete(entry: GameEntry) -> GameEntry:
    """Return the entry with its defaults filled in."""
    bots = entry.bots
    if not any(bot.name == RANDOM for bot in bots):
        bots = (*bots, random_bot(entry.name))
    return entry._replace(
        title=entry.title or entry.name,
        rules=entry.rules or next(iter(entry.rule_sets)),
        bots=bots,
        opponents=entry.opponents or (bots[0].name,),
    )


def add_file(path: str) -> None:
    """Add the file of a game, for this process and those started from now on."""
    os.environ[FILES] = os.pathsep.join(dict.fromkeys([*_files(), path]))
    found.cache_clear()


def _files() -> list[str]:
    """Return the files of the games that are not installed."""
    return [file for file in os.environ.get(FILES, "").split(os.pathsep) if file]


def import_files() -> None:
    """Import the files of the games that are not installed, whose modules pickle cannot import by their names."""
    if _files():
        found()


def file_of(game: str) -> str:
    """Return the file that a game was given by (`--game FILE.py`); "" for one that is installed."""
    return "" if game in shipped() else found().files.get(game, "")


def command_prefix(game: str) -> list[str]:
    """Return the words that a command on a game begins with, among them the file of one that is not installed."""
    file = file_of(game)
    return ["cardtui", *(["--game", file] if file else [])]


def blamed(error: BaseException) -> str:
    """Return which plug-in game's code an error comes from, in a sentence; "" if it comes from none.

    That is the package of its rules, or the folder of its file. Refusals and files that cannot be used are nobody's
    fault.
    """
    for name, entry in found().games.items():
        place = None if name in shipped() or isinstance(error, Refusal | OSError) else error.__traceback__
        module = entry.law.partition(":")[0] if isinstance(entry.law, str) else entry.law.__module__
        package, file = module.partition(".")[0], file_of(name)
        while place and not (
            str(place.tb_frame.f_globals.get("__name__")).partition(".")[0] == package
            or (file and Path(place.tb_frame.f_code.co_filename).parent == Path(file).parent)
        ):
            place = place.tb_next
        if place:
            return plugins.rules_failed(name, error.with_traceback(place))
    return ""


def forget() -> None:
    """Clear the caches, so that changes in the installed packages are noticed."""
    plugins.forget()
    found.cache_clear()
