"""Bots of other packages: entry points in the group `cardtui.bots`, named `game.bot`, each of which leads to a `Bot`.

The name says whose it is, so that nothing is imported to list them. What one leads to is read in a process of its own,
`plugin_child`, where it may raise, hang or die; the bot itself is imported where bots run. What is wrong with a plug-in
is one sentence.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from .catalogue import BOTS, GAMES, HUMAN, Bot
from .options import Setting
from .printable import printable
from .threads import ONE_EACH

GROUP = "cardtui.bots"
SECONDS = 30.0
"""What plug-ins may take to be read."""


class Plugin(NamedTuple):
    """One entry point: its name, and the "module:object" it leads to."""

    name: str
    target: str

    def wrong(self, what: str) -> str:
        """The sentence that says what is wrong with it."""
        return printable(" ".join(f"the plug-in {self.name} ({self.target}) {what}".split()))


class Installed(NamedTuple):
    """The plug-ins by game and bot, and a sentence on each of those that can be none of these."""

    bots: Mapping[str, Mapping[str, Plugin]]
    wrong: tuple[str, ...]


@cache
def installed() -> Installed:
    """All plug-ins, by their names alone."""
    from importlib.metadata import entry_points

    bots: dict[str, dict[str, Plugin]] = {entry.name: {} for entry in GAMES}
    try:
        found = [Plugin(point.name, point.value) for point in entry_points(group=GROUP)]
    except Exception as error:  # one damaged package is enough
        return Installed(bots, (f"the installed packages cannot be listed, nor plug-ins among them: {error!r}",))
    ours = {(bot.game, bot.name) for bot in BOTS}
    wrong = []
    for plugin in found:
        game, dot, name = plugin.name.partition(".")
        if not dot or not name.replace("-", "").replace("_", "").isalnum():
            wrong.append(plugin.wrong("should be named after its game and bot, such as yaniv.mybot"))
        elif game not in bots:
            wrong.append(plugin.wrong(f"is for the game {game}, which is not there; there is {', '.join(bots)}"))
        elif (game, name) in ours or name in bots[game] or name == HUMAN:
            wrong.append(plugin.wrong(f"takes a name that is taken: {game} has a {name} already"))
        else:
            bots[game][name] = plugin
    return Installed(bots, tuple(wrong))


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
                command, input=text, stdout=out, stderr=subprocess.DEVNULL, env=env, timeout=SECONDS, check=False
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
