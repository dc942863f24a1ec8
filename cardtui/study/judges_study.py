"""`cardtui reproduce review`: the checks that a judge has to pass before it grades people, for every game.

Each table has a row for each game and bot, judge or phase; each claim says what has to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from .. import registry
from ..core import Refusal, quoted
from ..executors import spread
from ..intervals import Estimate, by_groups, estimate, share_by_groups
from ..review import proof
from ..text.formatting import counted
from .acceptance import CHECKS, Trial, try_out

SEED = 21
DEALS = {"order": 200, "planted": 400, "coverage": 100, "innocent": 1000, "true": 1000, "luck": 10_000}
"""Deals in each check at full scale, where a game does not declare fewer (`Judging.trials`)."""
EVENING = 150
"""Decisions of an evening."""
ACCUSED = 0.05
"""The largest share of evenings in which somebody who lost nothing may be accused."""

Row = dict[str, Any]
Study = dict[str, Any]


def reproduce(
    jobs: int, progress: Callable[[tuple[int, int, dict[str, float]]], None], table: str | None, scale: float
) -> Study:
    """Return {"seed", "tables", "claims", "graphs"}, with `table` only those of one check, one game, or GAME-CHECK.

    `scale` is the share of the deals. Raises Refusal for an unknown table.
    """
    games = [name for name in registry.games() if registry.judging(name).tested]
    asked = [(name, check) for name in games for check in CHECKS if table in (None, name, check, f"{name}-{check}")]
    if not asked:
        known = ", ".join((*CHECKS, *games))
        raise Refusal(f"the study has no table {quoted(table)}; there are {known}, and both, such as {games[0]}-luck")
    trials = [trial for name, check in asked for trial in _trials(name, check, scale)]
    rows: list[list[Row]] = [[] for _ in trials]
    for done, (number, found) in enumerate(spread(try_out, trials, jobs), 1):
        rows[number] = found
        progress((done, len(trials), {}))
    tables, claims = [], []
    for name, check in asked:
        played = [
            (trial, row)
            for trial, found in zip(trials, rows, strict=True)
            for row in found
            if (trial.game, trial.check) == (name, check)
        ]
        if played:
            new_tables, new_claims = SUMMARIES[check](name, played)
            tables += new_tables
            claims += new_claims
    return {"seed": SEED, "tables": tables, "claims": claims, "graphs": []}


def _trials(name: str, check: str, scale: float) -> Iterator[Trial]:
    """Yield the deals of a check. All bots are judged in "order", the first in the others."""
    judging = registry.judging(name)
    tested = judging.tested
    game = registry.game(name)
    deals = judging.trials.get(check, DEALS[check])
    for number in range(max(2, round(deals * scale))):
        for bot in tested if check == "order" else tested[:1]:
            yield Trial(check, name, game.spec, game.seats, bot, tested[0], SEED, number)


Played = Sequence[tuple[Trial, Row]]
Summary = tuple[list[Row], list[Row]]


def _order(name: str, played: Played) -> Summary:
    bots = list(dict.fromkeys(trial.bot for trial, _ in played))
    results = {bot: [row["result"] for trial, row in played if trial.bot == bot] for bot in bots}
    judges = list(played[0][1]["losses"])
    losses = {
        (bot, judge): [row["losses"][judge] for trial, row in played if trial.bot == bot]
        for bot in bots
        for judge in judges
    }
    bots.sort(key=lambda bot: -sum(results[bot]))
    deals, unit = len(results[bots[0]]), registry.game(name).unit
    cells = [
        [
            figure
            for values in (results[bot], *(losses[bot, judge] for judge in judges))
            for figure in _told(estimate(values))
        ]
        for bot in bots
    ]
    columns = ["result", "±", *(title for judge in judges for title in (f"loss by {judge}", "±"))]
    claims = []
    for judge in judges:
        agree = against = 0
        for better, worse in combinations(bots, 2):
            result = estimate([a - b for a, b in zip(results[better], results[worse], strict=True)])
            loss = estimate([a - b for a, b in zip(losses[better, judge], losses[worse, judge], strict=True)])
            if result.mean > result.margin and abs(loss.mean) > loss.margin:
                agree, against = agree + (loss.mean < 0), against + (loss.mean > 0)
        pairs = len(bots) * (len(bots) - 1) // 2
        text = (
            f"{name}: {judge} orders the bots as their results do; {agree} of {pairs} pairs agree, {against} contradict"
        )
        claims.append(_claim(text, float(against), None, against == 0 if agree or against else None))
    return [_table(f"{name}: loss of a deal by judge", unit, bots, columns, cells, deals)], claims


def _planted(name: str, played: Played) -> Summary:
    found = [(trial.number, row["found"]) for trial, row in played]
    cells = [
        [float(sum(row["mark"] == mark for _, row in played)) / len(played)]
        for mark in ("??", "?", "?!", "unclear", "fine")
    ]
    share, *interval = share_by_groups(found)
    table = _table(
        f"{name}: planted mistakes", "share", ["??", "?", "?!", "unclear", "fine"], ["marked"], cells, len(found)
    )
    text = f"{name}: most planted mistakes of the size of ? or more are found"
    return [table], [_claim(text, share, interval, _decided(interval[0] > 0.5, interval[1] < 0.5))]


def _coverage(name: str, played: Played) -> Summary:
    kinds = list(dict.fromkeys((row["judge"], row["phase"]) for _, row in played))
    cells, claims = [], []
    for judge, phase in kinds:
        covers = [row["covers"] for _, row in played if (row["judge"], row["phase"]) == (judge, phase)]
        cells.append([sum(covers) / len(covers), float(len(covers))])
    for judge in dict.fromkeys(judge for judge, _ in kinds):
        share, *interval = share_by_groups(
            [(trial.number, row["covers"]) for trial, row in played if row["judge"] == judge]
        )
        claims.append(
            _claim(f"{name}: intervals of {judge} hold the truth in 95% or more", share, interval, interval[1] >= 0.95)
        )
    rows = [f"{judge}, {phase}" for judge, phase in kinds]
    return [_table(f"{name}: coverage", "share", rows, ["holds", "intervals"], cells, len(played))], claims


def _innocent(name: str, played: Played) -> Summary:
    """Count accusations of decisions in which nothing was lost; marks of an evening are cut as a review cuts them."""
    innocent = [(trial.number, row) for trial, row in played if not row["guilty"]]
    kept = [
        sure
        for start in range(0, len(innocent), EVENING)
        for sure in proof.false_discoveries([row["p"] for _, row in innocent[start : start + EVENING]])
    ]
    accused = [(row["phase"], deal, row["accused"] and sure) for (deal, row), sure in zip(innocent, kept, strict=True)]
    phases, cells = list(dict.fromkeys(phase for phase, _, _ in accused)), []
    for phase in [*phases, ""]:
        told = [found for of, _, found in accused if phase in ("", of)]
        cells.append([float(sum(told)), float(len(told))])
    evening, *interval = (part * EVENING for part in share_by_groups([(deal, found) for _, deal, found in accused]))
    text = (
        f"{name}: whoever always takes the best is accused in at most 5% of evenings of {EVENING} decisions"
        f" ({played[0][0].rules}); {counted(len(played) - len(innocent), 'decision')} left out that lost something"
        " after all"
    )
    table = _table(f"{name}: false accusations", "decisions", [*phases, "all"], ["accused", "of"], cells, len(innocent))
    return [table], [_claim(text, evening, interval, _decided(interval[1] <= ACCUSED, interval[0] > ACCUSED))]


def _true(name: str, played: Played) -> Summary:
    phases, cells = list(dict.fromkeys(row["phase"] for _, row in played)), []
    for phase in [*phases, ""]:
        rows = [(trial.number, row) for trial, row in played if phase in ("", row["phase"])]
        said, came = (by_groups([(deal, row[what]) for deal, row in rows]) for what in ("said", "came"))
        cells.append([*_told(said), *_told(came), float(len(rows))])
    gap = by_groups([(trial.number, row["came"] - row["said"]) for trial, row in played])  # a deal's decisions depend
    text = f"{name}: losses come true: the better action gains what was said"
    table = _table(
        f"{name}: losses said and come true",
        registry.game(name).unit,
        [*phases, "all"],
        ["said", "±", "came", "±", "n"],
        cells,
        len(played),
    )
    return [table], [_claim(text, gap.mean, gap.interval, abs(gap.mean) <= gap.margin)]


def _luck(name: str, played: Played) -> Summary:
    luck, result = estimate([row["luck"] for _, row in played]), estimate([row["result"] for _, row in played])
    cells = [_told(result), _told(luck)]
    table = _table(f"{name}: luck", registry.game(name).unit, ["result", "luck"], ["a deal", "±"], cells, len(played))
    return [table], [_claim(f"{name}: luck is 0 on average", luck.mean, luck.interval, abs(luck.mean) <= luck.margin)]


SUMMARIES: dict[str, Callable[[str, Played], Summary]] = {
    "order": _order,
    "planted": _planted,
    "coverage": _coverage,
    "innocent": _innocent,
    "true": _true,
    "luck": _luck,
}


def _told(found: Estimate) -> list[float | None]:
    """Return a mean and half its 95% interval; None if that is unknown, as of a single deal."""
    return [found.mean, None if found.se is None else found.margin]


def _table(name: str, unit: str, rows: list[str], columns: list[str], cells: list[list[Any]], n: int) -> Row:
    return {
        "name": name,
        "unit": unit,
        "rows": rows,
        "columns": columns,
        "source": [],
        "ours": cells,
        "n": n,
        "interval": "95%",
    }


def _decided(shown: bool, refuted: bool) -> bool | None:
    """Return whether a claim holds: None, which is open, if it is neither shown nor refuted."""
    return shown if shown or refuted else None


def _claim(text: str, figure: float, interval: Any, holds: bool | None) -> Row:
    """Return a claim; `holds` is None if there are too few deals to tell."""
    return {"text": text, "figure": figure, "interval": interval and list(interval), "holds": holds}
