"""What a move of Zheng Shang You does, in plain words (`Words.reason`). Standard library only."""

from __future__ import annotations

from ...core import Action, Observation
from ...text.formatting import listed
from .cards import BOMB, RANKS, counts, follows, pattern
from .known import unseen
from .parsing import alike, title
from .rules import PASS, ZhengShangYou

TOP = tuple(RANKS.index(rank) for rank in ("A", "2", "BJ", "RJ"))
"""The ranks whose cards are mentioned when they are kept."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NAMES = {"A": "ace", "2": "2", "BJ": "black joker", "RJ": "red joker"}


def reason(game: ZhengShangYou, seen: Observation, action: Action) -> str:
    """Describe what a move does: `gets rid of three cards, splits the 99, keeps the 2s`."""
    hand = seen.zone("hand").cards
    if action == PASS:
        lying = title(seen.zone("table").cards)
        unable = f"nothing in the hand beats the {lying}: " if seen.legal == (PASS,) else ""
        whole = {1: "the last card", 2: "both cards"}.get(len(hand), f"all {len(hand)} cards")
        return f"{unable}keeps {whole} and lets the other lead"
    laid = pattern(action.cards)
    assert laid
    before, played = counts(hand), counts(action.cards)
    left = [held - gone for held, gone in zip(before, played, strict=True)]
    if not any(left):
        return "lays the last card and wins the deal"
    parts = [f"gets rid of {_number(len(action.cards))} card{'s' * (len(action.cards) != 1)}"]
    if split := [rank for rank in range(len(RANKS)) if played[rank] and left[rank]]:
        parts.append("splits the " + " and the ".join(alike(rank, before[rank]) for rank in split))
    if laid.sizes == BOMB:
        parts.append("spends a bomb")
    if kept := [rank for rank in TOP if left[rank]]:
        parts.append(f"keeps the {_kept([(RANKS[rank], left[rank]) for rank in kept])}")
    if next(follows(unseen(seen), laid), None) is None:
        parts.append("nothing unseen beats it")
    return ", ".join(parts)


def _kept(ranks: list[tuple[str, int]]) -> str:
    """Name cards by rank and number: `ace, 2s and red joker`."""
    return listed([f"{_NAMES[rank]}{'s' * (count > 1)}" for rank, count in ranks])


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)
