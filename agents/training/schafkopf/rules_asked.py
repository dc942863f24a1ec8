"""Deals of ppo-rules' networks against any bot, for replies: the bot is asked through the readable rules.

The bot gets its own observations, and random numbers that are not the dealer's. The network's choices are recorded as
in self-play. Bots with kernels are guests of `rules_play` instead, which plays tens to hundreds of times as many deals
a second; so the deals here are distributed among processes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui import dice, registry
from cardtui.games.schafkopf.kernel import IS_OVER, ORDER, PHASE, SEAT, apply, decode, encode, legal, pack
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import random_state

from ...net_kernel import Weights
from ...schafkopf.rules_net import new_scratch, note_lacking
from ..replies import ask
from .rules_play import STRAYS, Record, choose, new_record, new_room

WORD = 2**64 - 1
"""64 ones: `codes & WORD` is the mask of codes as a positive int, even if the last card is among them."""


class Task(NamedTuple):
    """Deals to be played by one process."""

    rules: str
    bot: str
    """The bot in all seats except the network's."""
    deals: int
    weights: Weights
    """The network's weights."""
    strays: float
    """The share of the deals, the first ones, in which one action is drawn from all legal ones."""
    seed: int
    stream: int
    """Together with the seed it determines the deals, the bot's random numbers and the network's actions."""


def play(task: Task) -> Record:
    """Play the deals of a task; return the network's choices, without unused rows."""
    game = Schafkopf(task.rules)
    bot = registry.cached_agent(game.name, game.spec, SEATS, task.bot)
    words = (task.seed, task.bot, "reply", task.stream)
    dealer, random, rng = dice.rng(*words, "deals"), dice.rng(*words), random_state(task.seed, task.stream)
    record, scratch, room = new_record(task.deals), new_scratch(task.weights), new_room()
    lacks = np.zeros(SEATS, np.int64)
    filled = ahead = 0
    for number in range(task.deals):
        state, mine = game.start(game.deal(dealer)), dealer.randrange(SEATS)
        known = pack(game, state)
        lacks[:] = 0
        stray = filled + dealer.randrange(STRAYS) if number < round(task.strays * task.deals) else -1
        while known[PHASE] != IS_OVER:
            codes, order = legal(known), int(known[ORDER])
            options = (codes & WORD).bit_count()
            if options == 1:
                code = (codes & WORD).bit_length() - 1
            elif known[SEAT] == mine:
                code = choose(
                    known,
                    codes,
                    lacks,
                    number,
                    filled == stray,
                    task.weights,
                    scratch,
                    record,
                    filled,
                    ahead,
                    room,
                    rng,
                )
                filled, ahead = filled + 1, ahead + options
            else:
                code = encode(ask(game, task.bot, bot, game.observe(state, int(known[SEAT])), random), order)
            note_lacking(known, lacks, code)
            state = game.apply(state, decode(code, order))
            apply(known, code)
        returns(known, record.cents[number])
    rows = {"cents": task.deals, **dict.fromkeys(("after", "after_facts", "worths", "after_values"), ahead)}
    return Record(*(array[: rows.get(name, filled)] for name, array in record._asdict().items()))


def gained(record: Record, strays: float) -> NDArray[np.float64]:
    """Return what each deal without strays brought the network, float64 (deals,), if it had a choice there."""
    first = round(strays * len(record.cents))
    deals, rows = np.unique(record.facts[:, 0], return_index=True)
    found: NDArray[np.float64] = record.cents[deals, record.facts[rows, 1]][deals >= first]
    return found
