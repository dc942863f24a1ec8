"""Helpers shared by all benchmarks: the form of a figure, the seed, and games played by bots."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

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


def turns(game: Game[Any], agents: Sequence[Agent], deals: int) -> Iterator[Observation]:
    """Yield the observation of the seat to act at each turn of the given number of deals."""
    for number in range(deals):
        state = game.start(game.deal(Random(f"{SEED}/{number}")))
        rng = Random(f"{SEED}/{number}/dice")
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            yield seen
            state = game.apply(state, decide(agents[seat % len(agents)], seen, rng, 1).action)
