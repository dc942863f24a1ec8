"""The inputs of yaniv-net: what a seat sees, what an action leaves behind, and how the match stands.

Inputs are binary. Of thousands only a few are active, so a list of their numbers is all that the first layer needs. The
rules and the totals of the match are among them. Other seats come in the order of play. The next one has inputs of its
own, since it may take what is laid; all further ones share theirs. For a call, all inputs are separate ones: what is
seen means something else for it.
"""

from __future__ import annotations

import numpy as np

from cardtui.games.yaniv.kernel import (
    ASSAF,
    AT,
    BURIED,
    CALL,
    END,
    END_A,
    END_B,
    ENDS,
    HANDS,
    JOKER_MASK,
    JOKERS,
    KNOWN,
    LAID,
    POINTS,
    SCORE,
    SCORES,
    SEAT,
    SEATS,
    TEN,
    TURN,
    discards,
    laid_mask,
    points_of,
)
from cardtui.kernels import borrow, count, lowest

from . import td_kernel  # noqa: F401  # makes the functions of move_memory callable from kernels
from .move_memory import (
    BEFORE,
    DREW,
    LAID_AT,
    LAST,
    MEMORY,
    OFFERED,
    PASSED_AT,
    SHAPE,
    TOOK,
    TURNS,
    kind_of,
    number_of,
    recent,
)
from .standing import HALVE, LIMIT, TOTALS, Doubles, Ints, lands, share_class, starts

CARDS, NUMBERS = 54, 14
LEVELS = 21
"""Number of classes of a total: twentieths of the limit, and above."""
NEAR = 51
"""Number of classes of the points left until the limit, and of the points of a hand."""

# --- the sizes of the groups of inputs, and where each group begins -----------------------------
# one input of each group is active; in groups of cards or numbers, one for each card or number
_rules = (
    5,  # 0: seats, from 2 on
    3,  # 1: jokers
    1,  # 2: whether faces count 10
    1,  # 3: whether both ends of the pile can be taken
    1,  # 4: whether points are scored
    1,  # 5: whether totals are halved
    1,  # 6: whether there is a limit
    15,  # 7: the points with which a call is allowed, from 1 on
    6,  # 8: the points for a call that fails, in tens
)
_totals = (
    LEVELS,  # 0: the own total
    LEVELS,  # 1: the lowest total of another seat, less the own
    LEVELS,  # 2: the highest one, less the own
    NEAR,  # 3: the points left until the limit
)
_opponent = (
    5,  # 0: cards held, from 1 on
    6,  # 1: how many of them are not known
    8,  # 2: its turns, the last class for more
    5,  # 3: how it plays, as by `kind_of`
    16,  # 4: the points of its known cards
    3 * NUMBERS,  # 5: the highest number that it laid last, and its shape
    NUMBERS,  # 6: the number laid before
    NUMBERS + 1,  # 7: the number taken from the pile, from 1 on, or 0
    NUMBERS,  # 8: the number that it left there for the stack
    CARDS,  # 9: its known cards
    NUMBERS,  # 10: their numbers
    5 * NUMBERS,  # 11: by number, how many of its turns ago it laid one
    5 * NUMBERS,  # 12: by number, how many of its turns ago it left one on the pile
    LEVELS,  # 13: its total
    NEAR,  # 14: the points that it has left until the limit
)
_course = (
    CARDS,  # 0: the cards on the pile
    5 * NUMBERS,  # 1: by number, how many cards are unseen
    12,  # 2: the mean points of an unseen card, in halves from 4 on
    16,  # 3: rounds
    16,  # 4: cards in the stack
    6,  # 5: how many own cards the others know
    5,  # 6: the fewest cards of another seat, from 1 on
    16,  # 7: the fewest points of another seat, unknown cards at 4
)


RULE_AT = starts(_rules, 0)
TOTAL_AT = starts(_totals, RULE_AT[-1])
NEXT_AT = TOTAL_AT[-1]
OPPONENT = sum(_opponent)
FIELD = starts(_opponent, 0)
COURSE_AT = starts(_course, NEXT_AT + 2 * OPPONENT)
TABLE = COURSE_AT[-1]
"""Number of inputs that all discards of a turn share. A call has as many inputs, from TABLE on."""
_after = (
    CARDS,  # 0: the cards kept
    4 * NUMBERS,  # 1: their numbers, and how many cards of each
    10,  # 2: the size of the hand, and whether one of its cards is yet to be drawn
    2 * NEAR,  # 3: the same with its points
    2 * NEAR,  # 4: the same with the points left after laying the most expensive next discard
    CARDS,  # 5: the cards left to the next seat
    NUMBERS,  # 6: their numbers
    4,  # 7: how many cards of such a number the next seat is known to hold
    2,  # 8: whether one makes a run with its known cards
    12,  # 9: two cards kept that one more card makes a run: with a joker or not, a gap or not, cards unseen
    16,  # 10: the cards kept of a number, and how many more are unseen
    6,  # 11: the fewest points of a card left to the next seat, in twos
    3,  # 12: where the own total would land, as by `lands`
    6,  # 13: how many of the cards kept the others know
    NEAR,  # 14: the points of a hand that calls
)
AFTER_AT = starts(_after, 2 * TABLE)
INPUTS = AFTER_AT[-1]
"""Number of inputs of the values."""
ACTIVE = 512
"""More inputs than can be active at once."""


@borrow
def opponent_inputs(state: Ints, memory: Ints, standing: Doubles, seat: int, at: int, active: Ints, size: int) -> int:
    """Append what is known of another seat, from input `at` on; return the new size."""
    row = seat * MEMORY
    held, known = count(state[HANDS + seat]), state[KNOWN + seat]
    turns = memory[row + TURNS]
    active[size] = at + FIELD[0] + held - 1
    active[size + 1] = at + FIELD[1] + held - count(known)
    active[size + 2] = at + FIELD[2] + min(turns, 7)
    active[size + 3] = at + FIELD[3] + kind_of(memory, row)
    active[size + 4] = at + FIELD[4] + min(points_of(state, known), 15)
    size += 5
    if turns:
        active[size] = at + FIELD[5] + memory[row + LAST] * 3 + memory[row + SHAPE] - 1
        active[size + 1] = (
            at + FIELD[7] + (1 + number_of(memory[row + DREW]) if memory[row + TOOK] and memory[row + DREW] >= 0 else 0)
        )
        size += 2
        if not memory[row + TOOK]:
            active[size] = at + FIELD[8] + memory[row + OFFERED]
            size += 1
    if turns > 1:
        active[size] = at + FIELD[6] + memory[row + BEFORE]
        size += 1
    while known:
        card = lowest(known)
        known &= known - 1
        active[size] = at + FIELD[9] + card
        active[size + 1] = at + FIELD[10] + number_of(card)
        size += 2
    for number in range(NUMBERS):
        laid, passed = recent(memory, row, LAID_AT, number), recent(memory, row, PASSED_AT, number)
        if laid < 5:
            active[size] = at + FIELD[11] + number * 5 + laid
            size += 1
        if passed < 5:
            active[size] = at + FIELD[12] + number * 5 + passed
            size += 1
    if standing[LIMIT] > 0:
        total = standing[TOTALS + seat]
        active[size] = at + FIELD[13] + share_class(total, standing[LIMIT], LEVELS)
        active[size + 1] = at + FIELD[14] + int(min(max(standing[LIMIT] - total, 0.0), NEAR - 1.0))
        size += 2
    return size


@borrow
def table_inputs(state: Ints, memory: Ints, standing: Doubles, active: Ints) -> int:
    """Write what the seat to act sees, which all its actions share, to `active`, int64 (ACTIVE,); return the number.

    state: a kernel state, of which only what the seat knows is read; memory: see `td_kernel.record_move`.
    """
    me, seats, hand = state[SEAT], state[SEATS], state[HANDS + state[SEAT]]
    active[0], active[1] = RULE_AT[0] + seats - 2, RULE_AT[1] + state[JOKERS]
    active[2] = RULE_AT[7] + min(max(state[CALL], 1), 15) - 1
    size = 3
    limited = standing[LIMIT] > 0
    for place, flag in enumerate((state[TEN], state[ENDS], state[POINTS], int(standing[HALVE]), int(limited))):
        if flag:
            active[size] = RULE_AT[2 + place]
            size += 1
    if state[POINTS]:
        active[size] = RULE_AT[8] + min((state[ASSAF] + 9) // 10, 5)
        size += 1
    if limited:
        limit, own = standing[LIMIT], standing[TOTALS + me]
        least, most = 1e9, 0.0
        for seat in range(seats):
            if seat != me:
                least, most = min(least, standing[TOTALS + seat]), max(most, standing[TOTALS + seat])
        active[size] = TOTAL_AT[0] + share_class(own, limit, LEVELS)
        active[size + 1] = TOTAL_AT[1] + share_class(least - own + limit, 2 * limit, LEVELS)
        active[size + 2] = TOTAL_AT[2] + share_class(most - own + limit, 2 * limit, LEVELS)
        active[size + 3] = TOTAL_AT[3] + int(min(max(limit - own, 0.0), NEAR - 1.0))
        size += 4
    gone = state[BURIED] | state[LAID]
    seen, fewest, least_points = gone | hand, 5, 1 << 30
    for step in range(1, seats):
        seat = (me + step) % seats
        known = state[KNOWN + seat]
        seen |= known
        held = count(state[HANDS + seat])
        fewest = min(fewest, held)
        least_points = min(least_points, points_of(state, known) + 4 * (held - count(known)))
        at = NEXT_AT if step == 1 else NEXT_AT + OPPONENT
        size = opponent_inputs(state, memory, standing, seat, at, active, size)
    while gone:
        active[size] = COURSE_AT[0] + lowest(gone)
        size += 1
        gone &= gone - 1
    unseen = ((1 << 52 + state[JOKERS]) - 1) & ~seen
    for number in range(NUMBERS):
        row = unseen & (15 << 4 * (number - 1) if number else JOKER_MASK)
        active[size] = COURSE_AT[1] + number * 5 + count(row)
        size += 1
    mean = 2.0 * points_of(state, unseen) / max(count(unseen), 1) - 8
    active[size] = COURSE_AT[2] + int(min(max(mean, 0.0), 11.0))
    active[size + 1] = COURSE_AT[3] + min(state[TURN] // seats, 15)
    active[size + 2] = COURSE_AT[4] + min(state[END] - state[AT], 15)
    active[size + 3] = COURSE_AT[5] + count(state[KNOWN + me])
    active[size + 4] = COURSE_AT[6] + fewest - 1
    active[size + 5] = COURSE_AT[7] + min(least_points, 15)
    return size + 6


@borrow
def call_inputs(state: Ints, active: Ints, size: int) -> int:
    """Turn the `size` inputs written by `table_inputs` into those of a call; return the new size."""
    for place in range(size):
        active[place] += TABLE
    score = state[SCORES + state[SEAT]]
    active[size] = AFTER_AT[14] + min(score, NEAR - 1)
    return size + 1


@borrow
def after_inputs(state: Ints, standing: Doubles, code: int, spare: Ints, active: Ints, size: int) -> int:
    """Append what a discard leaves in the hand and to the next seat; return the new size.

    spare: memory to write to, int64 (MAX_LEGAL,).
    """
    me = state[SEAT]
    take, laid = code & 3, code >> 2 & 7
    kept = state[HANDS + me] & ~laid_mask(code)
    known = state[KNOWN + me] & kept
    if take:
        taken = np.int64(1) << (state[END_A] if take == 1 else state[END_B])
        kept |= taken
        known |= taken
    pending = 0 if take else 1
    held, score = count(kept), points_of(state, kept)
    active[size] = AFTER_AT[2] + 2 * (held + pending - 1) + pending
    active[size + 1] = AFTER_AT[3] + pending * NEAR + min(score, NEAR - 1)
    active[size + 2] = AFTER_AT[13] + count(known)
    size += 3
    seen = state[LAID] | state[BURIED] | state[HANDS + me]
    for seat in range(state[SEATS]):
        seen |= state[KNOWN + seat]
    unseen = ((1 << 52 + state[JOKERS]) - 1) & ~seen
    best = 0
    joker = 6 if kept & JOKER_MASK else 0
    rest = kept
    while rest:
        card = lowest(rest)
        number = number_of(card)
        every = np.int64(15) << (card & ~3) if number else np.int64(JOKER_MASK)
        group = kept & every
        rest &= ~group
        times = count(group)
        active[size] = AFTER_AT[1] + number * 4 + times - 1
        active[size + 1] = AFTER_AT[10] + (times - 1) * 4 + min(count(unseen & every), 3)
        size += 2
        best = max(best, times * SCORE[state[TEN], card])
        while group:
            card = lowest(group)
            group &= group - 1
            active[size] = AFTER_AT[0] + card
            size += 1
            if number and kept >> card + 4 & 1 and card < 48:
                outs = (unseen >> card - 4 & 1 if card >= 4 else 0) + (unseen >> card + 8 & 1 if card < 44 else 0)
                active[size] = AFTER_AT[9] + joker + outs
                size += 1
            if number and card < 44 and kept >> card + 8 & 1:
                active[size] = AFTER_AT[9] + joker + 3 + (unseen >> card + 4 & 1)
                size += 1
    if joker or kept & kept >> 4 & kept >> 8:
        for place in range(discards(kept, state[ENDS], spare, 0)):
            best = max(best, points_of(state, laid_mask(spare[place])))
    active[size] = AFTER_AT[4] + pending * NEAR + min(score - best, NEAR - 1)
    size += 1
    if not pending:
        place = lands(standing, me, score)
        if place >= 0:
            active[size] = AFTER_AT[12] + place
            size += 1
    theirs = state[KNOWN + (me + 1) % state[SEATS]]
    last = code >> 5 + 6 * (laid - 1) & 63
    first = code >> 5 & 63 if state[ENDS] else last
    match = joins = 0
    low = 1 << 30
    for place in range(2 if first != last else 1):
        card = last if place else first
        number = number_of(card)
        active[size] = AFTER_AT[5] + card
        active[size + 1] = AFTER_AT[6] + number
        size += 2
        low = min(low, SCORE[state[TEN], card])
        match = max(match, count(theirs & (15 << 4 * (number - 1) if number else JOKER_MASK)))
        if number:
            below2 = card >= 8 and theirs >> card - 8 & 1
            below1 = card >= 4 and theirs >> card - 4 & 1
            above1 = card < 48 and theirs >> card + 4 & 1
            above2 = card < 44 and theirs >> card + 8 & 1
            if (below1 and below2) or (below1 and above1) or (above1 and above2):
                joins = 1
    active[size] = AFTER_AT[7] + min(match, 3)
    active[size + 1] = AFTER_AT[8] + joins
    active[size + 2] = AFTER_AT[11] + min(low // 2, 5)
    return size + 3
