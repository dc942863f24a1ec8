"""Who sits down and who coaches: what a game offers by level, as opponents and as coach, by the rules chosen."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from .. import options, registry
from ..core import Game, Refusal
from ..entries import LEVELS, Strength


def levels(game: str, rules: str) -> dict[str, str]:
    """Return for each level of a game the bot that plays it by these rules.

    A level is left out if none of its bots can. Raises Refusal for an unknown rule set, option or value.
    """
    found = {}
    registry.rule_options(game, rules)
    best = _best(game, rules)
    for level, bots in registry.game_entry(game).levels.items():
        for bot in (best, *bots) if best and level == LEVELS[-1] else bots:
            with suppress(Refusal):
                registry.check(game, bot, rules)
                found[level] = bot
                break
    return found


def seated(game: str, rules: str, spec: str) -> str:
    """Return the bot that takes a seat for `spec`: that of a level, such as `easy`, or else the bot `spec` itself.

    Raises Refusal if it is unavailable or cannot play by these rules.
    """
    level, pairs, folder = options.bot_spec(spec)
    if level not in registry.game_entry(game).levels:
        registry.check(game, spec, rules)
        return spec
    if level not in (found := levels(game, rules)):
        able = ", ".join(registry.able_bots(game, rules))
        raise Refusal(f"no bot of the level {level} can play by the rules {rules}; {able} can")
    if pairs or folder:
        raise Refusal(f"the level {level} takes neither options nor weights; name its bot: {found[level]}")
    return found[level]


def strength(game: str, bot: str, rules: str, seats: int) -> Strength | None:
    """Return what is known of a bot's strength, best by these rules and at so many seats; None if nothing is."""
    spec = options.rule_set(game, *registry.rule_sets(game), rules)[1]

    def fits(known: Strength) -> tuple[bool, bool, bool]:
        return known.rules == spec, known.rules == spec.partition(":")[0], known.seats == seats

    return max((known for known in registry.game_entry(game).strengths if known.bot == bot), key=fits, default=None)


def default_bots(game: str, rules: str) -> tuple[str, ...]:
    """Return the bots that fill empty seats under these rules: the usual ones that can play by them, else one that can.

    Raises Refusal for an unknown rule set, option or value.
    """
    usual = []
    for bot in registry.game_entry(game).opponents:
        with suppress(Refusal):
            usual.append(registry.check(game, bot, rules)[0].name)
    return tuple(usual) or registry.able_bots(game, rules)[:1]


def coach(table: Game[Any], wanted: str) -> str:
    """Return the bot that gives opinions at `table`: `wanted` if the game has it, otherwise the game's own coach."""
    if wanted and registry.has_bot(table.name, wanted):
        return wanted
    with suppress(Refusal):  # the coach cannot play by these rules
        if usual := _best(table.name, table.spec) or registry.game_entry(table.name).coach:
            return registry.check(table.name, usual, table.spec)[0].name
    return default_bots(table.name, table.spec)[0]


def asked(table: Game[Any], wanted: str = "") -> tuple[str, ...]:
    """Return the bots that are asked what they think at `table`: the coach first, then the usual opponents."""
    return tuple(dict.fromkeys((coach(table, wanted), *default_bots(table.name, table.spec))))


def _best(game: str, rules: str) -> str:
    """Return the bot that is the strongest by these rules, or "" if the usual ones are."""
    return registry.game_entry(game).best.get(rules.partition(":")[0], "")
