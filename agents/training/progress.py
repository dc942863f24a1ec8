"""Progress reports of trainers, and the scaling of a study's quick pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias


def scaled(games: int, scale: float, chunk: int = 1) -> int:
    """Return the number of games scaled by `scale`, in whole chunks and at least one; unchanged if `scale` is 1.

    >>> scaled(1000, 1), scaled(1000, 0.25, chunk=100), scaled(1000, 0.001, chunk=100)
    (1000, 200, 100)
    """
    return games if scale == 1 else chunk * max(1, round(scale * games / chunk))


class TrainProgress(NamedTuple):
    """Games (or steps) done and in total, and the latest metrics by name.

    `write` writes the weights as they are now to a folder, for the bot to play with; None where that is impossible.
    """

    done: int
    total: int
    figures: Mapping[str, float]
    write: Callable[[Path], None] | None = None


Progress: TypeAlias = Callable[[TrainProgress], None]
"""Called after each chunk of training; may raise to interrupt it."""
