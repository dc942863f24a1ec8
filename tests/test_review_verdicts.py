"""One decision: what is suspected, what is lost by the screening, and which mark all judges agree to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cardtui import registry
from cardtui.core import Action
from cardtui.entries.judging import JudgeEntry, Judging
from cardtui.review import judges, verdicts
from cardtui.review.judges import LoadedJudge, Panel
from cardtui.review.proof import Difference
from cardtui.review.verdicts import FINE, UNCLEAR, Choice, Screening, Verdict

ACTIONS = [Action("play", (card,)) for card in range(3)]
PLAYED = ACTIONS[0]
CHOICE = cast(Choice, SimpleNamespace(seen=None, played=PLAYED))


def panel(stake: float = 1.0, convicting: Sequence[str] = ("a", "b")) -> Panel:
    """A panel of judges whose marks are 1, 2 and 4 at a stake of one."""
    found = SimpleNamespace(
        game=None,
        judging=Judging(marks=(1, 2, 4)),
        stake=lambda game, seen: stake,
        kind=lambda game, seen: "any",
        convicting=set(convicting),
        choices=lambda seen: {action: action for action in ACTIONS},
    )
    return cast(Panel, found)


def lost(low: float, high: float, p: float = 0.0) -> Difference:
    return Difference((low + high) / 2, 0.1, low, high, 9, 9.0, p, 1 - p)


def test_the_judge_who_sees_the_least_decides() -> None:
    found = verdicts.verdict(panel(), CHOICE, {"a": lost(2.5, 3.5, 0.01), "b": lost(4.5, 7.5, 0.001)})
    assert found == Verdict("?", 2.5, 3.0, 6.0, 0.01)


@pytest.mark.parametrize(("stake", "mark"), [(0.5, "??"), (1.0, "?"), (2.0, "?!"), (4.0, UNCLEAR), (8.0, FINE)])
def test_marks_grow_with_the_stake(stake: float, mark: str) -> None:
    found = verdicts.verdict(panel(stake), CHOICE, {"a": lost(2.5, 4.5), "b": lost(2.5, 4.5)})
    assert found.mark == mark


def test_judges_who_may_prove_nothing_prove_nothing() -> None:
    found = verdicts.verdict(panel(convicting=()), CHOICE, {"a": lost(2.5, 4.5)})
    assert (found.mark, found.p) == (UNCLEAR, 1.0)


def screening(*values: float) -> Screening:
    return cast(Screening, SimpleNamespace(values=dict(zip(ACTIONS, values, strict=True))))


@pytest.mark.parametrize(
    ("values", "stake", "better"),
    [
        ({"a": (0.0, 0.9, 0.5)}, 1.0, None),  # less than the least mark
        ({"a": (0.0, 1.0, 0.5)}, 1.0, ACTIONS[1]),
        ({"a": (0.0, 1.0, 0.5)}, 2.0, None),
        ({"a": (0.0, 9.0, 2.0), "b": (0.0, -1.0, 0.5)}, 1.0, ACTIONS[2]),  # the one that both like
        ({"a": (2.0, 1.0, 0.0)}, 1.0, None),
    ],
)
def test_what_is_suspected(values: Mapping[str, Sequence[float]], stake: float, better: Action | None) -> None:
    found = {name: screening(*one) for name, one in values.items()}
    assert verdicts.suspect(panel(stake), CHOICE, found) == better


def test_marks_that_may_be_chance_are_taken_back_and_the_others_counted() -> None:
    found = {
        3: Verdict("?", 1.0, 1.0, 1.0, 0.0015),
        5: Verdict("?!", 1.0, 1.0, 1.0, 0.03),
        8: Verdict(FINE, 0.0, 0.0, 0.0, 0.001),
    }
    few, many = verdicts.without_false_discoveries(found, 3), verdicts.without_false_discoveries(found, 60)
    assert [one.mark for one in few.values()] == ["?", "?!", FINE] and list(few) == [3, 5, 8]
    assert [one.mark for one in many.values()] == ["?", UNCLEAR, FINE]
    assert verdicts.expected_false(few) == pytest.approx(3 * 0.03)
    assert verdicts.expected_false(many) == pytest.approx(3 * 0.0015)
    assert verdicts.expected_false({8: found[8]}) == 0


class Dice:
    """A judge to whom all actions are worth the same, but for the dice of each world."""

    def __init__(self, game: Any) -> None:
        pass

    def values(
        self, states: Sequence[Any], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[list[float]]]:
        return [[[Random(f"{seed} {action}").gauss()] * 2 for action in actions] for seed in seeds]


def test_nothing_is_lost_in_the_mean_where_all_actions_are_worth_the_same() -> None:
    """The luckiest action of a half of the worlds is no better in the other half."""
    seated, game = judges.panel_of("yaniv", "paper", 2), registry.game("yaniv", "paper", 2)
    seen = game.observe(game.start(game.deal(Random(1))), 0)
    actions, able = (
        sorted(set(seated.choices(seen).values())),
        [LoadedJudge(JudgeEntry("d", Dice, "dice", 20), Dice(0), "")],
    )
    losses = [verdicts.screen(seated, Choice(seen, actions[0], f"seed {n}"), able)["d"].loss.mean for n in range(120)]
    assert abs(sum(losses) / len(losses)) < 0.12
