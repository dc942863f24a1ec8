"""Zheng Shang You in the tests of all games."""

from __future__ import annotations

from cardtui.entries import HUMAN

from ..samples import Learned, Sample

SAMPLE = Sample(
    game="zsy",
    rules="paper:deals=6",
    seats=("greedy", "random"),
    table=("paper", (HUMAN, "greedy")),
    typed=("33 444", "3 3 4 4 4", "#12a", "jjqqkk", "10 T", "bj", "rj", "3♣ 3h", "play 5c", "p", "pass", ""),
    specs=("paper:deals=3", "paper", "greedy:lead=pattern", "dmc@folder", "random"),
    players=("greedy", "random"),
    searchers=("pimc-zsy:worlds=10", "dmc-search:worlds=10"),
    learned={"td-linear": Learned(soon=True)},
    deals=250,
    pair="tests.zsy.pair:PAIR",
)
