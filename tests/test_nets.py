"""The played layers are torch's, and what a trainer keeps comes back to the bit."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from cardtui import loading, models, registry
from cardtui.core import Refusal
from cardtui.models import nets

pytest.importorskip("torch")

import torch
from cardtui.agents.training import checkpoints, torch_setup
from cardtui.agents.training.runs import Request
from cardtui.agents.training.yaniv import td as yaniv_td
from cardtui.agents.training.zsy import td as zsy_td


@pytest.mark.parametrize("rows", [1, 7])
def test_mlp_is_torchs(rows: int) -> None:
    torch_setup.prepare(1)
    network = torch.nn.Sequential(torch.nn.Linear(5, 8), torch.nn.ReLU(), torch.nn.Linear(8, 3))
    inputs = torch.randn(rows, 5)
    ours = nets.mlp(inputs.numpy(), torch_setup.arrays_of(network), ("0", "2"), nets.relu)
    assert ours.dtype == np.float32
    np.testing.assert_allclose(ours, network(inputs).detach().numpy(), atol=1e-6)


@pytest.mark.parametrize("steps", [0, 1, 9])
def test_lstm_is_torchs(steps: int) -> None:
    torch_setup.prepare(2)
    network = torch.nn.ModuleDict({"memory": torch.nn.LSTM(4, 6, batch_first=True)})
    inputs = torch.randn(3, steps, 4)
    ours = nets.lstm(inputs.numpy(), torch_setup.arrays_of(network), "memory")
    expected = network["memory"](inputs)[1][0][0].detach().numpy() if steps else np.zeros((3, 6))
    np.testing.assert_allclose(ours, expected, atol=1e-6)


def test_activations_are_torchs_and_never_overflow() -> None:
    values = np.array([-1e4, -3.0, 0.0, 0.5, 1e4], np.float32)
    np.testing.assert_allclose(nets.sigmoid(values), torch.sigmoid(torch.from_numpy(values)), atol=1e-6)
    np.testing.assert_allclose(nets.softmax(values), torch.softmax(torch.from_numpy(values), 0), atol=1e-6)
    np.testing.assert_allclose(nets.softmax(values, values < 1)[:4].sum(), 1, atol=1e-6)
    assert nets.softmax(values, values < 1)[4] == 0


def _step(network: torch.nn.Module, optimizer: torch.optim.Optimizer) -> None:
    optimizer.zero_grad()
    (network(torch.randn(4, 3)) ** 2).sum().backward()
    optimizer.step()


def test_a_run_goes_on_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    run = {"preset": "paper", "seed": 3}
    torch_setup.prepare(3)
    network = torch.nn.Linear(3, 2)
    optimizer = torch.optim.Adam(network.parameters(), 0.1)
    _step(network, optimizer)
    checkpoints.save(tmp_path, run, {"done": 1}, torch_setup.run_state(network, optimizer))
    _step(network, optimizer)
    expected = torch_setup.run_state(network, optimizer)

    torch_setup.prepare(99)
    other = torch.nn.Linear(3, 2)
    again = torch.optim.Adam(other.parameters(), 0.1)
    state, arrays = checkpoints.restore(tmp_path, run, torch_setup.run_state(other, again))
    torch_setup.resume(other, again, arrays)
    _step(other, again)
    found = torch_setup.run_state(other, again)
    assert state == {"done": 1}
    assert found.keys() == expected.keys()
    assert all(np.array_equal(found[name], expected[name]) for name in found)


def test_checkpoints_refuse_what_is_not_theirs(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no interrupted training"):
        checkpoints.restore(tmp_path, {}, {})
    checkpoints.save(tmp_path, {"preset": "best", "seed": 1}, {}, {})
    with pytest.raises(Refusal, match="another run: seed 1, not 2"):
        checkpoints.restore(tmp_path, {"preset": "best", "seed": 2}, {})
    whole = (tmp_path / checkpoints.NAME).read_bytes()
    for broken in (b"nothing", b"", whole[: len(whole) // 2], whole[:-5]):
        (tmp_path / checkpoints.NAME).write_bytes(broken)
        with pytest.raises(Refusal, match="is no checkpoint"):
            checkpoints.restore(tmp_path, {}, {})


def test_a_checkpoint_has_the_arrays_of_its_run(tmp_path: Path) -> None:
    """Kernels learn in them without looking at their size."""
    fresh = {"values": np.zeros(5, np.float32), "rng": np.zeros(1, np.uint64)}
    good = {"values": np.arange(5, dtype=np.float32), "rng": np.ones(1, np.uint64), "more": np.zeros(2)}
    checkpoints.save(tmp_path, {}, {}, good)
    assert checkpoints.restore(tmp_path, {}, fresh)[1].keys() == good.keys()
    for wrong, said in (
        ({"values": np.zeros(1, np.float32)}, "values is 1, but must be 5"),
        ({"values": np.zeros(5)}, "the numbers of values are <f8, but must be <f4"),
        ({"values": np.full(5, np.nan, np.float32)}, "values holds nan to nan"),
        ({"rng": np.zeros((0,), np.uint64)}, "rng is 0, but must be 1"),
    ):
        checkpoints.save(tmp_path, {}, {}, good | wrong)
        with pytest.raises(Refusal, match=rf"checkpoint\.npz: {said}"):
            checkpoints.restore(tmp_path, {}, fresh)
    checkpoints.save(tmp_path, {}, {}, {"rng": good["rng"]})
    with pytest.raises(Refusal, match="the array values is missing"):
        checkpoints.restore(tmp_path, {}, fresh)


@pytest.mark.parametrize(("game", "bot", "kind"), [("yaniv", "yaniv-td", "float32"), ("zsy", "td-linear", "float64")])
def test_a_table_s_training_goes_on_with_whole_tables_alone(game: str, bot: str, kind: str, tmp_path: Path) -> None:
    """One-element weights ended in heap corruption."""
    entry = registry.bot_entry(game, bot)
    few = np.zeros(1, kind)
    parts = ("values", "values_accumulator", "beliefs", "beliefs_accumulator")
    names = [f"{part}{stage}" for stage in range(2) for part in parts]
    settings = {
        "yaniv": {"stages": [asdict(stage) for stage in yaniv_td.PRESETS["best"]], "tables": yaniv_td._hashes()},
        "zsy": asdict(zsy_td.PRESETS["best"]),
    }
    run = {"preset": entry.preset, "seed": 1, **settings[game]}
    checkpoints.save(tmp_path, run, {"done": 0, "seconds": 0.0, "curve": []}, dict.fromkeys([*names, "weights"], few))
    with pytest.raises(Refusal, match=r"checkpoint\.npz: .*(shape|values0|weights)"):
        loading.load(entry.trainer)(Request(game, bot, entry.preset, 1, tmp_path, True, lambda now: None))


def test_a_checkpoint_of_another_run_says_what_differs(tmp_path: Path) -> None:
    checkpoints.save(tmp_path, {"seed": 1, "stages": [{"games": 5}]}, {}, {})
    with pytest.raises(Refusal, match=r"is of another run: seed 1, not 2; other stages$"):
        checkpoints.restore(tmp_path, {"seed": 2, "stages": [{"games": 6}]}, {})


def test_networks_are_kept_without_pickle(tmp_path: Path) -> None:
    card = {key: kind() for key, kind in models.NEEDED.items()} | {"game": "g", "features": "f", "rules_hash": "r"}
    needs = nets.dense_arrays("0", 2, 2)
    arrays = {"0.weight": np.eye(2, dtype=np.float32), "0.bias": np.zeros(2, np.float32)}
    models.save_arrays(tmp_path, card, arrays, "model.safetensors")
    found, _ = models.load_arrays(tmp_path, "g", "f", "r", needs)
    assert found.keys() == arrays.keys() and all(np.array_equal(found[name], arrays[name]) for name in arrays)
    path = tmp_path / "model.safetensors"
    path.write_bytes(path.read_bytes()[:20])
    with pytest.raises(Refusal, match="sha256 differs"):
        models.load_arrays(tmp_path, "g", "f", "r", needs)
