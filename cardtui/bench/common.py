"""What all figures of speed share: their form, their seed, and games played by bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ..core import Agent, Game, Observation, decide

SEED = 7
RUNS = 5
"""Runs of which the best counts: other work on the machine slows some of them."""

Figure = dict[str, Any]


def figure(name: str, value: float, unit: str, against: str, ratio: float, conditions: str, game: str = "") -> Figure:
    """One figure as `--json` gives it; `ratio` is to what stands in `against`."""
    return {
        "name": name,
        "game": game,
        "value": round(value, 4),
        "unit": unit,
        "against": against,
        "ratio": round(ratio, 4),
        "conditions": conditions,
    }


def turns(game: Game[Any], agents: Sequence[Agent], deals: int) -> Iterator[Observation]:
    """What the seat to act saw at each turn of some deals."""
    for number in range(deals):
        state = game.start(game.deal(Random(f"{SEED}/{number}")))
        rng = Random(f"{SEED}/{number}/dice")
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            yield seen
            state = game.apply(state, decide(agents[seat % len(agents)], seen, rng, 1).action)
