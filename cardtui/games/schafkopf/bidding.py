"""Who may bid what, who is asked next, and who plays (§3, §5, §9 of RULES.md). Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...core import Card
from ...options import Value
from .cards import CONTRACTS, RUF, SIE, SUITS, Contract

PASSED = "pass"


def allowed(options: Mapping[str, Value]) -> tuple[Contract, ...]:
    """The contracts that can be bid under these rules, the weakest kind first."""
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
    """§5.3: the contracts that `hand` may name at all, whatever was bid before."""
    names = []
    for contract in contracts:
        if contract.called is not None and not callable_suit(contract, hand):
            continue
        if contract.kind == SIE and hand != deck[-len(hand) :]:
            continue
        names.append(contract.name)
    return tuple(names)


def callable_suit(contract: Contract, hand: tuple[Card, ...]) -> bool:
    """§4.1: no ace of the called suit, but another plain card of it."""
    ace = contract.called
    return ace is not None and ace not in hand and any(contract.suit[card] == contract.suit[ace] for card in hand)


def highest(bids: tuple[str, ...], first: int) -> int | None:
    """§5.2: the seat whose bid is of the highest kind, of several the earliest after forehand; None: nobody's."""
    best, kind = None, RUF - 1
    for step in range(len(bids)):
        seat = (first + step) % len(bids)
        if bids[seat] not in ("", PASSED) and CONTRACTS[bids[seat]].kind > kind:
            best, kind = seat, CONTRACTS[bids[seat]].kind
    return best


def outbidding(names: tuple[str, ...], seat: int, bids: tuple[str, ...], first: int) -> tuple[str, ...]:
    """§5.5: those of the names that, bid by this seat, would be the highest. Not for whose bid that is."""
    best = highest(bids, first)
    if best is None:
        return names
    later = (best - first) % len(bids) < (seat - first) % len(bids)
    return tuple([name for name in names if CONTRACTS[name].kind >= CONTRACTS[bids[best]].kind + later])


def asked_next(bids: tuple[str, ...], seat: int, first: int, upgrade: bool) -> int | None:
    """§5.1, §5.5: the seat that is asked after `seat`; None when the bidding is over."""
    best = highest(bids, first)
    if best is not None and CONTRACTS[bids[best]].kind == SIE:
        return None
    for step in range(1, len(bids)):
        other = (seat + step) % len(bids)
        if bids[other] == "" or (upgrade and bids[other] != PASSED and other != best):
            return other
    return None
