"""ppo-linear, ppo-lstm and imitation: a policy network over all actions, for some with a value head.

After SchafkopfRL's networks; features.py defines their features. Under rules other than `paper` they bid only the
contracts of `paper`, and recognise the contract played only if `paper` has it, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Option, Refusal, quoted
from cardtui.games.schafkopf.features import FLAT, GAMES, flat
from cardtui.games.schafkopf.kernel import ORDER, encode
from cardtui.games.schafkopf.kernel_worlds import view
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.models import CARD, digest, load_arrays, load_card
from cardtui.models.arrays import Array
from cardtui.models.nets import dense, dense_arrays, lstm, lstm_arrays, relu, softmax

from .features import ACTIONS, FEATURES, INFO, STEP, action_of, info, steps

RULES = "Schafkopf, paper"
CENTS = 100.0
"""Cents per unit of a network's value."""


def sequence_arrays(width: int) -> dict[str, Array]:
    """Return the arrays that `body` needs, for an input vector of length `width`."""
    lstms = lstm_arrays("course", STEP, "h") | lstm_arrays("trick", STEP, "h")
    return lstms | dense_arrays("body1", width, "h") | dense_arrays("body2", "3h", "h")


_FLAT = dense_arrays("body1", FLAT, "h") | dense_arrays("body2", "h", "h")
_POLICY = dense_arrays("heads.policy1", "h", "h") | dense_arrays("heads.policy2", "h", ACTIONS)
_VALUE = dense_arrays("heads.value1", "h", "h") | dense_arrays("heads.value2", "h", 1)
NEEDS = {
    "ppo-linear": _FLAT | _POLICY | _VALUE,
    "ppo-lstm": sequence_arrays(INFO) | _POLICY | _VALUE,
    "imitation": sequence_arrays(INFO) | _POLICY,
}
"""The required arrays, by the bot named in the card."""


class Network:
    """A policy of `agents/training/schafkopf/networks.py` in numpy, with or without an LSTM and a value head."""

    def __init__(self, game: Schafkopf, folder: Path) -> None:
        self.game = game
        kind = load_card(folder, game=game.name)["bot"]
        if kind not in NEEDS:
            raise Refusal(f"{folder / CARD}: bot is one of {', '.join(NEEDS)}, not {quoted(kind)}")
        self.weights, card = load_arrays(folder, "schafkopf", digest(FEATURES), digest(RULES), NEEDS[kind])
        self.note = f"{card['method']}, {card['games']:,} games"
        self.recurrent = "course.weight_hh_l0" in self.weights
        state = game.start(game.deal(Random(0)))
        for _ in self.think(game.observe(state, state.first), Random(0)):
            pass  # compile the kernels

    def forward(self, state: NDArray[np.int64], seen: Observation) -> tuple[NDArray[np.float32], float | None]:
        """Return the logits, float32 (ACTIONS,), and the value in cents, or None without a value head.

        `state` is the kernel's view of the observation, int64 (SIZE,).
        """
        if self.recurrent:
            inside = body(self.weights, *sequences(state, seen))
        else:
            rows = np.empty((1, FLAT), np.float32)
            flat(state, seen.seat, rows[0])
            inside = relu(dense(relu(dense(rows, self.weights, "body1")), self.weights, "body2"))
        logits = dense(relu(dense(inside, self.weights, "heads.policy1")), self.weights, "heads.policy2")
        if "heads.value1.weight" not in self.weights:
            return logits[0], None
        value = dense(relu(dense(inside, self.weights, "heads.value1")), self.weights, "heads.value2")
        return logits[0], CENTS * float(value[0, 0])

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision: the most probable action, with the probability of each."""
        legal, state = observation.legal, view(self.game, observation)
        logits, value = self.forward(state, observation)
        known = [int(action_of(state, encode(action, int(state[ORDER])))) for action in legal]
        mask = np.zeros(ACTIONS, bool)
        mask[[place for place in known if place >= 0]] = True
        shares = softmax(logits.astype(np.float64), mask).tolist()
        options = tuple(
            Option(action, shares[place] if place >= 0 else 0.0, why="" if place >= 0 else "not in its game")
            for action, place in zip(legal, known, strict=True)
        )
        best = max(options, key=lambda option: option.probability)
        note = self.note if value is None else f"expects {value:+z.0f} cents here · {self.note}"
        if observation.facts["contract"] not in ("", *GAMES):
            note = f"its network does not know this game · {note}"
        yield Decision(best.action, options, "probability", note)


def sequences(
    state: NDArray[np.int64], seen: Observation, width: int = INFO
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return the inputs of the LSTM network for one observation and its view, all float32.

    They are the vector (1, width), the finished tricks (1, n, STEP) and the current trick (1, n, STEP).
    """
    rows = np.empty((1, width), np.float32)
    info(state, seen.seat, rows[0])
    laid = [(event.action.cards[0], event.seat) for event in seen.history if event.action.verb == "play"]
    cards, players = np.array(laid, np.int64).reshape(-1, 2).T
    whole = len(laid) // SEATS * SEATS
    play_sequence = np.zeros((1, len(laid), STEP), np.float32)
    steps(cards, players, seen.seat, play_sequence[0])
    return rows, play_sequence[:, :whole], play_sequence[:, whole:]


def body(
    weights: Mapping[str, NDArray[np.float32]],
    rows: NDArray[np.float32],
    play_sequence: NDArray[np.float32],
    trick: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Return the output of the trainer's `SequenceBody.body` for `sequences`: float32 (1, size)."""
    parts = relu(dense(rows, weights, "body1")), lstm(play_sequence, weights, "course"), lstm(trick, weights, "trick")
    inside: NDArray[np.float32] = relu(dense(np.concatenate(parts, 1), weights, "body2"))
    return inside
