"""Finds games and bots by name, without importing any before it is asked for.

They stand in `catalogue`; a bot of another package is an entry point in the group `cardtui.bots`, named after its game
and itself, that leads to a `Bot` (`yaniv.mybot = "mypackage.table:BOT"`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from . import options, plugins
from .catalogue import BOTS, GAMES, Bot, GameEntry
from .core import Agent, Game, Refusal, quoted
from .files import read_toml
from .options import Setting


def games() -> dict[str, GameEntry]:
    """All games by name."""
    return {entry.name: entry for entry in GAMES}


def own(game: str) -> dict[str, Bot]:
    """The house's own bots of a game by name. Refusal for an unknown game."""
    game_entry(game)
    return {bot.name: bot for bot in BOTS if bot.game == game}


def names(game: str) -> tuple[str, ...]:
    """The names of all bots of a game, those of plug-ins last; nothing is imported for it. Refusal as `own`."""
    return (*own(game), *plugins.installed().bots[game])


def bots(game: str) -> dict[str, Bot]:
    """All bots of a game by name, those of plug-ins that can be had last. Refusal as `own`."""
    found = own(game)
    others = plugins.installed().bots[game]
    read = plugins.read(others.values())
    return found | {name: bot for name, plugin in others.items() if isinstance(bot := read[plugin], Bot)}


def warnings(games: Iterable[str]) -> list[str]:
    """A sentence on each plug-in of these games, or of none, that cannot be had."""
    found = plugins.installed()
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
    name = options.split(spec.partition("@")[0])[0]
    if found := own(game).get(name):
        return found
    if plugin := plugins.installed().bots[game].get(name):
        read = plugins.read([plugin])[plugin]
        if isinstance(read, str):
            raise Refusal(read)
        return read
    known = names(game)
    near = options.nearest(name, dict.fromkeys(known))
    raise Refusal(f"{game} has no bot {quoted(name)}{near}; there are {', '.join(known)}")


def load(target: str) -> Any:
    """The object that "module:name" names, imported now."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def game(name: str, rules: str = "", seats: int | None = None) -> Game[Any]:
    """The law of a game, under the rules that people get if none are named.

    Refusal for an unknown rule set, option, value or number of seats.
    """
    entry = game_entry(name)
    made: Game[Any] = load(entry.target)(rules or entry.rules, seats or entry.seats[0])
    return made


def rule_sets(game: str) -> tuple[Mapping[str, Setting], Mapping[str, Mapping[str, options.Value]]]:
    """The options of a game's rules, and its named rule sets as changes of them: `rulesets`, beside its law."""
    tables = import_module(game_entry(game).target.rpartition(".")[0] + ".rulesets")
    return tables.OPTIONS, tables.RULE_SETS


def rule_options(game: str, rules: str) -> dict[str, options.Value]:
    """All options of a rule set as typed. Refusal for an unknown rule set, option or value."""
    return options.rule_set(game, *rule_sets(game), rules)[0]


def check(game: str, spec: str, rules: str) -> tuple[Bot, dict[str, Any]]:
    """The bot that `name:key=value@folder` spells, not imported, and its arguments. Refusal if it cannot be had."""
    bot = bot_entry(game, spec)
    chosen, at, folder = spec.partition("@")
    values: dict[str, Any] = options.read(bot.options, options.split(chosen)[1], f"bot {bot.name}")
    if at and not bot.learned:
        raise Refusal(f"bot {bot.name} has no weights, so nothing can follow @")
    if odd := _odd(bot, rules):
        first = next(iter(rule_sets(game)[1]))
        others = f"; {', '.join(able(game, rules))} can"
        raise Refusal(f"bot {bot.name} knows the rules {first} and cannot play with {', '.join(odd)}{others}")
    if bot.learned:
        values["folder"] = weights(bot, folder)
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
    for bot in game_entry(game).bots:
        try:
            able.append(check(game, bot, rules)[0].name)
        except Refusal as refusal:
            last = refusal
    if not able:
        raise last
    return tuple(able)


def coach(table: Game[Any], wanted: str) -> str:
    """The bot that gives opinions at `table`: the wanted one if the game has it, else the game's own coach."""
    name = options.split(wanted.partition("@")[0])[0]
    if name in names(table.name):
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
    made: Agent = load(bot.target)(game(table.name, table.spec, table.seats), **values)
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
