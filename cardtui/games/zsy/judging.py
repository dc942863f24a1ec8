"""What the review must know of Zheng Shang You: who judges, and when the solver can. Standard library only."""

from __future__ import annotations

from ...core import Observation
from ...entries.judging import JudgeEntry, Judging
from .rules import ZhengShangYou
from .worlds import chances

SOLVED = 20
"""With at most this many cards in both hands together, the solver judges as well."""


def kind(game: ZhengShangYou, seen: Observation) -> str:
    """Return "lead" or "follow", and whether it is near the end."""
    word = "follow" if seen.zone("table").cards else "lead"
    return f"{word} near the end" if sum(zone.count for zone in seen.hands) <= SOLVED else word


def phase(game: ZhengShangYou, seen: Observation) -> str:
    """Return the phase by the number of cards in hand."""
    cards = seen.zone("hand").count
    return "13-18 cards" if cards > 12 else "7-12 cards" if cards > 6 else "1-6 cards"


JUDGING = Judging(
    judges=(
        JudgeEntry(
            "dmc",
            "cardtui.agents.zsy.judges:Learned",
            "dmc on both seats, each sees its own hand; 3% of its moves are random",
            screens=40,
            proves=1600,
            bot="dmc",
        ),
        JudgeEntry(
            "linear",
            "cardtui.agents.zsy.judges:Linear",
            "td-linear on both seats, each sees its own hand; 3% of its moves are random",
            screens=100,
            proves=1600,
            bot="td-linear",
        ),
        JudgeEntry(
            "exact",
            "cardtui.agents.zsy.judges:Solved",
            "the solver, which sees both hands",
            screens=100,
            proves=400,
            sees_all_hands=True,
            exact=True,
            kinds=("lead near the end", "follow near the end"),
        ),
    ),
    marks=(0.05, 0.10, 0.20),
    worlds="cardtui.agents.zsy.judges:worlds",
    how_worlds="the other hand, half drawn at equal chances and half by dmc's belief; all of them where there are few",
    chances=chances,
    kind=kind,
    phase=phase,
    tested=("td-linear", "random", "greedy", "deep-q", "dmc"),
    trials={"order": 40, "planted": 100, "coverage": 40, "innocent": 1113, "true": 60, "luck": 300},
)
