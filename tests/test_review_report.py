"""The report of a review: its sums, its figures made again, what is told of it, where it is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from html.parser import HTMLParser
from math import fsum
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from cardtui import registry, settings, words
from cardtui.core import Action, Game, Refusal, parse_action
from cardtui.entries.judging import JudgeEntry, Judging
from cardtui.json_forms import observation_from_json
from cardtui.review import cache, export, judges, match_review, report_parts, report_text, verdicts
from cardtui.review.verdicts import Choice

from .cli.common import saved

RECORDS = sorted((Path(__file__).parent / "records").glob("*.jsonl"))
TRICKS = next(path for path in RECORDS if path.name == "tricks-tricks-2.jsonl")
DOC = (Path(__file__).parent.parent / "docs" / "review.md").read_text()


class AnyValues:
    """A judge whose values mean nothing, so that what holds for it holds for every judge."""

    def __init__(self, game: Game[Any]) -> None:
        self.seats = game.seats

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        return [
            [[Random(f"{seed} {action} {seat}").random() for seat in range(self.seats)] for action in actions]
            for seed in seeds
        ]


class Opinionated(AnyValues):
    """A judge for whom some actions are better than others, and who values each world and its dice differently."""

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        dices = [Random(f"{seed} {state}") for state, seed in zip(states, seeds, strict=True)]
        return [[[Random(str(action)).random() + rng.gauss() / 3] * self.seats for action in actions] for rng in dices]


ANY = JudgeEntry("any", AnyValues, "nobody", 4, 8)
OPINIONATED = JudgeEntry("opinionated", Opinionated, "somebody", 16, 120)


@pytest.fixture
def judged_by(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A function that puts one judge in place of each game's own."""
    real = registry.judging

    def put(entry: JudgeEntry) -> None:
        def judging(game: str) -> Judging:
            return replace(real(game), judges=(entry,), marks=(0.05, 0.1, 0.25))

        monkeypatch.setattr(registry, "judging", judging)
        judges.panel_of.cache_clear()

    yield put
    judges.panel_of.cache_clear()


def last(path: Path, **asked: Any) -> dict[str, Any]:
    *_, report = match_review.review(path, **asked)
    return report


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_parts_add_up_to_the_result(path: Path, judged_by: Any) -> None:
    judged_by(ANY)
    report = last(path, seat=0, seconds=0)
    split = [deal for deal in report["deals"] if deal["result"] is not None]
    assert split
    for deal in split:
        parts = [deal["fair"], deal["cards"], deal["lay"], deal["mine"], *deal["others"].values()]
        assert fsum(parts) == pytest.approx(deal["result"], abs=1e-9)
    about = report["summary"]
    parts = [about["fair"], about["cards"], about["lay"], about["mine"], *about["others"].values()]
    assert fsum(parts) == pytest.approx(about["result"], abs=1e-9)
    sections = {one.title: one for one in report_text.sections([report], words.names)}
    (note,) = sections["Where the result came from"].notes
    assert (note.startswith("Before the deal: ") and "), less the part before the deal. Hidden" in note) == (
        about["fair"] != 0
    )
    told = sections["Deal by deal"].table
    assert told and ("others" in told.head) == (len(report["players"]) > 1)
    for row, deal in zip(told.rows, report["deals"], strict=True):
        *shares, result = [float(cell) for cell in row[1:-1] if cell]
        assert fsum(shares) == pytest.approx(result, rel=0.02, abs=0.03 + 0.005 * fsum(map(abs, shares)))
        assert result == pytest.approx(deal["result"], rel=0.01)


def test_a_judge_that_sees_all_hands_proves_nothing_alone(judged_by: Any) -> None:
    judged_by(OPINIONATED._replace(sees_all_hands=True))
    found = last(TRICKS, seat=1, seed=3)
    rows = [row for deal in found["deals"] for row in deal["decisions"]]
    assert any(row.get("bound", 0.0) > 0 for row in rows)
    assert {row["mark"] for row in rows} == {"unclear", "fine"} and {row.get("p", 1.0) for row in rows} == {1.0}


@pytest.fixture
def report(judged_by: Any) -> dict[str, Any]:
    """The review of a match in which the judge finds mistakes."""
    judged_by(OPINIONATED)
    return last(TRICKS, seat=1, seed=3)


def test_a_report(report: dict[str, Any]) -> None:
    """One report serves several checks, since it takes a while to make."""
    assert report == json.loads(json.dumps(report))
    _figures_come_again_from_the_seed(report)
    report["deals"][0]["draws"] = [{"move": 1, "seat": 1, "cards": ["7a"], "luck": 0.5, "se": 0.1}]
    _every_field_is_described(report)
    _what_is_told(report)
    _what_is_written(report)
    _several_matches(report)


def _figures_come_again_from_the_seed(report: dict[str, Any]) -> None:
    seated = judges.panel_of(report["game"], report["rules"], len(report["players"]))
    rows = [row for deal in report["deals"] for row in deal["decisions"] if "proof" in row]
    assert {row["mark"] for row in rows} >= {"??", "unclear"}
    for row in rows[:3]:
        seen = observation_from_json(seated.game, row["observation"])
        choice = Choice(seen, parse_action(seated.game, row["played"]), row["seed"])
        screened = verdicts.screen(seated, choice, seated.judges)["opinionated"]
        assert {seated.text(action): value for action, value in screened.values.items()} == row["judges"][
            "opinionated"
        ]["values"]
        assert screened.loss.mean == row["judges"]["opinionated"]["loss"]
        for action, (low, high) in screened.gains.items():
            more = screened.values[action] - screened.values[seated.choices(seen)[choice.played]]
            assert low <= more <= high
        found = verdicts.prove(seated, choice, parse_action(seated.game, row["better"]), seated.judges)["opinionated"]
        assert [found.mean, found.low, found.high, found.p] == [
            *(row["proof"]["opinionated"][part] for part in ("loss", "low", "high")),
            row["p"],
        ]
        assert row["bound"] == found.low


def _every_field_is_described(report: dict[str, Any]) -> None:
    """The page names every field, and no other."""
    names, parts = set[str](), [report]
    while parts:
        part = parts.pop()
        inside: list[Any] = []
        for key, value in part.items():
            names.add(key)
            if key not in (
                "observation",
                "values",
                "gains",
                "shares",
                "won",
                "others",
                "marks",
            ):  # keyed by actions, seats, marks
                inside += value if isinstance(value, list) else [value]
        parts += [value for value in inside if isinstance(value, dict)]
    told = set(re.findall(r"^\| `(\w+)` \|", DOC.partition("## The report")[2], re.MULTILINE))
    assert names - {"opinionated", "knows_rules"} == told


def _what_is_told(report: dict[str, Any]) -> None:
    found = {section.title: section for section in report_text.sections([report], words.names)}
    mistakes = found["Mistakes, worst first"].table
    assert mistakes
    marked = [row for deal in report["deals"] for row in deal["decisions"] if row["mark"] in verdicts.MARKS]
    assert len(mistakes.rows) == len(marked)
    worst = max(marked, key=lambda row: row["bound"])
    assert mistakes.rows[0][1:3] == (str(worst["deal"]), str(worst["move"]))
    assert mistakes.rows[0][4] == words.of("tricks").label(  # in the words of the game
        judges.panel_of("tricks", "tricks", 2).game,
        parse_action(judges.panel_of("tricks", "tricks", 2).game, worst["played"]),
    )
    result = found["Where the result came from"]
    assert isinstance(result.graph, report_parts.Bars)
    assert result.notes[0].startswith(
        "Cards: what the same deals bring when played from the start by opinionated (somebody). "
    )
    *shares, total = [value for _, value, _ in result.graph.rows]
    assert fsum(shares) == pytest.approx(total, abs=1e-9)
    assert any("There is only one judge" in line for line in found["How this was judged"].lines)
    exact = report["judges"][0]["screens"] == 1  # tricks hides nothing: there are no worlds to halve
    assert ["one half of its worlds" in line for line in found["By kind of decision"].lines] == [not exact]
    equal = 0
    for one, row in report_text.worst([report_parts.match(report, words.names)]):
        told = next(
            section
            for section in report_text.sections([report], words.names, whole=True)
            if section.title.startswith(f"{row['mark']} Deal {row['deal']}, move {row['move']}: ")
        )
        assert told.table
        assert [line[1] for line in told.table.rows if line[0] == "played"] == [one.label(row["played"])]
        equal += row["played"] not in row["judges"]["opinionated"]["values"]
        assert "95%" in told.notes[0] and "fresh worlds" in told.notes[0]
        assert "share of deals won" in told.notes[-1] or len(told.notes) == 1 + (found_better(dict(row)) > 0)
        seen = observation_from_json(one.game, row["observation"])
        for line, action in zip(told.lines[-2:], (row["played"], row["better"]), strict=True):
            assert line.endswith(f": {one.words.reason(one.game, seen, parse_action(one.game, action))}.")
            assert line.startswith(("Played ", "Better ")) and one.label(action) in line
        assert any("another may be just as good" in note for note in told.notes) == (found_better(dict(row)) > 0)
    assert equal  # what was played was judged as another action, which is equal to it
    assert "below 0, the action played was the better" in found["By kind of decision"].lines[0]
    few = report_text.sections([report | {"stage": "screened", "deals": [], "summary": _empty(report)}], words.names)
    assert few[1].lines == ("The results are not split yet.",)


def found_better(row: dict[str, Any]) -> int:
    """Return how many actions the judge values more than the one that is called better."""
    values = row["judges"]["opinionated"]["values"]
    return sum(value > values[row["better"]] for value in values.values())


def test_a_difference_that_is_known_exactly_has_no_interval() -> None:
    told = [one for one in report_text.sections([last(TRICKS, seed=3)], words.names, whole=True) if one.within]
    assert told
    for section in told:
        assert section.table and section.table.head[-1] == "exact, against played, 95%"  # no share of one world
        (note,) = section.notes
        assert note.endswith(" points more, exactly: only one world fits.")


def test_only_the_player_under_review_is_addressed(report: dict[str, Any]) -> None:
    """A bot's review calls its hand yours; the person on the other seat is not you there."""
    written = {
        whose: export.markdown(report_text.sections([report | {"players": players}], words.names, whole=True))
        for whose, players in (("bot's", ["human", "random"]), ("own", ["first", "human"]))
    }
    assert "under review: Ada, seat 2" in written["bot's"] and "| Player 1's play |" in written["bot's"]
    assert "As Ada sees it:" in written["bot's"] and "Your hand" in written["bot's"]
    assert not re.search(r"\bYou\b", written["bot's"])
    assert "sees it:" not in written["own"] and "under review: You, seat 2" in written["own"]


def test_marks_are_set_by_the_smallest_losses(judged_by: Any) -> None:
    """The decisions and their seeds are the same, and each review is kept by itself."""
    judged_by(OPINIONATED)
    path = saved()
    usual, strict = (
        list(cache.review(cache.Request(str(path), seat=1, seed=3, marks=marks)))[-1]
        for marks in ((), (0.05, 0.1, 5.0))
    )
    assert strict["marks"] == {"?!": 0.05, "?": 0.1, "??": 5.0} != usual["marks"]
    assert len(list(settings.reviews_dir().glob("*.json"))) == 2
    rows = [[row for deal in one["deals"] for row in deal["decisions"]] for one in (usual, strict)]
    assert [row["seed"] for row in rows[0]] == [row["seed"] for row in rows[1]]
    marked = [{row["move"]: row["mark"] for row in found if row["mark"] in verdicts.MARKS} for found in rows]
    dear = {move for move, mark in marked[0].items() if mark == "??"}
    assert dear and {marked[1][move] for move in dear} == {"?"}


def test_worlds_that_are_not_equally_likely_are_told_by_what_they_are_worth(report: dict[str, Any]) -> None:
    def notes() -> list[str]:
        found = report_text.sections([report], words.names, whole=True)
        return [section.notes[0] for section in found if section.within]

    assert not any("worth" in note for note in notes())
    for row in (row for deal in report["deals"] for row in deal["decisions"] if "proof" in row):
        row["proof"]["opinionated"] |= {"worlds": 90, "n_eff": 81.6}
    assert all(note.endswith(", in 90 fresh worlds, worth 82 equally likely ones.") for note in notes()) and notes()


def test_mistakes_are_counted_by_size(report: dict[str, Any]) -> None:
    report["summary"]["marks"] = {"?!": 3, "?": 0, "??": 2, "unclear": 4}
    count = len(report_text.worst([report_parts.match(report, words.names)]))
    (line, *_) = report_text.mistakes([report_parts.match(report, words.names)] * 2).lines
    assert line.startswith(f"{2 * count} mistakes (4 ??, 6 ?!) in ") and " 8 unclear." in line


def test_what_is_listed_first_costs_most_whatever_the_stake() -> None:
    doubled, plain = ({"mark": "??", "bound": bound, "stake": stake} for bound, stake in ((976.0, 4.0), (651.0, 1.0)))
    one = report_parts.Match(
        {"deals": [{"decisions": [plain, doubled]}]}, cast(Any, None), cast(Any, None), cast(Any, None), ()
    )
    assert [row["bound"] for _, row in report_text.worst([one])] == [976.0, 651.0]


def test_losses_are_told_at_the_stake_of_all_deals_if_there_is_one(report: dict[str, Any]) -> None:
    """In Yaniv with points all deals count 25 times: its marks were told as .02 points, beside losses of 3."""
    rows = [row for deal in report["deals"] for row in deal["decisions"]]
    for row in rows:
        row["stake"] = 25.0
    report["summary"]["marks"] = dict.fromkeys((*verdicts.MARKS, verdicts.UNCLEAR), 0)

    def marks() -> str:
        return report_text.mistakes([report_parts.match(report, words.names)]).notes[0]

    assert marks() == "Marks, by the least loss that every judge proves, in points: ?! 1.25, ? 2.50, ?? 6.25."
    rows[0]["stake"] = 50.0
    assert "in points at a stake of one: ?! 0.05, ? 0.10, ?? 0.25; with a higher stake they grow" in marks()


def test_what_rounds_to_zero_has_no_sign_on_the_page() -> None:
    bars = report_parts.Section("Sum", graph=report_parts.Bars((("more", -0.001, None), ("result", 0.0, None)), "wins"))
    assert ">0.00<" in export.html([bars]) and "-0.00" not in export.html([bars])


def _empty(report: dict[str, Any]) -> dict[str, Any]:
    return report["summary"] | {"split_deals": 0, "by_kind": [], "by_phase": []}


class Page(HTMLParser):
    """What matters of a page: its tags are closed in order, and nothing is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href", "onclick"} & {name for name, _ in attrs}
        assert tag not in ("script", "link", "iframe", "img")
        self.seen.append(tag)
        if tag not in ("meta", "path", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def _what_is_written(report: dict[str, Any]) -> None:
    sections = report_text.sections([report | {"file": "<b>|x"}], words.names, whole=True)
    page = Page()
    text = export.html(sections)
    page.feed(text)
    assert page.open == []
    assert page.seen.count("svg") == 2
    assert page.seen.count("details") == sum(report["summary"]["marks"][mark] for mark in verdicts.MARKS)
    assert "&lt;b&gt;" in text
    assert "://" not in text
    assert "prefers-color-scheme: dark" in text
    written = export.markdown(sections)
    assert r"\<b\>\|x" in written
    assert written.startswith("# Tricks:deals=4: ")
    tables = [line for line in written.splitlines() if line.startswith("|")]
    assert len(tables) > 10


def _several_matches(report: dict[str, Any]) -> None:
    found = {section.title: section for section in report_text.sections([report, report], words.names)}
    trend = found["Match by match"].table
    assert trend
    assert [row[0] for row in trend.rows] == ["1", "2"] and trend.head[0] == "match"
    sizes = [max(map(len, column)) for column in zip(trend.head, *trend.rows, strict=True)]
    assert sum(sizes) + 2 * len(sizes) <= 80
    about = next(iter(found.values())).lines
    assert [line.startswith(f"match {number}, {TRICKS.name}: ") for number, line in enumerate(about, 1)] == [True] * 2
    mistakes = found["Mistakes, worst first"].table
    assert mistakes
    assert mistakes.head[1] == "match"
    assert len(mistakes.rows) == 2 * sum(report["summary"]["marks"][mark] for mark in verdicts.MARKS)


def test_a_result_is_kept_until_something_changes(judged_by: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    judged_by(ANY)
    path = saved()
    first = list(cache.review(cache.Request(str(path))))
    assert first[-1]["stage"] == "whole"
    (file,) = settings.reviews_dir().glob("*.json")
    made: list[Path] = []
    review = match_review.review

    def counted(path: Path, **asked: Any) -> Iterator[dict[str, Any]]:
        made.append(path)
        return review(path, **asked)

    monkeypatch.setattr(match_review, "review", counted)
    assert list(cache.review(cache.Request(str(path)))) == first[-1:]
    assert not made
    file.write_text("{")
    assert list(cache.review(cache.Request(str(path))))[-1] == first[-1]
    list(cache.review(cache.Request(str(path), seed=1)))
    path.write_bytes(path.read_bytes() + b'{"quit":"left"}\n')
    list(cache.review(cache.Request(str(path))))
    assert len(made) == 3
    monkeypatch.setattr(cache, "MOST", 1)
    list(cache.review(cache.Request(str(path), seed=2)))
    assert len(list(settings.reviews_dir().glob("*.json"))) == 1


async def test_a_screen_hears_of_it_from_a_child() -> None:
    """The child's last report is the whole one; a record that cannot be is a refusal."""
    path = saved()
    async with aclosing(cache.watch(cache.Request(str(path), seed=1))) as told:
        reports = [report async for report in told]
    assert reports[0]["stage"] in ("screening", "screened")
    assert reports[-1]["stage"] == "whole"
    assert reports[-1] == last(path, seed=1)
    async with aclosing(cache.watch(cache.Request("/nowhere.jsonl"))) as told:
        with pytest.raises(Refusal, match="/nowhere"):
            await anext(told)
