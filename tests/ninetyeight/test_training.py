"""The trainers of 98 cards: learning, resuming to the bit, and the study's form."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from cardtui.agents.ninetyeight import final
from cardtui.agents.ninetyeight.inputs import INPUTS
from cardtui.agents.ninetyeight.values import Networks, load, logistic, logit, new_scratch
from cardtui.agents.training.net_learn import Network
from cardtui.agents.training.ninetyeight import reinforce, search, search_learn, study
from cardtui.agents.training.ninetyeight.episodes import discounted
from cardtui.agents.training.ninetyeight.open_pile import open_games
from cardtui.agents.training.ninetyeight.search_learn import add_gradient, learn_policy, play, policy_errors, step
from cardtui.agents.training.progress import TrainProgress
from cardtui.agents.training.runs import Request

from cardtui import registry
from cardtui.core import Refusal
from cardtui.games.ninetyeight.kernel import refill_of
from cardtui.games.ninetyeight.rules import NinetyEight
from cardtui.games.ninetyeight.rulesets import RULE_SETS
from cardtui.kernels import njit, random_state
from cardtui.models import load_card

from ..trainers import plays

FILES = ("model.safetensors", "curve.csv")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trainings of a second."""
    monkeypatch.setattr(search, "CHUNK", 48)
    monkeypatch.setattr(search, "CARD_GAMES", 20)
    monkeypatch.setattr(search, "POLICY_GAMES", 4)
    paper, _, official, policy, *_ = search.PRESETS["best"]
    stages = (replace(paper, games=144), replace(official, games=96), replace(policy, games=96))
    monkeypatch.setattr(search, "HIDDEN_SIZES", (8, 4))
    monkeypatch.setattr(search, "PRESETS", {"best": stages})
    monkeypatch.setattr(reinforce, "CHUNK", 20)
    monkeypatch.setattr(reinforce, "CARD_GAMES", 250)
    for bot, presets in reinforce.PRESETS.items():
        few = replace(presets["best"], games=60, batch_size=min(presets["best"].batch_size, 5))
        monkeypatch.setitem(reinforce.PRESETS, bot, {"best": few})


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("bot", ["search", "reinforce", "reinforce-best"])
def test_an_interrupted_training_goes_on_to_the_same_bytes(bot: str, tmp_path: Path) -> None:
    trainer = search if bot == "search" else reinforce
    steps = list[TrainProgress]()
    trainer.train(Request("98", bot, "best", 3, tmp_path / "whole", False, steps.append))
    total = steps[-1].total
    assert [step.done for step in steps][-1] == total

    reached = 0.5

    def interrupt(now: TrainProgress) -> None:
        if now.done >= reached * total:
            plays("98", bot, now, tmp_path / "taken")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        trainer.train(Request("98", bot, "best", 3, tmp_path / "halves", False, interrupt))
    reached = 0.8  # in the stage in which search's policy learns
    with pytest.raises(KeyboardInterrupt):
        trainer.train(Request("98", bot, "best", 3, tmp_path / "halves", True, interrupt))
    with pytest.raises(Refusal, match="another run: seed 3, not 4"):
        trainer.train(Request("98", bot, "best", 4, tmp_path / "halves", True, steps.append))
    trainer.train(Request("98", bot, "best", 3, tmp_path / "halves", True, steps.append))
    for name in FILES:
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "halves" / name).read_bytes()
    whole, halves = (load_card(tmp_path / part) for part in ("whole", "halves"))
    assert {**whole, "seconds": 0} == {**halves, "seconds": 0}
    assert whole["command"] == f"cardtui train 98 {bot} --preset best --seed 3"
    assert not (tmp_path / "halves" / "checkpoint.npz").exists()


@pytest.mark.parametrize(("trainer", "bot"), [(search, "search"), (reinforce, "reinforce")])
def test_there_is_one_preset(trainer: Any, bot: str, tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="has no preset 'paper'; its presets: best"):
        trainer.train(Request("98", bot, "paper", 1, tmp_path, False, lambda now: None))


@njit
def output(weights: Any, scratch: Any) -> Any:
    return logit(weights, scratch)


@njit
def add_slopes(error: float, weights: Any, slopes: Any, scratch: Any) -> None:
    add_gradient(error, weights, slopes, scratch)


def test_the_value_network_learns_by_its_gradient() -> None:
    """The gradient of log-likelihood beside torch's."""
    torch = pytest.importorskip("torch")
    network = Network(INPUTS, (8, 4), np.random.default_rng(1))
    scratch, goal = new_scratch(network.weights), 0.8
    scratch.inputs[:] = np.random.default_rng(2).random(INPUTS) - 0.5
    np.maximum(scratch.inputs, 0, out=scratch.inputs)
    value = logistic(output(network.weights, scratch))
    slopes = network.views(network.gradient)
    add_slopes(value - goal, network.weights, slopes, scratch)
    first, bias, second, bias2, last, bias3 = (torch.tensor(array, requires_grad=True) for array in network.weights)
    hidden = torch.relu(torch.from_numpy(scratch.inputs) @ first + bias)
    chance = torch.sigmoid(torch.relu(hidden @ second + bias2) @ last + bias3)
    assert value == pytest.approx(float(chance.detach()), abs=1e-5)
    (-goal * chance.log() - (1 - goal) * (1 - chance).log()).sum().backward()
    for array, slope in zip((first, bias, second, bias2, last, bias3), slopes, strict=True):
        assert np.abs(slope).max() > 0
        np.testing.assert_allclose(slope, array.grad.numpy(), atol=1e-5)


@pytest.mark.usefixtures("small")
def test_what_is_learned_does_not_depend_on_the_number_of_threads() -> None:
    found = []
    for number in (1, 5):
        pair = search.Pair(1)
        with ThreadPoolExecutor(number) as threads:
            lanes = search.Lanes(threads, len(pair.value.flat))
            laid = [lanes.teach(search.PRESETS["best"][index], pair, 0, 2, 7).tolist() for index in (0, -1)]
        found.append((pair.policy.flat.tobytes(), pair.value.flat.tobytes(), laid))
    assert found[0] == found[1]
    assert len(set(found[0][2][0])) > search.LANES // 2  # each lane has dice of its own


def test_the_policy_learns_by_the_gradient_of_the_mean_worth() -> None:
    """Beside torch's: of the mean over the softmax."""
    torch = pytest.importorskip("torch")
    outputs, worths, errors = np.array([0.3, 0.31, 0.25, -2], np.float32), np.array([0.5, 0.4, 0.7, 0.9]), np.zeros(4)
    njit(lambda *given: policy_errors(*given))(outputs, worths, errors)
    given = torch.tensor(outputs, requires_grad=True)
    (-(torch.softmax(search_learn.SHARPNESS * given, 0) * torch.tensor(worths)).sum()).backward()
    np.testing.assert_allclose(errors, given.grad.numpy(), atol=1e-5)
    assert errors[2] < 0 < errors[1] and abs(errors[3]) < 1e-12  # what is never played teaches nothing


def test_the_policy_learns_from_looking_ahead() -> None:
    """From a policy that knows nothing, with values that know the game."""
    policy, rng = Network(INPUTS, (8, 4), np.random.default_rng(1)), random_state(5, 5)
    values = load(registry.weights(registry.own_bots("98")["search"]), "one").value
    networks = Networks(policy.weights, values)
    sums = np.zeros((final.STAGES, len(final.LOGITS))), np.zeros((final.STAGES, len(final.LOGITS)))
    before = play(100, 0, networks, sums, rng).mean()
    slopes = np.zeros((1, len(policy.flat)), np.float32)
    for _ in range(200):
        learn_policy(0, networks, policy.views(slopes[0]), rng)
        step(policy.flat, slopes, policy.mean, policy.square, policy.steps, 0.01)
    assert play(100, 0, networks, sums, rng).mean() > before + 3


def test_a_step_is_that_of_the_mean_gradient_of_its_games() -> None:
    rng = np.random.default_rng(3)
    slopes = rng.standard_normal((4, 50)).astype(np.float32)
    one, four = (Network(INPUTS, (8, 4), rng) for _ in range(2))
    one.flat[:] = four.flat
    gradients = np.zeros((4, len(four.flat)), np.float32)
    gradients[:, :50] = slopes
    step(four.flat, gradients, four.mean, four.square, four.steps, 0.01)
    assert not gradients.any() and four.steps == [1]
    np.testing.assert_allclose(four.mean[:50], 0.1 * slopes.mean(0), rtol=1e-4)
    np.testing.assert_allclose(one.flat[:50] - four.flat[:50], 0.01 * np.sign(slopes.sum(0)), rtol=1e-3)
    assert (one.flat[50:] == four.flat[50:]).all()


def test_the_table_of_final_cards_is_the_mean_between_its_entries() -> None:
    """Where positions fall on an entry it is their mean; elsewhere it is that of the next row or column."""
    sums = np.zeros((final.STAGES, len(final.LOGITS))), np.zeros((final.STAGES, len(final.LOGITS)))
    laid, logits = np.full(100, 2 * final.STAGE + final.STAGE // 2), np.full(100, final.LOGITS[4])
    final.add(laid, logits, 90, *sums)
    final.add(laid, logits, 92, *sums)
    final.add(np.full(60, 88), np.full(60, 9.0), 98, *sums)
    found = final.table(*sums)
    assert found[2, 4] == found[1, 4] == found[0, 0] == 91 and (found[3:] == 98).all() and found[2, -1] == 98
    here = njit(lambda table, laid, logit: final.final_cards(table, laid, logit))
    assert here(found, 40, float(final.LOGITS[4])) == 91
    between = (final.LOGITS[4] + final.LOGITS[5]) / 2
    assert here(found, 48, between) == pytest.approx((91 + 98 + 98 + 98) / 4, abs=1e-4)


def test_returns_are_discounted_and_each_games_own() -> None:
    games, laid = np.array([0, 1, 0, 1, 0]), np.array([3, 2])
    ones = discounted(games, laid, 0, 0.5)
    assert ones.tolist() == [1.75, 1.5, 1.5, 1.0, 1.0]
    counted = discounted(games, laid, 1, 0.5)
    assert counted.tolist() == [0 + 0.5 * (1 + 0.5 * 2), 0 + 0.5 * 1, 1 + 0.5 * 2, 1, 2]


def test_the_baseline_of_a_card_is_the_batchs_mean_at_that_card() -> None:
    learner = reinforce.Learner(reinforce.PRESETS["reinforce-best"]["best"], 1)
    games, laid = np.array([0, 1, 0, 1, 0]), np.array([3, 2])
    assert learner.baseline(np.array([4.0, 2.0, 3.0, 1.0, 5.0]), games, laid).tolist() == [3.0, 3.0, 2.0, 2.0, 5.0]


def test_reinforce_best_learns() -> None:
    learner = reinforce.Learner(reinforce.PRESETS["reinforce-best"]["best"], 1)
    before = learner.test(1, 0).mean()
    learner.run(1_000)
    assert learner.test(1, 0).mean() > before + 10


def test_the_study_has_its_tables_claims_and_graphs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(study, "GAMES", 100)
    monkeypatch.setattr(study, "POINTS", 2)
    monkeypatch.setattr(study, "TESTS", 250)
    monkeypatch.setattr(study, "OPEN_GAMES", 5)
    monkeypatch.setattr(study, "NOTEBOOK", reinforce.Method(games=100))
    monkeypatch.setattr(study, "CHANGES", (("the notebook's program", {"games": 100}), ("+ drawn", {"sampling": True})))
    done = list[int]()
    found = study.reproduce(1, lambda now: done.append(now.done))
    json.dumps(found, allow_nan=False)
    assert [table["name"] for table in found["tables"]] == list(study.TABLES)
    assert [len(table["ours"]) for table in found["tables"]] == [2, 2, 9]
    assert len(found["claims"]) == 3
    assert [len(graph["x"]) for graph in found["graphs"]] == [2, 2]
    assert done[-10:] == [300, *range(1, 10)]
    assert [table["name"] for table in study.reproduce(1, lambda now: None, "changes")["tables"]] == ["changes"]
    quick = study.reproduce(1, lambda now: done.append(now.total), "notebook", 0.5)
    assert done[-1] == quick["graphs"][0]["x"][-1] == 50
    with pytest.raises(Refusal, match="no table 'curve'"):
        study.reproduce(1, lambda now: None, "curve")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_who_sees_the_draw_pile_wins_nearly_all_deals_and_who_keeps_one_position_plays_blind(rules: str) -> None:
    game = NinetyEight(rules)
    values = load(registry.weights(registry.own_bots("98")["search"]), game.refill).value
    sums = np.zeros((final.STAGES, len(final.LOGITS))), np.zeros((final.STAGES, len(final.LOGITS)))
    blind = play(20, refill_of(game), Networks(values, values), sums, random_state(3, 3))
    assert open_games(20, refill_of(game), 1, values, random_state(3, 3)).tolist() == blind.tolist()
    seeing = open_games(20, refill_of(game), 30, values, random_state(3, 3))
    assert (seeing >= blind).all() and seeing.max() == len(game.deck) and seeing.mean() > 96


def test_each_row_of_the_study_adds_one_change() -> None:
    rows = study.methods()
    assert replace(rows[0][1], games=0) == reinforce.Method(games=0)
    assert rows[-1][1] == reinforce.PRESETS["reinforce-best"]["best"]
