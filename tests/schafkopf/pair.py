"""Schafkopf's rules and kernel, for `agreement.compare`."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from cardtui.core import Action
from cardtui.games.schafkopf import kernel
from cardtui.games.schafkopf.cards import CONTRACTS, NAMES
from cardtui.games.schafkopf.entry import GAME
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import Schafkopf
from cardtui.games.schafkopf.rulesets import OPTIONS
from cardtui.games.schafkopf.worlds import tricks

from ..agreement import Begun, Pair, random_spec, rules_of


def begin(number: int, rng: Random) -> Begun:
    """Return a random deal of Schafkopf under random rules; in some of them a seat can bid a Sie."""
    game = rules_of("schafkopf", random_rules(rng), 4)
    deal = game.deal(rng)
    if number % 32 == 1:
        deal["hands"] = with_a_sie(game, rng)
    state = game.start({**deal, "first": rng.randrange(4)})
    taste = rng.choice(("", "pass", "ruf", "ruf", "wenz", "geier", "solo"))

    def choose(state: Any, legal: tuple[Action, ...]) -> Action:
        """A random action; the bidders of a game like the same bids, or to pass."""
        if state.phase != "bid" or rng.random() < 0.1:
            return rng.choice(legal)
        liked = [action for action in legal if action.to.startswith(taste)]
        return rng.choice(liked or legal[:1])

    return Begun(game, state, choose)


def random_rules(rng: Random) -> str:
    """A rule set of Schafkopf with random options, where they change play or result of a deal."""
    if rng.random() < 0.5:
        return rng.choice(("paper", "club"))
    tariff = dict.fromkeys(("sauspiel", "solo", "schneider", "laufende"), (0, 7, 35))
    return random_spec("paper", OPTIONS, rng, match=GAME.match, **tariff)


def with_a_sie(game: Schafkopf, rng: Random) -> list[list[str]]:
    """Hands of which one holds all the highest cards."""
    size = len(game.deck) // 4
    rest = list(game.deck[:-size])
    rng.shuffle(rest)
    hands = [list(game.deck[-size:]), *(rest[at : at + size] for at in range(0, len(rest), size))]
    rng.shuffle(hands)
    return [[NAMES[card] for card in hand] for hand in hands]


def mask(codes: list[int]) -> int:
    """The codes as a mask; the sum is right, since the rules say no action twice (a law of its own)."""
    return sum([1 << code for code in codes])


encode = lru_cache(maxsize=1 << 12)(kernel.encode)
decode = lru_cache(maxsize=1 << 12)(kernel.decode)


def seen(state: Any) -> dict[str, int]:
    """Tell the contract of a finished deal, whether it was doubled, and whether the called suit was run away from."""
    ran = False
    for _, trick in tricks(state.history):
        if state.called in trick:
            break
        suit = CONTRACTS[state.contract].suit
        ran |= state.called is not None and suit[trick[0]] == suit[state.called]
    return {
        state.contract or "nothing": 1,
        "contra": len(state.doublers) > 0,
        "retour": len(state.doublers) > 1,
        "runaways": ran,
    }


def deal(game: Schafkopf, first: int, dice: Any) -> Any:
    """Deal in the kernel."""
    packed = np.zeros(kernel.SIZE, np.int64)
    kernel.deal(packed, kernel.rules_of(game), first, dice)
    return packed


def told(game: Schafkopf, packed: Any) -> dict[str, Any]:
    """Return the deal of a kernel state at its first turn: the cards that a seat has seen come first."""
    dealt, held = (packed[field : field + 4].tolist() for field in (kernel.DEALT, kernel.HANDS))
    hands = [
        [NAMES[card] for cards in (packet, whole & ~packet) for card in range(32) if cards >> card & 1]
        for whole, packet in zip(dealt, held, strict=True)
    ]
    return {"hands": hands, "first": int(packed[kernel.FIRST]), "scores": [0.0] * 4}


PAIR = Pair(
    begin=begin,
    pack=kernel.pack,
    apply=kernel.apply,
    returns=returns,
    legal=lambda packed: kernel.legal(packed) % (1 << 64),
    encode=lambda action, packed: encode(action, int(packed[kernel.ORDER])),
    decode=lambda code, packed: decode(code, int(packed[kernel.ORDER])),
    comparable=lambda packed: packed.tolist(),
    seen=seen,
    deal=deal,
    told=told,
    gather=mask,
    games=10_000_000,
)
