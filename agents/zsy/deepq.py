"""deep-q, the source paper's network, and deep-q-lstm, which the paper proposed as future work.

deepq_kernel.py defines their inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Option
from cardtui.games.zsy.kernel import encode, packed, unpacked
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.models import digest, load_arrays
from cardtui.models.nets import lstm, lstm_arrays, mlp, mlp_arrays, relu, sigmoid

from .deepq_kernel import FEATURES, HIDDEN, INPUTS, LAYERS, LSTM_FEATURES, LSTM_HIDDEN, LSTM_INPUTS, LSTM_STEP, STACK
from .features import RULES

UNIT = "Q: discounted win probability"


class DeepQ:
    """Plays the move with the highest Q. `folder` contains its weights. Raises Refusal if they are for another bot."""

    features = FEATURES
    needs = mlp_arrays(LAYERS, (INPUTS, *HIDDEN, 1))

    def __init__(self, game: ZhengShangYou, folder: Path) -> None:
        self.weights, _ = load_arrays(folder, "zsy", digest(self.features), digest(RULES), self.needs)

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with the Q of every legal action."""
        legal = observation.legal
        known, moves = self.known(observation), one_hot([encode(action) for action in legal])
        rows = np.concatenate([np.broadcast_to(known, (len(legal), len(known))), moves], axis=1)
        values = sigmoid(mlp(rows, self.weights, LAYERS, relu)[:, 0])
        best = int(values.argmax())
        options = tuple(
            Option(action, float(place == best), float(values[place])) for place, action in enumerate(legal)
        )
        yield Decision(legal[best], options, UNIT)

    def known(self, seen: Observation) -> NDArray[np.float32]:
        """Return the inputs that precede those of the move, float32 (INPUTS - STACK,)."""
        zones, me = seen.zones, seen.seat
        mine, theirs = packed(zones[2 + me].cards), packed(zones[3 - me].cards + zones[4].cards)
        return one_hot([mine, theirs, packed(zones[me].cards)]).reshape(-1)


class DeepQLstm(DeepQ):
    """The same network over hand, move and an LSTM's summary of all moves so far."""

    features = LSTM_FEATURES
    needs = mlp_arrays(LAYERS, (LSTM_INPUTS, *HIDDEN, 1)) | lstm_arrays("lstm", LSTM_STEP, LSTM_HIDDEN)

    def known(self, seen: Observation) -> NDArray[np.float32]:
        """Return the inputs of the hand and the LSTM's last hidden state, float32 (LSTM_INPUTS - STACK,)."""
        moves = one_hot([encode(action) for _, action, _ in seen.history])
        own = np.array([[seat == seen.seat] for seat, _, _ in seen.history], np.float32).reshape(-1, 1)
        state = lstm(np.concatenate([moves, own], axis=1)[None], self.weights, "lstm")[0]
        return np.concatenate([one_hot([packed(seen.zones[seen.seat].cards)])[0], state])


def one_hot(cards: Sequence[int]) -> NDArray[np.float32]:
    """Return one-hot counts (5 for each of 15 ranks) of packed cards, float32 (rows, STACK)."""
    counts = np.array([unpacked(some) for some in cards], np.int64).reshape(-1, 15)
    stacks: NDArray[np.float32] = np.eye(5, dtype=np.float32)[counts].reshape(-1, STACK)
    return stacks
