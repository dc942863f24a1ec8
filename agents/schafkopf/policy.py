"""The fast player, a kernel for rollouts and for judging the likelihood of others' actions.

It uses only what its seat may know: its own hand, the cards seen, and the sides as far as they are public.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import POINTS
from cardtui.games.schafkopf.kernel import (
    ACE,
    BEST,
    CALLED,
    CONTRACT,
    DECLARER,
    FOLLOW,
    HANDS,
    IN_BID,
    IN_PLAY,
    IS_OVER,
    LAID,
    ORDER,
    PASS,
    PHASE,
    PLAY,
    SEAT,
    SIDE,
    SIZE,
    TAKER,
    apply,
    legal,
    playable,
)
from cardtui.games.schafkopf.kernel_cards import CARD, RAMSCH, SUIT, TRUMPS, points_of
from cardtui.games.schafkopf.kernel_worlds import Worlds, deal_world
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import RandomState, borrow, count, lowest, njit, unit

from .bidding import CONTRA_TRUMPS, bid, trump_share

WORTH = np.array([[POINTS[card] for card in row] for row in CARD.tolist()], np.int64)
"""The points of each card, indexed by order and place."""

EXPECTED, LEAD_TRUMP, SEARCH, FRIEND, RISK, SHORT, KEEP_TRUMP, KEEP_HIGH, KEEP_ACE, KEEP_TEN = range(10)
WEIGHTS = np.array(
    [
        [0.4, 5.9, 0.4, 0.5, 1.6, 1.4, 4.3, 9.5, 0.0, 6.2],
        [6.7, -6.3, 19.7, 0.4, 1.5, 0.8, -0.7, 13.3, 2.0, 6.4],
        [12.2, 24.6, 0.0, 0.0, 1.1, 0.9, 0.7, 3.5, 6.5, 2.6],
        [0.6, -5.8, 0.0, 0.0, 1.0, 0.2, 2.0, 8.9, 5.9, 4.5],
        [24.2, 7.7, 0.0, 0.0, 0.8, 0.2, 2.0, 4.0, 1.4, 2.8],
        [8.0, -4.3, 0.0, 0.0, 0.7, 1.1, 2.1, 6.1, 3.2, 6.7],
    ]
)
"""Rows for the declarer and for the others, in a Sauspiel, in a Solo, and with only Unters or Obers as trumps.

All in card points, except `FRIEND` and `RISK`. They were tuned by matches between variants, whose script is not kept;
`python -m cardtui.agents.training.schafkopf.fast_player weights` measures what each of them gains.
"""

BID_NOISE = 10.0
"""Random cents in bids, under `paper`'s tariff, per point of noise in cards. Set by hand, not tuned."""

SUIT_AND_HEADS = np.array([int(mask).bit_count() == 14 for mask in TRUMPS])
"""For each order: whether the trumps are Obers, Unters and a suit, as in a Sauspiel or a Solo."""
OVER, RUFF = 0.8, 0.8
"""How far the two tables below depart from 1 and from 0. Set by hand, not tuned."""
LASTS = np.array([[(1.0 - OVER * later / 3.0) ** above for above in range(33)] for later in range(4)])
"""The probability that no later seat beats a card, by the number of later seats and of stronger cards still out."""
RUFFED = np.array([[RUFF * (2 / 3) ** suit * (1 - (2 / 3) ** trumps) for trumps in range(33)] for suit in range(33)])
"""The probability that a seat ruffs a plain suit, by the suit's cards and the trumps still out."""


@borrow
def friend(state: NDArray[np.int64], seat: int, other: int, weights: NDArray[np.float64]) -> float:
    """Return the probability, as far as a seat can know, that another seat is on its side."""
    own_side, other_side = state[SIDE] >> seat & 1, state[SIDE] >> other & 1
    ace = state[ACE]
    if ace == 0 or state[DECLARER] == other or state[HANDS + seat] & ace:
        return 1.0 if own_side == other_side else 0.0
    probability: float = weights[FRIEND]
    return probability


@borrow
def stays(order: int, bit: int, suit: int, unseen: int, later: int) -> float:
    """Return the probability that the best card of the trick so far wins it, with `later` seats still to play."""
    if later == 0:
        return 1.0
    chance: float = LASTS[later, count(unseen & suit & ~(bit - 1))]
    trumps = TRUMPS[order]
    if not trumps & bit:
        whole = 1.0 - RUFFED[count(unseen & suit), count(unseen & trumps)]
        for _ in range(later):
            chance *= whole
    return chance


@borrow
def role(state: NDArray[np.int64], seat: int) -> int:
    """Return the row of WEIGHTS for a seat."""
    kind = 0 if state[CALLED] else 1 if SUIT_AND_HEADS[state[ORDER]] else 2
    declares: int = state[SIDE] >> seat & 1
    return 2 * kind + 1 - declares


@borrow
def rate(state: NDArray[np.int64], places: int, weights: NDArray[np.float64], values: NDArray[np.float64]) -> int:
    """Write the ratings of these places, a mask, for the seat to act to `values`, in card points; return their number.

    weights: a row of WEIGHTS, float64 (10,); values: float64 (8,).
    """
    order, seat, best, follow = state[ORDER], state[SEAT], state[BEST], state[FOLLOW]
    trumps, hand, laid = TRUMPS[order], state[HANDS + seat], state[LAID]
    unseen, others, later = 0, 0.0, 3 - count(laid)  # others: how likely a seat that plays later is a friend
    for step in range(1, SEATS):
        other = seat + step & 3
        unseen |= state[HANDS + other]
        if step <= later:
            others += friend(state, seat, other, weights) / later
    # rest: the probability that a later seat is a friend, times RISK; declined: what a point in the trick is worth,
    # from -1 to 1, if the card does not take it
    points, declined, rest = weights[EXPECTED], 0.0, others
    if laid:
        points, rest = float(points_of(laid, order)), others * weights[RISK]
        stay = stays(order, best, follow if not best & trumps else trumps, unseen, later)
        declined = 2.0 * (stay * friend(state, seat, state[TAKER], weights) + (1.0 - stay) * rest) - 1.0
    ramsch, number, low = state[CONTRACT] == RAMSCH, 0, lowest(trumps)
    while places:
        place = lowest(places)
        bit = places & -places
        places ^= bit
        suit, worth = SUIT[order, place], WORTH[order, place]
        takes = laid == 0 or bit & (follow | trumps) > best
        stay = stays(order, bit, suit, unseen, later) if takes else 0.0
        if ramsch:  # nobody wants the trick, or to keep high cards; weights set by hand, not tuned
            values[number] = 0.3 * worth + 0.2 * (place - 17) - stay * (points + worth + 2.0)
            number += 1
            continue
        value = (2.0 * (stay + (1.0 - stay) * rest) - 1.0 if takes else declined) * (worth + points)
        if trumps & bit:
            share = (place - low) / (31.0 - low)
            value -= weights[KEEP_TRUMP] + weights[KEEP_HIGH] * share * share
        elif not unseen & suit & ~(bit - 1):
            value -= weights[KEEP_ACE]
        elif worth == 10:
            value -= weights[KEEP_TEN]
        if laid == 0:
            if trumps & bit:
                if unseen & trumps:
                    value += weights[LEAD_TRUMP]
            else:
                value -= weights[SHORT] * count(hand & suit)
                if suit == state[CALLED] and state[ACE]:
                    value += weights[SEARCH]
        values[number] = value
        number += 1
    return number


@borrow
def choose_card(
    state: NDArray[np.int64], noise: float, weights: NDArray[np.float64], values: NDArray[np.float64], rng: RandomState
) -> int:
    """Return the best place for the seat to act, after adding up to `noise` random points to each.

    weights: all of WEIGHTS, float64 (6, 10); values: scratch memory, float64 (8,).
    """
    places = playable(state)
    best: int = lowest(places)
    most = -1e9
    if places & (places - 1) == 0:
        return best
    for number in range(rate(state, places, weights[role(state, state[SEAT])], values)):
        value = values[number] + noise * unit(rng)
        if value > most:
            best, most = lowest(places), value
        places &= places - 1
    return best


@borrow
def choose(
    state: NDArray[np.int64], noise: float, weights: NDArray[np.float64], values: NDArray[np.float64], rng: RandomState
) -> int:
    """Return the code of the best action for the seat to act; the arguments are those of `choose_card`."""
    phase = state[PHASE]
    code: int = PASS
    if phase == IN_PLAY:
        code = PLAY + choose_card(state, noise, weights, values, rng)
    elif phase == IN_BID:
        code = bid(state, BID_NOISE * noise, rng)
    else:
        doublings = legal(state) & ~(1 << PASS)
        if doublings and trump_share(state, state[SEAT]) >= CONTRA_TRUMPS:
            code = lowest(doublings)
    return code


@njit
def usual_action(worlds: Worlds) -> int:
    """Return the code of the fast player's action, without noise, for the seat to act.

    It is chosen in one of the deals that fit. All of them give the same action, since the player uses only what its
    seat may know.
    """
    state, rng = np.empty(SIZE, np.int64), np.zeros(1, np.uint64)
    deal_world(worlds, state, rng)
    code: int = choose(state, 0.0, WEIGHTS, np.empty(8), rng)
    return code


@njit
def play_out(state: NDArray[np.int64], noise: float, weights: NDArray[np.float64], rng: RandomState) -> None:
    """Play the deal to its end; the arguments are those of `choose_card`."""
    values = np.empty(8)
    while state[PHASE] != IS_OVER:
        apply(state, choose(state, noise, weights, values, rng))
