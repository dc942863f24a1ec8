"""What yaniv-td and yaniv-net remember of each seat's moves. Plain Python for the players, compiled elsewhere.

It is kept in MEMORY fields of an int array: those named below, then two for each card number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

# sequences in the players, arrays in kernels
Integers: TypeAlias = list[int] | NDArray[np.int64]
Cards: TypeAlias = Sequence[int] | NDArray[np.int64]

MEMORY = 37
TURNS, NOT_SEMIRANDOM, NOT_GREEDY, LAST, SHAPE, BEFORE, TOOK, DREW, OFFERED = range(9)
"""Moves made; moves inconsistent with the document's two players; the highest number last laid, its shape (1 card, 2
set, 3 run), and the number laid before; the last take (0 stack, 1 pile), and the card taken from the pile, or -1; the
number that could have been taken."""
LAID_AT, PASSED_AT = 9, 23
"""By number: the move (1 …) at which it was last laid, and at which it was last left on the pile in favour of the
stack. 0: not since the seat last took it from the pile."""


def number_of(card: int) -> int:
    """Return the number of a card, 1 … 13, or 0 for a joker."""
    return 0 if card >= 52 else (card >> 2) + 1


def remember(row: Integers, at: int, laid: Cards, size: int, taken: int, top: int, known: Cards, held: int) -> None:
    """Record a move in a seat's memory, `row[at:at + MEMORY]`.

    laid, size: the cards laid and their number; taken: the card from the pile or -1; top: the card that the take `last`
    would get; known, held: the cards taken from the pile that the seat still held before this move, and their number.
    """
    lowest = highest = number_of(laid[0])
    for place in range(1, size):
        number = number_of(laid[place])
        lowest = min(lowest, number)
        highest = max(highest, number)
    shape = 1 if size == 1 else 2 if lowest == highest else 3
    semirandom = shape < 3 and (taken >= 0) == (number_of(top) < lowest)
    greedy = shape < 3
    recent = row[at + DREW]
    from_recent = False
    for place in range(size):
        from_recent = from_recent or laid[place] == recent
    if row[at + TURNS] > 0 and row[at + SHAPE] == 1 and row[at + TOOK] == 1 and not from_recent:
        greedy = greedy and shape == 1 and highest < row[at + LAST]
    for place in range(held):
        own = False
        for other in range(size):
            own = own or laid[other] == known[place]
        if own:
            continue
        number = number_of(known[place])
        if number == lowest:
            semirandom = greedy = False
        if shape == 1 and number > highest:
            greedy = False
    row[at + TURNS] += 1
    row[at + OFFERED] = number_of(top)
    for place in range(size):
        row[at + LAID_AT + number_of(laid[place])] = row[at + TURNS]
    if taken < 0:
        row[at + PASSED_AT + number_of(top)] = row[at + TURNS]
    else:
        row[at + LAID_AT + number_of(taken)] = row[at + PASSED_AT + number_of(taken)] = 0
    row[at + NOT_SEMIRANDOM] += 0 if semirandom else 1
    row[at + NOT_GREEDY] += 0 if greedy else 1
    row[at + BEFORE] = row[at + LAST]
    row[at + LAST] = highest
    row[at + SHAPE] = shape
    row[at + TOOK] = 0 if taken < 0 else 1
    row[at + DREW] = taken


def kind_of(row: Integers, at: int) -> int:
    """Classify a seat's moves: 0 none yet, 1 undecided, 2 semirandom, 3 greedy, 4 neither."""
    turns = row[at + TURNS]
    if turns == 0:
        return 0
    if row[at + NOT_SEMIRANDOM] == 0:
        return 2 if row[at + NOT_GREEDY] > 0 or turns > 3 else 1
    return 3 if row[at + NOT_GREEDY] == 0 else 4


def recent(row: Integers, at: int, field: int, number: int) -> int:
    """Return how many moves ago LAID_AT or PASSED_AT last recorded a number: 0 (the last move) … 4, or 5 for never."""
    turn = row[at + field + number]
    return 5 if turn == 0 else min(row[at + TURNS] - turn, 4)


COMPILED = (number_of, remember, kind_of, recent)
"""All functions of this module, which td_kernel makes callable from kernels."""
