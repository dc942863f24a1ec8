"""Yaniv on integers, for training, search and bulk play. The reference implementation of the rules is rules.py.

A state is an int64 array of length `SIZE`; copy it with `other[:] = state`. Cards are those of rules.py, sets of cards
are bit masks over them. An action is an int64 (`encode`, `decode`): 0 calls Yaniv, otherwise `take | count << 2 | card₀
<< 5 | card₁ << 11 …` with the cards in the order laid. Legality is not checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core import Action, Card, Observation
from ...kernels import GOLDEN, RandomState, below, borrow, count, draw, lowest, mix
from .cards import COUNTS, NUMBER, STACK
from .rules import HAND, MAX_TURNS, TAKES, State, Yaniv
from .rulesets import OPTIONS

# --- the state's fields -----------------------------------------------------------------------
SEATS, TURN, SEAT, OVER, CALLER = range(5)  # SEAT: to act; CALLER: -1 if none
RULES = 5  # the options of the rules, as in `rules_of`
RULE_OPTIONS = ("jokers", "faces", "take", "call", "scoring", "assaf")
"""The options of the rules that change a deal, in the order of their fields."""
REST = RULES + len(RULE_OPTIONS)
JOKERS, TEN, ENDS, CALL, POINTS, ASSAF = range(RULES, REST)
END_A, END_B = REST, REST + 1  # the cards that can be taken from the pile; END_B: -1 if none
LAID, BURIED = REST + 2, REST + 3  # masks: the last discard, and the pile below it
KEY, RESHUFFLES = REST + 4, REST + 5
AT, END = REST + 6, REST + 7  # the stack is state[DECK + AT : DECK + END], top first
HANDS, KNOWN, SCORES, DECK = range(REST + 8, REST + 32, 6)
# by seat, of which there are at most six: hand, its cards seen taken from the pile (masks), its score
SIZE = DECK + 54

KernelState: TypeAlias = NDArray[np.int64]
"""A state in kernel form: int64 (SIZE,)."""

YANIV = 0
TAKE_STACK, TAKE_A, TAKE_B = range(3)
MAX_LEGAL = 256
"""Maximum number of legal actions; real hands have far fewer."""

SCORE = np.array([COUNTS["rank"], COUNTS["ten"]], np.int64)  # indexed by TEN and card
NUMBERS = np.array(NUMBER, np.int64)
JOKER_MASK = 3 << 52
SUIT_MASK = sum(1 << 4 * row for row in range(13))  # the clubs; shift it by the suit


# --- Python's side ----------------------------------------------------------------------------
@lru_cache(16)
def rules_of(game: Yaniv) -> NDArray[np.int64]:
    """Return the options of the rules for `deal`: int64 (len(RULE_OPTIONS),), a choice by its index in `choices`.

    The array is cached and must not be changed.
    """
    pairs = [(OPTIONS[key].choices, game.options[key]) for key in RULE_OPTIONS]
    return np.array([choices.index(str(value)) if choices else int(value) for choices, value in pairs], np.int64)


def pack(game: Yaniv, state: State) -> KernelState:
    """Return a state of the rules in kernel form: int64 (SIZE,)."""
    packed = np.zeros(SIZE, np.int64)
    packed[SEATS], packed[TURN], packed[OVER] = game.seats, state.turn, state.seat is None
    packed[SEAT] = 0 if state.seat is None else state.seat
    packed[CALLER] = -1 if state.caller is None else state.caller
    packed[RULES:REST] = rules_of(game)
    packed[END_A] = state.top[0] if game.ends else state.top[-1]
    packed[END_B] = state.top[-1] if game.ends and len(state.top) > 1 else -1
    packed[LAID], packed[BURIED] = mask(state.top), mask(state.buried)
    packed[KEY], packed[RESHUFFLES] = np.uint64(state.key).astype(np.int64), state.reshuffles
    packed[END] = len(state.stack)
    packed[DECK : DECK + len(state.stack)] = state.stack
    for seat in range(game.seats):
        packed[HANDS + seat], packed[KNOWN + seat] = mask(state.hands[seat]), mask(state.known[seat])
        packed[SCORES + seat] = game.score(state.hands[seat])
    return packed


def view(game: Yaniv, seen: Observation) -> KernelState:
    """Return what a seat knows in kernel form: int64 (SIZE,).

    The stack has a length but no cards. The hands of other seats have the right number of cards, but arbitrary ones.
    """
    state, pile = np.zeros(SIZE, np.int64), seen.zones[game.seats].cards
    state[SEATS], state[TURN], state[SEAT], state[CALLER] = game.seats, seen.turn, seen.seat, -1
    state[RULES:REST] = rules_of(game)
    state[END_A] = pile[0] if game.ends else pile[-1]
    state[END_B] = pile[-1] if game.ends and len(pile) > 1 else -1
    state[LAID], state[BURIED] = mask(pile), mask(seen.zones[game.seats + 1].cards)
    state[RESHUFFLES] = sum(event.action.verb == "reshuffle" for event in seen.history)
    state[END] = seen.zones[game.seats + 2].count
    for seat, hand in enumerate(seen.hands):
        state[HANDS + seat], state[KNOWN + seat] = (1 << hand.count) - 1, mask(hand.cards)
    own, taken = seen.hands[seen.seat].cards, 0
    for seat, action, gain in seen.history:
        if seat == seen.seat:
            taken = taken & ~mask(action.cards) | (mask(gain) if action.to != "stack" else 0)
    me = seen.seat
    state[HANDS + me], state[KNOWN + me], state[SCORES + me] = mask(own), mask(own) & taken, game.score(own)
    return state


def mask(cards: Iterable[Card]) -> int:
    """Return the bit mask of some cards."""
    return sum(1 << card for card in cards)


def encode(action: Action) -> int:
    """Return the code of an action of the rules."""
    if action.verb == "yaniv":
        return YANIV
    code = TAKES.index(action.to) | len(action.cards) << 2
    for place, card in enumerate(action.cards):
        code |= card << 5 + 6 * place
    return code


def decode(code: int) -> Action:
    """Inverse of `encode`."""
    if code == YANIV:
        return Action("yaniv")
    cards = tuple([code >> 5 + 6 * place & 63 for place in range(code >> 2 & 7)])
    return Action("discard", cards, TAKES[code & 3])


@borrow
def points_of(state: KernelState, cards: int) -> int:
    """Return the points of some cards, a mask."""
    total = 0
    while cards:
        total += SCORE[state[TEN], lowest(cards)]
        cards &= cards - 1
    return total


# --- the deal ---------------------------------------------------------------------------------
@borrow
def deal(state: KernelState, rules: NDArray[np.int64], seats: int, first: int, rng: RandomState) -> None:
    """Shuffle and deal (§2). `rules` are as given by `rules_of`."""
    for option in range(len(rules)):
        state[RULES + option] = rules[option]
    size = 52 + state[JOKERS]
    for card in range(size):
        state[DECK + card] = card
    for place in range(size - 1):
        other = place + below(rng, size - place)
        card = state[DECK + other]
        state[DECK + other] = state[DECK + place]
        state[DECK + place] = card
    state[SEATS], state[TURN], state[SEAT], state[OVER], state[CALLER] = seats, 0, first, 0, -1
    state[KEY], state[RESHUFFLES], state[BURIED] = np.int64(draw(rng)), 0, 0
    at = 0
    for seat in range(seats):
        hand = score = 0
        for _ in range(HAND):
            hand |= 1 << state[DECK + at]
            score += SCORE[state[TEN], state[DECK + at]]
            at += 1
        state[HANDS + seat], state[KNOWN + seat], state[SCORES + seat] = hand, 0, score
    state[END_A], state[END_B], state[LAID] = state[DECK + at], -1, 1 << state[DECK + at]
    state[AT], state[END] = at + 1, size


@borrow
def order(state: KernelState, card: int) -> np.uint64:
    """Return the sort key of a card for the next reshuffle (§5.4)."""
    return mix(np.uint64(state[KEY]) + GOLDEN * np.uint64(STACK * state[RESHUFFLES] + card + 1))


@borrow
def reshuffle(state: KernelState) -> None:
    """Shuffle the buried pile to become the stack (§5.3, §5.4)."""
    size = 0
    rest = state[BURIED]
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        key = order(state, card)
        place = size
        while place and order(state, state[DECK + place - 1]) > key:
            state[DECK + place] = state[DECK + place - 1]
            place -= 1
        state[DECK + place] = card
        size += 1
    state[AT], state[END], state[BURIED] = 0, size, 0
    state[RESHUFFLES] += 1


# --- the turn ---------------------------------------------------------------------------------
@borrow
def may_call(state: KernelState) -> bool:
    """Return whether the seat to act may call Yaniv (§6.1)."""
    may: bool = state[SCORES + state[SEAT]] <= state[CALL]
    return may


@borrow
def laid_mask(code: int) -> int:
    """Return the cards that a discard lays, as a mask."""
    cards = 0
    for place in range(code >> 2 & 7):
        cards |= 1 << (code >> 5 + 6 * place & 63)
    return cards


@borrow
def apply(state: KernelState, code: int) -> None:
    """Play a legal action in place (§3–§6)."""
    seat = state[SEAT]
    state[TURN] += 1
    if code == YANIV:
        state[OVER], state[CALLER] = 1, seat
        return
    value = state[TEN]
    laid = last = 0
    score = state[SCORES + seat]
    for place in range(code >> 2 & 7):
        last = code >> 5 + 6 * place & 63
        laid |= 1 << last
        score -= SCORE[value, last]
    take = code & 3
    hand, known, pile = state[HANDS + seat] & ~laid, state[KNOWN + seat] & ~laid, state[LAID]
    top, end_a, end_b = state[DECK + state[AT]], state[END_A], state[END_B]
    blind = take == TAKE_STACK  # branch-free, since the take is unpredictable
    card = top if blind else end_a if take == TAKE_A else end_b
    seen = 0 if blind else 1 << card
    state[AT] += blind
    known |= seen
    pile &= ~seen
    state[HANDS + seat], state[KNOWN + seat], state[SCORES + seat] = hand | 1 << card, known, score + SCORE[value, card]
    state[BURIED] |= pile
    state[LAID] = laid
    state[END_A], state[END_B] = last, -1
    if state[ENDS]:
        state[END_A] = code >> 5 & 63
        if code >> 2 & 7 > 1:
            state[END_B] = last
    if state[AT] == state[END]:
        reshuffle(state)
    state[SEAT] = seat + 1 if seat + 1 < state[SEATS] else 0
    state[OVER] = state[TURN] >= MAX_TURNS


# --- legal actions ----------------------------------------------------------------------------
@borrow
def set_code(cards: int, low: int, high: int) -> int:
    """Return the code, without a take, laying `low` first (-1: any), `high` last, and the others ascending between."""
    rest = cards & ~(1 << high)
    code = 0
    size = 0
    if low >= 0:
        rest &= ~(1 << low)
        code = low << 5
        size = 1
    while rest:
        code |= lowest(rest) << 5 + 6 * size
        rest &= rest - 1
        size += 1
    return code | high << 5 + 6 * size | size + 1 << 2


@borrow
def legal(state: KernelState, out: NDArray[np.int64]) -> int:
    """Write the codes of all legal actions to `out` (int64, MAX_LEGAL), Yaniv first; return their number."""
    found = 0
    if may_call(state):
        out[0] = YANIV
        found = 1
    start = found
    found = discards(state[HANDS + state[SEAT]], state[ENDS], out, found)
    takes = 3 if state[END_B] >= 0 else 2
    for place in range(found - 1, start - 1, -1):
        for take in range(takes):
            out[start + (place - start) * takes + take] = out[place] | take
    return start + (found - start) * takes


@borrow
def discards(hand: int, ends: int, out: NDArray[np.int64], found: int) -> int:
    """Write the codes, without a take, of all discards (§4) of `hand` to `out`.

    They are written from index `found` on; returns the new `found`.
    """
    rest = hand
    while rest:
        row = lowest(rest) & ~3
        group = hand & 15 << row
        rest &= ~group
        chosen = group
        while chosen:  # every subset of the cards of one number
            high = chosen
            while high:
                last = lowest(high)
                high &= high - 1
                if chosen & chosen - 1 == 0 or not ends:
                    out[found] = set_code(chosen, -1, last)
                    found += 1
                else:
                    low = chosen & (1 << last) - 1
                    while low:
                        out[found] = set_code(chosen, lowest(low), last)
                        found += 1
                        low &= low - 1
            chosen = chosen - 1 & group
    jokers = hand & JOKER_MASK
    plain = hand & ~JOKER_MASK
    for suit in range(4):
        held = plain & SUIT_MASK << suit
        if jokers or held & held >> 4 & held >> 8:
            found = suit_runs(held, jokers, ends, out, found)
    return found


@borrow
def suit_runs(held: int, jokers: int, ends: int, out: NDArray[np.int64], found: int) -> int:
    """Write the runs of one suit's cards, with any of the jokers, to `out`, as `discards` does."""
    start = found
    chosen = held
    while chosen:
        low = lowest(chosen) >> 2  # row 0 … 12
        high = low
        rest = chosen
        while rest:
            high = lowest(rest) >> 2
            rest &= rest - 1
        wild = jokers
        while True:
            size = count(chosen) + count(wild)
            spare = size - (high - low + 1)
            if size >= 3 and size <= HAND and spare >= 0 and spare <= count(wild):
                for first in range(max(low - spare, 0), min(low, 13 - size) + 1):
                    found = _add_new(out, start, found, run_code(chosen, wild, first, size, 1))
                    if not ends:
                        found = _add_new(out, start, found, run_code(chosen, wild, first + size - 1, size, -1))
            if wild == 0:
                break
            wild = wild - 1 & jokers
        chosen = chosen - 1 & held
    return found


@borrow
def run_code(plain: int, wild: int, row: int, size: int, step: int) -> int:
    """Return the code, without a take, of the run of `size` cards from `row` in direction `step`."""
    code = size << 2
    for place in range(size):
        here = plain & 15 << 4 * row
        if here:
            card = lowest(here)
        else:
            card = lowest(wild)
            wild &= wild - 1
        code |= card << 5 + 6 * place
        row += step
    return code


@borrow
def _add_new(out: NDArray[np.int64], start: int, found: int, code: int) -> int:
    """Append a run unless it is already there: those with jokers at their ends are generated in both directions."""
    for place in range(start, found):
        if out[place] == code:
            return found
    out[found] = code
    return found + 1


# --- the result -------------------------------------------------------------------------------
@borrow
def returns(state: KernelState, out: NDArray[np.float64]) -> None:
    """Write the returns (§7) to `out` (float64, by seat): the share of the win, or minus the points added."""
    seats, caller = state[SEATS], state[CALLER]
    best = state[SCORES]
    for seat in range(1, seats):
        best = min(best, state[SCORES + seat])
    lowest_held = 0
    for seat in range(seats):
        lowest_held += state[SCORES + seat] == best
    if state[POINTS]:
        fine = caller < 0 or state[ASSAF] == 0 or (lowest_held == 1 and state[SCORES + caller] == best)
        if not fine:  # Assaf: the lowest other hand adds nothing
            best = np.int64(1 << 30)
            for seat in range(seats):
                if seat != caller:
                    best = min(best, state[SCORES + seat])
        for seat in range(seats):
            added = 0 if state[SCORES + seat] == best else state[SCORES + seat]
            if not fine and seat == caller:
                added = state[SCORES + seat] + state[ASSAF]
            out[seat] = -added
        return
    for seat in range(seats):
        out[seat] = 1.0 / lowest_held if state[SCORES + seat] == best else 0.0
    if seats == 2 and lowest_held == 2 and caller >= 0:
        out[caller], out[1 - caller] = 0.0, 1.0
