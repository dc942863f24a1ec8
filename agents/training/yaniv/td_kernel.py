"""Games of yaniv-td in numba: its player, its learning, and matches against the other bots."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import register_jitable

from cardtui.games.yaniv.kernel import (
    ASSAF,
    BURIED,
    CALL,
    CALLER,
    END_A,
    END_B,
    ENDS,
    HANDS,
    JOKERS,
    KNOWN as KNOWN_MASKS,
    LAID,
    MAX_LEGAL,
    OVER,
    POINTS,
    SCORES,
    SEAT,
    SEATS as STATE_SEATS,
    SIZE as STATE_SIZE,
    TEN,
    TURN as STATE_TURN,
    YANIV,
    apply,
    deal,
    laid_mask,
    legal,
    returns,
)
from cardtui.games.yaniv.kernel_players import choose
from cardtui.kernels import below, count, lowest, njit, unit

from ...yaniv import td_features as td
from ...yaniv.td_features import (
    BELIEF_ROWS,
    CARDS,
    COLUMNS,
    COUNT,
    FEATURES,
    KNOWN,
    KNOWN_CARDS,
    LEFT,
    MEMORY,
    NEAR,
    NEAR_NUMBERS,
    OPPONENTS,
    ROW,
    SIGHT,
    SIZE,
    THRESHOLDS,
    TRACK,
    UNSEEN,
    after,
    call_value,
    frame,
    number_of,
    opponent_rows,
    remember,
    share,
)

for _function in td.COMPILED:
    register_jitable(_function)

TD = 4
"""A kind of player beside those of kernel_players: yaniv-td itself."""
LONGEST = 260  # turns that one seat can have in a deal of two, and some
WORTH = 50.0
"""Points that a value of 0 … 1 spans under `scoring=points`."""
TRACE, EPSILON, RATE, BELIEF_RATE = range(4)


@njit
def cards_of(cards: int, out: Any, at: int) -> int:
    """The cards of a mask, ascending, into `out` from `at`; returns how many."""
    size = 0
    while cards:
        out[at + size] = lowest(cards)
        cards &= cards - 1
        size += 1
    return size


@njit
def see(state: Any, memory: Any, sight: Any) -> None:
    """The sight of the seat to act, except its FRAME."""
    me, seats = state[SEAT], state[STATE_SEATS]
    sight[0], sight[1] = seats, state[STATE_TURN]
    sight[2], sight[3], sight[4], sight[5] = state[CALL], state[TEN], state[POINTS], state[ASSAF]
    hand = state[HANDS + me]
    sight[SIZE] = cards_of(hand, sight, CARDS)
    seen = state[LAID] | state[BURIED] | hand
    for place in range(NEAR, OPPONENTS):
        sight[place] = 0
    for opponent in range(seats - 1):
        seat = (me + 1 + opponent) % seats
        at = OPPONENTS + opponent * ROW
        known = state[KNOWN_MASKS + seat]
        seen |= known
        sight[at + COUNT] = count(state[HANDS + seat])
        sight[at + KNOWN] = cards_of(known, sight, at + KNOWN_CARDS)
        for place in range(MEMORY):
            sight[at + TRACK + place] = memory[seat * MEMORY + place]
    known = state[KNOWN_MASKS + (me + 1) % seats]
    while known:
        card = lowest(known)
        known &= known - 1
        sight[NEAR + card] = 1
        sight[NEAR_NUMBERS + number_of(card)] += 1
    for number in range(14):
        sight[LEFT + number] = 0
    size = 52 + state[JOKERS]
    for card in range(54):
        here = 1 if card < size and not seen >> card & 1 else 0
        sight[UNSEEN + card] = here
        sight[LEFT + number_of(card)] += here


@njit
def note(state: Any, memory: Any, code: int) -> None:
    """Remember the move that the seat to act is about to make."""
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


@njit
def believe(sight: Any, belief_weights: Any, rows: Any, beliefs: Any) -> None:
    """`rows` (5 x BELIEF_ROWS) and `beliefs` (5 x COLUMNS) of all opponents."""
    for opponent in range(sight[0] - 1):
        mine = rows[opponent * BELIEF_ROWS : (opponent + 1) * BELIEF_ROWS]
        opponent_rows(sight, opponent, mine)
        for column in range(COLUMNS):
            total = 0.0
            for row in mine:
                total += belief_weights[row * COLUMNS + column]
            beliefs[opponent * COLUMNS + column] = total


@njit
def look(state: Any, memory: Any, belief_weights: Any, sight: Any, rows: Any, beliefs: Any) -> None:
    """All that the seat to act sees and believes: `sight`, `rows` and `beliefs`."""
    see(state, memory, sight)
    believe(sight, belief_weights, rows, beliefs)
    frame(sight, beliefs)


@njit
def weigh(state: Any, sight: Any, code: int, weights: Any, out: Any) -> float:
    """Log-odds of a discard; its places into `out`."""
    kept_mask = state[HANDS + state[SEAT]] & ~laid_mask(code)
    take = code & 3
    if take:
        kept_mask |= 1 << (state[END_A] if take == 1 else state[END_B])
    kept = np.empty(5, np.int64)
    size = cards_of(kept_mask, kept, 0)
    laid = code >> 2 & 7
    last = code >> 5 + 6 * (laid - 1) & 63
    if state[ENDS] and laid > 1:
        after(sight, kept, size, 1 - min(take, 1), code >> 5 & 63, last, out)
    else:
        after(sight, kept, size, 1 - min(take, 1), last, -1, out)
    total = 0.0
    for place in out:
        total += weights[place]
    return total


@njit
def decide(state: Any, sight: Any, beliefs: Any, weights: Any, codes: Any, out: Any) -> Any:
    """The best action's code and value 0 … 1; places of the best discard into `out[0]`. `frame` has been filled."""
    found = legal(state, codes)
    first = 1 if codes[0] == YANIV else 0
    best, best_odds = codes[first], -1e9
    for place in range(first, found):
        odds = weigh(state, sight, codes[place], weights, out[1])
        if odds > best_odds:
            best, best_odds = codes[place], odds
            out[0, :] = out[1]
    value = share(best_odds)
    if first:
        called = call_value(sight, beliefs, state[SCORES + state[SEAT]])
        if called >= value:
            return YANIV, called
    return best, value


@njit
def outcome(state: Any, seat: int, gained: Any) -> float:
    """A finished deal's worth to a seat, 0 … 1."""
    return 1.0 + gained[seat] / WORTH if state[POINTS] else gained[seat]


@njit
def update_belief(
    state: Any, sight: Any, belief_weights: Any, spread: Any, rows: Any, beliefs: Any, rate: float
) -> None:
    """One Adagrad step of all opponents' beliefs towards the hands that they hold."""
    me, seats = state[SEAT], state[STATE_SEATS]
    for opponent in range(seats - 1):
        score = state[SCORES + (me + 1 + opponent) % seats]
        for column in range(COLUMNS):
            if column < THRESHOLDS:
                error = (1.0 if score <= column else 0.0) - share(beliefs[opponent * COLUMNS + column])
            else:
                error = (score - beliefs[opponent * COLUMNS + column]) / 10
            for row in range(BELIEF_ROWS):
                place = rows[opponent * BELIEF_ROWS + row] * COLUMNS + column
                spread[place] += np.float32(error * error)
                belief_weights[place] += np.float32(rate * error / np.sqrt(spread[place]))


@njit
def update(weights: Any, spread: Any, places: Any, goal: float, rate: float) -> None:
    """One Adagrad step of an after-state's value towards `goal`."""
    total = 0.0
    for place in places:
        total += weights[place]
    error = goal - share(total)
    for place in places:
        if place:
            spread[place] += np.float32(error * error)
            weights[place] += np.float32(rate * error / np.sqrt(spread[place]))


@njit
def learn(
    games: int, rules: Any, rates: Any, weights: Any, spread: Any, belief_weights: Any, belief_spread: Any,
    seat_shares: Any, pool: Any, policies: Any, rng: Any,
) -> None:  # fmt: skip
    """Play this many deals and learn from each, in place.

    seat_shares: cumulated probabilities of 2 … 6 seats. pool: float64 (players, 3): kind, parameter, cumulated
    probability with which a seat is theirs; seat 0 is always yaniv-td.
    """
    state = np.zeros(STATE_SIZE, np.int64)
    memory, sight = np.zeros(6 * MEMORY, np.int64), np.zeros(SIGHT, np.int64)
    rows, beliefs = np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    codes, out = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32)
    gained = np.zeros(6)
    kinds, parameters = np.zeros(6, np.int64), np.zeros(6)
    places = np.zeros((6, LONGEST, FEATURES), np.int32)
    values = np.zeros((6, LONGEST + 1))
    free = np.zeros((6, LONGEST + 1), np.bool_)
    length = np.zeros(6, np.int64)
    for game in range(games):
        seats = 2
        chance = unit(rng)
        while seats < 6 and chance >= seat_shares[seats - 2]:
            seats += 1
        for seat in range(seats):
            player = 0
            chance = unit(rng)
            while player < len(pool) - 1 and chance >= pool[player, 2]:
                player += 1
            kinds[seat], parameters[seat] = np.int64(pool[player, 0]), pool[player, 1]
        kinds[0] = TD
        deal(state, rules, seats, game % seats, rng)
        memory[:] = 0
        length[:] = 0
        while not state[OVER]:
            seat = state[SEAT]
            if kinds[seat] != TD:
                code = choose(state, kinds[seat], parameters[seat], policies, rng)
                note(state, memory, code)
                apply(state, code)
                continue
            look(state, memory, belief_weights, sight, rows, beliefs)
            if rates[BELIEF_RATE] > 0:
                update_belief(state, sight, belief_weights, belief_spread, rows, beliefs, rates[BELIEF_RATE])
            code, value = decide(state, sight, beliefs, weights, codes, out)
            at = length[seat]
            values[seat, at] = value
            free[seat, at] = False
            if unit(rng) < rates[EPSILON]:
                found = legal(state, codes)
                code = codes[below(rng, found)]
                free[seat, at] = True
                if code != YANIV:
                    weigh(state, sight, code, weights, out[0])
            if code != YANIV:
                places[seat, at] = out[0]
                length[seat] = at + 1
                note(state, memory, code)
            apply(state, code)
        returns(state, gained)
        for seat in range(seats):
            if kinds[seat] != TD or length[seat] == 0:
                continue
            goal = outcome(state, seat, gained)
            end = length[seat]
            if state[CALLER] == seat:
                trace = 0.0 if free[seat, end] else rates[TRACE]
                goal = trace * goal + (1.0 - trace) * values[seat, end]
            free[seat, end] = False
            for step in range(end - 1, -1, -1):
                update(weights, spread, places[seat, step], goal, rates[RATE])
                if free[seat, step]:
                    goal = values[seat, step]
                else:
                    goal = rates[TRACE] * goal + (1.0 - rates[TRACE]) * values[seat, step]


@njit
def tournament(
    games: int, rules: Any, kinds: Any, parameters: Any, policies: Any, weights: Any, belief_weights: Any, rng: Any
) -> Any:
    """Sums over this many deals, the opener rotating: float64 (2, seats) of returns and of their squares."""
    seats = len(kinds)
    state = np.zeros(STATE_SIZE, np.int64)
    memory, sight = np.zeros(6 * MEMORY, np.int64), np.zeros(SIGHT, np.int64)
    rows, beliefs = np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    codes, out = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32)
    gained, total = np.zeros(6), np.zeros((2, seats))
    for game in range(games):
        deal(state, rules, seats, game % seats, rng)
        memory[:] = 0
        while not state[OVER]:
            seat = state[SEAT]
            if kinds[seat] == TD:
                look(state, memory, belief_weights, sight, rows, beliefs)
                code, _ = decide(state, sight, beliefs, weights, codes, out)
            else:
                code = choose(state, kinds[seat], parameters[seat], policies, rng)
            note(state, memory, code)
            apply(state, code)
        returns(state, gained)
        for seat in range(seats):
            total[0, seat] += gained[seat]
            total[1, seat] += gained[seat] ** 2
    return total
