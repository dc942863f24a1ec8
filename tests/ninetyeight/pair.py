"""The rules of 98 and their kernel, for `agreement.compare`."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from cardtui.agents.ninetyeight.heuristics import back

from cardtui.core import Action
from cardtui.games.ninetyeight import kernel
from cardtui.games.ninetyeight.entry import GAME
from cardtui.games.ninetyeight.rules import tops
from cardtui.games.ninetyeight.rulesets import OPTIONS

from ..agreement import Begun, Pair, random_spec, rules_of


def begin(number: int, rng: Random) -> Begun:
    """Return a random deal of 98 under random rules."""
    game = rules_of("98", random_spec("paper", OPTIONS, rng, match=GAME.match), 1)
    state = game.start(game.deal(rng))
    wild = rng.choice((0.0, 0.1, 1.0))

    def choose(state: Any, legal: tuple[Action, ...]) -> Action:
        """The smallest gap, so that the pile runs out, or with some chance a random action."""
        if rng.random() < wild:
            return rng.choice(legal)
        above = tops(state.stacks)
        return max(legal, key=lambda action: back(action, above))

    return Begun(game, state, choose)


def legal(packed: Any, out: Any = np.zeros(kernel.MAX_LEGAL, np.int64)) -> list[int]:  # noqa: B008
    """Return the codes of the legal actions, in rising order."""
    return sorted(out[: kernel.legal(packed, out)].tolist())


def comparable(packed: Any) -> list[int]:
    """A kernel state without the cards that were drawn before."""
    at = int(packed[kernel.AT])
    return [*packed[: kernel.PILE].tolist(), *packed[kernel.PILE + at :].tolist()]


def deal(game: Any, first: int, dice: Any) -> Any:
    """Deal in the kernel."""
    packed = np.zeros(kernel.SIZE, np.int64)
    kernel.deal(packed, kernel.refill_of(game), dice)
    return packed


def told(game: Any, packed: Any) -> dict[str, Any]:
    """Return the deal of a kernel state at its first turn."""
    hand = [game.face(card) for card in range(kernel.MIRROR) if kernel.has(packed, kernel.HELD, card)]
    draw = [game.face(card) for card in packed[kernel.PILE + packed[kernel.AT] :].tolist()]
    return {"hand": hand, "stacks": [[], [], [], []], "draw": draw, "since": int(packed[kernel.SINCE]), "scores": [0.0]}


PAIR = Pair(
    begin=begin,
    pack=kernel.pack,
    apply=kernel.apply,
    returns=kernel.returns,
    legal=legal,
    encode=lambda action, packed: kernel.encode(action),
    decode=lambda code, packed: kernel.decode(code),
    comparable=comparable,
    seen=lambda state: {"emptied": not state.draw, "won": sum(map(len, state.stacks)) == 98},
    deal=deal,
    told=told,
)
