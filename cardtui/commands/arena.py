"""`cardtui arena`. Progress goes to stderr."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .. import registry
from ..core import STEPS, Game, Refusal
from ..intervals import Z95
from ..options import bot_label
from ..registry import lineup
from ..system import memory
from ..text.formatting import counted, rounded_to_error, with_interval
from .common import emit, game_of, interrupted, on_screen, print_table, progress, say, settings_of, show, stamp, tell

if TYPE_CHECKING:
    from ..arena import Series


DEALS = 1000
"""Deals per pairing by default."""
SHARES = ("wins", "matches")
"""The units whose means are shares of what was played."""
CONTROL = "cardtui.review.luck:of_game"
"""What `--adjust` takes off the results."""


def arena(args: Namespace) -> int:
    """Run `cardtui arena GAME BOT BOT…`."""
    bots = [*args.bots, *_pool(args)] if args.pool else args.bots
    solo = registry.game_entry(args.game).seats == (1, 1)
    _refuse_unfitting(args, len(bots), solo)
    args.deals = args.deals or DEALS
    one_table = _at_one_table(args, len(bots), solo)
    game = game_of(args, len(bots) if one_table else args.seats)  # refuses too many seats
    bots = tuple(lineup.seated(game.name, game.spec, bot) for bot in bots)
    if args.lock:
        from . import lock

        return lock.table(args, game, bots)
    series = _series(args, game, bots, one_table)
    if args.adjust:
        from ..review import luck

        luck.check(game)
    elif on_screen(args) and not args.pool and not args.matches:
        return _on_its_screen(args, game, bots, series)
    return _played(args, game, bots, series)


def _refuse_unfitting(args: Namespace, bots: int, solo: bool) -> None:
    """Raise Refusal if the arguments do not fit each other, this number of bots, or a game for one."""
    if bots < 2 and not solo:
        raise Refusal("the arena needs two bots or more; the same one may come twice")
    if solo and (args.seats or args.table or args.matches):
        raise Refusal(f"in {args.game} each bot plays alone; leave out --seats, --table and --matches")
    if args.matches and args.deals:
        raise Refusal("whole matches have as many deals as they need; leave out --deals or --matches")
    if args.matches and (args.pool or args.lock or args.adjust):
        raise Refusal("--matches does not go with --pool, --lock or --adjust; leave out one or the other")
    if args.lock and args.adjust:
        raise Refusal("--lock plays the same deals both ways, so their luck already cancels; leave out --adjust")


def _at_one_table(args: Namespace, bots: int, solo: bool) -> bool:
    """Return whether all bots sit at one table, and not in pairings. Raises Refusal if --seats is another number."""
    asked = args.table or (args.lock and not solo) or (bots > 2 and args.seats == bots)
    if args.pool or not asked:
        return False
    if args.seats not in (None, bots):
        raise Refusal(f"a table with one seat for each of {bots} bots has {bots} seats, not {args.seats}")
    return True


def _series(args: Namespace, game: Game[Any], bots: Sequence[str], one_table: bool) -> tuple[Series, ...]:
    """Return who plays whom: all at one table, each two, or the first bot with each player of the pool."""
    from .. import arena

    if one_table:
        return (arena.table(bots),)
    found = arena.pairings(game, bots)
    return tuple(one for one in found if not args.pool or one.bots[0] == bots[0])


def _played(args: Namespace, game: Game[Any], bots: Sequence[str], series: Sequence[Series]) -> int:
    """Play the tournament and print its results."""
    from .. import arena

    memory.limit(2)  # bots also play in this process
    try:
        with progress("arena") as step:
            found = arena.run(
                game.name,
                game.spec,
                series,
                deals=args.matches or args.deals,
                seed=args.seed,
                jobs=args.jobs,
                steps=args.steps or STEPS,
                control=CONTROL if args.adjust else "",
                pool=args.pool,
                whole=bool(args.matches),
                progress=step,
            )
    except KeyboardInterrupt:
        return interrupted("arena", "fewer --matches" if args.matches else "fewer --deals")
    if args.json:
        made = {"command": args.typed, "weights": registry.version(game.name, bots[0])} if args.pool else {}
        emit(stamp(game, args.seed) | made | found)
    else:
        played = counted(args.matches, "match") if args.matches else counted(args.deals, "deal")
        _show_results(found, f"{game.name} {game.spec}, {played} of seed {args.seed}", bots)
    return 0


def _pool(args: Namespace) -> list[str]:
    """Return the names of the game's pool. Raises Refusal if the request does not fit it."""
    players = list(registry.pool(args.game))
    if not players:
        having = ", ".join(name for name, entry in registry.games().items() if entry.pool)
        raise Refusal(f"{args.game} has no pool of players to meet; there is one for {having}")
    if len(args.bots) != 1:
        raise Refusal(f"one bot meets the pool, not {len(args.bots)}: `cardtui arena {args.game} BOT --pool`")
    if args.table or args.lock:
        raise Refusal("the pool is played in pairings; leave out --table and --lock")
    return players


def _on_its_screen(args: Namespace, game: Game[Any], bots: tuple[str, ...], series: tuple[Series, ...]) -> int:
    """Show the tournament while it runs; afterwards print its results, or those so far if it was stopped."""
    from ..ui.app import run
    from ..ui.start import Arena

    for one in series:
        for bot in one.bots:
            registry.check(game.name, bot, game.spec)  # report errors here, before a screen opens
    kept: dict[str, Any] = {}
    steps = args.steps or STEPS
    start = Arena(game.name, game.spec, bots, series, args.deals, args.seed, args.jobs, steps, kept)
    code = run(settings_of(args), start)
    if "fault" in kept:
        raise Refusal(kept["fault"])
    if found := kept.get("found"):
        played = f"{'' if kept['over'] else 'part of '}{counted(args.deals, 'deal')}"
        _show_results(found, f"{game.name} {game.spec}, {played} of seed {args.seed}", bots)
    if not kept.get("over"):
        say("cardtui arena: stopped; " + ("these are the results so far" if found else "nothing had been played yet"))
    return code


def _show_results(found: Mapping[str, Any], title: str, bots: Sequence[str]) -> None:
    """Print the results: as a table of seats, of bots that played alone, or of pairings."""
    bots = [bot_label(bot) for bot in bots]
    rows = [
        {key: _labelled(value) if key in ("a", "b", "agent", "seats") else value for key, value in row.items()}
        for row in found["results"]
        if row
    ]
    if "seats" in rows[0]:
        _show_table(rows[0], title)
    elif "agent" in rows[0]:
        _show_alone(rows, title)
    else:
        _show_pairings(rows, title)
        if "pool" in found:
            _show_pool(found["pool"], rows[0]["unit"])
        elif len(bots) > 2:
            print_table("share of wins, row against column", ("", *bots), _cross(found["results"], bots))
    for row in rows:
        _show_adjusted(row)
    speed = found["throughput"]
    show(f"{counted(speed['games'], 'game')} in {speed['seconds']} s: {speed['games_per_second']} a second")


def _show_table(row: Mapping[str, Any], title: str) -> None:
    columns = (row[key] for key in ("seats", "win", "mean", "se", "ci95"))
    unit = row["unit"]
    cells = (
        (bot, f"{win:.1%}", *_estimate(mean, se, ends, unit)) for bot, win, mean, se, ends in zip(*columns, strict=True)
    )
    print_table(title, ("bot", "share of wins", f"mean {row['unit']}", "se", "95%"), cells)


def _show_alone(rows: Sequence[Mapping[str, Any]], title: str) -> None:
    head = ("bot", f"mean {rows[0]['unit']}", "se", "95%", "won", "95%")
    cells = (
        (
            row["agent"],
            *_estimate(row["mean"], row["se"], row["ci95"], row["unit"]),
            f"{row['win']:.1%}",
            "…".join(f"{end:.1%}" for end in row["win_ci95"]),
        )
        for row in rows
    )
    print_table(title, head, cells)


def _show_pairings(rows: Sequence[Mapping[str, Any]], title: str) -> None:
    head = ("a", "b", "games", "win a", "win b", "shared", "mean a", "95%")
    cells = (
        (
            *(row[key] for key in ("a", "b", "games")),
            *(f"{row[key]:.1%}" for key in ("win_a", "win_b", "draw")),
            *_with_interval(row["mean_a"], row["ci95"], row["unit"]),
        )
        for row in rows
    )
    print_table(title, head, cells)
    unit = "wins, a share of each deal" if rows[0]["unit"] == "wins" else rows[0]["unit"]
    tell(f"mean a in {unit}; shared wins are split", f"seatings: {rows[0]['seating']}")


def _show_adjusted(row: Mapping[str, Any]) -> None:
    """Print the means of a result without the luck of the draw, where they were asked for."""
    difference = row["unit"].endswith(", a less b")
    of = row.get("seats") or [f"{row['a']} less {row['b']}" if difference else row.get("a", row.get("agent"))]
    told = row.get("adjusted", [])
    for bot, less in zip(of, told if isinstance(told, list) else [told], strict=False):
        gain = "" if less["variance"] < 0.99 else ": no gain"
        mean, ends = _with_interval(less["mean"], less["ci95"], row["unit"])
        tell(
            f"{bot} without the luck of the draw: {mean}, 95% {ends}; "
            f"its variance is {less['variance']:.0%} of the plain mean's{gain}"
        )


def _estimate(mean: float, se: float | None, ends: Sequence[float] | None, unit: str) -> tuple[str, str, str]:
    """Return the cells of a mean, its standard error and its interval."""
    told, interval = _with_interval(mean, ends, unit)
    error = "–" if se is None else f"{se:.1%}" if unit in SHARES else rounded_to_error(se, Z95 * se)
    return told, error, interval


def _with_interval(mean: float, ends: Sequence[float] | None, unit: str) -> tuple[str, str]:
    """Return a mean and its interval as text; shares of wins in per cent, like those of games won beside them."""
    told, interval = with_interval(mean, ends)
    if unit not in SHARES:
        return told, interval
    return f"{mean:.1%}", "…".join(f"{end:.1%}" for end in ends) if ends and ends[0] < ends[1] else interval


def _show_pool(found: Mapping[str, Any], unit: str) -> None:
    mean, worst = found["mean"], found["worst"]
    rows = [
        (f"mean of {found['players']}", *_with_interval(mean["mean"], mean["ci95"], unit)),
        (f"worst: {worst['against']}", *_with_interval(worst["mean"], worst["ci95"], unit)),
    ]
    print_table(f"against the pool ({unit})", ("", "mean a", "95%"), rows)
    tell(
        "the worst player is chosen on nine tenths of the deals and met on the last tenth, for each tenth in turn; "
        "the interval allows for this choice"
    )


def _labelled(value: Any) -> Any:
    """Return the short label of a bot, or of each of several bots."""
    return bot_label(value) if isinstance(value, str) else [bot_label(bot) for bot in value]


def _cross(rows: Sequence[Mapping[str, Any] | None], bots: Sequence[str]) -> list[list[str]]:
    cells = [[bot, *["·"] * len(bots)] for bot in bots]
    for row, (i, j) in zip(rows, combinations(range(len(bots)), 2), strict=True):
        if row:
            cells[i][j + 1], cells[j][i + 1] = f"{row['win_a']:.1%}", f"{row['win_b']:.1%}"
    return cells
