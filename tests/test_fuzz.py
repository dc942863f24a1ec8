"""Whatever is typed, given or found on disk: a value or a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtui import registry

from . import fuzz

TARGETS = (
    "action", "typed", "face", "spec", "observation", "short", "swap", "decision", "deal", "lines", "torn", "config",
    "weights",
)  # fmt: skip


@pytest.mark.parametrize("name", registry.games())
@pytest.mark.parametrize("target", TARGETS)
def test_a_value_or_a_refusal(target: str, name: str, tmp_path: Path) -> None:
    counts = fuzz.run(name, 400, tmp_path, seed=1, only=target)
    assert counts[target] and (counts[f"{target} refused"] or target == "typed")


@pytest.mark.parametrize("name", registry.games())
def test_all_targets_have_a_test(name: str, tmp_path: Path) -> None:
    assert set(fuzz.Bench(name, tmp_path).targets()) == set(TARGETS)
