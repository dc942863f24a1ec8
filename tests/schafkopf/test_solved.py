"""The solver's word on a moment of a record, as `inspect` shows it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cardtui.core import Refusal
from cardtui.review import positions
from cardtui.study import inspect
from cardtui.study.solved import ask, solved


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    """The game of docs/records.md, which the declarer's side won with 74 points."""
    document = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    path = tmp_path / "deal.jsonl"
    path.write_text(document.split("```jsonl\n")[2].split("```")[0], encoding="utf-8")
    return path


def test_the_last_tricks_are_worth_what_they_brought(deal: Path) -> None:
    """Before the last trick each seat has one card, and the points are those of the deal."""
    assert solved(deal, 32) == {"SK": [74, 74]}
    assert max(low for low, _ in solved(deal, 28).values()) >= 74
    with pytest.raises(Refusal, match="no moment 99"):
        solved(deal, 99)
    assert solved(deal, 0) == {} and solved(deal, 36) == {}


def test_a_process_of_its_own_answers_in_one_line(deal: Path) -> None:
    assert asyncio.run(ask(deal, 32)) == "all hands open, points of the declarer's side: SK 74"
    assert asyncio.run(ask(deal, 99)).startswith("solver: ") and asyncio.run(ask(deal, 0)) == ""


def test_inspect_tells_the_same_as_json(deal: Path) -> None:
    """On a record each answer comes with the truth about its beliefs and with what who sees all hands knows."""
    position = next(p for p in positions.all_turns("schafkopf", deal) if p.moment and p.moment[1] == 28)
    first, second = inspect._decisions(position, ("rule-based", "pimc:deals=4,simulations=4"), 0)
    assert first["sees_all_hands"] == second["sees_all_hands"] == solved(deal, 28)
    assert "truth" not in first
    hidden = sum(len(hand) for seat, hand in position.hands.items() if seat != position.seen.seat)
    assert 0 < second["truth"]["probability"] <= 1 and second["truth"]["cards"] == hidden
