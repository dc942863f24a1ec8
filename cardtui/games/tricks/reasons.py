"""What a card of Tricks does, in plain words (`Words.reason`). Both hands lie open. Standard library only."""

from __future__ import annotations

from ...core import Action, Card, Observation
from .parsing import colour, faces
from .rules import COLOUR, Tricks, beats, following


def reason(game: Tricks, seen: Observation, action: Action) -> str:
    """Describe what a card does: `takes the trick with the lowest card that wins`."""
    (card,) = action.cards
    hand, lying = seen.zone("hand").cards, seen.zone("trick").cards
    return _follows(hand, card, lying[0]) if lying else _leads(game, seen, card)


def _leads(game: Tricks, seen: Observation, card: Card) -> str:
    other = seen.zone(f"hand {1 - seen.seat}").cards
    same = following(other, card)
    above = sorted(held for held in same if beats(held, card))
    if not same:
        return f"takes the trick: the other hand has no {colour(card)}"
    if not above:
        return f"takes the trick: the other hand has nothing above {faces((card,))}"
    if len(above) == len(same):
        perhaps = " if the other follows" * game.revoke
        return f"gives the trick away{perhaps}: all {colour(card)} of the other hand are higher"
    return f"the other can take it with {faces(above)}"


def _follows(hand: tuple[Card, ...], card: Card, led: Card) -> str:
    winners = [held for held in hand if beats(held, led)]
    if card in winners:
        if len(winners) == 1:
            return "takes the trick with the only card that can"
        best = card == min(winners)
        return "takes the trick with the lowest card that wins" if best else "takes the trick; a lower card would, too"
    if card // COLOUR != led // COLOUR:
        lacks = "" if following(hand, led) else f", having no {colour(led)} to follow with"
        return f"gives the trick away{lacks}"
    keeps = f", keeping {faces(sorted(winners))}" if winners else ": nothing here is higher"
    return f"lets the other have the trick{keeps}"
