"""Finds games and bots by name, and imports them only when needed.

It stands on `catalogue` (which there are) and `plugins` (those of other packages); `lineup` stands on it (which bots
sit down and coach).
"""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from .. import __version__, options, visitors
from ..core import Agent, Game, Refusal, failure, quoted
from ..entries import Bot, GameEntry, train_command
from ..entries.first_deal import FirstDeal
from ..entries.judging import Judging
from ..loading import exits_raised, load
from ..options import Setting
from ..system.files import absolute_path, expanded, read_toml
from . import catalogue, plugins
from .plugins import Plugin

EXPORTED = "cardtui.exported:Exported"
"""The bot that plays what was trained elsewhere, given by the path of its folder."""
EXPLOITER = "exploiter"
"""What is trained as a reply to one bot, in games for several with a vector environment. No weights of it ship."""


def add_game(file: str) -> str:
    """Register the game in a file, for this process and those started from now on; return its name.

    Raises Refusal if the file does not define a valid game.
    """
    path = str(absolute_path(expanded(file)))
    if os.pathsep in path:  # it could not be told from two files in the variable
        raise Refusal(f"{path}: no game can be given by a path with {os.pathsep!r} in it; rename it or its folder")
    plugin = Plugin(Path(file).name, f"{path}:GAME")
    entry = plugins.game(plugin)
    if isinstance(entry, str):
        raise Refusal(entry)
    if entry.name in games() and catalogue.file_of(entry.name) != path:
        raise Refusal(plugin.wrong(f"has a name that is taken: there is already a game {entry.name}"))
    catalogue.add_file(path)
    return entry.name


def games() -> Mapping[str, GameEntry]:
    """Return all games by name."""
    return catalogue.found().games


def own_bots(game: str) -> dict[str, Bot]:
    """Return the bots declared by the game itself, by name. Raises Refusal for an unknown game."""
    return {bot.name: bot for bot in game_entry(game).bots}


def pool(game: str) -> dict[str, Bot]:
    """Return the players that no bot of a game was trained against, by name. Raises Refusal for an unknown game."""
    return {bot.name: bot for bot in game_entry(game).pool}


def bot_names(game: str) -> tuple[str, ...]:
    """Return the names of all bots of a game, plug-ins last, without imports. Raises Refusal for an unknown game."""
    return (*own_bots(game), *catalogue.found().bots[game])


def bots(game: str) -> dict[str, Bot]:
    """Return all working bots of a game by name, plug-ins last. Raises Refusal for an unknown game."""
    found = own_bots(game)
    others = catalogue.found().bots[game]
    read = plugins.read(others.values())
    return found | {name: bot for name, plugin in others.items() if isinstance(bot := read[plugin], Bot)}


def warnings(games: Iterable[str]) -> list[str]:
    """Return a sentence for each faulty plug-in of these games, and for those that belong to no game."""
    found = catalogue.found()
    told = plugins.read(plugin for game in games for plugin in found.bots[game].values())
    return [*found.wrong, *(text for text in told.values() if isinstance(text, str))]


def game_entry(name: str) -> GameEntry:
    """Return the entry of a game. Raises Refusal, naming the most similar game, if it is unknown."""
    found = catalogue.shipped().get(name) or games().get(name)  # plug-ins are looked for only where they are needed
    if found is None:
        raise Refusal(f"no game {quoted(name)}{options.nearest(name, games())}; there are {', '.join(games())}")
    return found


def titled(name: str, rules: str) -> str:
    """Return a game's title with a rule set, whose name is left out where it is the game's: `Yaniv club`, `Tricks`."""
    title, changed = game_entry(name).title, rules.removeprefix(name)
    return f"{title} {rules}" if changed == rules else f"{title}{changed}"


def first_deal(game: str) -> FirstDeal[Any]:
    """Return the guided first deal of a game. Raises Refusal if it has none."""
    declared = game_entry(game).first_deal
    if not declared:
        having = ", ".join(entry.name for entry in games().values() if entry.first_deal)
        raise Refusal(f"{game} has no guided first deal; there is one for {having}")
    found: FirstDeal[Any] = load(declared)
    return found


def judging(game: str) -> Judging:
    """Return what a game tells the review. Raises Refusal for an unknown game."""
    found: Judging = load(game_entry(game).judging)
    return found


def has_bot(game: str, spec: str) -> bool:
    """Return whether the game has this bot, by its name or its folder. A class counts as one: loading it will tell.

    Raises Refusal if the spec is malformed, or the game is unknown.
    """
    wanted = options.bot_spec(spec)
    if wanted.is_folder or wanted.name == EXPLOITER:
        with suppress(Refusal):
            return (card(bot_entry(game, spec), wanted.folder) or {}).get("game") == game
        return False
    if wanted.is_class or wanted.name in own_bots(game) or wanted.name in pool(game):
        return True
    return wanted.name in bot_names(game)  # last: plug-ins are slow to list


def bot_entry(game: str, spec: str) -> Bot:
    """Return the entry of the bot named by `spec`. Raises Refusal, naming the most similar bot, if there is none."""
    wanted = options.bot_spec(spec)
    if found := own_bots(game).get(wanted.name) or pool(game).get(wanted.name):
        return found
    if wanted.name == EXPLOITER and (reply := exploiter(game)):
        return reply
    if wanted.is_folder or wanted.is_class:
        visitors.refuse_path("a bot by its file or folder")
    if wanted.name.endswith(".py"):
        raise Refusal(f"a bot in a file is named with its class, as in {wanted.name}:MyBot")
    if wanted.is_folder:
        found = Bot(options.bot_label(spec), game, EXPORTED, "network", "trained elsewhere", learned=True)
        return found._replace(folder=str(expanded(wanted.name)))
    if wanted.is_class:
        plugin: Plugin | None = Plugin(f"{game}.{options.bot_label(wanted.name)}", wanted.name)
    else:
        plugin = catalogue.found().bots[game].get(wanted.name)
    if plugin:
        read = plugins.read([plugin])[plugin]
        if isinstance(read, str):
            raise Refusal(read)
        return read
    if wanted.name == EXPLOITER:
        alone = game_entry(game).seats[1] < 2
        why = "it is a game for one" if alone else "the game declares no vector environment, in which it would learn"
        raise Refusal(f"there is no {EXPLOITER} of {game}: {why}")
    known, levels = bot_names(game), game_entry(game).levels
    if wanted.name in levels:
        one = levels[wanted.name][0]
        raise Refusal(f"{wanted.name} is a level of {game}, not a bot: name the bot itself, such as {one}")
    near = options.nearest(wanted.name, dict.fromkeys([*levels, *known, *pool(game)]))
    also = f", and at a table the levels {', '.join(levels)}" if levels else ""
    raise Refusal(f"{game} has no bot {quoted(wanted.name)}{near}; there are {', '.join(known)}{also}")


def exploiter(game: str) -> Bot | None:
    """Return the entry of a game's `EXPLOITER`, or None if it has none. Raises Refusal for an unknown game."""
    entry = game_entry(game)
    if not entry.vector or entry.seats[1] < 2:
        return None
    summary = "learns a reply (best response) to one bot: `cardtui train GAME exploiter --against BOT`"
    trainer = "cardtui.agents.training.exploiter:train"
    replies = ("best", "copy")
    return Bot(
        EXPLOITER, game, EXPORTED, "network", summary, learned=True, trainer=trainer, steps=True, replies=replies
    )


def absolute(spec: str) -> str:
    """Return the spec with the paths of a class's file, of a bot's folder, and of its weights made absolute.

    The spec is returned as it is where an absolute path has a sign that means something else there: `/a@b/mine.py:Bot`.
    """

    def whole(path: str) -> str:
        # too long, with a zero byte, or `~user` is unknown: it is refused where it is looked for
        with suppress(OSError, RuntimeError, ValueError):
            return str(Path(path).expanduser().resolve()) if path else ""
        return path

    wanted = options.bot_spec(spec)
    chosen, at, folder = spec.partition("@")
    path, place = whole(wanted.path), whole(folder)
    made = path + chosen[len(wanted.path) :] + at + place
    with suppress(Refusal):
        again = options.bot_spec(made)
        if (again.path, again.pairs, again.folder) == (path, wanted.pairs, place):
            return made
    return spec


def game(name: str, rules: str = "", seats: int | None = None) -> Game[Any]:
    """Return the rules of a game; by default those of the game's default rule set for people.

    Raises Refusal for an unknown rule set, option, value or number of seats, and for rules with a fault.
    """
    entry = game_entry(name)
    return plugins.rules_of(entry, rules or entry.rules, seats or entry.seats[0])


def rule_sets(game: str) -> tuple[Mapping[str, Setting], Mapping[str, Mapping[str, options.Value]]]:
    """Return the options of a game's rules, and its named rule sets as changes to them. Raises Refusal if unknown."""
    entry = game_entry(game)
    return entry.options, entry.rule_sets


def rule_options(game: str, rules: str) -> dict[str, options.Value]:
    """Return all option values of a rule set. Raises Refusal for an unknown rule set, option or value."""
    return options.rule_set(game, *rule_sets(game), rules)[0]


def same_deals(game: str, one: str, other: str) -> bool:
    """Return whether deals are played alike by two rule sets: they differ in `GameEntry.match` at most.

    Raises Refusal for an unknown rule set, option or value.
    """
    between = game_entry(game).match
    ours, theirs = (rule_options(game, rules) for rules in (one, other))
    return all(ours[key] == theirs[key] for key in ours if key not in between)


def check(game: str, spec: str, rules: str) -> tuple[Bot, dict[str, Any]]:
    """Return the entry and the constructor arguments for a spec `name:key=value@folder`, without importing the bot.

    Raises Refusal if the bot is unavailable or cannot play by these rules.
    """
    bot, wanted = bot_entry(game, spec), options.bot_spec(spec)
    values: dict[str, Any] = options.read(bot.options, wanted.pairs, f"bot {bot.name}")
    if "@" in spec and not bot.learned:
        raise Refusal(f"bot {bot.name} has no weights: leave out @ and what follows it")
    if odd := _odd(bot, rules):
        first = next(iter(rule_sets(game)[1]))
        others = f"; {', '.join(able_bots(game, rules))} can"
        raise Refusal(f"bot {bot.name} knows the rules {first} and cannot play with {', '.join(odd)}{others}")
    if bot.learned:
        values["folder"] = weights(bot, wanted.folder)
    elif bot.borrows:
        values["folder"] = weights(bot_entry(game, bot.borrows))
    return bot, values


def able_bots(game: str, rules: str) -> tuple[str, ...]:
    """Return the bots that can play by these rules. Raises Refusal for an unknown rule set, option or value."""
    return tuple(bot.name for bot in bots(game).values() if not _odd(bot, rules))


def _odd(bot: Bot, rules: str) -> list[str]:
    """Return the options of these rules that the bot cannot play with."""
    learned, asked = rule_options(bot.game, next(iter(rule_sets(bot.game)[1]))), rule_options(bot.game, rules)
    return [f"{key}={asked[key]}" for key in bot.fixed if asked[key] != learned[key]]


@exits_raised()
def agent(table: Game[Any], spec: str) -> Agent:
    """Return the bot for `spec`, ready to play at `table`.

    Raises Refusal if it is unavailable, its code fails, or its constructor does not take an option that it declares.

    It gets its own instance of the rules, because these cache their last results, for example what other hands may do.
    """
    bot, values = check(table.name, spec, table.spec)
    try:
        make, values = load(bot.target), values | {"game": game(table.name, table.spec, table.seats)}
        taken = inspect.signature(make).parameters.values()
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in taken):
            names = [parameter.name for parameter in taken]
            if ignored := [key for key in bot.options if key not in names]:
                raise Refusal(
                    f"bot {bot.name} has the option {ignored[0]}, which no parameter of its constructor takes"
                )
            values = {key: values[key] for key in names if key in values}
        made: Agent = make(**values)
        if not callable(getattr(made, "think", None)):
            raise Refusal(f"bot {bot.name} has no think(observation, rng)")
    except (Refusal, KeyboardInterrupt):
        raise
    except BaseException as error:  # third-party code may raise anything
        raise Refusal(f"{spec} cannot be loaded: {failure(error)}") from error
    return made


@lru_cache(64)
def cached_agent(name: str, rules: str, seats: int, spec: str, copy: int = 0) -> Agent:
    """Return the bot for `spec` at such a table, the same one for the same `copy` of it when asked again.

    Raises Refusal as `agent` does.
    """
    return agent(game(name, rules, seats), spec)


def weights(bot: Bot, folder: str = "") -> Path:
    """Return the folder of a learned bot's weights. Raises Refusal if it does not exist."""
    from importlib.resources import files

    if folder:
        visitors.refuse_path("a folder of weights")
    given = folder or bot.folder
    try:
        path = Path(given).expanduser() if given else Path(str(files("cardtui.weights"))) / bot.game / bot.name
        found = (path / "card.toml").is_file()
    except (OSError, RuntimeError, ValueError) as error:  # too long, with a zero byte, or `~user` is unknown
        raise Refusal(f"no weights of {bot.name} in {quoted(given)}: {getattr(error, 'strerror', error)}") from error
    if not found and not bot.trainer:
        raise Refusal(f"no weights of {bot.name} in {path}: there is no card.toml; cardtui.exported.save writes one")
    if not found:
        train = train_command(bot.game, bot.name, catalogue.command_prefix(bot.game), out=path)
        raise Refusal(f"no weights of {bot.name} in {path}; `{train}` makes them")
    if bot.target == EXPORTED:
        _refuse_trained_here(bot, path)
    return path


def _refuse_trained_here(bot: Bot, path: Path) -> None:
    """Raise Refusal if a folder that is named as a bot holds the weights of another one, which `cardtui train` made."""
    told = read_toml(path, "card.toml")
    other = str(told.get("bot", ""))
    if "hidden" not in told and told.get("game") == bot.game and other in own_bots(bot.game):
        raise Refusal(f"{path} holds weights of the bot {other}: name it {other}@{path}")


def card(bot: Bot, folder: str = "") -> dict[str, Any] | None:
    """Return the contents of a learned bot's card.toml, or None for other bots. Raises Refusal if it cannot be read."""
    return read_toml(weights(bot, folder), "card.toml") if bot.learned else None


def measured(bot: Bot) -> dict[str, list[dict[str, Any]]]:
    """Return what is known of a shipped bot against strangers: "pool" and "exploiter", each a list, one per rule set.

    They are the files `pool-RULES.json` and `exploiter-RULES.json` beside its weights, as `cardtui arena --pool --json`
    and `cardtui train GAME exploiter --against BOT --json`, or another learner with `--preset reply`, print them.
    Results of other weights than those that are there now are left out. Raises Refusal as `card` does.
    """
    from importlib.resources import files

    folder = Path(str(files("cardtui.weights"))) / bot.game / bot.name
    found: dict[str, list[dict[str, Any]]] = {}
    for kind in ("pool", "exploiter"):
        for path in sorted(folder.glob(f"{kind}-*.json")):
            told = json.loads(path.read_text(encoding="utf-8"))
            if told["weights"] == version(bot.game, bot.name):
                found.setdefault(kind, []).append(told)
    return found


def version(game: str, spec: str) -> str:
    """Return the version of what a bot decides by, or "" if nothing tells it. Raises Refusal as `card` does.

    It is the sha256 of its weights, its own or borrowed; of a search without weights the version of this package.
    """
    bot = bot_entry(game, spec)
    found = card(bot_entry(game, bot.borrows) if bot.borrows else bot, spec.partition("@")[2])
    if found:
        return str(found.get("sha256", ""))
    ours = isinstance(bot.target, str) and bot.target.startswith("cardtui.")
    return __version__ if ours and bot.kind in ("search", "exact") else ""
