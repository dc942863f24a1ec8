"""Rollouts for yaniv-td: worlds that fit its beliefs are played on to its next turn, whose value the table gives."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from cardtui.core import Action, Decision, Observation
from cardtui.games.yaniv.cards import NUMBER
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
    encode,
    pack,
    returns,
)
from cardtui.games.yaniv.kernel_players import GREEDY, NO_POLICIES, SEMIRANDOM, choose
from cardtui.kernels import below, count, draw, njit, unit

from .td_features import BELIEF_ROWS, COLUMNS, FEATURES, MEMORY, SIGHT, THRESHOLDS, at_most, kind_of
from .td_kernel import TD, decide, look, note, outcome

if TYPE_CHECKING:
    from .td import AfterStateTD

TOP, MARGIN = 5, 0.08
"""How many actions are played out at most, and how far (of 0 … 1) below the best the table may put them."""
BATCH = 20
PRIOR = 40
"""As how many worlds the table's own value counts."""
TURNS = 1
"""Own turns that are played before the table judges; 3 were no better than 1."""
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
    """Add to `sums`, float64 (2, actions), what each action gains in this many worlds, and the squares of it.

    Opponents play as their moves look: as greedy, as semirandom, else as yaniv-td. The table's value of the own
    turn that comes after `turns` own turns ends a rollout.
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
            sums[0, action] += value
            sums[1, action] += value * value
        draw(rng)


# --- the player's side ------------------------------------------------------------------------
def refine(
    agent: AfterStateTD, seen: Observation, first: Decision, worth: list[float], beliefs: list[float],
    memory: list[list[int]], rng: Random,
) -> Iterator[Decision]:  # fmt: skip
    """Ever better answers than `first`, whose options the table puts at `worth`, one for each BATCH of worlds."""
    game = agent.game
    places = candidates(first, worth)
    if len(places) < 2:
        return
    state = pack(game, game.determinize(seen, rng))
    notes = np.zeros(6 * MEMORY, np.int64)
    notes[: game.seats * MEMORY] = np.concatenate(memory)
    codes = np.array([encode(first.options[place].action) for place in places])
    values, belief_weights = np.asarray(agent.values), np.asarray(agent.beliefs)
    dice = np.array([rng.getrandbits(64)], np.uint64)
    sums = np.zeros((2, len(places)))
    done = 0
    while done < agent.rollouts:
        batch = min(BATCH, agent.rollouts - done)
        play_out(state, notes, np.array(beliefs), codes, batch, TURNS, values, belief_weights, dice, sums)
        done += batch
        mean = (sums[0] + PRIOR * np.array([worth[place] for place in places])) / (done + PRIOR)
        error = np.sqrt(np.maximum(sums[1] / done - (sums[0] / done) ** 2, 0.0) / done) * done / (done + PRIOR)
        best = places[int(mean.argmax())]
        options = [option._replace(probability=float(place == best)) for place, option in enumerate(first.options)]
        for place, value, stderr in zip(places, mean.tolist(), error.tolist(), strict=True):
            shown = agent.shown(value)
            stderr = abs(agent.shown(value + stderr) - shown)
            options[place] = options[place]._replace(value=shown, stderr=stderr, visits=done)
        note = f"{done} worlds played on to the next own turn; options without a count are the table's alone"
        yield first._replace(action=options[best].action, options=tuple(options), note=note)


def candidates(first: Decision, worth: list[float]) -> list[int]:
    """The options to play out, best first: near the best, and no two that differ only in suits laid last."""
    best = max(worth)
    found: dict[object, int] = {}
    for place in sorted(range(len(worth)), key=lambda place: -worth[place]):
        if worth[place] >= best - MARGIN and len(found) < TOP:
            found.setdefault(_likeness(first.options[place].action), place)
    return list(found.values())


def _likeness(action: Action) -> object:
    ends = (NUMBER[action.cards[0]], NUMBER[action.cards[-1]]) if action.cards else ()
    return action.to, frozenset(action.cards), ends
