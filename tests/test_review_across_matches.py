"""What several reviews tell together: the change over time, and what a bot would have lost in the same decisions."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest

from cardtui import record, registry, words
from cardtui.core import action_text
from cardtui.games.tricks.judging import alike
from cardtui.games.tricks.rules import Tricks
from cardtui.review import across_matches, judges, report_parts, report_text
from cardtui.review.corpus import act

from .test_review_report import OPINIONATED, TRICKS, judged_by, last

__all__ = ["judged_by"]


@pytest.fixture
def report(judged_by: Any) -> dict[str, Any]:
    judged_by(OPINIONATED)
    return last(TRICKS, seat=1, seed=3)


def test_several_reviews(report: dict[str, Any]) -> None:
    _the_change_over_time(report)
    _a_bot_in_the_same_decisions(report)
    judge = report["judges"][0]
    other = report | {"judges": [judge | {"name": "another"}], "not_asked": [judge | {"knows_rules": False}]}
    assert across_matches.judge_of([report, other]) == ""
    told = {section.title: section for section in report_text.sections([report, other], words.names)}
    (note,) = told["Where the result came from"].notes
    assert "from the start by opinionated in match 1 (somebody) and another in match 2 (somebody). " in note
    assert "opinionated was not asked in match 2: it does not know these rules." in told["How this was judged"].lines


def _the_change_over_time(report: dict[str, Any]) -> None:
    rows = [row for deal in report["deals"] for row in deal["decisions"]]
    worse = {
        **report,
        "deals": [{**deal, "decisions": [_dearer(row) for row in deal["decisions"]]} for deal in report["deals"]],
    }
    found = across_matches.trend([report, report, worse])
    assert found["matches"] == [1, 2] and found["judge"] == "opinionated"
    told = {(row["part"], row["name"]): row for row in found["rows"]}
    assert told["all", ""]["before"]["n"] == len(rows)
    for kind in ("lead", "follow"):
        losses = [row["judges"]["opinionated"]["loss"] for row in rows if row["kind"] == kind]
        row = told["kind", kind]
        assert row["before"]["mean"] == pytest.approx(fmean(losses)) and row["after"]["n"] == 2 * len(losses)
        assert row["change"] == pytest.approx(0.5)  # one match alike, one dearer by 1 a decision
        assert row["se"] is None  # four deals tell too little
    many = across_matches.trend([report] * 3 + [worse] * 3)
    assert all(row["se"] > 0 for row in many["rows"] if row["part"] == "all")


def _dearer(row: dict[str, Any]) -> dict[str, Any]:
    return row | {"judges": {name: by | {"loss": by["loss"] + 1} for name, by in row["judges"].items()}}


def _a_bot_in_the_same_decisions(report: dict[str, Any]) -> None:
    """It is asked what the player saw, and its loss differs by what the judge gives for its action."""
    (found,) = across_matches.against([TRICKS], [report], ["first"])
    _, _, game, frames = record.load(TRICKS)
    assert isinstance(game, Tricks)
    first, gains, otherwise = registry.agent(game, "first"), [], 0
    starts = [place for place, frame in enumerate(frames) if frame.move is None]
    for deal in report["deals"]:
        for row in deal["decisions"]:
            seen = game.observe(frames[starts[row["deal"] - 1] + row["move"] - 1].state, 1)
            values = row["judges"]["opinionated"]["values"]
            answer = action_text(game, alike(game, seen)[act(game, first, seen)])
            played = next(action for action in row["alike"] if action in values)
            gains.append(values[answer] - values[played])
            otherwise += answer != played
    row = found["rows"][0]
    assert row["less"] == pytest.approx(fmean(gains)) and row["its"] == pytest.approx(row["mine"] - row["less"])
    assert (row["n"], row["other"]) == (len(gains), otherwise)
    told = {section.title: section for section in across_matches.sections([report, report], [found], words.names)}
    assert told["first in the same decisions"].table
    assert (
        told["Over time"].lines[0].startswith("Loss per decision in points, in the first match and in the last one; ")
    )


def test_a_judge_that_plays_as_the_player_under_review_is_known() -> None:
    report = {"game": "yaniv", "rules": "paper", "players": ["human", "yaniv-td"], "seat": 1}
    judge = {"bot": "yaniv-td", "weights": registry.version("yaniv", "yaniv-td")}
    assert report_parts.match(report, words.names).own(judge)
    assert not report_parts.match(report, words.names).own(judge | {"weights": "trained anew"})
    assert not report_parts.match(report, words.names).own({"bot": "greedy", "weights": ""})
    assert not report_parts.match(report | {"seat": 0}, words.names).own(judge)


def test_a_phase_that_is_a_kind_is_told_once() -> None:
    path = TRICKS.with_name("schafkopf-club-4.jsonl")
    report = last(path, judges=("fast",), seat=0)
    (found,) = across_matches.against([path], [report], ["rule-based"])
    assert {(row["part"], row["name"]) for row in found["rows"]} >= {("kind", "bid"), ("phase", "bids")}
    told = across_matches.sections([report], [found], words.names)[-1]
    assert told.table and [row[0] for row in told.table.rows].count("bids") == 1


@pytest.mark.parametrize(
    ("game", "bot", "judge", "same"),
    [
        ("yaniv", "greedy", "greedy", True),
        ("yaniv", "random", "greedy", False),
        ("schafkopf", "ppo-search", "ppo", True),
        ("schafkopf", "rule-based", "solver", False),
        ("zsy", "dmc-search", "dmc", True),
        ("98", "gap", "gap", True),
    ],
)
def test_a_judge_without_weights_agrees_with_the_bot_that_it_plays_as(
    game: str, bot: str, judge: str, same: bool
) -> None:
    """A bot that searches with another's weights is likely to agree with that one, too."""
    panel = judges.panel_of(game, registry.game(game).spec, registry.game(game).seats)
    (one,) = (one for one in panel.judges if one.entry.name == judge)
    assert report_parts.plays_as(game, {"bot": one.entry.bot, "weights": one.weights}, bot) is same
