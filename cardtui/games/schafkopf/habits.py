"""What a bot of Schafkopf may have learned, and its bids by trumps and aces. Standard library only."""

from __future__ import annotations

from ...core import Action, Observation
from ...entries.claims import Claim, Claims, Grid
from .cards import ACES, COLOUR, CONTRACTS, POINTS, RAMSCH, RUF, SIE, SOLO, SOLO_TOUT, TRUMP, Contract, winner
from .rules import CONTRA, Schafkopf

STRONG = 5
"""This many trumps of a Sauspiel, or more, are many."""
KINDS = ("pass", "Sauspiel", "Wenz", "Farbsolo")
"""What is bid. Farbsolo includes Sie, and each includes its Tout."""
_HERZ = 3
_AS_CALLED = CONTRACTS["ruf-eichel"].suit


def trumps(seen: Observation) -> int:
    """Return the number of trumps of a Sauspiel in the hand."""
    return sum(_AS_CALLED[card] == TRUMP for card in seen.zone("hand").cards)


def aces(seen: Observation) -> int:
    """Return the number of aces in the hand, without that of Herz, which is a trump."""
    return sum(card in ACES and COLOUR[card] != _HERZ for card in seen.zone("hand").cards)


def _bids(seen: Observation) -> bool:
    """Return whether the seat is asked for a bid, and nobody has bid a game before."""
    return seen.facts["phase"] == "bid" and set(seen.facts["bids"]) <= {"", "pass"}


def _plays(seen: Observation) -> Contract | None:
    """Return the contract if a card is to be played in a game other than a Ramsch; otherwise None."""
    contract = CONTRACTS.get(seen.facts["contract"])
    if seen.facts["phase"] != "play" or CONTRA in seen.legal or contract is None or contract.kind == RAMSCH:
        return None
    return contract


def _bid(seen: Observation, action: Action, many: bool) -> bool | None:
    return action.verb != "pass" if _bids(seen) and (trumps(seen) >= STRONG) is many else None


def bids_strong(game: Schafkopf, seen: Observation, action: Action) -> bool | None:
    """Return whether a game is bid with many trumps, where nobody has bid one before."""
    return _bid(seen, action, True)


def bids_weak(game: Schafkopf, seen: Observation, action: Action) -> bool | None:
    """Return whether a game is bid with few trumps, where nobody has bid one before."""
    return _bid(seen, action, False)


def leads_trump(game: Schafkopf, seen: Observation, action: Action) -> bool | None:
    """Return whether the declarer of a Sauspiel leads a trump, where it can also lead other cards."""
    contract = _plays(seen)
    if contract is None or contract.kind != RUF or seen.facts["declarer"] != seen.seat or seen.zone("trick").cards:
        return None
    suits = {contract.suit[other.cards[0]] == TRUMP for other in seen.legal}
    return contract.suit[action.cards[0]] == TRUMP if len(suits) == 2 else None


def searches(game: Schafkopf, seen: Observation, action: Action) -> bool | None:
    """Return whether an opponent in a Sauspiel leads the called suit while its ace is out, where it can choose."""
    contract = _plays(seen)
    if contract is None or contract.called is None or seen.facts["side"] != "other" or seen.zone("trick").cards:
        return None
    gone = any(contract.called in zone.cards for zone in seen.zones if zone.name.startswith("won "))
    home = contract.suit[contract.called]
    found = {contract.suit[other.cards[0]] == home for other in seen.legal}
    return None if gone or len(found) < 2 else contract.suit[action.cards[0]] == home


def _friend(seen: Observation, contract: Contract, seat: int) -> bool | None:
    """Return whether a seat is on the observer's side; None if that is not known."""
    declarer, partner = seen.facts["declarer"], seen.facts["partner"]
    if contract.kind == RUF and partner is None:
        return None
    side = {declarer, partner} if contract.kind == RUF else {declarer}
    return (seat in side) is (seen.seat in side)


def _last(seen: Observation, action: Action, friendly: bool) -> bool | None:
    """Return whether the last to a trick lays the most points it may, where a friend or an opponent holds the trick.

    Only tricks that stay with that seat whatever is laid count, and only where the cards are worth different points.
    """
    contract, trick = _plays(seen), seen.zone("trick").cards
    if contract is None or len(trick) != len(seen.scores) - 1:
        return None
    ahead = winner(contract, trick)
    owner = (seen.facts["leader"] + ahead) % len(seen.scores)
    leaving = {other for other in seen.legal if winner(contract, (*trick, other.cards[0])) == ahead}
    points = {POINTS[other.cards[0]] for other in leaving}
    if _friend(seen, contract, owner) is not friendly or len(leaving) < len(seen.legal) or len(points) < 2:
        return None
    return POINTS[action.cards[0]] == max(points)


def smears(game: Schafkopf, seen: Observation, action: Action) -> bool | None:
    """Return whether the last to a trick gives its own side the most points that it may."""
    return _last(seen, action, True)


def feeds(game: Schafkopf, seen: Observation, action: Action) -> bool | None:
    """Return whether the last to a trick gives the other side the most points that it may."""
    return _last(seen, action, False)


def _doubles(seen: Observation, action: Action, many: bool) -> bool | None:
    return action == CONTRA if CONTRA in seen.legal and (trumps(seen) >= STRONG) is many else None


def doubles_strong(game: Schafkopf, seen: Observation, action: Action) -> bool | None:
    """Return whether contra is said with many trumps."""
    return _doubles(seen, action, True)


def doubles_weak(game: Schafkopf, seen: Observation, action: Action) -> bool | None:
    """Return whether contra is said with few trumps."""
    return _doubles(seen, action, False)


def _cell(game: Schafkopf, seen: Observation) -> tuple[int, int] | None:
    return (trumps(seen), aces(seen)) if _bids(seen) else None


def _kind(game: Schafkopf, seen: Observation, action: Action) -> int:
    contract = CONTRACTS.get(action.to or action.verb) if action.verb != "pass" else None
    if contract is None:
        return 0
    return 1 if contract.kind == RUF else 3 if contract.kind in (SOLO, SOLO_TOUT, SIE) else 2


HABITS = Claims(
    claims=(
        Claim(
            "bids with many trumps",
            f"nobody has bid, {STRONG} or more trumps of a Sauspiel in hand: bids a game",
            bids_strong,
            bids_weak,
            "the same with fewer trumps",
        ),
        Claim(
            "leads trumps as the declarer",
            "leads as declarer of a Sauspiel, with trumps and other cards: leads a trump",
            leads_trump,
        ),
        Claim(
            "searches the called ace",
            "leads as opponent in a Sauspiel, can lead the suit of the called ace, still unplayed: leads it",
            searches,
        ),
        Claim(
            "gives points to its own side",
            "last to play in a trick that its side wins anyway: adds the most points it may",
            smears,
            feeds,
            "the same where an opponent wins the trick",
        ),
        Claim(
            "says contra with many trumps",
            f"may say contra with {STRONG} or more trumps of a Sauspiel: says it",
            doubles_strong,
            doubles_weak,
            "the same with fewer trumps",
        ),
    ),
    grids=(
        Grid(
            "trumps",
            "aces",
            tuple(str(count) for count in range(9)),
            tuple(str(count) for count in range(4)),
            KINDS,
            _cell,
            _kind,
        ),
    ),
)
