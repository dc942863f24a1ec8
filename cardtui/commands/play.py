"""Commands that start playing: the menu, a new match, a saved match."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from .. import dice, record, registry, settings
from ..core import Refusal
from ..entries import HUMAN
from ..match import Match, seats_of
from ..record import archive
from ..registry import lineup
from .common import game_of, need_terminal, say, settings_of
from .parser import PEOPLE

if TYPE_CHECKING:
    from ..remote import Address, Table

NAMED = ("rules", "people", "bots", "seats", "seed", "ranked")
"""The arguments that describe a match. An unfinished match is offered only if it agrees with those that were given."""


TRIES = 3
"""How often a code may be typed; the host answers a wrong one slowly."""


def menu(args: Namespace) -> int:
    """Run `cardtui`: open the menu."""
    chosen = settings_of(args)
    first = next(iter(registry.games()))
    need_terminal(f"`cardtui {first} --plain` plays on plain lines")
    from ..ui.app import run
    from ..ui.start import Menu

    return run(chosen, Menu())


def game(args: Namespace) -> int:
    """Run `cardtui GAME`: start a new match."""
    if args.first:
        return _first_deal(args)
    chosen = settings_of(args)
    rules = game_of(args).spec
    named = [bot if bot == HUMAN else lineup.seated(args.game, rules, bot) for bot in args.bots or ()]
    bots = named or lineup.default_bots(args.game, rules)
    entry = registry.game_entry(args.game)
    people = (1 if args.host is None else 2) if args.people is None else args.people
    if args.bots and entry.seats[1] == 1:  # in a one-player game the bot plays instead of a person
        people = 0
    seats = seats_of(entry, people, bots, args.seats, named=bool(args.bots))
    if args.host is not None:
        return _host(args, chosen, rules, seats)
    seed = dice.fresh_seed() if args.seed is None else args.seed
    if args.plain:
        match = Match.new(args.game, rules, seats, seed, settings.new_record(args.game), args.ranked)
        return _plain(match, chosen)
    need_terminal("`--plain` plays on plain lines")
    from ..ui.app import run
    from ..ui.start import Play, new_to

    given = frozenset(_given(args, NAMED))
    return run(chosen, Play(args.game, rules, seats, seed, args.ranked, given, new_to(args.game)))


def _given(args: Namespace, names: Iterable[str]) -> list[str]:
    """Return those of some arguments that were given, perhaps as 0."""
    return [name for name in names if getattr(args, name) is not None and getattr(args, name) is not False]


def _host(args: Namespace, chosen: settings.Settings, rules: str, seats: tuple[str, ...]) -> int:
    """Run `cardtui GAME --host`: open a table to people elsewhere, and sit down at it."""
    if given := _given(args, ("plain", "seed", "ranked")):
        why = {"plain": "the table needs the screen", "seed": "who knows the seed knows the cards"}
        raise Refusal(f"--{given[0]} does not go with --host: {why.get(given[0], 'nobody gets help there anyway')}")
    people = [seat for seat, spec in enumerate(seats) if spec == HUMAN]
    if not 2 <= len(people) <= PEOPLE or people[0] != 0:
        raise Refusal(f"--host is for 2 to {PEOPLE} people, including you, not for {len(people)}")
    from ..remote import Door, address

    at = address(args.host, 0)
    need_terminal("people elsewhere need the screen")
    match = Match.new(args.game, rules, seats, dice.fresh_seed(), settings.new_record(args.game))
    door = Door.new(at, people)
    say(f"Others sit down with:  cardtui join {door.address}", f"and the code:          {door.code}")
    if not door.local:
        say("What is sent there is not encrypted: where others could listen, let ssh or a tunnel carry it.")
    from ..ui.app import run
    from ..ui.start import Host

    return run(chosen, Host(match, door))


def join(args: Namespace) -> int:
    """Run `cardtui join ADDRESS`: sit down at a table elsewhere, on the same seat as before if there was one."""
    from ..remote import Ended, Key, Link, address, answered, greet

    chosen, at = settings_of(args), address(args.address)
    need_terminal("a table elsewhere needs the screen")
    name = settings.own_name(chosen)
    with Key(at) as key:
        try:
            token, table = asyncio.run(greet(at, token=key.token, name=name)) if key.token else ("", None)
        except Ended:  # the key was for another table
            token, table = "", None
        if table is None:
            asyncio.run(answered(at))  # before a code is asked for
            token, table = _by_code(at, args.code, name)
            key.keep(token)
        from ..ui.app import run
        from ..ui.start import Join

        return run(chosen, Join(Link(at, token, name), table))


def _by_code(at: Address, code: str, name: str) -> tuple[str, Table]:
    """Return the token and the table of a new seat. A code that is asked for may be typed again if it is wrong.

    Raises Ended and Refusal as `greet` does.
    """
    from ..remote import WRONG_CODE, Ended, greet

    for _ in range(TRIES - 1):
        try:
            return asyncio.run(greet(at, code or _asked("Code: "), name=name))
        except Ended as end:
            if code or str(end) != WRONG_CODE:
                raise
            say(f"{end}; the host's terminal shows it")
    return asyncio.run(greet(at, code or _asked("Code: "), name=name))


def _asked(prompt: str) -> str:
    """Return what the person types. Raises Refusal if it is nothing."""
    try:
        return input(prompt)
    except EOFError as error:
        raise Refusal("the host's terminal shows the code, and without it there is no seat") from error


def _first_deal(args: Namespace) -> int:
    """Run `cardtui GAME --first`. Raises Refusal if other things were asked for, since its deal is fixed."""
    chosen = settings_of(args)
    if given := _given(args, (*NAMED, "host")):
        raise Refusal(f"--first has its own deal, rules and bots; leave out --{' and --'.join(given)}")
    from ..ui.start import guided

    start = guided(args.game)
    if args.plain:
        match = Match.new(args.game, start.rules, start.seats, start.seed, settings.new_record(args.game))
        return _plain(match, chosen, guided=True)
    need_terminal("`--plain` plays on plain lines")
    from ..ui.app import run

    return run(chosen, start)


def resume(args: Namespace) -> int:
    """Run `cardtui resume [FILE]`: continue a saved match."""
    chosen = settings_of(args)
    folder = settings.records_dir()
    path = (
        archive.named(folder, args.file) if args.file else next((path for path, _ in archive.resumable(folder)), None)
    )
    if path is None:
        raise Refusal(f"no unfinished match of yours in {folder}; `cardtui history` lists all that are saved")
    record.load(path)  # report errors here, before a screen opens
    if args.plain and record.door_of(path).exists():
        raise Refusal(f"{path} is played with people elsewhere, who need the screen: leave out --plain")
    if args.plain:
        from ..tableside import is_first_deal

        match = Match.resume(path)
        return _plain(match, chosen, guided=is_first_deal(match))
    need_terminal("`--plain` plays on plain lines")
    from ..ui.app import run
    from ..ui.start import Resume

    return run(chosen, Resume(path))


def _plain(match: Match, chosen: settings.Settings, guided: bool = False) -> int:
    from .. import plain

    return plain.play(match, chosen, guided=guided)
