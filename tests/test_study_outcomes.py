"""What a bot's values promise and what comes of it: summed up by groups of values."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from cardtui import registry
from cardtui.cli import main
from cardtui.core import Decision, Observation, Option, Refusal
from cardtui.games.zsy.judging import kind
from cardtui.study import opinions, outcomes
from cardtui.system import module_runner

from . import samples

TABLE = ("zsy", "paper", 2)


def promising(game: Any, spec: str, seen: Observation, seed: str, steps: int = 0) -> Decision:
    """A bot that moves at random, and promises a win for the move that ends the deal, else a quarter."""
    values = [1.0 if len(action.cards) == seen.zone("hand").count else 0.25 for action in seen.legal]
    options = tuple(Option(a, 1 / len(values), value) for a, value in zip(seen.legal, values, strict=True))
    return Decision(Random(seed).choice(seen.legal), options, "win probability")


def test_what_is_promised_and_what_came(monkeypatch: pytest.MonkeyPatch) -> None:
    """Groups in the order of the values; who promises a sure win keeps it, and the means are those of all moves."""
    monkeypatch.setattr(opinions, "opinion", promising)
    game = registry.game("zsy")
    found = outcomes.report(*TABLE, "any", 300, 4)
    assert found == outcomes.report(*TABLE, "any", 300, 4) and found["n"] == 300
    assert (found["unit"], found["promised_unit"]) == ("wins", "win probability")
    groups = found["groups"]
    assert [group["n"] for group in groups] == [30] * 10
    assert all(group["low"] <= group["high"] for group in groups)
    assert found["came"] == pytest.approx(sum(group["came"] for group in groups) / 10)
    assert found["promised"] == pytest.approx(sum(group["promised"] for group in groups) / 10)
    assert groups[0]["promised"] == 0.25 and 0.3 < groups[0]["came"] < 0.7 and groups[0]["se"] > 0.05
    moves = [outcomes._move(game, "any", kind, Random(seed)) for seed in range(300)]
    sure = [move for move in moves if move.promised == 1]
    assert sure and all(move.came == 1 for move in sure)
    assert found["own"]["n"] + found["other"]["n"] == 300 and 90 < found["own"]["n"] < 210
    sorts = found["sorts"]
    assert sorts.keys() >= {"pass (follow)", "play (follow)", "play (lead)"}
    assert "low" in sorts["pass (follow)"]["other"]
    assert sum(both["own"]["n"] for both in sorts.values() if "own" in both) == found["own"]["n"]


@pytest.mark.parametrize(
    ("game", "bot"), [(name, bot) for name, sample in samples.all().items() for bot in sample.searchers]
)
def test_bots_that_search_promise_something_where_they_choose(game: str, bot: str) -> None:
    """They say nothing of a move that must be made; such moves are not asked about."""
    first = next(iter(registry.rule_sets(game)[1]))
    assert outcomes.report(game, first, registry.game(game).seats, bot, 8)["n"] == 8


def test_few_moves_make_fewer_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinions, "opinion", promising)
    groups = outcomes.report(*TABLE, "any", 3)["groups"]
    assert [(group["n"], group["se"]) for group in groups] == [
        (1, None)
    ] * 3  # one move does not tell how far off it is


async def test_moves_that_all_came_out_alike_have_no_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answered(*asked: str) -> Any:
        group = {"low": 0.5, "high": 0.5, "n": 2, "promised": 0.5, "came": 1.0, "se": 0.0, "ci95": [1.0, 1.0]}
        one = group | {"n": 1, "se": None, "ci95": None}
        about = {"agent": "any", "unit": "wins", "promised_unit": "win probability", "groups": [group, one]}
        return about | group | {"sorts": {}}

    monkeypatch.setattr(module_runner, "ask", answered)
    told = (await outcomes.ask(registry.game("zsy"), "any", 3, 0)).splitlines()
    assert told[1].endswith("all alike") and told[2].endswith("–")


def test_a_bot_without_values_promises_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refusal, match="greedy gives its moves no values"):
        outcomes.report(*TABLE, "greedy", 5)
    words = ["inspect", "zsy", "--agents", "greedy", "--outcomes", "5"]
    for asked, said in (([*words, "--json"], "greedy gives its moves no values"), (words, "--outcomes go with --json")):
        assert main(asked) == 2
        out, err = capsys.readouterr()
        assert out == "" and said in err


def test_the_command_prints_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One row for each bot."""
    monkeypatch.setattr(opinions, "opinion", promising)
    assert main(["inspect", "zsy", "--agents", "greedy", "random", "--outcomes", "5", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["outcomes"]
    assert [(row["agent"], row["n"], len(row["groups"])) for row in rows] == [("greedy", 5, 5), ("random", 5, 5)]


async def test_it_is_asked_in_a_process_of_its_own() -> None:
    """A sentence comes back where there is nothing to count."""
    with pytest.raises(Refusal, match="random gives its moves no values"):
        await outcomes.ask(registry.game("zsy"), "random", 5, 1)


def test_a_game_without_decisions_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was searched for ever."""
    game, observe = registry.game("zsy"), registry.game("zsy").observe
    monkeypatch.setattr(outcomes, "DEALS", 3)
    monkeypatch.setattr(opinions, "opinion", lambda game, bot, seen, seed: Decision(seen.legal[0], (), ""))
    monkeypatch.setattr(type(game), "observe", lambda _, *at: (seen := observe(*at))._replace(legal=seen.legal[:1]))
    with pytest.raises(Refusal, match="no decision was found in 3 deals of zsy"):
        outcomes.report(*TABLE, "any", 5)
