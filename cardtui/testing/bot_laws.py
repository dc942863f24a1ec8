"""The laws that every bot must obey. Each function raises AssertionError if its law is broken."""

from __future__ import annotations

from random import Random
from typing import Any

from .. import registry
from ..core import Agent, Decision, Game, Observation, decide
from ..json_forms import decision_from_json, decision_json, observation_json
from ..validation import check_decision
from .forms import through_json
from .laws import turn_of

STEPS = 3
"""Number of answers a search bot may give; the last of them counts."""


def decision_law(game: Game[Any], agent: Agent, seen: Observation, seed: str) -> Decision:
    """Check that a decision is legal, explained, survives JSON and is reproducible with the same seed."""
    shown = through_json("the observation", observation_json(game, seen))
    decision = check_decision(game, seen.legal, decide(agent, seen, Random(seed), STEPS))
    left = through_json("the observation after the decision", observation_json(game, seen))
    assert left == shown, "it changed the observation that it was given"
    chosen = next(option for option in decision.options if option.action == decision.action)
    assert chosen.probability > 0, "the chosen action has probability 0"
    again = decision_from_json(game, through_json("the decision", decision_json(game, decision)))
    assert again == decision, "the decision changes when written to JSON and read back"
    assert decide(agent, seen, Random(seed), STEPS) == decision, (
        "the same seed gave another decision: use the rng that think is given, and keep nothing from call to call"
    )
    return decision


def stateless_law(game: Game[Any], spec: str, used: Agent, seen: Observation, seed: str) -> None:
    """Check that a bot that has already played answers like a fresh one."""
    fresh = registry.agent(game, spec)
    assert decide(used, seen, Random(seed), STEPS) == decide(fresh, seen, Random(seed), STEPS), f"{spec} keeps state"


def blind_law(game: Game[Any], agent: Agent, state: Any, rng: Random, trials: int = 1) -> None:
    """Check that the seat to act decides the same after hidden cards are dealt again."""
    seen = turn_of(game, state)
    if seen is None:
        return
    seed = str(rng.random())
    decision = decide(agent, seen, Random(seed), STEPS)
    for _ in range(trials):
        again = game.observe(game.determinize(seen, rng), seen.seat)
        assert again == seen, f"seat {seen.seat} can tell the re-dealt world from the real one"
        assert decide(agent, again, Random(seed), STEPS) == decision, "the bot knows more than it was shown"
