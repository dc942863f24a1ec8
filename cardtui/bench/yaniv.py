"""Benchmarks of Yaniv: compiled games, the source document's study, and the arena, against the readable rules."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

from .. import arena, loading, registry
from ..core import Agent, decide
from .common import RUNS, SEED, Figure, fastest, figure, random_play, turns

GAME = "yaniv"
TABLE_BOTS = ("greedy", "semirandom")
"""The bots that play in the figures of the kernel and of the arena."""
ARENA_DEALS, RANDOM_DEALS = 500, 50
KERNEL_GAMES = 400_000
STUDY_TRAINING, STUDY_TESTS = 12 * 20 * 20_000, 12 * (20 + 10) * 2 * 1_000
STUDY_SAMPLE = 2_000

Slot = tuple[int, str]
"""An action of the study's learner: the number laid, 0 for a call, and where it takes from."""


def kernel() -> list[Figure]:
    """Measure compiled games against the same bots' games under the readable rules."""
    fast, slow = _kernel_speed(), _readable_speed()
    against = f"the readable rules: {slow:.0f} games/s"
    conditions = f"{' against '.join(TABLE_BOTS)}, two seats, one core, best of {RUNS} runs of {KERNEL_GAMES} games"
    return [figure("kernel", fast, "games/s", against, fast / slow, conditions, GAME)]


def study() -> list[Figure]:
    """Measure the source document's whole study against what the readable rules would take for as many games."""
    reproduce = loading.load(registry.game_entry(GAME).study)
    with suppress(InterruptedError):  # compiles
        reproduce(1, _interrupt, None)
    began = time.process_time()
    reproduce(1, lambda now: None, None)
    took = time.process_time() - began
    slow = _readable_study()
    against = f"as many games under the readable rules: {slow:.0f} s (from {2 * STUDY_SAMPLE} of them)"
    conditions = f"{STUDY_TRAINING} games of training and {STUDY_TESTS} of tests, one core"
    return [figure("study", took, "CPU s", against, slow / took, conditions, GAME)]


def arena_games() -> list[Figure]:
    """Measure the arena under the readable rules against the rules alone: random actions, no observations, no bots."""
    value = _readable_speed()
    game, per_game = registry.game(GAME), _turns_per_game()
    rules = random_play(game, RANDOM_DEALS) / fastest(lambda: random_play(game, RANDOM_DEALS)) / per_game
    against = f"the rules alone, random moves: {rules:.0f} games/s of {per_game:.1f} turns"
    conditions = f"{' against '.join(TABLE_BOTS)}, two seats, one core, best of {RUNS} runs of {2 * ARENA_DEALS} games"
    return [figure("arena", value, "games/s", against, value / rules, conditions, GAME)]


def _interrupt(now: object) -> None:
    raise InterruptedError


def _kernel_speed() -> float:
    """Return the kernel's games per second of CPU time, the best of `RUNS` runs."""
    import numpy as np

    from ..games.yaniv import kernel_players as players
    from ..games.yaniv.kernel import rules_of
    from ..games.yaniv.rules import Yaniv
    from ..kernels import random_state

    kinds = np.array([players.GREEDY, players.SEMIRANDOM], np.int64)
    rules, parameters = rules_of(Yaniv()), np.array([0.5, 0.0])

    def games(count: int) -> None:
        players.tournament(count, rules, kinds, parameters, players.NO_POLICIES, random_state(SEED, 0))

    games(10)  # compiles
    return KERNEL_GAMES / fastest(lambda: games(KERNEL_GAMES))


def _readable_speed() -> float:
    """Return the arena's games per second of CPU time, the best of `RUNS` runs."""

    def once() -> float:
        found = arena.run(GAME, "paper", [arena.pairing(*TABLE_BOTS)], deals=ARENA_DEALS, seed=SEED)
        return float(found["throughput"]["games_per_second_core"])

    return max(once() for _ in range(RUNS))


def _readable_study() -> float:
    """Return the CPU seconds that the study's games, tests and learning would take under the readable rules.

    The shipped bot harel stands in for the learners: it explores as they do, plays against their opponents (itself in
    place of earlier versions), and updates a table of its own at each of its turns.
    """
    from ..games.yaniv.cards import NUMBER
    from ..games.yaniv.rules import Yaniv

    game = Yaniv()
    learner, *others = (registry.agent(game, bot) for bot in ("harel", "greedy", "semirandom", "harel", "harel"))

    def seconds(opponents: Sequence[Agent], explore: Callable[[float], float] | None) -> float:
        table: dict[tuple[int, ...], dict[Slot, float]] = {}
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


def _learn(last: tuple[dict[Slot, float], Slot] | None, reward: float, best: float) -> None:
    """Update the value of the last action: a step of Q-learning with the study's first pair of rates."""
    if last:
        values, slot = last
        old = values.get(slot, 0.0)
        values[slot] = old + 0.1 * (reward + 0.1 * best - old)


def _turns_per_game() -> float:
    """Return the mean number of turns of a game between the `TABLE_BOTS`."""
    game = registry.game(GAME)
    return sum(1 for _ in turns(game, [registry.agent(game, bot) for bot in TABLE_BOTS], 100)) / 100
