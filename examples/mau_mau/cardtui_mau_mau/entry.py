"""What Mau-Mau and its bots declare of themselves. Nothing else is imported until it is needed."""

from __future__ import annotations

from cardtui.entries import Bot, GameEntry

from .rulesets import OPTIONS, RULE_SETS

_HERE = "cardtui_mau_mau"

GAME = GameEntry(
    "mau-mau",
    f"{_HERE}.rules:MauMau",
    RULE_SETS,
    seats=(2, 4),
    options=OPTIONS,
    title="Mau-Mau",
    summary="follow suit or rank, get rid of your cards; sevens draw, eights skip, jacks wish",
    bots=(
        Bot(
            "greedy",
            "mau-mau",
            f"{_HERE}.bots:Greedy",
            "heuristic",
            "lays whenever it can, sevens and eights when somebody is near the end, jacks last",
        ),
    ),
    opponents=("greedy",),
    words=f"{_HERE}.words:WORDS",
    setups=f"{_HERE}.positions:SETUPS",
    checks=f"{_HERE}.checks:CHECKS",
)
