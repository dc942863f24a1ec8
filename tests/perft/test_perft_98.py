"""Perft of 98 cards: the number of action sequences of a given length, and the cards laid where games end then.

Law, kernel and oracle must count the same, for ever.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from cardtui.games.ninetyeight import kernel
from cardtui.games.ninetyeight.rules import NinetyEight, State

from ..oracle import ninetyeight as oracle
from .counting import ORACLE, kernel_witness, law_witness, walk


class Position(NamedTuple):
    """A moment of a game, and what can follow. The cards that are not named lie below the top of `up1`."""

    name: str
    rules: str
    tops: tuple[int, int, int, int]
    hand: tuple[int, ...]
    draw: tuple[int, ...]
    since: int
    counts: tuple[int, ...]
    """Sequences of length 1, 2, 3 …"""
    laid: int
    """The results of all games that end within these lengths, summed."""


POSITIONS = [
    Position(
        "the first moves",
        "paper",
        (50, 1, 100, 100),
        (2, 3, 40, 60, 77, 88, 98, 99),
        tuple(range(4, 30)),
        0,
        (30, 771),
        0,
    ),
    Position(
        "the pile runs out",
        "paper",
        (80, 70, 25, 20),
        (10, 30, 35, 60, 71, 72, 81, 90),
        (15, 95),
        0,
        (11, 114, 1155),
        0,
    ),
    Position(
        "two at a time", "app", (80, 70, 25, 20), (10, 30, 35, 60, 71, 72, 81), (15, 95, 96, 14), 1, (9, 97, 817), 0
    ),
    Position(
        "stuck with the second card", "app", (95, 94, 5, 6), (4, 30, 40, 50, 60, 70, 80, 90), (3, 97), 0, (2,), 178
    ),
    Position(
        "may draw or go on",
        "official",
        (80, 70, 25, 20),
        (10, 30, 35, 60, 71, 81),
        (15, 95, 96),
        2,
        (9, 70, 494, 3369),
        0,
    ),
    Position(
        "must draw",
        "official",
        (95, 94, 5, 6),
        (30, 40, 50, 60),
        (3, 97, 98, 4, 20),
        4,
        (1, 8, 44, 188, 504, 648),
        60264,
    ),
    Position(
        "jumps back, the pile empty",
        "paper",
        (80, 70, 25, 20),
        (60, 65, 35, 30, 81, 71),
        (),
        0,
        (6, 29, 109, 296, 510, 540),
        74382,
    ),
]


def kernel_moves(state: Any) -> list[int]:
    codes = np.zeros(kernel.MAX_LEGAL, np.int64)
    return codes[: kernel.legal(state, codes)].tolist()


def kernel_paid(state: Any) -> Any:
    paid = np.zeros(1)
    kernel.returns(state, paid)
    return paid


BY_KERNEL = kernel_witness(kernel_moves, kernel.apply, lambda state: not kernel_moves(state), kernel_paid)


def stacks_of(position: Position) -> list[list[int]]:
    """An empty stack has the top 1 or 100."""
    stacks = [[top] if 1 < top < 100 else [] for top in position.tops]
    named = [*position.tops, *position.hand, *position.draw]
    stacks[0] = [*(card for card in range(2, 100) if card not in named), *stacks[0]]
    return stacks


def begun(game: NinetyEight, position: Position) -> State:
    cards = {"hand": position.hand, "draw": position.draw}
    faces: dict[str, Any] = {name: list(map(str, some)) for name, some in cards.items()}
    stacks = [list(map(str, stack)) for stack in stacks_of(position)]
    return game.start({**faces, "stacks": stacks, "since": position.since, "scores": [0.0]})


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_perft(position: Position) -> None:
    game = NinetyEight(position.rules)
    state = begun(game, position)
    table = oracle.Table(game.refill, list(position.hand), list(position.draw))
    table.stacks = dict(zip(table.stacks, stacks_of(position), strict=True))
    table.since = position.since
    for witness, begin in ((law_witness(game), state), (BY_KERNEL, kernel.pack(game, state)), (ORACLE, table)):
        found = walk(witness, begin, len(position.counts), 1)
        assert tuple(found[1:, 0].tolist()) == position.counts
        assert found[:, 1].sum() == position.laid


def deeper(positions: int, seed: int) -> Counter[str]:
    """Law and kernel count two steps deeper than the oracle did in `make test`."""
    position = POSITIONS[seed]
    game = NinetyEight(position.rules)
    state = begun(game, position)
    depth = len(position.counts) + 2
    found = walk(law_witness(game), state, depth, 1)
    assert (walk(BY_KERNEL, kernel.pack(game, state), depth, 1) == found).all(), f"perft of {position}"
    return Counter(leaves=int(found[:, 0].max()))
