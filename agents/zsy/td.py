"""td-linear: a logistic function of hand-picked features of the after-state, trained by temporal differences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Option
from cardtui.games.zsy.cards import BLACK, RANKS
from cardtui.games.zsy.kernel import PASSING, WIDTH, at_least, beatable, encode, losers, runs, total
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.kernels import borrow, count, lowest, njit
from cardtui.models import digest, load_arrays
from cardtui.models.arrays import Array
from cardtui.models.nets import sigmoid

from .features import HAND, LEFT, RULES, UNSEEN, VIEW, view_of

PLAIN = (
    "always", "cards left", "their cards", "they hold one", "they hold two", "plays left", "beatable plays", "bombs",
    "passes", "cards laid", "rank laid", "unbeatable", "won",
)  # fmt: skip
NAMES = (*PLAIN, *(f"lone {rank}" for rank in RANKS), *(f"{rank}s together" for rank in RANKS[:BLACK]))
"""The names of the features, in the order of their indices."""
FEATURES = "zsy-linear-2: " + ", ".join(NAMES)
NEEDS = {"weights": Array((len(NAMES),), "float64", -1e6, 1e6)}

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@borrow
def describe(view: Ints, move: int, out: Floats) -> None:
    """Write the features of a move to `out` (float64, length of `NAMES`); most of them are about 0 … 1."""
    hand, unseen, left = view[HAND] - move, view[UNSEEN], view[LEFT]
    ones, twos = at_least(hand, 1), at_least(hand, 2)
    lost = losers(hand, unseen, left)
    out[0], out[1], out[2], out[3], out[4] = 1.0, total(hand) / 18, left / 18, left == 1, left == 2
    out[5], out[6], out[7] = (count(ones & ~twos) + runs(twos)) / 10, lost / 10, count(at_least(hand, 4))
    out[8], out[9] = move == PASSING, total(move) / 6
    out[10] = (lowest(move) >> 2) / 14 if move else 0.0
    out[11] = move != PASSING and (hand == 0 or not beatable(move, unseen, left))
    out[12] = out[11] > 0.0 and lost <= 1
    for rank in range(15):
        held = hand >> WIDTH * rank & 7
        out[13 + rank] = held == 1
        if rank < 13:
            out[28 + rank] = held / 4 if held > 1 else 0.0


@njit
def describe_all(view: Ints, moves: Ints, rows: Floats) -> None:
    """Write the features of each move to a row of `rows` (float64, (moves, features))."""
    for row in range(len(moves)):
        describe(view, moves[row], rows[row])


class Linear:
    """Plays the move with the highest value. Raises Refusal if the weights in `folder` do not fit this bot."""

    def __init__(self, game: ZhengShangYou, folder: Path) -> None:
        arrays, _ = load_arrays(folder, "zsy", digest(FEATURES), digest(RULES), NEEDS)
        self.weights = arrays["weights"]
        describe_all(np.array([1] + [0] * (VIEW - 1)), np.ones(1, np.int64), np.zeros((1, len(NAMES))))  # compiles

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision, naming the two features that count most for each action."""
        legal = observation.legal
        rows = np.zeros((len(legal), len(NAMES)))
        describe_all(np.array(view_of(observation)), np.array([encode(action) for action in legal]), rows)
        parts = rows * self.weights
        values = sigmoid(parts.sum(axis=1))
        best = int(values.argmax())
        options = tuple(
            Option(action, float(place == best), float(values[place]), why=_why(parts[place]))
            for place, action in enumerate(legal)
        )
        yield Decision(legal[best], options, "win probability")


def _why(parts: Floats) -> str:
    """Name the two features that contribute most to a move's value."""
    most = sorted(range(1, len(NAMES)), key=lambda place: -abs(parts[place]))[:2]
    return ", ".join(f"{NAMES[place]} {parts[place]:+.2f}" for place in most)
