"""Vector environments: each deal as under the readable rules, and no observation tells more than the game's own."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardtui import registry, vec
from cardtui.core import Refusal
from cardtui.loading import load
from cardtui.registry import catalogue
from cardtui.testing import check_game, examine_game
from cardtui.testing.examine import STEPPED, Finding, joined

from . import vectors

TRICKS = registry.game_entry("tricks")
GAMES = [name for name, entry in catalogue.shipped().items() if entry.vector]


@pytest.mark.parametrize("name", GAMES)
def test_deals_are_those_of_the_rules(name: str) -> None:
    """Mask, seat, rewards and observation, in every turn; hidden cards dealt again change nothing."""
    assert vectors.agrees(name, 60, 1)["looked"] > 100


@pytest.mark.parametrize("name", GAMES)
def test_deals_do_not_depend_on_the_size_of_the_batch(name: str) -> None:
    many, few = (vec.make(name, num_envs=size, seed=5) for size in (7, 3))
    here, there = many.reset(), few.reset()
    for _ in range(300):
        assert (here.observations[:3] == there.observations).all()
        here, there = many.step(here.masks.argmax(1)), few.step(there.masks.argmax(1))
        assert (here.dones[:3] == there.dones).all() and (here.rewards[:3] == there.rewards).all()
    assert [many.deal(place) for place in range(3)] == [few.deal(place) for place in range(3)]
    assert many.deal(0) != many.deal(1)


def test_features_lie_one_behind_the_other() -> None:
    for name in GAMES:
        env = vec.make(name)
        at = 0
        for feature in env.features:
            assert feature.columns.start == at
            assert feature.meaning
            at = feature.columns.stop
        assert env.reset().observations.shape == (1, at)


def test_what_is_not_legal_is_refused_and_plays_nothing() -> None:
    env = vec.make(GAMES[0], num_envs=4, seed=1)
    with pytest.raises(Refusal, match="call reset"):
        env.step(np.zeros(4, np.int64))
    now = env.reset()
    legal, before = now.masks.argmax(1), now.observations.copy()
    for wrong, said in (
        (-1, "there are 0"),
        (len(env.actions), "there are 0"),
        (int(now.masks[2].argmin()), "place 2"),
    ):
        actions = legal.copy()
        actions[2] = wrong
        with pytest.raises(Refusal, match=said):
            env.step(actions)
    malformed: Any
    for malformed in (legal[:3], legal.astype(np.float32), [1, 2], [[1], [2, 3], 4, 5], None, "4", list("1234")):
        with pytest.raises(Refusal, match="4 whole numbers"):
            env.step(malformed)
    assert (now.observations == before).all()
    refused: dict[str, Any]
    for refused in ({"num_envs": 0}, {"num_envs": 1.5}, {"seed": -1}, {"seed": "1"}):
        (name,) = refused
        with pytest.raises(Refusal, match=f"{name} must be a whole number"):
            vec.make(GAMES[0], **refused)


def test_lists_and_tensors_are_actions() -> None:
    torch = pytest.importorskip("torch")
    env = vec.make("tricks", num_envs=4, seed=1)
    for kind in (list, torch.from_numpy):
        legal = env.reset().masks.argmax(1)
        expected = env.step(legal).observations.copy()
        env.reset()
        assert (env.step(kind(legal)).observations == expected).all()


def test_a_game_without_one_is_told_how_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = registry.game_entry("tricks")._replace(vector="")
    monkeypatch.setattr(registry, "game_entry", lambda name: entry)
    with pytest.raises(
        Refusal, match=r"tricks has no vector environment, .*GameEntry.vector .*there are those of yaniv"
    ):
        vec.make("tricks")


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda game: 1 / 0, r"cannot be made: ZeroDivisionError\(.*test_vec\.py, line"),
        (lambda game: None, "is a NoneType, not a cardtui.batches.Vector"),
        (lambda game: load(TRICKS.vector)(game)._replace(look=None), "has no function as its look"),
    ],
)
def test_what_another_package_declares_is_looked_at(monkeypatch: pytest.MonkeyPatch, made: Any, says: str) -> None:
    monkeypatch.setattr(registry, "game_entry", lambda name: TRICKS._replace(vector="theirs:vector"))
    monkeypatch.setattr(catalogue, "shipped", dict)
    monkeypatch.setattr(vec, "load", lambda target: made)
    with pytest.raises(Refusal, match=f"the vector environment of tricks, theirs:vector, {says}"):
        vec.make("tricks")


def spoilt(spoil: Any) -> Any:
    """The vector environment of tricks, whose buffers `spoil` has in its hands after each step."""

    def make(game: Any) -> Any:
        made = load(TRICKS.vector)(game)

        def step(deals: Any, actions: Any, out: Any) -> None:
            made.step(deals, actions, out)
            spoil(out)

        return made._replace(step=step)

    return make


def swap_seats(out: Any) -> None:
    out.seats[:] = 1 - out.seats


def allow_all(out: Any) -> None:
    out.masks[:] = True


def allow_one(out: Any) -> None:
    out.masks[:, : out.masks.argmax(1).max() + 1] = False


def pay_others(out: Any) -> None:
    out.rewards[:] = out.rewards[:, ::-1]


def end_early(out: Any) -> None:
    out.dones[:] = True


def show_nothing(out: Any) -> None:
    out.observations[:] = 0


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (swap_seats, "is to act in the environment"),
        (allow_all, "is legal in the environment, not by the rules"),
        (allow_one, "is legal by the rules, not in the environment"),
        (pay_others, "rewards are"),
        (end_early, "the deal is over in the environment"),
        (show_nothing, "the feature 'hand' is not that of the observation"),
    ],
)
def test_check_finds_an_environment_that_plays_otherwise(
    monkeypatch: pytest.MonkeyPatch, spoil: Any, says: str
) -> None:
    monkeypatch.setattr(vec, "load", lambda target: spoilt(spoil))
    *others, last = examine_game(registry.game("tricks"), deals=2)
    assert not any(finding.failure for finding in others)
    assert last.law == STEPPED
    assert says in last.failure
    assert last.moment
    assert last.moment.deal


def test_check_finds_features_beyond_their_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    real = load(registry.game_entry("yaniv").vector)
    monkeypatch.setattr(vec, "load", lambda target: lambda game: real(game)._replace(limit=0.5))
    found = examine_game(registry.game("yaniv"), deals=2)[-1]
    assert found.law == STEPPED and "a feature is 1, beyond the limit of 0.5" in found.failure


def test_check_reports_an_environment_that_cannot_be_stepped_or_made(monkeypatch: pytest.MonkeyPatch) -> None:
    for fault in (lambda out: 1 / 0, None):
        monkeypatch.setattr(vec, "load", lambda target, fault=fault: spoilt(fault) if fault else 1 / 0)
        found = examine_game(registry.game("tricks"), deals=1)[-1]
        assert "ZeroDivisionError" in found.failure
        assert found.moment is None
        assert joined(Finding(STEPPED, 3), found).failure == found.failure
        with pytest.raises(AssertionError, match="ZeroDivisionError"):
            check_game(registry.game("tricks"), deals=1)


def test_a_game_without_an_environment_is_not_checked_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = registry.game_entry("tricks")._replace(vector="")
    monkeypatch.setattr(registry, "game_entry", lambda name: entry)
    assert STEPPED not in [finding.law for finding in examine_game(registry.game("tricks"), deals=1)]
