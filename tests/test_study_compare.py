"""Where two bots disagree: what the disagreements bring adds up to the difference of the results."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardtui import dice, registry
from cardtui.cli import main
from cardtui.commands.compare import _judged, _look_into
from cardtui.core import Action, Refusal, parse_action
from cardtui.entries.judging import Judging
from cardtui.json_forms import observation_from_json, observation_json
from cardtui.match import Match
from cardtui.review.corpus import act
from cardtui.review.proof import Difference
from cardtui.study import compare
from cardtui.ui.start import Inspect

TABLE = ("yaniv", "paper", 2)
ACTION = Action("any")


def test_the_disagreements_add_up_to_the_difference_by_kind_and_phase() -> None:
    found = compare.compare(*TABLE, "greedy", "semirandom", deals=12, seed=3)
    for part in ("kinds", "phases"):
        assert sum(row["mean"] for row in found[part]) == pytest.approx(found["difference"]["mean"], abs=1e-9)
    parted = sum(row["parted"] for row in found["kinds"])
    assert parted == sum(found["right"].values()) >= len(found["partings"]) > 0
    game = registry.game(*TABLE)
    for row in found["partings"]:
        seen = observation_from_json(game, row["observation"])
        assert row["a"] != row["b"] and {parse_action(game, row[bot]) for bot in ("a", "b")} <= set(seen.legal)
    assert found == compare.compare(*TABLE, "greedy", "semirandom", deals=12, seed=3, jobs=2)


def test_the_results_are_those_of_whole_deals() -> None:
    """A deal taken apart ends as if A, and as if B, had sat there."""
    asked = compare.Work((*TABLE, ()), "greedy", "semirandom", 3, 5)
    deal = compare.work(asked)
    game = registry.game(*TABLE)
    agents = [registry.agent(game, bot) for bot in ("greedy", "semirandom")]
    for result, mine in ((deal.a, agents[0]), (deal.b, agents[1])):
        state = game.start(game.deal(dice.deal_rng(3, 5)))
        while (seat := game.turn(state)) is not None:
            bot = mine if seat == 1 else agents[1]
            state = game.apply(state, act(game, bot, game.observe(state, seat), 3, 5))
        assert game.returns(state)[1] == result


def test_the_versions_of_bots_and_judges_are_told() -> None:
    told = compare.compare(*TABLE, "harel", "greedy", deals=1)
    assert told["judges"]["greedy"].endswith("; plays as greedy, and is likely to agree")
    assert "likely" not in told["judges"]["td"]
    found = told["weights"]
    judges = {one.name: one.bot for one in registry.judging("yaniv").judges}
    assert found == {
        "a": registry.version("yaniv", "harel"),
        "b": "",
        "judges": {name: registry.version("yaniv", bot) if bot else "" for name, bot in judges.items()},
    }
    assert len(found["a"]) == 64 and any(found["judges"].values())


def test_a_failing_bot_is_named_with_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtui.agents.yaniv import heuristics

    monkeypatch.setattr(heuristics.SemiRandom, "think", lambda self, observation, rng: iter(()))
    with pytest.raises(Refusal, match=r"^in deal 1 of seed 3: semirandom: the bot gave no decision"):
        compare.compare(*TABLE, "greedy", "semirandom", deals=1, seed=3)


def test_a_bot_does_not_part_from_itself() -> None:
    found = compare.compare(*TABLE, "greedy", "greedy", deals=3)
    assert found["difference"] == {"mean": 0.0, "se": None, "ci95": None} and found["partings"] == []


def test_who_is_right_may_be_chance_among_many() -> None:
    """One disagreement in which the judge is sure by a p of .01 to either side, alone and among others left open."""
    panel = cast(Any, SimpleNamespace(convicting={"one"}, judging=Judging(marks=(0.1, 0.2, 0.3))))
    panel.game, panel.stake = None, lambda game, seen: 1.0

    def told(mean: float, p: float) -> compare.Disagreement:
        low, high = (mean - 0.2, mean + 0.2) if p > 0.1 else (mean - abs(mean) / 2, mean + abs(mean) / 2)
        one = Difference(mean, 0.1, low, high, 9, 9.0, *((p, 1.0) if mean > 0 else (1.0, p)))
        return compare.Disagreement(0, 0, "k", "p", cast(Any, None), ACTION, ACTION, 0.0, {"one": one})

    unsure = [told(0.1, 0.4)] * 9
    assert compare._rights(panel, [told(0.5, 0.01), *unsure[:1]]) == ["a", "open"]
    assert compare._rights(panel, [told(-0.5, 0.01), *unsure[:1]]) == ["b", "open"]
    assert compare._rights(panel, [told(0.5, 0.01), *unsure]) == ["open"] * 10
    assert compare._rights(panel, [told(0.5, 0.04)]) == ["open"], "to one of two sides: that counts twice"
    assert compare._rights(panel, []) == []


@pytest.mark.parametrize(
    ("first", "second", "right"),
    [
        ((0.2, 0.8), (0.1, 0.9), "a"),
        ((-0.8, -0.2), (-0.9, -0.1), "b"),
        ((0.2, 0.8), (-0.1, 0.9), "a"),  # the second may prove nothing, and does not contradict
        ((0.2, 0.8), (-0.9, 0.1), "open"),  # ... and does
        ((-0.1, 0.8), (0.1, 0.9), "open"),
        ((-0.05, 0.05), (-0.09, 0.01), "same"),
        ((-0.05, 0.05), (-0.09, 0.2), "open"),
    ],
)
def test_who_is_right(first: tuple[float, float], second: tuple[float, float], right: str) -> None:
    """By a judge that may prove a mistake, beside one that may not; the least mark is .1."""
    panel = cast(Any, SimpleNamespace(convicting={"one"}, judging=Judging(marks=(0.1, 0.2, 0.3))))
    panel.game, panel.stake = None, lambda game, seen: 1.0
    judged = {
        name: Difference((low + high) / 2, 0.1, low, high, 9, 9.0, 0.001, 0.001)
        for name, (low, high) in (("one", first), ("two", second))
    }
    seen = cast(Any, None)
    found = compare.Disagreement(0, 0, "k", "p", seen, ACTION, ACTION, 0.0, judged)
    assert compare._right(panel, found) == right


def test_in_saved_matches_of_rules_that_both_can_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, rules in enumerate(("paper", "club")):
        match = Match.new("yaniv", rules, ("greedy", "random"), 5, tmp_path / f"{number}.jsonl")
        for _ in range(6):
            assert match.turn is not None
            match.play(match.observe(match.turn).legal[-1])
        match.close()
    words = ["compare", "yaniv", "harel", "greedy", "--records", str(tmp_path), "--jobs", "1"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["records"] == ["0.jsonl"] and found["difference"]["mean"] is None
    assert sum(row["choices"] for row in found["kinds"]) == 7
    assert main(words) == 0
    told, err = capsys.readouterr()
    assert "in the decisions of all players in 1 saved match (yaniv paper, 2 seats)" in told
    assert "1 match left out; the compared ones have the rules paper and 2 seats\n" in err
    assert "add up" not in told and "a deal" not in told, "what came of it in each deal is not known"
    assert "Who is right in" in told and "open: neither is shown" in told
    assert main([*words, "--deals", "3"]) == 2
    assert "leave out" in capsys.readouterr().err


def test_saved_matches_that_differ_only_in_their_length_are_compared_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each by its own rules. With other deals, or rules of another version, a match is left out."""
    for number, rules in enumerate(("paper:call=5", "paper:deals=3", "paper")):
        match = Match.new("yaniv", rules, ("greedy", "random"), 5, tmp_path / f"{number}.jsonl")
        match.play(match.observe(match.turn or 0).legal[-1])
        match.close()
    strange = (tmp_path / "2.jsonl").read_text().replace('"paper"', '"gone"')
    (tmp_path / "3.jsonl").write_text(strange)
    words = ["compare", "yaniv", "greedy", "semirandom", "--records", str(tmp_path), "--jobs", "1", "--json"]
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["records"] == ["1.jsonl", "2.jsonl"] and "2 matches left out" in err


def test_of_several_saved_matches_it_is_told_which_is_meant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (5, 6):
        match = Match.new("yaniv", "paper", ("greedy", "random"), number, tmp_path / f"{number}.jsonl")
        for _ in range(4):
            assert match.turn is not None
            match.play(match.observe(match.turn).legal[-1])
        match.close()
    words = ["compare", "yaniv", "greedy", "semirandom", "--records", str(tmp_path), "--jobs", "1"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["records"] == ["5.jsonl", "6.jsonl"] == sorted({row["record"] for row in found["partings"]})
    assert main(words) == 0
    told = capsys.readouterr().out
    assert re.search(r"\bmatch +deal +move\b", told) and "match 1: 5.jsonl\nmatch 2: 6.jsonl\n" in told


def test_an_interval_that_is_cut_at_one_side_is_told_by_its_ends() -> None:
    assert _judged({"loss": -0.667, "low": -1.0, "high": -0.062}) == "-0.67 (-1.00…-0.06)"
    assert _judged({"loss": -1.0, "low": -1.0, "high": -1.0}) == "-1"


def _compared(monkeypatch: pytest.MonkeyPatch, *typed: str) -> list[Inspect]:
    """Compare two bots on a terminal on which this is typed; return what inspect is opened with."""
    lines, opened = iter(typed), list[Inspect]()
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    monkeypatch.setattr("cardtui.commands.compare.on_screen", lambda args: True)
    monkeypatch.setattr("cardtui.ui.app.run", lambda chosen, start: opened.append(start))
    assert main(["compare", "yaniv", "greedy", "semirandom", "--deals", "3", "--jobs", "1"]) == 0
    return opened


def test_a_disagreement_of_the_list_is_opened_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal: a wrong number is asked for again, an empty line ends it."""
    (start,) = _compared(monkeypatch, "x", "0", "2", "")
    assert start.place == 1 and start.agents == ("greedy", "semirandom")
    assert all(observation_from_json(registry.game(*TABLE), json.loads(text)).legal for text, _ in start.listed)
    assert re.fullmatch(r"deal \d, move \d+: greedy would .+, semirandom .+; right: [\w ]+", start.listed[1][1])


def test_disagreements_of_a_kind_are_listed_by_a_part_of_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each keeps its number among all, by which it is opened."""
    found = {"a": "greedy", "b": "random", "unit": "cards", "records": [], "kinds": [], "judges": {}}
    seen = observation_json(game := registry.game("98", "paper", 1), game.observe(game.start(game.deal(Random(1))), 0))
    action = seen["legal"][0]
    row = {"deal": 0, "a": action, "b": action, "right": "same", "judges": {}, "observation": seen}
    partings = [{**row, "kind": kind} for kind in ("draw", "place", "draw")]
    lines = iter(("draw or", "leads", ""))
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    _look_into(Namespace(), game, {**found, "partings": partings})
    told = capsys.readouterr()
    assert [line.split()[:4] for line in told.out.splitlines() if "as good" in line] == [
        [number, "1", "1", "to"] for number in ("1", "3")
    ]
    assert "'leads' is neither a number from 1 to 3" in told.err


def test_of_each_kind_only_the_costliest_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "LISTED", 2)
    rows = [SimpleNamespace(kind=kind) for kind in ("bid", "lead", "lead", "lead", "bid", "bid")]
    assert compare._listed(cast(Any, rows), (3, 2, 1, 0, 5, 4)) == [3, 2, 0, 5]
