"""What the end of a deal of Zheng Shang You tells: who got rid of all cards, and what everybody was dealt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from ....core import Card, Observation
from ....games.zsy.cards import RANK
from ....games.zsy.parsing import spelled
from ....games.zsy.rules import PASS, ZhengShangYou
from ....games.zsy.words import laid_by, sorted_by_rank
from ....text.formatting import trimmed, who_does
from ...look.cards import Face
from ...look.curve import Course, Line
from ..endings import Ending, Seat, Step
from ..hands import Hand


def ending(
    law: ZhengShangYou,
    seen: Observation,
    names: Sequence[str],
    gained: Sequence[float],
    totals: Sequence[float],
    face: Callable[[Card], Face],
    course: Course,
) -> Ending:
    """Return what the end of a deal tells. `totals` are the scores after it."""
    winner = seen.facts["winner"]
    loser, deals = 1 - winner, int(law.options["deals"])
    left = [zone.cards for zone in seen.hands]
    count = len(left[loser])
    whose = "your" if names[loser] == "You" else f"{names[loser]}'s"
    order = (seen.seat, 1 - seen.seat)
    hands = [_hand(seen, seat, names[seat], left[seat], face) for seat in order]
    rest = sorted_by_rank(seen.zone("rest").cards)
    hands.append(
        Hand("nobody", [face(card) for card in rest], "set aside, not dealt", f"{len(rest)} cards", _gaps(rest))
    )
    return Ending(
        figure=str(count),
        unit=f"card{'s' * (count != 1)} left",
        verdict=f"{who_does([names[winner]], 'win')} the deal",
        by="",
        how=f"{whose} hand: {spelled(left[loser])}",
        steps=_steps(seen, names, winner),
        seats=[
            Seat(
                names[seat],
                "went out" * (seat == winner),
                trimmed(gained[seat], "+"),
                gained[seat],
                f"won {trimmed(totals[seat])}",
            )
            for seat in order
        ],
        heading=("AS DEALT", "darker cards were laid"),
        hands=hands,
        course=course._replace(unit=f"deals won{f'; {deals} deals in all' if deals else ''}"),
        deal=_cards_left(seen, order, names, left),
        whole=False,
    )


def _cards_left(
    seen: Observation, order: Sequence[int], names: Sequence[str], left: Sequence[Sequence[Card]]
) -> Course:  # fmt: skip
    """Return how many cards either seat had after each move."""
    lines = []
    for seat in order:
        laid = [len(event.action.cards) if event.seat == seat else 0 for event in seen.history if event.seat >= 0]
        now = len(left[seat]) + sum(laid)
        lines.append(Line(names[seat], [now, *(now := now - count for count in laid)]))
    return Course(lines, "after each move", title="cards in hand")


def _hand(
    seen: Observation, seat: int, name: str, left: Sequence[Card], face: Callable[[Card], Face]
) -> Hand:  # fmt: skip
    """Return the cards that a seat was dealt, those it laid darker."""
    laid = laid_by(seen, seat)
    dealt = sorted_by_rank([*laid, *left])
    return Hand(
        name,
        [face(card) for card in dealt],
        f"{len(dealt)} cards dealt, {len(laid)} laid",
        f"{len(left)} left",
        _gaps(dealt),
        frozenset(place for place, card in enumerate(dealt) if card not in left),
    )


def _gaps(cards: Sequence[Card]) -> frozenset[int]:
    """Return the places where another rank begins."""
    return frozenset(place for place, (one, two) in enumerate(pairwise(cards), 1) if RANK[one] != RANK[two])


def _steps(seen: Observation, names: Sequence[str], winner: int) -> list[Step]:
    """Return how often each seat laid and passed, the winner first."""
    steps: list[Step] = []
    for seat in (winner, 1 - winner):
        moves = [event.action for event in seen.history if event.seat == seat]
        passes = moves.count(PASS)
        plays = len(moves) - passes
        steps += [Step(f"{'  ·  ' * bool(steps)}{names[seat]}: "), Step(str(plays), "fg", True)]
        steps += [
            Step(f" play{'s' * (plays != 1)}, passed "),
            Step(str(passes), "fg", True),
            Step(" times" if passes != 1 else " time"),
        ]
    return steps
