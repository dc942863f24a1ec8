"""What a finished deal pays, and for what (§8–§10 of RULES.md). Standard library only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...core import Card
from ...options import Value
from .cards import CONTRACTS, POINTS, RUF, SIE, TRUMP, WENZ, WENZ_TOUT, Contract

ALL_POINTS = 120
WIN, SCHNEIDER, SCHNEIDER_FREE = 61, 91, 31  # §8.1, §8.2


class Bill(NamedTuple):
    """The settlement of a deal, in cents. Each of `side` wins `each` from every opponent, or loses it (§10.1)."""

    side: tuple[int, ...]
    """The declarer, then the partner; in a Ramsch the seat that loses it, or that takes all tricks."""
    points: int
    """Card points of the side, of 120."""
    tricks: int
    won: bool
    base: int
    schneider: int
    schwarz: int
    runners: int
    """Number of Laufende that are paid; 0 if there are too few to count."""
    held: bool
    """Whether the side held the Laufende ("with") or lacked them ("without")."""
    laufende: int
    factor: int
    """Factor for Tout, Sie, knocks, contra and retour; in a Ramsch also for the seats without a trick."""
    each: int
    """(base + schneider + schwarz + laufende) × factor; negative when the side lost."""
    paid: tuple[int, ...]
    """The payment that each seat gets; they sum to 0."""


def runners(contract: Contract, held: frozenset[Card], deck: tuple[Card, ...]) -> tuple[int, bool]:
    """Return the number of Laufende, and whether they are in `held` (§8.5).

    They are the highest trumps without a gap that are all in `held` (True) or all not in it (False).

    >>> from cardtui.games.schafkopf.cards import LONG, read_card
    >>> runners(CONTRACTS["solo-gras"], frozenset(map(read_card, ("EO", "GO", "SO"))), LONG)
    (2, True)
    """
    trumps = [card for card in contract.trumps if card in deck]
    having = trumps[0] in held
    count = 0
    for card in trumps:
        if (card in held) != having:
            break
        count += 1
    return count, having


def least(contract: Contract) -> int:
    """Return the least number of Laufende that are paid (§8.5)."""
    return 2 if contract.kind in (WENZ, WENZ_TOUT) else 3


def settle(
    options: Mapping[str, Value],
    name: str,
    side: tuple[int, ...],
    taken: Sequence[tuple[Card, ...]],
    held: frozenset[Card],
    deck: tuple[Card, ...],
    doublings: int,
) -> Bill:
    """Settle a contract that `side` played with the cards `held`.

    `taken` are the cards taken by each seat; `doublings` counts knocks, contra and retour.
    """
    contract = CONTRACTS[name]
    if contract.kind == SIE:  # §4.6: no card is played
        points, tricks, total = ALL_POINTS, 1, 1
    else:
        points = sum([POINTS[card] for seat in side for card in taken[seat]])
        tricks = sum([len(taken[seat]) for seat in side]) // 4
        total = len(deck) // 4
    plain = not contract.tout and contract.kind != SIE
    won = points >= WIN if plain else tricks == total
    schneider = schwarz = 0
    if plain:
        step = int(options["schneider"])
        by_tricks = options["schwarz"] == "tricks"
        black = tricks in (0, total) if by_tricks else points in (0, ALL_POINTS)
        schwarz = step if black else 0
        schneider = step if points >= SCHNEIDER or points < SCHNEIDER_FREE else 0
    count, having = runners(contract, held, deck)
    count = count if count >= least(contract) else 0
    base = int(options["sauspiel" if contract.kind == RUF else "solo"])
    laufende = count * int(options["laufende"])
    factor = (4 if contract.kind == SIE else 2 if contract.tout else 1) << doublings
    each = (base + schneider + schwarz + laufende) * factor * (1 if won else -1)
    return Bill(
        side, points, tricks, won, base, schneider, schwarz, count, having, laufende, factor, each, _paid(side, each)
    )


def settle_ramsch(options: Mapping[str, Value], taken: Sequence[tuple[Card, ...]], doublings: int) -> Bill:
    """Settle a Ramsch (§9.3)."""
    suit = CONTRACTS["ramsch"].suit

    def loss(seat: int) -> tuple[int, int, int, int]:
        cards = taken[seat]
        points = sum([POINTS[card] for card in cards])
        return points, len(cards), sum([suit[card] == TRUMP for card in cards]), max(cards, default=-1)

    loser = max(range(len(taken)), key=loss)
    virgins = sum([not cards for cards in taken])
    march = virgins == len(taken) - 1
    base = int(options["solo" if march else "sauspiel"])
    factor = 1 << (doublings if march else doublings + virgins)
    each = base * factor * (1 if march else -1)
    points, cards = loss(loser)[:2]
    side = (loser,)
    return Bill(side, points, cards // 4, march, base, 0, 0, 0, False, 0, factor, each, _paid(side, each))


def _paid(side: tuple[int, ...], each: int) -> tuple[int, ...]:
    """Return the payments: a soloist settles with each of three opponents, partners with one opponent each (§10.1).

    >>> _paid((0,), 60)
    (180, -60, -60, -60)
    >>> _paid((1, 3), 20)
    (-20, 20, -20, 20)
    """
    share = each * (4 - len(side)) // len(side)
    return tuple([share if seat in side else -each for seat in range(4)])
