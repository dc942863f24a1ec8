"""Duplicate matches of many games at once in numpy, for players that answer for a whole batch.

Cards are indices into the deck, as in features.py. Each game is a row. The first M rows are the first halves of M
matches, the last M rows their second halves, with the hands exchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...tricks.features import CARDS, N

COLOUR_OF = np.arange(CARDS) // N


class Table(NamedTuple):
    """The states of many games at the same ply. `held` and `played` are bool; owner 0 holds the first hand."""

    held: NDArray[np.bool_]
    """Shape (games, 2, CARDS): the cards held, by owner."""
    place: NDArray[np.int64]
    """Shape (games, CARDS): each card's position in its hand as dealt."""
    played: NDArray[np.bool_]
    """Shape (games, CARDS): the cards of finished tricks."""
    led: NDArray[np.int64]
    """Shape (games,): the card led to the current trick, or -1."""
    mover: NDArray[np.int64]
    """Shape (games,): the owner to act."""

    @property
    def hand(self) -> NDArray[np.bool_]:
        """The hands of the owners to act, shape (games, CARDS)."""
        return self.held[np.arange(len(self.mover)), self.mover]

    @property
    def other(self) -> NDArray[np.bool_]:
        """The hands of the others, shape (games, CARDS)."""
        return self.held[np.arange(len(self.mover)), 1 - self.mover]

    def rows(self, games: NDArray[np.bool_] | NDArray[np.int64]) -> Table:
        """Return the states of these games, given as a mask or as indices, which may repeat."""
        return Table(self.held[games], self.place[games], self.played[games], self.led[games], self.mover[games])

    @property
    def legal(self) -> NDArray[np.bool_]:
        """The cards that follow colour, or all if none does (§3.2), shape (games, CARDS)."""
        hand = self.hand
        same = hand & ((self.led // N)[:, None] == COLOUR_OF) & (self.led >= 0)[:, None]
        return np.where(same.any(1, keepdims=True), same, hand)


Player = Callable[[Table, np.random.Generator], NDArray[np.int64]]
"""A function that returns the card of each owner to act: int, shape (games,)."""


class Move(NamedTuple):
    """The decisions of one player at a ply: the states before them, the cards played and the matches, shape (rows,)."""

    table: Table
    card: NDArray[np.int64]
    match: NDArray[np.int64]


def first(table: Table, rng: np.random.Generator) -> NDArray[np.int64]:
    """Play the first legal card as dealt."""
    card: NDArray[np.int64] = np.where(table.legal, table.place, CARDS).argmin(1)
    return card


def random(table: Table, rng: np.random.Generator) -> NDArray[np.int64]:
    """Play any legal card."""
    card: NDArray[np.int64] = np.where(table.legal, rng.random(table.legal.shape), -1.0).argmax(1)
    return card


def revoking(table: Table, rng: np.random.Generator) -> NDArray[np.int64]:
    """Play as the document's random player (§8.1): a place drawn among the legal cards, used in the hand as dealt."""
    number = (rng.random(len(table.mover)) * table.legal.sum(1)).astype(int)
    order = np.where(table.hand, table.place, CARDS).argsort(1, kind="stable")
    card: NDArray[np.int64] = order[np.arange(len(number)), number]
    return card


def matches(one: Player, other: Player, count: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], list[Move]]:
    """Play `count` duplicate matches; `one` opens the first halves.

    Return the tricks that `one` took with the first hand minus those that `other` took with it, int (count,); and the
    moves of `one`, ply by ply.
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


def opened(deals: NDArray[np.int64], tricks: int) -> Table:
    """Return the states before the first card.

    `deals`, int (games, CARDS), are the cards in the order dealt, `tricks` of them to each hand.
    """
    games = len(deals)
    place = deals.argsort(1)
    held = np.stack([place < tricks, (tricks <= place) & (place < 2 * tricks)], axis=1)
    nothing = np.zeros((games, CARDS), bool)
    return Table(held, place, nothing, np.full(games, -1), np.zeros(games, int))


def after(table: Table, card: NDArray[np.int64]) -> tuple[Table, NDArray[np.bool_]]:
    """Return the states after these cards, and whether owner 0 took a trick: bool, shape (games,)."""
    games = np.arange(len(card))
    held, played, led = table.held.copy(), table.played.copy(), table.led
    held[games, table.mover, card] = False
    lies = led >= 0
    takes = (card > led) & (card // N == led // N)
    mover = np.where(lies, np.where(takes, table.mover, 1 - table.mover), 1 - table.mover)
    played[games[lies], card[lies]] = True
    played[games[lies], led[lies]] = True
    return Table(held, table.place, played, np.where(lies, -1, card), mover), lies & (mover == 0)
