"""Maps that correct predicted probabilities: fitted on predictions whose truth is known, and read from cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardtui import calibration
from cardtui.core import Refusal


def test_a_map_corrects_predictions_and_keeps_their_order() -> None:
    rng = np.random.default_rng(1)
    said = rng.random(100_000)
    true = rng.random(100_000) < said**2
    found = calibration.fit(said, true)
    fresh = np.sort(rng.random(1_000))
    calibrated = found(fresh)
    assert np.abs(calibrated - fresh**2).max() < 0.03
    assert (np.diff(calibrated) > 0).all(), "strictly: the best stays the best"
    assert found(np.array([0.0, 1.0])).tolist() == [0.0, 1.0]
    assert calibration.read(found._asdict(), "card") == found
    assert calibration.Map()(fresh).tolist() == fresh.tolist() == calibration.read(None, "card")(fresh).tolist()


def test_groups_that_fall_are_pooled() -> None:
    said = np.repeat([0.1, 0.4, 0.6, 0.9], 500)
    true = np.concatenate([np.arange(500) < count for count in (50, 300, 200, 450)])
    found = calibration.fit(said, true)
    assert found.true == pytest.approx((0.1, 0.5, 0.9), abs=0.1) and list(found.true) == sorted(set(found.true))


def test_the_same_prediction_in_several_groups_is_one_point() -> None:
    """Such as those of an untrained network, which are all near a half: the bot could not read two."""
    said = np.repeat([0.5, 0.5 + 1e-7, 0.7, 0.7], 100)
    true = np.concatenate([np.arange(100) < count for count in (40, 60, 90, 90)])
    found = calibration.fit(said, true)
    assert found == calibration.Map((0.5, 0.7), (0.5, 0.9))
    assert calibration.read(found._asdict(), "card") == found


def test_a_few_predictions_are_enough() -> None:
    found = calibration.fit([0.2, 0.3, 0.6, 0.7], [False, True, False, True])
    assert found == calibration.Map((0.45,), (0.5,))
    assert calibration.fit([], []) == calibration.Map()


@pytest.mark.parametrize(
    "card",
    [
        {}, 3, {"said": [0.5]}, {"said": [0.5], "true": [0.4, 0.6]}, {"said": [0.5, 0.5], "true": [0.4, 0.6]},
        {"said": [0.5, 0.6], "true": [0.6, 0.4]}, {"said": ["x"], "true": [0.1]}, {"said": [1.0], "true": [0.5]},
        {"said": [float("nan")], "true": [0.5]},
    ],
)  # fmt: skip
def test_a_map_that_is_none_is_refused(card: Any) -> None:
    with pytest.raises(Refusal, match=r"card\.toml: calibration needs said and true"):
        calibration.read(card, Path("card.toml"))
