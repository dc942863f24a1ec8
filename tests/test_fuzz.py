"""Whatever is typed, given or found on disk: a value or a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import fuzz

TARGETS = ("action", "typed", "face", "spec", "observation", "decision", "deal", "lines", "torn", "config", "weights")


@pytest.mark.parametrize("target", TARGETS)
def test_a_value_or_a_refusal(target: str, tmp_path: Path) -> None:
    counts = fuzz.run(400, tmp_path, seed=1, only=target)
    assert counts[target] and (counts[f"{target} refused"] or target == "typed")


def test_all_targets_have_a_test(tmp_path: Path) -> None:
    assert set(fuzz.Bench(tmp_path).targets()) == set(TARGETS)
