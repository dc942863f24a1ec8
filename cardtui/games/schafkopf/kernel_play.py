"""Random rollouts in the kernel, from the deal or from any state. Each legal action is equally likely."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...kernels import GOLDEN, RandomState, below, borrow, count, lowest, mix, njit
from .cards import RUNAWAY
from .kernel import (
    ACE,
    CALLED,
    CONTRACT,
    DEALT,
    DECLARER,
    DOUBLED,
    EIGHT,
    HANDS,
    IN_BID,
    IN_PLAY,
    IS_OVER,
    LAID,
    LEADER,
    ORDER,
    PHASE,
    SEAT,
    SIZE,
    TAKEN,
    KernelState,
    apply,
    bid,
    bids,
    deal,
    legal,
)
from .kernel_cards import SUIT, TRUMPS
from .kernel_settlement import returns
from .rules import SEATS

FRACTION = (1 << 60) - 1


@borrow
def any_of(some: int, rng: RandomState) -> int:
    """Return the index of a random set bit of a mask."""
    if some & some - 1 == 0:
        return lowest(some)
    for _ in range(below(rng, count(some))):
        some &= some - 1
    return lowest(some)


@borrow
def finish(state: KernelState, rng: RandomState) -> None:
    """Play the deal to its end at random."""
    while state[PHASE] == IN_BID:
        bid(state, any_of(bids(state), rng))
    while state[PHASE] != IS_OVER:
        if state[PHASE] == IN_PLAY and state[LAID] == 0:
            leader = state[LEADER]
            asked = state[EIGHT] and state[DOUBLED] == 0 and state[DECLARER] >= 0
            if not asked or state[HANDS + leader] != state[DEALT + leader]:
                finish_tricks(state, rng)
                return
        apply(state, any_of(legal(state), rng))


@borrow
def pick(some: int, nth: int, size: int) -> int:
    """Return the n-th lowest card of a set of at most `size` cards, as a mask; without data-dependent branches."""
    for place in range(size - 1):
        some &= some - (place < nth)
    return some & -some


@borrow
def finish_tricks(state: KernelState, rng: RandomState) -> None:
    """Play all remaining tricks at random. They must start with a lead, and there can be no more contra.

    One random number chooses the four cards of a trick. It is a fraction of 60 bits; multiplied by the number of legal
    cards, its integer part is the choice and its fraction serves for the next card.
    """
    order, ace, called, leader, seed = state[ORDER], state[ACE], state[CALLED], state[LEADER], rng[0]
    trumps = TRUMPS[order]
    for left in range(count(state[HANDS + leader]), 1, -1):
        seed += GOLDEN
        chance = int(np.int64(mix(seed) >> np.uint64(4)))
        hand = state[HANDS + leader]
        held = hand & called
        free = hand & ~called | ace if hand & ace and count(held) < RUNAWAY else hand
        chance *= count(free)
        bit = pick(free, chance >> 60, left)
        chance &= FRACTION
        state[HANDS + leader] = hand ^ bit
        follow = SUIT[order, lowest(bit)]
        wins = follow | trumps
        trick = best = bit
        taker = leader
        for step in range(1, SEATS):
            seat = leader + step & 3
            hand = state[HANDS + seat]
            free = hand & follow
            if free == 0:
                free = hand & ~ace
            if free & ace:
                free = ace
            chance *= count(free)
            bit = pick(free, chance >> 60, left)
            chance &= FRACTION
            state[HANDS + seat] = hand ^ bit
            trick |= bit
            if bit & wins > best:
                best, taker = bit, seat
        state[TAKEN + taker] |= trick
        leader = taker
        if follow == called:
            ace = 0
    wins = SUIT[order, lowest(state[HANDS + leader])] | trumps
    trick = best = 0
    taker = leader
    for seat in range(SEATS):
        bit = state[HANDS + seat]
        state[HANDS + seat] = 0
        trick |= bit
        if bit & wins > best:
            best, taker = bit, seat
    state[TAKEN + taker] |= trick
    state[LEADER], state[ACE], state[PHASE], state[SEAT] = taker, 0, IS_OVER, 0
    rng[0] = seed


@njit
def random_games(games: int, rules: NDArray[np.int64], rng: RandomState) -> NDArray[np.float64]:
    """Play random games with rotating forehand: float64 (2, 4), for each seat the sum of cents and the games declared.

    `rules` are as given by `rules_of`.
    """
    state, gained, sums = np.zeros(SIZE, np.int64), np.zeros(SEATS), np.zeros((2, SEATS))
    for game in range(games):
        deal(state, rules, game & 3, rng)
        finish(state, rng)
        returns(state, gained)
        for seat in range(SEATS):
            sums[0, seat] += gained[seat]
        if state[CONTRACT] >= 0 and state[DECLARER] >= 0:
            sums[1, state[DECLARER]] += 1
    return sums
