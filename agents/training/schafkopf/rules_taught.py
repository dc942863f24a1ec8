"""What ppo-rules learns from before it plays itself: deals of a teacher, with its probabilities and what they brought.

The teacher's network knows the contracts of `paper`, and bids and plays only these under other rules, too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.kernel import ORDER, SEAT, rules_of
from cardtui.games.schafkopf.kernel_cards import PLACE, SUIT
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS, Schafkopf
from cardtui.kernels import RandomState, borrow, lowest, njit, random_state

from ...schafkopf.features import DOUBLE, code_of
from ...schafkopf.rules_inputs import moves, see, see_all
from ...schafkopf.rules_net import output, stake
from . import ppo, self_play
from .rules_play import Record

DOUBLES = 0.05
"""The probability of knocking and doubling, which the teacher does not know: rare, but tried."""


@borrow
def lacking(games: self_play.Games, g: int, lacks: NDArray[np.int64]) -> None:
    """Write the suits that each seat of deal g has shown not to have to `lacks`, int64 (4,), as masks of places."""
    order = games.states[g, ORDER]
    suit = np.int64(0)
    for seat in range(SEATS):
        lacks[seat] = 0
    for step in range(games.laid[g]):
        place = PLACE[order, games.cards[g, step]]
        if step & 3 == 0:
            suit = SUIT[order, place]
        elif suit >> place & 1 == 0:
            lacks[games.players[g, step]] |= suit


@njit
def teach(
    games: self_play.Games,
    at: NDArray[np.int64],
    logits: NDArray[np.float32],
    record: Record,
    filled: int,
    rng: RandomState,
) -> int:
    """Play one action of the teacher in the deals `at`, int64 (k,), and record it from row `filled` on.

    logits: float32 (k, ACTIONS). Returns the new `filled`.
    """
    lacks = np.zeros(SEATS, np.int64)
    for row in range(len(at)):
        g = at[row]
        state, actions = games.states[g], games.masks[g]
        doubles = actions >> DOUBLE & 1
        actions &= ~(1 << DOUBLE)
        if doubles or actions & (actions - 1):
            moved = moves(state)
            lacking(games, g, lacks)
            record.sizes[filled, 0] = see(state, lacks, record.seen[filled])
            record.sizes[filled, 1] = see_all(state, record.whole[filled])
            record.chances[filled] = 0
            most, total, rest = np.float32(-1e30), np.float32(0), actions
            while rest:
                most = max(most, logits[row, lowest(rest)])
                rest &= rest - 1
            rest = actions
            while rest:
                action = lowest(rest)
                chance = np.exp(logits[row, action] - most)
                record.chances[filled, output(moved, code_of(state, action))] = chance
                total += chance
                rest &= rest - 1
            record.chances[filled] *= (np.float32(1) - (np.float32(DOUBLES) if doubles else np.float32(0))) / total
            if doubles:
                record.chances[filled, output(moved, code_of(state, DOUBLE))] = DOUBLES
            record.facts[filled, 0], record.facts[filled, 1] = g, state[SEAT]
            record.stakes[filled] = stake(state) / 100.0
            filled += 1
        action = self_play.sample(logits[row], actions, rng)[0]
        self_play.act(games, g, action)
        self_play.advance(games, g, rng)
    return filled


@njit
def pay(
    games: self_play.Games,
    record: Record,
    start: int,
    filled: int,
) -> None:
    """Write what the deals brought to the goals of the rows from `start` to `filled`."""
    cents = np.zeros((len(games.states), SEATS))
    for g in range(len(games.states)):
        returns(games.states[g], cents[g])
    for row in range(start, filled):
        g, seat = record.facts[row, 0], record.facts[row, 1]
        for place in range(SEATS):
            record.goals[row, place] = cents[g, seat + place & 3] / 100.0 / record.stakes[row]


def play(teacher: ppo.Learner, rules: Sequence[str], record: Record, deals: int, seed: int, update: int) -> int:
    """Play deals, equally many under each of the rule sets, and record them; return the number of choices."""
    filled = 0
    for place, name in enumerate(rules):
        rng, start = random_state(seed, len(rules) * update + place), filled
        games = self_play.new_games(deals // len(rules), rules_of(Schafkopf(name)), rng)
        while len(at := np.flatnonzero(games.masks)):
            filled = teach(games, at, teacher.logits(games, at), record, filled, rng)
        pay(games, record, start, filled)
    return filled
