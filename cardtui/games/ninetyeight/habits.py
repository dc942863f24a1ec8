"""What a bot of 98 may have learned. Standard library only."""

from __future__ import annotations

from ...core import Action, Observation
from ...entries.claims import Claim, Claims
from .parsing import gap, heights
from .rules import DRAW, HIGH, JUMP, STACKS, UP, NinetyEight

NEAR = 2
"""A step of at most this much is near."""


def _steps(seen: Observation) -> dict[Action, int]:
    """Return how far each action moves its stack on; a jump back is negative."""
    ways = {name: (top, up) for name, top, up in zip(STACKS, heights(seen), UP, strict=True)}
    found = {action: gap(action.cards[0], *ways[action.to]) for action in seen.legal if action != DRAW}
    return {action: step for action, step in found.items() if step is not None}


def jumps(game: NinetyEight, seen: Observation, action: Action) -> bool | None:
    """Return whether a jump back is made where one is possible."""
    steps = _steps(seen)
    return steps.get(action) == -JUMP if -JUMP in steps.values() else None


def nearest(game: NinetyEight, seen: Observation, action: Action) -> bool | None:
    """Return whether a stack moves on by the least possible, where no card jumps back."""
    steps = _steps(seen)
    if -JUMP in steps.values() or len(set(steps.values())) < 2:
        return None
    return steps.get(action) == min(steps.values())


def near(game: NinetyEight, seen: Observation, action: Action) -> bool | None:
    """Return whether a stack moves on by at most `NEAR`, or jumps back, where one can choose."""
    steps = _steps(seen)
    fit = {step <= NEAR for step in steps.values()}
    return action in steps and steps[action] <= NEAR if len(fit) == 2 else None


def roomiest(game: NinetyEight, seen: Observation, action: Action) -> bool | None:
    """Return whether the card goes on the roomiest of the stacks that take a card; only without a jump back."""
    steps = _steps(seen)
    if -JUMP in steps.values():
        return None
    rooms = {name: (HIGH - top if up else top) for name, top, up in zip(STACKS, heights(seen), UP, strict=True)}
    rooms_left = {rooms[other.to] for other in steps}
    return action in steps and rooms[action.to] == max(rooms_left) if len(rooms_left) > 1 else None


def lays_on(game: NinetyEight, seen: Observation, action: Action) -> bool | None:
    """Return whether a card is laid although one may draw."""
    return action != DRAW if DRAW in seen.legal and len(seen.legal) > 1 else None


HABITS = Claims(
    claims=(
        Claim("jumps back whenever it can", f"a card can jump back {JUMP}: lays such a card", jumps),
        Claim("lays the nearest card", "no card can jump back: moves a stack by the least possible", nearest),
        Claim(
            "wastes little", f"some cards are within {NEAR} of a stack, others are not: lays one within {NEAR}", near
        ),
        Claim(
            "uses the stack with the most room", "no card can jump back: lays on the stack with the most room", roomiest
        ),
        Claim("goes on laying before it draws", "may lay or draw: lays", lays_on),
    )
)
