"""Perfect play with any number of colours: alpha-beta with a zero window over positions before a trick.

A position is an int64 of four *lanes* of 16 bits, one a colour, the largest first: from bit 0 the cards left in the
colour from the lowest to the highest, 1 where the seat that leads holds the card, and a 1 above them. So positions that
differ in names of colours, in which cards are gone or in who sits where are one and the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...kernels import borrow, count, highest, lowest
from .kernel import beats

LANES, LANE, WIDTH = 4, 0xFFFF, 16
EMPTY = 1 | 1 << 16 | 1 << 32 | 1 << 48
BITS = 22
MEMORY = 1 << BITS  # entries
HASH = -7046029254386353131  # 2⁶⁴ / golden ratio, as int64
LOW, HIGH, MOVE = 0, 5, 10  # an entry: bounds of the leader's tricks, 5 bits each, and the lead that proved the low one
ENTRY = 31

DEPTH, HAND = 27, 26  # frames; the most cards in a hand
POSITION, NEED, LEAST, MOST, HINT, BEST = range(
    6
)  # a frame: a position of the line being searched, what is known of it
LEADS, TRIED, LED, WORST = range(6, 10)  # leads in all, tried; the one being tried, the least of its answers so far
ANSWERS, ASKED = 10, 11
LEAD, ANSWER, KEEPS = (
    12,
    12 + HAND,
    12 + HAND + LANES,
)  # the leads; after each answer: position, whether the leader leads
FRAME = KEEPS + LANES


def workspace() -> Any:
    """What one thread needs to search, the first two arguments of all below; use it again and again.

    memory: int64 (2, MEMORY), positions and their entries; work: int64 (DEPTH, FRAME).
    """
    return np.zeros((2, MEMORY), np.int64), np.zeros((DEPTH, FRAME), np.int64)


@borrow
def sorted_lanes(a: int, b: int, c: int, d: int) -> Any:
    """The position of these lanes."""
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
def lane(position: int, number: int) -> Any:
    """A lane of a position."""
    return position >> number * WIDTH & LANE


@borrow
def turned(position: int) -> Any:
    """The lanes with the seats exchanged, in the same order."""
    for number in range(LANES):
        position ^= ((1 << highest(lane(position, number))) - 1) << number * WIDTH
    return position


@borrow
def less(position: int, number: int, place: int) -> Any:
    """The lanes without one card, in the same order."""
    here = lane(position, number)
    shorter = here >> place + 1 << place | here & (1 << place) - 1
    return position ^ (here ^ shorter) << number * WIDTH


@borrow
def canonical(position: int) -> Any:
    """The lanes in order."""
    return sorted_lanes(position >> 48, position >> 32 & LANE, position >> 16 & LANE, position & LANE)


@borrow
def sure(position: int) -> Any:
    """Tricks that the leader takes by leading nothing but winners: those above all of the other's cards of a colour,
    and all the rest where they draw the other's last one."""
    found = 0
    for number in range(LANES):
        here = lane(position, number)
        size = highest(here)
        mine = here ^ 1 << size
        theirs = mine ^ (1 << size) - 1
        top = size - 1 - highest(theirs)  # cards above the other's highest
        found += count(mine) if top >= count(theirs) else top
    return found


@borrow
def leads(position: int, hint: int, frame: Any) -> Any:
    """The leads worth trying, into the frame: the one remembered, winners, the others; of neighbours the highest."""
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
def answers(position: int, led: int, frame: Any) -> Any:
    """The answers worth trying, into the frame: the lowest card that takes, the lowest card; or the lowest of each
    other colour."""
    number, place = led >> 4, led & 15
    here = lane(position, number)
    theirs = here ^ (1 << highest(here) + 1) - 1
    rest = less(position, number, place)
    found = 0
    if theirs:
        above, low = theirs >> place << place, lowest(theirs)
        if above:
            frame[ANSWER], frame[KEEPS] = canonical(turned(less(rest, number, lowest(above) - 1))), 0
            found = 1
        if low < place:
            frame[ANSWER + found], frame[KEEPS + found] = canonical(less(rest, number, low)), 1
            found += 1
        return found
    for other in range(LANES):
        there = lane(position, other)
        discards = there ^ (1 << highest(there) + 1) - 1
        if discards and (other == 0 or there != lane(position, other - 1)):
            frame[ANSWER + found], frame[KEEPS + found] = canonical(less(rest, other, lowest(discards))), 1
            found += 1
    return found


@borrow
def known(memory: Any, frame: Any, tricks: int) -> Any:
    """A bound that answers a frame's question at once, or -1 with what is known in the frame."""
    position, need = frame[POSITION], frame[NEED]
    if need <= 0:
        return np.int64(0)
    least = sure(position)
    if least >= need:
        return least
    most = tricks
    if least == 0:
        most = tricks - sure(turned(position))
    if most < need:
        return most
    frame[LEAST], frame[MOST], frame[HINT], frame[BEST], frame[TRIED] = least, most, -1, 0, 0
    at = slot(position)
    if memory[0, at] == position:
        entry = memory[1, at]
        low, high = entry >> LOW & ENTRY, entry >> HIGH & ENTRY
        if low >= need:
            return low
        if high < need:
            return high
        frame[LEAST], frame[MOST], frame[HINT] = max(least, low), min(most, high), (entry >> MOVE) - 1
    return np.int64(-1)


@borrow
def slot(position: int) -> Any:
    """Where memory keeps a position."""
    return (position * HASH) >> 64 - BITS & MEMORY - 1


@borrow
def keep(memory: Any, frame: Any, least: int, most: int, move: int) -> None:
    """Remember what was found of a frame."""
    at = slot(frame[POSITION])
    memory[0, at] = frame[POSITION]
    memory[1, at] = least << LOW | most << HIGH | move + 1 << MOVE


@borrow
def search(memory: Any, work: Any, position: int, tricks: int, need: int) -> Any:
    """What the leader takes, as a bound: `need` or more is at most the value, less is at least the value.

    Only some leads and answers are tried (`leads`, `answers`): no other card is better, which
    tests/tricks/test_solver.py holds against all cards. The line being searched lies in `work`, a frame a trick.
    """
    depth = 0
    work[0, POSITION], work[0, NEED] = position, need
    while True:
        frame = work[depth]
        left = tricks - depth
        value = known(memory, frame, left)
        if value < 0:
            frame[LEADS] = leads(frame[POSITION], frame[HINT], frame)
            frame[WORST], frame[ANSWERS], frame[ASKED] = -1, 0, 0
        while True:  # back from an answer, with its value, or on with the next answer or lead
            if value >= 0:
                if depth == 0:
                    return value
                depth -= 1
                frame = work[depth]
                left = tricks - depth
                took = 1 + value if frame[KEEPS + frame[ASKED] - 1] else left - 1 - value
                frame[WORST] = min(frame[WORST], took)
            if frame[WORST] < frame[NEED] or frame[ASKED] == frame[ANSWERS]:  # the lead is decided
                frame[BEST] = max(frame[BEST], frame[WORST])
                if frame[WORST] >= frame[NEED]:
                    keep(memory, frame, max(frame[LEAST], frame[WORST]), frame[MOST], frame[LED])
                    value = frame[WORST]
                    continue
                if frame[TRIED] == frame[LEADS]:
                    keep(memory, frame, frame[LEAST], min(frame[MOST], frame[BEST]), frame[HINT])
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
def tricks_of(memory: Any, work: Any, position: int, tricks: int) -> Any:
    """What the leader takes when both play as well as can be."""
    low, high, need = sure(position), np.int64(tricks), np.int64(tricks + 1 >> 1)
    while low < high:
        need = min(max(need, low + 1), high)
        value = search(memory, work, position, tricks, need)
        if value >= need:
            low = value
        else:
            high = value
    return low


@borrow
def position_of(held: int, rest: int) -> Any:
    """The lanes, not yet in order, of cards of the kernel: those left, and of them those that the leader holds."""
    position = EMPTY
    while rest:
        card = highest(rest)
        rest ^= 1 << card
        number = card >> 4
        here = lane(position, number)
        position ^= (here ^ (here << 1 | held >> card & 1)) << number * WIDTH
    return position


@borrow
def lead_worth(memory: Any, work: Any, held: int, rest: int, card: int) -> Any:
    """What the leader takes after this lead. held, rest: as for `position_of`."""
    tricks = count(held)
    led = card & ~15 | count(rest & (1 << card) - 1 & LANE << (card & ~15))
    frame = work[DEPTH - 1]  # no search of what comes after a lead gets there
    found = answers(position_of(held, rest), led, frame)
    least = np.int64(tricks)
    for answer in range(found):
        value = tricks_of(memory, work, frame[ANSWER + answer], tricks - 1)
        least = min(least, 1 + value if frame[KEEPS + answer] else tricks - 1 - value)
    return least


@borrow
def answer_worth(memory: Any, work: Any, held: int, rest: int, led: int, card: int) -> Any:
    """What the seat that follows takes after playing `card` on `led`; held, rest: before the trick, of who led."""
    tricks = count(held)
    after = position_of(held & ~(1 << led), rest & ~(1 << led | 1 << card))
    if beats(card, led):
        return 1 + tricks_of(memory, work, canonical(turned(after)), tricks - 1)
    return tricks - 1 - tricks_of(memory, work, canonical(after), tricks - 1)
