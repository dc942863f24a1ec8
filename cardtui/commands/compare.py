"""`cardtui compare`: where two bots disagree, what it brings, and who is right."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from .. import record, registry
from ..core import Game, Refusal, parse_action, quoted
from ..json_forms import observation_from_json
from ..options import bot_label
from ..record import archive
from ..registry import lineup
from ..system import memory
from ..text.formatting import counted, rounded_to_error, significant, unit_name, with_interval
from ..words import of
from .common import (
    emit,
    game_of,
    interrupted,
    need_records,
    on_screen,
    print_table,
    progress,
    say,
    settings_of,
    show,
    stamp,
    tell,
)

DEALS = 100
"""Default number of deals."""
SHOWN = 12
"""Number of disagreements in the list for people; `--json` has more."""


def compare(args: Namespace) -> int:
    """Run `cardtui compare GAME A B`."""
    from ..study import compare as comparison

    if args.records and (args.rules or args.seats or args.deals):
        raise Refusal("--records says which rules and seats; leave out --rules, --seats and --deals")
    game, paths = _records(args) if args.records else (game_of(args, args.seats), [])
    a, b = (lineup.seated(game.name, game.spec, bot) for bot in (args.a, args.b))
    for bot in (a, b):
        registry.check(game.name, bot, game.spec)
    memory.limit(2)  # the bots also play in this process
    try:
        with progress("compare") as step:
            found = comparison.compare(
                game.name,
                game.spec,
                game.seats,
                a,
                b,
                deals=0 if paths else args.deals or DEALS,
                records=paths,
                seed=args.seed,
                jobs=args.jobs,
                judges=args.judge or (),
                progress=step,
            )
    except KeyboardInterrupt:
        return interrupted("compare", "fewer --deals")
    if args.json:
        emit(stamp(game, args.seed) | found)
        return 0
    _show(game, found)
    if found["partings"] and on_screen(args):
        _look_into(args, game, found)
    return 0


def _look_into(args: Namespace, game: Game[Any], found: Mapping[str, Any]) -> None:
    """Ask what to look into until nothing is typed.

    The number of a disagreement opens it in inspect; a part of a kind's name lists those of this kind.
    """
    from ..ui.app import run
    from ..ui.start import Inspect

    a, b, judging = bot_label(found["a"]), bot_label(found["b"]), registry.judging(game.name)
    listed = []
    for one in found["partings"]:
        place, (would, instead, right) = _place(game, found, one), _told(game, found, one)
        where = ", ".join(f"{part} {number}" for part, number in place.items())
        origin = f"{where}: {a} would {would}, {b} {instead}; right: {right}"
        listed.append((json.dumps(one["observation"]), origin))
    bots, most = (found["a"], found["b"]), len(listed)
    while True:
        try:
            typed = input(f"a disagreement to look into, 1 to {most}, or a kind to list (Enter leaves): ")
        except (EOFError, KeyboardInterrupt):
            show("")
            return
        if not (typed := typed.strip()):
            return
        kinds = {one["kind"] for one in found["partings"] if typed.lower() in judging.kind_name(one["kind"]).lower()}
        if typed.isdecimal() and 1 <= int(typed) <= most:
            run(settings_of(args), Inspect(game.name, bots, game.spec, place=int(typed) - 1, listed=tuple(listed)))
        elif kinds:
            _list(game, found, kinds)
        else:
            say(f"{quoted(typed)} is neither a number from 1 to {most} nor part of the name of a kind listed here")


def _records(args: Namespace) -> tuple[Game[Any], list[Path]]:
    """Return the saved matches in a folder that are like the newest one that both bots can play.

    They have as many seats, and rules that differ only between deals. The number of the others is printed. Raises
    Refusal if there is none.
    """
    need_records(args.records)
    found, fault = dict[tuple[str, int], list[Path]](), ""
    for path in archive.saved(args.records):
        with suppress(Refusal, OSError):  # not a match
            header, _ = record.read(path)
            if header.game == args.game:
                table = header.rules, len(header.seats)
                newest = next((one for one in found if _alike(args.game, one, table)), table)
                found.setdefault(newest, []).append(path)
    for (rules, seats), paths in found.items():
        try:
            for bot in (args.a, args.b):
                registry.check(args.game, bot, rules)
            game = registry.game(args.game, rules, seats)
        except Refusal as refusal:
            fault = fault or f": {refusal}"
            continue
        if others := sum(map(len, found.values())) - len(paths):
            taken = f"the rules {rules} and {counted(seats, 'seat')}"
            say(f"cardtui compare: {counted(others, 'match')} left out; the compared ones have {taken}")
        return game, sorted(paths)
    raise Refusal(f"{args.records} holds no saved match of {args.game} that both bots can play{fault}")


def _alike(game: str, one: tuple[str, int], other: tuple[str, int]) -> bool:
    """Return whether deals are played alike at two tables, each given by its rules and number of seats."""
    with suppress(Refusal):  # this version does not know the rules
        return one == other or (one[1] == other[1] and registry.same_deals(game, one[0], other[0]))
    return False


def _show(game: Game[Any], found: Mapping[str, Any]) -> None:
    found = {**found, "a": bot_label(found["a"]), "b": bot_label(found["b"])}
    unit, gain, records = unit_name(found["unit"]), found["difference"], len(found["records"])
    if records:
        tell(
            f"{found['a']} and {found['b']} in the decisions of all players in {counted(records, 'saved match')} "
            f"({game.name} {game.spec}, {counted(game.seats, 'seat')})"
        )
    else:
        mean, margin = _pair(gain["mean"], gain["ci95"])
        alike, deals = gain["se"] is None, counted(found["deals"], "deal")
        tell(
            f"{found['a']} gains {mean if alike else f'{mean} ± {margin}'} "
            f"{unit} a deal more than {found['b']} on one seat among {found['b']} "
            f"({deals} of {game.name} {game.spec}, {'all alike, so without an interval' if alike else '95%'})"
        )
    for part, name in (("kind", registry.judging(game.name).kind_name), ("phase", str)):
        title, heads = (f"by {part}", ()) if records else (f"by {part} (the rows add up)", (f"{unit} a deal", "± 95%"))
        rows = [
            (name(row[part]), row["choices"], row["parted"], *(_pair(row["mean"], row["ci95"]) if heads else ()))
            for row in found[f"{part}s"]
        ]
        print_table(title, (part, "choices", "disagree", *heads), rows)
    right = found["right"]
    total = sum(right.values())
    tell(
        f"Who is right in {counted(total, 'disagreement')}: {found['a']} {right['a']}, {found['b']} {right['b']}, "
        f"as good {right['same']}, open {right['open']}"
    )
    tell(
        "right: proved by the judges, at most 5% of these falsely on average; as good: no judge's interval reaches the "
        "smallest mark; open: neither is shown, or it may be chance among so many"
    )
    for name, summary in found["judges"].items():
        tell(f"  {name}: {summary}")
    if found["partings"]:
        _list(game, found, {one["kind"] for one in found["partings"]})


def _list(game: Game[Any], found: Mapping[str, Any], kinds: Collection[str]) -> None:
    """Print the costliest disagreements of these kinds, each with its place among all."""
    a, b, judges, judging = bot_label(found["a"]), bot_label(found["b"]), found["judges"], registry.judging(game.name)
    numbered = [row for row in enumerate(found["partings"], 1) if row[1]["kind"] in kinds]
    rows, matches, place = [], dict[int, str](), dict[str, int]()
    for number, one in numbered[:SHOWN]:
        place = _place(game, found, one)
        judged = (_judged(one["judges"][name]) if name in one["judges"] else "" for name in judges)
        rows.append((number, *place.values(), judging.kind_name(one["kind"]), *_told(game, found, one), *judged))
        if "match" in place:
            matches[place["match"]] = one["record"]
    unit = unit_name(found["unit"])
    title = f"the costliest disagreements, and how much more {a}'s action brings in {unit}, by each judge (95%)"
    print_table(title, ("", *place, "kind", a, b, "right", *judges), rows)
    for number, name in sorted(matches.items()):
        show(f"match {number}: {name}")


def _place(game: Game[Any], found: Mapping[str, Any], disagreement: Mapping[str, Any]) -> dict[str, int]:
    """Return the numbers, from 1, of a disagreement's deal and move, and of its match where there are several."""
    deal = {"deal": disagreement["deal"] + 1, "move": observation_from_json(game, disagreement["observation"]).turn + 1}
    several = len(found["records"]) > 1
    return {"match": found["records"].index(disagreement["record"]) + 1, **deal} if several else deal


def _told(game: Game[Any], found: Mapping[str, Any], disagreement: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return what either bot does, and who is right."""
    a, b = (of(game.name).does(game, parse_action(game, disagreement[bot])) for bot in ("a", "b"))
    right = disagreement["right"]
    told = {"a": bot_label(found["a"]), "b": bot_label(found["b"]), "same": "as good"}.get(right, right)
    return a, b, told


def _judged(one: Mapping[str, float]) -> str:
    """Return how much more A's action brings by a judge, and the interval unless it is known exactly."""
    mean, interval = with_interval(one["loss"], (one["low"], one["high"]), "+")
    return f"{mean} ({interval})" if one["high"] > one["low"] else mean


def _pair(mean: float | None, ends: Sequence[float] | None) -> tuple[str, str]:
    if mean is None or ends is None:
        return ("–" if mean is None else significant(mean, 3, "+")), "–"
    margin = ends[1] - mean
    return rounded_to_error(mean, margin, "+"), rounded_to_error(margin, margin)
