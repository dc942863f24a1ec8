"""The review's intervals hold the truth as often as they say, also when measuring stops early."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from cardtui.intervals import student
from cardtui.review import proof

MARKS = (5.0, 10.0, 25.0)
MATCHES = 400


def rare(rng: Random) -> float:
    """A loss of 100 in one world of twenty: 5 on average."""
    return 100.0 if rng.random() < 0.05 else 0.0


def noisy(rng: Random) -> float:
    return rng.gauss(1.0, 20.0)


@pytest.mark.parametrize(("draw", "truth", "swing"), [(rare, 5.0, 100.0), (noisy, 1.0, 60.0)])
def test_the_interval_holds_the_truth_although_it_stops_when_it_is_clear(
    draw: Callable[[Random], float], truth: float, swing: float
) -> None:
    held, sizes = 0, set()
    for seed in range(MATCHES):
        rng = Random(seed)

        def more(number: int, rng: Random = rng) -> tuple[list[float], list[float], float, bool]:
            return [draw(rng) for _ in range(number)], [1.0] * number, swing, False

        found = proof.grow(more, 800, MARKS, 3.0)
        held += found.low <= truth <= found.high
        sizes.add(found.worlds)
    assert held / MATCHES >= 0.95
    assert len(sizes) > 1, "it never stopped early"


def test_what_never_happened_in_the_worlds_is_not_certain() -> None:
    found = proof.measure([0.0] * 100, [1.0] * 100, 50.0, False, 1)
    assert found.mean == 0
    assert found.high == pytest.approx(1.5)
    assert found.p == 1.0


def test_worlds_that_all_agree_leave_room_for_what_the_game_allows() -> None:
    """A loss of 1 in 1% of the worlds: half of the samples of 60 show none of it."""
    held = 0
    for seed in range(MATCHES):
        rng = Random(seed)
        samples = [float(rng.random() < 0.01) for _ in range(60)]
        found = proof.measure(samples, [1.0] * 60, max(samples), False, 1, most=1.0)
        held += found.low <= 0.01 <= found.high
    assert held / MATCHES >= 0.95
    same = proof.measure([0.5] * 60, [1.0] * 60, 0.5, False, 4, most=1.0)
    assert (same.low, same.high) == pytest.approx((0.425, 0.525)) and 0 < same.p < 1e-6


def test_an_interval_ends_where_differences_end() -> None:
    free, bound = (proof.measure([1.0, 1.0, 1.0, -0.5], [1.0] * 4, 1.5, False, 1, most) for most in (0.0, 1.0))
    assert free.low < -1 and free.high > 1 and (bound.low, bound.high) == (-1.0, 1.0)
    assert free[:2] == bound[:2] and free[4:] == bound[4:]
    same = proof.measure([0.9, 0.9], [1.0] * 2, 0.9, False, 1, 1.0)
    assert (same.low, same.high) == (-1.0, pytest.approx(1.0))
    more = proof.measure([2.0, 2.5, 2.0], [1.0] * 3, 2.5, False, 1, 1.0)
    assert more.low <= more.mean <= more.high, "a game that tells too little"


def test_all_worlds_without_dice_leave_no_doubt() -> None:
    found = proof.measure([0.0, 12.0], [3.0, 1.0], 12.0, True, 4)
    assert (found.mean, found.low, found.high, found.p) == (3.0, 3.0, 3.0, 0.0)


def test_more_looks_widen_the_interval_and_raise_the_chance() -> None:
    """As if each of four looks had a quarter of the 5% (Bonferroni)."""
    once, often = (proof.measure([1.0, 2.0, -1.0, 4.0] * 5, [1.0] * 20, 0.0, False, looks) for looks in (1, 4))
    assert once.high - once.mean == pytest.approx(1.95996 * once.se, rel=1e-4)
    assert often.high - often.mean == pytest.approx(2.49771 * once.se, rel=1e-4)
    assert often.p == pytest.approx(4 * once.p)
    assert once.se == pytest.approx((65 / 20 / 19) ** 0.5)  # the sum of the squares off the mean of 1.5 is 65


def test_unlike_weights_count_as_fewer_worlds() -> None:
    even = proof.measure([1.0, -1.0] * 50, [1.0] * 100, 2.0, False, 1)
    odd = proof.measure([1.0, -1.0] * 50, [9.0, *[1.0] * 99], 2.0, False, 1)
    assert even.effective == pytest.approx(100)
    assert odd.effective < 70
    assert odd.high - odd.low > even.high - even.low


@pytest.mark.parametrize(
    ("samples", "swing", "certain", "most"),
    [
        ([1.0, 2.0, -1.0, 4.0] * 5, 0.0, False, 0.0),
        ([1.0, 2.0, -1.0, 4.0] * 5, 4.0, False, 0.0),
        ([0.5] * 6, 0.5, False, 1.0),
        ([0.0, 12.0], 12.0, True, 0.0),
    ],
)
def test_either_side_of_a_difference_has_its_chance(
    samples: list[float], swing: float, certain: bool, most: float
) -> None:
    there, back = (
        proof.measure([sign * one for one in samples], [1.0] * len(samples), swing, certain, 4, most)
        for sign in (1, -1)
    )
    assert (there.p, there.p_less) == (back.p_less, back.p)
    assert there.p < 0.5 < there.p_less


@pytest.mark.parametrize("looks", [1, 4])
@pytest.mark.parametrize("worlds", [7, 12, 50, 800])
def test_what_is_added_for_rare_differences_is_more_than_students_t_would_add(looks: int, worlds: int) -> None:
    """At the largest spread that there can be: half of the worlds at one end, half at the other."""
    samples = [1.0 if world % 2 else -1.0 for world in range(worlds)]
    found = proof.measure(samples, [1.0] * worlds, 1.0, False, looks)
    assert found.high - found.mean >= student(worlds - 1, 1 - 0.05 / looks) * found.se


def test_false_discoveries_are_cut_by_their_number() -> None:
    one = proof.false_discoveries([0.04])
    many = proof.false_discoveries([0.04, *[0.9] * 30])
    assert one == [True]
    assert not any(many)
