"""Many deals at once in the kernel by one policy: what a network is asked, and what PPO learns from.

A *choice* is a turn with more than one action that the networks know; only choices are put to them and kept. All deals
stand at a choice each; the policy answers for all in one batch, then each is played on to its next one. A *guest* is a
seat that another player has, the fast one or the rule-based.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.kernel import IS_OVER, PHASE, PLAY, SEAT, SIZE, deal
from cardtui.games.schafkopf.kernel_play import any_of
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import borrow, lowest, njit, unit

from ...schafkopf.exact_kernel import NOISE
from ...schafkopf.features import ACTIONS, CARDS, action_of, choices, code_of
from ...schafkopf.networks import CENTS
from ...schafkopf.policy import WEIGHTS
from ...schafkopf.policy import choose as fast
from ...schafkopf.rule_kernel import rules_on, step

WAVE = 1024
"""Deals in progress at once."""
PAIRS = np.array([0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100])
"""All pairs of seats."""
LONGEST = 56
"""No deal has more choices under any rules that the networks know: 15 bids and passes where bids may be upgraded, 6 to
doubling, 32 cards."""


class Games(NamedTuple):
    """Deals in progress: n of them."""

    states: Any
    """int64 (n, SIZE)."""
    masks: Any
    """int64 (n,): what can be chosen from now."""
    cards: Any
    """uint8 (n, 32): the cards in the order played …"""
    players: Any
    """uint8 (n, 32): … and by whom."""
    laid: Any
    """int64 (n,): how many so far."""
    past: Any
    """int64 (n,): choices made so far."""
    guests: Any
    """int64 (n,): the seats that guests have, as masks …"""
    ruled: Any
    """int64 (n,): … and whether they are rule-based; else they are the fast player."""
    led: Any
    """int64 (n,): the suits led in whole tricks, as masks of their cards."""
    scratch: Any
    """float64 (8,): room for the fast player's values."""


class Moments(NamedTuple):
    """Choices made: of each deal in progress (n, LONGEST, …), or of finished ones (m, …)."""

    states: Any
    """int64 (…, SIZE)."""
    masks: Any
    laid: Any
    """int64: how many cards had been played."""
    actions: Any
    logs: Any
    """float32: the logarithm of the action's probability."""
    values: Any
    """float32: what the critic expected; when the deal is over, the advantage of what was done."""


class Tapes(NamedTuple):
    """Of finished deals: for each of m choices what it was worth, and the course of its deal."""

    gained: Any
    """float32 (m,): what the value head should have expected, in CENTS."""
    cards: Any
    """uint8 (m, 32)."""
    players: Any
    groups: Any
    """int64 (m,): the deal and the seat, as a number."""


def games(n: int, rules: Any, rng: Any) -> Games:
    """So many deals, each at its first choice; forehand in turn."""
    masks, laid, past, guests, ruled, led = np.zeros((6, n), np.int64)
    cards, players = np.zeros((2, n, len(LONG)), np.uint8)
    states, scratch = np.zeros((n, SIZE), np.int64), np.zeros(8)
    made = Games(states, masks, cards, players, laid, past, guests, ruled, led, scratch)
    begin(made, rules, rng)
    return made


def moments(*shape: int) -> Moments:
    """Room for choices."""
    integers = [np.zeros(shape, np.int64) for _ in range(3)]
    floats = [np.zeros(shape, np.float32) for _ in range(2)]
    return Moments(np.zeros((*shape, SIZE), np.int64), *integers, *floats)


def tapes(m: int) -> Tapes:
    """Room for what came of so many choices."""
    cards, players = np.zeros((2, m, len(LONG)), np.uint8)
    return Tapes(np.zeros(m, np.float32), cards, players, np.zeros(m, np.int64))


@njit
def begin(games: Games, rules: Any, rng: Any) -> None:
    """Deal everywhere, and play on to the first choices."""
    for g in range(len(games.states)):
        deal(games.states[g], rules, g & 3, rng)
        games.laid[g] = games.past[g] = games.led[g] = 0
        run(games, g, rng)


@njit
def invite(games: Games, share: float, rng: Any) -> None:
    """Rule-based guests to two seats of this share of the deals, the first ones."""
    for g in range(int(share * len(games.states))):
        games.guests[g], games.ruled[g] = PAIRS[(g >> 2) % len(PAIRS)], 1  # each pair at each place after forehand
        run(games, g, rng)


@njit
def go_on(games: Games, rng: Any) -> None:
    """Play on where it is a guest's turn."""
    for g in range(len(games.states)):
        run(games, g, rng)


@borrow
def run(games: Games, g: int, rng: Any) -> None:
    """Play on to the next choice of the policy; a mask of 0 when there is none any more."""
    state = games.states[g]
    while state[PHASE] != IS_OVER:
        some = choices(state)
        if not some & (some - 1):
            do(games, g, lowest(some))
        elif games.guests[g] >> state[SEAT] & 1:
            do(games, g, action_of(state, as_guest(games, g, state, games.led[g], rng)))
        else:
            games.masks[g] = some
            return
    games.masks[g] = 0


@borrow
def as_guest(games: Games, g: int, state: Any, led: int, rng: Any) -> Any:
    """The code of what a guest of a deal does in a state of it, or of what it might become."""
    if games.ruled[g]:
        return any_of(rules_on(state, led), rng)
    return fast(state, 0.0, WEIGHTS, games.scratch, rng)


@borrow
def do(games: Games, g: int, action: int) -> None:
    """Do an action, and note a card."""
    state = games.states[g]
    if action >= CARDS:
        games.cards[g, games.laid[g]], games.players[g, games.laid[g]] = action - CARDS, state[SEAT]
        games.laid[g] += 1
    games.led[g] = step(state, code_of(state, action), games.led[g])


@njit
def rolled(games: Games, at: Any, rolls: int, rng: Any) -> Any:
    """What the deals `at` bring the seats to act, in CENTS: float32 (k,), means of so many rolls.

    The fast player plays on for all but the guests, who play as they do. As a critic may, it knows all hands: what a
    policy is told of an action then holds less of the deal's luck.
    """
    values, world, gained = np.zeros(len(at), np.float32), np.empty(SIZE, np.int64), np.empty(SEATS)
    for row in range(len(at)):
        g, seat = at[row], games.states[at[row], SEAT]
        for _ in range(rolls):
            world[:], led = games.states[g], games.led[g]
            while world[PHASE] != IS_OVER:
                if games.guests[g] >> world[SEAT] & 1:
                    code = as_guest(games, g, world, led, rng)
                else:
                    code = fast(world, NOISE, WEIGHTS, games.scratch, rng)
                led = step(world, code, led)
            returns(world, gained)
            values[row] += gained[seat] / (rolls * CENTS)
    return values


@njit
def choose(games: Games, at: Any, logits: Any, values: Any, past: Moments, rng: Any) -> None:
    """Draw an action for the deals `at`, int64 (k,), by softmax over what can be chosen, note it in `past`, and do it.

    logits: float32 (k, ACTIONS); values: float32 (k,); past: (n, LONGEST). Then each deal is played on to its next
    choice.
    """
    for row in range(len(at)):
        g, n = at[row], games.past[at[row]]
        past.states[g, n], past.masks[g, n], past.laid[g, n] = games.states[g], games.masks[g], games.laid[g]
        action, log = draw(logits[row], games.masks[g], rng)
        past.actions[g, n], past.logs[g, n], past.values[g, n] = action, log, values[row]
        games.past[g] = n + 1
        do(games, g, action)
        run(games, g, rng)


@borrow
def draw(logits: Any, mask: int, rng: Any) -> Any:
    """An action of the mask, by softmax, and the logarithm of its probability."""
    some, most, whole = mask, np.float32(-1e30), 0.0
    while some:
        most = max(most, logits[lowest(some)])
        some &= some - 1
    some = mask
    while some:
        whole += np.exp(logits[lowest(some)] - most)
        some &= some - 1
    left, some = unit(rng) * whole, mask
    action = lowest(some)
    while some:
        action = lowest(some)
        left -= np.exp(logits[action] - most)
        if left < 0:
            break
        some &= some - 1
    return action, logits[action] - most - np.log(whole)


@njit
def keep(games: Games, first: int, past: Moments, done: Moments, told: Tapes, filled: int, trace: float) -> Any:
    """Hand over all choices of deals that are over, with their advantages; how many `done` has now.

    first: the number of the first of these deals; trace: λ of generalised advantage estimation (Schulman and others,
    2016); nothing is discounted within a deal.
    """
    gained = np.zeros(SEATS)
    for g in range(len(games.states)):
        returns(games.states[g], gained)
        for seat in range(SEATS):
            after, advantage = gained[seat] / CENTS, 0.0
            for n in range(games.past[g] - 1, -1, -1):
                if past.states[g, n, SEAT] != seat:
                    continue
                value = past.values[g, n]
                advantage = after - value + trace * advantage
                after = value
                done.states[filled] = past.states[g, n]
                done.masks[filled], done.laid[filled] = past.masks[g, n], past.laid[g, n]
                done.actions[filled], done.logs[filled] = past.actions[g, n], past.logs[g, n]
                done.values[filled], told.gained[filled] = advantage, value + advantage
                told.cards[filled], told.players[filled] = games.cards[g], games.players[g]
                told.groups[filled] = (first + g) * SEATS + seat
                filled += 1
    return filled


assert CARDS + len(LONG) == ACTIONS < PLAY + len(LONG)
