"""What a bot of Zheng Shang You may have learned. Standard library only."""

from __future__ import annotations

from ...core import Action, Observation
from ...entries.claims import Claim, Claims
from .cards import BOMB, RANK, counts, pattern
from .rules import PASS, ZhengShangYou

FEW = 4
"""At most this many cards in the other hand are few."""


def _leads(seen: Observation) -> bool:
    return not seen.zone("table").cards


def _beating(seen: Observation) -> list[Action]:
    """Return the plays that beat the table, the lowest first; none when the seat leads."""
    return [] if _leads(seen) else [action for action in seen.legal if action != PASS]


def _bomb(action: Action) -> bool:
    made = pattern(action.cards)
    return made is not None and made.sizes == BOMB


def leads_many(game: ZhengShangYou, seen: Observation, action: Action) -> bool | None:
    """Return whether several cards are led, where leads have different sizes."""
    sizes = {len(other.cards) for other in seen.legal} if _leads(seen) else set()
    return len(action.cards) > 1 if len(sizes) > 1 else None


def leads_lowest(game: ZhengShangYou, seen: Observation, action: Action) -> bool | None:
    """Return whether the lowest rank in hand is led."""
    ranks = {RANK[card] for card in seen.zone("hand").cards}
    return min(ranks) in {RANK[card] for card in action.cards} if _leads(seen) and len(ranks) > 1 else None


def lays_lowest(game: ZhengShangYou, seen: Observation, action: Action) -> bool | None:
    """Return whether the lowest of several plays that beat the table is laid."""
    found = _beating(seen)
    return action == found[0] if len(found) > 1 else None


def passes(game: ZhengShangYou, seen: Observation, action: Action) -> bool | None:
    """Return whether the seat passes although it can beat the table, with many cards left in the other hand."""
    return action == PASS if _beating(seen) and _left(seen) > FEW else None


def passes_late(game: ZhengShangYou, seen: Observation, action: Action) -> bool | None:
    """Return whether the seat passes although it can beat the table, with few cards left in the other hand."""
    return action == PASS if _beating(seen) and _left(seen) <= FEW else None


def _left(seen: Observation) -> int:
    return next(zone.count for zone in seen.hands if zone.name != "hand")


def keeps_together(game: ZhengShangYou, seen: Observation, action: Action) -> bool | None:
    """Return whether a single card is beaten without breaking up a rank, where one can choose."""
    if len(seen.zone("table").cards) != 1:
        return None
    held = counts(seen.zone("hand").cards)
    singles = {held[RANK[other.cards[0]]] == 1 for other in seen.legal if len(other.cards) == 1}
    return len(action.cards) != 1 or held[RANK[action.cards[0]]] == 1 if len(singles) == 2 else None


def keeps_bombs(game: ZhengShangYou, seen: Observation, action: Action) -> bool | None:
    """Return whether no bomb is laid, where the hand may lay one or make another move."""
    bombs = [other for other in seen.legal if _bomb(other)]
    return not _bomb(action) if bombs and len(bombs) < len(seen.legal) else None


HABITS = Claims(
    claims=(
        Claim("leads several cards at once", "leads that may be one card or several: leads several", leads_many),
        Claim("leads its lowest cards", "leads with several ranks in hand: lays the lowest rank", leads_lowest),
        Claim("beats with the lowest it can", "several plays beat the table: lays the lowest of them", lays_lowest),
        Claim(
            "passes though it could beat, while there is time",
            f"a play beats the table, the other hand has more than {FEW} cards: passes",
            passes,
            passes_late,
            f"the same with at most {FEW} cards in the other hand",
        ),
        Claim(
            "does not tear groups apart",
            "a single card can be beaten by a lone card or by one of a group: breaks no group",
            keeps_together,
        ),
        Claim("keeps its bombs", "a bomb and another move are possible: lays no bomb", keeps_bombs),
    )
)
