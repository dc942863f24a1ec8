"""Bidding: who may bid what, who is asked next, who plays (§3, §5, §9 of RULES.md). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...core import Card
from ...options import Value
from .cards import CONTRACTS, RUF, SIE, SUITS, Contract

PASSED = "pass"


def allowed(options: Mapping[str, Value]) -> tuple[Contract, ...]:
    """Return the contracts that can be bid under these rules, the weakest kind first."""
    return tuple(
        contract
        for contract in CONTRACTS.values()
        if contract.kind >= RUF
        and not (contract.tout and options["tout"] == "no")
        and not (contract.kind == SIE and options["sie"] == "no")
        and not (contract.name.startswith("geier") and options["geier"] == "no")
        and not (contract.name.startswith(tuple(f"wenz-{suit}" for suit in SUITS)) and options["farbwenz"] == "no")
    )


def biddable(contracts: Iterable[Contract], hand: tuple[Card, ...], deck: tuple[Card, ...]) -> tuple[str, ...]:
    """Return the names of the contracts that a player with `hand` may bid, regardless of earlier bids (§5.3)."""
    names = []
    for contract in contracts:
        if contract.called is not None and not callable_suit(contract, hand):
            continue
        if contract.kind == SIE and hand != deck[-len(hand) :]:
            continue
        names.append(contract.name)
    return tuple(names)


def callable_suit(contract: Contract, hand: tuple[Card, ...]) -> bool:
    """Return whether the hand may call this ace: it lacks the ace, but holds another plain card of the suit (§4.1)."""
    ace = contract.called
    return ace is not None and ace not in hand and any(contract.suit[card] == contract.suit[ace] for card in hand)


def highest(bids: tuple[str, ...], first: int) -> int | None:
    """Return the seat with the bid of the highest kind, the earliest from forehand if tied; None without a bid (§5.2).

    >>> highest(("pass", "ruf-gras", "wenz", "wenz"), first=0)
    2
    """
    best, kind = None, RUF - 1
    for step in range(len(bids)):
        seat = (first + step) % len(bids)
        if bids[seat] not in ("", PASSED) and CONTRACTS[bids[seat]].kind > kind:
            best, kind = seat, CONTRACTS[bids[seat]].kind
    return best


def outbidding(names: tuple[str, ...], seat: int, bids: tuple[str, ...], first: int) -> tuple[str, ...]:
    """Return those names that would become the highest bid if this seat bid them (§5.5).

    Not meaningful for the seat that has the highest bid.
    """
    best = highest(bids, first)
    if best is None:
        return names
    later = (best - first) % len(bids) < (seat - first) % len(bids)
    return tuple([name for name in names if CONTRACTS[name].kind >= CONTRACTS[bids[best]].kind + later])


def asked_next(bids: tuple[str, ...], seat: int, first: int, upgrade: bool) -> int | None:
    """Return the seat that is asked after `seat`, or None if the bidding is over (§5.1, §5.5).

    >>> asked_next(("pass", "", "", ""), seat=0, first=0, upgrade=False)
    1
    """
    best = highest(bids, first)
    if best is not None and CONTRACTS[bids[best]].kind == SIE:
        return None
    for step in range(1, len(bids)):
        other = (seat + step) % len(bids)
        if bids[other] == "" or (upgrade and bids[other] != PASSED and other != best):
            return other
    return None
