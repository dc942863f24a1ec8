"""The guided first deal of Tricks. Standard library only."""

from __future__ import annotations

from ...core import Observation
from ...entries.first_deal import FirstDeal
from ...text.formatting import counted
from .parsing import colour, faces
from .rules import Tricks, beats, following


def open_hands(game: Tricks, seen: Observation) -> str:
    """The first turn."""
    return (
        "All cards lie open: yours below, the other's above. In each trick both lay one card, and the better one"
        " takes both. You want many tricks."
    )


def exchanged(game: Tricks, seen: Observation) -> str:
    """The second half has begun."""
    if not seen.facts["half"]:
        return ""
    first, taken = seen.facts["first"], seen.facts["taken"][0]
    whose = "You" if first == seen.seat else "The other"
    return (
        f"The hands are exchanged and played again. {whose} took {counted(taken[first], 'trick')} with the first"
        " hand; who takes more with it wins the deal."
    )


def void(game: Tricks, seen: Observation) -> str:
    """The colour led is missing."""
    led = _led(seen)
    if led is None or following(seen.zone("hand").cards, led):
        return ""
    return f"You have no {colour(led)}. So any card goes, but no other colour ever wins: throw one you need least."


def follow(game: Tricks, seen: Observation) -> str:
    """A card is led and can be followed."""
    led = _led(seen)
    if led is None or not following(seen.zone("hand").cards, led):
        return ""
    return (
        f"The other led {faces((led,))}. You hold {colour(led)}, so you must follow with it; the higher {colour(led)}"
        " takes the trick."
    )


def beaten(game: Tricks, seen: Observation) -> str:
    """No card of the colour led is high enough."""
    led = _led(seen)
    same = following(seen.zone("hand").cards, led) if led is not None else ()
    if led is None or not same or any(beats(card, led) for card in same):
        return ""
    return f"None of your {colour(led)} is above {faces((led,))}: the trick is lost. A low card is enough to lose it."


def lead(game: Tricks, seen: Observation) -> str:
    """The person leads."""
    if _led(seen) is not None:
        return ""
    return "You lead any card. The other must follow its colour if it can, and the higher card of that colour wins."


def leads_again(game: Tricks, seen: Observation) -> str:
    """The person leads after a trick it took."""
    if _led(seen) is not None or not seen.facts["taken"][-1][seen.seat]:
        return ""
    return "You took the trick, so you lead to the next one. The leader chooses the colour."


def free(game: Tricks, seen: Observation) -> str:
    """The other lacks a colour that the person holds."""
    other = seen.zone(f"hand {1 - seen.seat}").cards
    gone = [card for card in seen.zone("hand").cards if not following(other, card)]
    if _led(seen) is not None or not other or not gone:
        return ""
    sign = colour(gone[0])
    return f"The other has no {sign} left. Each {sign} that you lead takes its trick, however low it is."


def allowed(game: Tricks, seen: Observation) -> str:
    """Return which cards may be played, and why."""
    led = _led(seen)
    if led is None:
        return "lead any of your cards."
    if following(seen.zone("hand").cards, led) and not game.revoke:
        cards = faces(sorted(action.cards[0] for action in seen.legal))
        return f"play {cards}: {colour(led)} was led."
    return f"play any card: {'the rules let you' if game.revoke else f'you have no {colour(led)}'}."


def ended(game: Tricks, seen: Observation) -> str:
    """Return the tricks taken with the first hand, and who won."""
    taken = seen.facts["taken"]
    mine, other = taken[0][seen.seat], taken[-1][1 - seen.seat]
    if seen.facts["first"] != seen.seat:
        mine, other = taken[-1][seen.seat], taken[0][1 - seen.seat]
    won = "you win" if mine > other else "the other wins" if mine < other else "a draw"
    same = " with the same hand" if len(taken) > 1 else ""
    return (
        f"You took {counted(mine, 'trick')}, the other {other}{same}: {won}. Enter deals again, now without the guide."
    )


def _led(seen: Observation) -> int | None:
    lying = seen.zone("trick").cards
    return lying[0] if lying else None


FIRST: FirstDeal[Tricks] = FirstDeal(
    seed=145,
    bots=("first",),
    coach="mlp-exact",
    lessons=(open_hands, exchanged, void, beaten, follow, leads_again, lead, free),
    allowed=allowed,
    ended=ended,
    rules="tricks",
)
