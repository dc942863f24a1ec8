"""The features of yaniv-td, as indices into its weights. Plain Python for the player, compiled by numba elsewhere.

Everything a seat may know is in one int array, the *sight*, with the fields below. It determines, for each opponent,
BELIEF_ROWS rows of the belief weights (`opponent_rows`), the part shared by all after-states (`frame`), and for each
action FEATURES indices into the value weights (`after`). The limits of the bins, of counts and of probabilities, are
set by hand, not tuned.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

FEATURES_ID = "yaniv-td-2"

# sequences in the player, arrays in kernels
Integers: TypeAlias = list[int] | NDArray[np.int64]
Floats: TypeAlias = list[float] | NDArray[np.float64]
Cards: TypeAlias = Sequence[int] | NDArray[np.int64]

WORTH = 50.0
"""The range of points that a value of 0 … 1 spans if deals are scored by points."""

# --- the sight ----------------------------------------------------------------------------------
SEATS, TURN, CALL, TEN, POINTS, ASSAF = range(6)
SIZE, CARDS = 6, 7  # the own hand: size and cards, ascending
UNSEEN = 12  # by card: 1 if it may be in the stack or in an unseen part of a hand
LEFT = UNSEEN + 54  # by number: how many unseen cards have it
NEAR = LEFT + 14  # by card: 1 if the next seat is known to hold it
NEAR_NUMBERS = NEAR + 54
OPPONENTS = NEAR_NUMBERS + 14  # one row per opponent, in order of play
COUNT, KNOWN, KNOWN_CARDS, TRACK = 0, 1, 2, 7
MEMORY = 37  # length of TRACK, see below
ROW = TRACK + MEMORY
FRAME = OPPONENTS + 5 * ROW  # filled in by `frame`
MANY, BUCKET, DANGER, LOW, FEWEST, NEXT_COUNT, NEXT_HIDDEN, NEXT_KIND, ROUND = range(FRAME, FRAME + 9)
DEAR, LOW_LEFT = FRAME + 9, FRAME + 10  # filled in by `survey`: how high the unseen cards are, how many are low
NEXT_MEAN = FRAME + 11  # the believed score of the next seat, in steps of 2.5
SIGHT = FRAME + 12

# --- what is remembered of each seat, from its moves -----------------------------------------------
TURNS, NOT_SEMIRANDOM, NOT_GREEDY, LAST, SHAPE, BEFORE, TOOK, DREW, OFFERED = range(9)
"""Moves made; moves inconsistent with the document's two players; the highest number last laid, its shape (1 card, 2
set, 3 run), and the number laid before; what was taken (0 stack, 1 pile), and the card taken from the pile, or -1; the
number that could have been taken."""
LAID_AT, PASSED_AT = 9, 23
"""By number: the move (1 …) at which it was last laid, and last passed over on the pile in favour of the stack. 0:
never since it was last taken from the pile."""

# --- sizes ------------------------------------------------------------------------------------------
_FULL = comb(19, 5)
HANDS = _FULL + comb(18, 4)
"""Number of kept hands: up to five cards, or up to four and one to come. Cards are 0 none, 1 joker, 2 ace … 14 king."""
RANK = np.array([[comb(code + place, place + 1) for code in range(15)] for place in range(5)], np.int64)
THRESHOLDS = 8
COLUMNS = THRESHOLDS + 1  # log-odds of a score of at most 0 … 7, and the mean score
BELIEF_ROWS = 8
PAIRS, SUITED = 5, 5
SCORES = 41
KINDS = 5
DANGERS = 8
LOWS = 6

_belief_sizes = (5 * 6 * 16, 6 * 15 * 4 * KINDS * 2, 6 * 16 * 8 * 4, 6 * 15 * 15 * KINDS, 6 * 8 * 8 * 5,
                 6 * 16 * 15 * KINDS, 6 * 8 * KINDS * 5, 6 * 15 * 2 * 15 * 8)  # fmt: skip
BELIEF = tuple(sum(_belief_sizes[:i]) for i in range(BELIEF_ROWS))
BELIEFS = sum(_belief_sizes)
_sizes = (
    HANDS * 5 * 2, HANDS * DANGERS * 2, HANDS * KINDS * 2, HANDS * 14 * 2, HANDS * LOWS * 2,
    SCORES * 10 * DANGERS * KINDS * 4, SCORES * 10 * DANGERS * LOWS * 2, 14 * 3 * 2 * 5 * KINDS * DANGERS * 2,
    SCORES * 10 * 8 * DANGERS * 2, SCORES * 10 * 5 * 5 * 4, 14 * 5 * 6 * KINDS * 2 * 8,
    14 * 6 * 6 * 5 * 6 * KINDS * 2, 14 * 15 * 2 * 4 * 5 * DANGERS * 2, 14 * 15 * 2 * 15 * 6 * 2,
    14 * 15 * 15 * 5 * 2, 14 * 15 * 15 * KINDS * 2, 14 * 20 * 5 * LOWS * 2,
    14 * 4 * 4 * 5 * DANGERS * 2, 6 * 14 * 3 * 5 * DANGERS * 2,
)  # fmt: skip
PLACES = tuple(1 + sum(_sizes[:i]) for i in range(len(_sizes)))
WEIGHTS = 1 + sum(_sizes)
"""Number of value weights; index 0 stands for "nothing", and its weight stays 0."""
SINGLE = 17
"""Number of features that each after-state has once; `multiples` and `suited` follow."""
FEATURES = SINGLE + PAIRS + SUITED


def points(card: int, ten: int) -> int:
    """Return the points of a card."""
    if card >= 52:
        return 0
    number = (card >> 2) + 1
    return 10 if ten and number > 10 else number


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


def round_of(turn: int, seats: int) -> int:
    """Return the progress of the deal, 0 … 7."""
    rounds = turn // seats
    return rounds if rounds < 5 else 5 if rounds < 7 else 6 if rounds < 10 else 7


def survey(sight: Integers) -> None:
    """Fill in the sight's DEAR (0 … 7) and LOW_LEFT (0 … 4) from its unseen cards."""
    unseen = low = total = 0
    for number in range(14):
        here = sight[LEFT + number]
        unseen += here
        total += here * (10 if sight[TEN] and number > 10 else number)
        if number < 4:
            low += here
    sight[DEAR] = min(max(2 * total // max(unseen, 1) - 10, 0), 7)
    sight[LOW_LEFT] = min(16 * low // max(unseen, 1), 4)


def opponent_rows(sight: Integers, opponent: int, rows: Integers) -> None:
    """Write the BELIEF_ROWS rows of the belief weights for one opponent to `rows`."""
    at = OPPONENTS + opponent * ROW
    count, known = sight[at + COUNT], sight[at + KNOWN]
    shown = 0
    for place in range(known):
        shown += points(sight[at + KNOWN_CARDS + place], sight[TEN])
    shown = min(shown, 15)
    hidden = count - known
    memory = at + TRACK
    kind = kind_of(sight, memory)
    last, before = sight[memory + LAST] + 1, sight[memory + BEFORE] + 1
    if sight[memory + TURNS] == 0:
        last = 0
    if sight[memory + TURNS] < 2:
        before = 0
    turns = min(sight[memory + TURNS], 7)
    rounds = round_of(sight[TURN], sight[SEATS])
    bucket = min(sight[SEATS], 5) - 2
    rows[0] = BELIEF[0] + ((count - 1) * 6 + known) * 16 + shown
    rows[1] = BELIEF[1] + (((hidden * 15 + last) * 4 + sight[memory + SHAPE]) * KINDS + kind) * 2 + sight[memory + TOOK]
    rows[2] = BELIEF[2] + ((hidden * 16 + shown) * 8 + turns) * 4 + bucket
    rows[3] = BELIEF[3] + ((hidden * 15 + last) * 15 + before) * KINDS + kind
    rows[4] = BELIEF[4] + ((hidden * 8 + sight[DEAR]) * 8 + rounds) * 5 + sight[LOW_LEFT]
    rows[5] = BELIEF[5] + ((hidden * 16 + shown) * 15 + last) * KINDS + kind
    rows[6] = BELIEF[6] + ((hidden * 8 + turns) * KINDS + kind) * 5 + count - 1
    offered = sight[memory + OFFERED] + 1 if turns else 0
    rows[7] = BELIEF[7] + (((hidden * 15 + last) * 2 + sight[memory + TOOK]) * 15 + offered) * 8 + rounds


def share(log_odds: float) -> float:
    """Return the logistic function of `log_odds`."""
    return 1.0 / (1.0 + exp(-min(max(log_odds, -30.0), 30.0)))


def at_most(beliefs: Floats, opponent: int, score: int) -> float:
    """Return P(an opponent's score ≤ `score`) from its log-odds, extrapolated linearly beyond the last threshold."""
    if score < 0:
        return 0.0
    if score < THRESHOLDS:
        return share(beliefs[opponent * COLUMNS + score])
    end = beliefs[opponent * COLUMNS + THRESHOLDS - 1]
    slope = max(end - beliefs[opponent * COLUMNS + THRESHOLDS - 2], 0.1)
    return share(end + slope * (score - THRESHOLDS + 1))


def call_value(sight: Integers, beliefs: Floats, score: int) -> float:
    """Return the value of calling with `score`, 0 … 1: the chance to win, or 1 - points / WORTH."""
    below = 1.0
    for opponent in range(sight[SEATS] - 1):
        low = at_most(beliefs, opponent, score)
        if sight[SEATS] > 2 and not sight[POINTS]:
            low = (low + at_most(beliefs, opponent, score - 1)) / 2  # ties share the win
        below *= 1.0 - low
    if sight[POINTS] and sight[ASSAF] == 0:
        return 1.0 - (1.0 - below) * score / WORTH
    return 1.0 - (1.0 - below) * (score + sight[ASSAF]) / WORTH if sight[POINTS] else below


def frame(sight: Integers, beliefs: Floats) -> None:
    """Fill in the sight's FRAME, which all after-states of a turn share, from the beliefs of `td.believe`."""
    seats = sight[SEATS]
    calm = high = 1.0
    fewest = 5
    for opponent in range(seats - 1):
        calm *= 1.0 - at_most(beliefs, opponent, min(sight[CALL], 7))
        high *= 1.0 - at_most(beliefs, opponent, 3)
        fewest = min(fewest, sight[OPPONENTS + opponent * ROW + COUNT])
    danger, low = 1.0 - calm, 1.0 - high
    sight[NEXT_MEAN] = int(min(max(beliefs[THRESHOLDS] / 2.5, 0.0), 19.0))
    sight[MANY] = 0 if seats == 2 else 1
    sight[BUCKET] = min(seats, 5) - 2
    sight[DANGER] = (
        0 if danger < 0.03 else 1 if danger < 0.07 else 2 if danger < 0.13 else 3 if danger < 0.22
        else 4 if danger < 0.34 else 5 if danger < 0.5 else 6 if danger < 0.7 else 7
    )  # fmt: skip
    sight[LOW] = 0 if low < 0.02 else 1 if low < 0.05 else 2 if low < 0.1 else 3 if low < 0.2 else 4 if low < 0.4 else 5
    sight[FEWEST] = fewest - 1
    sight[NEXT_COUNT] = sight[OPPONENTS + COUNT] - 1
    sight[NEXT_HIDDEN] = sight[OPPONENTS + COUNT] - sight[OPPONENTS + KNOWN]
    sight[NEXT_KIND] = kind_of(sight, OPPONENTS + TRACK)
    sight[ROUND] = round_of(sight[TURN], seats)


def hand_place(kept: Cards, size: int, pending: int) -> int:
    """Return the index of a kept hand, 0 … HANDS - 1: its cards ascending (jokers last), and whether one is to come."""
    place = 5 - pending - size
    index = _FULL if pending else 0
    jokers = 0
    while jokers < size and kept[size - 1 - jokers] >= 52:
        index += RANK[place, 1]
        place += 1
        jokers += 1
    for card in range(size - jokers):
        index += RANK[place, (kept[card] >> 2) + 2]
        place += 1
    return int(index)


def after(
    sight: Integers, kept: Cards, size: int, pending: int, end_a: int, end_b: int, out: list[int] | NDArray[np.int32]
) -> None:
    """Write the feature indices of an after-state, given the cards kept and the ends left to the next seat, to `out`.

    kept: ascending, `size` cards; pending: 1 if a card comes from the stack; end_b: -1 if there is none; out:
    (FEATURES,).
    """
    many, danger, low = sight[MANY], sight[DANGER], sight[LOW]
    kind, rounds = sight[NEXT_KIND], sight[ROUND]
    hand = hand_place(kept, size, pending)
    score = 0
    for place in range(size):
        score += points(kept[place], sight[TEN])
    score = min(score, SCORES - 1)
    mine = 2 * (size + pending - 1) + pending
    left = number_of(end_a)
    match = min(sight[NEAR_NUMBERS + left], 2)
    joins = joins_run(sight, end_a)
    if end_b >= 0:
        other = number_of(end_b)
        match = max(match, min(sight[NEAR_NUMBERS + other], 2))
        joins = max(joins, joins_run(sight, end_b))
        left = min(left, other)
    held = mine * SCORES + score
    out[0] = PLACES[0] + (hand * 5 + sight[FEWEST]) * 2 + many
    out[1] = PLACES[1] + (hand * DANGERS + danger) * 2 + many
    out[2] = PLACES[2] + (hand * KINDS + kind) * 2 + many
    out[3] = PLACES[3] + (hand * 14 + left) * 2 + many
    out[4] = PLACES[4] + (hand * LOWS + low) * 2 + many
    out[5] = PLACES[5] + ((held * DANGERS + danger) * KINDS + kind) * 4 + sight[BUCKET]
    out[6] = PLACES[6] + ((held * DANGERS + danger) * LOWS + low) * 2 + many
    out[7] = (
        PLACES[7]
        + (((((left * 3 + match) * 2 + joins) * 5 + sight[NEXT_COUNT]) * KINDS + kind) * DANGERS + danger) * 2
        + many
    )
    out[8] = PLACES[8] + ((held * 8 + rounds) * DANGERS + danger) * 2 + many
    out[9] = PLACES[9] + ((held * 5 + sight[FEWEST]) * 5 + sight[NEXT_COUNT]) * 4 + sight[BUCKET]
    unseen = min(sight[LEFT + left], 4)
    out[10] = PLACES[10] + ((((left * 5 + unseen) * 6 + sight[NEXT_HIDDEN]) * KINDS + kind) * 2 + many) * 8 + rounds
    wants(sight, left, unseen, out)
    for place in range(SINGLE, FEATURES):
        out[place] = 0
    multiples(sight, kept, size, (size + pending - 1) * DANGERS * 2 + danger * 2 + many, out)
    suited(sight, kept, size, (size + pending - 1) * DANGERS * 2 + danger * 2 + many, out)


def wants(sight: Integers, left: int, unseen: int, out: list[int] | NDArray[np.int32]) -> None:
    """Write six features of what the number `left` may be worth to the next seat, by what it laid, left and took."""
    memory = OPPONENTS + TRACK
    turns = sight[memory + TURNS]
    many, kind, count, hidden = sight[MANY], sight[NEXT_KIND], sight[NEXT_COUNT], sight[NEXT_HIDDEN]
    laid, passed = recent(sight, memory, LAID_AT, left), recent(sight, memory, PASSED_AT, left)
    last = sight[memory + LAST] + 1 if turns else 0
    before = sight[memory + BEFORE] + 1 if turns > 1 else 0
    offered = sight[memory + OFFERED] + 1 if turns else 0
    known = sight[OPPONENTS + KNOWN]
    first = number_of(sight[OPPONENTS + KNOWN_CARDS]) + 1 if known else 0
    second = number_of(sight[OPPONENTS + KNOWN_CARDS + known - 1]) + 1 if known > 1 else 0
    out[11] = PLACES[11] + (((((left * 6 + laid) * 6 + passed) * 5 + unseen) * 6 + hidden) * KINDS + kind) * 2 + many
    out[12] = (
        PLACES[12]
        + (((((left * 15 + last) * 2 + sight[memory + TOOK]) * 4 + sight[memory + SHAPE]) * 5 + count) * DANGERS
           + sight[DANGER]) * 2 + many
    )  # fmt: skip
    out[13] = PLACES[13] + ((((left * 15 + offered) * 2 + sight[memory + TOOK]) * 15 + last) * 6 + hidden) * 2 + many
    out[14] = PLACES[14] + (((left * 15 + first) * 15 + second) * 5 + count) * 2 + many
    out[15] = PLACES[15] + (((left * 15 + last) * 15 + before) * KINDS + kind) * 2 + many
    out[16] = PLACES[16] + (((left * 20 + sight[NEXT_MEAN]) * 5 + count) * LOWS + sight[LOW]) * 2 + many


def joins_run(sight: Integers, card: int) -> int:
    """Return 1 if the next seat is known to hold two cards that make a run with `card`, else 0."""
    if card >= 52:
        return 0
    lower2 = card >= 8 and sight[NEAR + card - 8]
    lower1 = card >= 4 and sight[NEAR + card - 4]
    upper1 = card < 48 and sight[NEAR + card + 4]
    upper2 = card < 44 and sight[NEAR + card + 8]
    return 1 if (lower1 and lower2) or (lower1 and upper1) or (upper1 and upper2) else 0


def multiples(sight: Integers, kept: Cards, size: int, rest: int, out: list[int] | NDArray[np.int32]) -> None:
    """Write a feature for each number kept: how many cards of it are kept, and how many more are unseen."""
    slot = SINGLE
    place = 0
    while place < size:
        number = number_of(kept[place])
        times = 1
        while place + times < size and number_of(kept[place + times]) == number:
            times += 1
        unseen = min(sight[LEFT + number], 3)
        out[slot] = PLACES[17] + ((number * 4 + min(times, 4) - 1) * 4 + unseen) * 5 * DANGERS * 2 + rest
        slot += 1
        place += times


def suited(sight: Integers, kept: Cards, size: int, rest: int, out: list[int] | NDArray[np.int32]) -> None:
    """Write a feature for each two cards kept that one more card makes a run, at most SUITED.

    It contains how far apart the two are and how many of the missing cards are unseen.
    """
    slot = SINGLE + PAIRS
    joker = 3 if size and kept[size - 1] >= 52 else 0
    for i in range(size):
        low = kept[i]
        for j in range(i + 1, size):
            high = kept[j]
            gap = high - low
            if high >= 52 or (gap != 4 and gap != 8) or slot == FEATURES:
                continue
            if gap == 4:
                unseen = sight[UNSEEN + low - 4] if low >= 4 else 0
                if high < 48:
                    unseen += sight[UNSEEN + high + 4]
                form = 0
                for other in range(j + 1, size):
                    if kept[other] == high + 4:
                        form = 2
            else:
                unseen = sight[UNSEEN + low + 4]
                form = 1
            out[slot] = PLACES[18] + (((form + joker) * 14 + (low >> 2)) * 3 + unseen) * 5 * DANGERS * 2 + rest
            slot += 1


COMPILED = (
    points, number_of, remember, kind_of, recent, round_of, survey, opponent_rows, share, at_most, call_value, frame,
    hand_place, after, wants, joins_run, multiples, suited,
)  # fmt: skip
"""All functions of this module, which td_kernel makes callable from kernels."""
