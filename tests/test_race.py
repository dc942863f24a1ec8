"""Actions that are clearly behind drop out of a search."""

from __future__ import annotations

import numpy as np
from cardtui.agents.race import in_question


def test_an_action_that_is_clearly_behind_drops_out() -> None:
    rng = np.random.default_rng(1)
    won = (rng.random((100, 1)) < np.array([0.6, 0.59, 0.2])).astype(float)
    assert in_question(won, [0, 1, 2], 0.05) == [0, 1] and in_question(won, [2, 0], 0.05) == [0]
    assert in_question(won, [2], 0.05) == [2]


def test_equal_results_leave_all_in_question() -> None:
    assert in_question(np.ones((25, 3)), [0, 2], 0.05) == in_question(np.ones((25, 3)), [0, 2], 0.0) == [0, 2]


def test_the_standard_error_is_by_the_number_of_samples() -> None:
    """Four differences of .55 ± .4: behind by 2.75 times .4/√4; by n - 1 it would be 2.38 standard errors."""
    results = np.array([[0.15, 0.0], [0.15, 0.0], [0.95, 0.0], [0.95, 0.0]])
    assert in_question(results, [0, 1], 0.05) == [0]


def test_a_few_samples_without_spread_are_not_believed_too_soon() -> None:
    """Two samples that agree on a small difference: it is less than what the least spread allows."""
    results = np.array([[0.50, 0.48], [0.50, 0.48]])
    assert in_question(results, [0, 1], 0.05) == [0, 1]
    assert in_question(np.repeat(results, 50, axis=0), [0, 1], 0.05) == [0]


def test_the_best_is_seldom_lost() -> None:
    """Two actions a tenth apart, looked at after every 25 of 200 samples: the better one drops out in few races."""
    rng, lost = np.random.default_rng(2), 0
    for _ in range(200):
        won = (rng.random((200, 2)) < np.array([0.6, 0.5])).astype(float)
        alive = [0, 1]
        for end in range(25, 201, 25):
            alive = in_question(won[:end], alive, 0.05)
        lost += 0 not in alive
    assert lost <= 6


def test_the_same_luck_for_both_tells_them_apart_sooner() -> None:
    rng, left = np.random.default_rng(3), {"same": 0, "own": 0}
    for _ in range(200):
        for luck, of in ((rng.random((100, 1)), "same"), (rng.random((100, 2)), "own")):
            left[of] += 1 in in_question((luck < np.array([0.6, 0.5])).astype(float), [0, 1], 0.05)
    assert left["same"] < 50 < 150 < left["own"]
