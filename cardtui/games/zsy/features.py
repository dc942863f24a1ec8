"""What a seat of Zheng Shang You knows beyond a kernel state, and sets of cards as binary features.

A *memory*, int64 (MEMORY,), records what both seats declined to beat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core import Event
from ...kernels import borrow, lowest
from .cards import pattern
from .kernel import PASSING, SEAT, TABLE, at_least
from .rules import PASS

NEVER = 15
MEMORY = 6
"""Length of a memory: for each seat the lowest single, double and triple that it declined, `NEVER` if none."""

STACK = 57
"""Number of inputs for a set of cards: four bits for each rank, as many of them set, from the lowest, as there are
cards."""

Ints: TypeAlias = NDArray[np.int64]


def forget() -> list[int]:
    """Return a memory in which nothing was declined."""
    return [NEVER] * MEMORY


def memory_of(history: Iterable[Event]) -> list[int]:
    """Return what both seats declined."""
    memory, over = forget(), None
    for seat, action, _ in history:
        if action != PASS:
            over = pattern(action.cards)
            continue
        if over and len(over.sizes) == 1 and over.sizes[0] <= 3:
            at = 3 * seat + over.sizes[0] - 1
            memory[at] = min(memory[at], over.low)
    return memory


@borrow
def record_declined(state: Ints, memory: Ints, move: int) -> None:
    """Record what the seat to act declines. Call it before `move` is applied."""
    table = state[TABLE]
    if move == PASSING and table:
        low = lowest(table) & ~3
        size = table >> low
        if size <= 3:
            at = 3 * state[SEAT] + size - 1
            memory[at] = min(memory[at], low >> 2)


@borrow
def stacked(cards: int) -> Any:
    """Return four bits for each rank, as many of them set as there are cards of it."""
    return at_least(cards, 1) >> 3 | at_least(cards, 2) >> 2 | at_least(cards, 3) >> 1 | at_least(cards, 4)
