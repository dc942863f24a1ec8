"""Tricks in the tests of all games."""

from __future__ import annotations

from cardtui.entries import HUMAN

from ..samples import Learned, Sample

SAMPLE = Sample(
    game="tricks",
    rules="tricks:deals=6",
    seats=("first", "random"),
    table=("tricks", (HUMAN, "first")),
    typed=("1", "3", "7c", "7♣", "12s", "0d", "play 3c", "c", ""),
    specs=("tricks:n=13,colours=4,revoke=yes", "tricks", "exact", "mlp-win@folder", "random"),
    players=("first", "random"),
    searchers=("exact",),
    learned={
        "mlp-win": Learned(soon=True),
        "mlp-win-lose": Learned(soon=True),
        "mlp-exact": Learned(soon=True),
    },
    pair="tests.tricks.pair:PAIR",
    hides=False,
)
