"""Features of the learned Zheng Shang You bots: binary inputs for a seat and each of its moves, compiled.

They describe the position after a move as its seat knows it: the hand left, the move, the unseen cards, what the other
seat laid and declined, the number of cards of both, and how far the hand is from its end. A *view* is an int64 array
(VIEW,): the mover's hand, the unseen cards, the cards the other laid, the number of cards the other holds, the play to
beat, and the lowest single, double and triple that the other declined to beat.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Observation
from cardtui.games.zsy.features import STACK, memory_of, stacked
from cardtui.games.zsy.kernel import (
    DECK,
    HANDS,
    PASSING,
    PLAYED,
    SEAT,
    TABLE,
    at_least,
    beatable,
    losers,
    packed,
    runs,
    total,
)
from cardtui.kernels import borrow, count, lowest, njit

HAND, UNSEEN, THEIRS, LEFT, OVER, DECLINED = range(6)
"""The fields of a view. DECLINED takes three: single, double and triple, `NEVER` if none was declined."""
VIEW = 8

MY_CARDS, MY_MOVE, UNSEEN_CARDS, THEIR_CARDS = 0, STACK, 2 * STACK, 3 * STACK
SINGLES = 4 * STACK
"""The ranks from the lowest declined single upwards; likewise DOUBLES and TRIPLES."""
DOUBLES, TRIPLES = SINGLES + 15, SINGLES + 28
THEIR_LEFT = SINGLES + 41
"""The other's number of cards, 0 … 18, one-hot; MY_LEFT: the seat's own after the move."""
MY_LEFT = THEIR_LEFT + 19
PLAYS = MY_LEFT + 19
"""The fewest plays that lay the hand, one-hot; LOSERS: how many of these plays unseen cards could beat, 0 … 14."""
LOSERS = PLAYS + 15
UNBEATEN, LED, PASSED, WON = range(LOSERS + 15, LOSERS + 19)
"""Whether no unseen cards beat the move; it is a lead; it is a pass; the hand can no longer be stopped."""
INPUTS = WON + 1
ACTIVE = 192
"""Maximum number of inputs that are set at once."""
RULES = "zsy paper"
FEATURES = f"zsy-sight-1: {INPUTS} binary inputs of the position after a move"

Ints: TypeAlias = NDArray[np.int64]


# --- views ------------------------------------------------------------------------------------
def view_of(seen: Observation) -> list[int]:
    """Return the view of the seat to act."""
    me, zones = seen.seat, seen.zones
    table, memory = zones[4].cards, memory_of(seen.history)
    hand, theirs = packed(zones[me].cards), packed(zones[2 + (1 - me)].cards + table)
    unseen = DECK - hand - theirs - packed(zones[2 + me].cards)
    return [hand, unseen, theirs, zones[1 - me].count, packed(table), *memory[3 * (1 - me) : 3 * (1 - me) + 3]]


@borrow
def encode_view(state: Ints, memory: Ints, view: Ints) -> None:
    """Write the view of the seat to act to `view`."""
    me = state[SEAT]
    hand, theirs = state[HANDS + me], state[PLAYED + 1 - me]
    view[HAND], view[THEIRS] = hand, theirs
    view[UNSEEN] = DECK - hand - theirs - state[PLAYED + me]
    view[LEFT], view[OVER] = total(state[HANDS + 1 - me]), state[TABLE]
    for size in range(3):
        view[DECLINED + size] = memory[3 * (1 - me) + size]


# --- inputs -----------------------------------------------------------------------------------
@borrow
def put(mask: int, first: int, out: Ints, end: int) -> int:
    """Append the indices of the set bits of a mask, from input `first` on, to `out[:end]`; return the end."""
    while mask:
        out[end] = first + lowest(mask)
        end += 1
        mask &= mask - 1
    return end


@borrow
def standing(view: Ints, out: Ints) -> Any:
    """Write the indices of the set inputs that do not depend on the move to `out` (ACTIVE,); return their number."""
    end = put(stacked(view[UNSEEN]), UNSEEN_CARDS, out, 0)
    end = put(stacked(view[THEIRS]), THEIR_CARDS, out, end)
    end = put((1 << 15) - (1 << view[DECLINED]), SINGLES, out, end)
    end = put((1 << 13) - (1 << min(view[DECLINED + 1], 13)), DOUBLES, out, end)
    end = put((1 << 13) - (1 << min(view[DECLINED + 2], 13)), TRIPLES, out, end)
    out[end] = THEIR_LEFT + view[LEFT]
    end += 1
    if view[OVER] == 0:
        out[end] = LED
        end += 1
    return end


@borrow
def after(view: Ints, move: int, out: Ints, end: int) -> int:
    """Append the indices of the set inputs that depend on the move to `out[:end]`; return the end."""
    hand, unseen, left = view[HAND] - move, view[UNSEEN], view[LEFT]
    end = put(stacked(hand), MY_CARDS, out, end)
    end = put(stacked(move), MY_MOVE, out, end)
    twos = at_least(hand, 2)
    plays = count(at_least(hand, 1) & ~twos) + runs(twos)
    lost = losers(hand, unseen, left)
    out[end], out[end + 1], out[end + 2] = MY_LEFT + total(hand), PLAYS + min(plays, 14), LOSERS + min(lost, 14)
    end += 3
    if move == PASSING:
        out[end] = PASSED
        return end + 1
    if hand == 0 or not beatable(move, unseen, left):
        out[end] = UNBEATEN
        end += 1
        if lost <= 1:
            out[end] = WON
            end += 1
    return end


@njit
def inputs(view: Ints, moves: Ints, rows: NDArray[np.float32]) -> None:
    """Write the inputs of each move to a row of `rows` (float32, initially zero, (moves, INPUTS))."""
    places = np.empty(ACTIVE, np.int64)
    begin = standing(view, places)
    for row in range(len(moves)):
        end = after(view, moves[row], places, begin)
        for at in range(end):
            rows[row, places[at]] = 1.0
