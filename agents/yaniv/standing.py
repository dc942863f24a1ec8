"""How a match stands, for yaniv-net: the totals, how a deal changes them, and the network's inputs for them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.yaniv.kernel import CALLER, SEATS
from cardtui.games.yaniv.rules import Yaniv
from cardtui.kernels import borrow

Ints: TypeAlias = NDArray[np.int64]
Doubles: TypeAlias = NDArray[np.float64]

LIMIT, HALVE, WINNER, OPENER, TOTALS = range(5)
"""The fields of a standing, float64 (STANDING,): the limit (0: none), whether totals are halved, whether the winner
opens the next deal, the seat that opened this one, and the totals by seat."""
STANDING = TOTALS + 6


def standing_of(game: Yaniv) -> Doubles:
    """Return how a match begins: float64 (STANDING,)."""
    standing, options = np.zeros(STANDING), game.options
    standing[LIMIT] = float(options["limit"]) if game.points else 0.0
    standing[HALVE] = game.points and options["halve"] == "yes"
    standing[WINNER] = options["start"] == "winner"
    return standing


@borrow
def lands(standing: Doubles, seat: int, score: int) -> int:
    """Return where a total lands if a score is added: 0 on half the limit, 1 on the limit, 2 above it, else -1."""
    limit, total = standing[LIMIT], standing[TOTALS + seat] + score
    if limit <= 0 or score == 0:
        return -1
    if total > limit:
        return 2
    if standing[HALVE] > 0:
        return 1 if total == limit else 0 if 2 * total == limit else -1
    return -1


@borrow
def settle(state: Ints, gained: Doubles, standing: Doubles, after: Doubles) -> bool:
    """Write how the match stands after a deal to `after` (§2.2, §7); return whether a total is over the limit.

    gained: what the deal brought, as by `kernel.returns`. OPENER is then the seat that opens the next deal.
    """
    seats, limit, most = state[SEATS], standing[LIMIT], 0.0
    for place in range(STANDING):
        after[place] = standing[place]
    for seat in range(seats):
        total = standing[TOTALS + seat] - gained[seat]
        if standing[HALVE] > 0 and gained[seat] != 0 and (total == limit or 2 * total == limit):
            total /= 2
        after[TOTALS + seat] = total
        most = max(most, total)
    opener = int(standing[OPENER])
    if standing[WINNER] > 0:
        if state[CALLER] >= 0:
            opener = state[CALLER]
        best = gained[0]
        for seat in range(1, seats):
            best = max(best, gained[seat])
        while gained[opener] != best:
            opener = (opener + 1) % seats
    else:
        opener = (opener + 1) % seats
    after[OPENER] = opener
    over: bool = limit > 0 and most > limit
    return over


# --- the inputs ---------------------------------------------------------------------------------
def starts(sizes: tuple[int, ...], first: int) -> tuple[int, ...]:
    """Return where each group of inputs begins, given the sizes and where the first begins; and the end of the last."""
    return tuple(first + sum(sizes[:place]) for place in range(len(sizes) + 1))


CLASSES = 41
"""Number of classes of a total: fortieths of the limit, and above."""
_match = (
    5,  # 0: seats, from 2 on
    CLASSES,  # 1: the own total
    CLASSES,  # 2: those of the others
    CLASSES,  # 3: the lowest of these, less the own
    CLASSES,  # 4: the highest, less the own
    CLASSES,  # 5: the highest of all
    1,  # 6: whether the seat opens the deal
)
MATCH_AT = starts(_match, 0)
MATCH = MATCH_AT[-1]
"""Number of inputs of the chances to win the match."""
MOST_OF_MATCH = 16
"""More inputs than can be active at once."""


@borrow
def share_class(part: float, whole: float, classes: int) -> int:
    """Return the class of `part` as a share of `whole`, 0 … classes - 1; the last class holds all shares from 1 on."""
    return int(min(max(part / whole, 0.0) * (classes - 1), classes - 1.0))


@borrow
def match_inputs(standing: Doubles, seats: int, seat: int, active: Ints) -> int:
    """Write how a match with a limit stands for a seat before a deal to `active`; return the number of inputs."""
    limit, own = standing[LIMIT], standing[TOTALS + seat]
    least, most = 1e9, 0.0
    active[0] = MATCH_AT[0] + seats - 2
    active[1] = MATCH_AT[1] + share_class(own, limit, CLASSES)
    size = 2
    for other in range(seats):
        if other != seat:
            total = standing[TOTALS + other]
            least, most = min(least, total), max(most, total)
            active[size] = MATCH_AT[2] + share_class(total, limit, CLASSES)
            size += 1
    active[size] = MATCH_AT[3] + share_class(least - own + limit, 2 * limit, CLASSES)
    active[size + 1] = MATCH_AT[4] + share_class(most - own + limit, 2 * limit, CLASSES)
    active[size + 2] = MATCH_AT[5] + share_class(max(most, own), limit, CLASSES)
    size += 3
    if int(standing[OPENER]) == seat:
        active[size] = MATCH_AT[6]
        size += 1
    return size
