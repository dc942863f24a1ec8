"""Benchmarks of the review: a match of each game, played by its usual bots, then reviewed."""

from __future__ import annotations

import os
import time
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from .. import registry
from ..core import decide
from ..match import Match
from ..registry import catalogue, lineup
from ..review import match_review
from .common import SEED, Figure, figure, tell

DEALS = 20
JOBS = 2
FIRST, PROVED = 10.0, 60.0
"""The goals: wall seconds until all decisions are screened, and until the mistakes are proved."""


class Took(NamedTuple):
    """What a part of a review took."""

    wall: float
    """Seconds until the mistakes are proved, or until the review was left."""
    cpu: float
    """CPU seconds of all processes."""
    report: dict[str, Any]
    """The last report."""
    whole: float
    """Wall seconds to the last report."""


def review() -> list[Figure]:
    """Measure for each game the time to the first list and to the proofs, and decisions screened a CPU second.

    New processes are started for each part, with kernels that are compiled already. How long that takes is measured by
    the first list of one deal. Each game's figures are told as soon as they are measured.
    """
    figures = []
    for name, entry in catalogue.shipped().items():
        rules, options = registry.game(name).spec, entry.options  # those that people sit down to
        with TemporaryDirectory() as folder:
            one, many = (
                played(name, f"{rules}:deals={deals}" if "deals" in options else rules, deals, Path(folder))
                for deals in (1, DEALS)
            )
            tell(f"{name}: the judges are compiled for {rules}")
            _until(one, "whole")
            tell(f"{name}: measuring a review of {DEALS} deals")
            begun = _until(one, "screened")
            first, last = _until(many, "screened"), _until(many, "whole")
        decisions, about = last.report["summary"]["decisions"], last.report["summary"]
        reviewed = f"{DEALS} deals of {rules}, {decisions} decisions of one seat, {JOBS} processes"
        conditions = f"{reviewed}; the first list of one deal takes {begun.wall:.1f} s"
        marks = sum(about["marks"].values())
        took = f"first list {first.wall:.1f} s, proved {last.wall:.1f} s, whole {last.whole:.1f} s"
        tell(f"{name}: {took}, {last.cpu:.1f} CPU s ({reviewed})")
        figures += [
            _figure("review first list", first.wall, "s", FIRST, conditions, name),
            _figure("review proved", last.wall, "s", PROVED, f"{reviewed}; {marks} marked or unclear", name),
            _figure("review whole", last.whole, "s", PROVED, f"{reviewed}; all seats judged", name),
            figure(
                "review screening",
                decisions / first.cpu,
                "decisions/CPU s",
                f"with processes that begin: {begun.cpu:.1f} CPU s for one deal",
                first.cpu / begun.cpu,
                f"{reviewed}; {first.cpu:.1f} CPU s, whole review {last.cpu:.1f}",
                name,
            ),
        ]
    return figures


def _figure(name: str, value: float, unit: str, goal: float, conditions: str, game: str) -> Figure:
    return figure(name, value, unit, f"the goal: {goal:.0f} {unit}", value / goal, conditions, game)


def played(name: str, rules: str, deals: int, folder: Path) -> Path:
    """Return the record of a match of some deals between the usual bots of a game."""
    entry = registry.game_entry(name)
    bots, seats = lineup.default_bots(name, rules), min(4, entry.seats[1])
    path = folder / f"{name}-{deals}.jsonl"
    match = Match.new(name, rules, tuple(bots[seat % len(bots)] for seat in range(seats)), SEED, path)
    agents = [registry.agent(match.game, spec) for spec in match.header.seats]
    for number in range(deals):
        if number:
            match.next_deal()
        while (seat := match.turn) is not None:
            decision = decide(agents[seat], match.observe(seat), Random(match.rng_seed(seat)), 1)
            match.play(decision.action)
    match.close("finished")
    return path


def _until(path: Path, stage: str) -> Took:
    """Review a match until this stage."""
    began, cpu, proved, report = time.perf_counter(), _cpu(), 0.0, dict[str, Any]()
    found = match_review.review(path, seed=SEED, jobs=JOBS)
    with closing(found):
        for report in found:
            if report["stage"] in ("screened", "proving"):
                proved = time.perf_counter() - began
            if report["stage"] == stage:
                break
    return Took(proved, _cpu() - cpu, report, time.perf_counter() - began)


def _cpu() -> float:
    """Return the CPU seconds of this process and its children that have ended."""
    return sum(os.times()[:4])
