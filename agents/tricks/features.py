"""The features of the networks: two encodings of a position, shared by players and trainers.

Cards are indices into the deck of two colours of ten, colour × N + value; sets of cards are bool (rows, CARDS).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.tricks.rules import COLOUR

COLOURS, N = 2, 10
CARDS = COLOURS * N
INPUTS = 3 * CARDS
TRICKS = N + 1
"""Number of possible counts of tricks, 0 to N."""
DOCUMENT = "cards played, hand, trick: three binary vectors of 20, colour x 10 + value"
BY_RANK = "own, other's, led card: three binary vectors of 20, colour x 10 + rank from above among the cards left"


def place_of(card: int) -> int:
    """Return the index of a card of the rules."""
    return card // COLOUR * N + card % COLOUR


def of_document(played: NDArray[np.bool_], hand: NDArray[np.bool_], led: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the source document's inputs, float32 (rows, INPUTS).

    `played`, shape (rows, CARDS), are the cards of finished tricks; `led`, shape (rows,), is the card led to the
    current trick, or -1.
    """
    return np.concatenate([played, hand, np.arange(CARDS) == led[:, None]], axis=1).astype(np.float32)


def by_rank(
    hand: NDArray[np.bool_], other: NDArray[np.bool_], led: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return the inputs, float32 (rows, INPUTS), and the output of each remaining card, int (rows, CARDS).

    Only the order of the remaining cards matters, and no colour is special. The led colour comes first; without one,
    the colour with more cards left; then the colour of which the seat to act holds the better cards.
    """
    rows = len(led)
    lies = np.arange(CARDS) == led[:, None]
    left = (hand | other | lies).reshape(rows, COLOURS, N)
    rank = left[:, :, ::-1].cumsum(2)[:, :, ::-1] - left  # number of cards left above it
    strength = (hand.reshape(left.shape) << (N - 1 - rank)).sum(2)
    order = (left.sum(2) << N) + strength + (lies.reshape(left.shape).any(2) << 2 * N)
    second = (order[:, 0] < order[:, 1]).astype(int)  # the index of the colour that comes first
    outputs = ((np.arange(COLOURS) ^ second[:, None])[:, :, None] * N + rank).reshape(rows, CARDS)
    inputs = np.zeros((rows, 3, CARDS), np.float32)
    for part, cards in enumerate((hand, other, lies)):
        row, card = cards.nonzero()
        inputs[row, part, outputs[row, card]] = 1
    return inputs.reshape(rows, INPUTS), outputs
