"""Zheng Shang You as a vector environment: many deals stepped at once by the kernel.

The features are those of the learned bots (`agents/zsy/features.py`) that do not depend on a move, with the hand and
the play to beat instead of the move and the hand after it. An action lays a pattern, whatever its suits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...batches import Buffers, Deals, Ints, Vector, begin_step, laid_out, mark_legal, next_episode, numbered
from ...core import Observation
from ...kernels import RandomState, borrow, lowest
from .cards import NAMES, RANK
from .features import MEMORY, NEVER, STACK, memory_of, record_declined, stacked
from .kernel import DECK as ALL
from .kernel import (
    HANDS,
    MAX_LEGAL,
    ORDER,
    OVER,
    PLAYED,
    SEAT,
    SIZE,
    TABLE,
    apply,
    deal,
    encode,
    legal,
    pack,
    total,
    unpacked,
)
from .rules import DECK, HAND, State, ZhengShangYou

_OF_CARDS = "four columns for each rank, as many of the lowest set as there are cards of it"
FEATURES = laid_out(
    ("hand", (STACK,), f"the own cards: {_OF_CARDS}"),
    ("table", (STACK,), f"the play to beat: {_OF_CARDS}"),
    ("unseen", (STACK,), f"the cards that the seat has not seen: {_OF_CARDS}"),
    ("theirs", (STACK,), f"the cards that the other seat laid: {_OF_CARDS}"),
    ("singles", (15,), "the ranks from the lowest single up that the other seat declined to beat"),
    ("doubles", (13,), "the ranks from the lowest double up that the other seat declined to beat"),
    ("triples", (13,), "the ranks from the lowest triple up that the other seat declined to beat"),
    ("their left", (1 + HAND,), "the number of cards in the other hand, one column each"),
    ("own left", (1 + HAND,), "the number of cards in the own hand, one column each"),
    ("leads", (1,), "whether there is no play to beat"),
)
SINGLES = 4 * STACK
DOUBLES, TRIPLES = SINGLES + 15, SINGLES + 28
THEIR_LEFT = SINGLES + 41
MY_LEFT = THEIR_LEFT + 1 + HAND
LEADS = MY_LEFT + 1 + HAND
MEMORIES, LISTED = SIZE, SIZE + MEMORY
"""Fields after the kernel's: what was declined, and the actions that are set in the mask."""
FIELDS = LISTED + 1 + MAX_LEGAL


@borrow
def put(bits: int, at: int, row: NDArray[np.int8]) -> None:
    """Set those columns, from `at` on, that are set in a mask."""
    while bits:
        row[at + lowest(bits)] = 1
        bits &= bits - 1


@borrow
def show(state: Ints, table: Ints, codes: Ints, place: int, out: Buffers) -> None:
    """Write the observation, the mask and the seat of a deal.

    table: the numbers of the actions, as returned by `numbered`; codes: memory to write to, int64 (MAX_LEGAL,).
    """
    me, row = state[SEAT], out.observations[place]
    memory = state[MEMORIES + 3 * (1 - me) : MEMORIES + 3 * (1 - me) + 3]
    hand, theirs = state[HANDS + me], state[PLAYED + 1 - me]
    row[:] = 0
    put(stacked(hand), 0, row)
    put(stacked(state[TABLE]), STACK, row)
    put(stacked(ALL - hand - theirs - state[PLAYED + me]), 2 * STACK, row)
    put(stacked(theirs), 3 * STACK, row)
    put((1 << 15) - (1 << memory[0]), SINGLES, row)
    put((1 << 13) - (1 << min(memory[1], 13)), DOUBLES, row)
    put((1 << 13) - (1 << min(memory[2], 13)), TRIPLES, row)
    row[THEIR_LEFT + total(state[HANDS + 1 - me])] = 1
    row[MY_LEFT + total(hand)] = 1
    row[LEADS] = state[TABLE] == 0
    mark_legal(codes, legal(state, codes), table, state[LISTED:], out.masks[place])
    out.seats[place] = me


@borrow
def step(
    deals: Deals, actions: Ints, moves: Ints, table: Ints, order: Ints, codes: Ints, rng: RandomState, out: Buffers
) -> None:
    """Step all deals, see `Vector.step`. `moves`: the kernel's codes of the actions, int64 (actions,)."""
    for place in range(len(actions)):
        state, action = deals.states[place], actions[place]
        begin_step(place, out)
        if action >= 0:
            record_declined(state, state[MEMORIES:LISTED], moves[action])
            apply(state, moves[action])
            if state[OVER]:
                out.rewards[place, state[SEAT]] = 1
                out.dones[place] = True
        if action < 0 or state[OVER]:
            first = next_episode(deals, place, 2, rng)
            for card in range(len(order)):
                order[card] = ORDER[card]
            deal(state, order, first, rng)
            state[MEMORIES:LISTED] = NEVER
        show(state, table, codes, place, out)


def vector(game: ZhengShangYou) -> Vector:
    """Return the vector environment of these rules."""
    moves = np.array([encode(action) for action in game.actions], np.int64)
    table = numbered(moves.tolist())
    order, codes, rng = ORDER.copy(), np.zeros(MAX_LEGAL, np.int64), np.zeros(1, np.uint64)

    def play(deals: Deals, actions: Ints, out: Buffers) -> None:
        step(deals, actions, moves, table, order, codes, rng, out)

    def packed(seen: Observation) -> Ints:
        state = np.zeros(FIELDS, np.int64)
        state[:SIZE] = pack(state_of(seen))
        state[MEMORIES:LISTED] = memory_of(seen.history)
        return state

    def look(state: Ints, out: Buffers) -> None:
        state[LISTED] = 0
        show(state, table, codes, 0, out)

    return Vector(FEATURES, np.int8, FIELDS, play, packed, look, deal_of)


def state_of(seen: Observation) -> State:
    """Return a state that fits an observation, with any of the hidden cards in the other hand. Nothing is checked."""
    *hands, one, two, table, _ = (zone.cards for zone in seen.zones)
    other = 1 - seen.seat
    known = {*hands[seen.seat], *one, *two, *table}
    hidden = tuple(card for card in DECK if card not in known)
    size = seen.zones[other].count
    hands[other] = hidden[:size]
    return State(
        hands=(hands[0], hands[1]),
        played=(one, two),
        table=table,
        rest=hidden[size:],
        seat=seen.facts["to_move"],
        turn=seen.turn,
        history=seen.history,
        first=seen.facts["first"],
        scores=seen.scores,
    )


def deal_of(state: Ints) -> dict[str, Any]:
    """Return the deal from which the rules would start in a state before the first action (§2).

    The kernel knows only ranks; suits are given to the cards in their order.
    """
    piles = [[name for name, rank in zip(NAMES, RANK, strict=True) if rank == of] for of in range(15)]
    hands = [
        [piles[rank].pop() for rank, size in enumerate(unpacked(int(state[HANDS + seat]))) for _ in range(size)]
        for seat in (0, 1)
    ]
    dealt = {*hands[0], *hands[1]}
    rest = [NAMES[card] for card in DECK if NAMES[card] not in dealt]
    return {"hands": hands, "rest": rest, "first": int(state[SEAT]), "scores": [0.0, 0.0]}
