"""Helpers shared by the commands: output on stdout and stderr, settings, progress, and the check for a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from math import inf
from pathlib import Path
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Protocol, TextIO

from .. import __version__, options, registry
from ..core import Game, Refusal, quoted
from ..settings import SETTINGS, Settings, load
from ..text.printable import printable

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

PIPE_WIDTH = 120
"""Columns of a table that is not printed to a terminal."""
NARROW = 70
"""With fewer columns every cell of a table may be folded, and with far fewer each cell gets a line of its own."""
NAMES, LONG = ("a", "b", "bot", ""), 18
"""The heads of columns with names, and the longest cell that is kept on one line elsewhere."""
FOLDED, HEAD = 8, 10
"""The least width that is left for a column whose cells fold, if they are no shorter, and for one with a long head."""
EVERY = 10.0
"""Seconds between two lines that tell how far a run is, where stderr is no terminal."""


def say(*lines: str) -> None:
    """Print lines to stderr."""
    for line in lines:
        print(printable(line), file=sys.stderr, flush=True)


def show(*lines: str) -> None:
    """Print lines to stdout."""
    print(*map(printable, lines), sep="\n")


def tell(*lines: str) -> None:
    """Print sentences to stdout; on a terminal, words that do not fit on a line begin the next one."""
    wide = get_terminal_size().columns if sys.stdout.isatty() else inf
    for line in lines:
        show(*wrap(line, int(wide), break_on_hyphens=False) if len(line) > wide else [line])  # whole file names


def interrupted(command: str, less: str) -> int:
    """Say that a run was interrupted that keeps nothing, and what would shorten it; return the exit code."""
    say(f"cardtui {command}: interrupted; nothing is kept; {less} take less time")
    return 130


@contextmanager
def only_data() -> Iterator[None]:
    """Keep stdout for what `emit` prints: what bots and their processes print meanwhile goes to stderr."""
    global _out
    sys.stdout.flush()
    with ExitStack() as undo:
        kept = os.dup(1)
        undo.callback(os.close, kept)
        _out = undo.enter_context(open(kept, "w", encoding="ascii", closefd=False)) if _is_output() else sys.stdout
        os.dup2(2, 1)
        undo.callback(os.dup2, kept, 1)
        undo.enter_context(redirect_stdout(sys.stderr))
        try:
            yield
        finally:
            _out = None


def _is_output() -> bool:
    """Return whether Python prints to the process's own standard output, not to something in its place."""
    try:
        return sys.stdout.fileno() == 1
    except (OSError, ValueError):
        return False


_out: TextIO | None = None
"""Where `emit` prints; None for the current `sys.stdout`."""


def emit(data: Mapping[str, Any]) -> None:
    """Print a JSON object to stdout, in ASCII so that it survives any encoding."""
    print(json.dumps(data, allow_nan=False), file=_out, flush=True)


def stamp(game: Game[Any] | None = None, seed: int | None = None) -> dict[str, Any]:
    """Return the fields common to all JSON output: game, rules with all options, seed, commit and version."""
    rules = None
    if game:
        name = options.split(game.spec)[0]
        rules = {"name": name, "options": registry.rule_options(game.name, game.spec)}
    return {
        "game": game.name if game else None,
        "rules": rules,
        "seed": seed,
        "commit": commit(),
        "version": __version__,
    }


def commit() -> str:
    """Return the commit of the checkout this program runs from, or "" outside a checkout.

    "-dirty" is appended if files differ from the commit.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return ""
    command = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def game_of(args: Namespace, seats: int | None = None) -> Game[Any]:
    """Return the game named by the arguments, with `--rules` if given. Raises Refusal if there is no such game."""
    return registry.game(args.game, getattr(args, "rules", None) or "", seats)


def study_game(name: str) -> Game[Any]:
    """Return the game under its first rule set, which its study uses and its bots are trained for.

    The cards of weights name further rule sets that the bots play.
    """
    return registry.game(name, next(iter(registry.rule_sets(name)[1])))


def settings_of(args: Namespace, *but: str) -> Settings:
    """Return the settings, overridden by the given flags but for some, which mean something else to a command.

    Raises Refusal like `settings.load`.
    """
    found = load({key: getattr(args, key, None) for key in SETTINGS if key not in but})
    if getattr(args, "coach", None):
        validate_coach(found.coach, "--coach")
    return found


def validate_coach(spec: str, where: str) -> None:
    """Raise Refusal unless some game has that bot with those options."""
    name, pairs, _ = options.bot_spec(spec)
    found = [game for game in registry.games() if registry.has_bot(game, spec)]
    if not found:
        names = dict.fromkeys(sorted({bot for game in registry.games() for bot in registry.bot_names(game)}))
        near = options.nearest(name, names)
        raise Refusal(f"{where}: no game has a bot {quoted(name)}{near}; there are {', '.join(names)}")
    refusals = []
    for game in found:
        try:
            options.read(registry.bot_entry(game, name).options, pairs, f"{where}: bot {name} of {game}")
            return
        except Refusal as refusal:
            refusals.append(refusal)
    raise refusals[0]


def need_records(folder: Path) -> None:
    """Raise Refusal unless `--records` names a folder."""
    if not folder.is_dir():
        raise Refusal(f"{folder} is no folder; --records takes one with saved matches")


def need_terminal(instead: str) -> None:
    """Raise Refusal, suggesting `instead`, if no screen can be drawn. Another driver of Textual needs no terminal."""
    if os.environ.get("TEXTUAL_DRIVER"):
        return
    if os.environ.get("TERM") == "dumb":
        raise Refusal(f"TERM=dumb cannot show a screen; {instead}")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refusal(f"this needs a terminal on stdin and stdout; {instead}")


def on_screen(args: Namespace) -> bool:
    """Return whether a long run is shown on a screen: on a terminal, unless plain lines or JSON are wanted."""
    terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return terminal and not (getattr(args, "plain", False) or getattr(args, "json", False))


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[Any]], width: int = 80) -> Table:
    """Return a table for a terminal of so many columns; too few for its columns, its cells stand below each other.

    Markup in titles and cells, such as in a bot's name, is not interpreted.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table
    from rich.text import Text

    def cell(value: Any) -> Text:
        return Text(printable(str(value)))

    rows = [[cell(value) for value in row] for row in rows]
    whole, room = set[int](), width - 2 * len(head) - 1  # a space on either side of each cell, and one at the end
    sizes = [max((row[at].cell_len for row in rows), default=0) for at in range(len(head))]
    if width < NARROW and sum(min(size, FOLDED) for size in sizes) > room:
        return _below_each_other(cell(title), [cell(name) for name in head], rows)
    least = [0] * len(head)
    if width >= NARROW:
        # figures and short words stay on one line, the narrowest columns first, as long as there is room for the others
        sizes = [max([cell(name).cell_len, *(row[at].cell_len for row in rows)]) for at, name in enumerate(head)]
        short = [
            at for at, name in enumerate(head) if name not in NAMES and all(row[at].cell_len <= LONG for row in rows)
        ]
        least = [min(size, max(FOLDED, min(HEAD, cell(name).cell_len))) for name, size in zip(head, sizes, strict=True)]
        room -= sum(least)
        for at in sorted(short, key=sizes.__getitem__):
            room -= sizes[at] - least[at]
            if room < 0:
                break
            whole.add(at)
    # what is cut off cannot be copied, so names and long texts fold
    columns = (
        Column(cell(name), overflow="fold", no_wrap=at in whole, min_width=least[at] if whole else None)
        for at, name in enumerate(head)
    )
    made = Table(*columns, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    made.title = cell(title) if title else None
    for row in rows:
        made.add_row(*row)
    return made


def _below_each_other(title: Text, head: Sequence[Text], rows: Iterable[Sequence[Text]]) -> Table:
    """Return a table with one cell per line, each beside the name of its column."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table

    columns = Column(overflow="fold"), Column(overflow="fold")
    made = Table(*columns, title=title or None, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    made.show_header = False
    for row in rows:
        for at, (name, value) in enumerate(zip(head, row, strict=True), 1):
            made.add_row(name, value, end_section=at == len(row))
    return made


def print_table(title: str, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print a table to stdout."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH)
    with console.capture() as drawn:  # rich would end the program on a broken pipe
        console.print(table(title, head, rows, console.width))
    print(drawn.get(), end="")


def figure_text(value: Any) -> str:
    """Return a figure of a JSON report as a cell of a table: four digits, intervals with an ellipsis."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple):
        return "…".join(map(figure_text, value))
    return str(value)


class Step(Protocol):
    """A callback that reports the progress of a run and its latest figures."""

    def __call__(self, done: int, total: int, figures: Mapping[str, float] = ...) -> None: ...


@contextmanager
def progress(what: str) -> Iterator[Step]:
    """Show a progress bar with an estimate on stderr, or a line now and then if stderr is not a terminal.

    With a cluster it also says how many tasks each node has done.
    """
    if not sys.stderr.isatty():
        yield _lines(what)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[figures]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
    with bar:
        task = bar.add_task(printable(what), total=None, figures="")

        def step(done: int, total: int, figures: Mapping[str, float] | None = None) -> None:
            bar.update(task, completed=done, total=total, figures=_words(figures))

        yield step


def _lines(what: str, every: float = EVERY) -> Step:
    last = time.monotonic()
    first: tuple[float, int] | None = None

    def step(done: int, total: int, figures: Mapping[str, float] | None = None) -> None:
        nonlocal last, first
        now = time.monotonic()
        began, before = first = first or (now, done)  # what was done before a resumption took no time
        if now - last >= every and done:
            last, known = now, now - began >= every and before < done < total
            left = f", about {(now - began) * (total - done) / (done - before):.0f} s left" if known else ""
            say(f"{what}: {done} of {total}{left} {_words(figures)}".rstrip())

    return step


def _words(figures: Mapping[str, float] | None) -> str:
    from ..executors import nodes, where

    said = [f"{name} {value:.4g}" for name, value in (figures or {}).items()]
    done = nodes()
    return " ".join(said + [where(done)] * bool(done))
