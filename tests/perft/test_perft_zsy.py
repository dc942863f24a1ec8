"""Perft of Zheng Shang You: the number of action sequences of a given length, and what the deals that end then pay.

Law, kernel and oracle must count the same, for ever.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from cardtui.games.zsy import kernel
from cardtui.games.zsy.rules import State, ZhengShangYou

from ..oracle import zsy as oracle
from .counting import ORACLE, kernel_witness, law_witness, walk


class Position(NamedTuple):
    """Two hands, seat 0 to lead, and what can follow."""

    name: str
    hands: tuple[str, str]
    counts: tuple[int, ...]
    """Sequences of length 1, 2, 3 …"""
    paid: tuple[int, int]
    """What the seats get in all deals that end within these lengths, summed."""


POSITIONS = [
    Position("one card against one", ("BJ", "RJ"), (1,), (1, 0)),
    Position("singles, jokers, no pair of jokers", ("3c 2h BJ", "Ac 2d RJ"), (3, 8, 14, 32, 44, 45, 38, 20), (30, 36)),
    Position(
        "the paper's 55666",
        ("5c 5d 6c 6d 6h", "Jc Jd Qc Qd Qh Kc"),
        (7, 18, 30, 106, 118, 416, 395, 1160, 1016, 2364),
        (40, 673),
    ),
    Position(
        "chains end with a 2",
        ("Kc Kd Ac Ad 2c 2d", "2h 2s 3c 3d Ah As"),
        (9, 15, 44, 92, 197, 443, 846, 1778, 3144),
        (371, 78),
    ),
    Position(
        "bombs over all, higher bombs",
        ("3c 3d 3h 3s 4c 4d 9h", "5c 5d 5h 5s 6c 6d 9c"),
        (10, 34, 80, 285, 504, 1616, 2447),
        (229, 69),
    ),
    Position(
        "a chain with links of four is no bomb",
        ("3c 3d 3h 3s 4c 4d 4h 4s", "5c 5d 5h 5s 6c 6d 6h 6s"),
        (17, 68, 145, 603, 884, 3308),
        (96, 465),
    ),
    Position(
        "a whole deal",
        (
            "3c 3d 4h 4s 5c 5d 5h 7c 8d 9h 10s Jc Jd Qh Ks As 2d BJ",
            "3h 4c 6d 6s 7d 7h 8c 8h 8s 9c 10d Qc Qd Kd Kh Ac 2s RJ",
        ),
        (23, 123, 798),
        (0, 0),
    ),
]


def kernel_moves(state: Any) -> list[int]:
    codes = np.zeros(kernel.MAX_LEGAL, np.int64)
    return codes[: kernel.legal(state, codes)].tolist()


BY_KERNEL = kernel_witness(
    kernel_moves,
    kernel.apply,
    lambda state: bool(state[kernel.OVER]),
    lambda state: [int(state[kernel.SEAT] == seat) for seat in (0, 1)],
)


def begun(game: ZhengShangYou, hands: list[list[str]]) -> State:
    rest = [face for face in map(game.face, game.deck) if face not in hands[0] + hands[1]]
    return game.start({"hands": hands, "rest": rest, "first": 0, "scores": [0.0, 0.0]})


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_perft(position: Position) -> None:
    game, hands = ZhengShangYou(), [hand.split() for hand in position.hands]
    state, table = begun(game, hands), oracle.Table(hands, 0)
    for witness, begin in ((law_witness(game), state), (BY_KERNEL, kernel.pack(state)), (ORACLE, table)):
        found = walk(witness, begin, len(position.counts), 2)
        assert tuple(found[1:, 0].tolist()) == position.counts
        assert tuple(found[:, 1:].sum(0).tolist()) == position.paid


def deeper(positions: int, seed: int) -> Counter[str]:
    """Law and kernel count three steps deeper than the oracle did in `make test`."""
    position, game = POSITIONS[seed], ZhengShangYou()
    state = begun(game, [hand.split() for hand in position.hands])
    depth = len(position.counts) + 3
    found = walk(law_witness(game), state, depth, 2)
    assert (walk(BY_KERNEL, kernel.pack(state), depth, 2) == found).all(), f"perft of {position}"
    return Counter(leaves=int(found[:, 0].max()))
