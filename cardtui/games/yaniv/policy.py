"""Policy grids of a learned table of Yaniv (`q_table.py`): what it plays in each state, and how many visits support it.

All shares are weighted by the visits of each state in training. The bot plays the best slot of the state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core import Refusal
from ...models import CARD, digest, load_arrays, load_card
from .cards import FACES
from .q_table import ARRAYS, FEATURES, HANDS, SLOTS, TOPS, state_index
from .rules import HAND
from .rulesets import OPTIONS

THIN = 30
"""States with fewer visits are not counted, and grid cells that rest on fewer visits are grey; set by hand."""
SHOWN = 5
"""Number of states listed in a cell of a grid."""
TYPES = ("yaniv", "pile", "stack")
BANDS = ((1, 7), (8, 14), (15, 21), (22, 28), (29, 35), (36, 42), (43, 65))
CALL = int(OPTIONS["call"].default)


class Table(NamedTuple):
    """Arrays over the states, int64 unless stated otherwise; H is HANDS, T is TOPS."""

    hands: NDArray[np.int64]
    """Shape (H, 5): the numbers of the hand, ascending, 0 for a missing card."""
    held: NDArray[np.int64]
    """Shape (H, 14): the number of cards of each number; at 0 the number of missing cards."""
    different: NDArray[np.int64]
    """Shape (H, 5): the different numbers, ascending, padded with 0."""
    values: NDArray[np.float64]
    """Shape (H, T, SLOTS), float64: the Q values; -inf where a slot cannot be played."""
    visits: NDArray[np.int64]
    """Shape (H, T, SLOTS): the visits of each slot."""
    rests: NDArray[np.int64]
    """Shape (H, T, SLOTS): how many of these visits its value rests on, see `rests_on`."""
    visited: NDArray[np.int64]
    """Shape (H, T): the visits of each state."""
    best: NDArray[np.int64]
    """Shape (H, T): the slot that is played."""
    laid: NDArray[np.int64]
    """Shape (H, T): the number laid by that slot; 0 for a call."""
    kind: NDArray[np.int64]
    """Shape (H, T): the type of that slot, an index into `TYPES`."""


def load(folder: Path) -> Table:
    """Load the table from a weights folder. Raises Refusal if it is missing or invalid."""
    arrays, card = load_arrays(folder, "yaniv", digest(FEATURES), load_card(folder, game="yaniv")["rules_hash"], ARRAYS)
    return make(arrays["q"], arrays["visits"], rests_on(arrays["visits"], folder, card))


def rests_on(visits: NDArray[np.integer], folder: Path, card: Mapping[str, Any]) -> NDArray[np.int64]:
    """Return on how many of its last visits each value rests: int64, in the shape of `visits`.

    The trainer moved a value by the share α = max(rate, visits^-exponent) towards each target, or by the rate if the
    exponent is 0; both are in the settings of the card. Such a running mean is as reliable as a plain mean of the last
    2/α − 1 targets. Without settings, each value is taken to be a plain mean. Raises Refusal if the settings are not
    numbers.
    """
    settings = card.get("settings", {"learning_rate": 0, "visit_exponent": 1})
    try:
        names = ("rate", "fall") if "rate" in settings else ("learning_rate", "visit_exponent")  # those of older cards
        rate, exponent = (float(settings[name]) for name in names)
        with np.errstate(divide="raise", invalid="raise", over="raise"):
            counts = np.maximum(visits, 1).astype(float)
            steps = np.maximum(rate, counts**-exponent) if exponent else np.full(counts.shape, rate)
            found: NDArray[np.int64] = np.minimum(visits, np.round(2 / steps - 1)).astype(np.int64)
    except (KeyError, TypeError, ValueError, FloatingPointError) as error:
        raise Refusal(f"{folder / CARD}: the settings name no learning_rate and visit_exponent") from error
    return found


def make(q: NDArray[np.floating], visits: NDArray[np.integer], rests: NDArray[np.integer] | None = None) -> Table:
    """Build a table from the Q values `q` and the `visits` of each slot, both of shape (STATES, SLOTS).

    `rests` are the visits that the values rest on; by default, all visits.
    """
    hands = np.zeros((HANDS, HAND), np.int64)
    for numbers in combinations_with_replacement(range(TOPS + 1), HAND):
        hands[state_index(numbers, 1) // TOPS] = numbers
    held = (hands[:, :, None] == np.arange(TOPS + 1)).sum(1)
    different = np.sort(np.where(held[:, 1:] > 0, np.arange(1, TOPS + 1), TOPS + 1), 1)[:, :HAND]
    different[different > TOPS] = 0
    score = hands.sum(1)
    playable = np.zeros((HANDS, SLOTS), bool)
    playable[:, 0] = (score > 0) & (score <= CALL)
    playable[:, 1::2] = playable[:, 2::2] = different > 0
    values = np.where(playable[:, None], np.asarray(q, np.float64).reshape(HANDS, TOPS, SLOTS), -np.inf)
    counts = np.asarray(visits, np.int64).reshape(HANDS, TOPS, SLOTS)
    resting = counts if rests is None else np.asarray(rests, np.int64).reshape(HANDS, TOPS, SLOTS)
    best = SLOTS - 1 - values[..., ::-1].argmax(-1)  # ties go to the highest slot, as for the bot
    laid = np.where(best > 0, different[np.arange(HANDS)[:, None], np.maximum(best - 1, 0) // 2], 0)
    kind = np.where(best == 0, 0, 1 + best % 2)
    return Table(hands, held, different, values, counts, resting, counts.sum(-1), best, laid, kind)


def grids(table: Table) -> list[dict[str, Any]]:
    """Return two grids: rows by the highest multiple in hand, and by the hand's score; columns by the pile's number.

    A cell has its visits `n` and its number of `states`; for each type of move, the `share` of visits in which it is
    best; the type that it `prefers`; on how many visits the values of the moves played there rest (`rests_on`, the sum
    over the states); and the most visited states (`often`).
    """
    score = table.hands.sum(1)
    multiple = np.where(table.held[:, 1:] > 1, np.arange(1, TOPS + 1), 0).max(1)
    rows = [("none", multiple == 0), *((f"{face} {face}", multiple == n) for n, face in enumerate(FACES, 1))]
    bands = [(f"{low}–{high}", (score >= low) & (score <= high)) for low, high in BANDS]
    return [_grid(table, "highest multiple", rows), _grid(table, "score", bands)]


def slot_text(slot: int, different: Sequence[int] | NDArray[np.int64]) -> str:
    """Describe a slot for a hand with these different numbers, ascending.

    >>> slot_text(3, (2, 9, 13, 0, 0))
    'lay 9, take stack'
    """
    if slot == 0:
        return "yaniv"
    return f"lay {FACES[different[(slot - 1) // 2] - 1]}, take {TYPES[1 + slot % 2]}"


def _grid(table: Table, name: str, rows: Sequence[tuple[str, NDArray[np.bool_]]]) -> dict[str, Any]:
    return {
        "name": name,
        "across": "pile",
        "rows": [row for row, _ in rows],
        "columns": list(FACES),
        "thin": THIN,
        "cells": [[_cell(table, np.flatnonzero(chosen), top) for top in range(TOPS)] for _, chosen in rows],
    }


def _cell(table: Table, chosen: NDArray[np.int64], top: int) -> dict[str, Any]:
    """Return the cell of the grid for these hands, indices into `table.hands`, with the pile number of index `top`."""
    count, kind = table.visited[chosen, top], table.kind[chosen, top]
    total = int(count.sum())
    share = [int(count[kind == number].sum()) / max(total, 1) for number in range(len(TYPES))]
    played = np.take_along_axis(table.rests[chosen, top], table.best[chosen, top][:, None], 1)[:, 0]
    often = [int(place) for place in np.argsort(-count, kind="stable")[:SHOWN] if count[place]]
    return {
        "n": total,
        "states": int((count > 0).sum()),
        "rests_on": int(played[count > 0].sum()),
        "share": {name: round(part, 4) for name, part in zip(TYPES, share, strict=True)},
        "prefers": TYPES[share.index(max(share))] if total else "",
        "often": [_state(table, int(chosen[place]), top) for place in often],
    }


def _state(table: Table, hand: int, top: int) -> dict[str, Any]:
    different, values = table.different[hand], table.values[hand, top]
    return {
        "hand": " ".join(FACES[number - 1] for number in table.hands[hand] if number),
        "pile": FACES[top],
        "n": int(table.visited[hand, top]),
        "plays": slot_text(int(table.best[hand, top]), different),
        "options": [
            {
                "action": slot_text(slot, different),
                "value": round(float(values[slot]), 4),
                "visits": int(table.visits[hand, top, slot]),
                "rests_on": int(table.rests[hand, top, slot]),
            }
            for slot in np.flatnonzero(np.isfinite(values)).tolist()
        ],
    }
