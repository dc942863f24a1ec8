"""Data augmentation by exchanging interchangeable suits: each deal has six versions.

Schellen, Gras and Eichel are interchangeable except for their Obers and Unters. In a Wenz, where Obers belong to their
suits, they are not exchanged.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import COLOUR, LONG, NAMES, SUITS
from cardtui.games.schafkopf.features import GAME_OF, GAMES, STAGES
from cardtui.games.schafkopf.kernel import CONTRACT
from cardtui.games.schafkopf.rules import SEATS

from ...schafkopf.features import BIDDING, INFO

_KINDS, _HAND, _WENZ = STAGES + 3, INFO - SEATS - len(LONG), GAMES.index("wenz")


def _cards(order: tuple[int, ...]) -> list[int]:
    """Return each card's image if the suits become those of the order."""
    return [
        card if NAMES[card][1:] in ("U", "O") else NAMES.index("SGEH"[order[COLOUR[card]]] + NAMES[card][1:])
        for card in LONG
    ]


def _fields(order: tuple[int, ...]) -> list[int]:
    """Return, for each field of a row after the exchange, the field from which it is taken."""
    fields = list(range(INFO + BIDDING))
    for suit, other in enumerate(order):
        fields[_KINDS + other] = _KINDS + suit
    for card, other in zip(LONG, _cards(order), strict=True):
        fields[_HAND + other] = _HAND + card
    for place, name in enumerate(GAMES):
        kind, _, suit_name = name.partition("-")
        other = GAMES.index(f"{kind}-{SUITS[order[SUITS.index(suit_name)]]}") if suit_name else place
        for seat in range(SEATS):
            at = INFO + seat * (1 + len(GAMES)) + 1
            fields[at + other] = at + place
    return fields


_ORDERS = [(*order, 3) for order in permutations(range(3))]
CARDS = np.array([_cards(order) for order in _ORDERS])
"""Shape (6, 32), int64: each card's image, indexed by permutation and card; permutation 0 is the identity."""
FIELDS = np.array([_fields(order) for order in _ORDERS])
"""Shape (6, INFO + BIDDING), int64: for each permutation and each field of the vector that goes with the sequences, the
field from which it is taken."""


def permutation_of(states: NDArray[np.int64], groups: NDArray[np.int64], drawn: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the permutation of suits for each position, int64 (n,): the one drawn for its group.

    states: int64 (n, SIZE); groups: int64 (n,); drawn: int64 (groups,).
    Positions of a group in which a Wenz is played get permutation 0.
    """
    contracts = states[:, CONTRACT]
    wenz = (contracts >= 0) & (GAME_OF[contracts] == _WENZ)
    fixed = drawn.copy()
    fixed[groups[wenz]] = 0
    return fixed[groups]
