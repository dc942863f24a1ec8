"""`cardtui train`. Progress goes to stderr; an interrupted training can be resumed."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from .. import registry, system, trainings
from ..core import Refusal, quoted
from ..entries import Bot
from ..registry import catalogue
from ..system.files import absolute_path
from ..text.formatting import scored
from ..trainings.plans import Plan, refuse_device
from .common import (
    Step,
    emit,
    game_of,
    need_records,
    on_screen,
    print_table,
    progress,
    say,
    settings_of,
    show,
    stamp,
    study_game,
)

NONE = "no training runs; `cardtui train GAME BOT` begins one"


def train(args: Namespace) -> int:
    """Run `cardtui train GAME BOT` and `cardtui train --attach [DIR]`."""
    if args.attach:
        return _attach_to(args)
    if not args.bot:
        raise Refusal("name a game and the bot to train: `cardtui train GAME BOT`; `cardtui bots` lists them")
    bot = registry.bot_entry(args.game, args.bot)
    preset: str = args.preset or bot.preset
    replying = preset in bot.replies
    _refuse(args, bot, preset, replying)
    game = game_of(args) if replying else study_game(args.game)
    if replying:
        registry.check(args.game, args.against, game.spec)
    records, rules = str(args.records) if args.records else None, game.spec if replying else ""
    plan = Plan(args.game, bot.name, preset, args.seed, args.steps, records, args.against or "", rules)
    plan = plan._replace(device=args.device, jobs=args.jobs, executor=args.executor or "")
    out: Path = args.out or plan.folder
    if on_screen(args) and system.LOCKS_ARE_INHERITED:
        trainings.begin(out, plan, args.resume)
        return _attach(args, out)
    try:
        with trainings.claimed(out, args.resume), progress(f"train {bot.name}") as step:
            plan.train(out, args.resume, _teller(step, plan))
    except KeyboardInterrupt:
        say(f"cardtui train: interrupted; {plan.going_on(out)}")
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


def _refuse(args: Namespace, bot: Bot, preset: str, replying: bool) -> None:
    """Raise Refusal for arguments that the bot's trainer does not take, or that a reply lacks."""
    if not bot.trainer:
        trained = [name for name, other in registry.bots(args.game).items() if other.trainer]
        others = f"; these are: {', '.join(trained)}" if trained else f", nor is any other bot of {args.game}"
        raise Refusal(f"{bot.name} is not trained{others}")
    if args.bot != bot.name:
        raise Refusal(
            f"name the bot without options or folder: {bot.name}, not {quoted(args.bot)}; --out names the folder"
        )
    if args.steps and not bot.steps:
        taking = [name for name, other in registry.bots(args.game).items() if other.steps]
        others = f"; {', '.join(taking)} take{'s' * (len(taking) == 1)} it" if taking else ""
        raise Refusal(f"the preset says how long {bot.name} is trained: leave out --steps{others}")
    if args.records and not bot.records:
        raise Refusal(f"{bot.name} does not learn from records; leave out --records")
    if args.records:
        need_records(args.records)
    if not replying and (args.against or args.rules):
        if bot.replies:
            raise Refusal(f"{bot.name} learns a reply with --preset {' or '.join(bot.replies)}, not with {preset}")
        raise Refusal(f"{bot.name} is not trained against one particular bot; leave out --against and --rules")
    if replying and not args.against:
        raise Refusal(f"{bot.name} learns a reply to one bot: name it, --against BOT")
    if args.device != "cpu" and not bot.device:
        raise Refusal(
            f"{bot.name} would gain nothing from a GPU: it has no network, or the network is not most of the work;"
            f" leave out --device {args.device}"
        )
    refuse_device(args.device)
    if (args.jobs > 1 or args.executor) and not bot.jobs:
        sharing = [name for name, other in registry.bots(args.game).items() if other.jobs]
        others = f"; {' and '.join(sharing)} can share the games out" if sharing else ""
        raise Refusal(f"{bot.name} learns from its games as it plays them: leave out --jobs and --executor{others}")


def _teller(step: Step, plan: Plan) -> Callable[[Any], None]:
    """Return what hears the trainer's reports and tells them, those of a reply's measurement in one line."""
    measures = False

    def tell(now: Any) -> None:
        nonlocal measures
        if not measures:
            step(*now[:3])
            done, total, *_ = now
            if measures := bool(plan.against) and done == total:
                say(f"train {plan.bot}: measuring what it gets against {plan.against}")

    return tell


def _attach(args: Namespace, folder: Path) -> int:
    """Show the training in a folder; when its screen is left, say how it stands."""
    from ..ui.app import run
    from ..ui.start import Training

    plan = trainings.plan_of(folder)
    code = run(settings_of(args), Training(absolute_path(folder)))  # as its screen names it
    told = trainings.Progress(folder)
    told.read()
    if trainings.runs(folder):
        show(f"{plan.bot} is trained in the background; `{trainings.attach_command(folder)}` shows it again")
    elif told.ended == "failed":
        raise Refusal(told.why)
    elif told.ended == "finished":
        _show_trained(plan, folder)
    else:
        say(f"cardtui train: interrupted; {plan.going_on(folder)}")
    return code


def _show_trained(plan: Plan, out: Path) -> None:
    card = registry.card(registry.bot_entry(plan.game, plan.bot), str(out))
    program = catalogue.command_prefix(plan.game)
    show(f"{plan.bot} trained: {out}")
    if plan.records and card:
        show(f"it learned from {card['learned']}")
    if plan.against and card:
        (score,) = card["scores"]
        measured = score["command"].replace("@DIR ", f"@{shlex.quote(str(out))} ")
        show(f"it gets {scored(score)}: `{shlex.join(program)}{measured.removeprefix('cardtui')}`")
    table = shlex.join([*program, plan.game, "--bots", f"{plan.bot}@{out}"])
    show(f"play against it with `{table}`")


def _attach_to(args: Namespace) -> int:
    """Run `cardtui train --attach [DIR]`: show a training, or the list of them; without a screen, print the list."""
    if args.attach is not True:
        return _attach(args, args.attach) if on_screen(args) else _list([args.attach], args)
    found = trainings.running()
    if not on_screen(args):
        return _list(found, args)
    if len(found) == 1:
        return _attach(args, found[0])
    if not trainings.known():
        show(NONE)
        return 0
    from ..ui.app import run
    from ..ui.start import Training

    return run(settings_of(args), Training(None))


def _list(folders: Sequence[Path], args: Namespace) -> int:
    """Print how far some trainings are."""
    rows = []
    for folder in folders:
        plan, told = trainings.plan_of(folder), trainings.Progress(folder)
        told.read()
        runs = trainings.runs(folder)
        finished = not runs and trainings.weights(folder) == folder  # also if it was resumed without a screen
        far = {"runs": runs, "finished": finished, "done": told.done, "total": told.total}
        rows.append(plan._asdict() | {"folder": str(folder)} | far)
    if args.json:
        emit(stamp() | {"trainings": rows})
    elif not rows:
        show(NONE)
    else:
        done = ("finished" if row["finished"] else f"{row['done']} of {row['total']}" for row in rows)
        cells = ([row["game"], row["bot"], far, row["folder"]] for row, far in zip(rows, done, strict=True))
        print_table("", ("game", "bot", "done", "folder"), cells)
    return 0
