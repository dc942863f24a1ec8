"""Values of actions in sampled deals, by the exact solver and the fast player: the kernel of `pimc-solver`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf import solver
from cardtui.games.schafkopf.cards import RUF, SOLO_TOUT, WENZ, WENZ_TOUT
from cardtui.games.schafkopf.kernel import (
    ALONE,
    BY_TRICKS,
    CALLED,
    CONTRA,
    CONTRACT,
    DEALT,
    DOUBLED,
    IN_PLAY,
    IS_SHORT,
    KNOCKS,
    ORDER,
    PHASE,
    PLAY,
    RUNNER,
    SAUSPIEL,
    SEAT,
    SIDE,
    SIZE,
    STEP,
    apply,
    legal,
)
from cardtui.games.schafkopf.kernel_cards import CARD, KINDS, RAMSCH, runners
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.kernel_worlds import Worlds
from cardtui.games.schafkopf.rules import SEATS
from cardtui.games.schafkopf.solver import (
    CLASS_BY_TRICKS,
    CLASS_OF,
    GUESS,
    SCHNEIDER_LOST,
    SCHNEIDER_WON,
    SCHWARZ_WON,
    WINS,
)
from cardtui.kernels import RandomState, borrow, lowest, njit

from .deals import draw_deals
from .pimc_kernel import BLACKS, SCHNEIDERS, SUM, VISITS, WON, add_result, close_deal, count_holders
from .policy import WEIGHTS, play_out

ROLLS = 5
"""Number of deals rolled out for each deal that would be solved, since rollouts are cheaper. Set by hand."""
BUDGET = 100_000
"""Maximum number of nodes of the solver per question: about 3 ms."""
NOISE = 2.0
"""Random points in the fast player's choices, so that its rollouts differ. Set by hand."""
CLASSES = SCHWARZ_WON + 1
"""Number of classes of results that the solver distinguishes."""


@borrow
def is_tout(state: NDArray[np.int64]) -> bool:
    """Return whether the declarer must take all tricks."""
    kind = KINDS[state[CONTRACT]]
    return kind in (WENZ_TOUT, SOLO_TOUT)


@borrow
def payments(state: NDArray[np.int64], me: int, cents: NDArray[np.float64]) -> None:
    """Write what each class of result pays a seat, in cents, to `cents`, float64 (CLASSES,) (RULES.md §8, §10)."""
    kind, side, held = KINDS[state[CONTRACT]], state[SIDE], 0
    for seat in range(SEATS):
        held |= state[DEALT + seat] * (side >> seat & 1)
    row = runners(held, state[ORDER], state[IS_SHORT])
    base = state[SAUSPIEL] if kind == RUF else state[ALONE]
    base += state[RUNNER] * row if row >= (2 if kind in (WENZ, WENZ_TOUT) else 3) else 0
    share = (1.0 if state[CALLED] else 3.0) if side >> me & 1 else -1.0
    tout = is_tout(state)
    for level in range(CLASSES):
        extra = (level <= SCHNEIDER_LOST) + (level == 0) + (level >= SCHNEIDER_WON) + (level == SCHWARZ_WON)
        each = (base if tout else base + state[STEP] * extra) << state[KNOCKS] + state[DOUBLED] + tout
        won = level == SCHWARZ_WON if tout else level >= WINS
        cents[level] = share * each if won else -share * each


@borrow
def add_solved_result(level: int, value: float, tout: bool, row: NDArray[np.float64]) -> None:
    """Add a solved deal to the statistics of the action that led to it: a row of `pimc_kernel` counts."""
    row[VISITS] += 1
    row[SUM] += value
    row[WON] += value > 0
    row[SCHNEIDERS] += not tout and (level <= SCHNEIDER_LOST or level >= SCHNEIDER_WON)
    row[BLACKS] += not tout and (level == 0 or level == SCHWARZ_WON)


@njit
def roll(deal: NDArray[np.int64], actions: int, counts: NDArray[np.float64], rng: RandomState) -> None:
    """Let the fast player play out the deal after each of these actions, a mask of codes; add the results to `counts`.

    All are played out with the same random numbers.
    """
    me, seed = deal[SEAT], rng[0]
    gained, world = np.empty(SEATS), np.empty(SIZE, np.int64)
    while actions:
        code = lowest(actions)
        actions &= actions - 1
        rng[0] = seed
        world[:] = deal
        apply(world, code)
        play_out(world, NOISE, WEIGHTS, rng)
        returns(world, gained)
        add_result(world, me, gained, counts[code])


@njit
def solve(
    deal: NDArray[np.int64],
    rollout_weight: float,
    work: NDArray[np.int64],
    memory: NDArray[np.int64],
    counts: NDArray[np.float64],
    rng: RandomState,
) -> None:
    """Add the exact value of each legal card to `counts`, float64 (ACTIONS, COUNTS).

    rollout_weight: the weight of the fast player's result in a value; work, memory: see `solver.workspace`.
    """
    me, actions, tout, seed = deal[SEAT], legal(deal), is_tout(deal), rng[0]
    cents, gained, world = np.empty(CLASSES), np.empty(SEATS), np.empty(SIZE, np.int64)
    answers, position = np.empty((32, solver.ANSWER), np.int64), np.empty(solver.POSITION, np.int64)
    question = CLASS_BY_TRICKS if deal[BY_TRICKS] or tout else CLASS_OF
    solver.from_kernel(deal, position)
    solver.solve(work, memory, position, question, BUDGET, answers)
    payments(deal, me, cents)
    for code in range(PLAY, PLAY + 32):
        if actions >> code & 1:
            rng[0] = seed
            world[:] = deal
            apply(world, code)
            play_out(world, NOISE, WEIGHTS, rng)
            returns(world, gained)
            level = answers[CARD[deal[ORDER], code - PLAY], GUESS]
            add_solved_result(
                level, (1.0 - rollout_weight) * cents[level] + rollout_weight * gained[me], tout, counts[code]
            )


@njit
def evaluate_deals(
    worlds: Worlds,
    codes: NDArray[np.int64],
    deals: int,
    rollout_weight: float,
    work: NDArray[np.int64],
    memory: NDArray[np.int64],
    counts: NDArray[np.float64],
    held: NDArray[np.float64],
    rng: RandomState,
) -> None:
    """Add the results of deals, sampled by the likelihood of the other seats' actions, to `counts` and `held`.

    codes: the actions so far, see `deals.codes_of`; counts: float64 (ACTIONS, COUNTS); held: float64 (HELD, 32). Cards
    are solved. Bids, doublings and the cards of a Ramsch are rolled out in `ROLLS` times as many deals.
    """
    seen, before = worlds.seen, counts.copy()
    me, solved = seen[SEAT], seen[PHASE] == IN_PLAY and seen[CONTRACT] != RAMSCH
    drawn = np.empty((deals if solved else ROLLS * deals, SIZE), np.int64)
    draw_deals(worlds, codes, me, drawn, rng)
    for number in range(len(drawn)):
        count_holders(drawn[number], me, held)
        if solved:
            solve(drawn[number], rollout_weight, work, memory, counts, rng)
        else:
            roll(drawn[number], legal(drawn[number]), counts, rng)
        close_deal(counts, before)
    if solved and legal(drawn[0]) >> CONTRA & 1:
        drawn = np.empty((ROLLS * deals, SIZE), np.int64)
        draw_deals(worlds, codes, me, drawn, rng)
        for number in range(len(drawn)):
            roll(drawn[number], 1 << CONTRA, counts, rng)
            close_deal(counts, before)
