"""What people and bots make of the same deals in a game for one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from random import Random

import pytest

from cardtui import registry
from cardtui.core import Decision, Observation
from cardtui.entries import HUMAN
from cardtui.match import Match
from cardtui.study import solo

SEED = 3


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals are enough."""
    monkeypatch.setattr(solo, "DEALS", 2)


def test_results_of_a_record(tmp_path: Path) -> None:
    """Deals taken back do not count, deals not finished neither; another's records and rules are left out."""
    path = tmp_path / "a.jsonl"
    match = Match.new("98", "paper", (HUMAN,), SEED, path)
    totals: list[float] = []
    for deal in range(3):
        while match.turn is not None:
            match.play(match.observe(0).legal[-1])
        if deal == 1:
            match.undo()
            while match.turn is not None:
                match.play(match.observe(0).legal[0])
        totals.append(match.game.returns(match.state)[0])
        match.next_deal()
    match.close()
    assert solo.finished(path) == totals
    now = Match.new("98", "paper", (HUMAN,), 1, tmp_path / "now.jsonl")
    (tmp_path / "broken.jsonl").write_text("{}\n")
    other = Match.new("98", "app", (HUMAN,), 1, tmp_path / "app.jsonl")
    for begun in (now, other):  # a record is made by the first move
        begun.play(begun.observe(0).legal[0])
    assert solo.before(tmp_path / "now.jsonl") == totals and solo.before(path) == []
    now.close()
    other.close()


def test_bots_play_the_deals_of_the_match(tmp_path: Path) -> None:
    """The same cards in the same order; the first line tells what people made before."""
    path = tmp_path / "a.jsonl"
    match = Match.new("98", "app", (HUMAN,), SEED, path)
    dealt = match.state
    match.play(match.observe(0).legal[0])
    told = list(solo.tell(path))
    assert told[0] == {"before": []} and len(told) == 3 and set(told[1]) >= {"random", "gap"}
    bot = Match.new("98", "app", ("gap",), SEED)
    assert bot.state == dealt
    results = solo.play("98", "app", "gap", SEED)
    assert [next(results), next(results)] == [told[1]["gap"], told[2]["gap"]]
    assert [*solo.play("98", "app:deals=2", "gap", SEED)] == [told[1]["gap"], told[2]["gap"]]
    match.close()


def test_a_bot_that_fails_costs_the_others_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A single one, of a plug-in for example, ended the comparison with all of them, and nobody was told."""
    path = tmp_path / "a.jsonl"
    match = Match.new("98", "app", (HUMAN,), SEED, path)
    match.play(match.observe(0).legal[0])
    match.close()
    whole, build, play = list(solo.tell(path)), registry.agent, solo.play

    class Lost:
        def think(self, observation: Observation, rng: Random) -> Iterator[Decision]:
            raise ValueError("at a loss")

    monkeypatch.setattr(registry, "agent", lambda game, bot: Lost() if bot == "gap" else build(game, bot))
    told = list(solo.tell(path))
    assert told[1:] == [{bot: result for bot, result in deal.items() if bot != "gap"} for deal in whole[1:]]

    monkeypatch.setattr(registry, "agent", build)
    monkeypatch.setattr(solo, "play", lambda *asked: iter([7.0]) if asked[2] == "gap" else play(*asked))
    one, two = list(solo.tell(path))[1:]
    assert one == whole[1] | {"gap": 7.0} and two == told[2], "its match is over after one deal"


async def test_a_process_of_its_own_tells_it_and_ends_when_nobody_listens(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    match = Match.new("98", "paper", (HUMAN,), SEED, path)
    match.play(match.observe(0).legal[0])
    told = []
    async with aclosing(solo.watch(path)) as stream:
        async for line in stream:
            told.append(line)
            if len(told) == 2:
                break
    match.close()
    assert told[0] == {"before": []} and told[1]["gap"] == next(solo.play("98", "paper", "gap", SEED))
