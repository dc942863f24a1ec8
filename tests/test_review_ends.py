"""How deals end after each action: shares of worlds by result, and of those won."""

from __future__ import annotations

from random import Random

from cardtui.review.ends import BINS, ends


def test_all_worlds_are_counted_once_and_where_they_belong() -> None:
    rng = Random(4)
    for scale in (0.01, 1.0, 170.0):
        returns = {action: [(rng.gauss() * scale, 0.0) for _ in range(50)] for action in "abc"}
        found = ends(returns, [1.0] * 50, 0, 0.0)
        for action, shares in found.shares.items():
            assert len(shares) <= BINS
            for bin, share in enumerate(shares):
                low, high = found.first + bin * found.step, found.first + (bin + 1) * found.step
                assert share == sum(low <= row[0] < high for row in returns[action]) / 50


def test_results_far_apart_have_a_bin_each() -> None:
    returns = {"solo": [(150.0, -50.0), (-150.0, 50.0), (-150.0, 50.0)]}
    found = ends(returns, [1.0, 1.0, 2.0], 0, 0.0)
    assert found.step >= 300 / (BINS - 1) and sorted(found.shares["solo"])[-2:] == [0.25, 0.75]


def test_what_is_won() -> None:
    """Nobody ends above, and somebody below; alone, the goal is reached."""
    together = {"play": [(20.0, 20.0, -20.0), (0.0, 0.0, 0.0), (-20.0, 20.0, 20.0), (5.0, 9.0, 1.0)]}
    assert ends(together, [1.0] * 4, 0, 0.0).won == {"play": 0.25}
    assert ends({"lay": [(97.0,), (98.0,)]}, [3.0, 1.0], 0, 98.0).won == {"lay": 0.25}
