"""The bidding and doubling of the fast player, and the likelihood of bids given a hand, to weight sampled deals.

The chance to win a contract is a logistic function of a few features of the hand, fitted to deals played by `policy`.
The other numbers here are set by hand; docs/schafkopf-search.md says what deals weighted by the bids gain.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
from cardtui.kernels import RandomState, borrow, count, lowest, unit

RUFS, WENZES, FARBWENZES, SOLOS = range(4)
"""The families of contracts: the rows of CHANCES."""
MODEL = np.array(
    [
        RUFS if name.startswith("ruf") else FARBWENZES if name.startswith("wenz-") and name != "wenz-tout"
        else WENZES if name.startswith(("wenz", "geier")) else SOLOS
        for name in CONTRACTS
    ]
)  # fmt: skip
"""The family of each contract."""
CHANCES = np.array(
    [
        [-3.98, 0.69, 0.66, 0.67, -0.06, 0.18, 0.07],
        [-10.2, 1.07, 15.3, 2.25, 1.21, 1.13, 0.38],
        [-14.6, 1.36, 2.86, 2.54, 0.04, 1.41, 0.34],
        [-17.1, 1.47, 1.65, 2.32, 0.20, 1.23, 0.52],
    ]
)
"""The weights of `log_odds` for each family, each fitted to 150,000 deals of the fast player. That script is not kept;
`python -m cardtui.agents.training.schafkopf.fast_player chances` fits them again, to random hands, and compares."""
TIMES = np.array([4 if c.kind == SIE else 2 if c.tout else 1 for c in CONTRACTS.values()], np.int64)
"""The factor on the price of each contract."""
ALL = (1 << 32) - 1
"""The mask of all places."""

SPREAD, FAR = 12.0, 25.0
"""The difference in cents, under `paper`'s tariff, that makes a bid e times as likely; the maximum exponent.

Both are set by hand.
"""
SLIP = 0.04
"""The probability of a random bid. Set by hand."""
CONTRA_TRUMPS = 0.75
"""The share of trumps in a hand that makes a player double, as in the source's rule-based player."""


@borrow
def tariff(state: NDArray[np.int64]) -> float:
    """Return the stakes of the rules as a multiple of `paper`'s, where a solo costs 50 cents."""
    solo: float = max(1.0, state[ALONE])
    return solo / 50.0


@borrow
def log_odds(hand: int, contract: int, weights: NDArray[np.float64]) -> float:
    """Return the log-odds that a complete hand, as a mask of cards, wins a contract.

    They are linear in `weights`, float64 (7,), of: 1; trumps, scaled to a hand of eight cards; their strength, the sum
    of squared heights, from 0 for the lowest trump to 1 for the one 13 above; plain aces; tens beside them; plain suits
    without a card; losers, which count half in a suit whose ace is held.
    """
    order, size = ORDERS[contract], count(hand)
    if order:
        hand = placed(hand, order)
    trumps = hand & TRUMPS[order]
    low = lowest(TRUMPS[order])
    total: float = weights[0] + weights[1] * count(trumps) * 8.0 / size
    while trumps:
        total += weights[2] * ((lowest(trumps) - low) / 13.0) ** 2
        trumps &= trumps - 1
    plain = ALL & ~TRUMPS[order]
    while plain:
        suit = SUIT[order, lowest(plain)]
        plain &= ~suit
        held, ace = hand & suit, suit & ~(suit >> 1)
        if held == 0:
            total += weights[5]
        elif held & ace:
            ten = held & ace >> 1 != 0
            total += weights[3] + weights[4] * ten + 0.5 * weights[6] * (count(held) - 1 - ten)
        else:
            total += weights[6] * count(held)
    return total


@borrow
def win_chance(hand: int, contract: int) -> float:
    """Return the probability that a complete hand, as a mask of cards, wins a contract."""
    chance: float = 1.0 / (1.0 + np.exp(-log_odds(hand, contract, CHANCES[MODEL[contract]])))
    return chance


@borrow
def expected_cents(state: NDArray[np.int64], hand: int, contract: int) -> float:
    """Return the expected value, in cents, of playing a contract that the hand may bid."""
    cents: float
    if KINDS[contract] == SIE:
        cents = 1e3 * tariff(state)  # it cannot be lost
        return cents
    chance = win_chance(hand, contract)
    if TIMES[contract] == 2:
        chance = chance**6  # set by hand: a tout is lost with a single trick
    stake = state[SAUSPIEL] if KINDS[contract] == RUF else 3 * state[ALONE]
    cents = TIMES[contract] * stake * (2.0 * chance - 1.0)
    return cents


@borrow
def leading(state: NDArray[np.int64]) -> int:
    """Return the contracts, as a mask, with which the seat to act would have the highest bid."""
    contracts: int = bids(state) >> BID & OF_KIND[least_kind(state)]
    return contracts


@borrow
def bid(state: NDArray[np.int64], noise: float, rng: RandomState) -> int:
    """Return the code of the best bid of the seat to act. noise: random cents under `paper`'s tariff."""
    codes, contracts, noise = bids(state), leading(state), noise * tariff(state)
    best, most = (PASS, 0.0) if codes & 1 << PASS else (lowest(codes), -1e9)
    while contracts:
        contract = lowest(contracts)
        contracts &= contracts - 1
        value = expected_cents(state, state[HANDS + state[SEAT]], contract) + noise * (unit(rng) - 0.5)
        if value > most:
            best, most = BID + contract, value
    return best


@borrow
def bid_chance(state: NDArray[np.int64], code: int) -> float:
    """Return the probability of a bid by the seat to act: a softmax of the bids' values, mixed with random bids.

    Bids that would not be the highest are treated as passing.
    """
    contracts = leading(state)
    total, weight, number, spread = 1.0, 1.0, 1, SPREAD * tariff(state)
    while contracts:
        contract = lowest(contracts)
        contracts &= contracts - 1
        other = np.exp(min(expected_cents(state, state[HANDS + state[SEAT]], contract) / spread, FAR))
        total += other
        number += 1
        if code == BID + contract:
            weight = other
    return (1.0 - SLIP) * weight / total + SLIP / number


@borrow
def trump_share(state: NDArray[np.int64], seat: int) -> float:
    """Return the share of trumps among the cards that a seat was dealt, or has been dealt so far."""
    hand = state[HANDS + seat if state[PHASE] == IN_KNOCK else DEALT + seat]
    share: float = count(hand & TRUMPS[state[ORDER]]) / count(hand)
    return share


@borrow
def action_chance(state: NDArray[np.int64], code: int) -> float:
    """Return the probability of a bid, a doubling or a pass by the seat to act, given its hand."""
    chance: float = 1.0
    if state[PHASE] == IN_BID:
        chance = bid_chance(state, code)
    elif legal(state) & (1 << CONTRA | 1 << RETOUR):
        share = trump_share(state, state[SEAT])
        # set by hand: from 5% without trumps to 54% with nothing else
        doubles = 0.05 + 0.5 / (1.0 + np.exp(-(share - CONTRA_TRUMPS) * 16.0))
        chance = 1.0 - doubles if code == PASS else doubles
    return chance
