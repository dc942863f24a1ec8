"""Solves a single position with up to four colours: how many tricks the leader takes with best play on both sides.

An alpha-beta search with a zero window, over positions before a trick. A position is an int64 of four *lanes*, 16 bits
for each colour, in descending order. A lane has a bit for each card left in the colour, from the lowest at bit 0 to the
highest: 1 if the leader holds the card, 0 if the other seat does. A 1 above these bits marks their number. So positions
that differ only in the names of colours, the cards played or the seats are identical.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...kernels import borrow, count, highest, lowest
from .kernel import beats

LANES, LANE, WIDTH = 4, 0xFFFF, 16
EMPTY = 1 | 1 << 16 | 1 << 32 | 1 << 48
BITS = 22
MEMORY = 1 << BITS  # number of entries
HASH = -7046029254386353131  # 2⁶⁴ / golden ratio, as int64
LOW, HIGH, MOVE = 0, 5, 10  # of an entry: bounds of the leader's tricks, 5 bits each, and the lead that proved LOW
ENTRY = 31

DEPTH, HAND = 27, 26  # maximum number of frames, and of cards in a hand
# a frame holds a position on the current line and what is known about it
POSITION, NEED, LEAST, MOST, HINT, BEST = range(6)
LEADS, TRIED, LED, WORST = range(6, 10)  # number of leads, tried so far; the current lead, its worst answer so far
ANSWERS, ASKED = 10, 11  # number of answers to the current lead, tried so far
LEAD = 12  # the leads
ANSWER = LEAD + HAND  # by answer: the position after it
KEEPS = ANSWER + LANES  # by answer: whether the leader leads again
FRAME = KEEPS + LANES

Memory: TypeAlias = NDArray[np.int64]
"""The transposition table: int64 (2, MEMORY), positions and their entries."""
Work: TypeAlias = NDArray[np.int64]
"""The current line: int64 (DEPTH, FRAME), a frame for each trick."""
Frame: TypeAlias = NDArray[np.int64]
"""One of these frames: int64 (FRAME,)."""


def workspace() -> tuple[Memory, Work]:
    """Return the memory for one thread, the first two arguments of the functions below. It can be reused."""
    return np.zeros((2, MEMORY), np.int64), np.zeros((DEPTH, FRAME), np.int64)


@borrow
def sorted_lanes(a: int, b: int, c: int, d: int) -> int:
    """Return the position with these lanes, sorted."""
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    return a << 48 | b << 32 | c << 16 | d


@borrow
def lane(position: int, number: int) -> int:
    """Return a lane of a position; lane 0 has the lowest bits."""
    return position >> number * WIDTH & LANE


@borrow
def swapped_seats(position: int) -> int:
    """Return the position with the seats exchanged, keeping the order of lanes."""
    for number in range(LANES):
        position ^= ((1 << highest(lane(position, number))) - 1) << number * WIDTH
    return position


@borrow
def without_card(position: int, number: int, place: int) -> int:
    """Return the position without one card, keeping the order of lanes."""
    here = lane(position, number)
    shorter = here >> place + 1 << place | here & (1 << place) - 1
    return position ^ (here ^ shorter) << number * WIDTH


@borrow
def canonical(position: int) -> int:
    """Return the position with its lanes sorted."""
    return sorted_lanes(position >> 48, position >> 32 & LANE, position >> 16 & LANE, position & LANE)


@borrow
def winners_bound(position: int) -> int:
    """Return a lower bound of the leader's tricks from leading only winners.

    Winners are the cards above all of the other seat's cards in a colour, and the rest of the colour if they draw the
    other seat's last one.
    """
    found = 0
    for number in range(LANES):
        here = lane(position, number)
        size = highest(here)
        mine = here ^ 1 << size
        theirs = mine ^ (1 << size) - 1
        top = size - 1 - highest(theirs)  # number of cards above the other's highest
        found += count(mine) if top >= count(theirs) else top
    return found


@borrow
def leads(position: int, hint: int, frame: Frame) -> int:
    """Write the leads worth trying to the frame, and return their number.

    The remembered lead comes first, then winners, then the others; of adjacent cards only the highest is tried.
    """
    found = 0
    for turn in range(3):
        for number in range(LANES):
            here = lane(position, number)
            if number and here == lane(position, number - 1):
                continue
            size = highest(here)
            mine = here ^ 1 << size
            theirs = mine ^ (1 << size) - 1
            tops = mine & ~(mine >> 1)
            while tops:
                place = highest(tops)
                tops ^= 1 << place
                led = number << 4 | place
                wins = theirs >> place == 0
                if turn == (0 if led == hint else 1 if wins else 2):
                    frame[LEAD + found] = led
                    found += 1
    return found


@borrow
def answers(position: int, led: int, frame: Frame) -> int:
    """Write the answers worth trying to the frame, and return their number.

    They are the lowest card that takes the trick and the lowest card; without cards of the colour, the lowest card of
    each other colour.
    """
    number, place = led >> 4, led & 15
    here = lane(position, number)
    theirs = here ^ (1 << highest(here) + 1) - 1
    rest = without_card(position, number, place)
    found = 0
    if theirs:
        above, low = theirs >> place << place, lowest(theirs)
        if above:
            frame[ANSWER], frame[KEEPS] = canonical(swapped_seats(without_card(rest, number, lowest(above) - 1))), 0
            found = 1
        if low < place:
            frame[ANSWER + found], frame[KEEPS + found] = canonical(without_card(rest, number, low)), 1
            found += 1
        return found
    for other in range(LANES):
        there = lane(position, other)
        discards = there ^ (1 << highest(there) + 1) - 1
        if discards and (other == 0 or there != lane(position, other - 1)):
            frame[ANSWER + found], frame[KEEPS + found] = canonical(without_card(rest, other, lowest(discards))), 1
            found += 1
    return found


@borrow
def probe_table(memory: Memory, frame: Frame, tricks: int) -> int:
    """Return a bound that decides a frame's question, or -1 after writing the known bounds to the frame."""
    position, need = frame[POSITION], frame[NEED]
    if need <= 0:
        return 0
    least = winners_bound(position)
    if least >= need:
        return least
    most = tricks
    if least == 0:
        most = tricks - winners_bound(swapped_seats(position))
    if most < need:
        return most
    frame[LEAST], frame[MOST], frame[HINT], frame[BEST], frame[TRIED] = least, most, -1, 0, 0
    at = slot(position)
    if memory[0, at] == position:
        entry = memory[1, at]
        low: int = entry >> LOW & ENTRY
        high: int = entry >> HIGH & ENTRY
        if low >= need:
            return low
        if high < need:
            return high
        frame[LEAST], frame[MOST], frame[HINT] = max(least, low), min(most, high), (entry >> MOVE) - 1
    return -1


@borrow
def slot(position: int) -> int:
    """Return the memory slot of a position."""
    return (position * HASH) >> 64 - BITS & MEMORY - 1


@borrow
def store(memory: Memory, frame: Frame, least: int, most: int, move: int) -> None:
    """Store the result of a frame in memory."""
    at = slot(frame[POSITION])
    memory[0, at] = frame[POSITION]
    memory[1, at] = least << LOW | most << HIGH | move + 1 << MOVE


@borrow
def search(memory: Memory, work: Work, position: int, tricks: int, need: int) -> int:
    """Return a bound of the leader's tricks: if `need` or more, a lower bound, otherwise an upper bound.

    Only some leads and answers are tried (`leads`, `answers`); tests/tricks/test_solver.py checks that no other card is
    better. `work` holds the current line, one frame per trick.
    """
    depth = 0
    work[0, POSITION], work[0, NEED] = position, need
    while True:
        frame = work[depth]
        left = tricks - depth
        value = probe_table(memory, frame, left)
        if value < 0:
            frame[LEADS] = leads(frame[POSITION], frame[HINT], frame)
            frame[WORST], frame[ANSWERS], frame[ASKED] = -1, 0, 0
        while True:  # go back with the value of an answer, or on to the next answer or lead
            if value >= 0:
                if depth == 0:
                    return value
                depth -= 1
                frame = work[depth]
                left = tricks - depth
                took = 1 + value if frame[KEEPS + frame[ASKED] - 1] else left - 1 - value
                frame[WORST] = min(frame[WORST], took)
            if frame[WORST] < frame[NEED] or frame[ASKED] == frame[ANSWERS]:  # this lead is decided
                frame[BEST] = max(frame[BEST], frame[WORST])
                if frame[WORST] >= frame[NEED]:
                    store(memory, frame, max(frame[LEAST], frame[WORST]), frame[MOST], frame[LED])
                    value = frame[WORST]
                    continue
                if frame[TRIED] == frame[LEADS]:
                    store(memory, frame, frame[LEAST], min(frame[MOST], frame[BEST]), frame[HINT])
                    value = frame[BEST]
                    continue
                frame[LED] = frame[LEAD + frame[TRIED]]
                frame[TRIED] += 1
                frame[WORST], frame[ASKED] = left, 0
                frame[ANSWERS] = answers(frame[POSITION], frame[LED], frame)
            below = work[depth + 1]
            below[POSITION] = frame[ANSWER + frame[ASKED]]
            below[NEED] = frame[NEED] - 1 if frame[KEEPS + frame[ASKED]] else left - frame[NEED]
            frame[ASKED] += 1
            depth += 1
            break


@borrow
def tricks_of(memory: Memory, work: Work, position: int, tricks: int) -> int:
    """Return the leader's tricks with best play on both sides."""
    low, high, need = winners_bound(position), tricks, tricks + 1 >> 1
    while low < high:
        need = min(max(need, low + 1), high)
        value = search(memory, work, position, tricks, need)
        if value >= need:
            low = value
        else:
            high = value
    return low


@borrow
def position_of(held: int, rest: int) -> int:
    """Return the unsorted lanes of a position, given the remaining cards and which of them the leader holds."""
    position = EMPTY
    while rest:
        card = highest(rest)
        rest ^= 1 << card
        number = card >> 4
        here = lane(position, number)
        position ^= (here ^ (here << 1 | held >> card & 1)) << number * WIDTH
    return position


@borrow
def lead_worth(memory: Memory, work: Work, held: int, rest: int, card: int) -> int:
    """Return the leader's tricks after leading `card`. For `held` and `rest` see `position_of`."""
    tricks = count(held)
    led = card & ~15 | count(rest & (1 << card) - 1 & LANE << (card & ~15))
    frame = work[DEPTH - 1]  # a frame that the searches below do not use
    found = answers(position_of(held, rest), led, frame)
    least = tricks
    for answer in range(found):
        value = tricks_of(memory, work, frame[ANSWER + answer], tricks - 1)
        least = min(least, 1 + value if frame[KEEPS + answer] else tricks - 1 - value)
    return least


@borrow
def answer_worth(memory: Memory, work: Work, held: int, rest: int, led: int, card: int) -> int:
    """Return the other seat's tricks after playing `card` on `led`. `held` and `rest` are those before the trick."""
    tricks = count(held)
    after = position_of(held & ~(1 << led), rest & ~(1 << led | 1 << card))
    if beats(card, led):
        return 1 + tricks_of(memory, work, canonical(swapped_seats(after)), tricks - 1)
    return tricks - 1 - tricks_of(memory, work, canonical(after), tricks - 1)
