"""What a table over numbers alone sees of Yaniv: the state and action of the source document's Q-learner.

A cell is the hand's five numbers ascending (0: missing) and the number of the card at end `a` of the pile. A slot is
what to do: slot 0 calls Yaniv, slot 1 + 2 · place + take lays all cards of the place-th lowest of the different numbers
held and takes from the stack (0) or the pile (1). Standard library only: players read it, kernels compile it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, inf
from operator import getitem

from ...arrays import Array

HANDS = comb(18, 5)
"""Sorted hands of five numbers from 0 … 13: 8568."""
TOPS = 13
CELLS = HANDS * TOPS
SLOTS = 11
FEATURES = "yaniv-cells-1: C(18,5) sorted hands x 13 tops x 11 slots"
ARRAYS = {"q": Array((CELLS, SLOTS), low=-inf), "visits": Array((CELLS, SLOTS), "uint32")}
"""What a table on disk holds; -inf is a slot that can do nothing."""

RANK = tuple(tuple(comb(number + place, place + 1) for number in range(14)) for place in range(5))
"""By place and number; the sum over a hand, from the highest place down, is its index."""


def cell(numbers: Sequence[int], top: int) -> int:
    """The cell of a hand of up to five numbers, ascending, under a top of 1 … 13: 0 … CELLS - 1, each once."""
    return sum(map(getitem, RANK[5 - len(numbers) :], numbers)) * TOPS + top - 1
