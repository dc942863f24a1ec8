"""The rules of tricks and their kernel, for `agreement.compare`."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from cardtui.games.tricks import kernel
from cardtui.games.tricks.entry import GAME
from cardtui.games.tricks.rulesets import OPTIONS

from ..agreement import Begun, Pair, random_spec, rules_of


def begin(number: int, rng: Random) -> Begun:
    """Return a random deal of tricks under random rules."""
    game = rules_of("tricks", random_rules(rng), 2)
    state = game.start({**game.deal(rng), "first": rng.randrange(2)})
    return Begun(game, state, lambda state, legal: rng.choice(legal))


def random_rules(rng: Random) -> str:
    """A rule set of tricks with random options, where they change play or result of a deal."""
    if rng.random() < 0.3:
        return "tricks"
    return random_spec("tricks", OPTIONS, rng, match=GAME.match, n=(2, 3, 4, 5, 7, 10, 13))


def legal(packed: Any) -> list[int]:
    """Return the codes of the legal actions, in rising order."""
    cards = kernel.legal(packed)
    return [card for card in range(64) if cards >> card & 1]


def deal(game: Any, first: int, dice: Any) -> Any:
    """Deal in the kernel."""
    packed = np.zeros(kernel.SIZE, np.int64)
    kernel.deal(packed, kernel.rules_of(game), first, dice)
    return packed


def told(game: Any, packed: Any) -> dict[str, Any]:
    """Return the deal of a kernel state at its first turn."""
    masks = packed[kernel.DEALT : kernel.DEALT + 2].tolist()
    hands = [[game.face(card) for card in range(64) if cards >> card & 1] for cards in masks]
    return {"hands": hands, "first": int(packed[kernel.FIRST]), "scores": [0.0, 0.0]}


PAIR = Pair(
    begin=begin,
    pack=kernel.pack,
    apply=kernel.apply,
    returns=kernel.returns,
    legal=legal,
    encode=lambda action, packed: kernel.encode(action),
    decode=lambda code, packed: kernel.decode(code),
    comparable=lambda packed: packed.tolist(),
    seen=lambda state: {"draws": state.taken[0][state.first] == state.taken[-1][1 - state.first]},
    deal=deal,
    told=told,
)
