"""Zheng Shang You on integers, for training, search and bulk play. The reference implementation is rules.py.

Cards are counts: an int64 holds the number of cards of each rank in four bits, starting with the 3 at bit 0. A move is
the cards it lays, in the same form; 0 passes. A state is an int64 array of length `SIZE`. Legality is not checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core import Action, Card
from ...kernels import RandomState, below, borrow, count, highest, lowest, njit
from .cards import RANK, RANKS, Pattern, by_rank, lay
from .rules import HAND, PASS, State

# --- the state's fields -----------------------------------------------------------------------
HANDS, PLAYED, TABLE, SEAT, OVER, TURN = 0, 2, 4, 5, 6, 7
"""HANDS and PLAYED have an entry per seat; PLAYED includes the cards on the table. SEAT: the seat to act, or the
winner."""
SIZE = 8

KernelState: TypeAlias = NDArray[np.int64]
"""A state in kernel form: int64 (SIZE,)."""

MAX_LEGAL = 328
"""Maximum number of legal moves. The most leads of any hand of 18 cards are 327 (3, 4, 4, 4 and 3 of adjacent ranks).
"""
PASSING = 0
ONES = 0x111111111111111
PAIRS = 0xF0F0F0F0F0F0F0F
HIGHS = 8 * ONES
"""The highest bit of each rank. It is unused, because there are at most four cards of a rank."""
WIDTH = 4
DECK = sum((4 if rank < 13 else 1) << WIDTH * rank for rank in range(len(RANKS)))
ORDER = np.array(RANK, np.int64)
"""The rank of each card. `deal` shuffles a copy."""


# --- Python's side ----------------------------------------------------------------------------
def packed(cards: Iterable[Card]) -> int:
    """Return the counts of some cards as a number."""
    return sum(1 << WIDTH * RANK[card] for card in cards)


def pack(state: State) -> KernelState:
    """Return a state of the rules in kernel form: int64 (SIZE,)."""
    found = np.zeros(SIZE, np.int64)
    for seat in (0, 1):
        found[HANDS + seat], found[PLAYED + seat] = packed(state.hands[seat]), packed(state.played[seat])
    last = state.winner if state.seat is None else 1 - state.seat
    assert last is not None, "a deal that is over has a winner"
    found[PLAYED + last] += packed(state.table)
    found[TABLE] = packed(state.table)
    found[SEAT] = last if state.seat is None else state.seat
    found[OVER], found[TURN] = state.seat is None, state.turn
    return found


def encode(action: Action) -> int:
    """Return the code of an action of the rules."""
    return packed(action.cards)


def unpacked(cards: int) -> list[int]:
    """Return the number of cards of each rank, in the order of `RANKS`."""
    return [cards >> WIDTH * rank & 7 for rank in range(len(RANKS))]


def decode(move: int, hand: tuple[Card, ...]) -> Action:
    """Return the action for a move with this hand, using its cards in the order dealt."""
    if move == PASSING:
        return PASS
    links = [(rank, size) for rank, size in enumerate(unpacked(move)) if size]
    return Action("play", lay(by_rank(hand), Pattern(links[0][0], tuple(size for _, size in links))))


# --- counts -----------------------------------------------------------------------------------
@borrow
def at_least(cards: int, size: int) -> int:
    """Return the highest bit of each rank that has `size` cards or more (1 … 4)."""
    return cards + (8 - size) * ONES & HIGHS


@borrow
def total(cards: int) -> int:
    """Return the number of cards."""
    pairs = (cards & PAIRS) + (cards >> WIDTH & PAIRS)
    return pairs % 255


@borrow
def runs(twos: int) -> int:
    """Return how many chains cover all ranks given by `at_least(cards, 2)`: one for each group of adjacent ranks."""
    return count(twos & ~(twos << WIDTH))


# --- the deal ---------------------------------------------------------------------------------
@borrow
def deal(state: KernelState, order: NDArray[np.int64], first: int, rng: RandomState) -> None:
    """Shuffle as much of `order`, the ranks of the deck in any order, int64 (54,), as is needed, and deal (§2)."""
    place = 0
    for seat in range(2):
        hand = 0
        for _ in range(HAND):
            other = place + below(rng, 54 - place)
            rank = order[other]
            order[other] = order[place]
            order[place] = rank
            hand += 1 << WIDTH * rank
            place += 1
        state[HANDS + seat], state[PLAYED + seat] = hand, 0
    state[TABLE], state[SEAT], state[OVER], state[TURN] = 0, first, 0, 0


# --- the turn ---------------------------------------------------------------------------------
@borrow
def apply(state: KernelState, move: int) -> None:
    """Play a legal move in place (§3–§5)."""
    seat = state[SEAT]
    hand = state[HANDS + seat] - move
    state[HANDS + seat] = hand
    state[PLAYED + seat] += move
    state[TABLE] = move
    state[TURN] += 1
    state[OVER] = hand == 0
    state[SEAT] = 1 - seat if hand else seat


@borrow
def above(hand: int, table: int) -> int:
    """Return the highest bit of each rank from which `hand` has the same pattern as the table, but higher (§4.1)."""
    low, high = lowest(table) & ~3, highest(table)
    fits = at_least(hand, table >> low & 7)
    link = low + WIDTH
    while link <= high:
        fits &= at_least(hand, table >> link & 7) >> link - low
        link += WIDTH
    return fits & -(16 << low)


@borrow
def bombs_over(hand: int, table: int) -> int:
    """Return the highest bit of the rank of each bomb in the hand, or 0 if the table has a bomb itself (§4.2)."""
    return 0 if table >> (lowest(table) & ~3) == 4 else at_least(hand, 4)


@borrow
def beatable(move: int, unseen: int, left: int) -> bool:
    """Return whether a hand of `left` cards out of `unseen` could beat a move."""
    bombs = at_least(unseen, 4) if left >= 4 else 0
    if move >> (lowest(move) & ~3) == 4:
        return left >= 4 and above(unseen, move) != 0
    return bombs != 0 or (left >= total(move) and above(unseen, move) != 0)


@borrow
def losers(hand: int, unseen: int, left: int) -> int:
    """Return how many of the fewest plays that lay a hand can be beaten.

    These plays are each single card of a rank, and each group of adjacent ranks with two cards or more.
    """
    found = 0
    twos = at_least(hand, 2)
    ones = at_least(hand, 1) & ~twos
    while ones:
        found += beatable(1 << lowest(ones) - 3, unseen, left)
        ones &= ones - 1
    while twos:
        first = lowest(twos) - 3
        move, link = 0, first
        while twos >> link + 3 & 1:
            twos &= ~(8 << link)
            move |= hand & 15 << link
            link += WIDTH
        found += beatable(move, unseen, left)
    return found


@borrow
def legal(state: KernelState, out: NDArray[np.int64]) -> int:
    """Write the seat to act's legal moves to `out` (int64, MAX_LEGAL), in the rules' order; return their number."""
    hand, table = state[HANDS + state[SEAT]], state[TABLE]
    return follows(hand, table, out) if table else leads(hand, out)


@borrow
def follows(hand: int, table: int, out: NDArray[np.int64]) -> int:
    """Write the moves over `table` (§4) to `out`: pass, higher patterns, bombs. Return their number."""
    out[0] = PASSING
    found = 1
    shape = table >> (lowest(table) & ~3)
    fits = above(hand, table)
    while fits:
        out[found] = shape << lowest(fits) - 3
        found += 1
        fits &= fits - 1
    fits = bombs_over(hand, table)
    while fits:
        out[found] = 4 << lowest(fits) - 3
        found += 1
        fits &= fits - 1
    return found


@borrow
def leads(hand: int, out: NDArray[np.int64]) -> int:
    """Write all patterns (§3.1) to `out`, from the lowest rank up. Return their number."""
    found = 0
    rest = hand
    while rest:
        low = lowest(rest) & ~3
        most = hand >> low & 7
        rest &= ~(15 << low)
        for size in range(1, most + 1):
            out[found] = size << low
            found += 1
        if most >= 2 and hand >> low + WIDTH & 7 >= 2:
            found = chains(hand, low, out, found)
    return found


@borrow
def chains(hand: int, low: int, out: NDArray[np.int64], found: int) -> int:
    """Write the chains from bit `low` to `out` in the rules' order: each before the longer ones that begin with it."""
    move, top = 2 << low, low
    while True:
        if hand >> top + WIDTH & 7 >= 2:  # add a link
            top += WIDTH
            move += 2 << top
        else:
            while move >> top & 7 == hand >> top & 7:  # the last link is at its maximum: remove it
                move &= ~(15 << top)
                top -= WIDTH
                if top < low:
                    return found
            move += 1 << top
        if top > low:
            out[found] = move
            found += 1


# --- random play ------------------------------------------------------------------------------
@borrow
def random_move(state: KernelState, scratch: NDArray[np.int64], rng: RandomState) -> int:
    """Return a uniformly random legal move, without listing all moves. `scratch` is memory to write to, int64 (16,)."""
    hand: int = state[HANDS + state[SEAT]]
    table: int = state[TABLE]
    if table == 0:
        return random_lead(hand, scratch, rng)
    fits, bombs = above(hand, table), bombs_over(hand, table)
    ways = count(fits)
    number = 1 + ways + count(bombs)
    chosen = below(rng, number) if number > 1 else 0
    if chosen == 0:
        return PASSING
    shape = table >> (lowest(table) & ~3)
    if chosen > ways:
        fits, shape, chosen = bombs, 4, chosen - ways
    for _ in range(chosen - 1):
        fits &= fits - 1
    return shape << lowest(fits) - 3


@borrow
def random_lead(hand: int, scratch: NDArray[np.int64], rng: RandomState) -> int:
    """Return a uniformly random lead. For `scratch` see `random_move`.

    If a rank allows w link sizes, and f chains (of one or more links) begin at the next rank, then w · (1 + f) chains
    begin at this rank, w · f of them with two or more links.
    """
    single = total(hand)  # of one rank there are as many patterns as cards
    twos = at_least(hand, 2)
    longer = 0
    if twos & twos >> WIDTH:
        begin = 0
        for rank in range(highest(twos) >> 2, -1, -1):
            sizes = max((hand >> WIDTH * rank & 7) - 1, 0)
            longer += sizes * begin
            scratch[rank + 1] = begin
            begin = sizes * (1 + begin)
    chosen = below(rng, single + longer)
    if chosen < single:
        while True:
            low = lowest(hand) & ~3
            most = hand >> low & 7
            if chosen < most:
                return chosen + 1 << low
            chosen -= most
            hand &= ~(15 << low)
    chosen -= single
    rank = 0
    while True:
        here = max((hand >> WIDTH * rank & 7) - 1, 0) * scratch[rank + 1]
        if chosen < here:
            break
        chosen -= here
        rank += 1
    move: int = 2 + chosen // scratch[rank + 1] << WIDTH * rank
    chosen = chosen % scratch[rank + 1] + 1
    while chosen:  # the chain of number chosen - 1 among those that begin at the next rank
        rank += 1
        chosen -= 1
        move += 2 + chosen // (1 + scratch[rank + 1]) << WIDTH * rank
        chosen %= 1 + scratch[rank + 1]
    return move


@njit
def random_games(games: int, rng: RandomState) -> tuple[int, int]:
    """Play deals at random, the seats leading in turn; return (deals won by the leader, total number of turns)."""
    state, order, scratch = np.zeros(SIZE, np.int64), ORDER.copy(), np.zeros(16, np.int64)
    won = turns = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        while not state[OVER]:
            apply(state, random_move(state, scratch, rng))
        won += state[SEAT] == game & 1
        turns += state[TURN]
    return won, turns
