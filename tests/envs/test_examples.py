"""The examples that train: some seconds of each, and what they export plays."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_ppo_schafkopf_trains_exports_and_is_tested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch", reason="the example trains with torch (extra `train`)")
    out = tmp_path / "mine"
    words = ["ppo_schafkopf.py", "--minutes", "0.001", "--deals", "2", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", words)
    runpy.run_path(str(EXAMPLES / "ppo_schafkopf.py"), run_name="__main__")
    assert len((out / "curve.csv").read_text().splitlines()) == 6
    assert (out / "model.safetensors").is_file()


def test_maskable_yaniv_trains_exports_and_is_tested(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sb3_contrib", reason="the example trains with sb3-contrib (extra `examples`)")
    out = tmp_path / "masked"
    monkeypatch.setattr(sys, "argv", ["maskable_yaniv.py", "--minutes", "0.001", "--deals", "2", "--out", str(out)])
    example = runpy.run_path(str(EXAMPLES / "maskable_yaniv.py"))
    example["main"].__globals__.update(ENVS=2, STEPS=256)
    example["main"]()
    assert len((out / "curve.csv").read_text().splitlines()) == 6
    assert (out / "model.safetensors").is_file()
