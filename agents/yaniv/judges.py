"""The judges of Yaniv: yaniv-td, or a mixture of the simple bots, plays on for all seats in a kernel.

Each seat plays only by what it can see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Action, Event
from cardtui.games.yaniv.kernel import DECK, HANDS, KEY, MAX_LEGAL, OVER, SCORES, SEAT, SEATS, SIZE, apply, encode, pack
from cardtui.games.yaniv.kernel import returns as kernel_returns
from cardtui.games.yaniv.kernel_players import GREEDY, NO_POLICIES, SEMIRANDOM, choose
from cardtui.games.yaniv.rules import State, Yaniv
from cardtui.kernels import njit, unit

from ..batching import AS_IT_IS, runs
from .move_memory import MEMORY
from .td import AfterStateTD, memories, pack_memories
from .td_features import BELIEF_ROWS, BELIEFS, COLUMNS, FEATURES, INPUTS, WEIGHTS
from .td_kernel import TD, decide, encode_turn, record_move

CARELESS = 0.25
"""The share of seats that play as semirandom; the others play as greedy. Set by hand, not tuned."""


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
    `learned`: whether yaniv-td plays on, instead of the simple bots.
    """
    gained = np.zeros((len(states), len(codes), 6))
    here, remembered, kinds = np.zeros(SIZE, np.int64), np.zeros(6 * MEMORY, np.int64), np.full(6, TD)
    inputs, rows, believed = np.zeros(INPUTS, np.int64), np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    legal, out, rng = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32), np.zeros(1, np.uint64)
    for number in range(len(states)):
        rng[0] = seeds[number]
        if not learned:
            for seat in range(states[number, SEATS]):
                kinds[seat] = SEMIRANDOM if unit(rng) < CARELESS else GREEDY
        start = rng[0]
        for place in range(len(codes)):
            here[:] = states[number]
            remembered[:] = memories[number]
            rng[0] = start
            code = codes[place]
            while not here[OVER]:
                if code == AS_IT_IS:
                    kind = kinds[here[SEAT]]
                    if kind == TD:
                        encode_turn(here, remembered, belief_weights, inputs, rows, believed)
                        code, _ = decide(here, inputs, believed, values, legal, out)
                    else:
                        code = choose(here, kind, 0.5, NO_POLICIES, rng)
                if learned:
                    record_move(here, remembered, code)
                apply(here, code)
                code = AS_IT_IS
            kernel_returns(here, gained[number, place])
    return gained


def pack_all(game: Yaniv, states: Sequence[State]) -> NDArray[np.int64]:
    """Return states in kernel form, int64 (n, SIZE). Fast if neighbours differ only in hidden cards."""
    packed = np.empty((len(states), SIZE), np.int64)
    for run in runs(states, _differs_in_hidden):
        packed[run] = pack(game, states[run.start])
        if run.stop > run.start + 1:
            _set_hidden(game, packed[run], states[run])
    return packed


def _differs_in_hidden(state: State, other: State) -> bool:
    """Return whether two states have the same kernel form except for hands, stack and key, and hands of equal sizes."""
    return (
        state.top == other.top
        and state.buried == other.buried
        and state.known == other.known
        and (state.seat, state.turn, state.reshuffles, state.caller, len(state.stack))
        == (other.seat, other.turn, other.reshuffles, other.caller, len(other.stack))
        and [*map(len, state.hands)] == [*map(len, other.hands)]
    )


def _set_hidden(game: Yaniv, packed: NDArray[np.int64], states: Sequence[State]) -> None:
    """Set the hidden parts of kernel states, int64 (n, SIZE), whose other fields are already right."""
    counts = np.array(game.counts, np.int64)
    packed[:, KEY] = np.array([state.key for state in states], np.uint64).astype(np.int64)
    packed[:, DECK : DECK + len(states[0].stack)] = [state.stack for state in states]
    for seat in range(game.seats):
        hands = np.array([state.hands[seat] for state in states], np.int64)
        packed[:, HANDS + seat] = (1 << hands).sum(1)
        packed[:, SCORES + seat] = counts[hands].sum(1)


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
        packed, rows = pack_all(game, states), np.zeros((len(states), 6 * MEMORY), np.int64)
        history: tuple[Event, ...] | None = None
        remembered = np.zeros(6 * MEMORY, np.int64)
        for number, state in enumerate(states):
            view = state.views[state.seat or 0]
            if self.learned and view is not history and view != history:  # what is remembered is public
                history = view
                remembered = pack_memories(memories(game, view))
            rows[number] = remembered
        codes = np.array([AS_IT_IS if action is None else encode(action) for action in actions], np.int64)
        gained = play_on(packed, rows, codes, np.array(seeds, np.uint64), self.learned, *self.weights)
        return gained[:, :, : game.seats].tolist()  # type: ignore[no-any-return]  # numpy's tolist is untyped


class Learned(_PlayOn):
    """yaniv-td's values of after-states, without its search, play on for all seats."""

    learned = True

    def __init__(self, game: Yaniv) -> None:
        super().__init__(game)
        agent = AfterStateTD(game, registry.weights(registry.bot_entry("yaniv", "yaniv-td")))
        self.weights = np.asarray(agent.values), np.asarray(agent.beliefs)


class Simple(_PlayOn):
    """greedy and semirandom play on; in each world it is drawn which of them plays a seat."""
