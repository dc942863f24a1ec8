"""Batched self-play in the kernel with one policy: observations for a network and training data for PPO.

A *choice* is a turn with more than one action that the networks know; networks are asked, and trained, only on choices.
All deals are advanced to their next choice, the policy answers for all of them in one batch, and so on. A *guest* is
another player in a seat: the fast player or the rule-based one.
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
"""Number of deals in progress at once."""
PAIRS = np.array([0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100])
"""All pairs of seats, as masks."""
LONGEST = 56
"""Maximum number of choices per deal under all rules that the networks know: 15 bids and passes if bids may be
upgraded, 6 for doubling, 32 cards."""


class Games(NamedTuple):
    """n deals in progress."""

    states: Any
    """The kernel states, int64 (n, SIZE)."""
    masks: Any
    """The possible actions of the current choice, masks, int64 (n,)."""
    cards: Any
    """The cards in the order played, uint8 (n, 32)."""
    players: Any
    """The seats that played them, uint8 (n, 32)."""
    laid: Any
    """How many cards have been played, int64 (n,)."""
    past: Any
    """How many choices have been made, int64 (n,)."""
    guests: Any
    """The seats of guests, as masks, int64 (n,)."""
    ruled: Any
    """Whether the guests are rule-based instead of the fast player, int64 (n,)."""
    led: Any
    """The suits led in finished tricks, as masks of their cards, int64 (n,)."""
    scratch: Any
    """Scratch memory for the fast player, float64 (8,)."""


class Moments(NamedTuple):
    """Choices made, in deals in progress (n, LONGEST, …) or in finished ones (m, …)."""

    states: Any
    """The kernel states, int64 (…, SIZE)."""
    masks: Any
    laid: Any
    """How many cards had been played, int64."""
    actions: Any
    logs: Any
    """The log-probability of the action, float32."""
    values: Any
    """The critic's value, or the advantage of the action once the deal is finished, float32."""


class Tapes(NamedTuple):
    """For each of m choices in finished deals: the value target and the course of the deal."""

    gained: Any
    """The target of the value head, in CENTS, float32 (m,)."""
    cards: Any
    """The cards in the order played, uint8 (m, 32)."""
    players: Any
    groups: Any
    """A number that identifies the deal and the seat, int64 (m,)."""


def games(n: int, rules: Any, rng: Any) -> Games:
    """Return n deals, each at its first choice, with rotating forehand."""
    masks, laid, past, guests, ruled, led = np.zeros((6, n), np.int64)
    cards, players = np.zeros((2, n, len(LONG)), np.uint8)
    states, scratch = np.zeros((n, SIZE), np.int64), np.zeros(8)
    made = Games(states, masks, cards, players, laid, past, guests, ruled, led, scratch)
    begin(made, rules, rng)
    return made


def moments(*shape: int) -> Moments:
    """Return empty storage for choices."""
    integers = [np.zeros(shape, np.int64) for _ in range(3)]
    floats = [np.zeros(shape, np.float32) for _ in range(2)]
    return Moments(np.zeros((*shape, SIZE), np.int64), *integers, *floats)


def tapes(m: int) -> Tapes:
    """Return empty storage for the outcomes of choices."""
    cards, players = np.zeros((2, m, len(LONG)), np.uint8)
    return Tapes(np.zeros(m, np.float32), cards, players, np.zeros(m, np.int64))


@njit
def begin(games: Games, rules: Any, rng: Any) -> None:
    """Start new deals everywhere and advance them to their first choices."""
    for g in range(len(games.states)):
        deal(games.states[g], rules, g & 3, rng)
        games.laid[g] = games.past[g] = games.led[g] = 0
        run(games, g, rng)


@njit
def invite(games: Games, share: float, rng: Any) -> None:
    """Give two seats to rule-based guests in the first `share` of the deals."""
    for g in range(int(share * len(games.states))):
        games.guests[g], games.ruled[g] = PAIRS[(g >> 2) % len(PAIRS)], 1  # every pair at every place after forehand
        run(games, g, rng)


@njit
def go_on(games: Games, rng: Any) -> None:
    """Continue all deals in which it is a guest's turn."""
    for g in range(len(games.states)):
        run(games, g, rng)


@borrow
def run(games: Games, g: int, rng: Any) -> None:
    """Advance a deal to the policy's next choice; its mask becomes 0 if there is none."""
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
    """Return the code of the action of a deal's guest, in the deal's state or one that may follow it."""
    if games.ruled[g]:
        return any_of(rules_on(state, led), rng)
    return fast(state, 0.0, WEIGHTS, games.scratch, rng)


@borrow
def do(games: Games, g: int, action: int) -> None:
    """Play an action, recording it if it is a card."""
    state = games.states[g]
    if action >= CARDS:
        games.cards[g, games.laid[g]], games.players[g, games.laid[g]] = action - CARDS, state[SEAT]
        games.laid[g] += 1
    games.led[g] = step(state, code_of(state, action), games.led[g])


@njit
def rolled(games: Games, at: Any, rolls: int, rng: Any) -> Any:
    """Return rollout values of the deals `at` for the seats to act, in CENTS: float32 (k,), means of `rolls` rollouts.

    The fast player plays all seats except those of guests, who play their own way. The rollouts see all hands, as a
    critic may; this removes much of the deal's luck from the policy's training signal.
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
    """Sample an action for the deals `at`, int64 (k,), by softmax over the possible ones; record and play it.

    logits: float32 (k, ACTIONS); values: float32 (k,); past: the record, (n, LONGEST). Each deal is then advanced to
    its next choice.
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
    """Sample an action of the mask by softmax; return it and its log-probability."""
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
    """Append all choices of the finished deals, with their advantages, to `done` and `told`; return the new `filled`.

    first: the number of the first of these deals; trace: λ of generalised advantage estimation (Schulman and others,
    2016). There is no discounting within a deal.
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
