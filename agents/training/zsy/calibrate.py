"""The last step of dmc's training: a map from the network's win probability to how often such moves win in its games.

In half of its training games the other seat is careless, and the network's values are chances in those games. Here it
plays both seats without random moves, except for one per deal in half of the deals. The map is fitted to as many of its
own moves as of these random ones, and checked on fresh deals for either kind.

`python -m cardtui.agents.training.zsy.calibrate FOLDER` does this step alone for trained weights, and writes the map
into their card.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui import calibration
from cardtui.core import Refusal
from cardtui.games.zsy.rules import MAX_TURNS
from cardtui.intervals import Z95
from cardtui.kernels import random_state
from cardtui.models import digest, load_arrays, write_card
from cardtui.models.nets import sigmoid

from ...net_kernel import transposed
from ...zsy.dmc import NEEDS
from ...zsy.dmc_kernel import LAYERS, new_scratch
from ...zsy.features import FEATURES, RULES
from .dmc_play import record_outcomes

DEALS = 200_000
"""Deals with one random move each, to which the map is fitted; as many of its own moves come from other deals."""
MOVES = 15
"""Fewer moves than dmc makes in a deal on average, which is some twenty for both seats together."""
TEST_DEALS = 50_000
"""Fresh deals on which the map is checked, for each kind of move."""
KINDS = {"its own moves": False, "other moves, drawn at random": True}


def calibrate(
    arrays: Mapping[str, NDArray[np.float32]], seed: int, deals: int = DEALS, tests: int = TEST_DEALS
) -> dict[str, Any]:
    """Return the entries `calibration` (the map) and `promises` (its check on fresh deals) of the card of these arrays.

    A row of `promises` has the number of moves and of deals; the means of what the network said, of what the map says
    and of the outcomes; and the 95% interval of what the map says minus the outcome, in which the moves of a deal count
    as one.
    """
    others = played(arrays, deals, True, seed, 6 * 10**9)
    own = played(arrays, deals // MOVES, False, seed, 4 * 10**9)
    size = min(len(others[0]), len(own[0]))
    found = calibration.fit(*(np.concatenate([kind[part][:size] for kind in (own, others)]) for part in range(2)))
    rows = []
    for place, (kind, at_random) in enumerate(KINDS.items()):
        values, won, deal_of = played(arrays, tests, at_random, seed, 7 * 10**9 + place)
        calibrated = found(values)
        mean = float(np.mean(calibrated - won))
        by_deal = np.bincount(deal_of, calibrated - won - mean)
        margin = Z95 * fsum(by_deal**2) ** 0.5 / len(values)
        figures = {"network": np.mean(values), "said": np.mean(calibrated), "came": np.mean(won)}
        figures |= {"low": mean - margin, "high": mean + margin}
        counts = {"moves": kind, "n": len(values), "deals": len(np.unique(deal_of))}
        rows.append(counts | {key: round(float(figure), 5) for key, figure in figures.items()})
    return {
        "calibration": {"deals": deals, **{key: list(row) for key, row in found._asdict().items()}},
        "promises": rows,
    }


def played(
    arrays: Mapping[str, NDArray[np.float32]], deals: int, at_random: bool, seed: int, stream: int
) -> tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.int64]]:
    """Play deals; return for each move recorded the network's value, whether its seat won, and its deal's number."""
    most = deals if at_random else deals * MAX_TURNS
    logits, won, deal_of = np.empty(most, np.float32), np.empty(most, np.bool_), np.empty(most, np.int64)
    weights = transposed(arrays, LAYERS)
    count = record_outcomes(deals, at_random, weights, new_scratch(), logits, won, deal_of, random_state(seed, stream))
    return sigmoid(logits[:count]).astype(np.float64), won[:count], deal_of[:count]


def main(folder: Path) -> None:
    """Fit the map for the weights in a folder with the seed of their training, and write it into their card."""
    arrays, card = load_arrays(folder, "zsy", digest(FEATURES), digest(RULES), NEEDS)
    found = calibrate(arrays, card["seed"])
    write_card(folder, card | found)
    for row in found["promises"]:
        told = "{moves}: {n} in {deals} deals; the network says {network:.1%}, the map {said:.1%}, won {came:.1%}"
        print(told.format(**row), f"(said − won {row['low']:+.2%} … {row['high']:+.2%})")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except (IndexError, Refusal) as fault:
        sys.exit(str(fault) if isinstance(fault, Refusal) else f"usage: python -m {__spec__.name} FOLDER")
