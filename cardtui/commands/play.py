"""Commands that open a table: the menu, a game, a saved match."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from .. import dice, record, registry, settings
from ..core import Refusal
from ..entries import HUMAN
from ..match import Match, seats_of
from .common import game_of, need_terminal, settings_of

NAMED = ("rules", "people", "bots", "seats", "seed", "ranked")
"""What can be asked for of a match; only an unfinished one that has it is offered."""


def menu(args: Namespace) -> int:
    """`cardtui`."""
    chosen = settings_of(args)
    first = next(iter(registry.games()))
    need_terminal(f"`cardtui {first} --plain` plays on plain lines")
    from ..ui.app import run
    from ..ui.start import Menu

    return run(chosen, Menu())


def game(args: Namespace) -> int:
    """`cardtui yaniv …`: a new match."""
    chosen = settings_of(args)
    rules = game_of(args).spec
    bots = args.bots or registry.default_bots(args.game, rules)
    entry = registry.game_entry(args.game)
    people = 1 if args.people is None else args.people
    if args.bots and entry.seats[1] == 1:  # in a game for one the bot plays in your place
        people = 0
    seats = seats_of(entry, people, bots, args.seats, named=bool(args.bots))
    for bot in set(seats) - {HUMAN}:
        registry.check(args.game, bot, rules)
    seed = dice.fresh() if args.seed is None else args.seed
    if args.plain:
        match = Match.new(args.game, rules, seats, seed, settings.new_record(args.game), args.ranked)
        return _plain(match, chosen)
    need_terminal("`--plain` plays on plain lines")
    from ..ui.app import run
    from ..ui.start import Play

    named = frozenset(key for key in NAMED if not (getattr(args, key) is None or getattr(args, key) is False))
    return run(chosen, Play(args.game, rules, seats, seed, args.ranked, named))


def resume(args: Namespace) -> int:
    """`cardtui resume [FILE]`: a saved match at the moment at which it stopped."""
    chosen = settings_of(args)
    found = record.resumable(settings.records_dir())
    path: Path | None = args.file or next((path for path, _ in found), None)
    if path is None:
        raise Refusal(f"no unfinished match in {settings.records_dir()}")
    if args.plain:
        return _plain(Match.resume(path), chosen)
    record.load(path)  # what is wrong with it is said here, not on a screen
    need_terminal("`--plain` plays on plain lines")
    from ..ui.app import run
    from ..ui.start import Resume

    return run(chosen, Resume(path))


def _plain(match: Match, chosen: settings.Settings) -> int:
    from .. import plain

    return plain.play(match, chosen)
