"""Schafkopf on plain lines: the same dialogue as Yaniv, from the shared parts."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtui import record
from cardtui.match import Match
from cardtui.settings import Settings

from ..test_plain import Talk

SEED = 11
"""You hold EO GO GU HK H9 H8 E10 EK."""


def new(path: Path | None, *seats: str, rules: str = "club:deals=1") -> Match:
    return Match.new(
        "schafkopf", rules, seats or ("human", "random-coward", "random-coward", "random-coward"), SEED, path
    )


def test_a_deal_is_bid_played_and_explained(tmp_path: Path) -> None:
    """Numbers, names and faces; what is illegal is refused with its rule; Enter for what must be."""
    path = tmp_path / "match.jsonl"
    cards = ["EO", "GO", "GU", "HK", "H9", "H8", "E10", "EK"]
    said = Talk("99", "ruf-gras", "ruf-eichel", *(cards * 8)).play(new(path))
    assert said[0].startswith("Schafkopf, rules club:deals=1, seed 11.")
    assert "1 weiter, or spielen: 2 auf die Alte · 3 Wenz · 4 Eichel-Solo · 5 Gras-Solo" in "\n".join(said)
    assert any("§4.1" in line for line in said) and any("there is no 99" in line for line in said)
    assert "You: auf die Alte." in said and "You: EO." in said
    assert any(line.startswith("§7: ") for line in said)  # a card that is gone
    assert any(line.startswith("The trick, ") for line in said)
    settled = next(place for place, line in enumerate(said) if line.startswith("Sauspiel auf die Alte: You "))
    assert said[settled + 1].startswith("Sauspiel 20") and said[settled + 2].startswith("Paid: You ")
    assert any(line.startswith("This deal, in cents: You ") for line in said)
    _, lines = record.read(path)
    assert sum("action" in line for line in lines) >= 36


def test_nothing_of_hidden_hands_is_told() -> None:
    """But for the own cards, no card is named before it is played."""
    said = Talk("p").play(new(None, rules="club"))
    mine = {"EO", "GO", "GU", "HK", "H9", "H8", "E10", "EK"}
    match = new(None)
    hidden = {match.game.face(card) for seat in (1, 2, 3) for card in match.state.dealt[seat]}
    until = next((place for place, line in enumerate(said) if line.endswith(("EA.", "GA.", "SA."))), len(said))
    words = {word.strip(".,:") for line in said[:until] for word in line.split()}
    assert mine <= words and not words & hidden - {"EA"}  # the example of the prompt names EO alone


def test_a_hint_is_told_in_the_games_words() -> None:
    """With what to type, where that is something else."""
    said = Talk("hint", "ruf-eichel", "?").play(new(None), Settings(coach="rule-based"))
    assert "rule-based would say auf die Alte." in said
    assert any(line.startswith("rule-based would play ") and "type" not in line for line in said)


@pytest.mark.parametrize(
    ("settings", "card"), [(Settings(french=True), "Q♣"), (Settings(french=True, ascii=True), "Qc")]
)
def test_french_cards_are_told_and_read(settings: Settings, card: str) -> None:
    said = Talk("2", "q♣").play(new(None), settings)
    assert any(line.startswith("Your hand") and card in line for line in said) and f"You: {card}." in said


def test_several_people_see_only_their_own(tmp_path: Path) -> None:
    said = Talk("", "2", "", "p", "", "p", "", "p", "").play(new(tmp_path / "m.jsonl", *["human"] * 4))
    assert "Player 1: press Enter when only you can see this." in said
    assert "Player 1: auf die Alte." in said and "Player 4: weiter." in said
