"""The heuristic player of 98: the smallest gap."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardtui.core import Action, Decision, Observation, Option
from cardtui.games.ninetyeight.rules import DRAW, JUMP, STACKS, UP, NinetyEight, tops


class Gap:
    """Jumps back if it can, else draws if it may, else lays with the smallest gap; in a tie, the first option."""

    def __init__(self, game: NinetyEight) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision. The value of an option is how far it moves its stack back; it is negative for a gap."""
        legal = observation.legal
        above = tops(tuple([zone.cards for zone in observation.zones[1 : 1 + len(STACKS)]]))
        steps = [back(action, above) for action in legal]
        best = max(range(len(legal)), key=steps.__getitem__)
        options = tuple(
            [
                Option(action, float(place == best), float(step), why=why(action, above))
                for place, (action, step) in enumerate(zip(legal, steps, strict=True))
            ]
        )
        yield Decision(legal[best], options, "steps back")


def back(action: Action, above: tuple[int, ...]) -> int:
    """Return how far an action moves its stack back: `JUMP`, or negative for a gap; 0 for a draw.

    `above` are the tops of the stacks.
    """
    if action == DRAW:
        return 0
    place = STACKS.index(action.to)
    step = above[place] - action.cards[0]
    return step if UP[place] else -step


def why(action: Action, above: tuple[int, ...]) -> str:
    """Return a short description of the action; "" for drawing, whose name says it all."""
    step = back(action, above)
    return "jump back" if step == JUMP else f"gap of {-step}" if step else ""
