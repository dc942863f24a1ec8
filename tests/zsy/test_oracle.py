"""Zheng Shang You's law beside the oracle, move for move; tests/deep.py compares many more deals."""

from __future__ import annotations

from cardtui.games.zsy.rules import ZhengShangYou

from ..oracle import zsy as oracle
from ..oracle.zsy_agreement import oracle_agrees


def test_the_defaults_are_those_of_the_rules() -> None:
    assert dict(ZhengShangYou().options) == {"deals": oracle.DEALS}


def test_the_law_and_the_oracle_agree_move_for_move() -> None:
    """Every pattern is laid; both seats lead and win; matches end."""
    seen = oracle_agrees(200, seed=0)
    assert seen["deals"] == 200
    for event in ("pass", "single", "double", "triple", "bomb", "chain", "chain of fours", "matches"):
        assert seen[event], event
    assert 50 < seen["seat 0 leads"] < 150
    assert 50 < seen["seat 0 wins"] < 150
