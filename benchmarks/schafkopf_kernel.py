"""Schafkopf's kernel: random full games a second, and its card play beside the same algorithm in C.

    python benchmarks/schafkopf_kernel.py [--runs 15] [--seed 7]

One JSON object. All times are CPU time of one core, the best of all runs; the C and the kernel take turns, from equal
states and dice, and must take equal cards. Goals: >= 1.5 million games a second; C's time by `gcc -O3` >= 1.2 x the
kernel's. Compilation is not measured.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cardtui.games.schafkopf import kernel
from cardtui.games.schafkopf.cards import RUF, RUNAWAY
from cardtui.games.schafkopf.kernel_cards import KINDS, SUIT, TRUMPS
from cardtui.games.schafkopf.kernel_play import any_of, finish_tricks, random_games
from cardtui.games.schafkopf.kernel_worlds import deal_world, worlds
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import njit, random_state

GAMES = 100_000
STATES, ROUNDS = 1024, 100
FLAGS = {"gcc -O3": ["-O3"], "gcc -O3 -march=native": ["-O3", "-march=native"]}
MACROS = ("SIZE", "HANDS", "TAKEN", "ORDER", "ACE", "CALLED", "LEADER")


@njit
def dealt(many: int, rules: Any, rng: Any) -> Any:
    """int64 (many, SIZE): random deals before the first card; every other one is a Sauspiel, the rest Wenz and Solo."""
    states = np.zeros((many, kernel.SIZE), np.int64)
    for number in range(many):
        state = states[number]
        while state[kernel.PHASE] != kernel.IN_PLAY or (KINDS[state[kernel.CONTRACT]] == RUF) != number & 1:
            kernel.deal(state, rules, number & 3, rng)
            while state[kernel.PHASE] < kernel.IN_PLAY:
                kernel.apply(state, any_of(kernel.legal(state), rng))
    return states


@njit
def plays(states: Any, rounds: int, rng: Any) -> Any:
    """Play each of the states, again and again; the sum of what seats took, each times its number."""
    state, total = np.empty(kernel.SIZE, np.int64), 0
    for _ in range(rounds):
        for number in range(len(states)):
            for field in range(kernel.SIZE):
                state[field] = states[number, field]
            finish_tricks(state, rng)
            for seat in range(SEATS):
                total += state[kernel.TAKEN + seat] * (seat + 1)
    return total


@njit
def worlds_dealt(many: int, given: Any, rng: Any) -> Any:
    """Deal so many worlds; something of each."""
    state, total = np.empty(kernel.SIZE, np.int64), 0
    for _ in range(many):
        deal_world(given, state, rng)
        total += state[kernel.HANDS]
    return total


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of some work, and its result."""
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


def compiled(flags: list[str], folder: str) -> Callable[[Any, int, Any], int]:
    """`plays` of the C file."""
    library = str(Path(folder, "_".join(flags) + ".so"))
    macros = [f"-D{name}={getattr(kernel, name)}" for name in MACROS]
    source = str(Path(__file__).with_name("schafkopf_play.c"))
    subprocess.run(
        ["gcc", *flags, "-shared", "-fPIC", *macros, f"-DRUNAWAY={RUNAWAY}", source, "-o", library], check=True
    )
    function = ctypes.CDLL(library).plays
    function.restype = ctypes.c_int64
    array, number = ctypes.c_void_p, ctypes.c_int64
    function.argtypes = [array, number, number, array, array, array]

    def call(states: Any, rounds: int, rng: Any) -> int:
        given = (states.ctypes.data, len(states), rounds, rng.ctypes.data, SUIT.ctypes.data, TRUMPS.ctypes.data)
        return int(function(*given))

    return call


def card_play(runs: int, seed: int) -> dict[str, Any]:
    """Nanoseconds of eight tricks in the kernel and in C, and C's time in the kernel's."""
    states = dealt(STATES, kernel.rules_of(Schafkopf("paper")), random_state(seed))
    with tempfile.TemporaryDirectory() as folder:
        ways = {"kernel": plays} | {name: compiled(flags, folder) for name, flags in FLAGS.items()}
        best = dict.fromkeys(ways, float("inf"))
        for way in ways.values():
            way(states, 1, random_state(seed))
        for run in range(runs):
            taken = {}
            for name, way in ways.items():
                spent, taken[name] = seconds(partial(way, states, ROUNDS, random_state(seed, run)))
                best[name] = min(best[name], spent)
            if len(set(taken.values())) > 1:
                raise SystemExit(f"the C and the kernel took different cards: {taken}")
    return {
        "deals": STATES * ROUNDS * runs,
        "ns": {name: round(1e9 * spent / (STATES * ROUNDS), 1) for name, spent in best.items()},
        "ratio": {name: round(best[name] / best["kernel"], 2) for name in FLAGS},
    }


def full_games(rules: str, runs: int, seed: int) -> float:
    """Random games a second: shuffle, bids, doubling, play and settlement."""
    options, rng = kernel.rules_of(Schafkopf(rules)), random_state(seed)
    random_games(10, options, rng)
    return round(GAMES / min(seconds(lambda: random_games(GAMES, options, rng))[0] for _ in range(runs)))


def world_draws(runs: int, seed: int) -> dict[str, float]:
    """Nanoseconds of a consistent world, and microseconds of its preparation, on average over whole random games."""
    game, dice, rng = Schafkopf("paper"), Random(seed), random_state(seed)
    preparing, drawing = [], []
    for number in range(12):
        state = game.start({**game.deal(dice), "first": number % SEATS})
        while state.seat is not None:
            seen = game.observe(state, state.seat)
            given = worlds(game, seen)
            worlds_dealt(1, given, rng)
            preparing.append(min(seconds(partial(worlds, game, seen))[0] for _ in range(3)))
            drawing.append(min(seconds(partial(worlds_dealt, 300, given, rng))[0] for _ in range(3)) / 300)
            state = game.apply(state, dice.choice(game.legal(state)))
    return {
        "positions": len(drawing),
        "draw_ns": round(1e9 * float(np.mean(drawing))),
        "prepare_us": round(1e6 * float(np.mean(preparing)), 1),
    }


def main() -> int:
    """Print the figures; 1 when a limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    if shutil.which("gcc") is None:
        parser.error("gcc is needed for the comparison")
    figures = {
        "seed": args.seed,
        "runs": args.runs,
        "games_per_run": GAMES,
        "random_games_per_second": {rules: full_games(rules, args.runs, args.seed) for rules in ("paper", "club")},
        "card_play": card_play(args.runs, args.seed),
        "worlds": world_draws(args.runs, args.seed),
    }
    print(json.dumps(figures, indent=1))
    return int(figures["random_games_per_second"]["paper"] < 1.5e6 or figures["card_play"]["ratio"]["gcc -O3"] < 1.2)


if __name__ == "__main__":
    sys.exit(main())
