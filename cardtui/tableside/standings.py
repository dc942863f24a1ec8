"""What a whole match amounts to: places, distances, the best and the worst deal of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..match import Match
from ..text.formatting import trimmed, unit_after
from ..text.language import ENGLISH, Language


class Deal(NamedTuple):
    """What one deal changed of a seat's score."""

    number: int
    """From 1."""
    change: float


class Place(NamedTuple):
    """What a seat has after some deals."""

    seat: int
    place: int
    """From 1; equal scores share a place."""
    total: float
    behind: float
    """The distance to the first place."""
    best: Deal
    worst: Deal


def places(match: Match) -> list[Place]:
    """Return the seats in the order of their scores, the best first. Raises Refusal before the match is over."""
    sign, totals = -1 if match.fewest_win else 1, match.totals()
    scores = totals[-1]
    first = max(sign * score for score in scores)
    found = []
    for seat, total in enumerate(scores):
        deals = [Deal(at, after[seat] - before[seat]) for at, (before, after) in enumerate(pairwise(totals), 1)]
        deals.sort(key=lambda deal: sign * deal.change)  # the earliest of equal ones first
        better = sum(sign * score > sign * total for score in scores)
        best = next(deal for deal in deals if deal.change == deals[-1].change)
        found.append(Place(seat, better + 1, total, first - sign * total, best, deals[0]))
    return sorted(found, key=lambda place: (place.place, place.seat))


def standings(match: Match, names: Sequence[str], say: Language = ENGLISH) -> list[str]:
    """Return a line for each place: the score, the distance to the first place, the best and the worst deal.

    Where all deals changed the score alike none is the best; of a single one the score tells all.
    """
    lines, several = [], len(match.totals()) > 2
    for row in places(match):
        total = trimmed(row.total)
        total += f" {unit_after(total, say(match.game.unit))}"
        total += f", {say('{points} behind', points=trimmed(row.behind))}" if row.behind else ""
        best, worst = (
            say("{change} in deal {number}", change=trimmed(deal.change, "+"), number=deal.number)
            for deal in (row.best, row.worst)
        )
        told = say("Best {best}, worst {worst}.", best=best, worst=worst)
        if row.best.change == row.worst.change:
            told = say("{change} in each deal.", change=trimmed(row.best.change, "+")) if several else ""
        lines.append(f"{row.place}. {names[row.seat]}: {total}. {told}".rstrip())
    return lines
