"""What a bot of Tricks may have learned. Standard library only."""

from __future__ import annotations

from ...core import Action, Card, Observation
from ...entries.claims import Claim, Claims
from .rules import COLOUR, Tricks, beats


def _led(seen: Observation) -> Card | None:
    trick = seen.zone("trick").cards
    return trick[0] if trick else None


def _winning(seen: Observation) -> list[Card]:
    """Return the cards that win the trick, the lowest first; none when the seat leads."""
    led = _led(seen)
    return sorted(action.cards[0] for action in seen.legal if led is not None and beats(action.cards[0], led))


def _sure(seen: Observation, card: Card) -> bool:
    """Return whether the other hand, which lies open, cannot beat a card that is led."""
    other = next(zone for zone in seen.hands if zone.name != "hand").cards
    return not any(beats(theirs, card) for theirs in other)


def wins(game: Tricks, seen: Observation, action: Action) -> bool | None:
    """Return whether the trick is won, where one can choose to win it or not."""
    winning = _winning(seen)
    return action.cards[0] in winning if 0 < len(winning) < len(seen.legal) else None


def wins_low(game: Tricks, seen: Observation, action: Action) -> bool | None:
    """Return whether the trick is won with the lowest card that wins it, where several do."""
    winning = _winning(seen)
    return action.cards[0] == winning[0] if len(winning) > 1 else None


def throws_low(game: Tricks, seen: Observation, action: Action) -> bool | None:
    """Return whether a card of the lowest value is laid, where no card wins."""
    if _led(seen) is None or _winning(seen):
        return None
    values = [other.cards[0] % COLOUR for other in seen.legal]
    return action.cards[0] % COLOUR == min(values) if len(set(values)) > 1 else None


def leads_sure(game: Tricks, seen: Observation, action: Action) -> bool | None:
    """Return whether a card is led that the other hand cannot beat, where only some cards are such."""
    if _led(seen) is not None:
        return None
    sure = {other: _sure(seen, other.cards[0]) for other in seen.legal}
    return sure[action] if len(set(sure.values())) == 2 else None


def leads_lowest_of_colour(game: Tricks, seen: Observation, action: Action) -> bool | None:
    """Return whether the lowest card of its colour is led, where every card can be beaten."""
    if _led(seen) is not None or any(_sure(seen, other.cards[0]) for other in seen.legal):
        return None
    card = action.cards[0]
    return card == min(other.cards[0] for other in seen.legal if other.cards[0] // COLOUR == card // COLOUR)


HABITS = Claims(
    claims=(
        Claim("wins the tricks that it can", "a trick can be won or left: wins it", wins),
        Claim("wins as cheaply as it can", "several cards win the trick: lays the lowest of them", wins_low),
        Claim("throws its lowest cards away", "no card wins the trick: lays the lowest value", throws_low),
        Claim(
            "leads cards that cannot be beaten",
            "some leads can be beaten, others cannot: leads one that cannot",
            leads_sure,
        ),
        Claim(
            "leads low when it cannot win",
            "every lead can be beaten: leads the lowest of a colour",
            leads_lowest_of_colour,
        ),
    )
)
