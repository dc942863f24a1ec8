"""Progress reports of trainers; which tables of a study are made, and the scaling of its quick pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, TypeAlias

from cardtui.core import Refusal, quoted


def scaled(games: int, scale: float, chunk: int = 1) -> int:
    """Return the number of games scaled by `scale`, in whole chunks and at least one; unchanged if `scale` is 1.

    >>> scaled(1000, 1), scaled(1000, 0.25, chunk=100), scaled(1000, 0.001, chunk=100)
    (1000, 200, 100)
    """
    return games if scale == 1 else chunk * max(1, round(scale * games / chunk))


def tables_asked(table: str | None, tables: Iterable[str]) -> tuple[str, ...]:
    """Return the table of a study that is asked for, or all if it is None. Raises Refusal for an unknown one."""
    known = tuple(tables)
    if table is not None and table not in known:
        raise Refusal(f"the study has no table {quoted(table)}; there are {', '.join(known)}")
    return known if table is None else (table,)


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
