"""Yaniv's rules and kernel, for `agreement.compare`."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from cardtui.core import Action
from cardtui.games.yaniv import kernel
from cardtui.games.yaniv.entry import GAME
from cardtui.games.yaniv.rules import YANIV
from cardtui.games.yaniv.rulesets import OPTIONS

from ..agreement import Begun, Pair, random_spec, rules_of


def begin(number: int, rng: Random) -> Begun:
    """Return a random deal of Yaniv under random rules, for two to six seats."""
    spec, seats = random_rules(rng), rng.choice((2, 2, 3, 4, 5, 6))
    game = rules_of("yaniv", spec, seats)
    state = game.start({**game.deal(rng), "first": rng.randrange(seats)})
    patience = 1.0 if number % 400 == 0 else rng.choice((0.0, 0.0, 0.0, 0.5))

    def choose(state: Any, legal: tuple[Action, ...]) -> Action:
        """A random action; Yaniv is let pass with probability `patience`."""
        return rng.choice(legal[1:] if legal[0] == YANIV and rng.random() < patience else legal)

    return Begun(game, state, choose)


def random_rules(rng: Random) -> str:
    """A rule set of Yaniv with random options, where they change play or result of a deal."""
    if rng.random() < 0.2:
        return rng.choice(("paper", "club"))
    calls = (1, 7, 7, 10, 15, 20, 30, 30)
    return random_spec("paper", OPTIONS, rng, match=GAME.match, call=calls, assaf=(0, 30))


def legal(packed: Any, out: Any = np.zeros(kernel.MAX_LEGAL, np.int64)) -> list[int]:  # noqa: B008
    """Return the codes of the legal actions, in rising order."""
    return sorted(out[: kernel.legal(packed, out)].tolist())


def comparable(packed: Any) -> tuple[list[int], list[int]]:
    """The fields of a kernel state and its stack, wherever in the array that lies. After the end nobody is to act."""
    fields = packed[: kernel.DECK].copy()
    at, end = fields[kernel.AT], fields[kernel.END]
    fields[[kernel.AT, kernel.END]] = 0
    if fields[kernel.OVER]:
        fields[kernel.SEAT] = 0
    return fields.tolist(), packed[kernel.DECK + at : kernel.DECK + end].tolist()


def deal(game: Any, first: int, dice: Any) -> Any:
    """Deal in the kernel."""
    packed = np.zeros(kernel.SIZE, np.int64)
    kernel.deal(packed, kernel.rules_of(game), game.seats, first, dice)
    return packed


def told(game: Any, packed: Any) -> dict[str, Any]:
    """Return the deal of a kernel state at its first turn."""
    masks = packed[[*range(kernel.HANDS, kernel.HANDS + game.seats), kernel.LAID]].tolist()
    *hands, pile = [[game.face(card) for card in range(54) if cards >> card & 1] for cards in masks]
    stack = packed[kernel.DECK + packed[kernel.AT] : kernel.DECK + packed[kernel.END]].tolist()
    return {
        "hands": hands,
        "pile": pile,
        "stack": [game.face(card) for card in stack],
        "key": int(packed[kernel.KEY]) % (1 << 64),
        "first": int(packed[kernel.SEAT]),
        "scores": [0.0] * game.seats,
    }


encode = lru_cache(maxsize=1 << 18)(kernel.encode)


PAIR = Pair(
    begin=begin,
    pack=kernel.pack,
    apply=kernel.apply,
    returns=kernel.returns,
    legal=legal,
    encode=lambda action, packed: encode(action),
    decode=lambda code, packed: kernel.decode(code),
    comparable=comparable,
    seen=lambda state: {"reshuffles": state.reshuffles, "uncalled": state.caller is None},
    deal=deal,
    told=told,
)
