"""Batched self-play in the kernel with one policy: observations for a network and training data for PPO.

A *choice* is a turn with more than one action that the networks know; networks are asked, and trained, only on choices.
All deals are advanced to their next choice, the policy answers for all of them in one batch, and so on. A *guest* is
another player in a seat: the fast player or the rule-based one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import LONG
from cardtui.games.schafkopf.kernel import IS_OVER, PHASE, PLAY, SEAT, SIZE, deal
from cardtui.games.schafkopf.kernel_play import any_of
from cardtui.games.schafkopf.kernel_settlement import returns
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import RandomState, borrow, lowest, njit, unit

from ...schafkopf.exact_kernel import NOISE
from ...schafkopf.features import ACTIONS, CARDS, action_of, choices, code_of
from ...schafkopf.networks import CENTS
from ...schafkopf.policy import WEIGHTS
from ...schafkopf.policy import choose as fast
from ...schafkopf.rule_kernel import rules_on, step

DEALS_AT_ONCE = 1024
"""Number of deals in progress at once."""
PAIRS = np.array([0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100])
"""All pairs of seats, as masks."""
MAX_CHOICES = 56
"""More choices than a deal can have under any rules that the networks know: 15 bids and passes if bids may be upgraded,
6 for doubling, 32 cards."""


class Games(NamedTuple):
    """n deals in progress."""

    states: NDArray[np.int64]
    """The kernel states, int64 (n, SIZE)."""
    masks: NDArray[np.int64]
    """The possible actions of the current choice, masks, int64 (n,); 0 in a finished deal."""
    cards: NDArray[np.uint8]
    """The cards in the order played, uint8 (n, 32)."""
    players: NDArray[np.uint8]
    """The seats that played them, uint8 (n, 32)."""
    laid: NDArray[np.int64]
    """How many cards have been played, int64 (n,)."""
    recorded: NDArray[np.int64]
    """How many choices have been recorded, int64 (n,)."""
    guests: NDArray[np.int64]
    """The seats of guests, as masks, int64 (n,)."""
    rule_based: NDArray[np.int64]
    """Whether the guests are rule-based instead of the fast player, int64 (n,)."""
    led: NDArray[np.int64]
    """The suits led in finished tricks, as masks of their cards, int64 (n,)."""
    scratch: NDArray[np.float64]
    """Scratch memory for the fast player, float64 (8,)."""


class Trajectories(NamedTuple):
    """The choices recorded in n deals in progress, in order; in deal g, the first `Games.recorded[g]` count."""

    states: NDArray[np.int64]
    """The kernel states, int64 (n, MAX_CHOICES, SIZE)."""
    masks: NDArray[np.int64]
    """The possible actions, masks, int64 (n, MAX_CHOICES)."""
    laid: NDArray[np.int64]
    """How many cards had been played, int64 (n, MAX_CHOICES)."""
    actions: NDArray[np.int64]
    """The action taken, int64 (n, MAX_CHOICES)."""
    log_probs: NDArray[np.float32]
    """The log-probability of the action, float32 (n, MAX_CHOICES)."""
    values: NDArray[np.float32]
    """The critic's value for the seat to act, in CENTS, float32 (n, MAX_CHOICES)."""


class Batch(NamedTuple):
    """m choices in finished deals: the training data of one update of the policy."""

    states: NDArray[np.int64]
    """The kernel states, int64 (m, SIZE)."""
    masks: NDArray[np.int64]
    """The possible actions, masks, int64 (m,)."""
    laid: NDArray[np.int64]
    """How many cards had been played, int64 (m,)."""
    actions: NDArray[np.int64]
    """The action taken, int64 (m,)."""
    log_probs: NDArray[np.float32]
    """The log-probability of the action when it was taken, float32 (m,)."""
    advantages: NDArray[np.float32]
    """The generalised advantage estimate, in CENTS, float32 (m,)."""
    returns: NDArray[np.float32]
    """The target of the value head, in CENTS, float32 (m,): the critic's value plus the advantage."""
    cards: NDArray[np.uint8]
    """The cards of the whole deal in the order played, uint8 (m, 32)."""
    players: NDArray[np.uint8]
    """The seats that played them, uint8 (m, 32)."""
    groups: NDArray[np.int64]
    """A number that identifies the deal and the seat, int64 (m,)."""


def new_games(n: int, rules: NDArray[np.int64], rng: RandomState) -> Games:
    """Return n deals, each at its first choice, with rotating forehand."""
    masks, laid, recorded, guests, rule_based, led = np.zeros((6, n), np.int64)
    cards, players = np.zeros((2, n, len(LONG)), np.uint8)
    states, scratch = np.zeros((n, SIZE), np.int64), np.zeros(8)
    games = Games(states, masks, cards, players, laid, recorded, guests, rule_based, led, scratch)
    begin(games, rules, rng)
    return games


def empty_trajectories(n: int) -> Trajectories:
    """Return empty storage for the choices of n deals in progress."""
    masks, laid, actions = (np.zeros((n, MAX_CHOICES), np.int64) for _ in range(3))
    log_probs, values = (np.zeros((n, MAX_CHOICES), np.float32) for _ in range(2))
    return Trajectories(np.zeros((n, MAX_CHOICES, SIZE), np.int64), masks, laid, actions, log_probs, values)


def empty_batch(m: int) -> Batch:
    """Return empty storage for m choices."""
    masks, laid, actions, groups = (np.zeros(m, np.int64) for _ in range(4))
    log_probs, advantages, gains = (np.zeros(m, np.float32) for _ in range(3))
    cards, players = np.zeros((2, m, len(LONG)), np.uint8)
    states = np.zeros((m, SIZE), np.int64)
    return Batch(states, masks, laid, actions, log_probs, advantages, gains, cards, players, groups)


@njit
def begin(games: Games, rules: NDArray[np.int64], rng: RandomState) -> None:
    """Start new deals everywhere and advance them to their first choices."""
    for g in range(len(games.states)):
        deal(games.states[g], rules, g & 3, rng)
        games.laid[g] = games.recorded[g] = games.led[g] = 0
        advance(games, g, rng)


@njit
def seat_rule_based(games: Games, share: float, rng: RandomState) -> None:
    """Give two seats to rule-based guests in the first `share` of the deals."""
    for g in range(int(share * len(games.states))):
        # every pair with every forehand
        games.guests[g], games.rule_based[g] = PAIRS[(g >> 2) % len(PAIRS)], 1
        advance(games, g, rng)


@njit
def advance_all(games: Games, rng: RandomState) -> None:
    """Advance every deal to the policy's next choice."""
    for g in range(len(games.states)):
        advance(games, g, rng)


@borrow
def advance(games: Games, g: int, rng: RandomState) -> None:
    """Advance a deal to the policy's next choice; its mask becomes 0 if there is none."""
    state = games.states[g]
    while state[PHASE] != IS_OVER:
        actions = choices(state)
        if not actions & (actions - 1):
            act(games, g, lowest(actions))
        elif games.guests[g] >> state[SEAT] & 1:
            act(games, g, action_of(state, guest_action(games, g, state, games.led[g], rng)))
        else:
            games.masks[g] = actions
            return
    games.masks[g] = 0


@borrow
def guest_action(games: Games, g: int, state: NDArray[np.int64], led: int, rng: RandomState) -> int:
    """Return the code of the guest's action in a state of deal g (now or later in it), given the suits `led`."""
    code: int = (
        any_of(rules_on(state, led), rng) if games.rule_based[g] else fast(state, 0.0, WEIGHTS, games.scratch, rng)
    )
    return code


@borrow
def act(games: Games, g: int, action: int) -> None:
    """Play an action, recording it if it is a card."""
    state = games.states[g]
    if action >= CARDS:
        games.cards[g, games.laid[g]], games.players[g, games.laid[g]] = action - CARDS, state[SEAT]
        games.laid[g] += 1
    games.led[g] = step(state, code_of(state, action), games.led[g])


@njit
def rollout_values(games: Games, at: NDArray[np.int64], rollouts: int, rng: RandomState) -> NDArray[np.float32]:
    """Return the mean result of rollouts of the deals `at`, int64 (k,), for the seats to act, in CENTS: float32 (k,).

    The fast player plays all seats except those of guests, who play in their own way. The rollouts see all hands, as a
    critic may; this removes much of the deal's luck from the policy's training signal.
    """
    values, world, cents = np.zeros(len(at), np.float32), np.empty(SIZE, np.int64), np.empty(SEATS)
    for row in range(len(at)):
        g, seat = at[row], games.states[at[row], SEAT]
        for _ in range(rollouts):
            world[:], led = games.states[g], games.led[g]
            while world[PHASE] != IS_OVER:
                if games.guests[g] >> world[SEAT] & 1:
                    code = guest_action(games, g, world, led, rng)
                else:
                    code = fast(world, NOISE, WEIGHTS, games.scratch, rng)
                led = step(world, code, led)
            returns(world, cents)
            values[row] += cents[seat] / (rollouts * CENTS)
    return values


@njit
def sample_actions(
    games: Games,
    at: NDArray[np.int64],
    logits: NDArray[np.float32],
    values: NDArray[np.float32],
    trajectories: Trajectories,
    rng: RandomState,
) -> None:
    """Sample an action for the deals `at`, int64 (k,), by softmax over the possible ones; record and play it.

    logits: float32 (k, ACTIONS); values: the critic's, float32 (k,). Each deal is then advanced to its next choice.
    """
    for row in range(len(at)):
        g, n = at[row], games.recorded[at[row]]
        trajectories.states[g, n] = games.states[g]
        trajectories.masks[g, n], trajectories.laid[g, n] = games.masks[g], games.laid[g]
        action, log_prob = sample(logits[row], games.masks[g], rng)
        trajectories.actions[g, n], trajectories.log_probs[g, n] = action, log_prob
        trajectories.values[g, n] = values[row]
        games.recorded[g] = n + 1
        act(games, g, action)
        advance(games, g, rng)


@borrow
def sample(logits: NDArray[np.float32], mask: int, rng: RandomState) -> tuple[int, float]:
    """Sample an action of the mask by softmax over the logits, float32 (ACTIONS,); return also its log-probability."""
    actions, most, total = mask, np.float32(-1e30), 0.0
    while actions:
        most = max(most, logits[lowest(actions)])
        actions &= actions - 1
    actions = mask
    while actions:
        total += np.exp(logits[lowest(actions)] - most)
        actions &= actions - 1
    rest, actions = unit(rng) * total, mask
    action = lowest(actions)
    while actions:
        action = lowest(actions)
        rest -= np.exp(logits[action] - most)
        if rest < 0:
            break
        actions &= actions - 1
    return action, logits[action] - most - np.log(total)


@njit
def append(games: Games, first: int, trajectories: Trajectories, batch: Batch, filled: int, gae_lambda: float) -> int:
    """Append all choices of the finished deals, with their advantages, to `batch` from row `filled` on.

    Returns the new `filled`. first: the number of the first of these deals; gae_lambda: λ of generalised advantage
    estimation (Schulman and others, 2016). There is no discounting within a deal.
    """
    cents = np.zeros(SEATS)
    for g in range(len(games.states)):
        returns(games.states[g], cents)
        for seat in range(SEATS):
            next_value, advantage = cents[seat] / CENTS, 0.0
            for n in range(games.recorded[g] - 1, -1, -1):
                if trajectories.states[g, n, SEAT] != seat:
                    continue
                value = trajectories.values[g, n]
                advantage = next_value - value + gae_lambda * advantage
                next_value = value
                batch.states[filled] = trajectories.states[g, n]
                batch.masks[filled], batch.laid[filled] = trajectories.masks[g, n], trajectories.laid[g, n]
                batch.actions[filled] = trajectories.actions[g, n]
                batch.log_probs[filled] = trajectories.log_probs[g, n]
                batch.advantages[filled], batch.returns[filled] = advantage, value + advantage
                batch.cards[filled], batch.players[filled] = games.cards[g], games.players[g]
                batch.groups[filled] = (first + g) * SEATS + seat
                filled += 1
    return filled


assert CARDS + len(LONG) == ACTIONS < PLAY + len(LONG)
