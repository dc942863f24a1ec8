"""Trains td-linear: self-play, the weights updated after each game towards λ-returns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from cardtui.core import Refusal, quoted
from cardtui.games.zsy.kernel import MAX_LEGAL, ORDER, OVER, SEAT, SIZE, apply, deal, legal
from cardtui.games.zsy.kernel_players import choose
from cardtui.games.zsy.rules import MAX_TURNS
from cardtui.kernels import below, borrow, njit, random_state, unit

from ...zsy.features import MEMORY, NEVER, VIEW, look, note
from ...zsy.td import FEATURES, NAMES, describe
from .. import checkpoints
from ..progress import TrainProgress
from .common import product, scores, tested, write
from .dmc_play import returns

CHUNK = 20_000
"""Games between two checkpoints."""
WIDTH = len(NAMES)


class Plan(NamedTuple):
    """One run: games, the rate of learning, which falls in a line to nothing, the share of random moves, and λ."""

    games: int
    rate: float = 0.02
    explore: float = 0.03
    trace: float = 0.8


PRESETS = {"best": Plan(400_000)}


@borrow
def decide(view: Any, moves: Any, count: int, weights: Any, features: Any, best_features: Any) -> tuple[int, float]:
    """The place of the move of highest value, and that value; its features into `best_features`."""
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
def learn(games: int, weights: Any, rate: float, explore: float, trace: float, rng: Any) -> None:
    """Play this many deals against itself and learn after each, in place."""
    state, order, memory = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MEMORY, np.int64)
    view, moves, features = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64), np.empty(WIDTH)
    made, goals = np.empty((MAX_TURNS, WIDTH)), np.empty(MAX_TURNS, np.float32)
    values, seats, free = np.empty(MAX_TURNS), np.empty(MAX_TURNS, np.int64), np.empty(MAX_TURNS, np.bool_)
    for game in range(games):
        deal(state, order, game & 1, rng)
        memory[:] = NEVER
        found = 0
        while not state[OVER]:
            number = legal(state, moves)
            chosen = 0
            if number > 1:
                look(state, memory, view)
                chosen, value = decide(view, moves, number, weights, features, made[found])
                goals[found], values[found], seats[found] = value, value, state[SEAT]
                free[found] = unit(rng) < explore
                if free[found]:
                    chosen = below(rng, number)
                    describe(view, moves[chosen], made[found])
                    total = 0.0
                    for place in range(WIDTH):
                        total += weights[place] * made[found, place]
                    values[found] = 1.0 / (1.0 + np.exp(-total))
                found += 1
            note(state, memory, moves[chosen])
            apply(state, moves[chosen])
        returns(state, seats, free, trace, 0, found, goals)
        for row in range(found):
            error = rate * (goals[row] - values[row])
            for place in range(WIDTH):
                weights[place] += error * made[row, place]


@njit
def against(games: int, weights: Any, kind: int, rng: Any) -> int:
    """How many of these deals the weights win against a simple bot, the seats leading in turn."""
    state, order, memory = np.zeros(SIZE, np.int64), ORDER.copy(), np.empty(MEMORY, np.int64)
    view, moves, features = np.zeros(VIEW, np.int64), np.empty(MAX_LEGAL, np.int64), np.empty((2, WIDTH))
    space = np.zeros(16, np.int64)
    won = 0
    for game in range(games):
        deal(state, order, game & 1, rng)
        memory[:] = NEVER
        while not state[OVER]:
            if state[SEAT]:
                move = choose(state, kind, space, rng)
            else:
                number = legal(state, moves)
                look(state, memory, view)
                move = moves[decide(view, moves, number, weights, features[0], features[1])[0]]
            note(state, memory, move)
            apply(state, move)
        won += state[SEAT] == 0
    return won


def train(bot: str, preset: str, seed: int, out: Path, resume: bool, progress: Callable[[TrainProgress], None]) -> None:
    """Train into `out`: table.npz, card.toml, curve.csv; a checkpoint while it runs. Refusal for no such preset."""
    if preset not in PRESETS:
        raise Refusal(f"{bot} has the preset {' and '.join(PRESETS)}, not {quoted(preset)}")
    plan, run = PRESETS[preset], {"preset": preset, "seed": seed}
    weights, done, seconds = np.zeros(WIDTH), 0, 0.0
    curve: list[list[Any]] = []
    if resume:
        state, arrays = checkpoints.restore(out, run, {"weights": weights})
        weights, done, seconds, curve = arrays["weights"], state["done"], state["seconds"], state["curve"]
    while done < plan.games:
        began = process_time()
        left = 1 - done / plan.games
        learn(CHUNK, weights, plan.rate * left, plan.explore, plan.trace, random_state(seed, done))
        done += CHUNK
        figures = tested(winner(weights), seed)
        curve.append([done, *figures.values()])
        seconds += process_time() - began
        checkpoints.save(out, run, {"done": done, "seconds": seconds, "curve": curve}, {"weights": weights})
        progress(TrainProgress(done, plan.games, figures))
    found = scores(winner(weights), seed)
    card = {
        "features": FEATURES,
        "games": plan.games,
        "seconds": round(seconds, 1),
        "method": "linear TD(λ) of hand-picked features by self-play, updated after each game",
        "settings": plan._asdict(),
        "product": round(product({row["against"]: row["win"] for row in found}), 1),
        "scores": found,
    }
    write(out, bot, preset, seed, card, curve, {"weights": weights}, "table.npz")


def winner(weights: Any) -> Callable[[int, int, Any], int]:
    """`common.Wins` of some weights."""
    return lambda deals, kind, rng: int(against(deals, weights, kind, rng))
