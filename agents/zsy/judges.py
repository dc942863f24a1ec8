"""The worlds and judges of Zheng Shang You: dmc's belief, dmc or td-linear playing on, and the open-hand solver.

Half of the worlds are hands drawn from dmc's belief about the other hand, half of them at equal chances: the belief is
closer to the truth for players like dmc, but far from it for others (docs/results/zsy.md).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Action, Card, Observation
from cardtui.entries.judging import Worlds
from cardtui.games.zsy.cards import by_rank
from cardtui.games.zsy.features import MEMORY, memory_of
from cardtui.games.zsy.kernel import HANDS, OVER, SEAT, SIZE, TABLE, apply, encode, pack, unpacked
from cardtui.games.zsy.rules import DECK, State, ZhengShangYou
from cardtui.games.zsy.solver import OPEN, WON, wins, workspace
from cardtui.games.zsy.worlds import ways_of
from cardtui.kernels import njit, random_state

from ..batching import AS_IT_IS
from ..net_kernel import transposed
from .belief import every, samples, total_probabilities
from .dmc import Dmc
from .dmc_kernel import LAYERS, new_scratch
from .features import LEFT, view_of
from .playouts import play_on
from .td import Linear as TdLinear

LISTED = 300
"""At most this many possible hands are listed instead of sampled."""
EPSILON = 0.03
"""The share of random moves, so that values do not jump; set by hand, not tuned."""
BUDGET = 2_000_000
"""Maximum number of positions that the solver visits for one action."""
RESULTS = {0: (1.0, 0.0), 1: (0.0, 1.0), OPEN: (0.5, 0.5)}
"""The returns of both seats, indexed by the winner."""

Ints: TypeAlias = NDArray[np.int64]


# --- worlds -----------------------------------------------------------------------------------
@lru_cache(1)
def _dmc(game: ZhengShangYou) -> Dmc:
    return Dmc(game, registry.weights(registry.bot_entry("zsy", "dmc")))


def worlds(game: ZhengShangYou, seen: Observation, number: int, rng: Random) -> Worlds:
    """Return all worlds, weighted, if there are at most LISTED hands; otherwise as many as asked for.

    The chance of a world is the mean of dmc's belief and equal chances; half of the drawn worlds come from either.
    Suits are drawn at random, since they change nothing.
    """
    view = view_of(seen)
    _, believed = _dmc(game).answer(seen, view)
    me, facts, zones = seen.seat, seen.facts, seen.zones
    known = {card for zone in zones for card in zone.cards}
    hidden = [card for card in DECK if card not in known]
    even = np.zeros_like(believed)
    for rank, ways in enumerate(ways_of(seen, hidden)):
        even[rank, : len(ways)] = ways
    before = zones[2].cards, zones[3].cards

    def state(hand: int) -> State:
        rng.shuffle(hidden)
        held: list[Card] = []
        for pile, size in zip(by_rank(hidden), unpacked(hand), strict=True):
            held += pile[:size]
        rest = tuple(sorted(set(hidden).difference(held)))
        hands = (zones[me].cards, tuple(held)) if me == 0 else (tuple(held), zones[me].cards)
        table, first = zones[4].cards, facts["first"]
        return State(hands, before, table, rest, me, seen.turn, seen.history, first, seen.scores)

    listed = dict(islice(every(even, view[LEFT]), LISTED + 1)) if view[LEFT] <= 4 else {}
    if 0 < len(listed) <= LISTED:
        thought = dict(every(believed, view[LEFT]))
        shares = tuple([(share + thought.get(hand, 0.0)) / 2 for hand, share in listed.items()])
        return Worlds(tuple([state(hand) for hand in listed]), shares, whole=True)
    dice, drawn = random_state(rng.getrandbits(63)), list[int]()
    for chances, share in ((even, number - number // 2), (believed, number // 2)):
        drawn += samples(chances, total_probabilities(chances, view[LEFT]), view[LEFT], share, dice).tolist()
    rng.shuffle(drawn)
    return Worlds(tuple([state(hand) for hand in drawn]), (1.0,) * number)


# --- playing on -------------------------------------------------------------------------------
@njit
def solve(states: Ints, codes: Ints, table: Ints, moves: Ints, frames: Ints) -> Ints:
    """Return the winner after each action in each state with best play by both, int64 (states, actions).

    It is OPEN if BUDGET positions are not enough. The last three arrays are those of a `solver.Workspace`.
    """
    won, budget = np.full((len(states), len(codes)), OPEN), np.empty(1, np.int64)
    here = np.zeros(SIZE, np.int64)
    for number in range(len(states)):
        for place in range(len(codes)):
            here[:] = states[number]
            if codes[place] != AS_IT_IS:
                apply(here, codes[place])
            seat = here[SEAT]
            if here[OVER]:
                won[number, place] = seat
                continue
            budget[0] = BUDGET
            found = wins(here[HANDS + seat], here[HANDS + 1 - seat], here[TABLE], budget, table, moves, frames)
            if found != OPEN:
                won[number, place] = seat if found == WON else 1 - seat
    return won


class _Kernel(ABC):
    """A judge for which a kernel finds the winners."""

    def __init__(self, game: ZhengShangYou) -> None:
        self.game = game

    def values(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[tuple[float, float]]]:
        """Return the returns of each seat after each action in each state, as `judging.Judge` says."""
        packed = np.array([pack(state) for state in states])
        codes = np.array([AS_IT_IS if action is None else encode(action) for action in actions], np.int64)
        winners = self.winners(states, packed, codes, np.array(seeds, np.uint64))
        return [[RESULTS[winner] for winner in row] for row in winners.tolist()]

    @abstractmethod
    def winners(self, states: Sequence[State], packed: Ints, codes: Ints, seeds: NDArray[np.uint64]) -> Ints:
        """Return the winner after each action in each state, int64 (states, actions), or OPEN."""


class Linear(_Kernel):
    """td-linear plays on for both seats, with some random moves."""

    learned = False

    def __init__(self, game: ZhengShangYou) -> None:
        super().__init__(game)
        bot = TdLinear(game, registry.weights(registry.bot_entry("zsy", "td-linear")))
        self.players = transposed(_dmc(game).weights, LAYERS), new_scratch(), bot.weights

    def winners(self, states: Sequence[State], packed: Ints, codes: Ints, seeds: NDArray[np.uint64]) -> Ints:
        """Return the winner after each action in each state, int64 (states, actions)."""
        memories, history, memory = np.empty((len(states), MEMORY), np.int64), None, list[int]()
        for number, state in enumerate(states):
            if state.history is not history:
                history, memory = state.history, memory_of(state.history)
            memories[number] = memory
        return play_on(packed, memories, codes, seeds, EPSILON, self.learned, *self.players)


class Learned(Linear):
    """dmc plays on for both seats, with some random moves."""

    learned = True


class Solved(_Kernel):
    """The solver, which sees both hands."""

    def __init__(self, game: ZhengShangYou) -> None:
        super().__init__(game)
        self.space = workspace()

    def winners(self, states: Sequence[State], packed: Ints, codes: Ints, seeds: NDArray[np.uint64]) -> Ints:
        """Return the winner after each action in each state, int64 (states, actions), or OPEN."""
        return solve(packed, codes, *self.space)
