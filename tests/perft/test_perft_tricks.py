"""Perft of tricks: the number of action sequences of a given length, and who wins the deals that end then.

Law, kernel and oracle must count the same, for ever.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from cardtui.games.tricks import kernel
from cardtui.games.tricks.rules import Tricks

from ..oracle import tricks as oracle
from .counting import ORACLE, Witness, kernel_witness, law_witness, walk


class Position(NamedTuple):
    """A deal and what can follow."""

    rules: str
    hands: tuple[str, str]
    first: int
    counts: tuple[int, ...]
    """Sequences of length 1, 2, 3 …"""
    won: tuple[int, int]
    """Of the deals that end within these lengths, how many each seat wins."""


POSITIONS = [
    Position("tricks:duplicate=no", ("7c 2c 5d 9d", "8c 3d 6d 0d"), 0, (4, 8, 24, 36, 72, 96, 96, 96), (48, 20)),
    Position("tricks:duplicate=no", ("9c 4c 3d 1d", "8c 5c 2d 0d"), 1, (4, 8, 24, 40, 80, 96, 96, 96), (0, 48)),
    Position("tricks:duplicate=no,revoke=yes", ("7c 2c 5d", "8c 3d 6d"), 0, (3, 9, 18, 36, 36, 36), (20, 16)),
    Position("tricks", ("7c 5c 2d", "8c 6c 1d"), 0, (3, 5, 10, 12, 12, 12, 36, 60, 120, 144, 144, 144), (36, 36)),
    Position(
        "tricks:colours=3", ("7c 2d 5h", "8c 3h 6c"), 1, (3, 6, 12, 18, 18, 18, 54, 108, 216, 324, 324, 324), (104, 104)
    ),
    Position("tricks:revoke=yes", ("7c 5d", "8c 3d"), 1, (2, 4, 4, 4, 8, 16, 16, 16), (4, 4)),
    Position("tricks", ("9c 4c 3d 1d", "8c 5c 2d 0d"), 0, (4, 8, 24, 40, 80, 96, 96, 96, 384), (0, 0)),
    Position(
        "tricks:n=13,colours=4,duplicate=no",
        ("12c 0h 5d 9s 2h 8s", "10c 3d 6d 11s 7h 1s"),
        0,
        (6, 9, 45, 65, 260, 400, 1200),
        (0, 0),
    ),
]


def kernel_moves(state: Any) -> list[int]:
    mask = int(kernel.legal(state)) % (1 << 64)
    return [card for card in range(64) if mask >> card & 1]


def kernel_paid(state: Any) -> Any:
    paid = np.zeros(2)
    kernel.returns(state, paid)
    return paid


BY_KERNEL = kernel_witness(kernel_moves, kernel.apply, lambda state: bool(state[kernel.OVER]), kernel_paid)


def winning(witness: Witness) -> Witness:
    """It tells who won: paid 1 and -1, the deals would sum to nothing, since the two halves are alike."""
    return witness._replace(paid=lambda state: [paid > 0 for paid in witness.paid(state)])


def begun(position: Position) -> tuple[Tricks, Any]:
    game, hands = Tricks(position.rules), [hand.split() for hand in position.hands]
    return game, game.start({"hands": hands, "first": position.first, "scores": [0.0, 0.0]})


@pytest.mark.parametrize("position", POSITIONS)
def test_perft(position: Position) -> None:
    game, state = begun(position)
    table = oracle.Table(dict(game.options), [hand.split() for hand in position.hands], position.first)
    for witness, begin in ((law_witness(game), state), (BY_KERNEL, kernel.pack(game, state)), (ORACLE, table)):
        found = walk(winning(witness), begin, len(position.counts), 2)
        assert tuple(found[1:, 0].tolist()) == position.counts
        assert tuple(found[:, 1:].sum(0).tolist()) == position.won


def deeper(positions: int, seed: int) -> Counter[str]:
    """Law and kernel count to the end."""
    position = POSITIONS[seed]
    game, state = begun(position)
    depth = game.halves * sum(map(len, state.hands))
    found = walk(winning(law_witness(game)), state, depth, 2)
    assert (walk(winning(BY_KERNEL), kernel.pack(game, state), depth, 2) == found).all(), f"perft of {position}"
    return Counter(leaves=int(found[:, 0].max()))
