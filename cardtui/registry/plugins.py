"""Games and bots from other packages: entry points in the groups `cardtui.games` and `cardtui.bots`.

The entry point of a game has the game's name and refers to a `GameEntry`; that of a bot is named `game.bot` and refers
to a `Bot` or to the bot's class. A bot can also be given by its class (`./mybot.py:MyBot`), and a game by its file
(`--game`).

To list bots, their modules are imported only in a separate process, `plugin_child`, where they may raise, hang or die.
Games are imported here, because their rules are needed here. A faulty plug-in is reported in one sentence and does not
affect the others.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from .. import system
from ..core import Game, Refusal, failure, quoted, with_article
from ..entries import HUMAN, LEVELS, Bot, GameEntry
from ..entries.checks import Checks
from ..entries.claims import Claims
from ..entries.judging import Judging
from ..entries.setups import Setups
from ..entries.wording import Words
from ..loading import exits_raised, load
from ..options import Setting, option_fault
from ..system import children
from ..text.printable import printable

BOTS = "cardtui.bots"
GAMES = "cardtui.games"
SECONDS = 10.0
"""Time limit for inspecting plug-ins."""
MOST_SEATS = 26
"""Bots are called by letters in the arena."""
MEMBERS = (*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_")))
"""What the rules of a game must have."""
PARTS = {"words": Words, "setups": Setups, "judging": Judging, "claims": Claims, "checks": Checks}
"""What an entry names, besides the rules, and its type."""


class Plugin(NamedTuple):
    """An entry point: its name and the "module:object" it refers to."""

    name: str
    target: str

    def wrong(self, what: str) -> str:
        """Return the sentence that reports a fault."""
        return printable(" ".join(f"the plug-in {self.name} ({self.target}) {what}".split()))


class Installed(NamedTuple):
    """All entry points, or a sentence about why they cannot be listed."""

    games: tuple[Plugin, ...]
    bots: tuple[Plugin, ...]
    wrong: tuple[str, ...] = ()


@cache
def installed() -> Installed:
    """Return all plug-ins, without importing any."""
    from importlib.metadata import entry_points

    try:
        groups = [[Plugin(point.name, point.value) for point in entry_points(group=group)] for group in (GAMES, BOTS)]
    except Exception as error:  # a single damaged package can cause this
        return Installed(
            (), (), (f"the installed packages cannot be listed, nor plug-ins among them: {quoted(error)}",)
        )
    return Installed(tuple(groups[0]), tuple(groups[1]))


# --- games ----------------------------------------------------------------------------------------


def game(plugin: Plugin) -> GameEntry | str:
    """Import and return the entry of a game, or return a sentence about what is wrong with it."""
    try:
        with exits_raised():
            entry = load(plugin.target)
    except BaseException as error:  # also SystemExit: a plug-in must not end the program
        if isinstance(error, KeyboardInterrupt):
            raise
        return plugin.wrong(f"cannot be imported: {type(error).__name__}: {error}"[:300])
    if not isinstance(entry, GameEntry):
        return plugin.wrong(f"refers to {with_article(type(entry).__name__)}, not to a cardtui.entries.GameEntry")
    try:
        fault = next(_game_faults(entry), "")
    except Exception as error:  # the fields may have any type
        fault = f"has fields of the wrong types ({error})"
    return plugin.wrong(fault[:300]) if fault else entry


def _game_faults(entry: GameEntry) -> Iterator[str]:
    bounds: Sequence[object] = (
        entry.seats if isinstance(entry.seats, tuple | list) and len(entry.seats) == 2 else (0, 0)
    )
    low, high = bounds
    law: object = entry.law
    if not (isinstance(law, str) or callable(law)):
        yield f"has {with_article(type(law).__name__)} as its law, which should be a class or its module:name"
    if not (isinstance(entry.name, str) and entry.name.replace("-", "").isalnum() and entry.name == entry.name.lower()):
        yield f"has the name {quoted(entry.name)}, which should be one word in lower-case letters"
    if not all(isinstance(text, str) and text.isprintable() for text in (entry.title, entry.summary)):
        yield "has a title or summary that is not plain text"
    if not (type(low) is int and type(high) is int and 1 <= low <= high <= MOST_SEATS):
        wanted = f"the fewest and the most, such as (2, 4); {MOST_SEATS} at most"
        yield f"has seats = {quoted(entry.seats)}, which should be {wanted}"
    for field in ("match", "picture", "bots", "pool", "opponents"):
        if not isinstance(getattr(entry, field), tuple):
            yield f"has {field} = {quoted(getattr(entry, field))}, which should be a tuple"
    if not entry.rule_sets:
        yield "has no rule set"
    for key, setting in entry.options.items():
        if wrong := option_fault(key, setting):
            yield f"has an option {quoted(key)} {wrong}"
    for name, changes in entry.rule_sets.items():
        if unknown := [key for key in changes if key not in entry.options]:
            yield f"changes the option {quoted(unknown[0])} in its rule set {quoted(name)}, but has no such option"
        for key, value in changes.items():
            try:
                entry.options[key].read(str(value), key)
            except Refusal as refusal:
                yield f"has a wrong value in its rule set {quoted(name)}: {refusal}"
    if unknown := [key for key in entry.match if key not in entry.options]:
        yield f"lists {quoted(unknown[0])} under match, but has no such option"
    if unknown := [rules for rules in (entry.rules, *entry.best) if rules and rules not in entry.rule_sets]:
        yield f"names the rule set {quoted(unknown[0])}, but has no such rule set"
    bots: tuple[object, ...] = (*entry.bots, *entry.pool)
    for bot in bots:
        if not isinstance(bot, Bot):
            yield f"has {quoted(bot)} among its bots, which is not an entries.Bot"
        elif bot.game != entry.name:
            yield f"has the bot {quoted(bot.name)} of the game {quoted(bot.game)}, not of {entry.name}"
        else:
            for key, setting in bot.options.items():
                if wrong := option_fault(key, setting):
                    yield f"has the bot {quoted(bot.name)}, which has an option {quoted(key)} {wrong}"
    names = [bot.name for bot in (*entry.bots, *entry.pool)]
    if unfit := [name for name in names if name == HUMAN or not name.replace("-", "").replace("_", "").isalnum()]:
        yield f"has a bot named {quoted(unfit[0])}, which should be one word of letters and digits, and not {HUMAN}"
    if twice := [name for place, name in enumerate(names) if name in names[:place]]:
        yield f"has two bots named {quoted(twice[0])}"
    known = {"random", *(bot.name for bot in entry.bots)}
    if unknown := [
        bot for bot in (*entry.opponents, *entry.best.values(), entry.coach or "random") if bot not in known
    ]:
        yield f"names the bot {quoted(unknown[0])}, but has no such bot"
    if unknown := [level for level in entry.levels if level not in LEVELS or level in known]:
        yield f"has the level {quoted(unknown[0])}, which should be one of {', '.join(LEVELS)}, and not a bot's name"
    if unknown := [bot for bots in entry.levels.values() for bot in bots if bot not in known]:
        yield f"names the bot {quoted(unknown[0])} for a level, but has no such bot"


def rules_of(entry: GameEntry, rules: str, seats: int) -> Game[Any]:
    """Make the rules of a game. Raises Refusal if they refuse, if their code fails, or if they lack a member."""
    try:
        made: Game[Any] = load(entry.law)(rules, seats)
        missing = [name for name in MEMBERS if not hasattr(made, name)]
    except Refusal:
        raise
    except (Exception, SystemExit) as error:  # third-party code may raise anything
        raise Refusal(f"the rules of {entry.name} cannot be made: {failure(error)}") from error
    file = getattr(sys.modules.get(type(made).__module__), "__file__", "") or type(made).__module__
    where = f"the rules of {entry.name} ({type(made).__name__} in {file})"
    if missing:
        raise Refusal(f"{where} have no {', '.join(missing)}; docs/add-a-game.md says what each is for")
    if made.name != entry.name:
        raise Refusal(f"{where} have the name {quoted(made.name)}, which should be that of the game, {entry.name}")
    if not _shipped(made):
        _check_parts(entry)
    return made


def _check_parts(entry: GameEntry) -> None:
    """Raise Refusal if something that an entry names cannot be loaded, or is something else."""
    named = [(field, getattr(entry, field)) for field in PARTS]
    named += [("words", words) for words in entry.languages.values()]
    for field, target in named:
        where = f"the {field} of {entry.name}, {quoted(target)},"
        try:
            found = load(target)
        except (Exception, SystemExit) as error:  # as above
            raise Refusal(f"{where} cannot be loaded: {failure(error)}") from error
        if not isinstance(found, PARTS[field]):
            raise Refusal(f"{where} should lead to a cardtui.entries.{PARTS[field].__name__}")


def _shipped(game: Game[Any]) -> bool:
    return type(game).__module__.startswith("cardtui.")


def blamed(game: Game[Any], error: BaseException) -> str:
    """Return what the code of a game did wrong, in a sentence; "" if the game is one of the program's own.

    Refusals and files that cannot be used are nobody's fault.
    """
    if _shipped(game) or isinstance(error, Refusal | OSError):
        return ""
    return rules_failed(game.name, error)


def rules_failed(name: str, error: BaseException) -> str:
    """Return what the code of the game of this name did wrong, in a sentence."""
    return f"the rules or words of {name} failed: {failure(error)}"


# --- bots -----------------------------------------------------------------------------------------

_known: dict[Plugin, Bot | str] = {}


def read(wanted: Iterable[Plugin]) -> dict[Plugin, Bot | str]:
    """Return the `Bot` of each plug-in, or a sentence about what is wrong with it. Each one is inspected only once."""
    wanted = list(wanted)
    left = [plugin for plugin in wanted if plugin not in _known]
    while left:
        told, end = _ask(left)
        for plugin, answer in zip(left, told, strict=False):
            _known[plugin] = _bot(plugin, answer)
        if len(told) < len(left):  # the process died at the next one; the remaining ones need a new process
            _known[left[len(told)]] = left[len(told)].wrong(f"cannot be imported: {end}")
        del left[: len(told) + 1]
    return {plugin: _known[plugin] for plugin in wanted}


def forget() -> None:
    """Clear the caches, so that changes in the installed packages are noticed."""
    installed.cache_clear()
    _known.clear()


def _ask(wanted: list[Plugin]) -> tuple[list[Any], str]:
    """Inspect plug-ins in a child process; return the answers it gave, in order, and why it gave no more."""
    with (
        TemporaryFile() as out,  # not a pipe: a process left behind by a plug-in could keep that open
        subprocess.Popen(
            children.command("cardtui.registry.plugin_child"),
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            **children.spawn_options(PYTHONPATH=os.pathsep.join(sys.path)),
        ) as child,
    ):
        try:
            child.communicate(json.dumps(wanted).encode(), SECONDS)
            end = f"its process died ({system.ending(child.returncode)})"
        except subprocess.TimeoutExpired:
            end = f"it took more than {SECONDS:g} seconds"
        finally:
            system.kill(child.pid)  # even if the child has ended: what plug-ins started may still run
        out.seek(0)
        told = list[Any]()
        with suppress(ValueError, RecursionError):
            told.extend(map(json.loads, out.read().splitlines()))
    return told[: len(wanted)], end


def _bot(plugin: Plugin, answer: Any) -> Bot | str:
    """Return the `Bot` that the child described, or the sentence about its fault."""
    if isinstance(answer, str):
        return plugin.wrong(answer)
    try:
        options = {
            key: Setting(**setting | {"choices": tuple(setting["choices"])})
            for key, setting in answer["options"].items()
        }
        tuples = {field: tuple(answer[field]) for field in ("fixed", "replies")}
        return Bot(**answer | tuples | {"options": options})
    except (TypeError, KeyError, AttributeError):
        return plugin.wrong("gave an answer of its own when it was imported")
