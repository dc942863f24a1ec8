"""Positions and matches with the solver in them, compiled: what mlp-exact learns from, and what all are tested against.

Cards are here places in the deck of two colours of ten, as in features.py; the kernel's cards are 16 bits a colour.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.tricks.kernel import HANDS, LED, OVER, SEAT, SIZE, allowed, any_of, apply, deal, legal
from cardtui.games.tricks.rules import COLOUR
from cardtui.games.tricks.solver import Solved, judge
from cardtui.kernels import borrow, lowest, njit, unit

from ...tricks.features import CARDS, N

ILLEGAL = -1


@borrow
def place(card: int) -> Any:
    """The place in the deck of a card of the kernel."""
    return card // COLOUR * N + card % COLOUR


@njit
def lessons(
    table: Solved, rules: Any, careless: Any, hands: Any, others: Any, leds: Any, regrets: Any, rng: Any
) -> None:
    """Fill the rows with positions in which cards differ, and what each card gives away; games on end.

    careless: float64, each side of each game plays legal random with one of these probabilities, else one of the best
    cards. hands, others: bool (rows, CARDS); leds: int (rows,), -1 without; regrets: int8 (rows, CARDS), ILLEGAL or
    tricks below the best.
    """
    state, sure, hope = np.zeros(SIZE, np.int64), np.zeros(64, np.int64), np.zeros(64)
    slips = np.zeros(2)
    row = 0
    while row < len(leds):
        deal(state, rules, 0, rng)
        for seat in range(2):
            slips[seat] = careless[np.int64(unit(rng) * len(careless))]
        while not state[OVER] and row < len(leds):
            seat = state[SEAT]
            cards = legal(state)
            mine, theirs, led = state[HANDS + seat], state[HANDS + 1 - seat], state[LED]
            judge(table, mine, theirs, led, sure, hope)
            best = best_of(cards, sure)
            if best != cards:
                top = sure[lowest(best)]
                hands[row], others[row], regrets[row] = False, False, ILLEGAL
                leds[row] = -1 if led < 0 else place(led)
                for card in range(2 * COLOUR):
                    if mine >> card & 1:
                        hands[row, place(card)] = True
                    if theirs >> card & 1:
                        others[row, place(card)] = True
                    if cards >> card & 1:
                        regrets[row, place(card)] = top - sure[card]
                row += 1
            apply(state, any_of(cards if unit(rng) < slips[seat] else best, rng))


@borrow
def best_of(cards: int, sure: Any) -> Any:
    """Those of the cards, a mask, that are worth most."""
    best, top = 0, -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if sure[card] > top:
            best, top = 0, sure[card]
        if sure[card] == top:
            best |= 1 << card
    return best


@njit
def judged(table: Solved, hands: Any, others: Any, leds: Any, sure: Any, hope: Any) -> None:
    """`judge` for rows of positions: sure, hope float64 (rows, CARDS), -1 where a card is not legal."""
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
            sure[row, card] = tricks[at] if legal_here else -1
            hope[row, card] = average[at] if legal_here else -1
