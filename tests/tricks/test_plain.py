"""Tricks on plain lines: the same dialogue as Yaniv, from the shared parts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardtui import record, words
from cardtui.match import Match
from cardtui.settings import Settings

from ..test_plain import Talk

SMALL = "tricks:n=4,deals=1"


def new(path: Path | None, *seats: str, rules: str = SMALL) -> Match:
    return Match.new("tricks", rules, seats or ("human", "first"), 3, path)


def test_a_deal_is_played_in_both_halves_and_explained(tmp_path: Path) -> None:
    """§4: numbers and faces; what is illegal is refused with its rule; Enter for what must be."""
    path = tmp_path / "match.jsonl"
    said = Talk("99", "0h", "2c", *(["", "1", "2", "3"] * 8)).play(new(path))
    assert said[0] == "Tricks, rules tricks:n=4,deals=1, seed 3. Seats: You, Ada (first)."
    assert "The first hand: 2♣ 3♣ 1♦ 3♦. The second hand: 0♣ 1♣ 0♦ 2♦." in said
    assert "§3: there is no card 99: yours are 1 to 4" in said
    assert any(line.startswith("'0h' means nothing here") for line in said)
    assert "You: 2♣." in said and "Ada: 1♣." in said
    over = said.index("The first half is over. All cards are taken back, and the seats exchange the hands.")
    assert any(line.startswith("2nd half, 4 tricks left: Ada ") for line in said[over:])
    end = said.index("This deal, in points: You 0, Ada 0.")
    assert said[end - 3 : end] == [
        "Tricks with the first hand: You 3, Ada 3.",
        "A draw.",
        "Parted in trick 1, first hand: You 2♣, Ada 3♣.",
    ]
    _, lines = record.read(path)
    assert sum("action" in line for line in lines) == 16


def test_ascii_signs() -> None:
    """Also where an illegal card is refused."""
    said = Talk("2c", "3", "3c").play(new(None), Settings(ascii=True))
    assert all(line.isascii() for line in said) and any("2: 3c, 3: 1d" in line for line in said)


def test_two_people_are_not_told_to_look_away(tmp_path: Path) -> None:
    """§7: everything is known to both, so nothing is covered."""
    said = Talk("1", "1", "1").play(new(tmp_path / "m.jsonl", "human", "human"))
    assert not any("only you can see" in line for line in said)
    assert "Player 1 to move." in said and "Player 2 to move." in said and "Player 1: 2♣." in said


def test_hint_history_and_undo() -> None:
    said = Talk("hint", "1", "history", "undo", "table").play(new(None), Settings(coach="first"))
    assert "first would play 3♣ (type 2)." in said and said.count("You: 2♣.") == 2 and "Taken back." in said


def test_a_hint_says_what_to_type_where_its_sign_is_part_of_another_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """`1` is in `10♣`, which left it out; a word that is what to type is not told twice."""
    usual = words.of("tricks")
    for would, typed, told in (
        ("play 10♣", "1", "first would play 10♣ (type 1)."),
        ("say Yaniv", "y", "first would say Yaniv (type y)."),
        ("pass", "pass", "first would pass."),
        ("take 2", "take 2", "first would take 2."),
        ("„weiter“ sagen", "weiter", "first would „weiter“ sagen."),
    ):
        spoken = replace(usual, does=lambda *_, would=would: would, to_type=lambda *_, typed=typed: typed)
        monkeypatch.setattr(words, "of", lambda *_, spoken=spoken: spoken)
        assert told in Talk("hint").play(new(None), Settings(coach="first"))
