"""Zheng Shang You's trainers: they learn, they resume to the bit, and the study's tables have their form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cardtui.agents.net_kernel import transposed
from cardtui.agents.zsy.dmc import Dmc
from cardtui.agents.zsy.dmc_kernel import LAYERS
from safetensors.numpy import load_file

from cardtui import registry
from cardtui.core import Refusal, decide
from cardtui.games.zsy.kernel import SEAT, SIZE
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.kernels import random_state

pytest.importorskip("torch")

import torch
from cardtui.agents.training.progress import TrainProgress
from cardtui.agents.training.runs import Request
from cardtui.agents.training.zsy import common, deepq, dmc, dmc_asked, dmc_play, study, td

from ..trainers import resumes_to_the_bit

TINY: dict[str, tuple[Any, dict[str, Any]]] = {
    "dmc": (dmc, {"CHUNK": 100, "TEST_EVERY": 2, "BELIEF_TEST": 50, "FITTED": 200, "CHECKED": 100}),
    "deep-q": (deepq, {"CHUNK": 100}),
    "deep-q-lstm": (deepq, {"CHUNK": 100}),
    "td-linear": (td, {"CHUNK": 100}),
}
"""Each trainer, and what makes it quick."""
VALUES, BELIEF = dmc.PRESETS["best"].values[0], replace(dmc.PRESETS["best"].belief, games=200)


class StopError(Exception):
    pass


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, changes in TINY.values():
        for name, value in changes.items():
            monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(common, "TEST_DEALS", 100)
    monkeypatch.setattr(common, "CARD_DEALS", 200)
    stages = (replace(VALUES, games=200), replace(VALUES, games=200, learning_rate=5e-4))
    monkeypatch.setitem(dmc.PRESETS, "tiny", dmc.Plan(values=stages, belief=BELIEF))
    monkeypatch.setitem(td.PRESETS, "tiny", replace(td.PRESETS["best"], games=400))
    for bot in ("deep-q", "deep-q-lstm"):
        monkeypatch.setitem(deepq.PRESETS[bot], "tiny", replace(study.PLAN, rounds=2, games=200))


def arrays(folder: Path) -> dict[str, Any]:
    table = folder / "table.npz"
    return dict(np.load(table)) if table.exists() else dict(load_file(folder / "model.safetensors"))


def reply_twice(folder: Path, **asked: Any) -> None:
    """Train a reply, and once more with an interruption after 300 games: the same bytes."""
    request = Request("zsy", "dmc", "reply", 3, folder, False, lambda report: None, **asked)
    resumes_to_the_bit(dmc.train, request, 300, r"of another run: .*against ", against="random")


def test_a_reply_begins_as_dmc_and_resumes_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    still = replace(dmc.PRESETS["reply"].values[0], games=400, learning_rate=0.0)
    monkeypatch.setattr(dmc, "REPLY_DEALS", 10)
    monkeypatch.setattr(dmc, "TEST_EVERY", 2)
    asked: dict[str, Any] = {"against": "dmc", "rules": "paper"}
    monkeypatch.setitem(dmc.PRESETS, "reply", dmc.Plan(values=(still,)))
    dmc.train(Request("zsy", "dmc", "reply", 3, tmp_path / "still", False, lambda report: None, **asked))
    assert (tmp_path / "still" / "curve.csv").read_text().splitlines() == ["games,dmc", "200,0.5", "400,0.5"]
    shipped = registry.weights(registry.bot_entry("zsy", "dmc"))
    for name, array in arrays(shipped).items():
        np.testing.assert_array_equal(array, arrays(tmp_path / "still")[name])

    monkeypatch.setitem(dmc.PRESETS, "reply", dmc.Plan(values=(replace(still, learning_rate=1e-3),)))

    reply_twice(tmp_path, **asked)
    assert (arrays(tmp_path / "whole")["first.weight"] != arrays(shipped)["first.weight"]).any()
    (score,) = registry.card(registry.bot_entry("zsy", "dmc"), str(tmp_path / "whole"))["scores"]  # type: ignore[index]
    assert score["against"] == "dmc" and "dmc@DIR dmc --table --rules paper --deals 10" in score["command"]


def test_a_reply_to_a_bot_that_is_asked_resumes_to_the_bit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dmc, "REPLY_DEALS", 10)
    monkeypatch.setattr(dmc, "ASKED_GAMES", 400)
    asked: dict[str, Any] = {"against": "greedy", "rules": "paper"}

    reply_twice(tmp_path, **asked)
    heading, *points = (tmp_path / "whole" / "curve.csv").read_text().splitlines()
    assert heading == "games,greedy" and [int(point.split(",")[0]) for point in points] == [100, 200, 300, 400]
    card = registry.card(registry.bot_entry("zsy", "dmc"), str(tmp_path / "whole"))
    assert card and card["scores"][0]["against"] == "greedy" and card["games"] == 400
    with pytest.raises(Refusal, match="no bot 'nobody'"):
        dmc.train(
            Request(
                "zsy", "dmc", "reply", 3, tmp_path / "no", False, lambda report: None, **asked | {"against": "nobody"}
            )
        )


def test_a_bot_that_is_asked_plays_as_in_the_kernel() -> None:
    """dmc wins as often against greedy; its decisions are those of its seat, and worth what came of them."""
    shipped = arrays(registry.weights(registry.bot_entry("zsy", "dmc")))
    weights, deals = transposed(shipped, LAYERS), 1000
    asked, decisions = dmc_asked.Asked("paper", "greedy"), dmc_play.new_decisions(deals)
    count = asked.play(deals, weights, 0.0, 1.0, decisions, random_state(5, 1))
    won = dmc.winner(shipped)(20_000, common.TESTS["greedy"], random_state(5, 2)) / 20_000
    assert asked.won == pytest.approx(won, abs=3.5 * (won * (1 - won) / deals) ** 0.5)
    assert 5 * deals < count < 20 * deals and set(decisions.goals[:count]) == {0.0, 1.0}
    assert decisions.rows[:count].max() == 1 and (decisions.hands[:count] > 0).all()
    assert decisions.goals[:count].mean() == pytest.approx(asked.won, abs=0.05)


def test_a_reply_plays_against_the_frozen_weights_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = arrays(registry.weights(registry.bot_entry("zsy", "dmc")))
    played: list[tuple[Any, ...]] = []

    def noted(*given: Any) -> int:
        played.append(given)
        return dmc_play.self_play(*given)

    monkeypatch.setattr(dmc, "self_play", noted)
    net = dmc.Net()
    dmc.learn(net, torch.optim.Adam(net.parameters()), dmc.PRESETS["reply"], 0, 3, shipped)
    ((_, own, other, learners, *_),) = played
    assert learners == 1
    np.testing.assert_array_equal(other[0], shipped["first.weight"].T)
    assert (own[0] != other[0]).any()


@pytest.mark.parametrize("bot", TINY)
def test_training_resumes_to_the_bit(bot: str, tmp_path: Path) -> None:
    train: Callable[[Request], None] = TINY[bot][0].train
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    request = Request("zsy", bot, "tiny", 3, tmp_path, False, lambda report: None)
    reports = resumes_to_the_bit(train, request, 300)
    assert reports[-1].done == reports[-1].total == 100 * len(reports)
    with pytest.raises(Refusal, match="no interrupted training"):
        train(replace(request, out=tmp_path / "nowhere", resume=True))
    assert (whole / "answers.npz").read_bytes() == (broken / "answers.npz").read_bytes()
    assert not (broken / "checkpoint.npz").exists()


@pytest.mark.parametrize("bot", TINY)
def test_a_preset_that_is_not_there_is_refused(bot: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="preset"):
        TINY[bot][0].train(Request("zsy", bot, "huge", 1, tmp_path, False, lambda report: None))


def test_what_the_trainer_writes_plays(tmp_path: Path) -> None:
    dmc.train(Request("zsy", "dmc", "tiny", 1, tmp_path, False, lambda report: None))
    game = ZhengShangYou()
    decision = decide(Dmc(game, tmp_path), game.observe(game.start({**game.deal(Random(1)), "first": 0}), 0), Random(0))
    assert len(decision.options) > 1 and len(decision.beliefs[0].values) == 36


def test_lambda_returns() -> None:
    """Two seats in turn, seat 1 wins; with λ = 1 the outcome alone, and a random move cuts what came before it."""
    state = np.zeros(SIZE, np.int64)
    state[SEAT] = 1
    seats, free = np.array([0, 1, 0, 1]), np.zeros(4, np.bool_)
    values = np.array([0.5, 0.6, 0.4, 0.8], np.float32)
    goals = values.copy()
    dmc_play.returns(state, seats, free, 1.0, 0, 4, goals)
    assert goals.tolist() == [0, 1, 0, 1]
    goals = values.copy()
    dmc_play.returns(state, seats, free, 0.5, 0, 4, goals)
    assert np.allclose(goals, [0.2, 0.9, 0.0, 1.0])
    free[3] = True
    goals = values.copy()
    dmc_play.returns(state, seats, free, 0.5, 0, 4, goals)
    assert np.allclose(goals, [0.2, 0.8, 0.0, 1.0])


def test_discounted_outcomes() -> None:
    decisions, goals = np.zeros((4, 7), np.int64), np.empty(4, np.float32)
    decisions[:, deepq.OWNER] = [0, 1, 0, 0]
    deepq.discounted(decisions, np.array([0]), 0.5, 1.0, goals)
    assert goals.tolist() == [0.625, 0.0, 0.75, 1.0]


def test_dmc_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few hundred games and it beats what it was."""
    monkeypatch.setattr(common, "CARD_DEALS", 2000)
    stages = (replace(VALUES, games=2000, learning_rate=2e-3),)
    monkeypatch.setitem(dmc.PRESETS, "tiny", dmc.Plan(values=stages, belief=BELIEF))
    dmc.train(Request("zsy", "dmc", "tiny", 1, tmp_path, False, lambda report: None))
    wins = dmc.winner(arrays(tmp_path))
    share = common.tested(wins, 1)["random"]
    assert share > 0.8


def test_the_study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = replace(study.PLAN, rounds=2, games=100)
    monkeypatch.setattr(study, "PLAN", plan)
    monkeypatch.setattr(
        study, "SEARCH", {"one": replace(plan, rounds=1), "two": replace(plan, rounds=1, loss_discount=1.0)}
    )
    monkeypatch.setattr(study, "GAMES", 200)
    monkeypatch.setattr(study, "DUPLICATE", 2)
    monkeypatch.setattr(study, "RESPONSE", replace(VALUES, games=200))
    monkeypatch.setattr(study, "BEGUN", 400)
    monkeypatch.setattr(study, "DUELS", 50)
    monkeypatch.setattr(study.platformdirs, "user_cache_dir", lambda name: str(tmp_path))
    reports: list[TrainProgress] = []
    found = study.reproduce(1, reports.append)
    assert [table["name"] for table in found["tables"]] == [
        *("players", "duplicate", "search", "rounds", "response", "begun")
    ]
    for table in found["tables"]:
        assert len(table["ours"]) == len(table["rows"])
        assert {len(row) for row in table["ours"]} == {len(table["columns"])}
        assert not table["source"] or len(table["source"]) == len(table["ours"])
    assert [len(claim["interval"]) for claim in found["claims"]] == [2, 2]
    assert reports[-1].done == reports[-1].total == 1000
    assert study.reproduce(1, reports.append, "rounds")["tables"] == [found["tables"][3]]
    monkeypatch.setattr(study, "PLAN", replace(plan, games=1000))
    quick = study.reproduce(1, reports.append, "rounds", 0.1)
    assert reports[-1].total == 200 and quick["graphs"][0]["x"] == [100, 200]
    assert not list(tmp_path.rglob("checkpoint.npz"))
    with pytest.raises(Refusal, match="players"):
        study.reproduce(1, reports.append, "nothing")
