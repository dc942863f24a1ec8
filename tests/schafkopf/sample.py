"""Schafkopf in the tests of all games."""

from __future__ import annotations

from cardtui.entries import HUMAN

from ..samples import Sample

SAMPLE = Sample(
    game="schafkopf",
    rules="club:deals=6",
    seats=("rule-based", "random-coward", "random", "random"),
    table=("club", (HUMAN, "random", "random", "random")),
    typed=("1", "3", "EO", "h10", "qc", "ruf-eichel", "solo g", "s-g-t", "weiter", "c", "re", "k", "play ga", ""),
    specs=(
        "club:allpass=ramsch,klopfen=yes",
        "paper",
        "pimc:deals=4,simulations=9",
        "pimc-solver@folder",
        "random",
    ),
    players=("rule-based", "random-coward"),
    searchers=(
        "pimc:deals=1,simulations=4",
        "pimc-solver:deals=1",
        "calibrated-solver:deals=1",
        "ppo-search:deals=2",
        "hp-pimc:deals=1",
    ),
    pair="tests.schafkopf.pair:PAIR",
    forgetful=True,
)
