"""The review of a match: every decision of a player judged, mistakes proved, and the result split into luck and play.

The same record, seat, seed and version give the same report, whatever the number of processes.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from .. import dice, record
from ..core import Action, Refusal
from ..entries import HUMAN
from ..executors import pool
from ..executors.workers import Compiling
from ..record import Frame, Move
from . import luck, verdicts
from .judges import Panel, panel_of
from .partial_results import PartialResults
from .report import Moment, Report
from .verdicts import Choice

OFTEN = 1.0
"""Seconds between two partial reports of a stage."""
STARTS = 64
"""How often the reference judge plays a deal from its start, to tell what its cards were worth."""


Table: TypeAlias = tuple[str, str, int, tuple[str, ...], tuple[float, ...]]
"""The arguments of `judges.panel_of`."""


class ScreeningTask(NamedTuple):
    """A decision to screen, by all judges or by the reference alone."""

    table: Table
    choice: Choice
    all_judges: bool = True


class ProofTask(NamedTuple):
    """A decision in which another action is to be proved better."""

    table: Table
    choice: Choice
    better: Action


class StartTask(NamedTuple):
    """The start of a deal, to be valued by the reference judge."""

    table: Table
    state: Any
    seed: str


class DrawTask(NamedTuple):
    """An action, and the state before it, to find out how lucky the cards are that it draws."""

    table: Table
    state: Any
    action: Action
    seed: str


Task: TypeAlias = ScreeningTask | ProofTask | StartTask | DrawTask


def work(task: Task) -> Any:
    """Do one piece of work: return screenings or differences by judge, values by dice and seat, or a draw."""
    panel = panel_of(*task.table)
    match task:
        case ScreeningTask(_, choice, all_judges):
            able = panel.able(panel.kind(panel.game, choice.seen))
            return verdicts.screen(panel, choice, able if all_judges else able[:1]) if able else {}
        case ProofTask(_, choice, better):
            return verdicts.prove(panel, choice, better, panel.able(panel.kind(panel.game, choice.seen)))
        case StartTask(_, state, seed):
            rng = dice.rng(seed, "start")
            states = [panel.redrawn(panel.game, state, rng) for _ in range(STARTS)]
            seeds = [rng.getrandbits(63) for _ in range(STARTS)]
            return [row[0] for row in panel.judges[0].judge.values(states, [None], seeds)]
        case DrawTask(_, state, action, seed):
            return luck.of_draw(panel, state, action, seed, "draw")


def moves(frames: Sequence[Frame]) -> Iterator[tuple[int, int, Any, Move]]:
    """Yield every move with the number of its deal and its own in the deal, both from 1, and the state before it."""
    for (_, _, before), (deal, move, frame) in pairwise(record.numbered(frames)):
        if frame.move:
            yield deal, move, before.state, frame.move


def moments(panel: Panel, frames: Sequence[Frame], seed: int) -> list[Moment]:
    """Return all decisions with a choice between actions that are not equal."""
    found = []
    for deal, move, state, played in moves(frames):
        seen = panel.game.observe(state, played.seat)
        if len(set(panel.choices(seen).values())) > 1:
            choice = Choice(seen, played.action, dice.seed(seed, "review", deal, move))
            found.append(Moment(deal, move, played.seat, choice))
    return found


def review(
    path: Path,
    *,
    seat: int | None = None,
    judges: Sequence[str] = (),
    seed: int = 0,
    jobs: int = 1,
    seconds: float | None = None,
    marks: Sequence[float] = (),
    partial: PartialResults | None = None,
) -> Generator[dict[str, Any], None, None]:
    """Yield the report as it grows: now and then while kernels are compiled, while decisions are screened, and once all
    are, now and then while mistakes are proved, then while the results are split, and at last whole.

    `seat` is the player who is reviewed, by default the first person, or seat 0 if there is none. After `seconds` no
    further mistake is proved. `marks` are the least losses that are marked, at a stake of one, by default the game's.
    What stands in `partial` is not judged again. Raises Refusal if the record is invalid or no judge can judge it,
    OSError if it cannot be read.
    """
    began, partial = time.monotonic(), partial or PartialResults()
    header, _, game, frames = record.load(path)
    table = (header.game, header.rules, len(header.seats), tuple(judges), tuple(marks))
    panel = panel_of(*table)
    if not any(frame.move for frame in frames):
        raise Refusal(f"{path} holds no move to review")
    me = seat if seat is not None else next((s for s, spec in enumerate(header.seats) if spec == HUMAN), 0)
    if not 0 <= me < game.seats:
        raise Refusal(f"the match has seats 1 to {game.seats}, not {me + 1}")
    found = moments(panel, frames, seed)
    own = [moment for moment in found if moment.seat == me]
    report = Report(panel, path, frames, me, seed, own)
    with pool(work, jobs) as workers:
        screenings = [ScreeningTask(table, moment.choice) for moment in own]
        said = began
        stage = "screening"
        for answered in partial.each("screening", screenings, workers.watch):
            before, stage = stage, "screening"
            if isinstance(answered, Compiling):
                stage = "compiling" if answered.functions else "screening"
            else:
                report.screened[answered[0]] = answered[1]
            if time.monotonic() - said > OFTEN or stage != before:
                said = time.monotonic()
                yield report.told(stage, (len(report.screened), len(screenings)) if stage == "screening" else (0, 0))
        yield report.told("screened")
        order = report.suspicions()
        proofs = [ProofTask(table, own[number].choice, report.better[number]) for number in order]
        for number, answer in partial.each("proof", proofs, workers.each):
            report.proved[order[number]] = answer
            if seconds is not None and time.monotonic() - began > seconds:
                break
            if time.monotonic() - said > OFTEN or len(report.proved) == len(proofs):
                said = time.monotonic()
                yield report.told("proving", (len(report.proved), len(proofs)))
        others = [moment for moment in found if moment.seat != me]
        starts = [frame for frame in frames if frame.move is None]
        every = list(moves(frames)) if luck.draws(panel) else []
        tasks: list[Task] = [
            *(ScreeningTask(table, moment.choice, all_judges=False) for moment in others),
            *(StartTask(table, frame.state, dice.seed(seed, "review", deal)) for deal, frame in enumerate(starts, 1)),
            *(
                DrawTask(table, state, played.action, dice.seed(seed, "review", deal, move))
                for deal, move, state, played in every
            ),
        ]
        for done, (number, answer) in enumerate(partial.each("split", tasks, workers.each), 1):
            if number < len(others):
                report.effects.append((others[number], answer))
            elif number < len(others) + len(starts):
                report.starts[number - len(others) + 1] = answer
            elif answer:
                deal, move, _, played = every[number - len(others) - len(starts)]
                report.draws.append((deal, move, played.seat, answer))
            if time.monotonic() - said > OFTEN:
                said = time.monotonic()
                yield report.told("splitting", (done, len(tasks)))
        yield report.told("whole")
