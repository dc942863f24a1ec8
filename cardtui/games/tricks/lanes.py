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


def workspace() -> Any:
    """What one thread needs to search, the first two arguments of all below; use it again and again.

    memory: int64 (2, MEMORY), positions and their entries; nodes: int64 (1,), counted.
    """
    return np.zeros((2, MEMORY), np.int64), np.zeros(1, np.int64)


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
def search(memory: Any, nodes: Any, position: int, tricks: int, need: int) -> Any:
    """What the leader takes, as a bound: `need` or more is at most the value, less is at least the value.

    Who follows takes with the lowest card that takes, or plays the lowest; of neighbours of
    one seat the highest is led: no other card is better (tests/test_tricks_solver.py holds that against all cards).
    """
    nodes[0] += 1
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
    at = (position * HASH) >> 64 - BITS & MEMORY - 1
    hint = -1
    if memory[0, at] == position:
        entry = memory[1, at]
        if entry >> LOW & ENTRY >= need:
            return entry >> LOW & ENTRY
        if entry >> HIGH & ENTRY < need:
            return entry >> HIGH & ENTRY
        least, most = max(least, entry >> LOW & ENTRY), min(most, entry >> HIGH & ENTRY)
        hint = (entry >> MOVE) - 1
    best: Any = np.int64(0)
    for turn in range(3):  # the lead remembered, winners, the others
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
                winner = theirs >> place == 0
                if (turn == 0) != (led == hint) or (turn == 1 and not winner) or (turn == 2 and winner):
                    continue
                value = after_lead(memory, nodes, position, tricks, need, number, place, theirs)
                if value >= need:
                    memory[0, at], memory[1, at] = position, max(least, value) << LOW | most << HIGH | led + 1 << MOVE
                    return value
                best = max(best, value)
    memory[0, at], memory[1, at] = position, least << LOW | min(most, best) << HIGH | hint + 1 << MOVE
    return best


@borrow
def after_lead(
    memory: Any, nodes: Any, position: int, tricks: int, need: int, number: int, place: int, theirs: int
) -> Any:
    """`search` after a lead, the least over the answers."""
    rest = less(position, number, place)
    value = np.int64(tricks)
    if theirs == 0:
        for other in range(LANES):
            there = lane(position, other)
            discards = there ^ (1 << highest(there) + 1) - 1
            if discards and (other == 0 or there != lane(position, other - 1)):
                then = canonical(less(rest, other, lowest(discards)))
                value = min(value, 1 + search(memory, nodes, then, tricks - 1, need - 1))
                if value < need:
                    break
        return value
    above = theirs >> place << place
    if above:
        then = canonical(turned(less(rest, number, lowest(above) - 1)))
        value = tricks - 1 - search(memory, nodes, then, tricks - 1, tricks - need)
    low = lowest(theirs)
    if low < place and value >= need:
        then = canonical(less(rest, number, low))
        value = min(value, 1 + search(memory, nodes, then, tricks - 1, need - 1))
    return value


@borrow
def tricks_of(memory: Any, nodes: Any, position: int, tricks: int) -> Any:
    """What the leader takes when both play as well as can be."""
    low, high, need = sure(position), np.int64(tricks), np.int64(tricks + 1 >> 1)
    while low < high:
        need = min(max(need, low + 1), high)
        value = search(memory, nodes, position, np.int64(tricks), np.int64(need))
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
def lead_worth(memory: Any, nodes: Any, held: int, rest: int, card: int) -> Any:
    """What the leader takes after this lead. held, rest: as for `position_of`."""
    position, tricks = position_of(held, rest), count(held)
    number, place = card >> 4, count(rest & (1 << card) - 1 & LANE << (card & ~15))
    here = lane(position, number)
    theirs = here ^ (1 << highest(here) + 1) - 1
    low, high, need = np.int64(0), np.int64(tricks), tricks_of(memory, nodes, canonical(position), tricks)
    while low < high:
        need = min(max(need, low + 1), high)
        value = after_lead(memory, nodes, position, tricks, need, number, place, theirs)
        if value >= need:
            low = value
        else:
            high = value
    return low


@borrow
def answer_worth(memory: Any, nodes: Any, held: int, rest: int, led: int, card: int) -> Any:
    """What the seat that follows takes after playing `card` on `led`; held, rest: before the trick, of who led."""
    tricks = count(held)
    after = position_of(held & ~(1 << led), rest & ~(1 << led | 1 << card))
    if beats(card, led):
        return 1 + tricks_of(memory, nodes, canonical(turned(after)), tricks - 1)
    return tricks - 1 - tricks_of(memory, nodes, canonical(after), tricks - 1)
