"""Long-running commands: arena, train, reproduce, bench. Progress goes to stderr; Ctrl+C prints what is kept."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import loading, memory, registry, settings, system
from ..core import Game, Refusal, quoted
from ..options import bot_label, nearest
from ..trainings import Plan, needs_torch
from .common import (
    emit,
    figure_text,
    game_of,
    on_screen,
    print_table,
    progress,
    say,
    settings_of,
    show,
    stamp,
    study_game,
)

if TYPE_CHECKING:
    from ..arena import Series


CONTROL = "cardtui.review.luck:of_game"
"""What `--adjust` takes off the results."""


def arena(args: Namespace) -> int:
    """Run `cardtui arena GAME BOT BOT…`."""
    from .. import arena

    bots: Sequence[str] = args.bots
    entry = registry.game_entry(args.game)
    solo = entry.seats == (1, 1)
    if args.pool:
        bots = [*bots, *_pool(args)]
    if len(bots) < 2 and not solo:
        raise Refusal("the arena needs two bots or more; the same one may come twice")
    if solo and (args.seats or args.table):
        raise Refusal(f"in {args.game} each bot plays alone; leave out --seats and --table")
    one_table = not args.pool and (
        args.table or bool(args.lock and not solo) or (len(bots) > 2 and args.seats == len(bots))
    )
    if one_table and args.seats not in (None, len(bots)):
        raise Refusal(f"a table with one seat for each of {len(bots)} bots has no {args.seats} seats")
    game = game_of(args, len(bots) if one_table else args.seats)  # refuses too many seats
    bots = [registry.seated(game.name, game.spec, bot) for bot in bots]
    if args.lock:
        from . import lock

        return lock.table(args, game, bots)
    series = [arena.table(bots)] if one_table else arena.pairings(game, bots)
    if args.pool:
        series = [one for one in series if one.bots[0] == bots[0]]
    if args.adjust:
        from ..review import luck

        luck.check(game)
    elif on_screen(args) and not args.pool:
        return _arena_screen(args, game, tuple(series))
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
                control=CONTROL if args.adjust else "",
                pool=args.pool,
                progress=step,
            )
    except KeyboardInterrupt:
        say("cardtui arena: interrupted; nothing is kept, fewer --deals take less time")
        return 130
    if args.json:
        made = {"command": args.typed, "weights": registry.version(game.name, bots[0])} if args.pool else {}
        emit(stamp(game, args.seed) | made | found)
    else:
        _show_arena(found, f"{game.name} {game.spec}, {args.deals} deals of seed {args.seed}", bots)
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
        raise Refusal("the pool is met in pairings; leave out --table and --lock")
    return players


def _arena_screen(args: Namespace, game: Game[Any], series: tuple[Series, ...]) -> int:
    """Show the tournament while it runs; afterwards print its results, or those so far if it was stopped."""
    from .. import arena
    from ..ui.app import run
    from ..ui.start import Arena

    for one in series:
        for bot in one.bots:
            registry.check(game.name, bot, game.spec)  # report errors here, before a screen opens
    kept: dict[str, Any] = {}
    steps, bots = args.steps or arena.STEPS, tuple(args.bots)
    start = Arena(game.name, game.spec, bots, series, args.deals, args.seed, args.jobs, steps, kept)
    code = run(settings_of(args), start)
    if "fault" in kept:
        raise Refusal(kept["fault"])
    if found := kept.get("found"):
        _show_arena(
            found,
            f"{game.name} {game.spec}, {'' if kept['over'] else 'part of '}{args.deals} deals of seed {args.seed}",
            bots,
        )
    if not kept.get("over"):
        say("cardtui arena: stopped; " + ("these are the results so far" if found else "nothing had been played yet"))
    return code


def _show_arena(found: Mapping[str, Any], title: str, bots: Sequence[str]) -> None:
    bots = [bot_label(bot) for bot in bots]
    rows = [
        {key: _labelled(value) if key in ("a", "b", "agent", "seats") else value for key, value in row.items()}
        for row in found["results"]
        if row
    ]
    if "seats" in rows[0]:
        row = rows[0]
        columns = [row["seats"], *([figure_text(x) for x in row[key]] for key in ("win", "mean", "se", "ci95"))]
        print_table(title, ("bot", "share of wins", f"mean {row['unit']}", "se", "95%"), zip(*columns, strict=True))
    elif "agent" in rows[0]:
        names = ("agent", "mean", "se", "ci95", "win", "win_ci95")
        titles = ("bot", f"mean {rows[0]['unit']}", "se", "95%", "won", "95%")
        print_table(title, titles, ([figure_text(row[name]) for name in names] for row in rows))
    else:
        head = ("a", "b", "games", "win a", "draw", "win b", f"mean a ({rows[0]['unit']})", "95%")
        keys = ("a", "b", "games", "win_a", "draw", "win_b", "mean_a", "ci95")
        print_table(title, head, ([figure_text(row[key]) for key in keys] for row in rows))
        show("seatings: " + rows[0]["seating"])
        if "pool" in found:
            _show_pool(found["pool"], rows[0]["unit"])
        elif len(bots) > 2:
            print_table("share of wins, row against column", ("", *bots), _cross(found["results"], bots))
    for row in rows:
        of = row.get("seats") or [
            f"{row['a']} less {row['b']}" if row["unit"].endswith("b") else row.get("a", row.get("agent"))
        ]
        told = row.get("adjusted", [])
        for bot, less in zip(of, told if isinstance(told, list) else [told], strict=False):
            gain = "" if less["variance"] < 0.99 else ": no gain"
            show(
                f"{bot} without the luck of the draw: {figure_text(less['mean'])}, 95% {figure_text(less['ci95'])}; "
                f"{less['variance']:.0%} of the plain mean's variance{gain}"
            )
    speed = found["throughput"]
    show(f"{speed['games']} games in {speed['seconds']} s: {speed['games_per_second']} a second")


def _show_pool(found: Mapping[str, Any], unit: str) -> None:
    mean, worst = found["mean"], found["worst"]
    rows = [
        (f"mean of {found['players']}", figure_text(mean["mean"]), figure_text(mean["ci95"])),
        (f"worst: {worst['against']}", figure_text(worst["mean"]), figure_text(worst["ci95"])),
    ]
    print_table(f"against the pool ({unit})", ("", "mean a", "95%"), rows)
    show("the worst of nine tenths of the deals is met on the last tenth, in turn; the interval allows for the choice")


def _labelled(value: Any) -> Any:
    """Return the short label of a bot, or of each of several bots."""
    return bot_label(value) if isinstance(value, str) else [bot_label(bot) for bot in value]


def _cross(rows: Sequence[Mapping[str, Any] | None], bots: Sequence[str]) -> list[list[str]]:
    cells = [[bot, *["·"] * len(bots)] for bot in bots]
    for row, (i, j) in zip(rows, combinations(range(len(bots)), 2), strict=True):
        if row:
            cells[i][j + 1], cells[j][i + 1] = figure_text(row["win_a"]), figure_text(row["win_b"])
    return cells


def train(args: Namespace) -> int:
    """Run `cardtui train GAME BOT` and `cardtui train --attach [DIR]`."""
    if args.attach:
        return _attach_to(args)
    if not args.bot:
        raise Refusal("say which bot of which game is trained: `cardtui train GAME BOT`; `cardtui bots` lists them")
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
    if args.steps and not bot.steps:
        raise Refusal(f"{bot.name} is trained for as long as its preset says; leave out --steps")
    if args.records and not bot.records:
        raise Refusal(f"{bot.name} does not learn from records; leave out --records")
    if not bot.against and (args.against or args.rules):
        raise Refusal(f"{bot.name} is trained against nobody in particular; leave out --against and --rules")
    if bot.against and not args.against:
        raise Refusal(f"{bot.name} learns a reply to one bot: name it, --against BOT")
    game = game_of(args) if bot.against else study_game(args.game)
    if bot.against:
        registry.check(args.game, args.against, game.spec)
    records, rules = str(args.records) if args.records else None, game.spec if bot.against else ""
    plan = Plan(args.game, bot.name, preset, args.seed, args.steps, records, args.against or "", rules)
    out: Path = args.out or plan.folder
    if on_screen(args) and system.LOCKS_ARE_INHERITED:
        return _training_screen(args, plan, out)
    try:
        with progress(f"train {bot.name}") as step:
            plan.train(out, args.resume, lambda now: step(*now[:3]))
    except KeyboardInterrupt:
        say(f"cardtui train: interrupted; `{plan.command} --out {out} --resume` goes on")
        return 130
    if args.json:
        card = registry.card(bot, str(out))
        about = {"bot": bot.name, "preset": preset, "folder": str(out), "card": card}
        if args.against:
            about |= {"command": plan.command, "weights": registry.version(args.game, args.against)}
        emit(stamp(game, args.seed) | about)
    else:
        _show_trained(plan, out)
    return 0


def _training_screen(args: Namespace, plan: Plan, out: Path) -> int:
    """Train in a process of its own and show how far it is; afterwards say what has become of it."""
    from .. import trainings

    trainings.begin(out, plan, args.resume)
    return _attach(args, out)


def _attach(args: Namespace, folder: Path) -> int:
    """Show the training in a folder; when its screen is left, say what has become of it."""
    from .. import trainings
    from ..ui.app import run
    from ..ui.start import Training

    plan = trainings.plan_of(folder)
    code = run(settings_of(args), Training(folder))
    told = trainings.Progress(folder)
    told.read()
    if trainings.runs(folder):
        show(f"{plan.bot} is trained in the background; `cardtui train --attach {folder}` shows it again")
    elif told.ended == "failed":
        raise Refusal(told.why)
    elif told.ended == "finished":
        _show_trained(plan, folder)
    else:
        say(f"cardtui train: interrupted; `{plan.command} --out {folder} --resume` goes on")
    return code


def _show_trained(plan: Plan, out: Path) -> None:
    card = registry.card(registry.bot_entry(plan.game, plan.bot), str(out))
    show(f"{plan.bot} trained: {out}")
    if plan.records and card:
        show(f"it learned from {card['learned']}")
    show(f"play against it with `cardtui {plan.game} --bots {plan.bot}@{out}`")


def _attach_to(args: Namespace) -> int:
    """Run `cardtui train --attach [DIR]`: show a training, or the list of them; without a screen, print the list."""
    from .. import trainings

    if args.attach is not True:
        return _attach(args, args.attach) if on_screen(args) else _list([args.attach], args)
    found = trainings.running()
    if not on_screen(args):
        return _list(found, args)
    if len(found) == 1:
        return _attach(args, found[0])
    if not trainings.known():
        raise Refusal("there is no training; `cardtui train GAME BOT` begins one")
    from ..ui.app import run
    from ..ui.start import Training

    return run(settings_of(args), Training(None))


def _list(folders: Sequence[Path], args: Namespace) -> int:
    """Print how far some trainings are."""
    from .. import trainings

    rows = []
    for folder in folders:
        plan, told = trainings.plan_of(folder), trainings.Progress(folder)
        told.read()
        runs = trainings.runs(folder)
        rows.append(plan._asdict() | {"folder": str(folder), "runs": runs, "done": told.done, "total": told.total})
    if args.json:
        emit(stamp() | {"trainings": rows})
    elif not rows:
        show("no training runs")
    else:
        cells = ([row["game"], row["bot"], f"{row['done']} of {row['total']}", row["folder"]] for row in rows)
        print_table("", ("game", "bot", "done", "folder"), cells)
    return 0


REVIEW, REVIEW_STUDY = "review", "cardtui.review.judges_study:reproduce"
"""What is reproduced beside the games' source documents: whether the judges of the review may grade people."""


def reproduce(args: Namespace) -> int:
    """Run `cardtui reproduce GAME` and `cardtui reproduce review`."""
    target = REVIEW_STUDY if args.game == REVIEW else registry.game_entry(args.game).study
    if not target:
        raise Refusal(f"{args.game} has no study to reproduce")
    if args.svg:
        args.svg.mkdir(parents=True, exist_ok=True)
        if not os.access(args.svg, os.W_OK):
            raise Refusal(f"{args.svg} cannot be written, so the graphs would be lost")
    try:
        with needs_torch(), progress(f"reproduce {args.game}") as step:
            study = loading.load(target)
            found = study(args.jobs, lambda now: step(*now[:3]), args.table, args.scale)
    except KeyboardInterrupt:
        say("cardtui reproduce: interrupted; what takes hours is kept and gone on with, `--table` runs a part")
        return 130
    graphs = found.get("graphs", [])
    if args.json:
        game = None if args.game == REVIEW else study_game(args.game)
        emit(stamp(game, found.get("seed")) | {"scale": args.scale} | found)
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


def _show_study(found: Mapping[str, Any], graphs: Sequence[Mapping[str, Any]]) -> None:
    import sys

    for table in found["tables"]:
        for name in ("source", "ours"):
            cells = table[name]
            if cells:
                body = ([row, *map(figure_text, line)] for row, line in zip(table["rows"], cells, strict=True))
                of = {"source": "the document's", "ours": "ours"}[name]
                print_table(f"{table['name']} ({table['unit']}), {of}", ("", *table["columns"]), body)
        show(f"n = {table['n']}, interval {figure_text(table['interval'])}")
    if graphs:
        from ..review.graphs import text

        for graph in graphs:
            print(text(graph, plain=not sys.stdout.isatty()))
    rows = [
        (("no", "yes")[bool(c["holds"])], figure_text(c["figure"]), figure_text(c["interval"]), c["text"])
        for c in found["claims"]
    ]
    if rows:
        print_table("what the document says", ("holds", "figure", "95%", "claim"), rows)


def bench(args: Namespace) -> int:
    """Run `cardtui bench [FIGURE…]`."""
    from .. import bench

    known = bench.figures()
    unknown = next((name for name in args.figures if name not in known), None)
    if unknown:
        raise Refusal(f"no figure {quoted(unknown)}{nearest(unknown, known)}; there are {', '.join(known)}")
    with progress("bench") as step:
        found = bench.run(args.figures, step)
    if args.json:
        emit(stamp(None, bench.SEED) | found)
        return 0
    keys = ("name", "value", "unit", "ratio", "against", "conditions")
    if found["figures"]:
        print_table("", ("figure", *keys[1:]), ([figure_text(row[key]) for key in keys] for row in found["figures"]))
    if "decisions_hash" in found:
        show(f"all bots' decisions: {found['decisions_hash']}")
    return 0
