"""Tries a decision of a review again: which answers count as right."""

from __future__ import annotations

from typing import NamedTuple

from .. import loading
from ..core import Action, Observation, action_text
from .telling import Match, Report
from .verdicts import MARKS


class Grade(NamedTuple):
    """What a review says of an answer."""

    right: bool
    why: str
    """One sentence."""


def grade(one: Match, row: Report, seen: Observation, answer: Action) -> Grade | None:
    """Return whether an answer to the decision `row` is right; None if no judge has judged it.

    An answer is right if it is the best one, or if a judge has it within the interval of the best. The played action is
    wrong only if it was proved to be a mistake.
    """
    same = loading.load(one.judging.alike)(one.game, seen)
    text, told = action_text(one.game, same[answer]), one.label(action_text(one.game, answer))
    played = action_text(one.game, same[_played(one, row, seen)])
    judges = row["judges"]
    if not judges:
        return None
    best = row.get("better", played)
    if text == best:
        return Grade(True, f"{told} is what the judges like best.")
    if text == played:
        proved = row["mark"] in MARKS
        return Grade(not proved, f"{told} is what was played: {'a mistake' if proved else 'no proved mistake'}.")
    near = [name for name, found in judges.items() if _near(found, text, best, played)]
    lost = " · ".join(
        f"{name} {one.figure(found['values'][text] - found['values'][best])}" for name, found in judges.items()
    )
    if near:
        return Grade(True, f"{told} is within the interval of {one.label(best)} by {', '.join(near)}: {lost}")
    return Grade(False, f"{told} brings less than {one.label(best)}: {lost}")


def _played(one: Match, row: Report, seen: Observation) -> Action:
    return next(action for action in seen.legal if action_text(one.game, action) == row["played"])


def _near(found: Report, text: str, best: str, played: str) -> bool:
    """Return whether an action is within the interval of the best one by a judge; both are measured from `played`."""
    values, gains = found["values"], found["gains"]
    if best == played:
        return bool(gains[text][1] >= 0)
    return bool(values[text] - values[played] >= gains[best][0])
