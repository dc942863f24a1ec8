"""Counting the action sequences of a position, and what the deals that end pay, by any witness of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np

from cardtui.core import Game


class Witness(NamedTuple):
    """One of the three: law, kernel, oracle."""

    moves: Callable[[Any], Iterable[Any]]
    after: Callable[[Any, Any], Any]
    over: Callable[[Any], bool]
    paid: Callable[[Any], Iterable[float]]


def walk(witness: Witness, state: Any, depth: int, seats: int) -> Any:
    """int64 (depth + 1, 1 + seats), for lengths 0 … depth: the sequences, and what is paid where they end the deal."""
    found = np.zeros((depth + 1, 1 + seats), np.int64)
    over = witness.over(state)
    found[0] = [1, *(witness.paid(state) if over else [0] * seats)]
    if depth and not over:
        for move in witness.moves(state):
            found[1:] += walk(witness, witness.after(state, move), depth - 1, seats)
    return found


def law_witness(game: Game[Any]) -> Witness:
    return Witness(game.legal, game.apply, lambda state: game.turn(state) is None, game.returns)


def kernel_witness(
    moves: Callable[[Any], Iterable[int]],
    apply: Callable[[Any, int], None],
    over: Callable[[Any], bool],
    paid: Callable[[Any], Iterable[float]],
) -> Witness:
    """`apply` changes its state, which is an array."""

    def after(state: Any, move: int) -> Any:
        copy = state.copy()
        apply(copy, move)
        return copy

    return Witness(moves, after, over, paid)


def _oracle_after(table: Any, move: Any) -> Any:
    after = deepcopy(table)
    after.play(move)
    return after


ORACLE = Witness(
    lambda table: table.legal(), _oracle_after, lambda table: table.turn() is None, lambda table: table.payments()
)
