"""The state and action encoding of the source document's tabular Q-learner, which sees only numbers.

A state is the five numbers of the hand, ascending, 0 for a missing card, and the number of the card at end `a` of the
pile. An action of the table is a *slot*: 0 to call Yaniv, or 1 + 2 · place + take to lay all cards of the place-th
lowest of the different numbers held and to take from the stack (0) or the pile (1). Standard library only: used by
players and compiled into kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, inf
from operator import getitem

from ...models.arrays import Array

HANDS = comb(18, 5)
"""Number of sorted hands of five numbers from 0 to 13: 8568."""
TOPS = 13
STATES = HANDS * TOPS
"""Number of states: 111,384."""
SLOTS = 11
FEATURES = "yaniv-cells-1: C(18,5) sorted hands x 13 tops x 11 slots"
"""The name of this encoding. The cards of shipped tables contain its hash, so it cannot change."""
ARRAYS = {"q": Array((STATES, SLOTS), low=-inf), "visits": Array((STATES, SLOTS), "uint32")}
"""The arrays of a table on disk; -inf marks a slot that cannot be played."""

RANK = tuple(tuple(comb(number + place, place + 1) for number in range(14)) for place in range(5))
"""Binomial coefficients by place and number. Their sum over a hand, from the highest place down, is its index."""


def state_index(numbers: Sequence[int], top: int) -> int:
    """Return the index of the state with a hand of up to five numbers, ascending, with pile number `top`, 1 to 13.

    A bijection to 0 … STATES - 1.

    >>> state_index((1, 2, 3, 4, 5), 1), state_index((), 1), state_index((13,) * 5, 13)
    (2275, 0, 111383)
    """
    return sum(map(getitem, RANK[5 - len(numbers) :], numbers)) * TOPS + top - 1
