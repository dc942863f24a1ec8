"""Yaniv in the tests of all games."""

from __future__ import annotations

from cardtui.entries import HUMAN

from ..samples import Learned, Sample

SAMPLE = Sample(
    game="yaniv",
    rules="club:deals=6",
    seats=("greedy", "semirandom", "random"),
    table=("paper", (HUMAN, "greedy")),
    typed=("1 4 d", "1 2 3 a", "y", "m", "2", "3", "5 b", "1,2 deck", ""),
    specs=("club:limit=200,assaf=50", "paper", "greedy:p=0.3", "harel@folder", "random"),
    players=("semirandom", "greedy:p=0.25"),
    searchers=("yaniv-td:rollouts=8",),
    learned={
        "harel": Learned(soon=True, card=("unit",)),
        "harel-best": Learned(card=("unit",)),
        "yaniv-td": Learned(promised="yaniv-td:rollouts=0"),
    },
    pair="tests.yaniv.pair:PAIR",
)
