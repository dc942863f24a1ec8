"""98 cards' law beside the oracle, move for move; tests/deep.py compares many more games."""

from __future__ import annotations

from ..oracle.ninetyeight_agreement import oracle_agrees


def test_the_law_and_the_oracle_agree_move_for_move() -> None:
    """Every rule set is met; cards are drawn by hand, the pile runs out, games are won, matches end."""
    seen = oracle_agrees(300, seed=0)
    assert seen["deals"] == 300
    for rules in ("paper", "app", "official"):
        assert seen[rules] > 50, rules
    for event in ("draws", "emptied", "all laid", "matches"):
        assert seen[event], event
