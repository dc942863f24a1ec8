"""Rules and kernel, side by side: random games under random options, compared move for move."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

import numpy as np

from cardtui.core import Action
from cardtui.games.yaniv import kernel
from cardtui.games.yaniv.rules import YANIV, Yaniv

encode = lru_cache(maxsize=1 << 18)(kernel.encode)


class Seen(NamedTuple):
    """What a comparison went through."""

    games: int
    moves: int
    reshuffles: int
    uncalled: int
    """Deals that reached the last turn without a call."""


def compare(games: int, seed: int) -> Seen:
    """Play this many random games in both. AssertionError at the first difference, naming game and move."""
    rng = Random(seed)
    moves = reshuffles = uncalled = 0
    out, gained = np.zeros(kernel.MAX_LEGAL, np.int64), np.zeros(6)
    tables: dict[tuple[str, int], Yaniv] = {}
    for number in range(games):
        spec, seats = random_rules(rng), rng.choice((2, 2, 3, 4, 5, 6))
        game = tables.setdefault((spec, seats), Yaniv(spec, seats))
        state = game.start({**game.deal(rng), "first": rng.randrange(seats)})
        packed = kernel.pack(game, state)
        closely = number % 16 == 0
        patience = 1.0 if number % 400 == 0 else rng.choice((0.0, 0.0, 0.0, 0.5))
        while state.seat is not None:
            where = f"seed {seed}, game {number}, turn {state.turn}, {spec}, {seats} seats"
            legal = game.legal(state)
            theirs = out[: kernel.legal(packed, out)].tolist()
            assert sorted(map(encode, legal)) == sorted(theirs), f"{where}: legal actions differ"
            action = choose(legal, patience, rng)
            assert kernel.decode(encode(action)) == action, f"{where}: {action} is not read back"
            state = game.apply(state, action)
            kernel.apply(packed, encode(action))
            if closely or state.seat is None:
                assert comparable(packed) == comparable(kernel.pack(game, state)), f"{where}: states differ"
        kernel.returns(packed, gained)
        assert tuple(gained[:seats]) == game.returns(state), f"{where}: returns differ"
        moves += state.turn
        reshuffles += state.reshuffles
        uncalled += state.caller is None
    return Seen(games, moves, reshuffles, uncalled)


def choose(legal: tuple[Action, ...], patience: float, rng: Random) -> Action:
    """A random action; Yaniv is let pass with probability `patience`."""
    if legal[0] == YANIV and rng.random() < patience:
        legal = legal[1:]
    return rng.choice(legal)


def random_rules(rng: Random) -> str:
    """A rule set with random options, where they change play or result of a deal."""
    if rng.random() < 0.2:
        return rng.choice(("paper", "club"))
    pairs = {
        "jokers": rng.randint(0, 2),
        "faces": rng.choice(("rank", "ten")),
        "take": rng.choice(("last", "ends")),
        "scoring": rng.choice(("wins", "points")),
        "call": rng.choice((1, 7, 7, 10, 15, 20, 30, 30)),
        "assaf": rng.choice((0, 30)),
    }
    return "paper:" + ",".join(f"{key}={value}" for key, value in pairs.items())


def comparable(packed: np.ndarray) -> tuple[list[int], list[int]]:
    """The fields of a kernel state and its stack, wherever in the array that lies. After the end nobody is to act."""
    fields = packed[: kernel.DECK].copy()
    at, end = fields[kernel.AT], fields[kernel.END]
    fields[[kernel.AT, kernel.END]] = 0
    if fields[kernel.OVER]:
        fields[kernel.SEAT] = 0
    return fields.tolist(), packed[kernel.DECK + at : kernel.DECK + end].tolist()
