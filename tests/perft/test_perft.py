"""Perft: the number of action sequences of a given length. Law, kernel and oracle must count the same, for ever."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardtui.games.yaniv import kernel
from cardtui.games.yaniv.rules import State, Yaniv

from ..oracle import yaniv as oracle
from ..yaniv.deals import position

# rules, hands, pile, sequences of length 0, 1, 2, 3
POSITIONS = [
    ("paper", ("Kc", "Kd"), "9s", (1, 2, 4, 10)),
    ("paper", ("7c 7h Kc", "Kd Qd"), "9s", (1, 10, 40, 240)),
    ("paper", ("4h 5h 6h", "Ac", "2d"), "9s", (1, 10, 30, 60)),
    ("paper:take=ends", ("4h 5h 6h 6d", "Kd Qc"), "9s", (1, 12, 56, 430)),
    ("club", ("X1 X2 9h", "Kd Ks"), "9s", (1, 14, 108, 628)),
    ("club", ("4h 5h X1 2c 2d", "3d"), "9s", (1, 16, 54, 442)),
    ("paper:jokers=1,call=30", ("Qh Kh X1", "Ac Ad", "5s"), "Jh", (1, 11, 90, 240)),
]


def by_law(game: Yaniv, state: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(by_law(game, game.apply(state, action), depth - 1) for action in game.legal(state))


def by_kernel(state: Any, depth: int) -> int:
    if depth == 0:
        return 1
    if state[kernel.OVER]:
        return 0
    codes = np.zeros(kernel.MAX_LEGAL, np.int64)
    total = 0
    for code in codes[: kernel.legal(state, codes)]:
        after = state.copy()
        kernel.apply(after, code)
        total += by_kernel(after, depth - 1)
    return total


def by_oracle(table: oracle.Table, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(by_oracle(table.after(play), depth - 1) for play in table.legal())


@pytest.mark.parametrize(("rules", "hands", "pile", "counts"), POSITIONS)
def test_perft(rules: str, hands: tuple[str, ...], pile: str, counts: tuple[int, ...]) -> None:
    game = Yaniv(rules, len(hands))
    state = position(game, *hands, pile=pile)
    table = oracle.Table(
        dict(game.options), [list(hand) for hand in state.hands], state.top[0], list(state.stack), state.key, 0
    )
    packed = kernel.pack(game, state)
    depths = range(len(counts))
    assert tuple(by_law(game, state, depth) for depth in depths) == counts
    assert tuple(by_kernel(packed, depth) for depth in depths) == counts
    assert tuple(by_oracle(table, depth) for depth in depths) == counts
