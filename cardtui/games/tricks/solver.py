"""Every position of one or two colours solved at once, from the last trick backwards (retrograde analysis).

Only the order of the cards left in a colour matters. A position before a trick is a *word*: from bit 0, the cards of
the first colour from the lowest to the highest, then those of the second; a bit is 1 where the seat that leads holds
the card. With m tricks to come it has 2m bits, m of them 1, and `first` says how many are of the first colour.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from ...kernels import borrow, count, lowest, njit
from .kernel import LANE, allowed

PART = 13
"""Bits of a word that are looked up at once."""
WHOLE = (1 << PART) - 1


class Solved(NamedTuple):
    """All positions with up to `n` cards of each colour. A position's row: `row_of`."""

    start: Any
    """int64 (tricks, first): the row of the lowest word; -1 where there is none."""
    tricks: Any
    """int8: what the leader takes when both play as well as can be."""
    leading: Any
    """float32: what the leader takes on average against legal random, playing as well as can be and, among cards
    equally good against the best play, best against random."""
    following: Any
    """float32: what the other takes on average, playing like that, when legal random leads."""


def _ranks() -> tuple[Any, Any]:
    """Words of 2 × PART bits with a given number of ones, counted: (below each upper part, below each lower part)."""
    sizes = np.array([word.bit_count() for word in range(1 << PART)])
    choose = np.bincount(sizes, minlength=PART + 1)
    lower = np.zeros(1 << PART, np.int64)
    for size in range(PART + 1):
        lower[sizes == size] = np.arange(choose[size])
    upper = np.zeros((PART + 1, 1 << PART), np.int64)
    for ones in range(PART + 1):
        held = np.where(sizes <= ones, choose[np.clip(ones - sizes, 0, PART)], 0)
        upper[ones, 1:] = held.cumsum()[:-1]
    return upper, lower


_UPPER, _LOWER = _ranks()


@cache
def solved(n: int) -> Solved:
    """Solve all positions of two colours of up to n cards each (2 … 13). n = 10: 430,884 positions."""
    start = np.full((n + 1, n + 1), -1, np.int64)
    rows = 0
    for tricks in range(n + 1):
        for first in range(max(0, 2 * tricks - n), min(n, 2 * tricks) + 1):
            start[tricks, first] = rows
            rows += comb(2 * tricks, tricks)
    table = Solved(start, np.zeros(rows, np.int8), np.zeros(rows, np.float32), np.zeros(rows, np.float32))
    fill(table)
    return table


@borrow
def row_of(start: Any, tricks: int, first: int, word: int) -> Any:
    """The row of a position."""
    return start[tricks, first] + _UPPER[tricks, word >> PART] + _LOWER[word & WHOLE]


@borrow
def without(word: int, high: int, low: int) -> Any:
    """The word less two bits, places high > low."""
    word = word & (1 << high) - 1 | word >> high + 1 << high
    return word & (1 << low) - 1 | word >> low + 1 << low


@borrow
def next_row(start: Any, tricks: int, first: int, word: int, led: int, card: int, won: Any) -> Any:
    """The row after a trick of these two places, seen by who leads then: the leader if he `won`."""
    rest = without(word, max(led, card), min(led, card))
    if not won:
        rest = ~rest & (1 << 2 * tricks - 2) - 1
    return row_of(start, tricks - 1, first - (led < first) - (card < first), rest)


@borrow
def replies(word: int, tricks: int, first: int, led: int) -> Any:
    """The places of the cards that may be played on the one led (§3.2), as a mask."""
    others = ~word & (1 << 2 * tricks) - 1
    colour = (1 << first) - 1
    if led >= first:
        colour = ~colour
    return others & colour if others & colour else others


@borrow
def takes(first: int, led: int, card: int) -> Any:
    """Whether the second card takes the trick."""
    return card > led and (card < first) == (led < first)


@borrow
def answer(table: Solved, tricks: int, first: int, word: int, led: int, card: int) -> Any:
    """What a trick of these two places is worth: (the leader's tricks from here on when both play as well as can be,
    on average with the other at random; the other's on average with the leader at random)."""
    won = not takes(first, led, card)
    after = next_row(table.start, tricks, first, word, led, card, won)
    if won:
        return 1 + table.tricks[after], np.float32(1.0) + table.leading[after], table.following[after]
    return tricks - 1 - table.tricks[after], table.following[after], np.float32(1.0) + table.leading[after]


@borrow
def lead(table: Solved, tricks: int, first: int, word: int, led: int) -> Any:
    """What leading this place is worth: (the leader's tricks when both play as well as can be, on average with the
    other at random; the other's on average with the leader at random)."""
    worst, mean, luck = tricks, np.float32(0.0), np.float32(-1.0)
    cards = replies(word, tricks, first, led)
    ways = count(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        sure, average, fortune = answer(table, tricks, first, word, led, card)
        mean += average
        if sure < worst or (sure == worst and fortune > luck):
            worst, luck = sure, fortune
    return worst, mean / np.float32(ways), luck


@njit
def fill(table: Solved) -> None:
    """Solve all rows of a table, those of fewer tricks first."""
    for tricks in range(1, len(table.start)):
        for first in range(len(table.start)):
            row = table.start[tricks, first]
            if row < 0:
                continue
            word = (1 << tricks) - 1
            while word < 1 << 2 * tricks:
                solve(table, tricks, first, word, row)
                row += 1
                low = word & -word  # the next word with as many ones
                up = word + low
                word = up | (word ^ up) // low >> 2


@borrow
def solve(table: Solved, tricks: int, first: int, word: int, row: int) -> None:
    """Solve one row; those of fewer tricks are."""
    best, hope, total = -1, np.float32(-1.0), np.float32(0.0)
    leads = word
    while leads:
        sure, mean, luck = lead(table, tricks, first, word, lowest(leads))
        leads &= leads - 1
        total += luck
        if sure > best or (sure == best and mean > hope):
            best, hope = sure, mean
    table.tricks[row], table.leading[row], table.following[row] = best, hope, total / np.float32(tricks)


@borrow
def judge(table: Solved, mine: int, theirs: int, led: int, sure: Any, hope: Any) -> None:
    """What each legal card is worth to the seat to act, which holds `mine`; `led`: the card that lies, or -1.

    By card, tricks from this one on: into `sure` (int64, 64) when both play as well as can be, into `hope` (float64,
    64) on average against legal random.
    """
    leads = led < 0
    held = mine if leads else theirs | 1 << led  # of the seat that leads, before the trick
    rest = held | (theirs if leads else mine)
    tricks, first, word = count(held), count(rest & LANE), pattern(held, rest)
    cards = allowed(mine, led)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        place = count(rest & (1 << card) - 1)
        if leads:
            sure[card], hope[card], _ = lead(table, tricks, first, word, place)
        else:
            leaders, _, luck = answer(table, tricks, first, word, count(rest & (1 << led) - 1), place)
            sure[card], hope[card] = tricks - leaders, luck


@borrow
def pattern(held: int, rest: int) -> Any:
    """The word of a position: which of the cards left the leader holds."""
    word, place = 0, 0
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        word |= (held >> card & 1) << place
        place += 1
    return word
