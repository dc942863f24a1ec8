"""The player of td.py as kernels on kernel states, for training and rollouts; and matches against the other bots."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.yaniv.kernel import (
    ASSAF,
    BURIED,
    CALL,
    END_A,
    END_B,
    ENDS,
    HANDS,
    JOKERS,
    LAID,
    MAX_LEGAL,
    OVER,
    POINTS,
    SCORES,
    SEAT,
    TEN,
    YANIV,
    apply,
    deal,
    laid_mask,
    legal,
    returns,
)
from cardtui.games.yaniv.kernel import (
    KNOWN as KNOWN_MASKS,
)
from cardtui.games.yaniv.kernel import (
    SEATS as STATE_SEATS,
)
from cardtui.games.yaniv.kernel import (
    SIZE as STATE_SIZE,
)
from cardtui.games.yaniv.kernel import (
    TURN as STATE_TURN,
)
from cardtui.games.yaniv.kernel_players import choose
from cardtui.kernels import RandomState, borrow, count, lowest, njit, shared

from . import move_memory
from . import td_features as td
from .move_memory import MEMORY, number_of, remember
from .td_features import (
    BELIEF_ROWS,
    CARDS,
    COLUMNS,
    COUNT,
    FEATURES,
    INPUTS,
    KNOWN,
    KNOWN_CARDS,
    NEXT_HOLDS,
    NEXT_HOLDS_BY_NUMBER,
    OPPONENTS,
    ROW,
    SIZE,
    TRACK,
    UNSEEN,
    UNSEEN_BY_NUMBER,
    WORTH,
    after_state_features,
    call_value,
    fill_shared_features,
    fill_unseen_stats,
    logistic,
    opponent_rows,
)

for _function in (*move_memory.COMPILED, *td.COMPILED):
    shared(_function)

TD = 4
"""The kind of yaniv-td itself, in addition to those of kernel_players."""


@borrow
def cards_of(cards: int, out: NDArray[np.int64], at: int) -> int:
    """Write the cards of a mask in ascending order to `out` from index `at`; return their number."""
    size = 0
    while cards:
        out[at + size] = lowest(cards)
        cards &= cards - 1
        size += 1
    return size


@borrow
def encode_inputs(state: NDArray[np.int64], memory: NDArray[np.int64], inputs: NDArray[np.int64]) -> None:
    """Fill in the inputs (see td_features) of the seat to act, except SHARED_FEATURES. memory: see `record_move`."""
    me, seats = state[SEAT], state[STATE_SEATS]
    inputs[td.SEATS], inputs[td.TURN], inputs[td.CALL] = seats, state[STATE_TURN], state[CALL]
    inputs[td.TEN], inputs[td.POINTS], inputs[td.ASSAF] = state[TEN], state[POINTS], state[ASSAF]
    hand = state[HANDS + me]
    inputs[SIZE] = cards_of(hand, inputs, CARDS)
    seen = state[LAID] | state[BURIED] | hand
    for place in range(NEXT_HOLDS, OPPONENTS):
        inputs[place] = 0
    for opponent in range(seats - 1):
        seat = (me + 1 + opponent) % seats
        at = OPPONENTS + opponent * ROW
        known = state[KNOWN_MASKS + seat]
        seen |= known
        inputs[at + COUNT] = count(state[HANDS + seat])
        inputs[at + KNOWN] = cards_of(known, inputs, at + KNOWN_CARDS)
        for place in range(MEMORY):
            inputs[at + TRACK + place] = memory[seat * MEMORY + place]
    known = state[KNOWN_MASKS + (me + 1) % seats]
    while known:
        card = lowest(known)
        known &= known - 1
        inputs[NEXT_HOLDS + card] = 1
        inputs[NEXT_HOLDS_BY_NUMBER + number_of(card)] += 1
    for number in range(14):
        inputs[UNSEEN_BY_NUMBER + number] = 0
    size = 52 + state[JOKERS]
    for card in range(54):
        here = 1 if card < size and not seen >> card & 1 else 0
        inputs[UNSEEN + card] = here
        inputs[UNSEEN_BY_NUMBER + number_of(card)] += here


@njit
def record_move(state: NDArray[np.int64], memory: NDArray[np.int64], code: int) -> None:
    """Record the move `code`, which the seat to act is about to make, in `memory`, int64 (6 * MEMORY,)."""
    if code == YANIV:
        return
    laid, known = np.empty(5, np.int64), np.empty(5, np.int64)
    size = code >> 2 & 7
    for place in range(size):
        laid[place] = code >> 5 + 6 * place & 63
    seat = state[SEAT]
    held = cards_of(state[KNOWN_MASKS + seat], known, 0)
    take = code & 3
    taken = -1 if take == 0 else state[END_A] if take == 1 else state[END_B]
    remember(memory, seat * MEMORY, laid, size, taken, state[END_A], known, held)


@borrow
def believe(
    inputs: NDArray[np.int64],
    belief_weights: NDArray[np.float32],
    rows: NDArray[np.int64],
    beliefs: NDArray[np.float64],
) -> None:
    """Fill `rows`, shape (5 * BELIEF_ROWS,), and `beliefs`, shape (5 * COLUMNS,), for all opponents.

    `belief_weights` has shape (BELIEFS * COLUMNS,).
    """
    for opponent in range(inputs[td.SEATS] - 1):
        opponent_rows(inputs, opponent, rows[opponent * BELIEF_ROWS : (opponent + 1) * BELIEF_ROWS])
        for column in range(COLUMNS):
            beliefs[opponent * COLUMNS + column] = 0.0
        for row in range(BELIEF_ROWS):
            start = rows[opponent * BELIEF_ROWS + row] * COLUMNS
            for column in range(COLUMNS):
                beliefs[opponent * COLUMNS + column] += belief_weights[start + column]


@njit
def encode_turn(
    state: NDArray[np.int64],
    memory: NDArray[np.int64],
    belief_weights: NDArray[np.float32],
    inputs: NDArray[np.int64],
    rows: NDArray[np.int64],
    beliefs: NDArray[np.float64],
) -> None:
    """Compute all that the seat to act sees and believes: `inputs`, `rows` and `beliefs`."""
    encode_inputs(state, memory, inputs)
    fill_unseen_stats(inputs)
    believe(inputs, belief_weights, rows, beliefs)
    fill_shared_features(inputs, beliefs)


@njit
def evaluate(
    state: NDArray[np.int64],
    inputs: NDArray[np.int64],
    code: int,
    weights: NDArray[np.float32],
    kept: NDArray[np.int64],
    out: NDArray[np.int32],
) -> float:
    """Return the log-odds of a discard; the cards kept go to `kept` (5,), the feature indices to `out` (FEATURES,)."""
    kept_mask = state[HANDS + state[SEAT]] & ~laid_mask(code)
    take = code & 3
    if take:
        kept_mask |= 1 << (state[END_A] if take == 1 else state[END_B])
    size = cards_of(kept_mask, kept, 0)
    laid = code >> 2 & 7
    last = code >> 5 + 6 * (laid - 1) & 63
    if state[ENDS] and laid > 1:
        after_state_features(inputs, kept, size, 1 - min(take, 1), code >> 5 & 63, last, out)
    else:
        after_state_features(inputs, kept, size, 1 - min(take, 1), last, -1, out)
    total = 0.0
    for place in out:
        total += weights[place]
    return total


@njit
def decide(
    state: NDArray[np.int64],
    inputs: NDArray[np.int64],
    beliefs: NDArray[np.float64],
    weights: NDArray[np.float32],
    codes: NDArray[np.int64],
    out: NDArray[np.int32],
) -> tuple[int, float]:
    """Return code and value (0 … 1) of the best action, with the features of the best discard in `out[0]`.

    `fill_shared_features` must have been called.
    """
    actions = legal(state, codes)
    first = 1 if codes[0] == YANIV else 0
    best, best_odds = codes[first], -1e9
    kept, row = np.empty(5, np.int64), out[1]
    for place in range(first, actions):
        odds = evaluate(state, inputs, codes[place], weights, kept, row)
        if odds > best_odds:
            best, best_odds = codes[place], odds
            out[0, :] = row
    value = logistic(best_odds)
    if first:
        called = call_value(inputs, beliefs, state[SCORES + state[SEAT]])
        if called >= value:
            return YANIV, called
    return best, value


@borrow
def outcome(state: NDArray[np.int64], seat: int, gained: NDArray[np.float64]) -> float:
    """Return the worth of a finished deal for a seat, 0 … 1."""
    worth: float = 1.0 + gained[seat] / WORTH if state[POINTS] else gained[seat]
    return worth


@njit
def tournament(
    games: int,
    rules: NDArray[np.int64],
    kinds: NDArray[np.int64],
    parameters: NDArray[np.float64],
    policies: NDArray[np.int8],
    weights: NDArray[np.float32],
    belief_weights: NDArray[np.float32],
    rng: RandomState,
) -> NDArray[np.float64]:
    """Play deals with rotating first seat; return sums of returns and of their squares, float64 (2, seats).

    `kinds` and `parameters`, shape (seats,), are the players: TD, or those of `kernel_players.choose` with `policies`.
    """
    seats = len(kinds)
    state = np.zeros(STATE_SIZE, np.int64)
    memory, inputs = np.zeros(6 * MEMORY, np.int64), np.zeros(INPUTS, np.int64)
    rows, beliefs = np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    codes, out = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32)
    gained, total = np.zeros(6), np.zeros((2, seats))
    for game in range(games):
        deal(state, rules, seats, game % seats, rng)
        memory[:] = 0
        while not state[OVER]:
            seat = state[SEAT]
            if kinds[seat] == TD:
                encode_turn(state, memory, belief_weights, inputs, rows, beliefs)
                code, _ = decide(state, inputs, beliefs, weights, codes, out)
            else:
                code = choose(state, kinds[seat], parameters[seat], policies, rng)
            record_move(state, memory, code)
            apply(state, code)
        returns(state, gained)
        for seat in range(seats):
            total[0, seat] += gained[seat]
            total[1, seat] += gained[seat] ** 2
    return total
