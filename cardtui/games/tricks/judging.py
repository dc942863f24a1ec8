"""What the review must know of Tricks: nothing is hidden, so the solver knows the truth. Standard library only."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...core import Action, Observation
from ...entries.judging import JudgeEntry, Judging, Worlds
from .rules import COLOUR, Tricks


def worlds(game: Tricks, seen: Observation, number: int, rng: Random) -> Worlds:
    """Return the only state that fits the observation."""
    return Worlds((game.determinize(seen, rng),), (1.0,), whole=True)


def alike(game: Tricks, seen: Observation) -> Mapping[Action, Action]:
    """Return for each card the lowest of its equals: those next to each other in one colour, among the cards left."""
    hand, left = set(seen.zone("hand").cards), {card for zone in seen.hands for card in zone.cards}
    left |= set(seen.zone("trick").cards)
    of = {action.cards[0]: action for action in seen.legal}
    same, first = dict[Action, Action](), None
    for card in sorted(left):
        if first is None or card not in hand or card // COLOUR != first // COLOUR:
            first = card if card in hand else None
        if card in of and first is not None:
            same[of[card]] = of[first]
    return same


def kind(game: Tricks, seen: Observation) -> str:
    """Return whether the seat leads or follows."""
    return "follow" if seen.zone("trick").cards else "lead"


def phase(game: Tricks, seen: Observation) -> str:
    """Return the half and the number of the trick."""
    trick = f"trick {len(seen.zone('played').cards) // 2 + 1}"
    return f"{('1st', '2nd')[seen.facts['half']]} half, {trick}" if game.halves == 2 else trick


JUDGING = Judging(
    judges=(
        JudgeEntry(
            "exact",
            "cardtui.agents.tricks.judges:Solver",
            "the solver: the result with the best play of both seats",
            screens=1,
            proves=1,
            exact=True,
            rules=lambda game: not getattr(game, "revoke", False),
        ),
    ),
    marks=(0.5, 1.0, 2.0),
    worlds=worlds,
    how_worlds="the real one only, since nothing is hidden",
    kind=kind,
    phase=phase,
    alike=alike,
    tested=("first", "random", "mlp-play", "mlp-win-lose", "exact"),
)
