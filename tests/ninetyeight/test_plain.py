"""98 on plain lines: the same dialogue as at the other tables, for one."""

from __future__ import annotations

from pathlib import Path

from cardtui import record
from cardtui.match import Match
from cardtui.settings import Settings

from ..test_plain import Talk

SEED = 3
"""You hold 3 10 30 35 58 66 81 98."""


def new(path: Path | None, rules: str = "paper", seat: str = "human") -> Match:
    return Match.new("98", rules, (seat,), SEED, path)


def test_a_game_is_played_to_its_end_and_the_next_one_dealt(tmp_path: Path) -> None:
    """Numbers and letters; what is illegal is refused with its rule (§2.2); the result is the cards laid (§5.1)."""
    path = tmp_path / "match.jsonl"
    match = new(path)
    stubborn = [f"{card} {stack}" for stack in "abcd" for card in (8, 1)] * 12
    said = Talk("1 a", "1 x", "8 a", "1 a", *stubborn, "").play(match)
    assert said[0] == "98 cards, rules paper, seed 3. Seats: You."
    assert "Your hand: 1: 3, 2: 10, 3: 30, 4: 35, 5: 58, 6: 66, 7: 81, 8: 98" in said
    assert "You: 3 on a, then drew 43." in said
    assert "'x' means nothing here: type a card and a stack, such as 98 d" in said
    assert any(line.startswith("§2.2: stack a takes cards above 98") for line in said)
    ended = next(line for line in said if " of 98 cards laid. Left in the hand: " in line)
    count = int(ended.split()[0])
    assert f"This deal, in cards: You {count}." in said and f"Scores after 1 deal: You {count}." in said
    assert "Deal 2." in said
    _, lines = record.read(path)
    assert next(line["result"] for line in lines if "result" in line) == [count]


def test_drawing_in_the_boxs_own_game() -> None:
    """§3.4: e draws after two cards, not before."""
    said = Talk("1 a", "e", "1 a", "e").play(new(None, "official"))
    assert "§3.4: lay 2 cards before you draw, not 1" in said and "a card or its place (1–8)" in "\n".join(said)
    assert any(line.startswith("You: drew ") for line in said)
    assert any(line.endswith("· e draws 2") for line in said)


def test_a_hint_undo_and_history() -> None:
    """The coach tells an action that can be typed; what was taken back is not told again."""
    said = Talk("hint", "8 c", "history", "undo", "table").play(new(None), Settings(coach="gap"))
    assert any(line == "gap would lay 3 on a (type 1 a)." for line in said)
    assert said.count("You: 98 on c, then drew 43.") == 2 and "Taken back." in said
    assert said[-8:].count("Stack c: down from 100, 0 cards") == 1


def test_a_bot_alone_is_watched(tmp_path: Path) -> None:
    """In your place, until you stop it; what it thought is told."""
    match = new(tmp_path / "match.jsonl", seat="gap")
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if line == "Deal 2.":
            raise KeyboardInterrupt

    from cardtui import plain

    assert plain.play(match, Settings(pace=0, panel="move"), ask=lambda question: "", say=say) == 130
    assert any(line.startswith("Ada: ") for line in said) and any("jump back" in line for line in said)
    assert any(line.startswith("This deal, in cards: Ada ") for line in said)
