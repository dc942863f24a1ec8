"""Schafkopf's law beside the oracle, move for move; tests/deep.py compares many more deals."""

from __future__ import annotations

from ..oracle.schafkopf_agreement import oracle_agrees


def test_the_law_and_the_oracle_agree_move_for_move() -> None:
    """Every option and every kind of game is met, and what happens seldom happens too."""
    seen = oracle_agrees(400, seed=0)
    assert seen["deals"] == 400
    for key, values in {
        "deck": ("long", "short"),
        "allpass": ("end", "redeal", "ramsch", "forced"),
        "contra": ("lead", "eight"),
        "schwarz": ("points", "tricks"),
        **dict.fromkeys(("upgrade", "tout", "sie", "geier", "farbwenz", "klopfen"), ("no", "yes")),
    }.items():
        for value in values:
            assert seen[f"{key}={value}"] > 20, f"{key}={value}"
    for event in ("ruf-gras", "solo-herz", "solo-gras-tout", "sie", "ramsch", "nobody plays", "forced", "knocked"):
        assert seen[event], event
    for event in ("contra", "retour", "run away", "pot won or doubled", "Jungfrau", "Laufende", "lost", "matches"):
        assert seen[event], event
