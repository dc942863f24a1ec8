"""The judges of 98: the value network of `search`, or `gap`, plays on in a kernel.

`gap` plays until no card fits. The network plays DEPTH actions, then its value tells how many cards will be laid in the
mean: that is quicker, and the luck of the later draws does not blur the difference between two actions. It is asked
only about the NEAR cards with the smallest gaps: it plays as well with these, in less than half of the time. The
value of a state as it is comes of as many actions: what an action is worth is then the mean of the values of the states
to which the next draws lead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Action
from cardtui.games.ninetyeight.kernel import (
    CARDS,
    DRAWS,
    LAID,
    MAX_LEGAL,
    MIRROR,
    PILE,
    SIZE,
    TOPS,
    apply,
    encode,
    legal,
    pack,
    smallest_gap,
)
from cardtui.games.ninetyeight.rules import NinetyEight, State
from cardtui.kernels import borrow, njit

from .search import Search
from .values import INPUTS, evaluate, is_duplicate

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]
AS_IT_IS = -1
"""The code that stands for no action."""
NEAR = 5
"""The network chooses among so many cards to lay, and the draw. In 12,000 games it lays as many cards as if it chose
among six (paper 0.03 ± 0.12 fewer, app 0.03 ± 0.13) or among all (paper 0.12 more)."""
DEPTH = 6
"""Number of actions that the network plays before its value is taken.

In 326 differences between the five best actions of positions under `paper`, in 300 worlds each, it is off by 0.51 cards
at a depth of 4, 0.45 at 6 and 0.41 at 8, against play to the end (root of the mean square). From world to world a
difference varies by 0.84, 1.04 and 1.24 (standard deviation), so that a depth of 6 needs 0.7 of the worlds of 8.
"""
LOGITS = np.array([-4.4, -3.4, -2.7, -2.2, -1.7, -1.2, -0.75, -0.27, 0.22, 0.73, 1.2, 1.7, 2.4, 3.5, 8.0])
STAGE = 16
"""Number of cards laid from one row of FINALLY to the next; the first is for half as many."""
FINALLY = np.array(
    [
        [60.4, 66.3, 71.3, 74.9, 79.9, 83.9, 86.6, 89.4, 91.7, 94.2, 96.5, 97.5, 97.8, 97.9, 98.0],
        [60.4, 66.3, 71.3, 75.8, 80.4, 84.4, 87.5, 90.1, 92.8, 94.6, 96.5, 97.5, 97.8, 97.9, 98.0],
        [60.4, 67.9, 73.1, 77.3, 81.6, 85.4, 88.4, 91.2, 93.6, 95.3, 96.3, 97.5, 97.8, 97.9, 98.0],
        [63.5, 70.3, 75.1, 79.0, 83.2, 87.0, 89.9, 92.4, 94.3, 95.8, 96.8, 97.6, 97.8, 97.9, 98.0],
        [67.9, 72.2, 77.2, 81.2, 85.1, 88.8, 91.9, 93.8, 95.4, 96.4, 97.2, 97.7, 97.9, 97.9, 98.0],
        [67.9, 72.2, 77.2, 83.0, 86.4, 90.2, 93.4, 95.8, 96.5, 97.2, 97.5, 97.7, 97.8, 98.0, 98.0],
    ]
)
"""By cards laid and the logit of the network's best action, the mean of the cards laid in the end.

It comes of 8,000 games of the network under all three refill rules, in which it is much the same. Where fewer than 100
positions fell the figure is that of the next stage.
"""


@borrow
def finally_laid(laid: int, logit: float | np.float64) -> Any:
    """Return the cards that will be laid in the mean, between the nearest stages and LOGITS."""
    row = 0
    while row < len(FINALLY) - 2 and laid >= STAGE * row + STAGE * 3 // 2:
        row += 1
    later = (laid - STAGE * row - STAGE // 2) / STAGE
    later = 0.0 if later < 0.0 else 1.0 if later > 1.0 else later
    place, share = 1, 0.0
    if logit >= LOGITS[-1]:
        place, share = len(LOGITS) - 1, 1.0
    elif logit > LOGITS[0]:
        while logit > LOGITS[place]:
            place += 1
        share = (logit - LOGITS[place - 1]) / (LOGITS[place] - LOGITS[place - 1])
    low = FINALLY[row, place - 1] + share * (FINALLY[row, place] - FINALLY[row, place - 1])
    high = FINALLY[row + 1, place - 1] + share * (FINALLY[row + 1, place] - FINALLY[row + 1, place - 1])
    return low + later * (high - low)


@borrow
def nearest(state: Ints, codes: Ints, gaps: Ints) -> Any:
    """Write the draw and up to NEAR other legal actions with the smallest gaps to `codes`; return their number.

    codes: (MAX_LEGAL,); gaps: scratch memory, (NEAR,).
    """
    kept, found = 0, legal(state, codes)
    draws = found > 0 and codes[found - 1] == DRAWS
    for at in range(found - draws):
        code = codes[at]
        if is_duplicate(state, code):
            continue
        card, stack = code >> 2, code & 3
        gap = (card if stack < 2 else MIRROR - card) - state[TOPS + stack]
        place = kept
        if kept < NEAR:
            kept += 1
        elif gap < gaps[NEAR - 1]:
            place = NEAR - 1
        else:
            continue
        while place > 0 and gaps[place - 1] > gap:
            gaps[place], codes[place] = gaps[place - 1], codes[place - 1]
            place -= 1
        gaps[place], codes[place] = gap, code
    if draws:
        codes[kept] = DRAWS
        kept += 1
    return kept


@njit
def play_on(states: Ints, codes: Ints, learned: bool, inner: Singles, outer: Singles) -> NDArray[np.float64]:
    """Return the cards laid after each action in each state, float64 (states, actions).

    states: int64 (n, SIZE). `learned`: whether the network plays, or `gap`.
    """
    laid = np.zeros((len(states), len(codes)))
    here, moves, gaps = np.zeros(SIZE, np.int64), np.empty(MAX_LEGAL, np.int64), np.empty(NEAR, np.int64)
    after, hidden = np.zeros(PILE, np.int64), np.zeros(len(outer) - 1, np.float32)
    inputs = np.zeros(INPUTS, np.float32)
    for number in range(len(states)):
        for place in range(len(codes)):
            here[:] = states[number]
            if codes[place] != AS_IT_IS:
                apply(here, codes[place])
            left = DEPTH
            while True:
                code: Any = np.int64(-1)
                total = np.float32(-1e30)
                if learned:
                    for at in range(nearest(here, moves, gaps)):
                        worth = evaluate(here, moves[at], inner, outer, after, inputs, hidden)
                        if worth > total:
                            code, total = moves[at], worth
                else:
                    code = smallest_gap(here)
                if code < 0 or (learned and left == 0):
                    break
                apply(here, code)
                left -= 1
            laid[number, place] = (
                here[LAID] if code < 0 else max(finally_laid(here[LAID], np.float64(total)), here[LAID] + 1.0)
            )
    return laid


def pack_all(game: NinetyEight, states: Sequence[State]) -> Ints:
    """Return states in kernel form, int64 (n, SIZE): fast where neighbours differ in the draw pile's order alone."""
    packed, start = np.empty((len(states), SIZE), np.int64), 0
    while start < len(states):
        first, end = states[start], start + 1
        while end < len(states) and _differs_in_order(states[end], first):
            end += 1
        packed[start:end] = pack(game, first)
        packed[start:end, PILE + CARDS - len(first.draw) :] = [state.draw for state in states[start:end]]
        start = end
    return packed


def _differs_in_order(state: State, other: State) -> bool:
    """Return whether two states have the same kernel form but for the order of the draw pile."""
    return state.hands == other.hands and state.stacks == other.stacks and state.since == other.since


class _PlayOn:
    """A judge that plays on in a kernel."""

    learned = False

    def __init__(self, game: NinetyEight) -> None:
        self.game = game
        self.network: tuple[Singles, Singles] = np.zeros((INPUTS, 1), np.float32), np.zeros(2, np.float32)

    def values(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[tuple[float]]]:
        """Return the cards laid after each action in each state, as `judging.Judge` says."""
        codes = np.array([AS_IT_IS if action is None else encode(action) for action in actions], np.int64)
        packed = pack_all(self.game, states)
        laid = play_on(packed, codes, self.learned, *self.network)
        return [[(cards,) for cards in row] for row in laid.tolist()]


class Learned(_PlayOn):
    """The value network of `search` plays on, without looking ahead."""

    learned = True

    def __init__(self, game: NinetyEight) -> None:
        super().__init__(game)
        self.network = Search(game, registry.weights(registry.bot_entry("98", "search")), 0, 1).network


class Gap(_PlayOn):
    """The bot `gap` plays on."""
