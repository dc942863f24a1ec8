"""Games of a REINFORCE network, many at once and compiled: deals, inputs, draws from the softmax, and returns."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import ONE, PILE, deal
from cardtui.games.ninetyeight.rules import HAND
from cardtui.kernels import RandomState, njit, unit

from ...ninetyeight.features import OUTPUTS, allowed, ascend, encode_inputs, lay

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]


@njit
def deal_all(states: Ints, slots: Ints, drawn: bool, rng: RandomState) -> None:
    """Deal a game under refill=one to each row of `states` (games, SIZE), and its hand to `slots` (games, HAND).

    drawn: whether slots stay in the order drawn; otherwise they are ascending.
    """
    for game in range(len(states)):
        deal(states[game], ONE, rng)
        slots[game] = states[game, PILE : PILE + HAND]
        if not drawn:
            ascend(slots[game])


@njit
def encode_all(states: Ints, slots: Ints, kind: int, playing: Ints, inputs: NDArray[np.float32], legal: Bools) -> int:
    """Write the inputs and legal outputs of those games in `playing` that have a legal output; return their number.

    The numbers of these games are moved to the front of `playing`; row i of `inputs` (games, ROWS * COLUMNS) and of
    `legal` (games, OUTPUTS) belongs to the i-th of them.
    """
    going = 0
    for game in playing:
        some = False
        for output in range(OUTPUTS):
            legal[going, output] = allowed(states[game], slots[game], output)
            some |= legal[going, output]
        if some:
            encode_inputs(states[game], slots[game], kind, inputs[going])
            playing[going] = game
            going += 1
    return going


@njit
def drawn_from(shares: Floats, rng: RandomState) -> Ints:
    """Draw an output for each row of probabilities (rows, OUTPUTS); return them as int64 (rows,)."""
    drawn = np.zeros(len(shares), np.int64)
    for row in range(len(shares)):
        chance, total = unit(rng), 0.0
        for output in range(OUTPUTS):
            if shares[row, output] > 0:
                drawn[row] = output
                total += shares[row, output]
                if total > chance:
                    break
    return drawn


@njit
def lay_all(states: Ints, slots: Ints, playing: Ints, outputs: Ints, drawn: bool) -> None:
    """Play an output in each of the games `playing`."""
    for row in range(len(playing)):
        lay(states[playing[row]], slots[playing[row]], outputs[row], drawn)


@njit
def discounted(games: Ints, laid: Ints, rising_rewards: bool, discount: float) -> Floats:
    """Return the discounted return of each card, float64 (cards,).

    games: the number of each card's game, in the order laid; laid: cards laid in each game. The reward of a game's n-th
    card is 1 or, with `rising_rewards`, n - 1 as in the notebook's program.
    """
    returns, totals, left = np.zeros(len(games)), np.zeros(len(laid)), laid.copy()
    for at in range(len(games) - 1, -1, -1):
        game = games[at]
        left[game] -= 1
        totals[game] = discount * totals[game] + (left[game] if rising_rewards else 1.0)
        returns[at] = totals[game]
    return returns
