"""Looks into a learned table of Yaniv (`games/yaniv/cells.py`): policy grids, and the source document's five claims.

Everything is counted over the table's states, each weighted by how often it occurred in training, and by what the bot
would do there: the best slot. States seen fewer than `THIN` times are left out of the claims: their values are hardly learned.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..games.yaniv.cards import FACES
from ..games.yaniv.cells import CELLS, FEATURES, HANDS, SLOTS, TOPS, cell
from ..games.yaniv.rules import HAND, OPTIONS
from ..models import digest, load_arrays, load_card

THIN = 30
"""A cell of a grid, or a state in the claims, with fewer visits says nothing."""
SHOWN = 5
"""States that a cell of a grid opens."""
SMALL, HIGH = 4, 8
"""A small number is at most a 4, a high one at least an 8."""
TYPES = ("yaniv", "pile", "stack")
BANDS = ((1, 7), (8, 14), (15, 21), (22, 28), (29, 35), (36, 42), (43, 65))
CALL = int(OPTIONS["call"].default)


class Table(NamedTuple):
    """A table and what follows from its states. All arrays begin with (HANDS, TOPS)."""

    values: Any
    """Q, float64 (…, SLOTS); -inf where a slot cannot be played."""
    visits: Any
    """int64 (…, SLOTS)."""
    count: Any
    """Visits of the state, int64."""
    best: Any
    """The slot that the bot plays, int64."""
    kind: Any
    """Its type: the place in `TYPES`."""
    laid: Any
    """The number that it lays; 0 when it calls."""
    tops: Any
    """The pile's number."""


def load(folder: Path) -> Table:
    """The table in a folder of weights. Refusal when it is not there or something else."""
    arrays, _ = load_arrays(folder, "yaniv", digest(FEATURES), load_card(folder)["rules_hash"])
    return table(arrays["q"], arrays["visits"])


def table(q: Any, visits: Any) -> Table:
    """A table from its arrays, both (CELLS, SLOTS)."""
    values = np.where(playable()[:, None, :], np.asarray(q, np.float64).reshape(HANDS, TOPS, SLOTS), -np.inf)
    seen = np.asarray(visits, np.int64).reshape(HANDS, TOPS, SLOTS)
    best = SLOTS - 1 - np.argmax(values[..., ::-1], axis=-1)  # of equal values the highest slot, as the bot does
    place = np.maximum(best - 1, 0) // 2
    laid = np.where(best > 0, np.take_along_axis(different()[:, None, :].repeat(TOPS, 1), place[..., None], -1)[..., 0], 0)
    kind = np.where(best == 0, 0, np.where(best % 2 == 0, 1, 2))
    tops = np.broadcast_to(np.arange(1, TOPS + 1), best.shape)
    return Table(values, seen, seen.sum(-1), best, kind, laid, tops)


def hands() -> Any:
    """The numbers of every hand, ascending, 0 for a missing card: (HANDS, 5)."""
    found = np.zeros((HANDS, HAND), np.int64)
    for numbers in combinations_with_replacement(range(TOPS + 1), HAND):
        found[cell(numbers, 1) // TOPS] = numbers
    return found


def held() -> Any:
    """How many cards of each number (place 0: missing cards) every hand has: (HANDS, 14)."""
    return (hands()[:, :, None] == np.arange(TOPS + 1)).sum(1)


def different() -> Any:
    """The different numbers of every hand, ascending, then 0: (HANDS, 5)."""
    numbers = np.where(held()[:, 1:] > 0, np.arange(1, TOPS + 1), TOPS + 1)
    numbers = np.sort(numbers, 1)[:, :HAND]
    return np.where(numbers > TOPS, 0, numbers)


def playable() -> Any:
    """Which slots every hand can play: bool (HANDS, SLOTS)."""
    score, places = hands().sum(1), (different() > 0).sum(1)
    can = np.zeros((HANDS, SLOTS), bool)
    can[:, 0] = (score > 0) & (score <= CALL)
    for place in range(HAND):
        can[:, 1 + 2 * place : 3 + 2 * place] = (places > place)[:, None]
    return can


# --- policy grids -------------------------------------------------------------------------------


def grids(played: Table) -> list[dict[str, Any]]:
    """By the highest multiple held, and by the hand's score; columns: the pile's number.

    Each cell: `n` visits, how many `states` were visited, the `share` of visits in which the best move is of each type, the type it `prefers`,
    and the states that occur most, with their Q and visits.
    """
    multiple = np.where(held()[:, 1:] > 1, np.arange(1, TOPS + 1), 0).max(1)
    score = hands().sum(1)
    pairs = [("no multiple", multiple == 0), *((f"{FACES[n - 1]} {FACES[n - 1]}", multiple == n) for n in range(1, TOPS + 1))]
    bands = [(f"score {low}–{high}", (score >= low) & (score <= high)) for low, high in BANDS]
    return [
        _grid(played, "highest multiple held", pairs),
        _grid(played, "score of the hand", bands),
    ]


def _grid(played: Table, name: str, rows: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    return {
        "name": name,
        "rows": [row for row, _ in rows],
        "columns": list(FACES),
        "thin": THIN,
        "cells": [[_cell(played, np.flatnonzero(chosen), top) for top in range(TOPS)] for _, chosen in rows],
    }


def _cell(played: Table, chosen: Any, top: int) -> dict[str, Any]:
    count, kind = played.count[chosen, top], played.kind[chosen, top]
    total = int(count.sum())
    share = [float(count[kind == number].sum()) / total if total else 0.0 for number in range(len(TYPES))]
    often = [place for place in np.argsort(-count, kind="stable")[:SHOWN] if count[place]]
    return {
        "n": total,
        "states": int((count > 0).sum()),
        "share": {name: round(part, 4) for name, part in zip(TYPES, share, strict=True)},
        "prefers": TYPES[int(np.argmax(share))] if total else "",
        "often": [_state(played, int(chosen[place]), top) for place in often],
    }


def _state(played: Table, hand: int, top: int) -> dict[str, Any]:
    numbers = [number for number in hands_list()[hand] if number]
    options = [
        {
            "action": _slot(slot, different_list()[hand]),
            "value": round(float(played.values[hand, top, slot]), 4),
            "visits": int(played.visits[hand, top, slot]),
        }
        for slot in range(SLOTS)
        if np.isfinite(played.values[hand, top, slot])
    ]
    return {
        "hand": " ".join(FACES[number - 1] for number in numbers),
        "pile": FACES[top],
        "n": int(played.count[hand, top]),
        "plays": _slot(int(played.best[hand, top]), different_list()[hand]),
        "options": options,
    }
