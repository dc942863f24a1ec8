"""Solves Zheng Shang You with open hands exactly: which moves win. Compiled, with a budget of positions.

A depth-first search for the winner with a transposition table. It stops at a lead whose hand cannot be stopped: the
other seat's cards can beat at most one of the fewest plays that lay the hand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...kernels import borrow, mix
from .kernel import MAX_LEGAL, beatable, follows, leads, losers, total
from .rules import MAX_TURNS

LOST, WON, OPEN = 0, 1, -1
"""The result of a move. OPEN: not known, because the budget ran out."""
PLACES = 1 << 16
ENTRY = 4
"""Fields of a table entry: the mover's hand, the other hand, the play to beat, the result."""


class Workspace(NamedTuple):
    """The memory of a search. Solved positions stay in `table` and remain valid."""

    table: NDArray[np.int64]
    """The transposition table, int64 (PLACES, ENTRY)."""
    moves: NDArray[np.int64]
    """The moves of a position by depth, int64 (MAX_TURNS + 1, MAX_LEGAL)."""
    frames: NDArray[np.int64]
    """By depth, int64 (MAX_TURNS + 1, 6): both hands, the play to beat, the number of moves, the next move, whether the
    mover stays the same."""


def workspace() -> Workspace:
    """Return an empty workspace."""
    depth = MAX_TURNS + 1
    return Workspace(
        np.zeros((PLACES, ENTRY), np.int64), np.zeros((depth, MAX_LEGAL), np.int64), np.zeros((depth, 6), np.int64)
    )


MINE, THEIRS, TABLE, NUMBER, NEXT, SAME = range(6)


@borrow
def place_of(mine: int, theirs: int, table: int) -> int:
    """Return the index of a position in the table."""
    word = mix(np.uint64(mine)) + np.uint64(theirs)
    return int(np.int64((mix(word) + mix(np.uint64(table))) & np.uint64(PLACES - 1)))


@borrow
def sort(moves: NDArray[np.int64], number: int, mine: int, theirs: int) -> None:
    """Sort the first `number` leads for the search: first those that cannot be beaten, then by number of cards."""
    left = total(theirs)
    for at in range(1, number):
        move = moves[at]
        rank = total(move) + (0 if beatable(move, theirs, left) else 32)
        place = at
        while place:
            before = moves[place - 1]
            if total(before) + (0 if beatable(before, theirs, left) else 32) >= rank:
                break
            moves[place] = before
            place -= 1
        moves[place] = move


@borrow
def wins(
    mine: int,
    theirs: int,
    over: int,
    budget: NDArray[np.int64],
    table: NDArray[np.int64],
    moves: NDArray[np.int64],
    frames: NDArray[np.int64],
) -> int:
    """Return whether the seat to act wins: WON, LOST or OPEN.

    `over` is the play to beat, 0 for a lead. `budget` (int64 (1,)) is decreased by the positions searched. The other
    arrays are those of a `Workspace`.
    """
    depth, found = 0, OPEN
    frames[0, MINE], frames[0, THEIRS], frames[0, TABLE], frames[0, NUMBER] = mine, theirs, over, -1
    while True:
        frame = frames[depth]
        mine, theirs, over = frame[MINE], frame[THEIRS], frame[TABLE]
        if frame[NUMBER] < 0:  # a new position
            entry = table[place_of(mine, theirs, over)]
            if over == 0 and losers(mine, theirs, total(theirs)) <= 1:
                found = WON
            elif entry[0] == mine and entry[1] == theirs and entry[2] == over:
                found = entry[3]
            else:
                budget[0] -= 1
                if budget[0] < 0:
                    return OPEN
                if over:
                    number = follows(mine, over, moves[depth])
                    for at in range(number - 1):  # try passing last
                        moves[depth, at] = moves[depth, at + 1]
                    moves[depth, number - 1] = 0
                else:
                    number = leads(mine, moves[depth])
                    sort(moves[depth], number, mine, theirs)
                frame[NUMBER], frame[NEXT] = number, 0
                found = OPEN
        if found == OPEN and frame[NEXT] < frame[NUMBER]:  # try the next move
            move = moves[depth, frame[NEXT]]
            frame[NEXT] += 1
            rest = mine - move
            if rest == 0:
                found = WON
            else:
                depth += 1
                child = frames[depth]
                again = move != 0 and not beatable(move, theirs, total(theirs))  # the other seat can only pass
                child[SAME], child[NUMBER] = again, -1
                child[MINE], child[THEIRS] = (rest, theirs) if again else (theirs, rest)
                child[TABLE] = 0 if again else move
                continue
        if found == OPEN:
            found = LOST  # no move wins
        if frame[NUMBER] >= 0:
            entry = table[place_of(mine, theirs, over)]
            entry[0], entry[1], entry[2], entry[3] = mine, theirs, over, found
        if depth == 0:
            return found
        for_parent = found if frame[SAME] else 1 - found
        depth -= 1
        found = WON if for_parent == WON else OPEN


@borrow
def judge(
    mine: int,
    theirs: int,
    options: NDArray[np.int64],
    count: int,
    budget: NDArray[np.int64],
    table: NDArray[np.int64],
    moves: NDArray[np.int64],
    frames: NDArray[np.int64],
    found: NDArray[np.int64],
) -> None:
    """Write the result of each of the first `count` moves of the seat to act to `found`.

    options, found: int64 (count,) or longer; budget: int64 (1,), as for `wins`; then the fields of a `Workspace`.
    """
    for at in range(count):
        move = options[at]
        rest = mine - move
        if rest == 0:
            found[at] = WON
            continue
        answer = wins(theirs, rest, move, budget, table, moves, frames)
        found[at] = OPEN if answer == OPEN else 1 - answer
