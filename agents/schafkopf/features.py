"""The networks' inputs and outputs: a seat's view of a kernel state as numbers, and actions as numbers below 43.

Shared by players and trainers. Only what the seat may know is read from a state: its own hand, the cards played, the
bids. So a view (`kernel_worlds.view`) and the complete state give the same inputs.

The source (SchafkopfRL) has a flat vector of 344 inputs, which is the game's own (`games/schafkopf/features.py`), and,
for its LSTM, a vector of 74 with two sequences of cards. Seats are relative to the observer: 0 is the observer, 1 the
next seat.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardtui.games.schafkopf.cards import COLOUR, LONG, RANK, SUITS
from cardtui.games.schafkopf.features import COMMON, FLAT, GAME_OF, GAMES, STAGES, common, played, stage
from cardtui.games.schafkopf.kernel import (
    BID,
    BIDS,
    CALLED,
    CONTRA,
    CONTRACT,
    DECLARER,
    IN_BID,
    IN_RETOUR,
    ORDER,
    PASS,
    PASSED,
    PHASE,
    PLAY,
    RETOUR,
    legal,
)
from cardtui.games.schafkopf.kernel_cards import ACE_OF, CARD, NAMES, PLACE
from cardtui.games.schafkopf.rules import SEATS
from cardtui.kernels import borrow, lowest

LEAVE, DOUBLE, CARDS = 1 + len(GAMES), 2 + len(GAMES), 3 + len(GAMES)
"""Actions: 0 passes in the bidding, followed by the bids; `LEAVE` passes on contra and retour, `DOUBLE` says them; then
the cards."""
ACTIONS = CARDS + len(LONG)

CONTRACT_OF = np.array([NAMES.index(name) for name in GAMES], np.int64)

INFO = STAGES + 3 + len(SUITS) + COMMON + SEATS
BIDDING = SEATS * (1 + len(GAMES))
"""Number of inputs for the bidding: for each seat whether its last bid was a pass or one of GAMES."""
STEP = 8 + len(SUITS) + SEATS
"""Number of inputs for a card in a sequence: its rank, its colour, and the seat that played it."""
FEATURES = f"SchafkopfRL: flat {FLAT}, info {INFO}, steps of {STEP}; actions {ACTIONS}: {' '.join(GAMES)}"

TWO_HOT = np.zeros((len(GAMES), 3 + len(SUITS)), np.float32)
"""The contract's kind (Sauspiel, Wenz, Solo) and its colour, if any, for each of GAMES; float32 (8, 7)."""
for _place, _name in enumerate(GAMES):
    _kind, _, _suit = _name.partition("-")
    TWO_HOT[_place, ("ruf", "wenz", "solo").index(_kind)] = 1
    if _suit:
        TWO_HOT[_place, 3 + SUITS.index(_suit)] = 1
STEPS = np.zeros((len(LONG), STEP), np.float32)
"""The inputs of a step for each card, without the player; float32 (32, STEP)."""
for _card in LONG:
    STEPS[_card, RANK[_card]] = STEPS[_card, 8 + COLOUR[_card]] = 1


# --- actions ------------------------------------------------------------------------------------
@borrow
def choices(state: NDArray[np.int64]) -> int:
    """Return the legal actions of the seat to act, as a mask of `ACTIONS` bits; never empty before the end.

    Bids that the networks do not know are left out; there is always another action.
    """
    codes, actions = legal(state), 0
    while codes:
        action = action_of(state, lowest(codes))
        codes &= codes - 1
        if action >= 0:
            actions |= 1 << action
    return actions


@borrow
def action_of(state: NDArray[np.int64], code: int) -> int:
    """Return the number of the action for a kernel's code; -1 for a bid that is not in GAMES."""
    if code >= PLAY:
        card: int = CARD[state[ORDER], code - PLAY]
        return CARDS + card
    if code >= BID:
        contract = code - BID
        game: int = GAME_OF[contract]
        return 1 + game if game >= 0 and CONTRACT_OF[game] == contract else -1
    if code == PASS:
        return 0 if state[PHASE] == IN_BID else LEAVE
    return DOUBLE


@borrow
def code_of(state: NDArray[np.int64], action: int) -> int:
    """Return the kernel's code for the number of an action: the inverse of `action_of`."""
    place: int
    if action >= CARDS:
        place = PLACE[state[ORDER], action - CARDS]
        return PLAY + place
    if action == DOUBLE:
        return RETOUR if state[PHASE] == IN_RETOUR else CONTRA
    if action in (0, LEAVE):
        return PASS
    contract: int = CONTRACT_OF[action - 1]
    return BID + contract


# --- the view -----------------------------------------------------------------------------------
@borrow
def info(state: NDArray[np.int64], seat: int, row: NDArray[np.float32]) -> None:
    """Fill the vector that goes with the sequences, float32 (INFO,); if longer, (INFO + BIDDING,), also the bids.

    The sides are given once the called ace has been played. What contra, retour and running away reveal about them
    earlier is left out, and a retour is always attributed to the declarer.
    """
    row[:] = 0
    if len(row) > INFO:
        mark_bids(state, seat, row)
    row[stage(state)] = 1
    contract = state[CONTRACT]
    if contract >= 0 and GAME_OF[contract] >= 0:
        for field in range(3 + len(SUITS)):
            row[STAGES + field] = TWO_HOT[GAME_OF[contract], field]
    at = common(state, seat, row, STAGES + 3 + len(SUITS))
    if state[DECLARER] < 0:
        return
    if state[CALLED] == 0:
        row[at + (state[DECLARER] - seat & 3)] = 1
        return
    ace = 1 << ACE_OF[contract]
    for step in range(SEATS):
        if played(state, seat + step & 3) & ace:
            row[at + step] = row[at + (state[DECLARER] - seat & 3)] = 1


@borrow
def mark_bids(state: NDArray[np.int64], seat: int, row: NDArray[np.float32]) -> None:
    """Set the inputs of each seat's last bid, BIDDING in all, from index INFO on."""
    for step in range(SEATS):
        bid, at = state[BIDS + (seat + step & 3)], INFO + step * (1 + len(GAMES))
        if bid == PASSED:
            row[at] = 1
        elif bid >= 0 and GAME_OF[bid] >= 0:
            row[at + 1 + GAME_OF[bid]] = 1


@borrow
def steps(
    cards: NDArray[np.uint8] | NDArray[np.int64],
    players: NDArray[np.uint8] | NDArray[np.int64],
    seat: int,
    rows: NDArray[np.float32],
) -> None:
    """Encode cards in the order played, (n,), and the seats that played them, (n,), to `rows`, float32 (n, STEP)."""
    for place in range(len(cards)):
        for field in range(STEP):
            rows[place, field] = STEPS[cards[place], field]
        rows[place, STEP - SEATS + (players[place] - seat & 3)] = 1
