"""Tricks on integers, for training, search and bulk play. The reference implementation of the rules is rules.py.

A state is an int64 array of length `SIZE`; copy it with `other[:] = state`. Cards are those of rules.py, sets of cards
are bit masks over them with 16 bits per colour. An action is the card played. Legality is not checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core import Action, Card
from ...kernels import RandomState, below, borrow, count, draw, njit
from .rules import COLOUR, PLAYS, State, Tricks, first_and_second

# --- the state's fields -----------------------------------------------------------------------
HANDS, LED, SEAT, OVER, TURN, FIRST, HALF = 0, 2, 3, 4, 5, 6, 7
# HANDS: masks by seat; LED: the card led, or -1; SEAT: to act; FIRST: the seat with the first hand in half 0
TAKEN, DEALT = 8, 12  # tricks taken, by half and seat; the first and the second hand, masks
HALVES, REVOKE = 14, 15  # the options of the rules, as in `rules_of`
SIZE = 16

KernelState: TypeAlias = NDArray[np.int64]
"""A state in kernel form: int64 (SIZE,)."""

LANE = (1 << COLOUR) - 1
"""The cards of the first colour; shift it for the others."""
PLACE = np.zeros((1 << 13, 16), np.uint8)
"""The value of the k-th lowest card of a set of cards of one colour, indexed by the set and k."""
for _value in range(13):
    _sets = np.arange(1 << 13)
    _sets = _sets[_sets >> _value & 1 == 1]
    PLACE[_sets, [(int(_set) & (1 << _value) - 1).bit_count() for _set in _sets]] = _value


# --- Python's side ----------------------------------------------------------------------------
def rules_of(game: Tricks) -> NDArray[np.int64]:
    """Return the options of the rules for `deal`: int64 (3,), the deck as a mask, HALVES, REVOKE."""
    return np.array([mask(game.deck), game.halves, game.revoke], np.int64)


def pack(game: Tricks, state: State) -> KernelState:
    """Return a state of the rules in kernel form: int64 (SIZE,)."""
    packed = np.zeros(SIZE, np.int64)
    packed[HANDS : HANDS + 2] = [mask(hand) for hand in state.hands]
    packed[LED] = -1 if state.led is None else state.led
    packed[SEAT], packed[OVER] = (0, 1) if state.seat is None else (state.seat, 0)
    packed[TURN], packed[FIRST], packed[HALF] = state.turn, state.first, len(state.taken) - 1
    for half, taken in enumerate(state.taken):
        packed[TAKEN + 2 * half : TAKEN + 2 * half + 2] = taken
    packed[DEALT : DEALT + 2] = [mask(hand) for hand in first_and_second(state.history)]
    packed[HALVES], packed[REVOKE] = game.halves, game.revoke
    return packed


def mask(cards: Iterable[Card]) -> int:
    """Return the bit mask of some cards."""
    return sum(1 << card for card in cards)


def encode(action: Action) -> int:
    """Return the code of an action of the rules."""
    return action.cards[0]


def decode(code: int) -> Action:
    """Inverse of `encode`."""
    return PLAYS[code]


# --- the game ---------------------------------------------------------------------------------
@borrow
def half_of(deck: int, rng: RandomState) -> int:
    """Return a random half of the deck as a mask, by rejection sampling."""
    wanted = count(deck) >> 1
    while True:
        hand = int(np.int64(draw(rng) & np.uint64(deck)))
        if count(hand) == wanted:
            return hand


@borrow
def deal(state: KernelState, rules: NDArray[np.int64], first: int, rng: RandomState) -> None:
    """Shuffle and deal (§2). `rules` are as given by `rules_of`."""
    hand = half_of(rules[0], rng)
    state[DEALT], state[DEALT + 1] = hand, rules[0] & ~hand
    state[HALVES], state[REVOKE], state[FIRST], state[TURN], state[OVER] = rules[1], rules[2], first, 0, 0
    for place in range(4):
        state[TAKEN + place] = 0
    begin(state, 0)


@borrow
def begin(state: KernelState, half: int) -> None:
    """Start a half: give the seats their hands (§2.3, §4.1)."""
    owner = state[FIRST] ^ half
    state[HALF], state[SEAT], state[LED] = half, owner, -1
    state[HANDS + owner], state[HANDS + 1 - owner] = state[DEALT], state[DEALT + 1]


@borrow
def legal(state: KernelState) -> int:
    """Return the cards that the seat to act may play (§3.2), as a mask."""
    hand: int = state[HANDS + state[SEAT]]
    return hand if state[REVOKE] else allowed(hand, state[LED])


@borrow
def allowed(hand: int, led: int) -> int:
    """Return the cards of a hand that follow `led`, or all if none does or nothing was led (-1)."""
    if led < 0:
        return hand
    same = hand & LANE << (led & ~(COLOUR - 1))
    return same if same else hand


@borrow
def beats(card: int, led: int) -> bool:
    """Return whether `card` takes the trick led with `led` (§3.3)."""
    return card > led and (card ^ led) < COLOUR


@borrow
def apply(state: KernelState, card: int) -> None:
    """Play a legal card in place (§3, §4)."""
    seat, led = state[SEAT], state[LED]
    state[HANDS + seat] ^= 1 << card
    state[TURN] += 1
    if led < 0:
        state[LED], state[SEAT] = card, 1 - seat
        return
    winner = seat if beats(card, led) else 1 - seat
    state[TAKEN + 2 * state[HALF] + winner] += 1
    state[LED], state[SEAT] = -1, winner
    if state[HANDS + seat] == 0:
        if state[HALF] + 1 < state[HALVES]:
            begin(state, 1)
        else:
            state[OVER], state[SEAT] = 1, 0


@borrow
def returns(state: KernelState, out: NDArray[np.float64]) -> None:
    """Write the returns (§5) to `out` (float64, 2): 1 for the winner, -1 for the loser, 0 for a draw."""
    first = state[FIRST]
    other = state[TAKEN + 3 - first] if state[HALVES] == 2 else state[TAKEN + 1 - first]
    lead = state[TAKEN + first] - other
    won = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[first], out[1 - first] = won, 0.0 - won


# --- random play ------------------------------------------------------------------------------
@borrow
def nth(cards: int, place: int) -> int:
    """Return the card at index `place` of a set, counted from the lowest."""
    base = 0
    here = cards & LANE
    size = count(here)
    while place >= size:
        place -= size
        base += COLOUR
        here = cards >> base & LANE
        size = count(here)
    card: int = base + PLACE[here, place]
    return card


@borrow
def any_of(cards: int, rng: RandomState) -> int:
    """Return a random card of a set."""
    return nth(cards, below(rng, count(cards)))


@borrow
def random_game(mine: int, theirs: int, rng: RandomState) -> int:
    """Return how many tricks the leader takes with `mine` if both seats play random legal cards."""
    taken, leads = 0, True
    while mine:
        if not leads:
            mine, theirs = theirs, mine
        led = any_of(mine, rng)
        card = any_of(allowed(theirs, led), rng)
        mine, theirs = mine ^ 1 << led, theirs ^ 1 << card
        won = not beats(card, led)
        if not leads:
            mine, theirs = theirs, mine
        leads = leads == won
        taken += leads
    return taken


@borrow
def random_worth(mine: int, theirs: int, led: int, card: int, games: int, rng: RandomState) -> float:
    """Return the average number of tricks, from this one on, of the seat to act after it plays `card` on `led`.

    `led` is -1 if `card` is led. The average is over games in which both seats then play random legal cards.
    """
    total = 0
    mine ^= 1 << card
    for _ in range(games):
        if led < 0:
            other = any_of(allowed(theirs, card), rng)
            rest = theirs ^ 1 << other
            won = not beats(other, card)
        else:
            rest = theirs
            won = beats(card, led)
        total += 1 + random_game(mine, rest, rng) if won else count(mine) - random_game(rest, mine, rng)
    return total / games


@njit
def random_matches(matches: int, deck: int, rng: RandomState) -> NDArray[np.int64]:
    """Play duplicate matches, two games each, at random: int64 (3,), won by the first player, drawn, lost."""
    found = np.zeros(3, np.int64)
    for _ in range(matches):
        hand = half_of(deck, rng)
        lead = random_game(hand, deck & ~hand, rng) - random_game(hand, deck & ~hand, rng)
        found[1 - (lead > 0) + (lead < 0)] += 1
    return found
