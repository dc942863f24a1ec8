"""98 cards as a vector environment: many games stepped at once by the kernel.

An observation has the tops of the stacks, the hand, where each card is, and how many were laid since the last draw.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...batches import Buffers, Deals, Ints, Vector, begin_step, finish, laid_out, next_episode
from ...core import Observation
from ...kernels import RandomState, borrow, lowest
from .kernel import (
    AT,
    DRAWS,
    HELD,
    MAX_LEGAL,
    MIRROR,
    PILE,
    SINCE,
    SIZE,
    TOPS,
    UNSEEN,
    WORD,
    apply,
    deal,
    encode,
    has,
    legal,
    pack,
    refill_of,
    returns,
)
from .rules import DECK, HAND, STACKS, NinetyEight

FEATURES = laid_out(
    ("tops", (len(STACKS),), f"the top cards of {', '.join(STACKS)}"),
    ("hand", (HAND,), "the hand, ascending; 0 for no card"),
    ("where", (len(DECK),), f"by card, {DECK[0]} to {DECK[-1]}: 0 played, 1 in the hand, 2 in the draw pile"),
    ("since", (1,), "cards laid since the last draw"),
)
HAND_AT = len(STACKS)
WHERE_AT = HAND_AT + HAND
SINCE_AT = WHERE_AT + len(DECK)
FIRST_CODE = DECK[0] << 2
"""The code of action 0; the others follow, and the draw comes last."""


@borrow
def show(state: Ints, codes: Ints, place: int, out: Buffers) -> None:
    """Write the observation, the mask and the seat of a game. `codes`: memory to write to, int64 (MAX_LEGAL,)."""
    row, mask = out.observations[place], out.masks[place]
    for stack in range(4):
        row[stack] = state[TOPS + stack] if stack < 2 else MIRROR - state[TOPS + stack]
    for slot in range(HAND):
        row[HAND_AT + slot] = 0
    slot = HAND_AT
    for word in range(2):
        held = state[HELD + word]
        while held:
            row[slot] = lowest(held) + word * WORD
            held &= held - 1
            slot += 1
    for card in range(len(DECK)):
        row[WHERE_AT + card] = has(state, HELD, card + DECK[0]) + 2 * has(state, UNSEEN, card + DECK[0])
    row[SINCE_AT] = state[SINCE]
    mask[:] = False
    for number in range(legal(state, codes)):
        mask[len(mask) - 1 if codes[number] == DRAWS else codes[number] - FIRST_CODE] = True
    out.seats[place] = 0


@borrow
def step(
    deals: Deals, actions: Ints, refill: int, codes: Ints, rng: RandomState, gained: NDArray[np.float64], out: Buffers
) -> None:
    """Step all games, see `Vector.step`."""
    for place in range(len(actions)):
        state, action = deals.states[place], actions[place]
        begin_step(place, out)
        if action >= 0:
            apply(state, DRAWS if action == out.masks.shape[1] - 1 else action + FIRST_CODE)
            if legal(state, codes) == 0:
                returns(state, gained)
                finish(place, gained, out)
        if action < 0 or out.dones[place]:
            next_episode(deals, place, 1, rng)
            deal(state, refill, rng)
        show(state, codes, place, out)


def vector(game: NinetyEight) -> Vector:
    """Return the vector environment of these rules."""
    assert [encode(action) for action in game.actions] == [*range(FIRST_CODE, FIRST_CODE + 4 * len(DECK)), DRAWS]
    refill = refill_of(game)
    codes, rng, gained = np.zeros(MAX_LEGAL, np.int64), np.zeros(1, np.uint64), np.zeros(1)

    def play(deals: Deals, actions: Ints, out: Buffers) -> None:
        step(deals, actions, refill, codes, rng, gained, out)

    def packed(seen: Observation) -> Ints:
        return pack(game, game.determinize(seen, Random(0)))

    return Vector(FEATURES, np.int8, SIZE, play, packed, lambda state, out: show(state, codes, 0, out), deal_of)


def deal_of(state: Ints) -> dict[str, Any]:
    """Return the deal from which the rules would start in a state before the first action (§1)."""
    hand = [str(card) for card in DECK if has(state, HELD, card)]
    draw = [str(card) for card in state[PILE + state[AT] :].tolist()]
    return {"hand": hand, "stacks": [[] for _ in STACKS], "draw": draw, "since": 0, "scores": [0.0]}
