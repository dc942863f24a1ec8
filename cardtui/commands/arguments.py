"""Parsers of single arguments, for argparse: a file, a share, a whole number."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Callable
from pathlib import Path

from ..core import quoted


def path(text: str) -> Path:
    """Parse a file name, for argparse. Whether the file exists is checked later."""
    try:
        os.lstat(text)
    except (OSError, ValueError) as error:
        if not isinstance(error, OSError) or error.errno == errno.ENAMETOOLONG:
            raise argparse.ArgumentTypeError(f"takes the name of a file, which {quoted(text)} cannot be") from error
    return Path(text)


def share(text: str) -> float:
    """Parse a number above 0 and up to 1, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 1:
        raise argparse.ArgumentTypeError(f"takes a number above 0 and up to 1, not {quoted(text)}")
    return value


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
