"""Positions labelled by the solver, as kernels: data to train mlp-exact, and values by which `exact` plays matches.

Cards are indices into the deck of two colours of ten, as in features.py; the game's kernel has 16 bits for each colour.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.tricks.kernel import HANDS, LED, OVER, SEAT, SIZE, allowed, any_of, apply, deal, legal
from cardtui.games.tricks.rules import COLOUR
from cardtui.games.tricks.solver import Solved, judge
from cardtui.kernels import RandomState, borrow, lowest, njit, shared, unit

from ...tricks.features import CARDS, N, place_of

shared(place_of)
ILLEGAL = -1


@njit
def labelled_positions(
    table: Solved,
    rules: NDArray[np.int64],
    epsilons: NDArray[np.float64],
    hands: NDArray[np.bool_],
    others: NDArray[np.bool_],
    leds: NDArray[np.int64],
    regrets: NDArray[np.int8],
    rng: RandomState,
) -> None:
    """Play games one after another and fill the rows with their positions in which some legal card is not best.

    For each side of each game one of `epsilons` is drawn: the probability with which it plays a random legal card
    instead of one of the best cards. `hands` and `others`, shape (rows, CARDS), are the cards of the seat to act and of
    the other; `leds`, shape (rows,), the card led or -1; `regrets`, shape (rows, CARDS), the tricks that a card gives
    away, or ILLEGAL.
    """
    state, best_play, against_random = np.zeros(SIZE, np.int64), np.zeros(64, np.int64), np.zeros(64)
    epsilon = np.zeros(2)
    row = 0
    while row < len(leds):
        deal(state, rules, 0, rng)
        for seat in range(2):
            epsilon[seat] = epsilons[np.int64(unit(rng) * len(epsilons))]
        while not state[OVER] and row < len(leds):
            seat = state[SEAT]
            cards = legal(state)
            mine, theirs, led = state[HANDS + seat], state[HANDS + 1 - seat], state[LED]
            judge(table, mine, theirs, led, best_play, against_random)
            best = best_cards(cards, best_play)
            if best != cards:
                top = best_play[lowest(best)]
                hands[row], others[row], regrets[row] = False, False, ILLEGAL
                leds[row] = -1 if led < 0 else place_of(led)
                for card in range(2 * COLOUR):
                    if mine >> card & 1:
                        hands[row, place_of(card)] = True
                    if theirs >> card & 1:
                        others[row, place_of(card)] = True
                    if cards >> card & 1:
                        regrets[row, place_of(card)] = top - best_play[card]
                row += 1
            apply(state, any_of(cards if unit(rng) < epsilon[seat] else best, rng))


@borrow
def best_cards(cards: int, values: NDArray[np.int64]) -> int:
    """Return those of the cards, a mask, that have the highest value; `values` is int64 (64,), indexed by card."""
    best, top = 0, -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if values[card] > top:
            best, top = 0, values[card]
        if values[card] == top:
            best |= 1 << card
    return best


@njit
def card_values(
    table: Solved,
    hands: NDArray[np.bool_],
    others: NDArray[np.bool_],
    leds: NDArray[np.int64],
    best_play: NDArray[np.float64],
    against_random: NDArray[np.float64],
) -> None:
    """Write the values of `solver.judge` for rows of positions: `best_play` and `against_random`, shape (rows, CARDS).

    `best_play` is the tricks to come with best play on both sides, `against_random` the expected number against random
    play; -1 if a card is illegal. For how positions are given, see `labelled_positions`.
    """
    tricks, average = np.zeros(64, np.int64), np.zeros(64)
    for row in range(len(leds)):
        mine = theirs = 0
        for card in range(CARDS):
            bit = 1 << card // N * COLOUR + card % N
            mine |= bit * hands[row, card]
            theirs |= bit * others[row, card]
        led = -1 if leds[row] < 0 else leds[row] // N * COLOUR + leds[row] % N
        judge(table, mine, theirs, led, tricks, average)
        cards = allowed(mine, led)
        for card in range(CARDS):
            at = card // N * COLOUR + card % N
            legal_here = cards >> at & 1
            best_play[row, card] = tricks[at] if legal_here else -1
            against_random[row, card] = average[at] if legal_here else -1
