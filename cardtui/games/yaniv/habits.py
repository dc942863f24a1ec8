"""What a bot of Yaniv may have learned: the source document's five claims, and calling. Standard library only.

The claims are those of `claims.py`, which counts them on the states of a table; here they are counted for any bot and
under any rules.
"""

from __future__ import annotations

from collections import Counter

from ...core import Action, Card, Observation
from ...entries.claims import Claim, Claims
from .cards import NUMBER
from .rules import YANIV, Yaniv

SMALL, HIGH = 4, 8
"""Small numbers are at most 4, high ones at least 8."""


def _held(seen: Observation) -> Counter[int]:
    """Return how many cards of each number the hand holds, without jokers; empty where the seat may call."""
    if YANIV in seen.legal:
        return Counter()
    return Counter(NUMBER[card] for card in seen.zone("hand").cards if NUMBER[card])


def _numbers(action: Action) -> set[int]:
    return {NUMBER[card] for card in action.cards}


def _pile(seen: Observation) -> Card | None:
    """Return the only card of the pile that may be taken; None if two may, or the seat may call."""
    if YANIV in seen.legal or any(action.to == "b" for action in seen.legal):
        return None
    return seen.zone("pile").cards[-1]


def lays_highest(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether the highest number is laid; only hands of several single numbers count."""
    held = _held(seen)
    return max(held) in _numbers(action) if len(held) > 1 and max(held.values()) == 1 else None


def lays_multiple(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether a multiple is laid; only hands with a multiple and another number count."""
    held = _held(seen)
    if len(held) < 2 or max(held.values()) == 1:
        return None
    return len(action.cards) > 1 and len(_numbers(action)) == 1


def _keeps(seen: Observation, action: Action, low: int, high: int) -> bool | None:
    held = _held(seen)
    multiples = [number for number, count in held.items() if count > 1]
    if len(multiples) != 1 or len(held) < 2 or not low <= multiples[0] <= high:
        return None
    return multiples[0] not in _numbers(action)


def keeps_small(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether the hand's only multiple is kept; only multiples of small numbers count."""
    return _keeps(seen, action, 1, SMALL)


def keeps_large(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether the hand's only multiple is kept; only multiples of other numbers count."""
    return _keeps(seen, action, SMALL + 1, 13)


def leaves_high(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether a card is drawn from the stack; only high cards on the pile count."""
    card = _pile(seen)
    return action.to == "stack" if card is not None and NUMBER[card] >= HIGH else None


def leaves_small(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether a card is drawn from the stack; only small cards on the pile count."""
    card = _pile(seen)
    return action.to == "stack" if card is not None and 0 < NUMBER[card] <= SMALL else None


def _gathers(seen: Observation, action: Action, alike: bool) -> bool | None:
    card, held = _pile(seen), _held(seen)
    if card is None or NUMBER[card] < HIGH or len(held) < 2 or (NUMBER[card] in held) is not alike:
        return None
    return action.to != "stack" and NUMBER[card] not in _numbers(action)


def gathers(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether a high card is taken to match one in the hand, and both are kept."""
    return _gathers(seen, action, True)


def takes_alone(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether a high card is taken that matches none in hand."""
    return _gathers(seen, action, False)


def calls(game: Yaniv, seen: Observation, action: Action) -> bool | None:
    """Return whether Yaniv is called where it may be."""
    return action == YANIV if YANIV in seen.legal else None


HABITS = Claims(
    claims=(
        Claim("gets rid of high cards", "hands of several single numbers: lays the highest", lays_highest),
        Claim("drops multiples", "hands with a multiple and another number: lays a multiple", lays_multiple),
        Claim(
            "keeps multiples if they are small",
            f"hands with one multiple, of A to {SMALL}, and another number: keeps it",
            keeps_small,
            keeps_large,
            f"the same with a multiple above {SMALL}",
        ),
        Claim(
            "avoids high pile cards",
            f"pile {HIGH} to K: draws from the stack",
            leaves_high,
            leaves_small,
            f"the same with A to {SMALL} on the pile",
        ),
        Claim(
            "now and then gathers pairs by taking a high card",
            f"pile {HIGH} to K, the same number in hand: takes it and keeps both",
            gathers,
            takes_alone,
            "takes and keeps such a card without the same number in hand",
        ),
        Claim("calls as soon as it may", "hands with which it may call: calls", calls),
    )
)
