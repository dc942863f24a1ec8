"""What the end of a deal of tricks tells: who made more of the same hand, and who took which trick in either half."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise

from ....core import Card, Observation
from ....games.tricks.rules import COLOUR, Tricks, first_and_second
from ....games.tricks.words import HANDS, arranged, halves, parted, parting, tricks_that_count
from ....text.formatting import counted, trimmed, who_does
from ...look.canvas import Canvas
from ...look.cards import Face
from ...look.curve import Course, Line
from ...names import few_letters
from ..endings import Ending, Part, Seat, Step
from ..hands import Hand

_HALVES = ("1st half", "2nd half")
_LABEL, _SCORE = 10, 7
"""Widths before and after the cells of the tricks."""


def ending(
    law: Tricks,
    seen: Observation,
    names: Sequence[str],
    gained: Sequence[float],
    totals: Sequence[float],
    face: Callable[[Card], Face],
    course: Course,
) -> Ending:
    """Return what the end of a deal tells. `totals` are the scores after it."""
    me, first, taken, deals = seen.seat, seen.facts["first"], seen.facts["taken"], int(law.options["deals"])
    one, two = tricks_that_count(law, seen)
    mine, other = (one, two or 0) if me == first else (two or 0, one)
    winner = me if mine > other else 1 - me
    verdict = "A draw" if mine == other else f"{who_does([names[winner]], 'win')} the deal"
    twice = law.halves == 2
    hands = []
    for at, cards in enumerate(map(tuple, first_and_second(seen.history))):
        order = arranged(cards, "number")
        gaps = frozenset(place for place, (a, b) in enumerate(pairwise(order), 1) if a // COLOUR != b // COLOUR)
        holders = [first ^ at ^ half for half in range(len(taken))]  # who held it in which half
        made = [taken[half][seat] for half, seat in enumerate(holders)]
        said = ", then ".join(f"{names[seat]} {count}" for seat, count in zip(holders, made, strict=True))
        figure = " : ".join(map(str, made)) if twice else f"{made[0]} tricks"
        hands.append(Hand(HANDS[at], [face(card) for card in order], said, figure, gaps))
    return Ending(
        figure=f"{mine}:{other}",
        unit="",
        verdict=verdict,
        by=f"by {counted(abs(mine - other), 'trick')}" if mine != other else "",
        how=parting(seen, names) if twice else "",
        steps=[Step("Tricks with the first hand: " if twice else "Tricks: "), *_counted(names, me, mine, other)],
        seats=[_seat(names[seat], gained[seat], totals[seat]) for seat in (me, 1 - me)],
        heading=("AS DEALT", "tricks that each of you took with the same cards" if twice else ""),
        hands=hands,
        course=course._replace(unit=f"points{f'; {deals} deals in all' if deals else ''}"),
        deal=_taken(seen, names, twice),
    )


def _taken(seen: Observation, names: Sequence[str], twice: bool) -> Course:
    """Return how many tricks each seat had after each trick: with the first hand, or with its own in a single half."""
    first, played = seen.facts["first"], halves(seen)
    who = [(first, played[0]), (1 - first, played[-1])]
    lines = [
        Line(names[seat], [0, *accumulate(int(trick.taker == seat) for trick in half)])
        for seat, half in sorted(who, key=lambda one: one[0] != seen.seat)
    ]
    return Course(lines, "tricks taken so far", title="with the first hand" if twice else "trick by trick")


def _counted(names: Sequence[str], me: int, mine: int, other: int) -> list[Step]:
    return [
        Step(f"{names[me]} "),
        Step(str(mine), "fg", True),
        Step(f"  ·  {names[1 - me]} "),
        Step(str(other), "fg", True),
    ]


def _seat(name: str, gained: float, total: float) -> Seat:
    return Seat(name, "", trimmed(gained, "+"), gained, f"total {trimmed(total, '+')}")


def trick_by_trick(canvas: Canvas, law: Tricks, seen: Observation, names: Sequence[str]) -> Part:
    """Return the part that tells who took which trick, a row for each half."""
    both, place = halves(seen), parted(seen) if law.halves == 2 else None
    mark = place // 2 if place is not None else -1

    def paint(x: int, y: int, width: int) -> None:
        palette = canvas.palette
        note = "   ! the first that was played differently" * (mark >= 0)
        note = note if width > len(note) + 14 else "   ! played differently" * (mark >= 0)
        canvas.run(x, y, ("TRICK BY TRICK", palette.title, True), (note, palette.feltmute))
        count = max(map(len, both))
        cell = max(1, min(6, (width - _LABEL - _SCORE) // max(1, count)))
        step = next(step for step in (1, 2, 5, 10) if step * cell > len(str(count)) + 1 or step == 10)
        for at in range(count):
            text = "!" if at == mark and step > 1 else f"{at + 1}{'!' * (at == mark)}"
            colour = palette.gold if at == mark else palette.feltmute
            if at == mark or ((at + 1) % step == 0 and (step == 1 or not 0 <= mark - at < len(text) + 1)):
                canvas.put(x + _LABEL + at * cell, y + 1, text, colour, bold=at == mark)
        takers = few_letters(names, max(1, cell - 1))
        for half, row in enumerate(both):
            canvas.put(x, y + 2 + half, _HALVES[half] if law.halves == 2 else "taken by", palette.fg, bold=True)
            for at, trick in enumerate(row):
                mine = trick.taker == seen.seat
                text = takers[trick.taker or 0].ljust(cell - 1)
                paper = palette.gain if mine else palette.loss
                canvas.put(x + _LABEL + at * cell, y + 2 + half, text, palette.signal_ink, paper, mine)
            taken = seen.facts["taken"][half]
            score = f"{taken[seen.seat]} : {taken[1 - seen.seat]}"
            canvas.right(x + width, y + 2 + half, (score, palette.fg, True))

    return Part(2 + len(both), paint)
