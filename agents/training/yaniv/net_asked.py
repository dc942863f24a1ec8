"""Matches of yaniv-net's network against any bot, for replies: the bot is asked through the readable rules.

It gets its own observation and random numbers, as at any table. The network's turns are recorded as in self-play.
"""

from __future__ import annotations

import numpy as np

from cardtui import dice, registry
from cardtui.games.yaniv.kernel import POINTS, TURN, apply, decode, encode, pack, returns
from cardtui.games.yaniv.rules import Yaniv
from cardtui.kernels import RandomState

from ...net_kernel import Weights
from ...yaniv.move_memory import MEMORY
from ...yaniv.net_values import Scratch
from ...yaniv.standing import LIMIT, OPENER, TOTALS, standing_of
from ...yaniv.td_kernel import record_move
from ..net_learn import Samples
from ..replies import ask
from .net_play import ROUNDS, TOGETHER, new_turns, set_targets, turn


class Asked:
    """A bot that sits opposite the network. Raises Refusal if it is unknown or its code fails."""

    def __init__(self, rules: str, bot: str) -> None:
        self.game, self.bot = Yaniv(rules, 2), bot
        self.agent = registry.agent(self.game, bot)
        self.gained = 0.0
        """What the last deals brought the network on average: wins, or points less the bot's."""

    def play(
        self,
        deals: int,
        values: Weights,
        match: Weights,
        scratch: Scratch,
        trace: float,
        epsilon: float,
        samples: Samples,
        rng: RandomState,
    ) -> int:
        """Play matches, or a few deals if there is no limit, and record the network's turns; return their number.

        The arguments are those of `net_play.play`. rng: for the network's actions, and once for the seed of the deals
        and of the bot's random numbers.
        """
        words = (self.bot, "reply", int(rng[0]))
        game, dealer, random = self.game, dice.rng(*words, "deals"), dice.rng(*words)
        memory, turns, standing = np.zeros(6 * MEMORY, np.int64), new_turns(), standing_of(game)
        filled, done, total = 0, 0, 0.0
        while done < deals:
            before = game.opening()._replace(first=dealer.randrange(game.seats))
            mine, played, over = dealer.randrange(game.seats), 0, False
            while not over:
                state = game.start(game.deal(dealer, before))
                known = pack(game, state)
                standing[OPENER], standing[TOTALS : TOTALS + game.seats] = before.first, before.scores
                memory[:], turns.length[:] = 0, 0
                while state.seat is not None and known[TURN] < ROUNDS * game.seats:
                    if state.seat == mine:
                        code, filled = turn(
                            known, memory, standing, values, match, scratch, epsilon, samples, filled, turns, rng
                        )
                        action = decode(code)
                    else:
                        action = ask(game, self.bot, self.agent, game.observe(state, state.seat), random)
                        code = encode(action)
                    record_move(known, memory, code)
                    apply(known, code)
                    state = game.apply(state, action)
                returns(known, turns.gained)
                if turns.length[mine]:
                    set_targets(known, standing, mine, match, scratch, trace, samples, turns)
                total += turns.gained[mine] - (turns.gained[1 - mine] if known[POINTS] else 0.0)
                done, played = done + 1, played + 1
                before = game.carry(before, state)
                over = bool(before.winners) or (standing[LIMIT] <= 0 and played == TOGETHER)
        self.gained = total / done
        return filled
