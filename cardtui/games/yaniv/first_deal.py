"""The guided first deal of Yaniv. Standard library only."""

from __future__ import annotations

from ...core import Card, Observation
from ...entries.first_deal import FirstDeal
from ...entries.wording import face_up
from .cards import NUMBER, discards
from .parsing import takes
from .rules import YANIV, Yaniv


def cards(game: Yaniv, seen: Observation) -> str:
    """The first turn."""
    return (
        f"Your five cards count their numbers (jack 11, queen 12, king 13): now {_sum(game, seen)}. From {game.call}"
        " down you may call Yaniv; the lowest hand then wins."
    )


def call(game: Yaniv, seen: Observation) -> str:
    """A call is allowed for the first time."""
    if YANIV not in seen.legal:
        return ""
    return (
        f"Your hand counts {_sum(game, seen)}, and from {game.call} down you may call Yaniv: all show their cards,"
        " and the lowest hand wins. If the other has as few as you, you lose."
    )


def run(game: Yaniv, seen: Observation) -> str:
    """A run can be laid."""
    runs = [group for group in _groups(game, seen) if len({NUMBER[card] for card in group}) > 1]
    if not runs:
        return ""
    return f"{face_up(game, runs[0])} are a run: three or more of one suit in a row. You may lay them all at once."


def pair(game: Yaniv, seen: Observation) -> str:
    """Cards of one number can be laid."""
    sets = [group for group in _groups(game, seen) if len({NUMBER[card] for card in group}) == 1]
    if not sets:
        return ""
    return (
        f"{face_up(game, sets[0])} have the same number, so you may lay them together. {len(sets[0])} cards go, one"
        " comes: so your hand gets smaller."
    )


def pile(game: Yaniv, seen: Observation) -> str:
    """The pile offers a low card."""
    top = seen.zone("pile").cards[-1]
    if NUMBER[top] > 3:
        return ""
    return f"The {face_up(game, (top,))} on the pile is low. You may take it (a) instead of a card of the stack (s)."


def match(game: Yaniv, seen: Observation) -> str:
    """The pile offers a card with the number of one in the hand."""
    top = seen.zone("pile").cards[-1]
    mine = [card for card in seen.zone("hand").cards if NUMBER[card] == NUMBER[top]]
    if len(mine) != 1:
        return ""
    return (
        f"{face_up(game, (top,))} on the pile and your {face_up(game, mine)} have the same number. Taken now, they can"
        " be laid together at your next turn."
    )


def taken(game: Yaniv, seen: Observation) -> str:
    """Somebody took a card from the pile that is still held."""
    known = [card for zone in seen.hands if zone.name != "hand" for card in zone.cards]
    if not known:
        return ""
    were, them = ("was", "it") if len(known) == 1 else ("were", "them")
    return (
        f"{face_up(game, known)} {were} taken from the pile, so all know who holds {them}. Cards of the stack stay"
        " secret."
    )


def near(game: Yaniv, seen: Observation) -> str:
    """The hand is nearly low enough."""
    left = _sum(game, seen)
    if not game.call < left <= game.call + 8:
        return ""
    return f"Your hand counts {left}. At {game.call} or less you may call Yaniv when your turn begins."


def few(game: Yaniv, seen: Observation) -> str:
    """Another hand is small."""
    if all(zone.count > 2 for zone in seen.hands):
        return ""
    return "The fewer cards a hand has, the sooner it is low enough for a call. So look at how many the other holds."


def allowed(game: Yaniv, seen: Observation) -> str:
    """Return what may be laid and taken, and whether Yaniv may be called."""
    groups = " or ".join(face_up(game, group) for group in _groups(game, seen)[:2])
    ends = " or ".join(f"take {face} ({end})" for end, face in takes(game, seen).items() if end != "stack")
    told = f"lay any card{f' or {groups}' if groups else ''}, then draw (s) or {ends}."
    return f"call (y); or {told}" if YANIV in seen.legal else told


def ended(game: Yaniv, seen: Observation) -> str:
    """Return who called, what the hands count, and who won."""
    sums = {seat: game.score(zone.cards) for seat, zone in enumerate(seen.hands)}
    mine, least = sums[seen.seat], min(count for seat, count in sums.items() if seat != seen.seat)
    caller = seen.facts["caller"]
    who = "Nobody" if caller is None else "You" if caller == seen.seat else "The other"
    won = mine < least or (mine == least and caller != seen.seat)
    why = "of equal hands the caller's loses" if mine == least else "the lower hand wins"
    return (
        f"{who} called. You show {mine}, the other {least}: {why}, so this deal is {'yours' if won else 'lost'}."
        " Enter deals again, now without the guide."
    )


def _sum(game: Yaniv, seen: Observation) -> int:
    return game.score(seen.zone("hand").cards)


def _groups(game: Yaniv, seen: Observation) -> list[tuple[Card, ...]]:
    """Return the sets and runs that can be laid, in one order each, the highest first."""
    found = {frozenset(laid): laid for laid in discards(seen.zone("hand").cards, game.ends) if len(laid) > 1}
    whole = [laid for cards, laid in found.items() if not any(cards < other for other in found)]
    return sorted([tuple(sorted(laid)) for laid in whole], key=game.score, reverse=True)


FIRST: FirstDeal[Yaniv] = FirstDeal(
    seed=536,
    bots=("semirandom",),
    coach="yaniv-td:rollouts=0",
    lessons=(cards, call, run, pair, match, pile, near, taken, few),
    allowed=allowed,
    ended=ended,
    rules="paper",
)
