"""98 cards in the tests of all games."""

from __future__ import annotations

from cardtui.entries import HUMAN

from ..samples import Learned, Sample

SAMPLE = Sample(
    game="98",
    rules="app:deals=6",
    seats=("gap",),
    table=("paper", (HUMAN,)),
    typed=("3 b", "3b", "b 3", "45 a", "12 down2", "up1 4", "3", "c", "e", "draw", ""),
    specs=("official", "app:deals=2", "paper:refill=two", "gap", "search@folder", "random"),
    players=("gap", "random"),
    searchers=("search:samples=1",),
    learned={
        "reinforce": Learned(soon=True, card=("inputs", "tanh")),
        "reinforce-best": Learned(soon=True, card=("inputs",)),
        "search": Learned(promised="search:samples=0", arrays="one."),
    },
    deals=40,
    pair="tests.ninetyeight.pair:PAIR",
)
