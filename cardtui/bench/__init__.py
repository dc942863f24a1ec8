"""The headline figures of speed, each measured beside what it is compared with, and one hash of all bots' decisions.

`cardtui bench NAME` measures one of them. Figures of the screen on a real terminal are in `benchmarks/`.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from statistics import median
from typing import Any

from . import arena, registry
from .core import Agent, Game, Observation, Refusal, decide, decision_json

SEED = 7
GAME = "yaniv"
TABLE_BOTS = ("greedy", "semirandom")
"""What the kernel plays against the readable rules, and the arena for its figure."""
RUNS = 5
ARENA_DEALS = 500
KERNEL_GAMES = 400_000
STUDY_TRAINING, STUDY_TESTS = 12 * 20 * 20_000, 12 * (20 + 10) * 2 * 1_000
STUDY_SAMPLE = 2_000
POSITIONS = 200
DECISION_DEALS = 4

Figure = dict[str, Any]


def run(names: Sequence[str], progress: Callable[[int, int], None] = lambda done, total: None) -> dict[str, Any]:
    """{"figures"}, and "decisions_hash" if "decisions" is among the names, which are keys of `FIGURES`."""
    found: dict[str, Any] = {"figures": []}
    for done, name in enumerate(names):
        progress(done, len(names))
        if name == "decisions":
            found["decisions_hash"] = decisions_hash()
        else:
            found["figures"] += FIGURES[name]()
    progress(len(names), len(names))
    return found


def _figure(name: str, value: float, unit: str, against: str, ratio: float, conditions: str) -> Figure:
    return {
        "name": name,
        "value": round(value, 4),
        "unit": unit,
        "against": against,
        "ratio": round(ratio, 4),
        "conditions": conditions,
    }


# --- the figures --------------------------------------------------------------------------------


def kernel() -> list[Figure]:
    """Compiled games beside the same bots' games under the readable rules."""
    fast, slow = _kernel_speed(), _readable_speed(ARENA_DEALS)
    against = f"the readable rules: {slow:.0f} games/s"
    conditions = f"{' against '.join(TABLE_BOTS)}, two seats, one core, best of {RUNS} runs of {KERNEL_GAMES} games"
    return [_figure("kernel", fast, "games/s", against, fast / slow, conditions)]


def study() -> list[Figure]:
    """The source document's whole study beside what the readable rules would take for as many games."""
    reproduce = registry.load(registry.game_entry(GAME).study)
    with suppress(InterruptedError):  # compiles
        reproduce(1, _interrupt, None)
    began = time.process_time()
    reproduce(1, lambda now: None, None)
    took = time.process_time() - began
    slow = _readable_study()
    against = f"as many games under the readable rules: {slow:.0f} s (from {2 * STUDY_SAMPLE} of them)"
    conditions = f"{STUDY_TRAINING} games of training and {STUDY_TESTS} of tests, one core"
    return [_figure("study", took, "CPU s", against, slow / took, conditions)]


def arena_games() -> list[Figure]:
    """The arena's readable path beside bare rules: random actions, nobody observing, nobody thinking."""
    value = _readable_speed(ARENA_DEALS)
    game = registry.game(GAME)

    def bare() -> float:
        """Turns a second."""
        rng, turns, began = Random(SEED), 0, time.process_time()
        for _ in range(ARENA_DEALS // 10):
            state = game.start(game.deal(rng))
            while game.turn(state) is not None:
                legal = game.legal(state)
                state = game.apply(state, legal[int(rng.random() * len(legal))])
                turns += 1
        return turns / (time.process_time() - began)

    per_game = _turns_per_game()
    rules = max(bare() for _ in range(RUNS)) / per_game
    against = f"the rules alone, random moves: {rules:.0f} games/s of {per_game:.1f} turns"
    conditions = f"{' against '.join(TABLE_BOTS)}, two seats, one core, best of {RUNS} runs of {2 * ARENA_DEALS} games"
    return [_figure("arena", value, "games/s", against, value / rules, conditions)]


def help_time() -> list[Figure]:
    """CPU time of `--help`, `games` and `bots` beside a bare interpreter; the least of several runs."""
    bare = _cpu("-c", "pass")
    figures = []
    for words in (("--help",), ("games",), ("bots",)):
        took = _cpu("-m", "cardtui", *words)
        name, against = f"cardtui {' '.join(words)}", f"python -c pass: {1000 * bare:.0f} ms"
        figures.append(_figure(name, 1000 * took, "CPU ms", against, took / bare, "least of 7 runs"))
    return figures


def first_answers() -> list[Figure]:
    """How long each bot takes to its first Decision, loaded and warm; beside the uniform bot."""
    figures = []
    for entry in registry.games().values():
        game = registry.game(entry.name)
        seen = _positions(game)
        floor = 0.0
        for name in registry.bots(entry.name):
            agent = registry.agent(game, name)
            times = sorted(_first(agent, observation) for observation in seen)
            typical, worst = median(times), times[int(0.99 * len(times))]
            floor = floor or typical
            against = f"{next(iter(registry.bots(entry.name)))}: {1000 * floor:.3f} ms"
            conditions = f"median of {len(seen)} positions, p99 {1000 * worst:.3f} ms"
            figures.append(
                _figure(f"first answer of {name}", 1000 * typical, "ms", against, typical / floor, conditions)
            )
    return figures


FIGURES: dict[str, Callable[[], list[Figure]]] = {
    "help": help_time,
    "answers": first_answers,
    "arena": arena_games,
    "kernel": kernel,
    "study": study,
    "decisions": list,
}
"""What `cardtui bench` measures, by name; "decisions" is the hash."""


def _interrupt(now: object) -> None:
    raise InterruptedError


# --- how they are measured ----------------------------------------------------------------------


def _kernel_speed() -> float:
    import numpy as np

    from .games.yaniv import kernel_players as players
    from .games.yaniv.kernel import rules_of
    from .games.yaniv.rules import Yaniv
    from .kernels import random_state

    kinds = np.array([players.GREEDY, players.SEMIRANDOM], np.int64)
    rules, parameters = rules_of(Yaniv()), np.array([0.5, 0.0])

    def games(count: int) -> float:
        began = time.process_time()
        players.tournament(count, rules, kinds, parameters, players.NO_POLICIES, random_state(SEED, 0))
        return time.process_time() - began

    games(10)  # compiles
    return KERNEL_GAMES / min(games(KERNEL_GAMES) for _ in range(RUNS))


def _readable_speed(deals: int) -> float:
    """The arena's games a second of CPU time, the best of `RUNS` runs: other work on the machine slows some of them."""

    def once() -> float:
        found = arena.run(GAME, "paper", [arena.pairing(*TABLE_BOTS)], deals=deals, seed=SEED)
        return float(found["throughput"]["games_per_second_core"])

    return max(once() for _ in range(RUNS))


def _readable_study() -> float:
    """CPU seconds that the study's games, tests and learning would take under the readable rules.

    The shipped harel plays for the learners: it explores as they do, meets their opponents (itself for earlier
    versions) and updates a table of its own at each of its turns.
    """
    from .games.yaniv.cards import NUMBER
    from .games.yaniv.rules import Yaniv

    game = Yaniv()
    learner, *others = (registry.agent(game, bot) for bot in ("harel", "greedy", "semirandom", "harel", "harel"))

    def seconds(opponents: Sequence[Agent], explore: Callable[[float], float] | None) -> float:
        table: dict[Any, dict[Any, float]] = {}
        began = time.process_time()
        for number in range(STUDY_SAMPLE):
            epsilon = explore(number / STUDY_SAMPLE) if explore else 0.0
            opponent, us, rng = opponents[number % len(opponents)], number % 2, Random(f"{SEED}/{number}")
            state, last = game.start(game.deal(rng)), None
            while (seat := game.turn(state)) is not None:
                seen = game.observe(state, seat)
                decision = decide(learner if seat == us else opponent, seen, rng)
                action = decision.action
                if seat == us and explore:
                    if rng.random() < epsilon:
                        action = decision.options[int(rng.random() * len(decision.options))].action
                    numbers = tuple([NUMBER[card] for card in (*seen.zone("hand").cards, seen.zone("pile").cards[-1])])
                    values = table.setdefault(numbers, {})
                    lead = 1.0 if game.score(state.hands[us]) < game.score(state.hands[1 - us]) else -1.0
                    _learn(last, lead, max(values.values(), default=0.0))
                    last = values, (NUMBER[action.cards[0]] if action.cards else 0, action.to)
                state = game.apply(state, action)
            _learn(last, 2 * game.returns(state)[us] - 1, 0.0)
        return (time.process_time() - began) / STUDY_SAMPLE

    training = seconds(others, lambda part: max(0.02, 0.5 - 0.48 * part / 0.75))
    return STUDY_TRAINING * training + STUDY_TESTS * seconds(others[:2], None)


def _learn(last: tuple[dict[Any, float], Any] | None, reward: float, best: float) -> None:
    """One step of Q-learning at the study's first pair of rates."""
    if last:
        values, slot = last
        old = values.get(slot, 0.0)
        values[slot] = old + 0.1 * (reward + 0.1 * best - old)


def _turns_per_game() -> float:
    game = registry.game(GAME)
    return sum(1 for _ in _turns(game, [registry.agent(game, bot) for bot in TABLE_BOTS], 100)) / 100


def _turns(game: Game[Any], agents: Sequence[Agent], deals: int) -> Iterator[Observation]:
    """What the seat to act saw at each turn of some deals."""
    for number in range(deals):
        state = game.start(game.deal(Random(f"{SEED}/{number}")))
        rng = Random(f"{SEED}/{number}/dice")
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            yield seen
            state = game.apply(state, decide(agents[seat % len(agents)], seen, rng, 1).action)


def _positions(game: Game[Any]) -> list[Observation]:
    heuristics = [bot.name for bot in registry.bots(game.name).values() if bot.kind == "heuristic"]
    agents = [registry.agent(game, name) for name in heuristics]
    every = list(_turns(game, agents, POSITIONS))
    return every[:: len(every) // POSITIONS][:POSITIONS]


def _first(agent: Agent, observation: Observation) -> float:
    began = time.perf_counter()
    next(iter(agent.think(observation, Random(SEED))))
    return time.perf_counter() - began


def _cpu(*arguments: str, runs: int = 7) -> float:
    """The least CPU seconds of a Python process."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=os.environ)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(runs))


def decisions_hash() -> str:
    """sha256 over all Decisions of all bots at two and four seats under all rule sets, figures to nine digits."""
    found = hashlib.sha256()
    for entry in registry.games().values():
        for rules in registry.rule_sets(entry.name)[1]:
            for seats in (2, 4):
                game = registry.game(entry.name, rules, seats)
                for bot in registry.bots(entry.name):
                    found.update(f"{entry.name} {rules} {seats} {bot}\n".encode())
                    try:
                        registry.check(entry.name, bot, rules)
                    except Refusal:
                        continue  # it does not play by these rules
                    agent = registry.agent(game, bot)
                    for number in range(DECISION_DEALS):
                        _hash_deal(game, agent, number, found)
    return found.hexdigest()


def _hash_deal(game: Game[Any], agent: Agent, number: int, found: hashlib._Hash) -> None:
    state = game.start(game.deal(Random(f"{SEED}/{number}")))
    rng = Random(f"{SEED}/{number}/dice")
    while (seat := game.turn(state)) is not None:
        decision = decide(agent, game.observe(state, seat), rng, arena.STEPS)
        found.update(json.dumps(_rounded(decision_json(game, decision)), sort_keys=True).encode())
        state = game.apply(state, decision.action)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
