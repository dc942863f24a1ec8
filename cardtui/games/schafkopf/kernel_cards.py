"""The kernel's cards: orders, suits, points and contracts as tables and masks, derived from cards.py.

A set of cards is a bit mask over *places*: the 32 cards sorted by suit and strength under a contract, trumps last, so
that of two cards that can win a trick the higher bit wins. There are ten such orders; in order 0 (Sauspiel, Ramsch,
Herz solo, and before the contract is known) the place of a card is its number.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...core import Card
from ...kernels import borrow, count
from .cards import CONTRACTS, EICHEL_OBER, LONG, POINTS, SHORT, SIE, TRUMP

NAMES = tuple(CONTRACTS)
RAMSCH, SIE_BID = NAMES.index("ramsch"), NAMES.index("sie")
_ORDERS = dict.fromkeys(contract.suit for contract in (CONTRACTS["ramsch"], *CONTRACTS.values()))


def _order(suit: tuple[int, ...]) -> list[int]:
    """Return the cards in the order of their places, for the contracts with these suits."""
    contract = next(contract for contract in CONTRACTS.values() if contract.suit == suit)
    return sorted(LONG, key=lambda card: (suit[card], contract.strength[card]))


CARD = np.array([_order(suit) for suit in _ORDERS], np.int64)
"""The card, indexed by order and place."""
PLACE = CARD.argsort(1)
"""The place, indexed by order and card."""
_PLACES = PLACE.tolist()
ORDERS = np.array([list(_ORDERS).index(contract.suit) for contract in CONTRACTS.values()], np.int64)
KINDS = np.array([contract.kind for contract in CONTRACTS.values()], np.int64)
OF_KIND = np.array([sum(1 << i for i in np.flatnonzero(kind <= KINDS).tolist()) for kind in range(SIE + 2)], np.int64)
"""Indexed by kind: the contracts of at least that kind, as a mask."""
_SUITS = [[suit[card] for card in order] for suit, order in zip(_ORDERS, CARD.tolist(), strict=True)]
SUIT = np.array([[sum(1 << p for p in LONG if row[p] == suit) for suit in row] for row in _SUITS], np.int64)
"""Indexed by order and place: all cards of that card's suit, as a mask."""
TRUMPS = SUIT[:, -1].copy()
POINT_BITS = np.array(
    [[sum(1 << p for p in LONG if POINTS[row[p]] >> bit & 1) for bit in range(4)] for row in CARD.tolist()], np.int64
)
"""Indexed by order and bit: the cards whose points have that bit set, as a mask."""
ACE_OF = np.array([-1 if c.called is None else c.called for c in CONTRACTS.values()], np.int64)
DECKS = np.array([sum(1 << card for card in deck) for deck in (LONG, SHORT)], np.int64)
TRUMP_COUNT = np.array([[sum(row[c] == TRUMP for c in deck) for row in _ORDERS] for deck in (LONG, SHORT)], np.int64)
_BYTES = np.arange(256)[:, None] >> np.arange(8) & 1
MOVED = (1 << PLACE.reshape(-1, 4, 8)) @ _BYTES.T
"""Indexed by order, byte of a mask of cards, and value of that byte: the places of these cards."""
HIGHEST = 1 << EICHEL_OBER


def mask(some: Iterable[Card], order: int = 0) -> int:
    """Return the mask of the places of some cards."""
    places = _PLACES[order]
    return sum([1 << places[card] for card in some])


@borrow
def placed(some: int, order: int) -> int:
    """Convert a mask of cards to the places of an order."""
    moved = MOVED[order]
    found: int = moved[0, some & 255] | moved[1, some >> 8 & 255] | moved[2, some >> 16 & 255] | moved[3, some >> 24]
    return found


@borrow
def points_of(some: int, order: int) -> int:
    """Return the points of some cards."""
    bits = POINT_BITS[order]
    return count(some & bits[0]) + 2 * count(some & bits[1]) + 4 * count(some & bits[2]) + 8 * count(some & bits[3])


@borrow
def runners(held: int, order: int, short: int) -> int:
    """Return the number of Laufende (§8.5): highest trumps without a gap that are all in `held`, or all not."""
    top = held >> 31
    found = 1
    while found < TRUMP_COUNT[short, order] and held >> 31 - found & 1 == top:
        found += 1
    return found
