"""Vectorised duplicate matches in numpy, for players that answer for a whole batch.

Cards are indices into the deck, as in features.py. Games are rows: the first M rows are the first halves of M matches,
the last M rows their second halves with the hands exchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ...tricks.features import CARDS, N

COLOUR_OF = np.arange(CARDS) // N


class Table(NamedTuple):
    """The states of many games at the same ply. `held` and `played` are bool; owner 0 holds the first hand."""

    held: Any
    """Shape (games, 2, CARDS): the cards held, by owner."""
    place: Any
    """Shape (games, CARDS): each card's position in its hand as dealt."""
    played: Any
    """Shape (games, CARDS): the cards of finished tricks."""
    led: Any
    """Shape (games,): the card led to the current trick, or -1."""
    mover: Any
    """Shape (games,): the owner to act."""

    @property
    def hand(self) -> Any:
        """Shape (games, CARDS): the hands of the owners to act."""
        return self.held[np.arange(len(self.mover)), self.mover]

    @property
    def other(self) -> Any:
        """Shape (games, CARDS): the hands of the others."""
        return self.held[np.arange(len(self.mover)), 1 - self.mover]

    def rows(self, chosen: Any) -> Table:
        """Return the games at these rows: a mask, or indices, which may repeat."""
        return Table(*(field[chosen] for field in self))

    @property
    def legal(self) -> Any:
        """Shape (games, CARDS): the cards that follow colour, or all if none does (§3.2)."""
        hand = self.hand
        same = hand & ((self.led // N)[:, None] == COLOUR_OF) & (self.led >= 0)[:, None]
        return np.where(same.any(1, keepdims=True), same, hand)


Player = Callable[[Table, Any], Any]
"""A function of a table and a numpy generator that returns the card of each owner to act: shape (games,), int."""


class Move(NamedTuple):
    """Decisions of the observed player, one per row: the tables before them, the cards chosen, and the matches."""

    table: Table
    card: Any
    match: Any


def first(table: Table, rng: Any) -> Any:
    """Play the first legal card as dealt."""
    return np.where(table.legal, table.place, CARDS).argmin(1)


def random(table: Table, rng: Any) -> Any:
    """Play any legal card."""
    return np.where(table.legal, rng.random(table.legal.shape), -1.0).argmax(1)


def revoking(table: Table, rng: Any) -> Any:
    """The document's random player (§8.1): a place drawn among the legal cards, used in the whole hand as dealt."""
    number = (rng.random(len(table.mover)) * table.legal.sum(1)).astype(int)
    order = np.where(table.hand, table.place, CARDS).argsort(1, kind="stable")
    return order[np.arange(len(number)), number]


def matches(one: Player, other: Player, count: int, rng: Any) -> tuple[Any, list[Move]]:
    """Play `count` duplicate matches; `one` opens the first halves.

    Returns the tricks that `one` took with the first hand minus those of `other`, shape (count,), int; and the moves of
    `one`.
    """
    deals = rng.permuted(np.tile(np.arange(CARDS), (count, 1)), axis=1)
    table = opened(np.concatenate([deals, deals]), CARDS // 2)
    ours = np.repeat([0, 1], count)  # by game, the owner played by `one`
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
    """Return the tables before the first card.

    `deals` has shape (games, CARDS): the cards in the order dealt, `tricks` of them to each hand.
    """
    games = len(deals)
    place = deals.argsort(1)
    held = np.stack([place < tricks, (tricks <= place) & (place < 2 * tricks)], axis=1)
    nothing = np.zeros((games, CARDS), bool)
    return Table(held, place, nothing, np.full(games, -1), np.zeros(games, int))


def after(table: Table, card: Any) -> tuple[Table, Any]:
    """Return the tables after these cards, and whether owner 0 took a trick: shape (games,), bool."""
    games = np.arange(len(card))
    held, played, led = table.held.copy(), table.played.copy(), table.led
    held[games, table.mover, card] = False
    lies = led >= 0
    takes = (card > led) & (card // N == led // N)
    mover = np.where(lies, np.where(takes, table.mover, 1 - table.mover), 1 - table.mover)
    played[games[lies], card[lies]] = True
    played[games[lies], led[lies]] = True
    return Table(held, table.place, played, np.where(lies, -1, card), mover), lies & (mover == 0)
