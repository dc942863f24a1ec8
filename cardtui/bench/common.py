"""Helpers shared by all benchmarks: the form of a figure, the seed, games played at random and by bots."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from .. import registry
from ..core import Agent, Game, Observation, decide

SEED = 7
RUNS = 5
"""Number of runs, of which the fastest counts: other work on the machine slows down some of them."""

Figure = dict[str, Any]


def figure(name: str, value: float, unit: str, against: str, ratio: float, conditions: str, game: str = "") -> Figure:
    """Return one figure as printed by `--json`. `ratio` is the value divided by the baseline's, named in `against`."""
    return {
        "name": name,
        "game": game,
        "value": round(value, 4),
        "unit": unit,
        "against": against,
        "ratio": round(ratio, 4),
        "conditions": conditions,
    }


def tell(text: str) -> None:
    """Say on stderr how far a long measurement is."""
    print(text, file=sys.stderr, flush=True)


def fastest(measured: Callable[[], object]) -> float:
    """Return the CPU seconds of the fastest of `RUNS` calls."""

    def once() -> float:
        began = time.process_time()
        measured()
        return time.process_time() - began

    return min(once() for _ in range(RUNS))


def random_play(game: Game[Any], deals: int) -> int:
    """Play random actions under the readable rules, without observations; return the number of turns."""
    rng, count = Random(SEED), 0
    for _ in range(deals):
        state = game.start(game.deal(rng))
        while game.turn(state) is not None:
            state = game.apply(state, rng.choice(game.legal(state)))
            count += 1
    return count


def turns(game: Game[Any], agents: Sequence[Agent], deals: int) -> Iterator[Observation]:
    """Yield the observation of the seat to act at each turn of the given number of deals."""
    for number in range(deals):
        state = game.start(game.deal(Random(f"{SEED}/{number}")))
        rng = Random(f"{SEED}/{number}/dice")
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            yield seen
            state = game.apply(state, decide(agents[seat % len(agents)], seen, rng, 1).action)


def searched(game: Game[Any], bot: str, deals: int) -> Figure:
    """Measure the mean CPU time of a decision among two actions or more, against that of the bot's first answer.

    The bot plays all seats.
    """
    agent, first, whole = registry.agent(game, bot), 0.0, list[float]()
    for number in range(deals):
        state = game.start(game.deal(Random(f"{SEED}/{number}")))
        while (seat := game.turn(state)) is not None:
            seen, dice, began = game.observe(state, seat), f"{number}/{len(whole)}", time.process_time()
            next(iter(agent.think(seen, Random(dice))))
            between = time.process_time()
            decision = decide(agent, seen, Random(dice))
            if len(seen.legal) > 1:
                first += 1000 * (between - began)
                whole.append(1000 * (time.process_time() - between))
            state = game.apply(state, decision.action)
    value, alone = sum(whole) / len(whole), first / len(whole)
    conditions = f"{len(whole)} decisions of {deals} deals, one core; the longest took {max(whole):.0f} ms"
    against = f"its first answer: {alone:.2f} ms"
    return figure("search", value, "CPU ms", against, value / alone, conditions, game.name)
