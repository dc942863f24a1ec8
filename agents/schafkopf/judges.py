"""Judges of the review that play on in the kernel: ppo-large, the fast player and the exact solver."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardtui import registry
from cardtui.core import Action
from cardtui.games.schafkopf import solver
from cardtui.games.schafkopf.kernel import (
    BY_TRICKS,
    CONTRA,
    DEALT,
    HANDS,
    IN_PLAY,
    IS_OVER,
    ORDER,
    PHASE,
    PLAY,
    RETOUR,
    SEAT,
    SIDE,
    SIZE,
    apply,
    encode,
    legal,
    pack,
)
from cardtui.games.schafkopf.kernel_cards import CARD, PLACE
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS, Schafkopf, State
from cardtui.games.schafkopf.solver import CLASS_BY_TRICKS, CLASS_OF, GUESS
from cardtui.games.schafkopf.solver_search import SPOT
from cardtui.kernels import GOLDEN, borrow, count, lowest, mix, njit

from ..batching import AS_IT_IS, runs
from ..net_kernel import Weights
from .deals import codes_of
from .exact_kernel import CLASSES, NOISE, is_tout, payments
from .policy import WEIGHTS, choose_card
from .rule_kernel import rules_on
from .rules_net import CODES, Scratch, chances_of, new_scratch, note_lacking, policy, sample
from .rules_policy import load_policy, shown

BOT = "ppo-large"
"""The bot whose policy plays on."""
DOUBLINGS = 1 << CONTRA | 1 << RETOUR
"""The codes that double, as a mask."""
BUDGET = 1_000_000
"""Maximum number of nodes of the solver per world, some 30 ms; few worlds need more. Beyond it, values come from single
lines of play."""


class KernelJudge(ABC):
    """A judge that works on kernel states."""

    def __init__(self, game: Schafkopf) -> None:
        self.game = game

    def values(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        """Return the returns of each seat after each action in each state, as `judging.Judge` says."""
        packed = pack_all(self.game, states)
        codes = codes_of_actions(packed, actions)
        out = np.empty((*codes.shape, SEATS))
        self.play_on(states, packed, codes, np.array(seeds, np.uint64), out)
        found: list[list[list[float]]] = out.tolist()
        return found

    @abstractmethod
    def play_on(
        self,
        states: Sequence[State],
        packed: NDArray[np.int64],
        codes: NDArray[np.int64],
        seeds: NDArray[np.uint64],
        out: NDArray[np.float64],
    ) -> None:
        """Write the returns to `out`, float64 (n, actions, SEATS).

        packed: the n states in kernel form, int64 (n, SIZE); codes: see `codes_of_actions`; seeds: uint64 (n,).
        """


class Policy(KernelJudge):
    """ppo-large plays on in all seats, drawing from its policy. Each seat plays from what it knows."""

    def __init__(self, game: Schafkopf) -> None:
        super().__init__(game)
        self.weights, _ = load_policy(registry.weights(registry.bot_entry(game.name, BOT)))
        self.scratch = new_scratch(self.weights)

    def play_on(
        self,
        states: Sequence[State],
        packed: NDArray[np.int64],
        codes: NDArray[np.int64],
        seeds: NDArray[np.uint64],
        out: NDArray[np.float64],
    ) -> None:
        """Write the returns to `out`."""
        lacks = np.empty((len(states), SEATS), np.int64)
        for run in runs(states, _differs_in_hands):
            history = codes_of(self.game, self.game.observe(states[run.start], 0))
            shown(packed[run.start], history, lacks[run.start])
            lacks[run] = lacks[run.start]
        play_policy(packed, lacks, codes, seeds, self.weights, self.scratch, out)


class Fast(KernelJudge):
    """The fast player of the searches plays the cards, with some noise; the rule-based player bids and doubles.

    Each seat plays from what it knows.
    """

    def play_on(
        self,
        states: Sequence[State],
        packed: NDArray[np.int64],
        codes: NDArray[np.int64],
        seeds: NDArray[np.uint64],
        out: NDArray[np.float64],
    ) -> None:
        """Write the returns to `out`."""
        play_fast(packed, codes, seeds, out)


class Solver(KernelJudge):
    """All seats see all hands and play optimally. Only for cards, and not in a Ramsch."""

    def __init__(self, game: Schafkopf) -> None:
        super().__init__(game)
        self.tools = solver.workspace()

    def play_on(
        self,
        states: Sequence[State],
        packed: NDArray[np.int64],
        codes: NDArray[np.int64],
        seeds: NDArray[np.uint64],
        out: NDArray[np.float64],
    ) -> None:
        """Write the returns to `out`."""
        solve_all(packed, codes, *self.tools, out)


# --- from states to kernel states ---------------------------------------------------------------
def pack_all(game: Schafkopf, states: Sequence[State]) -> NDArray[np.int64]:
    """Return states in kernel form: int64 (n, SIZE). Fast if neighbours differ only in hidden cards."""
    packed = np.empty((len(states), SIZE), np.int64)
    for run in runs(states, _differs_in_hands):
        packed[run] = pack(game, states[run.start])
        if run.stop > run.start + 1:
            _set_hands(packed[run], states[run])
    return packed


def _differs_in_hands(state: State, other: State) -> bool:
    return state._replace(hands=other.hands, dealt=other.dealt, partner=other.partner) == other


def _set_hands(packed: NDArray[np.int64], states: Sequence[State]) -> None:
    """Set the hands of kernel states, int64 (n, SIZE), that are right except for what is hidden."""
    places = PLACE[packed[0, ORDER]]
    for seat in range(SEATS):
        for field, hands in (
            (HANDS, [state.hands[seat] for state in states]),
            (DEALT, [state.dealt[seat] for state in states]),
        ):
            packed[:, field + seat] = (1 << places[np.array(hands, np.int64)]).sum(1)
    packed[:, SIDE] = [sum(1 << seat for seat in state.side) for state in states]


def codes_of_actions(packed: NDArray[np.int64], actions: Sequence[Action | None]) -> NDArray[np.int64]:
    """Return the kernel's codes of the actions in each state, AS_IT_IS for None: int64 (n, actions)."""
    by_order = {
        order: [AS_IT_IS if action is None else encode(action, order) for action in actions]
        for order in set(packed[:, ORDER].tolist())
    }
    rows = [by_order[order] for order in packed[:, ORDER].tolist()]
    return np.array(rows, np.int64).reshape(len(packed), len(actions))


# --- playing on ---------------------------------------------------------------------------------
@borrow
def dice_of(state: NDArray[np.int64], seed: int) -> np.uint64:
    """Return the 64 random bits of the seat to act.

    They depend only on the seed, the seat, the phase and the number of its cards, so that a seat has the same luck
    after different actions.
    """
    seat = state[SEAT]
    key = 1 + seat + SEATS * (state[PHASE] + 8 * count(state[HANDS + seat]))
    return mix(np.uint64(seed) + GOLDEN * np.uint64(key))


@borrow
def drawn(likes: int, state: NDArray[np.int64], seed: int) -> int:
    """Return one of the codes that the rule-based player likes equally; `likes` is a mask of at least one."""
    place = (dice_of(state, seed) >> np.uint64(32)) * np.uint64(count(likes)) >> np.uint64(32)
    for _ in range(np.int64(place)):
        likes &= likes - 1
    code: int = lowest(likes)
    return code


@njit
def play_fast(
    states: NDArray[np.int64], codes: NDArray[np.int64], seeds: NDArray[np.uint64], out: NDArray[np.float64]
) -> None:
    """Play on after each action as the fast player; bids and doublings as the rule-based one.

    The arguments are those of `KernelJudge.play_on`.
    """
    world, rng, values = np.empty(SIZE, np.int64), np.empty(1, np.uint64), np.empty(8)
    for row in range(len(states)):
        for place in range(codes.shape[1]):
            world[:] = states[row]
            rng[0] = seeds[row]
            if codes[row, place] != AS_IT_IS:
                apply(world, codes[row, place])
            while world[PHASE] != IS_OVER:
                code = PLAY
                if world[PHASE] != IN_PLAY or legal(world) & DOUBLINGS:
                    code = drawn(rules_on(world, 0), world, seeds[row])
                if code >= PLAY:
                    code = PLAY + choose_card(world, NOISE, WEIGHTS, values, rng)
                apply(world, code)
            returns(world, out[row, place])


@njit
def play_policy(
    states: NDArray[np.int64],
    lacks: NDArray[np.int64],
    codes: NDArray[np.int64],
    seeds: NDArray[np.uint64],
    weights: Weights,
    scratch: Scratch,
    out: NDArray[np.float64],
) -> None:
    """Play on after each action by the policy.

    lacks: for each state, as in `rules_inputs.see`, int64 (n, SEATS); the other arguments are those of
    `KernelJudge.play_on`.
    """
    world, known, rng = np.empty(SIZE, np.int64), np.empty(SEATS, np.int64), np.empty(1, np.uint64)
    chances = np.zeros(CODES, np.float32)
    for row in range(len(states)):
        for place in range(codes.shape[1]):
            world[:], known[:] = states[row], lacks[row]
            if codes[row, place] != AS_IT_IS:
                note_lacking(world, known, codes[row, place])
                apply(world, codes[row, place])
            while world[PHASE] != IS_OVER:
                choices = legal(world)
                code = lowest(choices)
                if choices & (choices - 1):
                    policy(world, known, weights, scratch)
                    chances_of(world, choices, scratch.out, chances)
                    rng[0] = dice_of(world, seeds[row])
                    code = sample(world, choices, chances, rng)
                note_lacking(world, known, code)
                apply(world, code)
            returns(world, out[row, place])


@njit
def solve_all(
    states: NDArray[np.int64],
    codes: NDArray[np.int64],
    work: NDArray[np.int64],
    memory: NDArray[np.int64],
    out: NDArray[np.float64],
) -> None:
    """Write what each action pays if all play on optimally; for work and memory see `solver.workspace`."""
    actions = codes.shape[1]
    position, cents = np.empty(solver.POSITION, np.int64), np.empty(CLASSES)
    rows, answers = np.empty((actions, 2), np.int64), np.empty((actions, solver.ANSWER), np.int64)
    for row in range(len(states)):
        state = states[row]
        question = CLASS_BY_TRICKS if state[BY_TRICKS] or is_tout(state) else CLASS_OF
        solver.from_kernel(state, position)
        solver.start_search(work, memory, position, BUDGET)
        for place in range(actions):
            code = codes[row, place]
            rows[place, 0] = place
            rows[place, 1] = -1 if code == AS_IT_IS else work[SPOT + CARD[state[ORDER], code - PLAY]]
        solver.answer(work, memory, position, question, rows, answers)
        for seat in range(SEATS):
            payments(state, seat, cents)
            for place in range(actions):
                out[row, place, seat] = cents[answers[place, GUESS]]
