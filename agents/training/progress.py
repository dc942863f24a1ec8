"""What every trainer reports while it runs, and how long a study's quick pass is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


def scaled(games: int, scale: float, chunk: int = 1) -> int:
    """That share of the games of a study's run, in whole chunks and one at least; all of them for 1."""
    return games if scale == 1 else chunk * max(1, round(scale * games / chunk))


class TrainProgress(NamedTuple):
    """`done` of `total` games (or steps), and the latest figures by name."""

    done: int
    total: int
    figures: Mapping[str, float]
