"""What the networks see of a position: two encodings, used by players and trainers alike.

Cards are here places in the deck of two colours of ten, colour × N + value; sets of cards are bool (rows, CARDS).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.tricks.rules import COLOUR

COLOURS, N = 2, 10
CARDS = COLOURS * N
INPUTS = 3 * CARDS
TRICKS = N + 1
"""How many numbers of tricks a seat can take."""
DOCUMENT = "cards played, hand, trick: three binary vectors of 20, colour x 10 + value"
BY_RANK = "own, other's, led card: three binary vectors of 20, colour x 10 + rank from above among the cards left"


def place_of(card: int) -> int:
    """The place of a card of the rules."""
    return card // COLOUR * N + card % COLOUR


def of_document(played: Any, hand: Any, led: Any) -> Any:
    """The source document's inputs: float32 (rows, INPUTS). led: (rows,), the card that lies, or -1."""
    return np.concatenate([played, hand, np.arange(CARDS) == led[:, None]], axis=1).astype(np.float32)


def by_rank(hand: Any, other: Any, led: Any) -> tuple[Any, Any]:
    """(inputs float32 (rows, INPUTS), outputs int (rows, CARDS): the output that stands for each card left).

    Only the order of the cards left counts, and no colour is special: the led colour comes first, else the one of which
    more cards are left, else the one of which the seat to act holds the better ones.
    """
    rows = len(led)
    lies = np.arange(CARDS) == led[:, None]
    left = (hand | other | lies).reshape(rows, COLOURS, N)
    rank = left[:, :, ::-1].cumsum(2)[:, :, ::-1] - left  # how many are left above it
    strength = (hand.reshape(left.shape) << (N - 1 - rank)).sum(2)
    order = (left.sum(2) << N) + strength + (lies.reshape(left.shape).any(2) << 2 * N)
    second = (order[:, 0] < order[:, 1]).astype(int)  # the colour that comes first
    outputs = ((np.arange(COLOURS) ^ second[:, None])[:, :, None] * N + rank).reshape(rows, CARDS)
    inputs = np.zeros((rows, 3, CARDS), np.float32)
    for part, cards in enumerate((hand, other, lies)):
        row, card = cards.nonzero()
        inputs[row, part, outputs[row, card]] = 1
    return inputs.reshape(rows, INPUTS), outputs
