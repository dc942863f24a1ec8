"""Benchmarks of the program itself: CPU time of `--help`, first answers of the bots, and the hash of all decisions."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from random import Random
from statistics import median
from typing import Any

from .. import registry
from ..core import STEPS, Agent, Game, Observation, Refusal, decide
from ..json_forms import decision_json
from ..registry import catalogue
from .common import SEED, Figure, figure, turns

POSITIONS = 200
DECISION_DEALS = 4
RUNS = 7


def help_time() -> list[Figure]:
    """Measure the CPU time of `--help`, `games` and `bots` against a bare interpreter; the least of several runs."""
    bare = _cpu("-c", "pass")
    figures = []
    for words in (("--help",), ("games",), ("bots",)):
        took = _cpu("-m", "cardtui", *words)
        name, against = f"cardtui {' '.join(words)}", f"python -c pass: {1000 * bare:.0f} ms"
        figures.append(figure(name, 1000 * took, "CPU ms", against, took / bare, f"least of {RUNS} runs"))
    return figures


def first_answers() -> list[Figure]:
    """Measure the time of each bot to its first Decision, loaded and warm, against the game's first bot."""
    figures = []
    for entry in registry.games().values():
        game = registry.game(entry.name)
        seen = _positions(game)
        floor = 0.0
        for name in registry.own_bots(entry.name):
            agent = registry.agent(game, name)
            times = sorted(_first(agent, observation) for observation in seen)
            typical, worst = median(times), times[int(0.99 * len(times))]
            floor = floor or typical
            against = f"{next(iter(registry.own_bots(entry.name)))}: {1000 * floor:.3f} ms"
            conditions = f"median of {len(seen)} positions, p99 {1000 * worst:.3f} ms"
            figures.append(
                figure(
                    f"first answer of {name}", 1000 * typical, "ms", against, typical / floor, conditions, entry.name
                )
            )
    return figures


def _positions(game: Game[Any]) -> list[Observation]:
    """Return `POSITIONS` observations of games between the heuristic bots, evenly spread."""
    heuristics = [bot.name for bot in registry.own_bots(game.name).values() if bot.kind == "heuristic"]
    agents = [registry.agent(game, name) for name in heuristics]
    every = list(turns(game, agents, POSITIONS))
    return every[:: len(every) // POSITIONS][:POSITIONS]


def _first(agent: Agent, observation: Observation) -> float:
    """Return the seconds that a bot takes to its first Decision."""
    began = time.perf_counter()
    next(iter(agent.think(observation, Random(SEED))))
    return time.perf_counter() - began


def _cpu(*arguments: str) -> float:
    """Return the least CPU seconds of RUNS runs of a Python process."""

    try:
        import resource
    except ImportError as error:
        raise Refusal("this system does not tell what other processes cost") from error

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=os.environ)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(RUNS))


def decisions_hash() -> str:
    """Return the sha256 of the Decisions of all shipped bots under all rule sets, at one, two and four seats.

    Numbers are rounded to nine significant digits.
    """
    found = hashlib.sha256()
    for entry in catalogue.shipped().values():
        for rules in registry.rule_sets(entry.name)[1]:
            for seats in (1, 2, 4):
                if not entry.seats[0] <= seats <= entry.seats[1]:
                    continue
                game = registry.game(entry.name, rules, seats)
                for bot in [bot.name for bot in entry.bots]:
                    found.update(f"{entry.name} {rules} {seats} {bot}\n".encode())
                    try:
                        registry.check(entry.name, bot, rules)
                    except Refusal:
                        continue  # the bot does not support these rules
                    agent = registry.agent(game, bot)
                    for number in range(DECISION_DEALS):
                        _hash_deal(game, agent, number, found)
    return found.hexdigest()


def _hash_deal(game: Game[Any], agent: Agent, number: int, found: hashlib._Hash) -> None:
    """Play a deal in which the bot has all seats, and add its Decisions to the hash."""
    state = game.start(game.deal(Random(f"{SEED}/{number}")))
    rng = Random(f"{SEED}/{number}/dice")
    while (seat := game.turn(state)) is not None:
        decision = decide(agent, game.observe(state, seat), rng, STEPS)
        found.update(json.dumps(_rounded(decision_json(game, decision)), sort_keys=True).encode())
        state = game.apply(state, decision.action)


def _rounded(value: object) -> object:
    """Return a JSON value with its numbers rounded to nine significant digits."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
