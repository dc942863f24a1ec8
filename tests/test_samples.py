"""What tests know of each game fits the game, and a game that says nothing is tested all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtui import registry
from cardtui.core import Refusal
from cardtui.entries import HUMAN
from cardtui.registry import catalogue

from . import fuzz, kill, samples

TOY = Path(__file__).parent / "toy_game" / "toy.py"


@pytest.fixture
def toy(own_games: None) -> str:
    """A game in a file, which has no folder of tests."""
    return registry.add_game(str(TOY))


def test_every_game_of_the_house_has_a_sample() -> None:
    assert samples._written().keys() == catalogue.shipped().keys()


@pytest.mark.parametrize("name", registry.games())
def test_a_sample_fits_its_game(name: str) -> None:
    sample, seats = samples.of(name), registry.game_entry(name).seats
    rules, people = sample.table
    assert sample.game == name and people.count(HUMAN) == 1
    assert seats[0] <= len(sample.seats) <= seats[1] and seats[0] <= len(people) <= seats[1]
    for bot in (*sample.seats, *sample.players):
        registry.check(name, bot, sample.rules)
    for bot in people[1:]:
        registry.check(name, bot, rules)
    for bot in (*sample.searchers, *(known.promised or bot for bot, known in sample.learned.items())):
        registry.check(name, bot, next(iter(registry.rule_sets(name)[1])))


def test_a_game_without_a_sample_is_tested_with_defaults(toy: str, tmp_path: Path) -> None:
    assert [*samples.all()] == [*catalogue.shipped(), toy]
    test_a_sample_fits_its_game(toy)
    path = tmp_path / "match.jsonl"
    match = kill.new(toy, 5, path)
    assert all(kill.step(match, number) for number in range(10))
    match.close()
    assert kill.check(toy, path, 5, 10)


@pytest.mark.parametrize("name", registry.games())
def test_the_defaults_do_for_every_game(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "_written", dict)
    test_a_sample_fits_its_game(name)
    counts = fuzz.run(name, 100, tmp_path, seed=1)
    assert counts["typed"] and counts["spec refused"]
    match = kill.new(name, 5)
    assert all(kill.step(match, number) for number in range(6))


def test_an_unknown_game_has_no_sample() -> None:
    with pytest.raises(Refusal, match="no game 'yanif'"):
        samples.of("yanif")
