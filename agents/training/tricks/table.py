"""Many duplicate matches at once in numpy, for players that answer for a whole batch: the source document's own.

Cards are places in the deck, as in features.py. Games are rows; of each pair of games the first M
rows are the first halves of M matches, the last M rows their second halves with the hands exchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...tricks.features import CARDS, N

COLOUR_OF = np.arange(CARDS) // N


class Table(NamedTuple):
    """One moment of many games, all at the same ply. `held`, `played`: bool; owner 0 holds the first hand."""

    held: Any
    """(games, 2, CARDS) by owner."""
    place: Any
    """(games, CARDS): the card's place in its hand as dealt."""
    played: Any
    """(games, CARDS): cards of finished tricks."""
    led: Any
    """(games,): the card that lies, or -1."""
    mover: Any
    """(games,): the owner to act."""

    @property
    def hand(self) -> Any:
        """(games, CARDS): the hands of the owners to act."""
        return self.held[np.arange(len(self.mover)), self.mover]

    @property
    def other(self) -> Any:
        """(games, CARDS): the hands of the others."""
        return self.held[np.arange(len(self.mover)), 1 - self.mover]

    def rows(self, chosen: Any) -> Table:
        """The games at these rows (a mask, or numbers, also one several times)."""
        return Table(*(field[chosen] for field in self))

    @property
    def legal(self) -> Any:
        """(games, CARDS): the cards that follow colour, or all where none does (§3.2)."""
        hand = self.hand
        same = hand & ((self.led // N)[:, None] == COLOUR_OF) & (self.led >= 0)[:, None]
        return np.where(same.any(1, keepdims=True), same, hand)


Player = Callable[[Table, Any], Any]
"""Of a table and a numpy generator: the card of each game's owner to act, int (games,)."""


class Move(NamedTuple):
    """What the watched player had before it and chose, one row a decision; `match`: whose match."""

    table: Table
    card: Any
    match: Any


def first(table: Table, rng: Any) -> Any:
    """The first legal card as dealt."""
    return np.where(table.legal, table.place, CARDS).argmin(1)


def random(table: Table, rng: Any) -> Any:
    """Any legal card."""
    return np.where(table.legal, rng.random(table.legal.shape), -1.0).argmax(1)


def revoking(table: Table, rng: Any) -> Any:
    """The document's random (§8.1): a place drawn among the legal cards, used in the whole hand as dealt."""
    number = (rng.random(len(table.mover)) * table.legal.sum(1)).astype(int)
    order = np.where(table.hand, table.place, CARDS).argsort(1, kind="stable")
    return order[np.arange(len(number)), number]


def matches(one: Player, other: Player, count: int, rng: Any) -> tuple[Any, list[Move]]:
    """Play so many duplicate matches; the first halves are opened by `one`.

    Tricks that `one` took with the first hand less those of `other`, int (count,); and the moves of `one`.
    """
    deals = rng.permuted(np.tile(np.arange(CARDS), (count, 1)), axis=1)
    table = opened(np.concatenate([deals, deals]), CARDS // 2)
    ours = np.repeat([0, 1], count)  # the owner that `one` plays, by game
    match = np.tile(np.arange(count), 2)
    taken = np.zeros(2 * count, int)
    moves = []
    for _ in range(CARDS):
        mine = table.mover == ours
        card = np.empty(2 * count, int)
        for player, rows in ((one, mine), (other, ~mine)):
            if rows.any():
                part = table.rows(rows)
                card[rows] = player(part, rng)
                if player is one:
                    moves.append(Move(part, card[rows], match[rows]))
        table, won = after(table, card)
        taken += won
    return taken[:count] - taken[count:], moves


def opened(deals: Any, tricks: int) -> Table:
    """The tables before the first card; deals: (games, CARDS), cards in the order dealt, so many to each hand."""
    games = len(deals)
    place = deals.argsort(1)
    held = np.stack([place < tricks, (tricks <= place) & (place < 2 * tricks)], axis=1)
    nothing = np.zeros((games, CARDS), bool)
    return Table(held, place, nothing, np.full(games, -1), np.zeros(games, int))


def after(table: Table, card: Any) -> tuple[Table, Any]:
    """The tables after these cards, and where owner 0 took a trick: bool (games,)."""
    games = np.arange(len(card))
    held, played, led = table.held.copy(), table.played.copy(), table.led
    held[games, table.mover, card] = False
    lies = led >= 0
    takes = (card > led) & (card // N == led // N)
    mover = np.where(lies, np.where(takes, table.mover, 1 - table.mover), 1 - table.mover)
    played[games[lies], card[lies]] = True
    played[games[lies], led[lies]] = True
    return Table(held, table.place, played, np.where(lies, -1, card), mover), lies & (mover == 0)
