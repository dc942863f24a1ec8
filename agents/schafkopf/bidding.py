"""The bidding and doubling of the fast player, and the likelihood of bids given a hand, to weight sampled deals.

The chance to win a contract is a logistic function of a few features of the hand, fitted to deals played by `policy`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.schafkopf.cards import CONTRACTS, RUF, SIE
from cardtui.games.schafkopf.kernel import (
    ALONE,
    BID,
    CONTRA,
    DEALT,
    HANDS,
    IN_BID,
    IN_KNOCK,
    ORDER,
    PASS,
    PHASE,
    RETOUR,
    SAUSPIEL,
    SEAT,
    bids,
    least_kind,
    legal,
)
from cardtui.games.schafkopf.kernel_cards import KINDS, OF_KIND, ORDERS, SUIT, TRUMPS, placed
from cardtui.kernels import borrow, count, lowest, unit

RUFS, WENZES, FARBWENZES, SOLOS = range(4)
MODEL = np.array(
    [
        RUFS if name.startswith("ruf") else FARBWENZES if name.startswith("wenz-") and name != "wenz-tout"
        else WENZES if name.startswith(("wenz", "geier")) else SOLOS
        for name in CONTRACTS
    ]
)  # fmt: skip
# columns: 1, trumps, their strength, aces, tens with them, voids, losers; each row fitted to 150,000 deals
CHANCES = np.array(
    [
        [-3.98, 0.69, 0.66, 0.67, -0.06, 0.18, 0.07],
        [-10.2, 1.07, 15.3, 2.25, 1.21, 1.13, 0.38],
        [-14.6, 1.36, 2.86, 2.54, 0.04, 1.41, 0.34],
        [-17.1, 1.47, 1.65, 2.32, 0.20, 1.23, 0.52],
    ]
)
TIMES = np.array([4 if c.kind == SIE else 2 if c.tout else 1 for c in CONTRACTS.values()], np.int64)
ALL = (1 << 32) - 1

SPREAD, FAR = 12.0, 25.0
"""The difference in cents, under `paper`'s tariff, that makes a bid e times as likely; the maximum exponent."""
SLIP = 0.04
"""The probability of a random bid."""
CONTRA_TRUMPS = 0.75
"""The share of trumps in a hand that makes a player double."""


@borrow
def tariff(state: Any) -> Any:
    """Return the stakes of the rules as a multiple of `paper`'s, whose solo is 50 cents."""
    return max(1.0, state[ALONE]) / 50.0


@borrow
def promise(hand: int, contract: int) -> Any:
    """Return the probability that a complete hand, as a mask of cards, wins a contract."""
    order, weights, size = ORDERS[contract], CHANCES[MODEL[contract]], count(hand)
    if order:
        hand = placed(hand, order)
    trumps = hand & TRUMPS[order]
    low = lowest(TRUMPS[order])
    total = weights[0] + weights[1] * count(trumps) * 8.0 / size
    while trumps:
        total += weights[2] * ((lowest(trumps) - low) / 13.0) ** 2
        trumps &= trumps - 1
    left = ALL & ~TRUMPS[order]
    while left:
        suit = SUIT[order, lowest(left)]
        left &= ~suit
        held, ace = hand & suit, suit & ~(suit >> 1)
        if held == 0:
            total += weights[5]
        elif held & ace:
            ten = held & ace >> 1 != 0
            total += weights[3] + weights[4] * ten + 0.5 * weights[6] * (count(held) - 1 - ten)
        else:
            total += weights[6] * count(held)
    return 1.0 / (1.0 + np.exp(-total))


@borrow
def hope(state: Any, hand: int, contract: int) -> Any:
    """Return the expected value, in cents, of playing a contract that the hand may bid."""
    if KINDS[contract] == SIE:
        return 1e3 * tariff(state)
    chance = promise(hand, contract)
    if TIMES[contract] == 2:
        chance = chance**6
    stake = state[SAUSPIEL] if KINDS[contract] == RUF else 3 * state[ALONE]
    return TIMES[contract] * stake * (2.0 * chance - 1.0)


@borrow
def leading(state: Any) -> Any:
    """Return the contracts, as a mask, with which the seat to act would have the highest bid."""
    return bids(state) >> BID & OF_KIND[least_kind(state)]


@borrow
def bid(state: Any, noise: float, rng: Any) -> Any:
    """Return the code of the best bid of the seat to act. noise: random cents under `paper`'s tariff."""
    legal, some, noise = bids(state), leading(state), noise * tariff(state)
    best, most = (PASS, 0.0) if legal & 1 << PASS else (lowest(legal), -1e9)
    while some:
        contract = lowest(some)
        some &= some - 1
        value = hope(state, state[HANDS + state[SEAT]], contract) + noise * (unit(rng) - 0.5)
        if value > most:
            best, most = BID + contract, value
    return best


@borrow
def bid_chance(state: Any, code: int) -> Any:
    """Return the probability of a bid by the seat to act. Bids that are not the highest are treated as passing."""
    some = leading(state)
    total, chosen, ways, spread = 1.0, 1.0, 1, SPREAD * tariff(state)
    while some:
        contract = lowest(some)
        some &= some - 1
        likely = np.exp(min(hope(state, state[HANDS + state[SEAT]], contract) / spread, FAR))
        total += likely
        ways += 1
        if code == BID + contract:
            chosen = likely
    return (1.0 - SLIP) * chosen / total + SLIP / ways


@borrow
def trump_share(state: Any, seat: int) -> Any:
    """Return the share of trumps among the cards that a seat was dealt, or has so far."""
    hand = state[HANDS + seat if state[PHASE] == IN_KNOCK else DEALT + seat]
    return count(hand & TRUMPS[state[ORDER]]) / count(hand)


@borrow
def chance(state: Any, code: int) -> Any:
    """Return the probability that the seat to act bids, doubles or passes like this, given its hand."""
    if state[PHASE] == IN_BID:
        return bid_chance(state, code)
    if not legal(state) & (1 << CONTRA | 1 << RETOUR):
        return 1.0
    share = trump_share(state, state[SEAT])
    doubles = 0.05 + 0.5 / (1.0 + np.exp(-(share - CONTRA_TRUMPS) * 16.0))
    return 1.0 - doubles if code == PASS else doubles
