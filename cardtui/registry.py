"""Finds games and bots by name, and imports them only when they are asked for.

The program's own games lie in `cardtui/games`, each with an `entry` that declares the game and its bots; those of other
packages are plug-ins (`plugins`), and what `--game FILE` names counts as one.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from . import games as own_games
from . import options, plugins
from .core import Agent, Game, Refusal, quoted
from .entries import HUMAN, RANDOM, Bot, GameEntry
from .files import read_toml
from .loading import load
from .options import Setting
from .plugins import Plugin

FILES = "CARDTUI_GAMES"
"""The variable with the files of games that are not installed, apart by the system's path separator."""
UNIFORM = "cardtui.agents.uniform:Uniform"


class Catalogue(NamedTuple):
    """All games by name, the plug-ins among the bots by game and name, and a sentence on each plug-in that is none."""

    games: Mapping[str, GameEntry]
    bots: Mapping[str, Mapping[str, Plugin]]
    wrong: tuple[str, ...]


@cache
def catalogue() -> Catalogue:
    """What there is. The entries of games are imported, no law and no bot is."""
    found = plugins.installed()
    files = [Plugin(Path(file).name, f"{file}:GAME") for file in os.environ.get(FILES, "").split(os.pathsep) if file]
    games, wrong = shipped(), list(found.wrong)
    for plugin in (*found.games, *files):
        entry = plugins.game(plugin)
        if isinstance(entry, str):
            wrong.append(entry)
        elif plugin in found.games and plugin.name != entry.name:
            wrong.append(plugin.wrong(f"leads to the game {entry.name}, and not to the one it is named after"))
        elif entry.name in games:
            wrong.append(plugin.wrong(f"takes a name that is taken: there is a game {entry.name} already"))
        else:
            games[entry.name] = _complete(entry)
    bots: dict[str, dict[str, Plugin]] = {name: {} for name in games}
    for plugin in found.bots:
        game, dot, name = plugin.name.partition(".")
        if not dot or not name.replace("-", "").replace("_", "").isalnum():
            wrong.append(plugin.wrong("should be named after its game and bot, such as yaniv.mybot"))
        elif game not in games:
            wrong.append(plugin.wrong(f"is for the game {game}, which is not there; there is {', '.join(games)}"))
        elif name in bots[game] or name == HUMAN or any(bot.name == name for bot in games[game].bots):
            wrong.append(plugin.wrong(f"takes a name that is taken: {game} has a {name} already"))
        else:
            bots[game][name] = plugin
    return Catalogue(games, bots, tuple(wrong))


def shipped() -> dict[str, GameEntry]:
    """The program's own games by name."""
    entries = [import_module(f"{own_games.__name__}.{folder}.entry").GAME for folder in own_games.ORDER]
    return {entry.name: _complete(entry) for entry in entries}


def _complete(entry: GameEntry) -> GameEntry:
    """The entry with what it leaves out."""
    bots = entry.bots
    if not any(bot.name == RANDOM for bot in bots):
        bots = (*bots, Bot(RANDOM, entry.name, UNIFORM, "heuristic", "any legal action, all equally likely"))
    return entry._replace(
        title=entry.title or entry.name,
        rules=entry.rules or next(iter(entry.rule_sets)),
        bots=bots,
        opponents=entry.opponents or (bots[0].name,),
    )


def add_game(file: str) -> str:
    """Take a game from a file, here and in every process that is started from now on, and give its name.

    Refusal when the file has no game.
    """
    plugin = Plugin(Path(file).name, f"{Path(file).expanduser().resolve()}:GAME")
    entry = plugins.game(plugin)
    if isinstance(entry, str):
        raise Refusal(entry)
    files = [name for name in os.environ.get(FILES, "").split(os.pathsep) if name]
    path = plugin.target.removesuffix(":GAME")
    os.environ[FILES] = os.pathsep.join(dict.fromkeys([*files, path]))
    catalogue.cache_clear()
    if load(plugin.target) != entry or entry.name not in games():
        raise Refusal(catalogue().wrong[-1])
    return entry.name


def forget() -> None:
    """Look again, after packages have come or gone."""
    plugins.forget()
    catalogue.cache_clear()


def games() -> Mapping[str, GameEntry]:
    """All games by name."""
    return catalogue().games


def own(game: str) -> dict[str, Bot]:
    """The bots that a game brings, by name. Refusal for an unknown game."""
    return {bot.name: bot for bot in game_entry(game).bots}


def names(game: str) -> tuple[str, ...]:
    """The names of all bots of a game, those of plug-ins last; nothing is imported for it. Refusal as `own`."""
    return (*own(game), *catalogue().bots[game])


def bots(game: str) -> dict[str, Bot]:
    """All bots of a game by name, those of plug-ins that can be had last. Refusal as `own`."""
    found = own(game)
    others = catalogue().bots[game]
    read = plugins.read(others.values())
    return found | {name: bot for name, plugin in others.items() if isinstance(bot := read[plugin], Bot)}


def warnings(games: Iterable[str]) -> list[str]:
    """A sentence on each plug-in of these games, or of none, that cannot be had."""
    found = catalogue()
    told = plugins.read(plugin for game in games for plugin in found.bots[game].values())
    return [*found.wrong, *(text for text in told.values() if isinstance(text, str))]


def game_entry(name: str) -> GameEntry:
    """The game's entry. Refusal, with the nearest name, if there is none."""
    found = games().get(name)
    if found is None:
        raise Refusal(f"no game {quoted(name)}{options.nearest(name, games())}; there is {', '.join(games())}")
    return found


def bot_entry(game: str, spec: str) -> Bot:
    """The entry of the bot that `spec` names. Refusal, with the nearest name, if it cannot be had."""
    wanted = options.bot_spec(spec)
    if found := own(game).get(wanted.name):
        return found
    if wanted.is_class:
        plugin: Plugin | None = Plugin(f"{game}.{options.bot_label(wanted.name)}", wanted.name)
    else:
        plugin = catalogue().bots[game].get(wanted.name)
    if plugin:
        read = plugins.read([plugin])[plugin]
        if isinstance(read, str):
            raise Refusal(read)
        return read
    known = names(game)
    near = options.nearest(wanted.name, dict.fromkeys(known))
    raise Refusal(f"{game} has no bot {quoted(wanted.name)}{near}; there are {', '.join(known)}")


def absolute(spec: str) -> str:
    """The bot as it is found from any folder: the file of a class by its whole path."""
    file, dot, rest = spec.partition(".py:")
    return f"{Path(file).expanduser().resolve()}{dot}{rest}" if dot else spec


def game(name: str, rules: str = "", seats: int | None = None) -> Game[Any]:
    """The law of a game, under the rules that people get if none are named.

    Refusal for an unknown rule set, option, value or number of seats.
    """
    entry = game_entry(name)
    made: Game[Any] = load(entry.law)(rules or entry.rules, seats or entry.seats[0])
    return made


def rule_sets(game: str) -> tuple[Mapping[str, Setting], Mapping[str, Mapping[str, options.Value]]]:
    """The options of a game's rules, and its named rule sets as changes of them. Refusal for an unknown game."""
    entry = game_entry(game)
    return entry.options, entry.rule_sets


def rule_options(game: str, rules: str) -> dict[str, options.Value]:
    """All options of a rule set as typed. Refusal for an unknown rule set, option or value."""
    return options.rule_set(game, *rule_sets(game), rules)[0]


def check(game: str, spec: str, rules: str) -> tuple[Bot, dict[str, Any]]:
    """The bot that `name:key=value@folder` spells, not imported, and its arguments. Refusal if it cannot be had."""
    bot, wanted = bot_entry(game, spec), options.bot_spec(spec)
    values: dict[str, Any] = options.read(bot.options, wanted.pairs, f"bot {bot.name}")
    if "@" in spec and not bot.learned:
        raise Refusal(f"bot {bot.name} has no weights, so nothing can follow @")
    if odd := _odd(bot, rules):
        first = next(iter(rule_sets(game)[1]))
        others = f"; {', '.join(able(game, rules))} can"
        raise Refusal(f"bot {bot.name} knows the rules {first} and cannot play with {', '.join(odd)}{others}")
    if bot.learned:
        values["folder"] = weights(bot, wanted.folder)
    return bot, values


def able(game: str, rules: str) -> tuple[str, ...]:
    """The bots that know these rules. Refusal for an unknown rule set, option or value."""
    return tuple(bot.name for bot in bots(game).values() if not _odd(bot, rules))


def _odd(bot: Bot, rules: str) -> list[str]:
    """What of these rules the bot does not know."""
    learned, asked = rule_options(bot.game, next(iter(rule_sets(bot.game)[1]))), rule_options(bot.game, rules)
    return [f"{key}={asked[key]}" for key in bot.fixed if asked[key] != learned[key]]


def default_bots(game: str, rules: str) -> tuple[str, ...]:
    """The bots that fill empty seats under these rules. Refusal when none can."""
    able = []
    for bot in game_entry(game).opponents:
        try:
            able.append(check(game, bot, rules)[0].name)
        except Refusal as refusal:
            last = refusal
    if not able:
        raise last
    return tuple(able)


def coach(table: Game[Any], wanted: str) -> str:
    """The bot that gives opinions at `table`: the wanted one if the game has it, else the game's own coach."""
    spec = options.bot_spec(wanted)
    if spec.is_class or spec.name in names(table.name):
        return wanted
    with suppress(Refusal):  # it cannot play by these rules
        if own := game_entry(table.name).coach:
            return check(table.name, own, table.spec)[0].name
    return default_bots(table.name, table.spec)[0]


def agent(table: Game[Any], spec: str) -> Agent:
    """The bot that `spec` spells, ready to play at `table`. Refusal if it cannot be had.

    It gets a law of its own: one that plays remembers what it was last asked, such as what other hands may do.
    """
    bot, values = check(table.name, spec, table.spec)
    make, values = load(bot.target), values | {"game": game(table.name, table.spec, table.seats)}
    taken = inspect.signature(make).parameters.values()
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken):
        values = {key: values[key] for key in [parameter.name for parameter in taken] if key in values}
    made: Agent = make(**values)
    return made


def weights(bot: Bot, folder: str = "") -> Path:
    """Where the weights of a learned bot lie. Refusal when they are not there."""
    from importlib.resources import files

    try:
        path = Path(folder).expanduser() if folder else Path(str(files("cardtui.weights"))) / bot.game / bot.name
        found = (path / "card.toml").is_file()
    except (OSError, RuntimeError) as error:  # a name too long, a home that is nobody's
        raise Refusal(f"no weights of {bot.name} in {quoted(folder)}: {getattr(error, 'strerror', error)}") from error
    if not found:
        train = f"cardtui train {bot.game} {bot.name} --out {path}"
        raise Refusal(f"no weights of {bot.name} in {path}; `{train}` makes them")
    return path


def card(bot: Bot, folder: str = "") -> dict[str, Any] | None:
    """What card.toml says of a learned bot; None for the others. Refusal when it is missing or no TOML."""
    return read_toml(weights(bot, folder), "card.toml") if bot.learned else None


def version(game: str, spec: str) -> str:
    """Which weights a bot plays with: their sha256; "" where it has none. Refusal as `card`."""
    found = card(bot_entry(game, spec), spec.partition("@")[2])
    return str(found.get("sha256", "")) if found else ""
