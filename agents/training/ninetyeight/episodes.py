"""Games of a REINFORCE network, many at once: what it sees of each, what it draws, and what its cards returned."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.ninetyeight.kernel import ONE, PILE, deal
from cardtui.games.ninetyeight.rules import HAND
from cardtui.kernels import njit, unit

from ...ninetyeight.features import OUTPUTS, allowed, ascend, lay, see


@njit
def deal_all(states: Any, slots: Any, drawn: int, rng: Any) -> None:
    """A new game in each row of `states` (games, SIZE), under refill=one, its hand in `slots` (games, 8)."""
    for game in range(len(states)):
        deal(states[game], ONE, rng)
        slots[game] = states[game, PILE : PILE + HAND]
        if not drawn:
            ascend(slots[game])


@njit
def see_all(states: Any, slots: Any, kind: int, playing: Any, seen: Any, legal: Any) -> Any:
    """Inputs and legal outputs of the games numbered in `playing`, in its order; how many go on, moved to its front."""
    going = 0
    for game in playing:
        some = False
        for output in range(OUTPUTS):
            legal[going, output] = allowed(states[game], slots[game], output)
            some |= legal[going, output]
        if some:
            see(states[game], slots[game], kind, seen[going])
            playing[going] = game
            going += 1
    return going


@njit
def drawn_from(shares: Any, rng: Any) -> Any:
    """One output of each row of probabilities, int64 (rows,)."""
    chosen = np.zeros(len(shares), np.int64)
    for row in range(len(shares)):
        chance, total = unit(rng), 0.0
        for output in range(OUTPUTS):
            if shares[row, output] > 0:
                chosen[row] = output
                total += shares[row, output]
                if total > chance:
                    break
    return chosen


@njit
def lay_all(states: Any, slots: Any, playing: Any, outputs: Any, drawn: int) -> None:
    """Play an output in each of the games numbered in `playing`."""
    for row in range(len(playing)):
        lay(states[playing[row]], slots[playing[row]], outputs[row], drawn)


@njit
def discounted(games: Any, laid: Any, counted: int, discount: float) -> Any:
    """What each card returned, float64 (cards,): `games` says whose it is, in the order laid.

    laid: cards laid in each game. The n-th card is worth 1, or, `counted`, n - 1 as in the notebook's program.
    """
    found, gathered, left = np.zeros(len(games)), np.zeros(len(laid)), laid.copy()
    for at in range(len(games) - 1, -1, -1):
        game = games[at]
        left[game] -= 1
        gathered[game] = discount * gathered[game] + (left[game] if counted else 1.0)
        found[at] = gathered[game]
    return found
