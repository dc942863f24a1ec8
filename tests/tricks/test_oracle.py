"""Tricks' law beside the oracle, move for move; tests/deep.py compares many more deals."""

from __future__ import annotations

from cardtui.games.tricks.rules import Tricks

from ..oracle import tricks as oracle
from ..oracle.tricks_agreement import oracle_agrees


def test_the_defaults_are_those_of_the_rules() -> None:
    assert dict(Tricks().options) == oracle.DEFAULTS


def test_the_law_and_the_oracle_agree_move_for_move() -> None:
    """Every option is met, and what happens seldom happens too."""
    seen = oracle_agrees(400, seed=0)
    assert seen["deals"] == 400
    for key, values in {
        "colours": (1, 2, 3, 4),
        **dict.fromkeys(("duplicate", "revoke"), ("no", "yes")),
    }.items():
        for value in values:
            assert seen[f"{key}={value}"] > 10, f"{key}={value}"
    for event in ("card left out", "draws", "matches"):
        assert seen[event], event
