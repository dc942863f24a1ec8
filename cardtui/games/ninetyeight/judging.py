"""What the review must know of 98: who judges, and possible orders of the draw pile. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...core import Action, Observation
from ...entries.judging import JudgeEntry, Judging, Worlds
from .rules import DRAW, STACKS, NinetyEight, State, tops, unseen

FAIR = {"one": 93.87, "two": 90.88, "turn": 90.71}
"""How many cards the reference judge lays in a new deal, by the refill rule: means of 40,000 deals, ± 0.01.

They depend on search's weights; a test checks them against 2,000 deals.
"""


def worlds(game: NinetyEight, seen: Observation, number: int, rng: Random) -> Worlds:
    """Return equally likely orders of the draw pile; only one if at most one card is left in it."""
    hand, *stacks = (seen.zone(name).cards for name in ("hand", *STACKS))
    pile, since = list(unseen(seen)), seen.facts["since"]
    states, rolled = [], rng.random
    for _ in range(number if len(pile) > 1 else 1):
        pile.sort(key=lambda card: rolled())  # quicker than a shuffle
        states.append(State((hand,), tuple(stacks), tuple(pile), since, 0, seen.turn, seen.history, seen.scores))
    return Worlds(tuple(states), (1.0,) * len(states), whole=len(pile) <= 1)


def kind(game: NinetyEight, seen: Observation) -> str:
    """Return "draw" if one may draw, else "place"."""
    return "draw" if DRAW in seen.legal else "place"


def phase(game: NinetyEight, seen: Observation) -> str:
    """Return the phase by the number of cards in the draw pile."""
    left = seen.zone("draw").count
    return (
        "draw pile 61-90"
        if left > 60
        else "draw pile 31-60"
        if left > 30
        else "draw pile 1-30"
        if left
        else "no more draws"
    )


def alike(game: NinetyEight, seen: Observation) -> Mapping[Action, Action]:
    """Return, for each action, the first one that lays the same card on a stack of the same direction and top."""
    above = tops(tuple([seen.zone(name).cards for name in STACKS]))
    place = {name: (number // 2, above[number]) for number, name in enumerate(STACKS)}
    first = dict[object, Action]()
    return {action: first.setdefault((action.cards, place.get(action.to)), action) for action in seen.legal}


def swing(game: NinetyEight, seen: Observation) -> float:
    """Return the number of cards that are not laid yet."""
    return float(seen.zone("hand").count + seen.zone("draw").count)


def redrawn(game: NinetyEight, state: State, rng: Random) -> State:
    """Return the state with another order of its draw pile."""
    rolled = rng.random
    return state._replace(draw=tuple(sorted(state.draw, key=lambda card: rolled())))


def fair(game: NinetyEight, seat: int) -> float:
    """Return how many cards the reference judge lays in a new deal on average."""
    return FAIR[game.refill]


JUDGING = Judging(
    judges=(
        JudgeEntry(
            "search",
            "cardtui.agents.ninetyeight.judges:Learned",
            "search's policy plays five more actions, among the five smallest gaps, then its values estimate the rest",
            screens=24,
            proves=400,
            bot="search",
            estimates=True,
        ),
        JudgeEntry(
            "gap",
            "cardtui.agents.ninetyeight.judges:Gap",
            "gap plays on: it jumps back, else lays with the smallest gap",
            screens=48,
            proves=1600,
            bot="gap",
        ),
    ),
    marks=(0.5, 1.0, 2.0),
    swing=swing,
    worlds=worlds,
    how_worlds="all orders of the draw pile, equally likely",
    kind=kind,
    kinds={"place": "to lay a card", "draw": "to draw or lay on"},
    phase=phase,
    alike=alike,
    fair=fair,
    redrawn=redrawn,
    tested=("gap", "random", "reinforce-best", "search:samples=0"),
    trials={"order": 12, "planted": 10, "coverage": 30, "innocent": 124, "true": 60, "luck": 300},
)
