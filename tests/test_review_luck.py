"""The luck of the draw: its mean is 0, and taking it off an arena's result leaves the mean right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest

from cardtui import arena, registry
from cardtui.arena import figures
from cardtui.core import Action, Refusal
from cardtui.review import luck
from cardtui.review.judges import panel_of


def test_what_is_taken_off_is_nothing_in_the_mean() -> None:
    """In a known game: the sum of two of six cards, in all 720 orders, less the luck of the first."""
    cards = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
    mean = sum(cards) / len(cards)
    found = [(first + second, 0.8 * (first - mean)) for first, second, *_ in permutations(cards)]
    Random(1).shuffle(found)
    values, chance = zip(*found, strict=True)
    told = figures.adjusted(values, chance)
    assert abs(told["luck"]) < 1e-9
    assert told["mean"] == pytest.approx(2 * mean, abs=3 * told["se"]) and told["variance"] < 0.7


def test_luck_that_explains_all_leaves_the_known_mean() -> None:
    chance = [Random(2).gauss(0, 1) for _ in range(10)] + [-1.5, 2.5]
    told = figures.adjusted([3.5 + 2 * more for more in chance], chance)
    assert (told["mean"], told["taken"], told["variance"]) == pytest.approx((3.5, 2.0, 0.0))
    told = figures.adjusted([1.0, 2.0, 3.0, 4.0], [0.0] * 4)
    assert (told["mean"], told["variance"]) == (2.5, 1.0)


def test_how_much_luck_is_taken_off_half_of_the_deals_is_found_in_the_other_half() -> None:
    """Luck explains the odd deals and none of the even ones, so that it is taken off the even ones alone."""
    chance = [1.0, 2.0, -1.0, -2.0, 3.0, 1.0, -3.0, -1.0]
    told = figures.adjusted([3 * more if deal % 2 else 5.0 for deal, more in enumerate(chance)], chance)
    odd, even = chance[1::2], chance[::2]
    assert told["taken"] == 1.5
    assert told["mean"] == pytest.approx((sum(3 * more for more in odd) + sum(5 - 3 * more for more in even)) / 8)
    assert told["se"] > 1


class Sum:
    """Values a state of 98 as the sum of its hand: then the luck of a draw is known."""

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[tuple[float]]]:
        assert list(actions) == [None]
        return [[(float(sum(state.hands[0])),)] for state in states]


def test_a_draw_is_compared_with_those_that_might_have_come() -> None:
    game = registry.game("98", "paper", 1)
    seated = panel_of("98", game.spec, 1)
    seated = seated._replace(judges=(seated.judges[0]._replace(judge=Sum()),))
    state = game.start(game.deal(Random(4)))
    action = game.legal(state)[0]
    draw = luck.of_draw(seated, state, action, "known")
    assert draw and draw.cards == state.draw[:1]
    (found,) = draw.luck
    mean = sum(state.draw) / len(state.draw)
    assert found.mean == pytest.approx(draw.cards[0] - mean, abs=5 * (found.se or 0.0)) and found.se
    last = state._replace(draw=state.draw[:1])
    assert luck.of_draw(seated, last, action, "known") is None


def test_the_arena_takes_luck_off_without_changing_the_mean() -> None:
    series = arena.pairing("greedy", "semirandom", 2)
    found = arena.run("yaniv", "paper", [series], deals=30, seed=5, control="cardtui.review.luck:of_game")
    plain = arena.run("yaniv", "paper", [series], deals=30, seed=5)
    (row,), (bare,) = found["results"], plain["results"]
    less = row.pop("adjusted")
    assert row == bare
    assert abs(less["luck"]) < 4 * less["luck_se"] and less["variance"] < 1
    assert abs(less["mean"] - row["mean_a"]) < 4 * row["se"]


def test_where_no_cards_are_drawn_there_is_no_luck_to_take_off() -> None:
    with pytest.raises(Refusal, match="zsy draws no cards after the deal"):
        luck.check(registry.game("zsy"))
