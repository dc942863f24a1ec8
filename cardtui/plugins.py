"""Games and bots of other packages: entry points in the groups `cardtui.games` and `cardtui.bots`.

A game's entry point has the game's name and leads to a `GameEntry`; a bot's is named `game.bot` and leads to a `Bot` or
to the bot's class. A bot can also be asked for by its class (`./mybot.py:MyBot`), a game's file be named by `--game`.

No bot's module is imported to list it: what one leads to is read in a process of its own, `plugin_child`, where it may
raise, hang or die; the bot itself is imported where bots run. A game's entry is imported here, since its law is played
here. What is wrong with a plug-in is one sentence, and concerns that plug-in alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from .core import quoted
from .entries import Bot, GameEntry
from .loading import load
from .options import Setting
from .printable import printable
from .threads import ONE_EACH

BOTS = "cardtui.bots"
GAMES = "cardtui.games"
SECONDS = 10.0
"""What plug-ins may take to be read."""


class Plugin(NamedTuple):
    """One entry point: its name, and the "module:object" it leads to."""

    name: str
    target: str

    def wrong(self, what: str) -> str:
        """The sentence that says what is wrong with it."""
        return printable(" ".join(f"the plug-in {self.name} ({self.target}) {what}".split()))


class Installed(NamedTuple):
    """All entry points, and a sentence where they cannot be listed."""

    games: tuple[Plugin, ...]
    bots: tuple[Plugin, ...]
    wrong: tuple[str, ...] = ()


@cache
def installed() -> Installed:
    """All plug-ins, by their names alone."""
    from importlib.metadata import entry_points

    try:
        groups = [[Plugin(point.name, point.value) for point in entry_points(group=group)] for group in (GAMES, BOTS)]
    except Exception as error:  # one damaged package is enough
        return Installed(
            (), (), (f"the installed packages cannot be listed, nor plug-ins among them: {quoted(error)}",)
        )
    return Installed(tuple(groups[0]), tuple(groups[1]))


# --- games ----------------------------------------------------------------------------------------


def game(plugin: Plugin) -> GameEntry | str:
    """The entry that a plug-in leads to, imported now, or the sentence that says why there is none."""
    try:
        entry = load(plugin.target)
    except BaseException as error:  # also SystemExit: a plug-in does not end the program
        if isinstance(error, KeyboardInterrupt):
            raise
        return plugin.wrong(f"cannot be imported: {type(error).__name__}: {error}"[:300])
    if not isinstance(entry, GameEntry):
        return plugin.wrong(f"leads to a {type(entry).__name__}, not to a cardtui.entries.GameEntry")
    try:
        fault = next(_game_faults(entry), "")
    except Exception as error:  # fields of any type
        fault = f"has fields of the wrong types ({error})"
    return plugin.wrong(fault[:300]) if fault else entry


def _game_faults(entry: GameEntry) -> Iterator[str]:
    low, high = entry.seats
    if not (isinstance(entry.name, str) and entry.name.replace("-", "").isalnum() and entry.name == entry.name.lower()):
        yield f"has the name {quoted(entry.name)}, which should be one word in small letters"
    if not all(isinstance(text, str) and text.isprintable() for text in (entry.title, entry.summary)):
        yield "has a title or summary that is no plain text"
    if not (type(low) is int and type(high) is int and 1 <= low <= high):
        yield f"has seats = {quoted(entry.seats)}, which should be the fewest and the most, such as (2, 4)"
    if not entry.rule_sets:
        yield "has no rule set"
    if not all(isinstance(setting, Setting) for setting in entry.options.values()):
        yield "has an option that is no options.Setting"
    for name, changes in entry.rule_sets.items():
        if unknown := [key for key in changes if key not in entry.options]:
            yield f"changes in its rule set {quoted(name)} the option {quoted(unknown[0])}, which it does not have"
    if entry.rules and entry.rules not in entry.rule_sets:
        yield f"names the rule set {quoted(entry.rules)}, which it does not have"
    if any(not isinstance(bot, Bot) or bot.game != entry.name for bot in entry.bots):
        yield "has bots that are no entries.Bot of this game"
    known = {"random", *(bot.name for bot in entry.bots)}
    if unknown := [bot for bot in (*entry.opponents, entry.coach or "random") if bot not in known]:
        yield f"names the bot {quoted(unknown[0])}, which it does not have"


# --- bots -----------------------------------------------------------------------------------------

_known: dict[Plugin, Bot | str] = {}


def read(wanted: Iterable[Plugin]) -> dict[Plugin, Bot | str]:
    """What these lead to, each read once: a `Bot`, or the sentence that says why not."""
    wanted = list(wanted)
    left = [plugin for plugin in wanted if plugin not in _known]
    while left:
        told, end = _ask(left)
        for plugin, answer in zip(left, told, strict=False):
            _known[plugin] = _table(plugin, answer)
        if len(told) < len(left):  # it stopped at the next one; the others are asked for again
            _known[left[len(told)]] = left[len(told)].wrong(f"cannot be imported: {end}")
        del left[: len(told) + 1]
    return {plugin: _known[plugin] for plugin in wanted}


def forget() -> None:
    """Look again, after packages have come or gone."""
    installed.cache_clear()
    _known.clear()


def _ask(wanted: list[Plugin]) -> tuple[list[Any], str]:
    """The answers of a child that reads them in order, as many as it gave, and why it gave no more."""
    command = [sys.executable, "-P", "-m", "cardtui.plugin_child"]
    env = os.environ | ONE_EACH | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with TemporaryFile() as out:  # no pipe: what a plug-in leaves running may hold it open
        try:
            text = json.dumps(wanted).encode()
            done = subprocess.run(
                command,
                input=text,
                stdout=out,
                stderr=subprocess.DEVNULL,
                env=env,
                timeout=SECONDS,
                check=False,
                start_new_session=True,  # the terminal is the screen's
            )
            end = f"its process died (exit code {done.returncode})"
        except subprocess.TimeoutExpired:
            end = f"it took more than {SECONDS:g} seconds"
        out.seek(0)
        told = list[Any]()
        with suppress(ValueError, RecursionError):
            told.extend(map(json.loads, out.read().splitlines()))
    return told[: len(wanted)], end


def _table(plugin: Plugin, answer: Any) -> Bot | str:
    """The `Bot` that the child told of, or the sentence."""
    if isinstance(answer, str):
        return plugin.wrong(answer)
    try:
        options = {
            key: Setting(**setting | {"choices": tuple(setting["choices"])})
            for key, setting in answer["options"].items()
        }
        return Bot(**answer | {"options": options, "fixed": tuple(answer["fixed"])})
    except (TypeError, KeyError, AttributeError):
        return plugin.wrong("gave an answer of its own when it was imported")
