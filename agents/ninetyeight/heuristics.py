"""The simple players: any placement, and the smallest gap."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardtui.core import Action, Decision, Observation, Option
from cardtui.games.ninetyeight.rules import DRAW, JUMP, STACKS, UP, NinetyEight, tops


class Gap:
    """Lays with the smallest gap, the first of equal ones; jumps back whenever it can; draws as soon as it may."""

    def __init__(self, game: NinetyEight) -> None:
        self.game = game

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """One answer: all options, their value the steps that the stack goes back (a gap is below zero)."""
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
    """How far an action takes its stack back: JUMP, or less than 0; 0 for a draw. above: the tops of the stacks."""
    if action == DRAW:
        return 0
    place = STACKS.index(action.to)
    step = above[place] - action.cards[0]
    return step if UP[place] else -step


def why(action: Action, above: tuple[int, ...]) -> str:
    """The action in a few words."""
    step = back(action, above)
    return "jump back" if step == JUMP else f"gap of {-step}" if step else "draw"
