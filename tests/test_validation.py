"""What is no Decision that fits the position is refused in one sentence, and what fits is let through."""

from __future__ import annotations

from math import inf, nan
from random import Random
from typing import Any

import numpy as np
import pytest

from cardtui import registry
from cardtui.core import Action, Belief, Decision, Option, Refusal
from cardtui.validation import check_decision

GAME = registry.game("yaniv", "paper", 2)
SEEN = GAME.observe(GAME.start(GAME.deal(Random(1))), 0)
FIRST, SECOND = SEEN.legal[:2]
GOOD = Decision(FIRST, (Option(FIRST, 0.75, 0.5, 0.1, 7, "why"), Option(SECOND, 0.25)), "win probability", "note")


def option(**fields: Any) -> Decision:
    """The good decision with another first option."""
    return GOOD._replace(options=(GOOD.options[0]._replace(**fields), GOOD.options[1]))


class Nameless:
    """An object that cannot be told."""

    def __repr__(self) -> str:
        raise RuntimeError


def belief(*fields: Any) -> Decision:
    """The good decision with a belief."""
    return GOOD._replace(beliefs=(Belief(*fields),))


@pytest.mark.parametrize(
    "decision",
    [
        GOOD,
        option(value=None, stderr=None, visits=None),
        option(value=-3),
        belief(1, "score", {"mean": 12.5}),
        belief(0, "holds", {"Kc": 1.0, "10h": 0.5}),
    ],
)
def test_what_fits_is_let_through(decision: Decision) -> None:
    assert check_decision(GAME, SEEN.legal, decision) is decision


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        (FIRST, "the bot gave an Action, not a Decision"),
        (GOOD._replace(action=Action("fold")), "'fold' is illegal here"),
        (GOOD._replace(action="yaniv"), "its action is 'yaniv', not an Action"),  # type: ignore[arg-type]
        (GOOD._replace(action=Action(["x"])), "wrong types"),  # type: ignore[arg-type]
        (GOOD._replace(action=SEEN.legal[2]), "not among its options"),
        (GOOD._replace(options=[*GOOD.options]), "its options are a list, not a tuple"),  # type: ignore[arg-type]
        (GOOD._replace(options=()), "not among its options"),
        (option(action=SECOND)._replace(action=SECOND), "appears twice"),
        (option(action=Action("fold")), "not among its options"),
        (GOOD._replace(options=(*GOOD.options, Option(Action("fold"), 0.0))), "the option 'fold' is illegal"),
        (option(probability=nan), "is nan, not 0 … 1"),
        (option(probability=-1e308), "not 0 … 1"),
        (option(probability=1.75), "not 0 … 1"),
        (option(probability=10**400), "not 0 … 1"),
        (option(probability=True), "is True"),
        (option(probability="0.75"), "not 0 … 1"),
        (option(probability=Nameless()), "<Nameless instance at"),
        (option(probability=np.zeros((9, 2))), "take float() or int() of numpy's numbers"),
        (option(probability=0.7), "sum to 0.95, not 1"),
        (option(value=inf), "not a finite number"),
        (option(value=nan), "not a finite number"),
        (option(value=10**400), "not a finite number"),
        (option(stderr=-0.1), "not a number from 0"),
        (option(stderr=nan), "not a number from 0"),
        (option(stderr=10**400), "not a number from 0"),
        (option(visits=-1), "not a whole number from 0"),
        (option(visits=0.5), "not a whole number from 0"),
        (option(visits=10**400), "not a whole number from 0"),
        (option(why=None), "is no text"),
        (GOOD._replace(unit=""), "unit"),
        (GOOD._replace(unit=7), "unit"),  # type: ignore[arg-type]
        (GOOD._replace(note=None), "note"),  # type: ignore[arg-type]
        (belief(99, "holds", {}), "seat 99; seats are 0 … 1"),
        (belief(2, "score", {}), "seat 2; seats are 0 … 1"),
        (belief(-1, "score", {}), "seats are 0 … 1"),
        (belief(True, "score", {}), "seats are 0 … 1"),
        (belief(1, "holds", {"no card": 0.5}), "hold 'no card', which is no card"),
        (belief(1, "holds", {"KC": 0.5}), "hold 'KC'"),
        (belief(1, "holds", {"Kc": 1.5}), "chance 1.5, not 0 … 1"),
        (belief(1, "score", {"mean": nan}), "not a number"),
        (belief(1, "score", {"mean": -(10**400)}), "not a number"),
        (belief(1, "score", {3: 1.0}), "not a number"),
        (belief(1, "score", 3), "no Belief"),
        (belief(1, None, {}), "no Belief"),
        (GOOD._replace(beliefs=(None,)), "no Belief"),  # type: ignore[arg-type]
        (GOOD._replace(beliefs=None), "its beliefs are a NoneType, not a tuple"),  # type: ignore[arg-type]
        (GOOD._replace(options=(FIRST,)), "wrong types"),  # type: ignore[arg-type]
    ],
)
def test_what_does_not_fit_is_refused(decision: Any, sentence: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_decision(GAME, SEEN.legal, decision)
    assert sentence in str(refusal.value) and "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 300
