"""How many cards a game ends with, by the cards laid so far and the value network's logit after the policy's choice.

The network says how much a game is worth, from 0 to 1, but judges count cards. The trainer of `search` makes a table
from games of the finished networks. It is much the same under all three refill rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.ninetyeight.kernel import CARDS
from cardtui.kernels import borrow, njit
from cardtui.models import digest, load_arrays
from cardtui.models.arrays import Array

from .inputs import FEATURES
from .values import RULES

Singles: TypeAlias = NDArray[np.float32]
Floats: TypeAlias = NDArray[np.float64]

LOGITS = np.array([-4.4, -3.4, -2.7, -2.2, -1.7, -1.2, -0.75, -0.27, 0.22, 0.73, 1.2, 1.7, 2.4, 3.5, 8.0])
"""The logits of the table's columns."""
STAGE, STAGES = 16, 6
"""Number of cards laid from one row of the table to the next (the first row covers half as many); number of rows."""
FEWEST = 50.0
"""The least weight of positions on which an entry of the table may rest."""


def load_final(folder: Path) -> Singles:
    """Return the table of search's weights, float32 (STAGES, logits). Raises Refusal if there is none."""
    needs = {"final": Array((STAGES, len(LOGITS)), low=0, high=CARDS)}
    return load_arrays(folder, "98", digest(FEATURES), digest(RULES), needs)[0]["final"]


@borrow
def nodes(laid: int, logit: float | np.float64) -> Any:
    """Return (row, share of the next row, column, share of the next column): where an entry lies in the table."""
    later = min(max((laid - STAGE / 2) / STAGE, 0.0), STAGES - 1.0)
    row = min(int(later), STAGES - 2)
    column = 0
    while column < len(LOGITS) - 2 and logit >= LOGITS[column + 1]:
        column += 1
    share = (logit - LOGITS[column]) / (LOGITS[column + 1] - LOGITS[column])
    return row, later - row, column, min(max(share, 0.0), 1.0)


@borrow
def final_cards(table: Singles, laid: int, logit: float | np.float64) -> Any:
    """Return the cards that will be laid on average."""
    row, later, column, share = nodes(laid, logit)
    low = table[row, column] + share * (table[row, column + 1] - table[row, column])
    high = table[row + 1, column] + share * (table[row + 1, column + 1] - table[row + 1, column])
    return low + later * (high - low)


@njit
def add(laid: NDArray[np.int64], logits: Floats, final: int, total: Floats, weight: Floats) -> None:
    """Add the positions of a game that ended with `final` cards to both sums, (STAGES, logits).

    Each position counts for the four entries around it, as `final_cards` reads them.
    """
    for at in range(len(laid)):
        row, later, column, share = nodes(laid[at], logits[at])
        for down in range(2):
            for right in range(2):
                part = (later if down else 1.0 - later) * (share if right else 1.0 - share)
                total[row + down, column + right] += part * final
                weight[row + down, column + right] += part


def table(total: Floats, weight: Floats) -> Singles:
    """Return the table of these sums: an entry with a weight below FEWEST is copied from the next row, or column."""
    means = np.full(total.shape, np.nan)
    np.divide(total, weight, out=means, where=weight >= FEWEST)
    for row in range(STAGES - 2, -1, -1):
        means[row] = np.where(np.isnan(means[row]), means[row + 1], means[row])
    for column in range(len(LOGITS) - 2, -1, -1):
        means[:, column] = np.where(np.isnan(means[:, column]), means[:, column + 1], means[:, column])
    for column in range(1, len(LOGITS)):
        means[:, column] = np.where(np.isnan(means[:, column]), means[:, column - 1], means[:, column])
    return means.astype(np.float32)
