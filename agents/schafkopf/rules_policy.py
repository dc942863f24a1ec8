"""ppo-rules: a policy that takes the rules as input, so that one network plays under all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui.core import Decision, Observation, Option
from cardtui.games.schafkopf.kernel import ORDER, SIZE, apply, encode, legal
from cardtui.games.schafkopf.kernel_worlds import view
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import njit
from cardtui.models import digest, load_arrays

from ..net_kernel import Weights
from .deals import codes_of, in_place, start_again
from .rules_inputs import moves
from .rules_net import (
    CODES,
    FEATURES,
    NEEDS,
    RULES,
    Scratch,
    chances_of,
    kernel_form,
    new_scratch,
    note_lacking,
    output,
    policy,
)


def load_policy(folder: Path) -> tuple[Weights, Mapping[str, Any]]:
    """Return the policy in a folder of weights, and its card. Raises Refusal if they are not for this network."""
    arrays, card = load_arrays(folder, "schafkopf", digest(FEATURES), digest(RULES), NEEDS)
    return kernel_form(arrays, "policy"), card


class RulesPolicy:
    """Plays the most probable action. `folder` contains its weights.

    Raises Refusal if they are not for this bot.
    """

    def __init__(self, game: Schafkopf, folder: Path) -> None:
        self.game = game
        self.weights, card = load_policy(folder)
        self.scratch = new_scratch(self.weights)
        self.note = f"{card['method']}, {card['games']:,} games"
        state = game.start(game.deal(Random(0)))
        for _ in self.think(game.observe(state, state.first), Random(0)):
            pass  # compile the kernels

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision: the most probable action, with the probability of each."""
        state, found = view(self.game, observation), np.zeros(CODES, np.float32)
        order = int(state[ORDER])
        codes = [encode(action, order) for action in observation.legal]
        ask(state, codes_of(self.game, observation), self.weights, self.scratch, found)
        moved = int(moves(state))
        shares = [float(found[output(moved, code)]) for code in codes]
        total = sum(shares)  # 1 but for rounding in float32
        options = tuple(Option(action, share / total) for action, share in zip(observation.legal, shares, strict=True))
        best = max(options, key=lambda option: option.probability)
        yield Decision(best.action, options, "probability", self.note)


@njit
def shown(state: NDArray[np.int64], history: NDArray[np.int64], lacks: NDArray[np.int64]) -> None:
    """Write the suits that each seat has shown not to have to `lacks`, as in `rules_inputs.see`.

    state: a kernel state, with the cards that are known; history: the actions so far, see `deals.codes_of`.
    """
    again = np.empty(SIZE, np.int64)
    start_again(state, again)
    lacks[:] = 0
    for code in history:
        here = in_place(again[ORDER], code)
        note_lacking(again, lacks, here)
        apply(again, here)


@njit
def ask(
    state: NDArray[np.int64],
    history: NDArray[np.int64],
    weights: Weights,
    scratch: Scratch,
    found: NDArray[np.float32],
) -> None:
    """Write the policy's probability of each output to `found`, float32 (CODES,)."""
    lacks = np.zeros(SEATS, np.int64)
    shown(state, history, lacks)
    policy(state, lacks, weights, scratch)
    chances_of(state, legal(state), scratch.out, found)
