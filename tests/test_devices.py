"""Trainings on another device: where there is no GPU, torch's `meta` stands in for one.

It computes nothing, but refuses to work on tensors that lie here and there, so what was forgotten on the way is found.
"""

from __future__ import annotations

import tomllib
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardtui import cli, registry
from cardtui.core import Refusal
from cardtui.intervals import estimate
from cardtui.registry import catalogue
from cardtui.study import frozen_positions
from cardtui.trainings.plans import Plan

pytest.importorskip("torch")

import torch
from cardtui.agents.training import torch_setup
from cardtui.agents.training.runs import Request
from cardtui.agents.training.schafkopf import imitation, ppo, rules_ppo, self_play, teacher
from cardtui.agents.training.zsy import common, deepq, dmc

TRAINERS: dict[str, Any] = {
    "ppo-linear": ppo,
    "ppo-lstm": ppo,
    "ppo-rules": rules_ppo,
    "ppo-large": rules_ppo,
    "imitation": imitation,
    "deep-q": deepq,
    "deep-q-lstm": deepq,
    "dmc": dmc,
}
QUICK: dict[Any, dict[str, int]] = {
    rules_ppo: {"TEST_DEALS": 16, "CARD_DEALS": 16},
    self_play: {"DEALS_AT_ONCE": 8},
    teacher: {"CHUNK": 20},
    deepq: {"CHUNK": 40},
    dmc: {"CHUNK": 40, "TEST_EVERY": 1, "BELIEF_TEST": 20, "FITTED": 40, "CHECKED": 40},
    common: {"TEST_DEALS": 20, "CARD_DEALS": 20},
}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Presets `tiny`, and few deals in tests."""
    for module, changes in QUICK.items():
        for name, value in changes.items():
            monkeypatch.setattr(module, name, value)
    for bot in ("ppo-linear", "ppo-lstm"):
        tiny = replace(ppo.PRESETS[bot]["best"], deals=8, deals_per_update=8, initial_policy="")
        monkeypatch.setitem(ppo.PRESETS[bot], "tiny", tiny)
    for bot in ("ppo-rules", "ppo-large"):
        best = rules_ppo.PRESETS[bot]["best"]
        stage = replace(best.stages[0], deals=16)
        tiny = replace(best, stages=(stage,), deals_per_update=8, taught=8, parts=min(best.parts, 2))
        monkeypatch.setitem(rules_ppo.PRESETS[bot], "tiny", tiny)
    monkeypatch.setitem(imitation.PRESETS, "tiny", replace(imitation.PRESETS["best"], games=20, epochs=1))
    stage = replace(dmc.PRESETS["best"].values[0], games=40)
    monkeypatch.setitem(dmc.PRESETS, "tiny", dmc.Plan(values=(stage,), belief=stage))
    for bot in ("deep-q", "deep-q-lstm"):
        plan = replace(deepq.PRESETS[bot][registry.bot_entry("zsy", bot).preset], rounds=1, games=40)
        monkeypatch.setitem(deepq.PRESETS[bot], "tiny", plan)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """A device that computes nothing, as "cuda": what is fetched from it are zeros. Returns the kinds of what was."""
    warnings.filterwarnings("ignore", "for .* copying from a non-meta parameter", UserWarning)
    meta, here = torch.device("meta"), torch.Tensor.cpu
    fetched = set[str]()

    def cpu(tensor: Any) -> Any:
        fetched.add(tensor.device.type)
        return torch.zeros(tensor.shape, dtype=tensor.dtype) if tensor.is_meta else here(tensor)

    monkeypatch.setattr(torch.Tensor, "cpu", cpu)
    monkeypatch.setattr(torch_setup, "device", lambda name: meta if name == "cuda" else torch.device(name))
    monkeypatch.setattr(frozen_positions, "load", lambda game: None)  # what such a network would answer is nothing
    monkeypatch.setattr(ppo, "against_fast", lambda *_: estimate([0.0, 0.0]))  # asks the network as playing does
    for trainer in (ppo, imitation):
        monkeypatch.setattr(trainer, "score", lambda *_: {})
    monkeypatch.setattr(torch_setup, "describe", lambda name: f"{name}: stands in")
    return fetched


@pytest.mark.parametrize("bot", TRAINERS)
def test_batches_and_network_lie_on_the_same_device(bot: str, quick: None, elsewhere: set[str], tmp_path: Path) -> None:
    game = "zsy" if TRAINERS[bot] in (deepq, dmc) else "schafkopf"
    Plan(game, bot, "tiny", 3, device="cuda").train(tmp_path, False, lambda report: None)
    card = tomllib.loads((tmp_path / "card.toml").read_text())
    assert card["device"] == "cuda: stands in" and card["command"].endswith("--seed 3 --device cuda")
    assert "meta" in elsewhere


def test_a_gpu_that_is_not_there_is_refused_before_anything_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    words = ["train", "zsy", "dmc", "--device", "cuda", "--out", str(tmp_path / "out")]
    said = "--device cuda needs an NVIDIA GPU and a torch built for it"
    assert cli.main(words) == 2 and said in capsys.readouterr().err
    with pytest.raises(Refusal, match=said):
        Plan("zsy", "dmc", "best", 3, device="cuda").train(tmp_path / "out", False, lambda report: None)
    assert not (tmp_path / "out").exists()


def test_every_trainer_that_takes_a_device_is_tried_here() -> None:
    takes = {name for game in catalogue.shipped() for name, bot in registry.bots(game).items() if bot.device}
    assert takes == TRAINERS.keys()


def test_what_was_forgotten_on_the_way_is_found(quick: None, elsewhere: set[str], tmp_path: Path) -> None:
    def stays(device: object, *arrays: Any) -> tuple[Any, ...]:
        return tuple(map(torch.from_numpy, arrays))

    with pytest.MonkeyPatch.context() as patch, pytest.raises(RuntimeError, match="device"):
        patch.setattr(torch_setup, "to_device", stays)
        Plan("zsy", "deep-q-lstm", "tiny", 3, device="cuda").train(tmp_path, False, lambda report: None)


def test_a_run_of_another_device_is_not_gone_on_with(quick: None, elsewhere: set[str], tmp_path: Path) -> None:
    def stop(report: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Plan("zsy", "deep-q", "tiny", 3, device="cuda").train(tmp_path, False, stop)
    with pytest.raises(Refusal, match="another run: device cuda, not None"):
        Plan("zsy", "deep-q", "tiny", 3).train(tmp_path, True, lambda report: None)


def test_the_cpu_is_the_default_and_its_card_says_so(quick: None, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    plan = Plan("zsy", "deep-q", "tiny", 3)
    plan.train(one, False, lambda report: None)
    deepq.train(Request("zsy", "deep-q", "tiny", 3, two, False, lambda report: None, device="cpu"))
    for name in ("model.safetensors", "curve.csv", "answers.npz"):
        assert (one / name).read_bytes() == (two / name).read_bytes()
    card = tomllib.loads((one / "card.toml").read_text())
    assert card["device"] == "cpu" and card["command"] == plan.command
    assert "--device" not in plan.command and plan._replace(device="cuda").command.endswith("--device cuda")
