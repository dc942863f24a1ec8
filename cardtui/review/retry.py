"""Answers to decisions of a review that are tried again, and to drills: which ones count as right."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, inf
from typing import Any, NamedTuple

from .. import loading
from ..core import Action, Game, Observation, action_text
from ..entries.judging import Judging
from ..text.formatting import unit_name
from .report_parts import Json, Match
from .verdicts import MARKS


class Answer(NamedTuple):
    """What the judges say of an answer."""

    right: bool
    """Whether no judge proves it worse than the best action by the least mark."""
    best: str
    """The action that the judges like best."""
    least: float
    """The least loss that counts as a mistake here, in the game's unit."""
    worse: Mapping[str, tuple[float, float]]
    """By judge: the 95% interval of what the best action brings more; empty for the best one, and for what was played
    where nothing is proved yet."""
    proved: str = ""
    """The judge that proves the most against a wrong answer."""
    is_best: bool = False
    """Whether the answer is the best action, or equal to it."""


class Grade(NamedTuple):
    """What a review says of an answer."""

    right: bool
    why: str
    """One sentence."""


def graded(row: Json, judging: Judging, game: Game[Any], seen: Observation, action: Action, mark: float) -> Answer:
    """Return what the judges say of an answer to a decision: it is wrong if one proves that it loses the least mark.

    `mark` is that loss at a stake of one.

    The best action against the one that was played is measured by the proof. Against any other answer it is measured by
    the proof and the screening, whose worlds are independent, together: the interval of a difference out of two
    intervals (Zou and Donner, 2008, "Construction of confidence limits about effect measures"). Without a proof there
    is the screening alone. What was played is wrong only if it was proved to be a mistake.
    """
    least = mark * float(row["stake"])
    same: Mapping[Action, Action] = loading.load(judging.alike)(game, seen)
    first = {action_text(game, one): action_text(game, stands) for one, stands in same.items()}
    given, best, played = action_text(game, action), str(row.get("better", row["played"])), row["alike"]
    if (given not in played or best in played) and first[given] == first[best]:
        return Answer(True, best, least, {}, is_best=True)
    worse = dict[str, tuple[float, float]]()
    for name, screened in row["judges"].items():
        proved = row.get("proof", {}).get(name)
        if given in played:
            worse |= {name: (proved["low"], proved["high"])} if proved else {}
        elif between := _against(screened, proved, first[best], first[given], played):
            worse[name] = between
    silent = {one.name for one in judging.judges if one.sees_all_hands}
    against = max((low, name) for name, (low, _) in [*worse.items(), ("", (-inf, 0.0))] if name not in silent)
    right = against[0] < least or (given in played and row["mark"] not in MARKS)
    return Answer(right, best, least, worse, "" if right else against[1])


def _against(
    screened: Json, proved: Json | None, best: str, given: str, played: list[str]
) -> tuple[float, float] | None:
    """Return the 95% interval of what the best action brings more than `given`; None if the judge did not say."""
    values, gains = screened.get("values", {}), screened.get("gains", {})
    base = next((values[one] for one in played if one in values), None)
    if base is None or given not in gains:
        return None
    gain, (low, high) = values[given] - base, gains[given]
    if proved:
        saved, least, most = proved["loss"], proved["low"], proved["high"]
    elif best in played:
        return -high, -low
    else:
        saved, (least, most) = values[best] - base, gains[best]
    more = saved - gain
    return more - hypot(saved - least, high - gain), more + hypot(most - saved, gain - low)


def grade(one: Match, row: Json, seen: Observation, action: Action) -> Grade | None:
    """Return whether an answer to the decision `row` is right, and why; None if no judge has judged it."""
    if not row["judges"]:
        return None
    found = graded(row, one.judging, one.game, seen, action, min(one.report["marks"].values()))
    answer, played, unit = action_text(one.game, action), row["played"], unit_name(one.report["unit"])
    given, best = one.label(answer), one.label(found.best)
    if found.is_best:
        return Grade(True, f"{given}: the judges rate nothing better.")
    if answer in row["alike"]:
        proved = "no proved mistake" if found.right else f"a mistake, by at least {one.at_least(row['bound'])} {unit}"
        what = "what was played" if answer == played else f"equal to {one.label(played)}, which was played"
        return Grade(found.right, f"{given} is {what}: {proved}.")
    brings = ", ".join(f"{name} {one.between(low, high)}" for name, (low, high) in found.worse.items())
    against = f" {best} against it, 95%: {brings} {unit}." if brings else ""
    if found.right:
        what = f"it is not proved to lose {one.size(found.least)} {unit} or more"
        return Grade(True, f"{given} counts as right: {what}.{against}")
    lost = one.at_least(found.worse[found.proved][0])
    return Grade(False, f"{given}: {found.proved} proves a loss of {lost} {unit} or more.{against}")
