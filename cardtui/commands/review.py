"""`cardtui review`: the mistakes of saved matches, worst first, and where their results came from."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .. import record, registry, settings, words
from ..core import Refusal
from ..entries import HUMAN
from ..record import archive
from ..review import across_matches, cache, export, report_text
from ..review.report_parts import Json, Named, Section, match
from ..settings import Settings
from ..system import memory
from ..system.files import absolute_path
from ..text.formatting import counted
from .common import EVERY, emit, on_screen, print_table, progress, say, settings_of, show, stamp, table, tell


def review(args: Namespace) -> int:
    """Run `cardtui review [FILE|last …]`."""
    for option, what, given in (("--against", "bot", args.against), ("--judge", "judge", args.judge)):
        for name in given or ():  # both take all words that follow
            if name == "last" or name.endswith(".jsonl"):
                example = f"`cardtui review FILE {option} {what.upper()}`"
                raise Refusal(f"{option} takes {what}s, not {name}: name the files before it, {example}")
    if args.marks and not args.marks[0] < args.marks[1] < args.marks[2]:
        raise Refusal("--marks takes three losses, the smallest first")
    paths = _all(args) if args.all is not None else _paths(args.files, own=args.seat is None)
    _check(paths, args)
    chosen = settings_of(args, "seconds")
    if len(paths) == 1 and not (args.html or args.md or args.against or args.all is not None) and on_screen(args):
        return _screen(args, paths[0], chosen)
    memory.limit(2)  # with one job the judges play in this process

    def named(players: Sequence[str]) -> Sequence[str]:
        return words.names(players, chosen)

    reports = []
    with _progress(named) as step:
        for number, path in enumerate(paths, 1):
            try:
                for report in cache.review(_asked(args, path)):
                    step(report, f"{path.name}, match {number} of {len(paths)}" if len(paths) > 1 else path.name)
            except KeyboardInterrupt:
                say("cardtui review: interrupted; the next run goes on from here")
                return 130
            reports.append(report)
    try:
        bots = _against(args, paths, reports)
    except KeyboardInterrupt:
        say("cardtui review: interrupted; the reviews are kept")
        return 130
    later = across_matches.sections(reports, bots, named) if across_matches.judge_of(reports) else []
    for file, form in ((args.md, export.markdown), (args.html, export.html)):
        if file:
            _write(file, form(_with(report_text.sections(reports, named, whole=True), later)))
    if args.json:
        first = reports[0]
        game = registry.game(first["game"], first["rules"], len(first["players"]))
        same = len({report["rules"] for report in reports}) == 1
        more: dict[str, Any] = {"against": bots} if args.against else {}
        if len(reports) > 1 and across_matches.judge_of(reports):
            more["trend"] = across_matches.trend(reports)
        emit(stamp(game if same else None, args.seed) | {"game": game.name, "reviews": reports} | more)
    else:
        _show(_with(report_text.sections(reports, named), later))
    return 0


def _write(file: Path, text: str) -> None:
    """Write a review to a file, and say so. Raises Refusal if that is impossible."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{file} cannot be written: {error.strerror or error}") from error
    say(str(file))


def _with(sections: Sequence[Section], later: Sequence[Section]) -> list[Section]:
    """Put what several matches tell before the last section, which says how it was judged."""
    return [*sections[:-1], *later, *sections[-1:]]


def _against(args: Namespace, paths: Sequence[Path], reports: Sequence[Json]) -> list[dict[str, Any]]:
    """Return what the bots of --against would have lost. Raises Refusal if no judge judged all matches."""
    if not args.against:
        return []
    if not across_matches.judge_of(reports):
        raise Refusal("no judge judged all these matches, so bots cannot be compared; review them one by one")
    with progress("asking the bots") as step:
        return across_matches.against(paths, reports, args.against, jobs=args.jobs, progress=step)


def _screen(args: Namespace, path: Path, chosen: Settings) -> int:
    """Show the review as it grows."""
    from ..ui.app import run
    from ..ui.start import Review

    return run(chosen, Review(path, asked=_asked(args, path)))


def _asked(args: Namespace, path: Path) -> cache.Request:
    """Return what the judges are asked of a match."""
    seat = args.seat - 1 if args.seat else None
    return cache.Request(str(path), seat, tuple(args.judge), args.seed, args.jobs, args.seconds, tuple(args.marks))


def _all(args: Namespace) -> list[Path]:
    """Return all saved matches of a game in which a person has moved, oldest first (default: the newest one's game).

    Matches with another unit or number of seats than the newest one are left out, and their number is printed.
    Raises Refusal if there is no match.
    """
    if args.files:
        raise Refusal("--all takes all saved matches; leave out the files")
    if args.all:
        registry.game_entry(args.all)  # refuses an unknown one
    found, others, wanted = list[Path](), 0, None
    for path in archive.saved(settings.records_dir()):
        with suppress(Refusal, OSError):  # not a match, or one of a game that is not there
            header, _, game, frames = record.load(path)
            moved = any(frame.move and header.seats[frame.move.seat] == HUMAN for frame in frames)
            wanted = wanted or (game if moved and args.all in ("", game.name) else None)
            if moved and wanted and game.name == wanted.name:
                if (game.unit, game.seats) == (wanted.unit, wanted.seats):
                    found.append(path)
                else:
                    others += 1
    if not found:
        what = f" of {args.all}" if args.all else ""
        raise Refusal(f"{settings.records_dir()} holds no saved match{what} in which a person has moved")
    if others and wanted:
        newest = f"{wanted.seats} seats and results in {wanted.unit}"
        say(f"cardtui review: {counted(others, 'match')} left out; the newest has {newest}")
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))


def _paths(given: Sequence[Path], own: bool) -> list[Path]:
    """Return the records that are meant, each once, the oldest first; `own` as in `archive.named`. Raises Refusal."""
    found = (archive.named(settings.records_dir(), path, own=own) for path in given or (None,))
    unlike = {absolute_path(path): path for path in found}.values()
    return sorted(unlike, key=lambda path: (path.stat().st_mtime_ns if path.exists() else 0, path.name))


def _check(paths: Sequence[Path], args: Namespace) -> None:
    """Raise Refusal for what cannot be reviewed, before a long run begins."""
    for file in (args.md, args.html):
        if file and file.is_dir():
            raise Refusal(f"{file} is a folder, so the review cannot be written there; name a file")
        if file and not file.parent.is_dir():
            raise Refusal(f"{file.parent} is no folder, so the review cannot be written there")
    units = dict[tuple[str, str], Path]()
    for path in paths:
        game = record.load(path).game
        for bot in args.against or ():
            registry.check(game.name, bot, game.spec)
        units.setdefault((game.name, game.unit), path)
        if args.seat and args.seat > game.seats:
            raise Refusal(f"--seat: {path} has seats 1 to {game.seats}, not {args.seat}")
    if len(units) > 1:
        (one, first), (other, second), *_ = units.items()
        raise Refusal(
            f"{first} counts {one[1]} of {one[0]} and {second} {other[1]} of {other[0]}, which cannot be added up; "
            "review them one by one"
        )


Step = Callable[[Json, str], None]


@contextmanager
def _progress(named: Named) -> Iterator[Step]:
    """Show on a terminal how far a review is, and the list as it grows; elsewhere a line now and then."""

    def status(report: Json, name: str) -> str:
        done, of = report["progress"]
        stage = report_text.STAGES.get(report["stage"], "done")
        return f"{name}: {stage}{f', {done} of {of}' if of else ''}"

    if not sys.stderr.isatty():
        last = time.monotonic()

        def report_line(report: Json, name: str) -> None:
            nonlocal last
            if time.monotonic() - last >= EVERY:
                last = time.monotonic()
                say(status(report, name))

        yield report_line
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=4) as live:

        def step(report: Json, name: str) -> None:
            mistakes = report_text.mistakes([match(report, named)])
            parts: list[Any] = [Text(status(report, name)), *map(Text, mistakes.lines)]
            if mistakes.table:
                parts.append(table("", mistakes.table.head, mistakes.table.rows[:10]))
            live.update(Group(*parts))

        yield step


def _show(sections: Sequence[Section]) -> None:
    for section in sections:
        tell(section.title, *section.lines)
        if section.table:
            print_table("", *section.table)
        tell(*section.notes)
        if section.notes or not section.table:  # a table ends with an empty line
            show("")
