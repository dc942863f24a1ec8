"""Decisions that are really reached: those of a bot's own games, or of a record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from .. import dice, record, registry
from ..core import STEPS, Action, Agent, Decision, Game, Observation, Refusal, decide
from ..validation import check_decision


class Reached(NamedTuple):
    """A decision and the state in which it was made. The state is not passed to bots."""

    deal: int
    """The number of the deal, from 0."""
    turn: int
    seat: int
    state: Any
    seen: Observation
    decision: Decision

    @property
    def action(self) -> Action:
        """The action that was chosen."""
        return self.decision.action


def decision_of(game: Game[Any], agent: Agent, seen: Observation, *seed_parts: object) -> Decision:
    """Return a bot's decision. Its dice depend on `seed_parts`, its seat and the turn alone: asking again repeats it.

    Raises Refusal if its answer is invalid.
    """
    return answer(game, agent, seen, dice.rng(*seed_parts, seen.seat, seen.turn))


def answer(game: Game[Any], agent: Agent, seen: Observation, rng: Random, steps: int = STEPS) -> Decision:
    """Return a bot's decision with these dice. Raises Refusal if its answer is invalid."""
    return check_decision(game, seen.legal, decide(agent, seen, rng, steps))


def act(game: Game[Any], agent: Agent, seen: Observation, *seed_parts: object) -> Action:
    """Return a bot's action, as `decision_of` finds it. Raises Refusal if its answer is invalid."""
    return decision_of(game, agent, seen, *seed_parts).action


def own_games(game: Game[Any], spec: str, seed: int, deals: int) -> Iterator[Reached]:
    """Yield every decision of a bot that plays on all seats for that number of deals."""
    agent = registry.agent(game, spec)
    for deal in range(deals):
        state = game.start(game.deal(dice.deal_rng(seed, deal)))
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            decision = decision_of(game, agent, seen, seed, deal)
            yield Reached(deal, seen.turn, seat, state, seen, decision)
            state = game.apply(state, decision.action)


def in_record(path: Path, spec: str, seed: int) -> Iterator[Reached]:
    """Yield what a bot would do at every decision of a saved match.

    Raises Refusal or OSError if the match cannot be read.
    """
    _, _, game, frames = record.load(path)
    agent = registry.agent(game, spec)
    for number, _, frame in record.numbered(frames):
        seat, deal = game.turn(frame.state), number - 1
        if seat is not None:
            seen = game.observe(frame.state, seat)
            yield Reached(deal, seen.turn, seat, frame.state, seen, decision_of(game, agent, seen, seed, deal))


def match_of(path: Path, name: str) -> Game[Any]:
    """Return the rules of a saved match. Raises Refusal if it is one of another game."""
    header, _ = record.read(path)
    if header.game != name:
        raise Refusal(f"{path} is a match of {header.game}, not of {name}")
    return registry.game(header.game, header.rules, len(header.seats))
