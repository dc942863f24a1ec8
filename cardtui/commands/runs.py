"""Long-running commands: arena, train, reproduce, bench. Progress goes to stderr; Ctrl+C prints what is kept."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from .. import loading, memory, registry, settings
from ..core import Refusal, quoted
from ..options import bot_label, nearest
from ..printable import printable
from .common import emit, game_of, progress, say, show, stamp, study_game


def arena(args: Namespace) -> int:
    """Run `cardtui arena GAME BOT BOT…`."""
    from .. import arena

    bots: Sequence[str] = args.bots
    entry = registry.game_entry(args.game)
    solo = entry.seats == (1, 1)
    if len(bots) < 2 and not solo:
        raise Refusal("the arena needs two bots or more; the same one may come twice")
    if solo and (args.seats or args.table):
        raise Refusal(f"in {args.game} each bot plays alone; leave out --seats and --table")
    one_table = args.table or (len(bots) > 2 and args.seats == len(bots))
    if one_table and args.seats not in (None, len(bots)):
        raise Refusal(f"a table with one seat for each of {len(bots)} bots has no {args.seats} seats")
    game = game_of(args, len(bots) if one_table else args.seats)  # refuses too many seats
    bots = [registry.seated(game.name, game.spec, bot) for bot in bots]
    if solo:
        series = [arena.alone(bot) for bot in bots]
    elif one_table:
        series = [arena.table(bots)]
    else:
        series = [arena.pairing(a, b, game.seats, entry.seatings) for a, b in combinations(bots, 2)]
    memory.limit(2)  # bots also play in this process
    try:
        with progress("arena") as step:
            found = arena.run(
                game.name,
                game.spec,
                series,
                deals=args.deals,
                seed=args.seed,
                jobs=args.jobs,
                steps=args.steps or arena.STEPS,
                progress=step,
            )
    except KeyboardInterrupt:
        say("cardtui arena: interrupted; nothing is kept, fewer --deals take less time")
        return 130
    if args.json:
        emit(stamp(game, args.seed) | found)
    else:
        _show_arena(found, f"{game.name} {game.spec}, {args.deals} deals of seed {args.seed}", bots)
    return 0


def _show_arena(found: Mapping[str, Any], title: str, bots: Sequence[str]) -> None:
    bots = [bot_label(bot) for bot in bots]
    rows = [
        {key: _labelled(value) if key in ("a", "b", "agent", "seats") else value for key, value in row.items()}
        for row in found["results"]
    ]
    if "seats" in rows[0]:
        row = rows[0]
        columns = [row["seats"], *([_figure(x) for x in row[key]] for key in ("win", "mean", "se", "ci95"))]
        _print_table(title, ("bot", "share of wins", f"mean {row['unit']}", "se", "95%"), zip(*columns, strict=True))
    elif "agent" in rows[0]:
        names = ("agent", "mean", "se", "ci95", "win", "win_ci95")
        titles = ("bot", f"mean {rows[0]['unit']}", "se", "95%", "won", "95%")
        _print_table(title, titles, ([_figure(row[name]) for name in names] for row in rows))
    else:
        head = ("a", "b", "games", "win a", "draw", "win b", f"mean a ({rows[0]['unit']})", "95%")
        keys = ("a", "b", "games", "win_a", "draw", "win_b", "mean_a", "ci95")
        _print_table(title, head, ([_figure(row[key]) for key in keys] for row in rows))
        show("seatings: " + rows[0]["seating"])
        if len(rows) > 1:
            _print_table("share of wins, row against column", ("", *bots), _cross(rows, len(bots), bots))
    speed = found["throughput"]
    show(f"{speed['games']} games in {speed['seconds']} s: {speed['games_per_second']} a second")


def _labelled(value: Any) -> Any:
    """Return the short label of a bot, or of each of several bots."""
    return bot_label(value) if isinstance(value, str) else [bot_label(bot) for bot in value]


def _cross(rows: Sequence[Mapping[str, Any]], count: int, bots: Sequence[str]) -> list[list[str]]:
    cells = [[bot, *["·"] * count] for bot in bots]
    for row, (i, j) in zip(rows, combinations(range(count), 2), strict=True):
        cells[i][j + 1], cells[j][i + 1] = _figure(row["win_a"]), _figure(row["win_b"])
    return cells


def train(args: Namespace) -> int:
    """Run `cardtui train GAME BOT`."""
    bot = registry.bot_entry(args.game, args.bot)
    if not bot.trainer:
        trained = [name for name, other in registry.bots(args.game).items() if other.trainer]
        others = f"; these are: {', '.join(trained)}" if trained else f", nor is any other bot of {args.game}"
        raise Refusal(f"{bot.name} is not trained{others}")
    if args.bot != bot.name:
        raise Refusal(
            f"a bot is trained by its bare name, {bot.name}, and not as {quoted(args.bot)}; --out names the folder"
        )
    preset: str = args.preset or bot.preset
    out: Path = args.out or settings.runs_dir() / args.game / f"{bot.name}-{preset}-{args.seed}"
    if args.steps and not bot.steps:
        raise Refusal(f"{bot.name} is trained for as long as its preset says; leave out --steps")
    if args.records and not bot.records:
        raise Refusal(f"{bot.name} does not learn from records; leave out --records")
    told = {key: value for key in ("steps", "records") if (value := getattr(args, key))}
    try:
        with _torch(), progress(f"train {bot.name}") as step:
            trainer = partial(loading.load(bot.trainer), **told)
            trainer(bot.name, preset, args.seed, out, args.resume, lambda now: step(*now))
    except KeyboardInterrupt:
        command = f"cardtui train {args.game} {bot.name} --preset {preset} --seed {args.seed}"
        command += "".join(f" --{key} {value}" for key, value in told.items())
        say(f"cardtui train: interrupted; `{command} --out {out} --resume` goes on")
        return 130
    card = registry.card(bot, str(out))
    if args.json:
        about = {"bot": bot.name, "preset": preset, "folder": str(out), "card": card}
        emit(stamp(study_game(args.game), args.seed) | about)
    else:
        show(f"{bot.name} trained: {out}")
        if args.records and card:
            show(f"it learned from {card['learned']}")
        show(f"play against it with `cardtui {args.game} --bots {bot.name}@{out}`")
    return 0


def reproduce(args: Namespace) -> int:
    """Run `cardtui reproduce GAME`."""
    entry = registry.game_entry(args.game)
    if not entry.study:
        raise Refusal(f"{args.game} has no study to reproduce")
    if args.svg:
        args.svg.mkdir(parents=True, exist_ok=True)
        if not os.access(args.svg, os.W_OK):
            raise Refusal(f"{args.svg} cannot be written, so the graphs would be lost")
    try:
        with _torch(), progress(f"reproduce {args.game}") as step:
            study = loading.load(entry.study)
            found = study(args.jobs, lambda now: step(*now), args.table, args.scale)
    except KeyboardInterrupt:
        say("cardtui reproduce: interrupted; what takes hours is kept and gone on with, `--table` runs a part")
        return 130
    graphs = found.get("graphs", [])
    if args.json:
        emit(stamp(study_game(args.game), found.get("seed")) | {"scale": args.scale} | found)
    else:
        _show_study(found, graphs)
        if args.scale < 1:
            show(f"a quick pass: {args.scale:.2%} of the games that belong to these tables")
    if args.svg:  # last, so that the figures are printed even if writing fails
        from ..review.graphs import svg

        if not graphs:
            say(f"nothing is written to {args.svg}: these tables have no graphs")
        for graph in graphs:
            name = "-".join("".join(c if c.isalnum() else " " for c in graph["title"].lower()).split())
            settings.write_atomically(args.svg / f"{name}.svg", svg(graph))
            say(f"{args.svg / name}.svg")
    return 0


@contextmanager
def _torch() -> Iterator[None]:
    """Raise Refusal if torch is needed but not installed. Playing does not need torch."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        needs = "training a network needs torch, which is not installed; `pip install 'cardtui[train]'` brings it"
        raise Refusal(needs) from error


def _show_study(found: Mapping[str, Any], graphs: Sequence[Mapping[str, Any]]) -> None:
    import sys

    for table in found["tables"]:
        for name in ("source", "ours"):
            cells = table[name]
            if cells:
                body = ([row, *map(_figure, line)] for row, line in zip(table["rows"], cells, strict=True))
                of = {"source": "the document's", "ours": "ours"}[name]
                _print_table(f"{table['name']} ({table['unit']}), {of}", ("", *table["columns"]), body)
        show(f"n = {table['n']}, interval {_figure(table['interval'])}")
    if graphs:
        from ..review.graphs import text

        for graph in graphs:
            print(text(graph, plain=not sys.stdout.isatty()))
    rows = [
        (("no", "yes")[bool(c["holds"])], _figure(c["figure"]), _figure(c["interval"]), c["text"])
        for c in found["claims"]
    ]
    if rows:
        _print_table("what the document says", ("holds", "figure", "95%", "claim"), rows)


def bench(args: Namespace) -> int:
    """Run `cardtui bench [FIGURE…]`."""
    from .. import bench

    unknown = next((name for name in args.figures if name not in bench.FIGURES), None)
    if unknown:
        raise Refusal(
            f"no figure {quoted(unknown)}{nearest(unknown, bench.FIGURES)}; there are {', '.join(bench.FIGURES)}"
        )
    with progress("bench") as step:
        found = bench.run(args.figures or list(bench.FIGURES), step)
    if args.json:
        emit(stamp(None, bench.SEED) | found)
        return 0
    keys = ("name", "value", "unit", "ratio", "against", "conditions")
    if found["figures"]:
        _print_table("", ("figure", *keys[1:]), ([_figure(row[key]) for key in keys] for row in found["figures"]))
    if "decisions_hash" in found:
        show(f"all bots' decisions: {found['decisions_hash']}")
    return 0


def _figure(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple):
        return "…".join(map(_figure, value))
    return str(value)


def _print_table(title: str, head: Sequence[str], rows: Any) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Column, Table
    from rich.text import Text

    def cell(value: Any) -> Text:
        """Return the value as plain text, so that markup in a bot's name is not interpreted."""
        return Text(printable(str(value)))

    table = Table(*(Column(cell(name)) for name in head), title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.title = cell(title) if title else None
    for row in rows:
        table.add_row(*map(cell, row))
    console = Console()
    with console.capture() as drawn:  # rich would end the program on a broken pipe
        console.print(table)
    print(drawn.get(), end="")
