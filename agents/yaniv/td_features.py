"""The features of yaniv-td, as indices into its weights. Plain Python for the player, compiled by numba elsewhere.

Everything that a seat may know is in one int array, the *inputs*, with the fields below; what is remembered of other
seats' moves is in `move_memory`. From the inputs are computed: for each opponent, BELIEF_ROWS rows of the belief
weights (`opponent_rows`); the features shared by all after-states of a turn (`fill_shared_features`); and, for each
action, FEATURES indices into the value weights (`after_state_features`). The limits of the bins, of counts and of
probabilities, are set by hand, not tuned.
"""

from __future__ import annotations

from math import comb, exp
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .move_memory import (
    BEFORE,
    LAID_AT,
    LAST,
    MEMORY,
    OFFERED,
    PASSED_AT,
    SHAPE,
    TOOK,
    TURNS,
    Cards,
    Integers,
    kind_of,
    number_of,
    recent,
)

FEATURES_ID = "yaniv-td-2"

Floats: TypeAlias = list[float] | NDArray[np.float64]
"""A sequence in the player, an array in kernels; likewise `Integers` and `Cards`."""

WORTH = 50.0
"""The range of points that a value of 0 … 1 spans if deals are scored by points."""

# --- the inputs --------------------------------------------------------------------------------
SEATS, TURN, CALL, TEN, POINTS, ASSAF = range(6)
SIZE, CARDS = 6, 7  # the own hand: size and cards, ascending
UNSEEN = 12  # by card: 1 if it may be in the stack or in an unseen part of a hand
UNSEEN_BY_NUMBER = UNSEEN + 54  # by number: how many unseen cards have it
NEXT_HOLDS = UNSEEN_BY_NUMBER + 14  # by card: 1 if the next seat is known to hold it
NEXT_HOLDS_BY_NUMBER = NEXT_HOLDS + 54
OPPONENTS = NEXT_HOLDS_BY_NUMBER + 14  # one row per opponent, in order of play
COUNT, KNOWN, KNOWN_CARDS, TRACK = 0, 1, 2, 7
ROW = TRACK + MEMORY
SHARED_FEATURES = OPPONENTS + 5 * ROW  # filled in by `fill_shared_features`
MANY, BUCKET, DANGER, LOW, FEWEST, NEXT_COUNT, NEXT_HIDDEN, NEXT_KIND, ROUND, UNSEEN_MEAN, UNSEEN_LOW, NEXT_MEAN = (
    SHARED_FEATURES + field for field in range(12)
)
"""MANY: 1 with three seats or more; BUCKET: the number of seats; DANGER: P(an opponent can call); LOW: P(an opponent
has at most 3 points); FEWEST: the fewest cards that an opponent holds; NEXT_COUNT, NEXT_HIDDEN, NEXT_KIND, NEXT_MEAN:
the next seat's cards, how many of them are not known, how it plays, and its believed score in steps of 2.5;
UNSEEN_MEAN, UNSEEN_LOW (filled in by `fill_unseen_stats`): how high the unseen cards are, and how many of them are
low."""
INPUTS = SHARED_FEATURES + 12
"""Length of the array."""

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
"""Where the rows of each belief feature begin; `opponent_rows` says what the features are."""
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
"""Where the weights of each feature begin; `after_state_features` and what it calls say what the features are."""
WEIGHTS = 1 + sum(_sizes)
"""Number of value weights; index 0 stands for "nothing", and its weight stays 0."""
SINGLE = 17
"""Number of features that each after-state has once; `multiple_features` and `suited_features` follow."""
FEATURES = SINGLE + PAIRS + SUITED


def points(card: int, ten: int) -> int:
    """Return the points of a card."""
    if card >= 52:
        return 0
    number = (card >> 2) + 1
    return 10 if ten and number > 10 else number


def round_of(turn: int, seats: int) -> int:
    """Return the progress of the deal, 0 … 7."""
    rounds = turn // seats
    return rounds if rounds < 5 else 5 if rounds < 7 else 6 if rounds < 10 else 7


def fill_unseen_stats(inputs: Integers) -> None:
    """Fill in UNSEEN_MEAN (0 … 7) and UNSEEN_LOW (0 … 4) from the unseen cards of the inputs."""
    unseen = low = total = 0
    for number in range(14):
        here = inputs[UNSEEN_BY_NUMBER + number]
        unseen += here
        total += here * (10 if inputs[TEN] and number > 10 else number)
        if number < 4:
            low += here
    inputs[UNSEEN_MEAN] = min(max(2 * total // max(unseen, 1) - 10, 0), 7)
    inputs[UNSEEN_LOW] = min(16 * low // max(unseen, 1), 4)


def opponent_rows(inputs: Integers, opponent: int, rows: Integers) -> None:
    """Write the BELIEF_ROWS rows of the belief weights for one opponent to `rows`."""
    at = OPPONENTS + opponent * ROW
    count, known = inputs[at + COUNT], inputs[at + KNOWN]
    shown = 0
    for place in range(known):
        shown += points(inputs[at + KNOWN_CARDS + place], inputs[TEN])
    shown = min(shown, 15)
    hidden = count - known
    memory = at + TRACK
    kind = kind_of(inputs, memory)
    last, before = inputs[memory + LAST] + 1, inputs[memory + BEFORE] + 1
    if inputs[memory + TURNS] == 0:
        last = 0
    if inputs[memory + TURNS] < 2:
        before = 0
    turns = min(inputs[memory + TURNS], 7)
    rounds = round_of(inputs[TURN], inputs[SEATS])
    bucket = min(inputs[SEATS], 5) - 2
    rows[0] = BELIEF[0] + ((count - 1) * 6 + known) * 16 + shown
    took = inputs[memory + TOOK]
    rows[1] = BELIEF[1] + (((hidden * 15 + last) * 4 + inputs[memory + SHAPE]) * KINDS + kind) * 2 + took
    rows[2] = BELIEF[2] + ((hidden * 16 + shown) * 8 + turns) * 4 + bucket
    rows[3] = BELIEF[3] + ((hidden * 15 + last) * 15 + before) * KINDS + kind
    rows[4] = BELIEF[4] + ((hidden * 8 + inputs[UNSEEN_MEAN]) * 8 + rounds) * 5 + inputs[UNSEEN_LOW]
    rows[5] = BELIEF[5] + ((hidden * 16 + shown) * 15 + last) * KINDS + kind
    rows[6] = BELIEF[6] + ((hidden * 8 + turns) * KINDS + kind) * 5 + count - 1
    offered = inputs[memory + OFFERED] + 1 if turns else 0
    rows[7] = BELIEF[7] + (((hidden * 15 + last) * 2 + took) * 15 + offered) * 8 + rounds


def logistic(log_odds: float) -> float:
    """Return the logistic function of `log_odds`."""
    return 1.0 / (1.0 + exp(-min(max(log_odds, -30.0), 30.0)))


def at_most(beliefs: Floats, opponent: int, score: int) -> float:
    """Return P(an opponent's score ≤ `score`) from its log-odds, extrapolated linearly beyond the last threshold."""
    if score < 0:
        return 0.0
    if score < THRESHOLDS:
        return logistic(beliefs[opponent * COLUMNS + score])
    end = beliefs[opponent * COLUMNS + THRESHOLDS - 1]
    slope = max(end - beliefs[opponent * COLUMNS + THRESHOLDS - 2], 0.1)
    return logistic(end + slope * (score - THRESHOLDS + 1))


def call_value(inputs: Integers, beliefs: Floats, score: int) -> float:
    """Return the value of calling with `score`, 0 … 1: the chance to win, or 1 - points / WORTH."""
    below = 1.0
    for opponent in range(inputs[SEATS] - 1):
        low = at_most(beliefs, opponent, score)
        if inputs[SEATS] > 2 and not inputs[POINTS]:
            low = (low + at_most(beliefs, opponent, score - 1)) / 2  # ties share the win
        below *= 1.0 - low
    return 1.0 - (1.0 - below) * (score + inputs[ASSAF]) / WORTH if inputs[POINTS] else below


def fill_shared_features(inputs: Integers, beliefs: Floats) -> None:
    """Fill in the SHARED_FEATURES, the same for all after-states of a turn, from the beliefs of `td.believe`."""
    seats = inputs[SEATS]
    nobody_can_call = nobody_at_most_3 = 1.0
    fewest = 5
    for opponent in range(seats - 1):
        nobody_can_call *= 1.0 - at_most(beliefs, opponent, min(inputs[CALL], 7))
        nobody_at_most_3 *= 1.0 - at_most(beliefs, opponent, 3)
        fewest = min(fewest, inputs[OPPONENTS + opponent * ROW + COUNT])
    danger, low = 1.0 - nobody_can_call, 1.0 - nobody_at_most_3
    inputs[NEXT_MEAN] = int(min(max(beliefs[THRESHOLDS] / 2.5, 0.0), 19.0))
    inputs[MANY] = 0 if seats == 2 else 1
    inputs[BUCKET] = min(seats, 5) - 2
    inputs[DANGER] = (
        0 if danger < 0.03 else 1 if danger < 0.07 else 2 if danger < 0.13 else 3 if danger < 0.22
        else 4 if danger < 0.34 else 5 if danger < 0.5 else 6 if danger < 0.7 else 7
    )  # fmt: skip
    inputs[LOW] = (
        0 if low < 0.02 else 1 if low < 0.05 else 2 if low < 0.1 else 3 if low < 0.2 else 4 if low < 0.4 else 5
    )
    inputs[FEWEST] = fewest - 1
    inputs[NEXT_COUNT] = inputs[OPPONENTS + COUNT] - 1
    inputs[NEXT_HIDDEN] = inputs[OPPONENTS + COUNT] - inputs[OPPONENTS + KNOWN]
    inputs[NEXT_KIND] = kind_of(inputs, OPPONENTS + TRACK)
    inputs[ROUND] = round_of(inputs[TURN], seats)


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


def after_state_features(
    inputs: Integers, kept: Cards, size: int, pending: int, end_a: int, end_b: int, out: list[int] | NDArray[np.int32]
) -> None:
    """Write an after-state's feature indices to `out`, given the cards kept and the ends left to the next seat.

    kept: ascending, `size` cards; pending: 1 if a card comes from the stack; end_b: -1 if there is none; out:
    (FEATURES,).
    """
    many, danger, low = inputs[MANY], inputs[DANGER], inputs[LOW]
    kind, rounds = inputs[NEXT_KIND], inputs[ROUND]
    hand = hand_place(kept, size, pending)
    score = 0
    for place in range(size):
        score += points(kept[place], inputs[TEN])
    score = min(score, SCORES - 1)
    mine = 2 * (size + pending - 1) + pending
    left = number_of(end_a)
    match = min(inputs[NEXT_HOLDS_BY_NUMBER + left], 2)
    joins = joins_run(inputs, end_a)
    if end_b >= 0:
        other = number_of(end_b)
        match = max(match, min(inputs[NEXT_HOLDS_BY_NUMBER + other], 2))
        joins = max(joins, joins_run(inputs, end_b))
        left = min(left, other)
    held = mine * SCORES + score
    out[0] = PLACES[0] + (hand * 5 + inputs[FEWEST]) * 2 + many
    out[1] = PLACES[1] + (hand * DANGERS + danger) * 2 + many
    out[2] = PLACES[2] + (hand * KINDS + kind) * 2 + many
    out[3] = PLACES[3] + (hand * 14 + left) * 2 + many
    out[4] = PLACES[4] + (hand * LOWS + low) * 2 + many
    out[5] = PLACES[5] + ((held * DANGERS + danger) * KINDS + kind) * 4 + inputs[BUCKET]
    out[6] = PLACES[6] + ((held * DANGERS + danger) * LOWS + low) * 2 + many
    out[7] = (
        PLACES[7]
        + (((((left * 3 + match) * 2 + joins) * 5 + inputs[NEXT_COUNT]) * KINDS + kind) * DANGERS + danger) * 2
        + many
    )
    out[8] = PLACES[8] + ((held * 8 + rounds) * DANGERS + danger) * 2 + many
    out[9] = PLACES[9] + ((held * 5 + inputs[FEWEST]) * 5 + inputs[NEXT_COUNT]) * 4 + inputs[BUCKET]
    unseen = min(inputs[UNSEEN_BY_NUMBER + left], 4)
    out[10] = PLACES[10] + ((((left * 5 + unseen) * 6 + inputs[NEXT_HIDDEN]) * KINDS + kind) * 2 + many) * 8 + rounds
    next_seat_features(inputs, left, unseen, out)
    for place in range(SINGLE, FEATURES):
        out[place] = 0
    multiple_features(inputs, kept, size, (size + pending - 1) * DANGERS * 2 + danger * 2 + many, out)
    suited_features(inputs, kept, size, (size + pending - 1) * DANGERS * 2 + danger * 2 + many, out)


def next_seat_features(inputs: Integers, left: int, unseen: int, out: list[int] | NDArray[np.int32]) -> None:
    """Write six features of what `left` may be worth to the next seat, by what that seat laid, left and took."""
    memory = OPPONENTS + TRACK
    turns = inputs[memory + TURNS]
    many, kind, count, hidden = inputs[MANY], inputs[NEXT_KIND], inputs[NEXT_COUNT], inputs[NEXT_HIDDEN]
    laid, passed = recent(inputs, memory, LAID_AT, left), recent(inputs, memory, PASSED_AT, left)
    last = inputs[memory + LAST] + 1 if turns else 0
    before = inputs[memory + BEFORE] + 1 if turns > 1 else 0
    offered = inputs[memory + OFFERED] + 1 if turns else 0
    known = inputs[OPPONENTS + KNOWN]
    first = number_of(inputs[OPPONENTS + KNOWN_CARDS]) + 1 if known else 0
    second = number_of(inputs[OPPONENTS + KNOWN_CARDS + known - 1]) + 1 if known > 1 else 0
    out[11] = PLACES[11] + (((((left * 6 + laid) * 6 + passed) * 5 + unseen) * 6 + hidden) * KINDS + kind) * 2 + many
    out[12] = (
        PLACES[12]
        + (((((left * 15 + last) * 2 + inputs[memory + TOOK]) * 4 + inputs[memory + SHAPE]) * 5 + count) * DANGERS
           + inputs[DANGER]) * 2 + many
    )  # fmt: skip
    out[13] = PLACES[13] + ((((left * 15 + offered) * 2 + inputs[memory + TOOK]) * 15 + last) * 6 + hidden) * 2 + many
    out[14] = PLACES[14] + (((left * 15 + first) * 15 + second) * 5 + count) * 2 + many
    out[15] = PLACES[15] + (((left * 15 + last) * 15 + before) * KINDS + kind) * 2 + many
    out[16] = PLACES[16] + (((left * 20 + inputs[NEXT_MEAN]) * 5 + count) * LOWS + inputs[LOW]) * 2 + many


def joins_run(inputs: Integers, card: int) -> int:
    """Return 1 if the next seat is known to hold two cards that make a run with `card`, else 0."""
    if card >= 52:
        return 0
    lower2 = card >= 8 and inputs[NEXT_HOLDS + card - 8]
    lower1 = card >= 4 and inputs[NEXT_HOLDS + card - 4]
    upper1 = card < 48 and inputs[NEXT_HOLDS + card + 4]
    upper2 = card < 44 and inputs[NEXT_HOLDS + card + 8]
    return 1 if (lower1 and lower2) or (lower1 and upper1) or (upper1 and upper2) else 0


def multiple_features(inputs: Integers, kept: Cards, size: int, rest: int, out: list[int] | NDArray[np.int32]) -> None:
    """Write a feature for each number kept: how many cards of it are kept, and how many more are unseen."""
    slot = SINGLE
    place = 0
    while place < size:
        number = number_of(kept[place])
        times = 1
        while place + times < size and number_of(kept[place + times]) == number:
            times += 1
        unseen = min(inputs[UNSEEN_BY_NUMBER + number], 3)
        out[slot] = PLACES[17] + ((number * 4 + min(times, 4) - 1) * 4 + unseen) * 5 * DANGERS * 2 + rest
        slot += 1
        place += times


def suited_features(inputs: Integers, kept: Cards, size: int, rest: int, out: list[int] | NDArray[np.int32]) -> None:
    """Write a feature for each two kept cards that one more card turns into a run, at most SUITED.

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
                unseen = inputs[UNSEEN + low - 4] if low >= 4 else 0
                if high < 48:
                    unseen += inputs[UNSEEN + high + 4]
                form = 0
                for other in range(j + 1, size):
                    if kept[other] == high + 4:
                        form = 2
            else:
                unseen = inputs[UNSEEN + low + 4]
                form = 1
            out[slot] = PLACES[18] + (((form + joker) * 14 + (low >> 2)) * 3 + unseen) * 5 * DANGERS * 2 + rest
            slot += 1


COMPILED = (
    points, round_of, fill_unseen_stats, opponent_rows, logistic, at_most,
    call_value, fill_shared_features, hand_place, after_state_features, next_seat_features, joins_run,
    multiple_features, suited_features,
)  # fmt: skip
"""All functions of this module, which td_kernel makes callable from kernels."""
