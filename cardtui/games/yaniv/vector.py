"""Yaniv as a vector environment: many deals stepped at once by the kernel.

The learned bots look up positions in tables, by hands and numbers; these features show a network the cards themselves.
Other seats come in the order of play, the next one first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...batches import (
    Buffers,
    Deals,
    Feature,
    Ints,
    Vector,
    begin_step,
    finish,
    laid_out,
    mark_legal,
    next_episode,
    numbered,
)
from ...core import Observation
from ...kernels import RandomState, borrow, count, lowest
from .cards import NAMES
from .kernel import (
    AT,
    BURIED,
    CALL,
    DECK,
    END,
    END_A,
    END_B,
    HANDS,
    KEY,
    KNOWN,
    LAID,
    MAX_LEGAL,
    OVER,
    RESHUFFLES,
    SCORES,
    SEAT,
    SEATS,
    SIZE,
    TURN,
    apply,
    deal,
    encode,
    legal,
    returns,
    rules_of,
    view,
)
from .rules import HAND, Yaniv

CARDS = len(NAMES)
LISTED = SIZE
"""The first field after the kernel's; from here on the state holds which actions are set in the mask."""
FIELDS = LISTED + 1 + MAX_LEGAL
SCORE_AT = 5 * CARDS
OTHERS = SCORE_AT + 5
HIGHEST, SHUFFLES, LONG = 50, 4, 50
"""Scales of the features: the points, the reshuffles and the turns that are shown as 1."""


def features_of(seats: int) -> tuple[Feature, ...]:
    """Return the features for this number of seats."""
    return laid_out(
        ("hand", (CARDS,), f"the own cards, A to K by suit, then the jokers: {' '.join(NAMES[:5])} … {NAMES[-1]}"),
        ("a", (CARDS,), "the card that the take a gets"),
        ("b", (CARDS,), "the card that the take b gets, if there is one"),
        ("pile", (CARDS,), "the last discard"),
        ("buried", (CARDS,), "the cards below it; none after the pile was shuffled"),
        ("score", (1,), f"points in the own hand, / {HIGHEST}"),
        ("may call", (1,), "whether they are few enough to call Yaniv"),
        ("stack", (1,), f"cards in the stack, / {CARDS}"),
        ("shuffled", (1,), f"how often the pile was shuffled to become the stack, / {SHUFFLES}"),
        ("turn", (1,), f"turns played, / {LONG}"),
        ("known", (seats - 1, CARDS), "cards of the other seats that they took from the pile"),
        ("held", (seats - 1, HAND), "the number of cards of the other seats, 1 to 5, one column each"),
    )


@borrow
def put(cards: int, at: int, row: NDArray[np.float32]) -> None:
    """Set the columns of some cards, a mask; the first column is `at`."""
    while cards:
        row[at + lowest(cards)] = 1
        cards &= cards - 1


@borrow
def show(state: Ints, table: Ints, codes: Ints, place: int, out: Buffers) -> None:
    """Write the observation, the mask and the seat of a deal.

    table: the numbers of the actions, as returned by `numbered`; codes: memory to write to, int64 (MAX_LEGAL,).
    """
    seat, seats, row = state[SEAT], state[SEATS], out.observations[place]
    row[:] = 0
    put(state[HANDS + seat], 0, row)
    row[CARDS + state[END_A]] = 1
    if state[END_B] >= 0:
        row[2 * CARDS + state[END_B]] = 1
    put(state[LAID], 3 * CARDS, row)
    put(state[BURIED], 4 * CARDS, row)
    row[SCORE_AT] = state[SCORES + seat] / HIGHEST
    row[SCORE_AT + 1] = state[SCORES + seat] <= state[CALL]
    row[SCORE_AT + 2] = (state[END] - state[AT]) / CARDS
    row[SCORE_AT + 3] = state[RESHUFFLES] / SHUFFLES
    row[SCORE_AT + 4] = state[TURN] / LONG
    held = OTHERS + (seats - 1) * CARDS
    for other in range(seats - 1):
        theirs = (seat + 1 + other) % seats
        put(state[KNOWN + theirs], OTHERS + other * CARDS, row)
        row[held + other * HAND + count(state[HANDS + theirs]) - 1] = 1
    mark_legal(codes, legal(state, codes), table, state[LISTED:], out.masks[place])
    out.seats[place] = seat


@borrow
def step(
    deals: Deals,
    actions: Ints,
    rules: Ints,
    moves: Ints,
    table: Ints,
    codes: Ints,
    rng: RandomState,
    gained: NDArray[np.float64],
    out: Buffers,
) -> None:
    """Step all deals, see `Vector.step`. `moves`: the kernel's codes of the actions, int64 (actions,)."""
    for place in range(len(actions)):
        state, action = deals.states[place], actions[place]
        begin_step(place, out)
        if action >= 0:
            apply(state, moves[action])
            if state[OVER]:
                returns(state, gained)
                finish(place, gained, out)
        if action < 0 or state[OVER]:
            first = next_episode(deals, place, len(gained), rng)
            deal(state, rules, len(gained), first, rng)
        show(state, table, codes, place, out)


def vector(game: Yaniv) -> Vector:
    """Return the vector environment of these rules."""
    moves, rules = np.array([encode(action) for action in game.actions], np.int64), rules_of(game)
    table = numbered(moves.tolist())
    codes, rng, gained = np.zeros(MAX_LEGAL, np.int64), np.zeros(1, np.uint64), np.zeros(game.seats)

    def play(deals: Deals, actions: Ints, out: Buffers) -> None:
        step(deals, actions, rules, moves, table, codes, rng, gained, out)

    def packed(seen: Observation) -> Ints:
        state = np.zeros(FIELDS, np.int64)
        state[:SIZE] = view(game, seen)
        return state

    def look(state: Ints, out: Buffers) -> None:
        state[LISTED] = 0
        show(state, table, codes, 0, out)

    limit = game.max_turns / SHUFFLES  # if the pile were shuffled at each turn; no other feature gets as large
    return Vector(features_of(game.seats), np.float32, FIELDS, play, packed, look, deal_of, limit)


def deal_of(state: Ints) -> dict[str, Any]:
    """Return the deal from which the rules would start in a state before the first action (§2)."""
    seats = int(state[SEATS])
    *hands, pile = [
        [NAMES[card] for card in range(CARDS) if cards >> card & 1]
        for cards in state[[*range(HANDS, HANDS + seats), LAID]].tolist()
    ]
    return {
        "hands": hands,
        "pile": pile,
        "stack": [NAMES[card] for card in state[DECK + state[AT] : DECK + state[END]].tolist()],
        "key": int(state[KEY]) % (1 << 64),
        "first": int(state[SEAT]),
        "scores": [0.0] * seats,
    }
