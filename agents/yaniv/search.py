"""Rollouts for yaniv-td: worlds that fit the beliefs are played on to the seat's next turn, whose value the table gives."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.yaniv.kernel import (
    AT,
    BURIED,
    DECK,
    END,
    HANDS,
    JOKERS,
    KNOWN,
    LAID,
    MAX_LEGAL,
    OVER,
    SCORE,
    SCORES,
    SEAT,
    SEATS,
    SIZE,
    TEN,
    apply,
    returns,
)
from cardtui.games.yaniv.kernel_players import GREEDY, NO_POLICIES, SEMIRANDOM, choose
from cardtui.kernels import below, count, njit, unit

from .td_features import BELIEF_ROWS, COLUMNS, FEATURES, MEMORY, SIGHT, THRESHOLDS, at_most, kind_of
from .td_kernel import TD, decide, look, note, outcome

TRIES = 300
"""Hands dealt before a wanted score is given up."""


@njit
def imagine(state: Any, beliefs: Any, world: Any, rng: Any) -> None:
    """A world for the seat to act, into `world`: what it knows stays, hidden hands are dealt to fit its beliefs.

    Each hidden hand gets a score drawn from the beliefs, and cards at random that make it; the rest is the stack.
    After a reshuffle, cards that came back with it may lie in hands that have not drawn since.
    """
    world[:] = state
    me, seats = state[SEAT], state[SEATS]
    seen = state[LAID] | state[BURIED] | state[HANDS + me]
    for seat in range(seats):
        seen |= state[KNOWN + seat]
    size = 0
    for card in range(52 + state[JOKERS]):
        if not seen >> card & 1:
            world[DECK + size] = card
            size += 1
    start = 0
    for opponent in range(seats - 1):
        seat = (me + 1 + opponent) % seats
        hidden = count(state[HANDS + seat]) - count(state[KNOWN + seat])
        shown = 0
        for card in range(54):
            if state[KNOWN + seat] >> card & 1:
                shown += SCORE[state[TEN], card]
        chance = unit(rng)
        wanted = 0
        while wanted < THRESHOLDS and chance >= at_most(beliefs, opponent, wanted):
            wanted += 1
        score = shown
        for _ in range(TRIES if hidden else 1):
            score = shown
            for place in range(start, start + hidden):
                other = place + below(rng, size - place)
                card = world[DECK + other]
                world[DECK + other] = world[DECK + place]
                world[DECK + place] = card
                score += SCORE[state[TEN], card]
            if score == wanted or (score >= THRESHOLDS and wanted == THRESHOLDS):
                break
        hand = state[KNOWN + seat]
        for place in range(start, start + hidden):
            hand |= 1 << world[DECK + place]
        world[HANDS + seat], world[SCORES + seat] = hand, score
        start += hidden
    for place in range(start, size - 1):
        other = place + below(rng, size - place)
        card = world[DECK + other]
        world[DECK + other] = world[DECK + place]
        world[DECK + place] = card
    world[AT], world[END] = start, size


@njit
def play_out(
    state: Any, memory: Any, beliefs: Any, codes: Any, worlds: int, turns: int,
    values: Any, belief_weights: Any, rng: Any, sums: Any,
) -> None:  # fmt: skip
    """Add to `sums` (3, actions) what each action gains in this many worlds: values, their squares, and
    the squares of their distance to the first action's.

    Opponents play as their moves look (greedy, semirandom, else as yaniv-td itself). After `turns` own turns the best value of the
    table ends the rollout.
    """
    me, seats = state[SEAT], state[SEATS]
    kinds = np.zeros(6, np.int64)
    for seat in range(seats):
        kind = kind_of(memory, seat * MEMORY)
        kinds[seat] = SEMIRANDOM if kind == 2 else GREEDY if kind == 3 else TD
    kinds[me] = TD
    world, here, notes = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64), np.zeros(6 * MEMORY, np.int64)
    sight, rows, believed = np.zeros(SIGHT, np.int64), np.zeros(5 * BELIEF_ROWS, np.int64), np.zeros(5 * COLUMNS)
    legal, out, gained = np.empty(MAX_LEGAL, np.int64), np.empty((2, FEATURES), np.int32), np.zeros(6)
    dice = np.zeros(1, np.uint64)
    for _ in range(worlds):
        imagine(state, beliefs, world, rng)
        first = 0.0
        for action in range(len(codes)):
            here[:] = world
            notes[:] = memory
            dice[0] = rng[0]
            note(here, notes, codes[action])
            apply(here, codes[action])
            left = turns
            value = 0.0
            while not here[OVER]:
                seat = here[SEAT]
                if kinds[seat] == TD:
                    look(here, notes, belief_weights, sight, rows, believed)
                    code, value = decide(here, sight, believed, values, legal, out)
                    if seat == me:
                        left -= 1
                        if left == 0:
                            break
                else:
                    code = choose(here, kinds[seat], 0.5, NO_POLICIES, dice)
                note(here, notes, code)
                apply(here, code)
            if here[OVER]:
                returns(here, gained)
                value = outcome(here, me, gained)
            if action == 0:
                first = value
            sums[0, action] += value
            sums[1, action] += value * value
            sums[2, action] += (value - first) ** 2
        unit(rng)
