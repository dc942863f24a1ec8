"""Arguments that several commands take, and parsers of single ones: a file, a share, a whole number."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Callable
from math import inf
from pathlib import Path

from .. import registry
from ..core import Refusal, quoted
from ..settings import SETTINGS

MANY = 100_000_000
"""The most deals, worlds or steps that can be asked for where they are counted out before the first is played."""


def path(text: str) -> Path:
    """Parse a file name, for argparse. Whether the file exists is checked later."""
    try:
        os.lstat(text)
    except (OSError, ValueError) as error:
        if not isinstance(error, OSError) or error.errno == errno.ENAMETOOLONG:
            raise argparse.ArgumentTypeError(f"takes the name of a file, and {quoted(text)} cannot be one") from error
    return Path(text)


def bot(text: str) -> str:
    """Parse a bot spec, for argparse: its paths become absolute. Whether there is such a bot is checked later."""
    try:
        return registry.absolute(text)
    except Refusal as refusal:
        raise argparse.ArgumentTypeError(str(refusal)) from refusal


def above_zero(high: float = inf) -> Callable[[str], float]:
    """Return a parser of finite numbers above 0, up to `high`, for argparse."""
    valid = "a number above 0" + f" and up to {high:g}" * (high < inf)

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = 0.0
        if not 0 < value <= high or value == inf:
            raise argparse.ArgumentTypeError(f"takes {valid}, not {quoted(text)}")
        return value

    return read


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """Return a parser of whole numbers from `low` to `high`, for argparse."""
    valid = (
        f"{low} alone" if low == high else f"a whole number from {low}" + (f" to {high}" if high is not None else "")
    )

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if value < low or (high is not None and value > high):
            raise argparse.ArgumentTypeError(f"takes {valid}, not {quoted(text)}")
        return value

    return read


def settings(one: argparse.ArgumentParser) -> None:
    """Add an option for each setting."""
    group = one.add_argument_group("settings", "for this run only; `cardtui config` shows the usual values")
    for key, setting in SETTINGS.items():
        flag, text = f"--{key.replace('_', '-')}", setting.help.replace("%", "%%")
        if isinstance(setting.default, bool):
            group.add_argument(flag, action=argparse.BooleanOptionalAction, default=argparse.SUPPRESS, help=text)
        else:
            names = "|".join(setting.choices) or ("TEXT" if isinstance(setting.default, str) else "SECONDS")
            group.add_argument(
                flag,
                default=argparse.SUPPRESS,
                choices=setting.choices or None,
                metavar=names if len(names) < 60 else key.upper(),
                help=text,
            )


def game(one: argparse.ArgumentParser) -> None:
    """Add the game as the first argument."""
    one.add_argument("game", metavar="GAME", help="`cardtui games` lists them")


def rules(one: argparse.ArgumentParser, example: str = "name:option=value") -> None:
    """Add `--rules`, with an example of its text."""
    text = f"a rule set, or one with changes: {example} (see `cardtui games`)"
    one.add_argument("--rules", metavar="NAME", help=text)


def lock(one: argparse.ArgumentParser, text: str) -> None:
    """Add `--lock`, with its help."""
    one.add_argument("--lock", nargs="+", action="append", metavar=("SEAT=BOT", "where KIND"), help=text)


def plain(one: argparse.ArgumentParser) -> None:
    """Add `--plain`."""
    one.add_argument("--plain", action="store_true", help="print plain lines, for pipes and screen readers")


def json(one: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    one.add_argument("--json", action="store_true", help="print one JSON object on stdout")


def seed_jobs(one: argparse.ArgumentParser) -> None:
    """Add `--seed`, `--jobs`, `--executor` and `--json`."""
    one.add_argument("--seed", type=whole(0), default=0, metavar="N", help="seed of all random numbers (default: 0)")
    jobs(one)
    executor(one)
    json(one)


def jobs(one: argparse.ArgumentParser, of: str = "processes") -> None:
    """Add `--jobs`, the number of processes."""
    text = f"{of}, at most 4 per core (default: one per core)"
    one.add_argument("--jobs", type=whole(1), default=os.cpu_count() or 1, metavar="N", help=text)


def executor(one: argparse.ArgumentParser) -> None:
    """Add `--executor`."""
    text = "where the work is done: ray or dask, or ray://HOST:PORT or dask://HOST:PORT (default: processes here)"
    one.add_argument("--executor", metavar="WHERE", help=text)
