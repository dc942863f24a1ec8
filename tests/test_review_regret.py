"""What a bot gives away in its own games or in a record, by the judges of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cardtui import registry
from cardtui.cli import main
from cardtui.core import Action, Option, parse_action
from cardtui.entries.judging import JudgeEntry, Judging
from cardtui.json_forms import observation_from_json, observation_json
from cardtui.match import Match
from cardtui.review import drills, judges, positions, regret, verdicts
from cardtui.review.corpus import Reached, match_of, own_games
from cardtui.review.positions import Position, prove
from cardtui.system import module_runner

RULES = "tricks:n=5"


class Pips:
    """A judge to whom each card is worth its number, to the seat that is not to act as well."""

    def __init__(self, game: Any) -> None:
        pass

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        return [[[float(action.cards[0] if action else 0)] * 2 for action in actions] for _ in states]


@pytest.fixture(autouse=True)
def pips(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pips is the only judge of tricks; its cards are worth more than a deal."""
    judging = Judging((JudgeEntry("pips", Pips, "pips", 4, 8),), marks=(1, 2, 4), swing=lambda game, seen: 0.0)
    monkeypatch.setattr(registry, "judging", lambda game: judging)
    judges.panel_of.cache_clear()
    yield
    judges.panel_of.cache_clear()


def test_all_decisions_count_and_the_dear_ones_are_listed() -> None:
    game = registry.game("tricks", RULES)
    found = regret.report("tricks", RULES, 2, "first", 40, seed=3)
    assert found["n"] == 40 and found["unit"] == game.unit
    (mean,) = found["losses"]
    assert mean["judge"] == "pips" and not mean["own"] and mean["n"] == 40 and mean["mean"] > 1
    bounds = [row["low"] for row in found["positions"]]
    assert bounds == sorted(bounds, reverse=True) and 0 < len(bounds) <= regret.PROVED
    for row in found["positions"]:
        seen = observation_from_json(game, row["observation"])
        prove(game, seen)
        best, plays = (game.card(row[key].split()[1]) for key in ("best", "plays"))
        assert best == max(card for action in seen.legal for card in action.cards)
        (mistake,) = drills.of_bot("tricks", "first", found | {"n": 1, "positions": [row]})
        position = Position(game, seen, "")
        assert drills.graded(mistake, position, parse_action(game, row["best"])).right
        assert not drills.graded(mistake, position, parse_action(game, row["plays"])).right
        assert best - plays == row["lost"] and Action("play", (plays,)) == seen.legal[0]
    assert regret.report("tricks", RULES, 2, "first", 40, seed=3) == found


def test_a_bot_that_does_what_the_judge_likes_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    best = (one._replace(decision=one.decision._replace(action=max(one.seen.legal))) for one in OWN)
    monkeypatch.setattr(regret, "own_games", lambda *table: best)
    found = regret.report("tricks", RULES, 2, "first", 20, seed=3)
    assert found["losses"][0]["mean"] == 0 and found["positions"] == []


def test_a_bot_that_never_has_a_choice_gives_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """All actions of this game are equal: it is not looked for a choice for ever."""
    equal = replace(registry.judging("tricks"), alike=lambda game, seen: dict.fromkeys(seen.legal, seen.legal[0]))
    monkeypatch.setattr(registry, "judging", lambda game: equal)
    found = regret.report("tricks", RULES, 2, "first", 3)
    assert (found["n"], found["positions"], found["losses"][0]["n"]) == (0, [], 0)


@pytest.mark.parametrize(
    ("unit", "values"), [("points (of a deal)", (0.0, 9.0)), ("Q", (0.0, 9.0)), ("points", (0.0,))]
)
async def test_it_is_told_where_a_bots_own_values_are_outside_the_proof(
    unit: str, values: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They say that the better card brings 9 points less; of another unit, or of one card alone, they say nothing."""

    def valued(one: Reached) -> Reached:
        cards = (one.action, max(one.seen.legal))
        options = (Option(card, 0.5, -value) for card, value in zip(cards, values, strict=False))
        return one._replace(decision=one.decision._replace(unit=unit, options=tuple(options)))

    monkeypatch.setattr(regret, "own_games", lambda *table: map(valued, OWN))
    report = regret.report("tricks", RULES, 2, "first", 40, seed=3)
    told = unit.startswith("points") and len(values) == 2
    assert {row["own"] for row in report["positions"]} == {-9.0 if told else None}

    async def ask(*words: object) -> dict[str, Any]:
        return report

    monkeypatch.setattr(module_runner, "ask", ask)
    _, found = await regret.ask(registry.game("tricks", RULES), "first", 40, 3)
    warned = [", but -9" in position.origin for position in found]
    assert found and all(warned) if told else not any(warned)


OWN = [*islice(own_games(registry.game("tricks", RULES), "first", 3, 10), 60)]


def test_marks_that_may_be_chance_among_many_are_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 40 decisions 20 are proved: a p of .02 is less than 5% of 20/40 for all of them, one of .04 is not."""
    verdict = verdicts.verdict
    for p, kept in ((0.02, True), (0.04, False)):
        monkeypatch.setattr(verdicts, "verdict", lambda *asked, p=p: verdict(*asked)._replace(p=p))
        found = regret.report("tricks", RULES, 2, "first", 40, seed=3)
        rows = found["positions"]
        assert len(rows) == regret.PROVED == 20
        assert {row["mark"] in verdicts.MARKS for row in rows} == {kept}
        assert [row["decision"]["mark"] for row in rows] == [row["mark"] for row in rows]
        assert found["expected_false"] == pytest.approx(0.4 if kept else 0)


async def test_the_sentence_tells_how_many_mistakes_may_be_false(monkeypatch: pytest.MonkeyPatch) -> None:
    report = regret.report("tricks", RULES, 2, "first", 40, seed=3) | {"expected_false": 0.4}
    report["positions"] = report["positions"][:3]
    report["positions"][0]["mark"] = verdicts.UNCLEAR

    async def ask(*words: object) -> dict[str, Any]:
        return report

    monkeypatch.setattr(module_runner, "ask", ask)
    report["losses"][0]["own"] = True
    told, found = await regret.ask(registry.game("tricks", RULES), "first", 40, 3)
    assert " by pips, its own play (40 decisions" in told
    assert told.endswith("2 mistakes proved, at most 0.40 of them false on average") and len(found) == 3


async def test_mistakes_in_a_record_are_told_with_their_place_and_are_its_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = Path(__file__).parent / "records" / "tricks-tricks-2.jsonl"
    game = match_of(path, "tricks")
    report = regret.report("tricks", game.spec, 2, "first", record=str(path))

    async def ask(*words: object) -> dict[str, Any]:
        return report

    monkeypatch.setattr(module_runner, "ask", ask)
    _, found = await regret.ask(game, "first", 1, 0, str(path))
    for row, position in zip(report["positions"], found, strict=True):
        turn = positions.turn("tricks", path, f"{row['deal']}:{row['move']}")
        assert observation_json(game, turn.seen) == row["observation"]
        assert f"{row['mark']}: deal {row['deal']}, move {row['move']}, first would " in position.origin
        assert position == turn._replace(game=position.game, origin=position.origin, place=None) and position.seats


def test_few_deals_have_no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decisions of one deal depend on each other, so that many of them in few deals tell little."""
    for deals, known in ((1, False), (9, False), (20, True)):
        own = [one._replace(deal=number % deals) for number, one in enumerate(OWN)]
        monkeypatch.setattr(regret, "own_games", lambda *table, own=own: iter(own))
        (loss,) = regret.report("tricks", RULES, 2, "first", 40, seed=3)["losses"]
        assert loss["n"] == 40 and (loss["se"] is not None) is known


def test_decisions_of_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`inspect --worst --record`: what each bot would do in every decision of the match."""
    path = tmp_path / "match.jsonl"
    match = Match.new("tricks", RULES, ("random", "random"), 5, path)
    choices = 0
    while (seat := match.turn) is not None:
        seen = match.observe(seat)
        choices += len(seen.legal) > 1
        match.play(seen.legal[-1])
    match.close()
    command = ["inspect", "tricks", "--agents", "first", "random", "--worst", "1", "--record", str(path), "--json"]
    assert main(command) == 0
    rows = json.loads(capsys.readouterr().out)["worst"]
    assert [(row["agent"], row["n"]) for row in rows] == [("first", choices), ("random", choices)]
