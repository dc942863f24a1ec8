"""Determinizations for search: deals of the unseen cards that `worlds.knowledge` allows, in kernel form.

As in worlds.py, unseen cards that are equivalent form a *cell*. The deals form a graph. A node stands before the n-th
cell, with the room left in the hands and the needs still open; an edge says how many cards of the cell each seat gets,
and leads to the next node. `weight` counts the deals from a node on, so that a random walk by weights draws deals
uniformly.

With *odds*, relative weights of each card for each seat, each card is a cell of its own, and the weight of a deal is
the product of its cards' odds; the random walk draws deals in proportion to their weights.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...core import Observation, Refusal
from ...kernels import RandomState, below, borrow, count, lowest, njit, unit
from .cards import LONG
from .kernel import CALLED, CONTRACT, DEALT, HANDS, IN_KNOCK, ORDER, PHASE, SIDE, KernelState, half, pack
from .kernel_cards import ACE_OF, CARD, placed
from .kernel_play import pick
from .rules import SEATS, Schafkopf, State
from .worlds import knowledge

_PASCAL = np.zeros((33, 33))
_PASCAL[:, 0] = 1
for _row in range(1, 33):
    _PASCAL[_row, 1:] = _PASCAL[_row - 1, 1:] + _PASCAL[_row - 1, :-1]


EVEN = np.zeros((0, SEATS))
"""Empty odds: all deals are equally likely."""
UNITS = 2.0**48
"""The sum of the weights at a node with odds. Edges are then integers, and four of them stay below 2⁵³."""


class Facts(NamedTuple):
    """The result of `worlds.knowledge`, as arguments of `graph`."""

    unseen: int
    """The unseen cards, a mask."""
    room: NDArray[np.int64]
    """Number of unseen cards of each seat, int64 (4,)."""
    may: NDArray[np.int64]
    """The cards that each seat may hold, masks, int64 (4,)."""
    needs: NDArray[np.int64]
    """Rows (seat, cards, minimum), int64 (needs, 3). If there is a called ace, the last row applies only if its seat
    gets the ace."""
    ace: int
    """The called ace as a mask, or 0."""


class Worlds(NamedTuple):
    """The graph from which `deal_world` draws."""

    seen: KernelState
    """The state with the cards that the observer has seen, int64 (SIZE,)."""
    cells: NDArray[np.int64]
    """The cells, masks over the places of the view's order, int64 (cells,)."""
    edges: NDArray[np.int64]
    """The first edge of each node, int64 (nodes,)."""
    weight: NDArray[np.float64]
    """The weight of each node, float64 (nodes,): exact, below 2⁵³; that of the first node is the number of deals. With
    odds it is about `UNITS`, or 0."""
    child: NDArray[np.int64]
    """The node at the end of each edge, int64 (edges,)."""
    share: NDArray[np.int64]
    """The number of the cell's cards that each seat gets, eight bits per seat, int64 (edges,)."""
    ways: NDArray[np.float64]
    """The weight of each edge, float64 (edges,): the number of deals through it."""


def worlds(game: Schafkopf, seen: Observation) -> Worlds:
    """Return all deals consistent with an observation, equally likely. Raises Refusal if there is none."""
    return weighed(view(game, seen), facts(game, seen), EVEN)


def weighed(state: KernelState, known: Facts, odds: NDArray[np.float64]) -> Worlds:
    """Return all consistent deals, weighted by the product of their cards' odds. Raises Refusal if there is none.

    state: the `view`; odds: float64 (32, 4), by card and seat, all positive; or `EVEN`.
    """
    found = graph(*known, odds)
    if not found[2][0]:
        raise Refusal("no deal fits this observation")
    cells = np.array([placed(cell, state[ORDER]) for cell in found[0]], np.int64)
    return Worlds(state, cells, *found[1:])


def facts(game: Schafkopf, seen: Observation) -> Facts:
    """Return what an observation proves."""
    known = knowledge(game, seen)
    needs = known.needs if known.runaway_need is None else (*known.needs, known.runaway_need)
    return Facts(
        known.unseen,
        np.array(known.counts, np.int64),
        np.array(known.may, np.int64),
        np.array(needs, np.int64).reshape(-1, 3),
        0 if known.ace is None else 1 << known.ace,
    )


def holders(worlds: Worlds) -> NDArray[np.float64]:
    """Return the exact probability that each card lies with each seat: float64 (32, 4), 0 for cards seen."""
    held = np.empty((len(LONG), SEATS))
    held[CARD[worlds.seen[ORDER]]] = shares(*worlds[1:])
    return held


def view(game: Schafkopf, seen: Observation) -> KernelState:
    """Return an observation as a kernel state.

    `HANDS` and `DEALT` lack the unseen cards, and `SIDE` lacks the partner unless the observer knows who it is.
    """
    facts = seen.facts
    zones = [seen.zone(place).cards for place in game.places[seen.seat]]
    dealt = [list(cards) for cards in zones]
    for event in seen.history:
        if event.action.verb == "play":
            dealt[event.seat] += event.action.cards
    state = State(
        dealt=tuple(map(tuple, dealt)),
        hands=tuple(zones),
        phase=facts["phase"],
        seat=facts["to_move"],
        turn=seen.turn,
        first=facts["first"],
        knocks=tuple(facts["knocks"]),
        bids=tuple(facts["bids"]),
        contract=facts["contract"],
        declarer=facts["declarer"],
        called=game.card(facts["called"]) if facts["called"] else None,
        partner=facts["partner"],
        doublers=tuple(facts["doublers"]),
        leader=facts["leader"],
        trick=seen.zone("trick").cards,
        taken=tuple(seen.zone(f"won {seat}").cards for seat in range(SEATS)),
        runaway=facts["runaway"],
    )
    return pack(game, state)


# --- drawing ------------------------------------------------------------------------------------
@borrow
def deal_world(worlds: Worlds, state: KernelState, rng: RandomState) -> None:
    """Write the view with a random deal of the unseen cards to `state`, drawn in proportion to the weights."""
    for field in range(len(state)):
        state[field] = worlds.seen[field]
    knocking = state[PHASE] == IN_KNOCK
    node = 0
    for cell in worlds.cells:
        left = np.floor(unit(rng) * worlds.weight[node])
        edge = worlds.edges[node]
        while left >= worlds.ways[edge]:
            left -= worlds.ways[edge]
            edge += 1
        node = worlds.child[edge]
        rest, share = cell, worlds.share[edge]
        for seat in range(SEATS):
            given = some_of(rest, share & 255, rng) if share >> 8 else rest
            rest ^= given
            share >>= 8
            state[DEALT + seat] |= given
            if not knocking:
                state[HANDS + seat] |= given
    for seat in range(SEATS):
        if knocking and state[HANDS + seat] == 0:
            state[HANDS + seat] = half(state[DEALT + seat], rng)
        if state[CALLED] and state[DEALT + seat] & 1 << ACE_OF[state[CONTRACT]]:
            state[SIDE] |= 1 << seat


@borrow
def some_of(cards: int, size: int, rng: RandomState) -> int:
    """Return a random subset of this size."""
    rest = cards
    for left in range(count(cards), count(cards) - size, -1):
        rest ^= pick(rest, below(rng, left), left)
    return cards ^ rest


# --- counting -----------------------------------------------------------------------------------
@njit
def _cells(unseen: int, may: NDArray[np.int64], needs: NDArray[np.int64], ace: int, apart: bool) -> NDArray[np.int64]:
    """Return the cells as rows of an int64 (cells, 3): cards, seats that may hold them, needs that count them (masks).

    With `apart`, each card is a cell of its own.
    """
    found = np.zeros((32, 3), np.int64)
    used = 0
    rest = unseen
    while rest:
        bit = rest & -rest
        rest ^= bit
        seats = counts = np.int64(0)
        for seat in range(SEATS):
            seats |= np.int64(may[seat] & bit != 0) << seat
        for need in range(len(needs)):
            counts |= np.int64(needs[need, 1] & bit != 0) << need
        at = used if apart else 0
        while at < used and (found[at, 0] == ace or bit == ace or found[at, 1] != seats or found[at, 2] != counts):
            at += 1
        found[at, 0] |= bit
        found[at, 1], found[at, 2] = seats, counts
        used = max(used, at + 1)
    for place in range(1, used):  # the ace first, then smaller cells first, which gives fewer nodes
        at = place
        while at and found[at - 1, 0] != ace and (found[at, 0] == ace or count(found[at, 0]) < count(found[at - 1, 0])):
            for column in range(3):
                found[at, column], found[at - 1, column] = found[at - 1, column], found[at, column]
            at -= 1
    return found[:used]


Numbers = TypeVar("Numbers", NDArray[np.int64], NDArray[np.float64])
Graph: TypeAlias = tuple[
    NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]
]
"""The last six fields of `Worlds`."""


@njit
def _longer(array: Numbers, size: int) -> Numbers:
    """Return the array, or a larger copy if `size` elements do not fit."""
    if size <= len(array):
        return array
    longer = np.zeros(max(size, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer


@njit
def graph(
    unseen: int,
    room: NDArray[np.int64],
    may: NDArray[np.int64],
    needs: NDArray[np.int64],
    ace: int,
    odds: NDArray[np.float64],
) -> Graph:
    """Return the graph for the fields of `Facts` and the odds of `weighed`. Its cells are masks of cards."""
    uneven = len(odds) > 0
    cells = _cells(unseen, may, needs, ace, uneven)
    digits = np.empty(SEATS + len(needs), np.int64)  # of a node: room of each seat, cards still needed by each need
    base = np.empty(len(digits), np.int64)
    total = 1
    for place in range(len(digits)):
        digits[place] = room[place] if place < SEATS else needs[place - SEATS, 2]
        base[place] = total
        total *= digits[place] + 1
    radix = digits + 1
    if ace:
        digits[-1] = 0
    known = np.full(total, -1, np.int64)  # node numbers of the next layer, by digits
    numbers, edges, most = np.zeros(64, np.int64), np.zeros(65, np.int64), np.empty(SEATS, np.int64)
    child, share, ways = np.zeros(256, np.int64), np.zeros(256, np.int64), np.zeros(256)
    numbers[0] = (digits * base).sum()
    start, end, used = 0, 1, 0
    for cell, seats, counts in cells:
        size, nodes = count(cell), end
        splits = (size + 1) * (size + 2) * (size + 3) // 6  # upper bound of the edges per node
        for node in range(start, end):
            numbers, edges = _longer(numbers, nodes + splits), _longer(edges, nodes + splits + 1)
            child, share, ways = (
                _longer(child, used + splits),
                _longer(share, used + splits),
                _longer(ways, used + splits),
            )
            edges[node] = used
            for place in range(len(digits)):
                digits[place] = numbers[node] // base[place] % radix[place]
            for seat in range(SEATS):
                most[seat] = digits[seat] if seats >> seat & 1 else 0
            for a in range(max(0, size - most[1] - most[2] - most[3]), min(size, most[0]) + 1):
                for b in range(max(0, size - a - most[2] - most[3]), min(size - a, most[1]) + 1):
                    for c in range(max(0, size - a - b - most[3]), min(size - a - b, most[2]) + 1):
                        d = size - a - b - c
                        split = a | b << 8 | c << 16 | d << 24
                        number = numbers[node] - a * base[0] - b * base[1] - c * base[2] - d * base[3]
                        for need in range(len(needs)):
                            given = split >> 8 * needs[need, 0] & 255
                            wanted = digits[SEATS + need]
                            if cell == ace and need == len(needs) - 1:
                                number += given * (needs[need, 2] - 1) * base[SEATS + need]
                            elif counts >> need & 1:
                                number -= min(given, wanted) * base[SEATS + need]
                        if known[number] < 0:
                            known[number] = nodes
                            numbers[nodes] = number
                            nodes += 1
                        child[used], share[used] = known[number], split
                        ways[used] = _PASCAL[size, a] * _PASCAL[size - a, b] * _PASCAL[c + d, c]
                        if uneven:
                            ways[used] = odds[lowest(cell), 0 * a + 1 * b + 2 * c + 3 * d]
                        used += 1
        for node in range(end, nodes):
            known[numbers[node]] = -1
        start, end = end, nodes
    edges[start:end] = used
    weight = np.zeros(end)
    for node in range(end - 1, -1, -1):
        if node >= start:
            weight[node] = numbers[node] == 0
            continue
        for edge in range(edges[node], edges[node + 1]):
            ways[edge] *= weight[child[edge]]
            weight[node] += ways[edge]
    if uneven:
        _to_units(edges, weight, ways, start)
    return cells[:, 0].copy(), edges[:end], weight, child[:used], share[:used], ways[:used]


@njit
def _to_units(edges: NDArray[np.int64], weight: NDArray[np.float64], ways: NDArray[np.float64], nodes: int) -> None:
    """Convert each node's odds to integers, as `deal_world` needs them; possible edges stay positive."""
    for node in range(nodes):
        whole, weight[node] = weight[node], 0
        for edge in range(edges[node], edges[node + 1]):
            if whole > 0:
                ways[edge] = np.ceil(ways[edge] / whole * UNITS)
            weight[node] += ways[edge]


@njit
def shares(
    cells: NDArray[np.int64],
    edges: NDArray[np.int64],
    weight: NDArray[np.float64],
    child: NDArray[np.int64],
    share: NDArray[np.int64],
    ways: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the probability that each card of a graph lies with each seat: float64 (32, 4), by place."""
    held, reached = np.zeros((32, SEATS)), np.zeros(len(edges))
    reached[0] = 1
    start, end = 0, 1
    for cell in cells:
        given, last = np.zeros(SEATS), end
        for node in range(start, end):
            for edge in range(edges[node], edges[node + 1]):
                last = max(last, child[edge] + 1)
                if reached[node] > 0:
                    here = reached[node] * ways[edge] / weight[node]
                    reached[child[edge]] += here
                    for seat in range(SEATS):
                        given[seat] += here * (share[edge] >> 8 * seat & 255)
        rest = cell
        while rest:
            held[lowest(rest)] = given / count(cell)
            rest &= rest - 1
        start, end = end, last
    return held
