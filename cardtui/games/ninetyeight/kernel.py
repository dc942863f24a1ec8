"""98 cards on integers, for training, search and bulk play. The reference implementation of the rules is rules.py.

A state is an int64 array of length `SIZE`; copy it with `other[:] = state`. A set of cards consists of two bit masks:
cards below WORD in the first, the others in the second. The two descending stacks are stored mirrored (card 101 - c,
top 101 - t), which makes them ascending. Each set of cards is stored a second time with mirrored masks. So one formula
serves all four stacks, with the masks of their side. An action is an int: `card << 2 | stack`, or DRAWS. Legality is
not checked.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core import Action
from ...kernels import RandomState, below, borrow, count, lowest, njit
from .rules import DECK, DRAW, HAND, HIGH, JUMP, LOW, PLACE, STACKS, TURN, UP, NinetyEight, State, tops

# --- the state's fields -----------------------------------------------------------------------
TOPS = 0  # of the four stacks; descending ones mirrored
REFILL, SINCE, LAID = 4, 5, 6  # REFILL: ONE, TWO, FREE
AT = 7  # the draw pile is state[PILE + state[AT] : SIZE], top first
HELD, UNSEEN = 8, 12  # hand and draw pile: two masks, followed by two mirrored masks
PILE = 16
CARDS = len(DECK)
SIZE = PILE + CARDS

KernelState: TypeAlias = NDArray[np.int64]
"""A state in kernel form: int64 (SIZE,)."""

ONE, TWO, FREE = range(3)
REFILLS = ("one", "two", "turn")
DRAWS = 0
WORD = 50
MIRROR = LOW + HIGH
MAX_LEGAL = 4 * HAND + 1
RANDOM, GAP = range(2)

LOW_MASK = np.array([[(1 << min(c, WORD)) - 1, (1 << max(c - WORD, 0)) - 1] for c in range(HIGH + 1)], np.int64)
"""The cards below each card, as two masks, indexed by card."""

_MASKS = [
    1 << 64 * (card // WORD) + card % WORD | 1 << 64 * (2 + (MIRROR - card) // WORD) + (MIRROR - card) % WORD
    for card in range(HIGH + 1)
]
"""Indexed by card: its bits in the four masks of a set, 64 bits each."""


# --- Python's side ----------------------------------------------------------------------------
def refill_of(game: NinetyEight) -> int:
    """Return ONE, TWO or FREE: the only option of the rules that affects a deal."""
    return REFILLS.index(game.refill)


def pack(game: NinetyEight, state: State) -> KernelState:
    """Return a state of the rules in kernel form: int64 (SIZE,)."""
    packed = np.zeros(SIZE, np.int64)
    for place, top in enumerate(tops(state.stacks)):
        packed[TOPS + place] = top if UP[place] else MIRROR - top
    packed[REFILL], packed[SINCE], packed[LAID] = refill_of(game), state.since, sum(map(len, state.stacks))
    packed[AT] = CARDS - len(state.draw)
    packed[PILE + CARDS - len(state.draw) :] = state.draw
    for field, cards in ((HELD, state.hands[0]), (UNSEEN, state.draw)):
        masks = sum([_MASKS[card] for card in cards])
        packed[field : field + 4] = [masks >> 64 * word & (1 << WORD) - 1 for word in range(4)]
    return packed


def encode(action: Action) -> int:
    """Return the code of an action of the rules."""
    return DRAWS if action == DRAW else action.cards[0] << 2 | STACKS.index(action.to)


def decode(code: int) -> Action:
    """Inverse of `encode`."""
    return DRAW if code == DRAWS else PLACE[code >> 2][code & 3]


# --- sets of cards ----------------------------------------------------------------------------
@borrow
def flip(state: KernelState, field: int, card: int) -> None:
    """Add a card to a set, or remove it."""
    other = MIRROR - card
    state[field + card // WORD] ^= 1 << card % WORD
    state[field + 2 + other // WORD] ^= 1 << other % WORD


@borrow
def has(state: KernelState, field: int, card: int) -> int:
    """Return 1 if one side of a set (`field`, or `field` + 2 for the mirrored one) has the card, otherwise 0.

    The card may lie outside 2 … 99.
    """
    if card < 0:
        return 0
    found: int = state[field + card // WORD] >> card % WORD & 1
    return found


@borrow
def next_above(state: KernelState, field: int, low: int) -> int:
    """Return the lowest card of one side of a set that is higher than `low`, or 0."""
    first = state[field] & ~LOW_MASK[low + 1, 0]
    if first:
        below_fifty: int = lowest(first)
        return below_fifty
    second = state[field + 1] & ~LOW_MASK[low + 1, 1]
    if second:
        return lowest(second) + WORD
    return 0


# --- the deal ---------------------------------------------------------------------------------
@borrow
def deal(state: KernelState, refill: int, rng: RandomState) -> None:
    """Shuffle and deal (§1)."""
    for place in range(TOPS + 4):
        state[place] = LOW
    for field in range(TOPS + 4, PILE):
        state[field] = 0
    state[REFILL] = refill
    for card in range(CARDS):
        state[PILE + card] = card + LOW + 1
        flip(state, UNSEEN, card + LOW + 1)
    shuffle(state, rng)
    take(state, HAND)


@borrow
def shuffle(state: KernelState, rng: RandomState) -> None:
    """Shuffle the draw pile."""
    for place in range(PILE + state[AT], PILE + CARDS - 1):
        other = place + below(rng, PILE + CARDS - place)
        card = state[other]
        state[other] = state[place]
        state[place] = card


@borrow
def take(state: KernelState, cards: int) -> None:
    """Draw up to `cards` cards into the hand, which begins a new turn."""
    for _ in range(min(cards, CARDS - state[AT])):
        card = state[PILE + state[AT]]
        state[AT] += 1
        flip(state, UNSEEN, card)
        flip(state, HELD, card)
    state[SINCE] = 0


# --- the turn ---------------------------------------------------------------------------------
@borrow
def fits(card: int, top: int) -> bool:
    """Return whether a card fits an ascending or mirrored stack (§2.2, §2.3)."""
    return card > top or card == top - JUMP


@borrow
def may_draw(state: KernelState) -> bool:
    """Return whether the turn may be ended by a draw (§3)."""
    may: bool = state[REFILL] == FREE and state[SINCE] >= TURN and state[AT] < CARDS
    return may


@borrow
def legal(state: KernelState, out: NDArray[np.int64]) -> int:
    """Write the codes of the legal actions to `out` (int64, MAX_LEGAL), in the rules' order; return their number."""
    found = 0
    for word in range(2):
        held = state[HELD + word]
        while held:
            card = lowest(held) + word * WORD
            held &= held - 1
            for stack in range(4):
                if fits(card if stack < 2 else MIRROR - card, state[TOPS + stack]):
                    out[found] = card << 2 | stack
                    found += 1
    if may_draw(state):
        out[found] = DRAWS
        found += 1
    return found


@borrow
def place(state: KernelState, code: int) -> None:
    """Play a card without drawing."""
    card, stack = code >> 2, code & 3
    flip(state, HELD, card)
    state[TOPS + stack] = card if stack < 2 else MIRROR - card
    state[LAID] += 1
    state[SINCE] += 1


@borrow
def due(state: KernelState, code: int) -> int:
    """Return how many cards have to be drawn after an action. Call it after `place`, or before a draw."""
    since: int = state[SINCE]
    if code == DRAWS or state[REFILL] == ONE or (state[REFILL] == TWO and since == TURN):
        left: int = CARDS - state[AT]
        return min(since, left)
    return 0


@borrow
def apply(state: KernelState, code: int) -> None:
    """Play a legal action."""
    if code != DRAWS:
        place(state, code)
    cards = due(state, code)
    if cards or state[AT] == CARDS:
        take(state, cards)


@borrow
def returns(state: KernelState, out: NDArray[np.float64]) -> None:
    """Write the score (§5.1) to `out` (float64, length 1 or more)."""
    out[0] = state[LAID]


# --- players ----------------------------------------------------------------------------------
@borrow
def smallest_gap(state: KernelState) -> int:
    """Return the legal action that the bot `gap` chooses, the first among equals in their order; -1 at the end."""
    best, least = -1, HIGH
    for stack in range(4):
        held, top = HELD + (stack & 2), state[TOPS + stack]
        card = top - JUMP if has(state, held, top - JUMP) else next_above(state, held, top)
        if card:
            code, gap = (card if stack < 2 else MIRROR - card) << 2 | stack, card - top
            if gap < least or (gap == least and code < best):
                best, least = code, gap
    if least > 0 and may_draw(state):
        return DRAWS
    return best


@njit
def tournament(games: int, refill: int, player: int, rng: RandomState) -> NDArray[np.int64]:
    """Play games with the player RANDOM or GAP; return the cards played in each, int64 (games,)."""
    state, codes = np.zeros(SIZE, np.int64), np.empty(MAX_LEGAL, np.int64)
    laid = np.zeros(games, np.int64)
    for game in range(games):
        deal(state, refill, rng)
        while True:
            found = legal(state, codes)
            if not found:
                break
            apply(state, codes[below(rng, found)] if player == RANDOM else smallest_gap(state))
        laid[game] = state[LAID]
    return laid


@borrow
def between(state: KernelState, field: int, low: int, high: int) -> int:
    """Return how many cards of one side of a set lie strictly between two cards."""
    first = LOW_MASK[high, 0] & ~LOW_MASK[low + 1, 0] & state[field]
    second = LOW_MASK[high, 1] & ~LOW_MASK[low + 1, 1] & state[field + 1]
    return count(first) + count(second)
