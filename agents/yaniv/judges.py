"""The judges of Yaniv: yaniv-td, or a mixture of the simple bots, plays on for all seats in a kernel.

Each seat plays by what it can see. The dice of a world shuffle its stack, which nobody knows, for all actions alike: so
a value is that of the hands, and not of the cards that happened to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Action, Event
from cardtui.games.yaniv.kernel import AT, DECK, END, KEY, MAX_LEGAL, OVER, SEAT, SEATS, SIZE, apply, encode, pack
from cardtui.games.yaniv.kernel import returns as kernel_returns
from cardtui.games.yaniv.kernel_players import GREEDY, NO_POLICIES, SEMIRANDOM, choose
from cardtui.games.yaniv.rules import State, Yaniv
from cardtui.kernels import RandomState, below, borrow, draw, njit, unit

from .td import AfterStateTD, memories_of
from .td_features import BELIEF_ROWS, BELIEFS, COLUMNS, FEATURES, INPUTS, MEMORY, WEIGHTS
from .td_kernel import TD, decide, encode_turn, record_move

CARELESS = 0.25
"""The share of seats that play as semirandom, the others as greedy; set by hand, not tuned."""
AS_IT_IS = -1
"""The code that stands for no action."""


@borrow
def reshuffle_unseen(state: NDArray[np.int64], rng: RandomState) -> None:
    """Shuffle the stack, and change the key of later ones."""
    state[KEY] = np.int64(draw(rng))
    at, end = DECK + state[AT], DECK + state[END]
    for place in range(at, end - 1):
        other = place + below(rng, end - place)
        card = state[other]
        state[other] = state[place]
        state[place] = card


@njit
def finish(
    state: NDArray[np.int64],
    memory: NDArray[np.int64],
    kinds: NDArray[np.int64],
    values: NDArray[np.float32],
    belief_weights: NDArray[np.float32],
    rng: RandomState,
) -> None:
    """Play a deal to its end in place. `kinds`, int64 (6,), are the players of the seats, TD or simple bots."""
    inputs, rows, believed = np.zeros(INPUTS, np.int64), np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    legal, out = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32)
    while not state[OVER]:
        kind = kinds[state[SEAT]]
        if kind == TD:
            encode_turn(state, memory, belief_weights, inputs, rows, believed)
            code, _ = decide(state, inputs, believed, values, legal, out)
            record_move(state, memory, code)
        else:
            code = choose(state, kind, 0.5, NO_POLICIES, rng)
        apply(state, code)


@njit
def play_on(
    states: NDArray[np.int64],
    memories: NDArray[np.int64],
    codes: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    learned: bool,
    values: NDArray[np.float32],
    belief_weights: NDArray[np.float32],
) -> NDArray[np.float64]:
    """Return the returns of each seat after each action in each state, float64 (states, actions, 6).

    states: int64 (n, SIZE); memories: int64 (n, 6 * MEMORY), see `td_kernel.record_move`; seeds: uint64 (n,).
    `learned`: whether yaniv-td plays, or the simple bots.
    """
    gained = np.zeros((len(states), len(codes), 6))
    here, remembered, kinds = np.zeros(SIZE, np.int64), np.zeros(6 * MEMORY, np.int64), np.full(6, TD)
    world, rng = np.zeros(SIZE, np.int64), np.zeros(1, np.uint64)
    for number in range(len(states)):
        world[:] = states[number]
        rng[0] = seeds[number]
        reshuffle_unseen(world, rng)
        if not learned:
            for seat in range(world[SEATS]):
                kinds[seat] = SEMIRANDOM if unit(rng) < CARELESS else GREEDY
        start = rng[0]
        for place in range(len(codes)):
            here[:] = world
            remembered[:] = memories[number]
            rng[0] = start
            if codes[place] != AS_IT_IS:
                record_move(here, remembered, codes[place])
                apply(here, codes[place])
            finish(here, remembered, kinds, values, belief_weights, rng)
            kernel_returns(here, gained[number, place])
    return gained


class _PlayOn:
    """A judge that plays on in a kernel."""

    learned = False

    def __init__(self, game: Yaniv) -> None:
        self.game = game
        self.weights: tuple[NDArray[Any], NDArray[Any]] = (
            np.zeros(WEIGHTS, np.float32),
            np.zeros(BELIEFS * COLUMNS, np.float32),
        )

    def values(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        """Return the returns of each seat after each action in each state, as `judging.Judge` says."""
        game = self.game
        packed, memories = np.zeros((len(states), SIZE), np.int64), np.zeros((len(states), 6 * MEMORY), np.int64)
        history: tuple[Event, ...] | None = None
        remembered = np.zeros(6 * MEMORY, np.int64)
        for number, state in enumerate(states):
            packed[number] = pack(game, state)
            view = state.views[state.seat or 0]
            if self.learned and view is not history:  # all see the same of what is remembered
                history = view
                remembered[: game.seats * MEMORY] = np.concatenate(memories_of(game, view))
            memories[number] = remembered
        codes = np.array([AS_IT_IS if action is None else encode(action) for action in actions], np.int64)
        gained = play_on(packed, memories, codes, np.array(seeds, np.uint64), self.learned, *self.weights)
        return gained[:, :, : game.seats].tolist()  # type: ignore[no-any-return]  # numpy's tolist is untyped


class Learned(_PlayOn):
    """yaniv-td's values of after-states, without its search, play on for all seats."""

    learned = True

    def __init__(self, game: Yaniv) -> None:
        super().__init__(game)
        agent = AfterStateTD(game, registry.weights(registry.bot_entry("yaniv", "yaniv-td")))
        self.weights = np.asarray(agent.values), np.asarray(agent.beliefs)


class Simple(_PlayOn):
    """greedy and semirandom play on, drawn anew for each seat of a world."""
