"""Zheng Shang You on plain lines: the same dialogue as at the other tables, from the shared parts."""

from __future__ import annotations

from pathlib import Path

from cardtui import record
from cardtui.games.zsy.parsing import spelled
from cardtui.match import Match
from cardtui.settings import Settings

from ..test_plain import Talk

SEED = 2
"""You lead from 4 555 777 88 99 J Q KK A 2 BJ."""


def new(path: Path | None, *seats: str, rules: str = "paper:deals=1") -> Match:
    return Match.new("zsy", rules, seats or ("human", "greedy"), SEED, path)


def test_a_deal_is_played_and_told(tmp_path: Path) -> None:
    """Ranks and numbers; what is illegal is refused with its rule; Enter where nothing goes."""
    path = tmp_path / "match.jsonl"
    match = new(path)
    said = Talk("p", "3", "x", "777 88 99", *(["", "2", "p", "#1", "5", "k"] * 40)).play(match)
    assert said[0] == "Zheng Shang You, rules paper:deals=1, seed 2. Seats: You, Ada (greedy)."
    assert "Your hand, 18 cards: #1 4, #2 555, #5 777, #8 88, #a 99, #c J, #d Q, #e KK, #g A, #h 2, #i BJ" in said
    assert "§3.2: who leads cannot pass" in said and "§1.3: this hand has no 3" in said
    assert any(line.startswith("'x' is no rank") for line in said)
    assert "You: chain 777 88 99." in said and "Ada: pass." in said
    assert match.over and any(line.endswith(" laid the last card.") for line in said)
    assert any(line.startswith("Nobody held: ") for line in said)
    assert any(line.startswith("This deal, in wins: You ") for line in said)
    _, lines = record.read(path)
    assert next(line["action"] for line in lines if line.get("seat") == 0).startswith("play 7")


def test_hidden_cards_are_never_told() -> None:
    """The other hand is told by its number alone until it lies on the table; so is the rest."""
    match = new(None)
    said = Talk("4", "table", "history", "scores").play(match)
    other = spelled(match.state.hands[1])
    assert not any(other in line for line in said)
    told = [line for line in said if line.startswith("Not seen: ")]
    assert told[0].startswith("Not seen: 4 of 3, 3 of 4, 1 of 5, 4 of 6, 1 of 7") and told[0].endswith("1 of RJ")


def test_a_hint_and_the_bots_thoughts() -> None:
    """The coach tells an action that can be typed; the panel's mode move tells why."""
    said = Talk("hint", "4").play(new(None), Settings(panel="move", coach="greedy:lead=pattern"))
    assert any(line.startswith("greedy:lead=pattern would lay ") for line in said)
    assert any("the lowest that goes" in line for line in said)


def test_several_people_see_only_their_own() -> None:
    said = Talk("", "4", "", "p", "").play(new(None, "human", "human"))
    assert "Player 1: press Enter when only you can see this." in said
    assert "Player 1: single 4." in said and "Player 2: pass." in said


def test_ascii_alone() -> None:
    said = Talk("4 4", "hint", "4", "history").play(new(None), Settings(ascii=True, coach="greedy", panel="open"))
    assert all(line.isascii() for line in said)
