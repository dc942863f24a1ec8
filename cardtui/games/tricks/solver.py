"""Solves every position of one or two colours by retrograde analysis, from the last trick backwards.

Only the order of the cards left in a colour matters. A position before a trick is a *word* of bits: the cards of the
first colour from the lowest to the highest, starting at bit 0, then those of the second; a bit is 1 if the leader holds
the card. With m tricks to come the word has 2m bits, m of them 1, and `first` is the number of bits of the first
colour.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernels import borrow, count, lowest, njit
from .kernel import LANE, allowed

PART = 13
"""Number of bits of a word that are looked up at once."""
WHOLE = (1 << PART) - 1


class Solved(NamedTuple):
    """All positions with up to `n` cards of each colour, in rows given by `row_of`."""

    start: NDArray[np.int64]
    """The row of the lowest word, int64 (tricks, first); -1 if there is none."""
    tricks: NDArray[np.int8]
    """The leader's tricks with best play on both sides, int8."""
    leading: NDArray[np.float32]
    """The leader's expected tricks against random legal play, float32. The leader plays optimally, choosing between
    equally good cards the best one against random play."""
    following: NDArray[np.float32]
    """The other seat's expected tricks with the same strategy when a random player leads, float32."""


def _ranks() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return two tables that rank words of 2 × PART bits among those with as many ones: by upper and by lower half."""
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
    """Solve all positions of two colours with up to n cards each (2 … 13). n = 10 has 430,884 positions."""
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
def row_of(start: NDArray[np.int64], tricks: int, first: int, word: int) -> int:
    """Return the row of a position. `start` is that of `Solved`."""
    row: int = start[tricks, first] + _UPPER[tricks, word >> PART] + _LOWER[word & WHOLE]
    return row


@borrow
def without(word: int, high: int, low: int) -> int:
    """Return the word with two bits removed, at places high > low."""
    word = word & (1 << high) - 1 | word >> high + 1 << high
    return word & (1 << low) - 1 | word >> low + 1 << low


@borrow
def next_row(start: NDArray[np.int64], tricks: int, first: int, word: int, led: int, card: int, won: bool) -> int:
    """Return the row after a trick with these two places, as seen by its winner; `won` if that is the leader."""
    rest = without(word, max(led, card), min(led, card))
    if not won:
        rest = ~rest & (1 << 2 * tricks - 2) - 1
    return row_of(start, tricks - 1, first - (led < first) - (card < first), rest)


@borrow
def replies(word: int, tricks: int, first: int, led: int) -> int:
    """Return the mask of the places that may be played on the card led (§3.2)."""
    others = ~word & (1 << 2 * tricks) - 1
    colour = (1 << first) - 1
    if led >= first:
        colour = ~colour
    return others & colour if others & colour else others


@borrow
def takes(first: int, led: int, card: int) -> bool:
    """Return whether the second card takes the trick."""
    return card > led and (card < first) == (led < first)


@borrow
def answer(
    table: Solved, tricks: int, first: int, word: int, led: int, card: int
) -> tuple[int, np.float32, np.float32]:
    """Return the value of a trick with these two places.

    The values are the leader's tricks from here on with best play, the leader's expected tricks against a random
    player, and the other seat's expected tricks if the leader plays at random.
    """
    won = not takes(first, led, card)
    after = next_row(table.start, tricks, first, word, led, card, won)
    if won:
        return 1 + table.tricks[after], np.float32(1.0) + table.leading[after], table.following[after]
    return tricks - 1 - table.tricks[after], table.following[after], np.float32(1.0) + table.leading[after]


@borrow
def lead(table: Solved, tricks: int, first: int, word: int, led: int) -> tuple[int, np.float32, np.float32]:
    """Return the value of leading this place.

    The values are the leader's tricks with best play, the leader's expected tricks against a random player, and the
    other seat's expected tricks if the leader plays at random.
    """
    worst, mean, luck = tricks, np.float32(0.0), np.float32(-1.0)
    cards = replies(word, tricks, first, led)
    ways = count(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        best_play, average, fortune = answer(table, tricks, first, word, led, card)
        mean += average
        if best_play < worst or (best_play == worst and fortune > luck):
            worst, luck = best_play, fortune
    return worst, mean / np.float32(ways), luck


@njit
def fill(table: Solved) -> None:
    """Solve all rows of a table, in ascending order of tricks."""
    for tricks in range(1, len(table.start)):
        for first in range(len(table.start)):
            row = table.start[tricks, first]
            if row < 0:
                continue
            word = (1 << tricks) - 1
            while word < 1 << 2 * tricks:
                solve(table, tricks, first, word, row)
                row += 1
                low = word & -word  # the next larger word with the same number of ones
                up = word + low
                word = up | (word ^ up) // low >> 2


@borrow
def solve(table: Solved, tricks: int, first: int, word: int, row: int) -> None:
    """Solve one row, given all rows with fewer tricks."""
    best, against_random, total = -1, np.float32(-1.0), np.float32(0.0)
    leads = word
    while leads:
        best_play, mean, luck = lead(table, tricks, first, word, lowest(leads))
        leads &= leads - 1
        total += luck
        if best_play > best or (best_play == best and mean > against_random):
            best, against_random = best_play, mean
    table.tricks[row], table.leading[row], table.following[row] = best, against_random, total / np.float32(tricks)


@borrow
def judge(
    table: Solved, mine: int, theirs: int, led: int, best_play: NDArray[np.int64], against_random: NDArray[np.float64]
) -> None:
    """Write the value of each legal card for the seat to act, which holds `mine`; `led` is the card led, or -1.

    Values are tricks from this one on, indexed by card: `best_play`, int64 (64,), with best play on both sides;
    `against_random`, float64 (64,), the expected number against random legal play.
    """
    leads = led < 0
    held = mine if leads else theirs | 1 << led  # the leader's cards before the trick
    rest = held | (theirs if leads else mine)
    tricks, first, word = count(held), count(rest & LANE), pattern(held, rest)
    cards = allowed(mine, led)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        place = count(rest & (1 << card) - 1)
        if leads:
            best_play[card], against_random[card], _ = lead(table, tricks, first, word, place)
        else:
            leaders, _, luck = answer(table, tricks, first, word, count(rest & (1 << led) - 1), place)
            best_play[card], against_random[card] = tricks - leaders, luck


@borrow
def pattern(held: int, rest: int) -> int:
    """Return the word of a position: which of the remaining cards the leader holds."""
    word, place = 0, 0
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        word |= (held >> card & 1) << place
        place += 1
    return word
