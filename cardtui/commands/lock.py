"""`cardtui inspect … --force --lock` and `cardtui arena … --lock`: what it changes if other actions are taken."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from .. import words
from ..core import STEPS, Game, Refusal, parse_action
from ..options import bot_label
from ..system import memory
from ..text.formatting import counted, rounded_to_error, unit_name, with_interval
from .common import emit, game_of, interrupted, print_table, progress, show, stamp, tell


def position(args: Namespace, observation: str) -> int:
    """Run `cardtui inspect GAME --force ACTION --lock SEAT=BOT …`."""
    from ..review import positions
    from ..study import lock

    others = ("swap", "worst", "outcomes", "claims", "beliefs", "checkpoints")
    if given := [f"--{name}" for name in others if getattr(args, name)]:
        raise Refusal(f"--force and --lock are for one position only; leave out {', '.join(given)}")
    if args.record and not args.at:
        raise Refusal("--force and --lock need one position: choose it with --at, as in --at 3:12")
    locks = [lock.parse(given) for given in args.lock or ()]
    if observation:
        where = positions.from_text(args.game, observation)
    elif args.record:
        where = positions.turn(args.game, args.record, args.at)
    else:
        where = positions.at_random(game_of(args), args.seed)
    memory.limit(2)  # with one process the bots play in this one
    try:
        with progress("worlds") as step:
            found = lock.in_position(
                where,
                force=args.force or "",
                locks=locks,
                players=args.agents or (),
                worlds=args.worlds,
                seed=args.seed,
                jobs=args.jobs,
                progress=step,
            )
    except KeyboardInterrupt:
        return interrupted("inspect", "fewer --worlds")
    if args.json:
        emit(stamp(where.game, args.seed) | found)
        return 0
    game = where.game
    seats = words.bots(found["players"])
    tell(f"{game.name} {game.spec}, {found['position']}: seat {found['seat'] + 1} is to act.")
    if found["force"]:
        forced, instead = words.of(game.name).does(game, parse_action(game, found["force"])), "what its bot does"
        if found["instead_of"]:
            instead = words.of(game.name).does(game, parse_action(game, found["instead_of"]))
        tell(f"Forced: {forced}, instead of: {instead}.")
    _locks(found, seats)
    told, otherwise, worth = lock.where(found), lock.otherwise(found), round(found["n_eff"])
    if not found["known"]:
        fewer = f"; together worth {worth} equally likely ones" * (worth < found["worlds"])
        told += f" ({found['how_worlds']}{fewer})"
    tell(f"{told[0].upper()}{told[1:]}; played on by {', '.join(dict.fromkeys(seats))}, each from its own hand.")
    tell(f"{otherwise[0].upper()}{otherwise[1:]}.")
    _results("change in the same worlds", found, seats)
    return 0


def table(args: Namespace, game: Game[Any], bots: Sequence[str]) -> int:
    """Run `cardtui arena GAME BOT … --lock SEAT=BOT …`: each deal with and without, the bots rotating."""
    from ..study import lock

    memory.limit(2)  # with one process the bots play in this one
    try:
        with progress("lock") as step:
            found = lock.over_deals(
                game,
                bots,
                [lock.parse(given) for given in args.lock],
                deals=args.deals,
                seed=args.seed,
                jobs=args.jobs,
                steps=args.steps or STEPS,
                progress=step,
            )
    except KeyboardInterrupt:
        return interrupted("arena", "fewer --deals")
    if args.json:
        emit(stamp(game, args.seed) | found)
        return 0
    seats = [bot_label(bot) for bot in bots]
    deals, games = counted(found["deals"], "deal"), counted(found["games"], "game")
    show(f"{game.name} {game.spec}, {deals} of seed {args.seed}, {games} each way")
    _locks(found, seats)
    show(f"In {found['parted']:.0%} of the games the moves differ.")
    _results("change on the same deals and dice", found, seats)
    return 0


def _locks(found: Mapping[str, Any], seats: Sequence[str]) -> None:
    for lock in found["locks"]:
        kind = f" in decisions of kind {lock['kind']}" if lock["kind"] else ""
        show(f"Seat {lock['seat'] + 1}: {bot_label(lock['bot'])} in place of {seats[lock['seat']]}{kind}.")
    if found["locks"]:
        each = "world" if "worlds" in found else "game"
        show(f"These locks decide {found['locked']:.1f} times per {each}.")


def _results(title: str, found: Mapping[str, Any], seats: Sequence[str]) -> None:
    rows = []
    for row in found["results"]:
        ends = None if row["low"] is None else (row["low"], row["high"])
        change, interval = with_interval(row["change"], ends, "+")
        whole = (rounded_to_error(row[key], (ends[1] - ends[0]) / 2 if ends else 0.0) for key in ("without", "with"))
        interval = "exact" if found.get("worlds") == 1 else interval
        rows.append((row["seat"] + 1, seats[row["seat"]], *whole, change, interval))
    unit = unit_name(found["unit"])
    print_table(f"{title}, {unit}", ("seat", "bot", "without", "with", "change", "95%"), rows)
