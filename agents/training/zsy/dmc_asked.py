"""Deals of dmc's network against any bot, for replies: the bot is asked through the readable rules.

It gets its own observation and random numbers, as at any table. The network's decisions are recorded as in self-play.
"""

from __future__ import annotations

from cardtui import dice, registry
from cardtui.games.zsy.features import NEVER, record_declined
from cardtui.games.zsy.kernel import OVER, SEAT, apply, decode, encode, legal, pack
from cardtui.games.zsy.rules import ZhengShangYou
from cardtui.kernels import RandomState

from ...net_kernel import Weights
from ...zsy.dmc_kernel import new_scratch
from ..replies import ask
from .dmc_play import Decisions, decide, new_room, returns


class Asked:
    """A bot that sits opposite the network. Raises Refusal if it is unknown or its code fails."""

    def __init__(self, rules: str, bot: str) -> None:
        self.game, self.bot = ZhengShangYou(rules), bot
        self.agent = registry.agent(self.game, bot)
        self.won = 0.0
        """The share of the last deals that the network won."""

    def play(
        self, deals: int, weights: Weights, epsilon: float, trace_decay: float, decisions: Decisions, rng: RandomState
    ) -> int:
        """Play deals and record the network's decisions; return their number.

        epsilon, trace_decay: as in `dmc_play.self_play`; rng: for the network's moves, and once for the seed of the
        deals and of the bot's random numbers.
        """
        words = (self.bot, "reply", int(rng[0]))
        game, dealer, random = self.game, dice.rng(*words, "deals"), dice.rng(*words)
        scratch, room = new_scratch(), new_room()
        count = won = 0
        for _ in range(deals):
            state, mine, start = game.start(game.deal(dealer)), dealer.randrange(game.seats), count
            known = pack(state)
            room.memory[:] = NEVER
            while not known[OVER]:
                seat = int(known[SEAT])
                if seat != mine:
                    action = ask(game, self.bot, self.agent, game.observe(state, seat), random)
                else:
                    options = legal(known, room.moves)
                    move = int(room.moves[0])
                    if options > 1:
                        move = decide(known, options, weights, scratch, epsilon, decisions, count, start, room, rng)
                        count += 1
                    action = decode(move, state.hands[seat])
                record_declined(known, room.memory, encode(action))
                apply(known, encode(action))
                state = game.apply(state, action)
            returns(known, room.seats, room.free, trace_decay, start, count, decisions.goals)
            won += known[SEAT] == mine
        self.won = won / deals
        return count
