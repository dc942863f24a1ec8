"""Training of td-linear: self-play, with an update of the weights towards λ-returns after each game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardtui.games.zsy.features import MEMORY, NEVER, record_declined
from cardtui.games.zsy.kernel import MAX_LEGAL, ORDER, OVER, SEAT, SIZE, apply, deal, legal
from cardtui.games.zsy.kernel_players import choose
from cardtui.games.zsy.rules import MAX_TURNS
from cardtui.kernels import RandomState, below, borrow, njit, random_state, unit

from ...zsy.features import RULES, VIEW, encode_view
from ...zsy.td import FEATURES, NAMES, describe
from ..runs import Request, Run
from .common import Wins, finish, tested
from .dmc_play import returns

CHUNK = 20_000
"""Games between two checkpoints, with the same learning rate."""
WIDTH = len(NAMES)

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The settings of a run."""

    games: int
    learning_rate: float
    """The learning rate; decays linearly to 0."""
    epsilon: float
    """Share of random moves."""
    trace_decay: float
    """λ of the λ-returns."""


PRESETS = {"best": Plan(games=400_000, learning_rate=0.02, epsilon=0.03, trace_decay=0.8)}


@borrow
def decide(
    view: Ints, moves: Ints, count: int, weights: Floats, features: Floats, best_features: Floats
) -> tuple[int, float]:
    """Return the index of the best of the first `count` moves and its value; its features go to `best_features`.

    features, best_features: float64 (WIDTH,).
    """
    best, highest = 0, -1e9
    for row in range(count):
        describe(view, moves[row], features)
        value = 0.0
        for place in range(WIDTH):
            value += weights[place] * features[place]
        if value > highest:
            best, highest = row, value
            for place in range(WIDTH):
                best_features[place] = features[place]
    return best, 1.0 / (1.0 + np.exp(-highest))


@njit
def learn(
    games: int, weights: Floats, learning_rate: float, epsilon: float, trace_decay: float, rng: RandomState
) -> None:
    """Play this many deals against itself and update `weights`, float64 (WIDTH,), in place after each."""
    state, order, memory = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MEMORY, np.int64)
    view, moves, features = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64), np.empty(WIDTH)
    made, goals = np.empty((MAX_TURNS, WIDTH)), np.empty(MAX_TURNS, np.float32)
    values, seats, free = np.empty(MAX_TURNS), np.empty(MAX_TURNS, np.int64), np.empty(MAX_TURNS, np.bool_)
    for game in range(games):
        deal(state, order, game & 1, rng)
        memory[:] = NEVER
        rows = 0
        while not state[OVER]:
            count = legal(state, moves)
            chosen = 0
            if count > 1:
                encode_view(state, memory, view)
                chosen, value = decide(view, moves, count, weights, features, made[rows])
                goals[rows], values[rows], seats[rows] = value, value, state[SEAT]
                free[rows] = unit(rng) < epsilon
                if free[rows]:
                    chosen = below(rng, count)
                    describe(view, moves[chosen], made[rows])
                    total = 0.0
                    for place in range(WIDTH):
                        total += weights[place] * made[rows, place]
                    values[rows] = 1.0 / (1.0 + np.exp(-total))
                rows += 1
            record_declined(state, memory, moves[chosen])
            apply(state, moves[chosen])
        returns(state, seats, free, trace_decay, 0, rows, goals)
        for row in range(rows):
            error = learning_rate * (goals[row] - values[row])
            for place in range(WIDTH):
                weights[place] += error * made[row, place]


@njit
def against(deals: int, weights: Floats, kind: int, rng: RandomState) -> int:
    """Return how many deals the weights win against the simple bot `kind`, the seats leading in turn."""
    state, order, memory = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MEMORY, np.int64)
    view, moves, features = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64), np.empty((2, WIDTH))
    space = np.zeros(16, np.int64)
    won = 0
    for game in range(deals):
        deal(state, order, game & 1, rng)
        memory[:] = NEVER
        while not state[OVER]:
            if state[SEAT]:
                move = choose(state, kind, space, rng)
            else:
                count = legal(state, moves)
                encode_view(state, memory, view)
                move = moves[decide(view, moves, count, weights, features[0], features[1])[0]]
            record_declined(state, memory, move)
            apply(state, move)
        won += state[SEAT] == 0
    return won


def train(request: Request) -> None:
    """Train; write table.npz, card.toml and curve.csv, and a checkpoint while training runs.

    Raises Refusal if there is no such preset.
    """
    plan, seed = request.choose(PRESETS), request.seed
    run = Run(request, plan.games, identity=asdict(plan))
    weights = run.restore({"weights": np.zeros(WIDTH)})["weights"]
    run.offer({"rules": RULES, "features": FEATURES}, lambda: {"weights": weights}, "table.npz")
    while run.done < plan.games:
        with run.timed():
            learning_rate = plan.learning_rate * (1 - run.done / plan.games)
            learn(CHUNK, weights, learning_rate, plan.epsilon, plan.trace_decay, random_state(seed, run.done))
            run.done += CHUNK
            figures = tested(winner(weights), seed)
            run.curve.append([run.done, *figures.values()])
        run.save({"weights": weights})
        run.report(figures)
    results = {
        "method": "linear TD(λ) of hand-picked features by self-play, updated after each game",
        "settings": asdict(plan),
    }
    finish(run, winner(weights), FEATURES, plan.games, results, {"weights": weights}, "table.npz")


def winner(weights: Floats) -> Wins:
    """Return the function that counts the wins of these weights."""
    return lambda deals, kind, rng: int(against(deals, weights, kind, rng))
