"""The cards as the kernel has them: orders, suits, points and contracts as tables and masks, made from cards.py.

A set of cards is a bit mask over *places*: the 32 cards of a contract by suits and in them by strength, all trumps
last, so that of two cards which may win a trick the higher bit wins. Contracts have ten such orders in all; in order 0
(a Sauspiel, a Ramsch, a Herz solo, and before a contract) the place of a card is the card.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...core import Card
from ...kernels import borrow, count
from .cards import CONTRACTS, EICHEL_OBER, LONG, POINTS, SHORT, SIE, TRUMP

NAMES = tuple(CONTRACTS)
RAMSCH, SIE_BID = NAMES.index("ramsch"), NAMES.index("sie")
_ORDERS = dict.fromkeys(contract.suit for contract in (CONTRACTS["ramsch"], *CONTRACTS.values()))


def _order(suit: tuple[int, ...]) -> list[int]:
    """The cards by place, under contracts that sort them into these suits."""
    contract = next(contract for contract in CONTRACTS.values() if contract.suit == suit)
    return sorted(LONG, key=lambda card: (suit[card], contract.strength[card]))


CARD = np.array([_order(suit) for suit in _ORDERS], np.int64)
"""By order and place."""
PLACE = CARD.argsort(1)
"""By order and card."""
_PLACES = PLACE.tolist()
ORDERS = np.array([list(_ORDERS).index(contract.suit) for contract in CONTRACTS.values()], np.int64)
KINDS = np.array([contract.kind for contract in CONTRACTS.values()], np.int64)
OF_KIND = np.array([sum(1 << i for i in np.flatnonzero(kind <= KINDS).tolist()) for kind in range(SIE + 2)], np.int64)
"""By kind: the contracts of that kind or more, as a mask."""
_SUITS = [[suit[card] for card in order] for suit, order in zip(_ORDERS, CARD.tolist(), strict=True)]
SUIT = np.array([[sum(1 << p for p in LONG if row[p] == suit) for suit in row] for row in _SUITS], np.int64)
"""By order and place: all cards of that card's suit."""
TRUMPS = SUIT[:, -1].copy()
POINT_BITS = np.array(
    [[sum(1 << p for p in LONG if POINTS[row[p]] >> bit & 1) for bit in range(4)] for row in CARD.tolist()], np.int64
)
"""By order and bit: the cards whose points have that bit."""
ACE_OF = np.array([-1 if c.called is None else c.called for c in CONTRACTS.values()], np.int64)
DECKS = np.array([sum(1 << card for card in deck) for deck in (LONG, SHORT)], np.int64)
TRUMP_COUNT = np.array([[sum(row[c] == TRUMP for c in deck) for row in _ORDERS] for deck in (LONG, SHORT)], np.int64)
_BYTES = np.arange(256)[:, None] >> np.arange(8) & 1
MOVED = (1 << PLACE.reshape(-1, 4, 8)) @ _BYTES.T
"""By order, byte of a mask of cards, and its value: the places of these cards."""
HIGHEST = 1 << EICHEL_OBER


def mask(some: Iterable[Card], order: int = 0) -> int:
    """The mask of some cards' places."""
    places = _PLACES[order]
    return sum([1 << places[card] for card in some])


@borrow
def placed(some: int, order: int) -> Any:
    """The places in an order of the cards of a mask."""
    moved = MOVED[order]
    return moved[0, some & 255] | moved[1, some >> 8 & 255] | moved[2, some >> 16 & 255] | moved[3, some >> 24]


@borrow
def points_of(some: int, order: int) -> Any:
    """The points of some cards."""
    bits = POINT_BITS[order]
    return count(some & bits[0]) + 2 * count(some & bits[1]) + 4 * count(some & bits[2]) + 8 * count(some & bits[3])


@borrow
def runners(held: int, order: int, short: int) -> Any:
    """§8.5: how many of the highest trumps without a gap are in `held`, or are all not."""
    top = held >> 31
    found = 1
    while found < TRUMP_COUNT[short, order] and held >> 31 - found & 1 == top:
        found += 1
    return found
