"""The worlds of the review: deals that fit an observation, weighted by how likely they make bids and doublings."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Observation
from cardtui.entries import judging
from cardtui.games.schafkopf.kernel import CALLED, CONTRACT, DEALT, HANDS, IN_KNOCK, ORDER, PHASE, SIDE, SIZE
from cardtui.games.schafkopf.kernel_cards import ACE_OF, CARD
from cardtui.games.schafkopf.kernel_worlds import Worlds
from cardtui.games.schafkopf.kernel_worlds import worlds as all_that_fit
from cardtui.games.schafkopf.rules import SEATS, Schafkopf, State
from cardtui.kernels import RandomState, borrow, count, njit

from .deals import codes_of, fill, likelihoods, resample

LISTED = 4000
"""If at most this many deals fit, and there are four cards in hand or fewer, all of them are listed."""
LISTED_HAND = 4
DRAWS = 12
"""Number of uniform deals drawn at a time for each world."""
ENOUGH = 3.0
"""Deals are drawn until they are worth this many equally likely ones for each world, or `MOST` are drawn."""
MOST = 100_000


class Drawn(NamedTuple):
    """Deals, and how likely the others' bids and doublings are in each."""

    deals: NDArray[np.int64]
    """Kernel states, int64 (n, SIZE)."""
    weights: NDArray[np.float64]
    """The likelihoods, float64 (n,)."""


def worlds(game: Schafkopf, seen: Observation, number: int, rng: Random) -> judging.Worlds:
    """Return all deals that fit, with exact weights, if they are few; otherwise about `number` that are drawn.

    Those are resampled by likelihood from a larger number of uniform deals. A deal that was drawn twice is listed once,
    with twice the weight.
    """
    fitting, codes = all_that_fit(game, seen), codes_of(game, seen)
    dice = np.array([rng.getrandbits(64)], np.uint64)
    listed = fitting.weight[0] <= LISTED and fitting.seen[PHASE] != IN_KNOCK
    if listed and len(seen.zone("hand").cards) <= LISTED_HAND:
        deals = list_all(fitting, int(fitting.weight[0]))
        weights = likelihoods(deals, codes, seen.seat)
        possible = weights > 0
        return judging.Worlds(
            states_of(game, seen, deals[possible], rng), tuple(weights[possible].tolist()), whole=True
        )
    drawn = draw(fitting, codes, seen.seat, number, dice)
    chosen = drawn.deals[resample(drawn.weights, number, dice)]
    keys = [row.tobytes() for row in chosen]
    times, row_of = Counter(keys), {key: row for row, key in enumerate(keys)}
    order = list(times)
    rng.shuffle(order)
    states = states_of(game, seen, chosen[[row_of[key] for key in order]], rng)
    return judging.Worlds(states, tuple(float(times[key]) for key in order))


def draw(fitting: Worlds, codes: NDArray[np.int64], me: int, number: int, rng: RandomState) -> Drawn:
    """Return uniform deals with their likelihoods, enough of them for `number` worlds."""
    deals, weights = np.empty((0, SIZE), np.int64), np.empty(0)
    while True:
        more = np.empty((max(len(deals), DRAWS * number), SIZE), np.int64)
        fill(fitting, more, rng)
        deals = np.concatenate((deals, more))
        weights = np.concatenate((weights, likelihoods(more, codes, me)))
        effective = weights.sum() ** 2 / (weights**2).sum()
        if effective >= ENOUGH * number or len(deals) >= MOST:
            return Drawn(deals, weights)


def states_of(game: Schafkopf, seen: Observation, deals: NDArray[np.int64], rng: Random) -> tuple[State, ...]:
    """Return the states of the rules for kernel states that fit the observation, int64 (n, SIZE)."""
    base = game.determinize(seen, rng)
    order, called = int(deals[0, ORDER]), base.called
    hands = [tuples(deals[:, HANDS + seat], order) for seat in range(SEATS)]
    dealt = hands
    if base.hands != base.dealt:
        dealt = [tuples(deals[:, DEALT + seat], order) for seat in range(SEATS)]
    states = []
    for held, whole in zip(zip(*hands, strict=True), zip(*dealt, strict=True), strict=True):
        partner = None
        if called is not None:
            partner = next(seat for seat, cards in enumerate(whole) if called in cards)
        states.append(base._replace(hands=held, dealt=whole, partner=partner))
    return tuple(states)


def tuples(places: NDArray[np.int64], order: int) -> list[tuple[int, ...]]:
    """Return sets of cards of equal size, masks of places, int64 (n,), as ascending cards."""
    held = np.zeros((len(places), 32), bool)
    held[:, CARD[order]] = places[:, None] >> np.arange(32) & 1
    return list(map(tuple, np.nonzero(held)[1].reshape(len(places), -1).tolist()))


@njit
def list_all(fitting: Worlds, number: int) -> NDArray[np.int64]:
    """Return all deals of the graph, each once: int64 (number, SIZE). Not during knocking.

    A deal is a path through the graph with, at each cell, one way to share its cards in the numbers of the edge.
    """
    cells = len(fitting.cells)
    deals, filled = np.empty((number, SIZE), np.int64), 0
    given = np.zeros((cells + 1, SEATS), np.int64)  # the cards that the seats have got before each cell
    node, edge = np.zeros(cells + 1, np.int64), np.zeros(cells, np.int64)
    parts = np.zeros((cells, SEATS), np.int64)  # the current sets of each cell's cards
    level, fresh = 0, True
    while level >= 0:
        if level == cells:
            write(fitting, given[level], deals[filled])
            filled += 1
            level, fresh = level - 1, False
            continue
        at, cell = node[level], fitting.cells[level]
        last = fitting.edges[at + 1] if at + 1 < len(fitting.edges) else len(fitting.ways)
        if fresh:
            edge[level] = fitting.edges[at] - 1
        found = not fresh and next_share(parts[level])
        while not found and edge[level] + 1 < last:
            edge[level] += 1
            if fitting.ways[edge[level]] > 0:
                first_share(parts[level], cell, fitting.share[edge[level]])
                found = True
        if found:
            for seat in range(SEATS):
                given[level + 1, seat] = given[level, seat] | parts[level, seat]
            node[level + 1] = fitting.child[edge[level]]
        level, fresh = (level + 1, True) if found else (level - 1, False)
    return deals


@borrow
def lowest_of(cards: int, size: int) -> int:
    """Return the `size` lowest cards of a set."""
    rest = cards
    for _ in range(size):
        rest &= rest - 1
    return cards & ~rest


@borrow
def first_share(parts: NDArray[np.int64], cell: int, share: int) -> None:
    """Write the first way to share a cell's cards; eight bits of `share` are the number for each seat."""
    for seat in range(SEATS):
        parts[seat] = lowest_of(cell, share >> 8 * seat & 255)
        cell &= ~parts[seat]


@borrow
def next_share(parts: NDArray[np.int64]) -> bool:
    """Change `parts` to the next way to share a cell's cards with the same numbers; return False after the last."""
    rest = parts[SEATS - 1]
    for seat in range(SEATS - 2, -1, -1):
        rest |= parts[seat]
        after = next_subset(parts[seat], rest)
        if after:
            parts[seat] = after
            rest &= ~after
            for other in range(seat + 1, SEATS):
                parts[other] = lowest_of(rest, count(parts[other]))
                rest &= ~parts[other]
            return True
    return False


@borrow
def next_subset(some: int, cards: int) -> int:
    """Return the next subset of `cards` with as many cards as `some`, or 0 after the last."""
    size, rest = 0, some
    while rest:
        bit = rest & -rest
        rest ^= bit
        above = cards & ~((bit << 1) - 1)
        after = above & -above
        if after and not some & after:
            return some & ~((after << 1) - 1) | after | lowest_of(cards & (after - 1), size)
        size += 1
    return 0


@borrow
def write(fitting: Worlds, given: NDArray[np.int64], state: NDArray[np.int64]) -> None:
    """Write the view with the given unseen cards of each seat to `state`, as `deal_world` does."""
    for field in range(SIZE):
        state[field] = fitting.seen[field]
    for seat in range(SEATS):
        state[DEALT + seat] |= given[seat]
        state[HANDS + seat] |= given[seat]
        if state[CALLED] and state[DEALT + seat] & 1 << ACE_OF[state[CONTRACT]]:
            state[SIDE] |= 1 << seat
