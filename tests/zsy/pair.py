"""The rules of Zheng Shang You and their kernel, for `agreement.compare`."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np

from cardtui.core import Game
from cardtui.games.zsy import kernel
from cardtui.games.zsy.cards import RANK

from ..agreement import Begun, Pair, rules_of


class Dealt(NamedTuple):
    """A kernel state of Zheng Shang You beside the hands in the order dealt, which the kernel does not know."""

    packed: Any
    hands: list[list[int]]

    @classmethod
    def of(cls, game: Game[Any], state: Any) -> Dealt:
        """The state of the rules in both forms."""
        return cls(kernel.pack(state), [list(hand) for hand in state.hands])

    def apply(self, move: int) -> None:
        """Play it in the kernel, and take its cards off the hand."""
        hand = self.hands[int(self.packed[kernel.SEAT])]
        for card in kernel.decode(move, tuple(hand)).cards:
            hand.remove(card)
        kernel.apply(self.packed, move)

    def legal(self, out: Any = np.zeros(kernel.MAX_LEGAL, np.int64)) -> list[int]:  # noqa: B008
        """All moves."""
        return sorted(out[: kernel.legal(self.packed, out)].tolist())

    def returns(self, gained: Any) -> None:
        """Who won."""
        gained[:] = 0.0
        gained[self.packed[kernel.SEAT]] = 1.0


def begin(number: int, rng: Random) -> Begun:
    """Return a random deal of Zheng Shang You; every other one has few ranks."""
    game = rules_of("zsy", "paper", 2)
    deal = game.deal(rng)
    if number % 2:  # which makes many bombs and long chains
        cards = sorted(range(54), key=lambda card: (RANK[card] + rng.choice((0, 0, 20)), rng.random()))
        names = [game.face(card) for card in cards]
        deal |= {"hands": [names[0:36:2], names[1:36:2]], "rest": names[36:]}
    return Begun(game, game.start(deal), lambda state, legal: rng.choice(legal))


def seen(state: Any) -> dict[str, int]:
    """Count passes, bombs and chains of a finished game."""
    played = [event.action.cards for event in state.history]
    ranks = [{RANK[card] for card in cards} for cards in played]
    return {
        "passes": sum(not cards for cards in played),
        "bombs": sum(len(cards) == 4 and len(there) == 1 for cards, there in zip(played, ranks, strict=True)),
        "chains": sum(len(there) > 1 for there in ranks),
    }


PAIR = Pair(
    begin=begin,
    pack=Dealt.of,
    apply=Dealt.apply,
    returns=Dealt.returns,
    legal=Dealt.legal,
    encode=lambda action, dealt: kernel.encode(action),
    decode=lambda move, dealt: kernel.decode(move, tuple(dealt.hands[dealt.packed[kernel.SEAT]])),
    comparable=lambda dealt: (dealt.packed.tolist(), dealt.hands),
    seen=seen,
)
