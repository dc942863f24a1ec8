"""A learned table of Yaniv (`games/yaniv/cells.py`) seen as a whole: what it plays in every state, as policy grids.

All is weighted by how often each state occurred in training; what the bot does there is the best slot of the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...models import digest, load_arrays, load_card
from .cards import FACES
from .cells import ARRAYS, FEATURES, HANDS, SLOTS, TOPS, cell
from .rules import HAND
from .rulesets import OPTIONS

THIN = 30
"""Fewer visits than this say nothing."""
SHOWN = 5
"""States that a cell of a grid opens."""
TYPES = ("yaniv", "pile", "stack")
BANDS = ((1, 7), (8, 14), (15, 21), (22, 28), (29, 35), (36, 42), (43, 65))
CALL = int(OPTIONS["call"].default)


class Table(NamedTuple):
    """Arrays over the states, int64 unless said otherwise; H is HANDS, T is TOPS."""

    hands: Any
    """(H, 5): the numbers of the hand, ascending, 0 for a missing card."""
    held: Any
    """(H, 14): how many cards of each number; of 0: how many are missing."""
    different: Any
    """(H, 5): the different numbers, ascending, then 0."""
    values: Any
    """(H, T, SLOTS) float64: Q; -inf where a slot cannot be played."""
    visits: Any
    """(H, T, SLOTS)"""
    count: Any
    """(H, T): visits of the state."""
    best: Any
    """(H, T): the slot that is played."""
    laid: Any
    """(H, T): the number that is laid then; 0 for a call."""
    kind: Any
    """(H, T): place in `TYPES`."""


def load(folder: Path) -> Table:
    """The table in a folder of weights. Refusal when it is not there or something else."""
    arrays, _ = load_arrays(folder, "yaniv", digest(FEATURES), load_card(folder)["rules_hash"], ARRAYS)
    return make(arrays["q"], arrays["visits"])


def make(q: Any, visits: Any) -> Table:
    """A table from its two arrays, both (CELLS, SLOTS)."""
    hands = np.zeros((HANDS, HAND), np.int64)
    for numbers in combinations_with_replacement(range(TOPS + 1), HAND):
        hands[cell(numbers, 1) // TOPS] = numbers
    held = (hands[:, :, None] == np.arange(TOPS + 1)).sum(1)
    different = np.sort(np.where(held[:, 1:] > 0, np.arange(1, TOPS + 1), TOPS + 1), 1)[:, :HAND]
    different[different > TOPS] = 0
    score = hands.sum(1)
    playable = np.zeros((HANDS, SLOTS), bool)
    playable[:, 0] = (score > 0) & (score <= CALL)
    playable[:, 1::2] = playable[:, 2::2] = different > 0
    values = np.where(playable[:, None], np.asarray(q, np.float64).reshape(HANDS, TOPS, SLOTS), -np.inf)
    counts = np.asarray(visits, np.int64).reshape(HANDS, TOPS, SLOTS)
    best = SLOTS - 1 - values[..., ::-1].argmax(-1)  # of equal values the highest slot, as the bot does
    laid = np.where(best > 0, different[np.arange(HANDS)[:, None], np.maximum(best - 1, 0) // 2], 0)
    kind = np.where(best == 0, 0, 1 + best % 2)
    return Table(hands, held, different, values, counts, counts.sum(-1), best, laid, kind)


def grids(table: Table) -> list[dict[str, Any]]:
    """Two grids: rows by the highest multiple in hand, and by the hand's score; columns by the pile's number.

    A cell: `n` visits of so many `states`; `share`: the part of them in which each type of move is best; the type it
    `prefers`; and the states that occurred most `often`.
    """
    score = table.hands.sum(1)
    multiple = np.where(table.held[:, 1:] > 1, np.arange(1, TOPS + 1), 0).max(1)
    rows = [("none", multiple == 0), *((f"{face} {face}", multiple == n) for n, face in enumerate(FACES, 1))]
    bands = [(f"{low}–{high}", (score >= low) & (score <= high)) for low, high in BANDS]
    return [_grid(table, "highest multiple", rows), _grid(table, "score", bands)]


def slot_text(slot: int, different: Any) -> str:
    """What a slot does in words: `lay K, take pile`."""
    if slot == 0:
        return "yaniv"
    return f"lay {FACES[different[(slot - 1) // 2] - 1]}, take {TYPES[1 + slot % 2]}"


def _grid(table: Table, name: str, rows: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    return {
        "name": name,
        "across": "pile",
        "rows": [row for row, _ in rows],
        "columns": list(FACES),
        "thin": THIN,
        "cells": [[_cell(table, np.flatnonzero(chosen), top) for top in range(TOPS)] for _, chosen in rows],
    }


def _cell(table: Table, chosen: Any, top: int) -> dict[str, Any]:
    count, kind = table.count[chosen, top], table.kind[chosen, top]
    total = int(count.sum())
    share = [int(count[kind == number].sum()) / max(total, 1) for number in range(len(TYPES))]
    often = [int(place) for place in np.argsort(-count, kind="stable")[:SHOWN] if count[place]]
    return {
        "n": total,
        "states": int((count > 0).sum()),
        "share": {name: round(part, 4) for name, part in zip(TYPES, share, strict=True)},
        "prefers": TYPES[share.index(max(share))] if total else "",
        "often": [_state(table, int(chosen[place]), top) for place in often],
    }


def _state(table: Table, hand: int, top: int) -> dict[str, Any]:
    different, values = table.different[hand], table.values[hand, top]
    return {
        "hand": " ".join(FACES[number - 1] for number in table.hands[hand] if number),
        "pile": FACES[top],
        "n": int(table.count[hand, top]),
        "plays": slot_text(int(table.best[hand, top]), different),
        "options": [
            {
                "action": slot_text(slot, different),
                "value": round(float(values[slot]), 4),
                "visits": int(table.visits[hand, top, slot]),
            }
            for slot in np.flatnonzero(np.isfinite(values)).tolist()
        ],
    }
