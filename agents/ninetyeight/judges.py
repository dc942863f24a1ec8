"""The judges of 98: the policy of `search`, or `gap`, plays on in a kernel.

`gap` plays until no card fits. The policy plays DEPTH actions; then the value says how many cards will be laid on
average. That is faster, and the luck of later draws does not blur the difference between two actions. The value of a
state without an action first also looks DEPTH actions ahead, so that the value of an action is the mean over the states
to which the next draw leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Action
from cardtui.games.ninetyeight.kernel import (
    CARDS,
    LAID,
    PILE,
    SIZE,
    apply,
    encode,
    pack,
    smallest_gap,
)
from cardtui.games.ninetyeight.rules import NinetyEight, State
from cardtui.kernels import njit

from ..batching import AS_IT_IS, runs
from .final import final_cards, load_final
from .incremental import KNOWN, START, begin, choose_row, copy_row, new_rows
from .values import Networks, load, value_logit

Ints: TypeAlias = NDArray[np.int64]
Singles: TypeAlias = NDArray[np.float32]
DEPTH = 5
"""Number of actions that the policy plays before the value is taken.

Measured on 356 differences between the five best actions of 90 positions of search under `paper`, in 400 worlds each:
compared with play to the end, the difference was off by 0.34 cards at a depth of 4, 0.31 at 6 and 0.27 at 8 (root mean
square). From world to world it varied by 0.64, 0.79 and 0.93 (standard deviation). On 160 others, in 300 worlds each,
it was off by 0.30, 0.28, 0.28 and 0.26 at 4, 5, 6 and 8, of which 0.20 is the luck of the worlds, and varied by 0.58,
0.63, 0.70 and 0.82.
"""


@njit
def play_on(states: Ints, codes: Ints, networks: Networks, final: Singles) -> NDArray[np.float64]:
    """Return the cards laid after each action in each state if the policy plays on, float64 (states, actions).

    states: int64 (n, SIZE). final: the table of final.py.
    """
    laid, here = np.zeros((len(states), len(codes))), np.zeros(SIZE, np.int64)
    policy, rows = networks.policy, new_rows(networks.policy)
    for place in range(len(codes)):
        begin(rows, policy)
        for number in range(len(states)):
            here[:] = states[number]
            if codes[place] != AS_IT_IS:
                apply(here, codes[place])
            copy_row(rows, START, KNOWN)
            left = DEPTH
            while True:
                chosen = choose_row(here, policy, rows)
                if chosen < 0 or left == 0:
                    break
                apply(here, rows.scratch.codes[chosen])
                copy_row(rows, chosen, KNOWN)
                if number == 0 and left == DEPTH:  # the other states are like the first, and rounding does not add up
                    copy_row(rows, chosen, START)
                left -= 1
            cards = here[LAID] + 0.0
            if chosen >= 0:
                total = np.float64(value_logit(networks, rows.inputs[chosen], rows.scratch))
                cards = max(final_cards(final, here[LAID], total), cards + 1.0)
            laid[number, place] = cards
    return laid


@njit
def gap_on(states: Ints, codes: Ints) -> NDArray[np.float64]:
    """Return the cards laid after each action in each state if `gap` plays on, float64 (states, actions)."""
    laid, here = np.zeros((len(states), len(codes))), np.zeros(SIZE, np.int64)
    for number in range(len(states)):
        for place in range(len(codes)):
            here[:] = states[number]
            code = codes[place] if codes[place] != AS_IT_IS else smallest_gap(here)
            while code >= 0:
                apply(here, code)
                code = smallest_gap(here)
            laid[number, place] = here[LAID]
    return laid


def pack_all(game: NinetyEight, states: Sequence[State]) -> Ints:
    """Return states in kernel form, int64 (n, SIZE). Fast if neighbours differ only in the order of the draw pile."""
    packed = np.empty((len(states), SIZE), np.int64)
    for run in runs(states, _differs_in_order):
        packed[run] = pack(game, states[run.start])
        packed[run, PILE + CARDS - len(states[run.start].draw) :] = [state.draw for state in states[run]]
    return packed


def _differs_in_order(state: State, other: State) -> bool:
    """Return whether two states have the same kernel form except for the order of the draw pile."""
    return state.hands == other.hands and state.stacks == other.stacks and state.since == other.since


class Gap:
    """The bot `gap` plays on."""

    def __init__(self, game: NinetyEight) -> None:
        self.game = game

    def values(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[tuple[float]]]:
        """Return the cards laid after each action in each state, as `judging.Judge` says."""
        codes = np.array([AS_IT_IS if action is None else encode(action) for action in actions], np.int64)
        return [[(cards,) for cards in row] for row in self.laid(pack_all(self.game, states), codes).tolist()]

    def laid(self, states: Ints, codes: Ints) -> NDArray[np.float64]:
        """Return the cards laid after each action in each state, float64 (states, actions)."""
        found: NDArray[np.float64] = gap_on(states, codes)
        return found


class Learned(Gap):
    """The policy of `search` plays on, without looking ahead."""

    def __init__(self, game: NinetyEight) -> None:
        super().__init__(game)
        folder = registry.weights(registry.bot_entry("98", "search"))
        self.networks, self.final = load(folder, game.refill), load_final(folder)

    def laid(self, states: Ints, codes: Ints) -> NDArray[np.float64]:
        """Return the cards laid after each action in each state, float64 (states, actions)."""
        found: NDArray[np.float64] = play_on(states, codes, self.networks, self.final)
        return found
