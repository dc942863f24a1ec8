"""Zheng Shang You with both hands seen, solved exactly: which moves win. Compiled, with a budget of positions.

A depth-first search over who wins, with a table of the positions it has been through. It stops at a lead from which
nobody can stop the hand: all but one of the fewest plays that lay it go over everything the other seat holds.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...kernels import borrow, mix
from .kernel import MAX_LEGAL, beatable, follows, leads, losers, total
from .rules import MAX_TURNS

LOST, WON, OPEN = 0, 1, -1
"""What a move comes to; OPEN: the budget ran out before it was known."""
PLACES = 1 << 16
ENTRY = 4
"""Numbers of one entry of the table: the mover's hand, the other's, the play to beat, and what is known."""


class Workspace(NamedTuple):
    """What a search writes over. Positions that it has solved stay in `table`: they are right for ever."""

    table: Any
    """int64 (PLACES, ENTRY)."""
    moves: Any
    """By depth the moves of a position, int64 (MAX_TURNS + 1, MAX_LEGAL)."""
    frames: Any
    """By depth: hands, play to beat, how many moves, the next one, whether the mover is the one before; (…, 6)."""


def workspace() -> Workspace:
    """An empty one."""
    depth = MAX_TURNS + 1
    return Workspace(
        np.zeros((PLACES, ENTRY), np.int64), np.zeros((depth, MAX_LEGAL), np.int64), np.zeros((depth, 6), np.int64)
    )


MINE, THEIRS, TABLE, NUMBER, NEXT, SAME = range(6)


@borrow
def place_of(mine: int, theirs: int, table: int) -> Any:
    """Where a position stands in the table."""
    word = mix(np.uint64(mine)) + np.uint64(theirs)
    return np.int64((mix(word) + mix(np.uint64(table))) & np.uint64(PLACES - 1))


@borrow
def sort(moves: Any, number: int, mine: int, theirs: int) -> None:
    """Leads in the order in which they are tried: what nothing goes over first, then by how many cards they lay."""
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
def wins(mine: int, theirs: int, over: int, budget: Any, table: Any, moves: Any, frames: Any) -> int:
    """Whether who is to act wins: WON, LOST, or OPEN. over: the play to beat, 0 for a lead; budget: int64 (1,), what
    is left of it afterwards.
    """
    depth, found = 0, OPEN
    frames[0, MINE], frames[0, THEIRS], frames[0, TABLE], frames[0, NUMBER] = mine, theirs, over, -1
    while True:
        frame = frames[depth]
        mine, theirs, over = frame[MINE], frame[THEIRS], frame[TABLE]
        if frame[NUMBER] < 0:  # new here
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
                    for at in range(number - 1):  # passing last
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
                again = move != 0 and not beatable(move, theirs, total(theirs))  # the other can only pass
                child[SAME], child[NUMBER] = again, -1
                child[MINE], child[THEIRS] = (rest, theirs) if again else (theirs, rest)
                child[TABLE] = 0 if again else move
                continue
        if found == OPEN:
            found = LOST  # nothing won
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
    mine: int, theirs: int, options: Any, count: int, budget: Any, table: Any, moves: Any, frames: Any, found: Any
) -> None:
    """What each of the first `count` moves of who is to act comes to, into `found` (int64)."""
    for at in range(count):
        move = options[at]
        rest = mine - move
        if rest == 0:
            found[at] = WON
            continue
        answer = wins(theirs, rest, move, budget, table, moves, frames)
        found[at] = OPEN if answer == OPEN else 1 - answer
