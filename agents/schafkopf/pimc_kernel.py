"""Monte Carlo tree search in sampled deals, with random rollouts: the kernel of `pimc`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import SIE, SOLO_TOUT, WENZ_TOUT
from cardtui.games.schafkopf.kernel import (
    BY_TRICKS,
    CONTRA,
    CONTRACT,
    DEALT,
    DECLARER,
    EIGHT,
    HANDS,
    IN_PLAY,
    IS_OVER,
    IS_SHORT,
    LAID,
    LEADER,
    ORDER,
    PASS,
    PHASE,
    SEAT,
    SIDE,
    SIZE,
    apply,
    legal,
)
from cardtui.games.schafkopf.kernel_cards import CARD, DECKS, KINDS, points_of
from cardtui.games.schafkopf.kernel_play import any_of, finish_tricks
from cardtui.games.schafkopf.kernel_settlement import returns, taken_by
from cardtui.games.schafkopf.kernel_worlds import Worlds, deal_world
from cardtui.games.schafkopf.rules import SEATS
from cardtui.games.schafkopf.settlement import ALL_POINTS, SCHNEIDER, SCHNEIDER_FREE
from cardtui.kernels import RandomState, borrow, count, lowest, njit

ACTIONS = 64
"""Number of action codes."""
EXPLORE = 1.0
"""The weight of the exploration term of UCT, in cents, as in the source project."""

VISITS, SUM, WON, SCHNEIDERS, BLACKS, DEALS, MEANS, SPREADS = range(8)
"""Statistics of an action: visits; total gain; summed over deals, the shares of visits that were won, and that ended in
Schneider or Schwarz of either side; the number of deals in which it was played; summed over these deals, the mean gain
and its square."""
FIRST_POINTS, POINT_CLASSES = 8, 13
"""From this statistic on, summed over deals: the shares of visits that brought the seat's side no points, 1 to 10, and
so on up to 111 to 120; nothing where a deal is not won by points."""
COUNTS = FIRST_POINTS + POINT_CLASSES
"""Number of statistics of an action."""
HELD = SEATS + 1
"""Rows of the counts of holders, float64 (HELD, 32): a row for each seat, with how often it held each card. The last
row has, for each seat, how often it was the declarer's partner, and then the number of deals."""


@borrow
def add_result(state: NDArray[np.int64], seat: int, gained: NDArray[np.float64], row: NDArray[np.float64]) -> None:
    """Add a finished deal to the statistics of the action that led to it."""
    value = gained[seat]
    row[VISITS] += 1
    row[SUM] += value
    row[WON] += value > 0
    if state[DECLARER] < 0 or KINDS[state[CONTRACT]] in (WENZ_TOUT, SOLO_TOUT, SIE):
        return
    took = taken_by(state)
    points, tricks = points_of(took, state[ORDER]), count(took) >> 2
    black = points in (0, ALL_POINTS)
    if state[BY_TRICKS]:
        black = tricks == 0 or tricks == count(DECKS[state[IS_SHORT]]) >> 2
    row[BLACKS] += black
    row[SCHNEIDERS] += black or points >= SCHNEIDER or points < SCHNEIDER_FREE
    own = points if state[SIDE] >> seat & 1 else ALL_POINTS - points
    row[FIRST_POINTS + (own + 9) // 10] += 1


@borrow
def close_deal(counts: NDArray[np.float64], before: NDArray[np.float64]) -> None:
    """Update the statistics per deal after searching one: a deal counts once, however often its actions were visited.

    counts: float64 (ACTIONS, COUNTS); before: its copy from before the deal, which is updated, too.
    """
    for code in range(ACTIONS):
        visits = counts[code, VISITS] - before[code, VISITS]
        if visits > 0:
            mean = (counts[code, SUM] - before[code, SUM]) / visits
            for kind in range(COUNTS):
                if kind in (WON, SCHNEIDERS, BLACKS) or kind >= FIRST_POINTS:
                    counts[code, kind] = before[code, kind] + (counts[code, kind] - before[code, kind]) / visits
            counts[code, DEALS] += 1
            counts[code, MEANS] += mean
            counts[code, SPREADS] += mean * mean
            for kind in range(COUNTS):
                before[code, kind] = counts[code, kind]


@borrow
def count_holders(deal: NDArray[np.int64], me: int, held: NDArray[np.float64]) -> None:
    """Count the holders of a deal's unseen cards, and the declarer's partner, in `held`, float64 (HELD, 32)."""
    for seat in range(SEATS):
        hand = deal[HANDS + seat] if seat != me else 0
        while hand:
            held[seat, CARD[deal[ORDER], lowest(hand)]] += 1
            hand &= hand - 1
        held[SEATS, seat] += deal[SIDE] >> seat & 1 and seat != deal[DECLARER]
    held[SEATS, SEATS] += 1


@borrow
def finish_quietly(state: NDArray[np.int64], rng: RandomState) -> None:
    """Play the deal to its end: everybody passes if possible, and cards are random.

    Random bids, as in the source project, would drown every hand in contracts that nobody plays.
    """
    while state[PHASE] != IS_OVER:
        leader = state[LEADER]
        started = not state[EIGHT] or state[HANDS + leader] != state[DEALT + leader]
        if state[PHASE] == IN_PLAY and state[LAID] == 0 and started:
            finish_tricks(state, rng)
            return
        actions = legal(state)
        apply(state, PASS if actions >> PASS & 1 else any_of(actions & ~(1 << CONTRA), rng))


@njit
def search(root: NDArray[np.int64], simulations: int, counts: NDArray[np.float64], rng: RandomState) -> None:
    """Search from a state with known hands, adding the gain of each root action for its seat to `counts`.

    Each simulation descends by UCT for the seat to act, to the first node with an untried action, adds a node for one
    of these, and plays the deal out at random.
    """
    states = np.empty((simulations + 1, SIZE), np.int64)
    untried = np.empty(simulations + 1, np.int64)
    visits, sums = np.zeros(simulations + 1), np.zeros((simulations + 1, SEATS))
    parent, code = np.full(simulations + 1, -1, np.int64), np.zeros(simulations + 1, np.int64)
    child, sibling = np.full(simulations + 1, -1, np.int64), np.full(simulations + 1, -1, np.int64)
    world, gained, me = np.empty(SIZE, np.int64), np.empty(SEATS), root[SEAT]
    states[0], untried[0], size = root, legal(root), 1
    for _ in range(simulations):
        node = 0
        while untried[node] == 0 and child[node] >= 0:
            seat, bound = states[node, SEAT], 2.0 * np.log(visits[node])
            best, most, at = -1, -np.inf, child[node]
            while at >= 0:
                value = sums[at, seat] / visits[at] + EXPLORE * np.sqrt(bound / visits[at])
                if value > most:
                    best, most = at, value
                at = sibling[at]
            node = best
        if untried[node]:
            action = any_of(untried[node], rng)
            untried[node] ^= np.int64(1) << action
            states[size] = states[node]
            apply(states[size], action)
            untried[size] = legal(states[size])
            parent[size], code[size] = node, action
            sibling[size], child[node] = child[node], size
            node = size
            size += 1
        world[:] = states[node]
        finish_quietly(world, rng)
        returns(world, gained)
        first = node
        while node >= 0:
            visits[node] += 1
            for seat in range(SEATS):
                sums[node, seat] += gained[seat]
            if node:
                first = node
            node = parent[node]
        add_result(world, me, gained, counts[code[first]])


@njit
def search_deals(
    worlds: Worlds,
    deals: int,
    simulations: int,
    counts: NDArray[np.float64],
    held: NDArray[np.float64],
    rng: RandomState,
) -> None:
    """Search in uniformly sampled deals; add the results to `counts` and `held`.

    counts: float64 (ACTIONS, COUNTS); held: float64 (HELD, 32).
    """
    deal, before = np.empty(SIZE, np.int64), counts.copy()
    for _ in range(deals):
        deal_world(worlds, deal, rng)
        count_holders(deal, deal[SEAT], held)
        search(deal, simulations, counts, rng)
        close_deal(counts, before)
