"""Deals of ppo-rules' networks against any bot, for replies: the bot is asked through the readable rules.

It gets its own observation and dice, as at any table. The network's choices are recorded as in self-play. A bot with a
kernel of its own is a guest of `rules_play`, which plays thousands of times as many deals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui import dice, registry
from cardtui.games.schafkopf.kernel import IS_OVER, ORDER, PHASE, SEAT, apply, decode, encode, legal, pack
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import RandomState

from ...net_kernel import Weights
from ...schafkopf.rules_net import new_scratch, note_lacking
from ..replies import ask
from .rules_play import CHOICES, OPTIONS, STRAYS, Record, choose, new_room

WORD = 2**64 - 1
"""A mask of codes as an int of Python, which would be negative where the last card is among them."""


class Asked:
    """A bot that sits in all seats but the network's. Raises Refusal if it is unknown or its code fails."""

    def __init__(self, game: Schafkopf, bot: str) -> None:
        self.game, self.bot, self.agent = game, bot, registry.agent(game, bot)

    def play(
        self, deals: int, weights: Weights, strays: float, record: Record, seed: int, stream: int, rng: RandomState
    ) -> tuple[int, int]:
        """Play deals and record the network's choices; return their number and that of their options.

        strays and record are as in `rules_play.play_deals`; seed, stream: of the deals and of the bot's dice, which are
        others; rng: for the network's actions.
        """
        words = (seed, self.bot, "reply", stream)
        game, dealer, random = self.game, dice.bot(*words, "deals"), dice.bot(*words)
        lacks, scratch, room = np.zeros(SEATS, np.int64), new_scratch(weights), new_room()
        filled = ahead = 0
        for number in range(deals):
            if filled + CHOICES > len(record.sizes) or ahead + OPTIONS > len(record.worths):
                break
            state, mine = game.start(game.deal(dealer)), dealer.randrange(SEATS)
            known = pack(game, state)
            lacks[:] = 0
            stray = filled + dealer.randrange(STRAYS) if dealer.random() < strays else -1
            while known[PHASE] != IS_OVER:
                codes, order = legal(known), int(known[ORDER])
                options = (codes & WORD).bit_count()
                if options == 1:
                    code = (codes & WORD).bit_length() - 1
                elif known[SEAT] == mine:
                    code = choose(
                        known, codes, lacks, number, filled == stray, weights, scratch, record, filled, ahead, room, rng
                    )
                    filled, ahead = filled + 1, ahead + options
                else:
                    seen = game.observe(state, int(known[SEAT]))
                    code = encode(ask(game, self.agent, seen, random), order)
                note_lacking(known, lacks, code)
                state = game.apply(state, decode(code, order))
                apply(known, code)
            returns(known, record.cents[number])
        return filled, ahead


def gained(record: Record, filled: int) -> NDArray[np.float64]:
    """Return what the deals of a reply brought the network, float64 (deals,), but for those with a stray action.

    filled: the number of choices; deals without a choice of the network's are missing.
    """
    deals, first = np.unique(record.facts[:filled, 0], return_index=True)
    strayed = np.isin(deals, record.facts[:filled][record.strays[:filled], 0])
    found: NDArray[np.float64] = record.cents[deals, record.facts[first, 1]][~strayed]
    return found
