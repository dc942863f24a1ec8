"""What several reviewed matches tell together: whether the player lost less in the later ones, and against bots.

Figures are of one decision, at a stake of one, by one judge that judged all matches. Their errors are taken over deals,
so that they hold for other deals as well, not only for the dice of the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .. import dice, loading, record, registry
from ..core import action_text
from ..executors import spread
from ..intervals import FEW, by_groups
from ..options import bot_label
from ..text.formatting import unit_name
from . import proof, report_parts
from .corpus import act
from .positions import place_of
from .report_parts import Json, Match, Section, Table

PARTS = ("all", "kind", "phase")


class Loss(NamedTuple):
    """What one decision lost, at a stake of one."""

    match: int
    deal: int
    kind: str
    phase: str
    loss: float


class Work(NamedTuple):
    """A reviewed match, and the bots that are asked about its decisions."""

    path: str
    seat: int
    bots: tuple[str, ...]
    seed: int
    places: tuple[tuple[int, int], ...]
    """Deal and move, from 1, of each decision."""


def judge_of(reports: Sequence[Json]) -> str:
    """Return the first judge that judged all matches; "" if there is none."""
    names = [[judge["name"] for judge in report["judges"]] for report in reports]
    return next((name for name in names[0] if all(name in other for other in names)), "")


def trend(reports: Sequence[Json]) -> dict[str, Any]:
    """Return what was lost a decision in the first half of the matches and in the second, the oldest match first.

    {"judge", "matches": how many are in each half, "rows": [{"part": "all", "kind" or "phase", "name", "before",
    "after", "change", "se", "ci95"}]}, where "before" and "after" are those of `proof.mean_loss`; what only one half
    has is left out. "se" and "ci95" are None where there are fewer than FEW deals.
    """
    judge, half = judge_of(reports), len(reports) // 2
    halves = [_losses(reports[:half], judge), _losses(reports[half:], judge)]
    rows = []
    for part in PARTS:
        for name in _names(halves[0] + halves[1], part):
            sides = [[one for one in losses if _named(one, part) == name] for losses in halves]
            if all(sides):
                before, after = (by_groups(_by_deal(losses), FEW) for losses in sides)
                change = after.minus(before)
                rows.append(
                    {
                        "part": part,
                        "name": name,
                        "before": _mean(sides[0]),
                        "after": _mean(sides[1]),
                        "change": change.mean,
                        "se": change.se,
                        "ci95": change.interval,
                    }
                )
    return {"judge": judge, "matches": [half, len(reports) - half], "rows": rows}


def against(
    paths: Sequence[Path],
    reports: Sequence[Json],
    bots: Sequence[str],
    *,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[dict[str, Any]]:
    """Return what bots would have lost in the same decisions, asked about what the player saw.

    For each bot {"bot", "judge", "rows": [{"part": "all", "kind" or "phase", "name", "n", "other": how often it would
    have done something that is not equal, "mine", "its", "less", "se", "ci95"}]}: "mine" is the player's loss a
    decision, "less" how much less the bot would have lost, in the worlds in which the judge compared all actions, with
    its standard error and interval over deals, which are None if there are fewer than FEW.

    Raises Refusal if a bot cannot play by the rules of a match, or fails.
    """
    judge = judge_of(reports)
    work = []
    for path, report in zip(paths, reports, strict=True):
        for bot in bots:
            registry.check(report["game"], bot, report["rules"])
        places = tuple((row["deal"], row["move"]) for _, row in _rows([report], judge))
        work.append(Work(str(path), report["seat"], tuple(bots), report["seed"], places))
    answers = dict[int, list[dict[str, str]]]()
    for number, found in spread(ask, work, jobs, bots):
        answers[number] = found
        progress(len(answers), len(work))
    told = [one for number in range(len(work)) for one in answers[number]]
    own = _losses(reports, judge)
    out = []
    for bot in bots:
        gains, other = list[Loss](), list[bool]()
        for one, (_, row), answer in zip(own, _rows(reports, judge), told, strict=True):
            values = row["judges"][judge]["values"]
            played = next(action for action in row["alike"] if action in values)
            gains.append(one._replace(loss=(values[answer[bot]] - values[played]) / row["stake"]))
            other.append(answer[bot] != played)
        out.append({"bot": bot, "judge": judge, "rows": _compared(own, gains, other)})
    return out


def ask(asked: Work) -> list[dict[str, str]]:
    """Return for each decision what each bot would do: of actions that are equal the first one, as text."""
    header, _, game, frames = record.load(Path(asked.path))
    alike = loading.load(registry.judging(header.game).alike)
    found = []
    for deal, move in asked.places:
        seen = game.observe(frames[place_of(frames, deal, move)].state, asked.seat)
        same = alike(game, seen)
        answers = {}
        for bot in asked.bots:
            agent = registry.cached_agent(header.game, header.rules, game.seats, bot)
            action = act(game, agent, seen, dice.seed(asked.seed, "against", bot), deal)
            answers[bot] = action_text(game, same[action])
        found.append(answers)
    return found


def _rows(reports: Sequence[Json], judge: str) -> Iterator[tuple[int, Json]]:
    """Yield the decisions that this judge has judged, each with the number of its match."""
    for number, report in enumerate(reports):
        for deal in report["deals"]:
            for row in deal["decisions"]:
                if judge in row["judges"]:
                    yield number, row


def _losses(reports: Sequence[Json], judge: str) -> list[Loss]:
    return [
        Loss(number, row["deal"], row["kind"], row["phase"], row["judges"][judge]["loss"] / row["stake"])
        for number, row in _rows(reports, judge)
    ]


def _named(one: Loss, part: str) -> str:
    return "" if part == "all" else str(getattr(one, part))


def _names(losses: Sequence[Loss], part: str) -> list[str]:
    """Return the kinds or phases, the most frequent first."""
    names = [_named(one, part) for one in losses]
    return sorted(dict.fromkeys(names), key=lambda name: -names.count(name))


def _by_deal(losses: Sequence[Loss]) -> list[tuple[tuple[int, int], float]]:
    return [((one.match, one.deal), one.loss) for one in losses]


def _mean(losses: Sequence[Loss]) -> dict[str, Any]:
    return proof.mean_loss(_by_deal(losses))


def _compared(own: Sequence[Loss], gains: Sequence[Loss], other: Sequence[bool]) -> list[dict[str, Any]]:
    rows = []
    for part in PARTS:
        for name in _names(own, part):
            inside = [place for place, one in enumerate(own) if _named(one, part) == name]
            mine, less = (_mean([part_[place] for place in inside]) for part_ in (own, gains))
            rows.append(
                {
                    "part": part,
                    "name": name,
                    "n": mine["n"],
                    "other": sum(other[place] for place in inside),
                    "mine": mine["mean"],
                    "its": mine["mean"] - less["mean"],
                    "less": less["mean"],
                    "se": less["se"],
                    "ci95": less["ci95"],
                }
            )
    return rows


# --- in words -----------------------------------------------------------------------------------


def sections(reports: Sequence[Json], bots: Sequence[Json], named: report_parts.Named) -> list[Section]:
    """Return what `trend` and `against` found, as sections of a `report_text`; the trend only of several matches."""
    one = report_parts.match(reports[0], named)
    factor, at = report_parts.stake(report_parts.match(report, named) for report in reports)
    found = [_over_time(one, trend(reports), factor, at)] if len(reports) > 1 else []
    return [*found, *(_against(one, compared, factor, at) for compared in bots)]


def _over_time(one: Match, found: Json, factor: float, at: str) -> Section:
    before, after = found["matches"]
    rows = []
    for row in _each_once(one, found["rows"]):
        cells = [
            cell
            for half in (row["before"], row["after"])
            for cell in (
                str(half["n"]),
                f"{one.size(factor * half['mean'])} {_margin(one, factor, half, 'mean')}".rstrip(),
            )
        ]
        rows.append((_name(one, row), *cells, one.figure(factor * row["change"]), _margin(one, factor, row, "change")))
    unit, first = unit_name(one.report["unit"]), "match" if before == 1 else f"{before} matches"
    lines = (
        f"Loss per decision in {unit}{at}, in the first {first} and in the last {'one' if after == 1 else after}; "
        "a change below 0 is an improvement.",
    )
    head = ("", "n", "first", "n", "last", "change", "95%")
    return Section("Over time", lines, Table(head, tuple(rows)), None, _notes(one, found["judge"]))


def _against(one: Match, found: Json, factor: float, at: str) -> Section:
    rows = [
        (
            _name(one, row),
            str(row["n"]),
            str(row["other"]),
            one.size(factor * row["mine"]),
            one.size(factor * row["its"]),
            one.figure(factor * row["less"]),
            _margin(one, factor, row, "less"),
        )
        for row in _each_once(one, found["rows"])
    ]
    unit, bot = unit_name(one.report["unit"]), bot_label(found["bot"])
    lines = (
        f"Loss per decision in {unit}{at}. {bot} was asked about the same decisions; otherwise counts how often it "
        "would have acted differently.",
    )
    head = ("", "n", "otherwise", one.me, bot, "saved", "95%")
    notes = _notes(one, found["judge"], bot)
    return Section(f"{bot} in the same decisions", lines, Table(head, tuple(rows)), None, notes)


def _margin(one: Match, factor: float, row: Json, mean: str) -> str:
    return one.margin(factor * (row["ci95"][1] - row[mean])) if row["ci95"] else ""


def _each_once(one: Match, rows: Sequence[Json]) -> Iterator[Json]:
    """Yield the rows, but no phase that is the same as a kind: of bids, for example."""
    told = set[str]()
    for row in rows:
        text = str((_name(one, row), {key: value for key, value in row.items() if key not in ("part", "name")}))
        if text not in told:
            yield row
        told.add(text)


def _name(one: Match, row: Json) -> str:
    if row["part"] == "all":
        return "all decisions"
    return one.kind(row["name"]) if row["part"] == "kind" else str(row["name"])


def _notes(one: Match, name: str, bot: str = "") -> tuple[str, ...]:
    """Return who judged, and what to be careful of."""
    judge = next(judge for judge in one.report["judges"] if judge["name"] == name)
    notes = [f"By {name} ({judge['summary']}); ± is the 95% interval over deals, given from {FEW} deals on."]
    if bot and report_parts.plays_as(one.report["game"], judge, bot):
        notes.append(f"This judge plays like {bot} and is likely to agree with it.")
    return tuple(notes)
