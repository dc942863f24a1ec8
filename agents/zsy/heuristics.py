"""Greedy players, which get rid of their lowest cards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from cardtui.core import Action, Decision, Observation, Option
from cardtui.games.zsy.cards import RANK
from cardtui.games.zsy.rules import PASS, ZhengShangYou


class Greedy:
    """Follows with the lowest play possible, with a bomb only if nothing else beats it, and passes if nothing does.

    `lead` is what it leads. `paper`: the second-lowest single, as in the paper's program; `lowest`: the lowest single;
    `group`: all cards of the lowest rank; `pattern`: the longest pattern with the lowest card.
    """

    def __init__(self, game: ZhengShangYou, lead: str) -> None:
        self.game = game
        self.lead = lead

    def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
        """Yield one decision with a single option."""
        legal = observation.legal
        if legal[0] == PASS:
            action = legal[min(1, len(legal) - 1)]
            why = "nothing goes" if action == PASS else "the lowest that goes"
        else:
            action, why = LEADS[self.lead](legal)
        yield Decision(action, (Option(action, 1.0, why=why),), "probability")


def _paper(legal: tuple[Action, ...]) -> tuple[Action, str]:
    singles = [action for action in legal if len(action.cards) == 1]
    twice = len(legal) > 1 and len(legal[1].cards) == 2  # the lowest rank: then its second card is the second-lowest
    return singles[0 if twice or len(singles) == 1 else 1], "second-lowest single"


def _lowest(legal: tuple[Action, ...]) -> tuple[Action, str]:
    return legal[0], "lowest single"


def _group(legal: tuple[Action, ...]) -> tuple[Action, str]:
    rank = RANK[legal[0].cards[0]]
    groups = [action for action in legal if {RANK[card] for card in action.cards} == {rank}]
    return groups[-1], "all cards of the lowest rank"


def _pattern(legal: tuple[Action, ...]) -> tuple[Action, str]:
    rank = RANK[legal[0].cards[0]]
    lowest = [action for action in legal if RANK[action.cards[0]] == rank]
    return max(lowest, key=lambda action: len(action.cards)), "longest pattern with the lowest card"


LEADS = {"paper": _paper, "lowest": _lowest, "group": _group, "pattern": _pattern}
"""Functions that choose the lead from the legal actions, which are in the rules' order; keys are the values of
`lead`."""
