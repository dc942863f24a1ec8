"""What the networks see and say: a seat's view of a kernel state as numbers, one action as one of 43.

Players and trainers share this. Of a state only what the seat may know is read: its own hand, the cards played, the
words said; so a view (`kernel_worlds.view`) and the whole truth give the same numbers, but for the asking to knock.

The source (SchafkopfRL) has a flat vector of 344 and, for its LSTM, a vector of 74 beside two sequences of cards; so
here. Seats are told relative to the one that looks: 0 itself, 1 the next one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardtui.games.schafkopf.cards import COLOUR, LONG, RANK, SUITS
from cardtui.games.schafkopf.kernel import (
    BID,
    BIDS,
    CALLED,
    CONTRA,
    CONTRACT,
    DEALT,
    DECLARER,
    DOUBLED,
    DOUBLER,
    FIRST,
    HANDS,
    IN_BID,
    IN_CONTRA,
    IN_PLAY,
    IN_RETOUR,
    LAID,
    LEADER,
    ORDER,
    PASS,
    PASSED,
    PHASE,
    PLAY,
    RETOUR,
    TAKEN,
    legal,
)
from cardtui.games.schafkopf.kernel_cards import ACE_OF, CARD, NAMES, PLACE, points_of
from cardtui.games.schafkopf.rules import SEATS
from cardtui.games.schafkopf.settlement import ALL_POINTS
from cardtui.kernels import borrow, count, lowest

GAMES = ("ruf-eichel", "ruf-gras", "ruf-schellen", "wenz", "solo-eichel", "solo-gras", "solo-herz", "solo-schellen")
"""What the networks can bid."""

LEAVE, DOUBLE, CARDS = 1 + len(GAMES), 2 + len(GAMES), 3 + len(GAMES)
"""Actions: 0 passes in the bidding, then the games; `LEAVE` it undoubled or `DOUBLE` it; then a card each."""
ACTIONS = CARDS + len(LONG)

_GAME = {name: GAMES.index(name.removesuffix("-tout")) if name.removesuffix("-tout") in GAMES else -1 for name in NAMES}
GAME_OF = np.array([_GAME[name] for name in NAMES], np.int64)
"""By contract: its place in GAMES, that of a Tout too; -1 for what the source does not play."""
CONTRACT_OF = np.array([NAMES.index(name) for name in GAMES], np.int64)

STAGES = 11
"""Bidding, contra, retour, and the eight tricks."""
_COMMON = SEATS + 2 * SEATS + SEATS + SEATS + len(LONG)  # declarer, contra and retour, forehand, points, hand
FLAT = STAGES + len(GAMES) + 1 + _COMMON + SEATS * len(LONG) + SEATS * (len(LONG) + SEATS)
INFO = STAGES + 3 + len(SUITS) + _COMMON + SEATS
WORDS = SEATS * (1 + len(GAMES))
"""What each seat said last in the bidding: that it passes, or one of GAMES."""
STEP = 8 + len(SUITS) + SEATS
"""A card in a sequence: its rank, its colour, and who played it."""
FEATURES = f"SchafkopfRL: flat {FLAT}, info {INFO}, steps of {STEP}; actions {ACTIONS}: {' '.join(GAMES)}"

TWO_HOT = np.zeros((len(GAMES), 3 + len(SUITS)), np.float32)
"""A game by its kind (Sauspiel, Wenz, Solo) and its colour, if it has one."""
for _place, _name in enumerate(GAMES):
    _kind, _, _suit = _name.partition("-")
    TWO_HOT[_place, ("ruf", "wenz", "solo").index(_kind)] = 1
    if _suit:
        TWO_HOT[_place, 3 + SUITS.index(_suit)] = 1
STEPS = np.zeros((len(LONG), STEP), np.float32)
"""By card: a step without its player."""
for _card in LONG:
    STEPS[_card, RANK[_card]] = STEPS[_card, 8 + COLOUR[_card]] = 1


# --- actions ------------------------------------------------------------------------------------
@borrow
def choices(state: Any) -> Any:
    """The legal actions of the seat to act, as a mask of `ACTIONS` bits; never empty before the end.

    Where the rules allow bids that the networks do not know, these are left out: there is always another.
    """
    some, found = legal(state), 0
    while some:
        code = lowest(some)
        some &= some - 1
        action = action_of(state, code)
        if action >= 0:
            found |= 1 << action
    return found


@borrow
def action_of(state: Any, code: int) -> Any:
    """The place of a kernel's code among the actions; -1 for a bid that is none of GAMES."""
    if code >= PLAY:
        return CARDS + CARD[state[ORDER], code - PLAY]
    if code >= BID:
        contract = code - BID
        game = GAME_OF[contract]
        return 1 + game if game >= 0 and CONTRACT_OF[game] == contract else -1
    if code == PASS:
        return 0 if state[PHASE] == IN_BID else LEAVE
    return DOUBLE


@borrow
def code_of(state: Any, action: int) -> Any:
    """Inverse of `action_of`."""
    if action >= CARDS:
        return PLAY + PLACE[state[ORDER], action - CARDS]
    if action == DOUBLE:
        return RETOUR if state[PHASE] == IN_RETOUR else CONTRA
    return PASS if action in (0, LEAVE) else BID + CONTRACT_OF[action - 1]


# --- the view -----------------------------------------------------------------------------------
@borrow
def mark(row: Any, at: int, some: int, order: int) -> None:
    """Set the fields of a set of cards, 32 from `at` on."""
    while some:
        row[at + CARD[order, lowest(some)]] = 1
        some &= some - 1


@borrow
def played(state: Any, seat: int) -> Any:
    """What a seat has laid so far, the trick that lies included."""
    return state[DEALT + seat] & ~state[HANDS + seat]


@borrow
def stage(state: Any) -> Any:
    """Which of STAGES it is."""
    if state[PHASE] == IN_PLAY:
        taken = 0
        for seat in range(SEATS):
            taken += count(state[TAKEN + seat])
        return min(3 + taken // SEATS, STAGES - 1)
    return 1 if state[PHASE] == IN_CONTRA else 2 if state[PHASE] == IN_RETOUR else 0


@borrow
def common(state: Any, seat: int, row: Any, at: int) -> Any:
    """Declarer, contra and retour, forehand, points over 120, own hand; where the next field begins."""
    if state[DECLARER] >= 0:
        row[at + (state[DECLARER] - seat & 3)] = 1
    if state[DOUBLED]:
        row[at + SEATS + (state[DOUBLER] - seat & 3)] = 1
    if state[DOUBLED] == 2:
        row[at + 2 * SEATS + (state[DECLARER] - seat & 3)] = 1
    at += 3 * SEATS
    row[at + (state[FIRST] - seat & 3)] = 1
    at += SEATS
    for step in range(SEATS):
        row[at + step] = points_of(state[TAKEN + (seat + step & 3)], state[ORDER]) / ALL_POINTS
    at += SEATS
    mark(row, at, state[HANDS + seat], state[ORDER])
    return at + len(LONG)


@borrow
def flat(state: Any, seat: int, row: Any) -> None:
    """The flat vector, float32 (FLAT,), of what a seat sees."""
    row[:] = 0
    row[stage(state)] = 1
    contract = state[CONTRACT]
    row[STAGES + (1 + GAME_OF[contract] if contract >= 0 else 0)] = 1
    at = common(state, seat, row, STAGES + len(GAMES) + 1)
    for step in range(SEATS):
        mark(row, at, played(state, seat + step & 3), state[ORDER])
        at += len(LONG)
    for step in range(SEATS):
        other = state[LEADER] + step & 3
        lies = played(state, other) & state[LAID]
        if lies:
            mark(row, at, lies, state[ORDER])
            row[at + len(LONG) + (other - seat & 3)] = 1
        at += len(LONG) + SEATS


@borrow
def info(state: Any, seat: int, row: Any) -> None:
    """The vector beside the sequences, float32 (INFO,). With room for them, (INFO + WORDS,), the bids too.

    The sides are told once the called ace lies. What contra, a retour and running away tell of them before is not in
    it, and a retour is marked as the declarer's whoever gave it.
    """
    row[:] = 0
    if len(row) > INFO:
        words(state, seat, row)
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
def words(state: Any, seat: int, row: Any) -> None:
    """Set the fields of `WORDS`, from INFO on."""
    for step in range(SEATS):
        bid, at = state[BIDS + (seat + step & 3)], INFO + step * (1 + len(GAMES))
        if bid == PASSED:
            row[at] = 1
        elif bid >= 0 and GAME_OF[bid] >= 0:
            row[at + 1 + GAME_OF[bid]] = 1


@borrow
def steps(cards: Any, players: Any, seat: int, rows: Any) -> None:
    """Cards in the order played, int64 (n,), and who played each, as float32 (n, STEP)."""
    for place in range(len(cards)):
        for field in range(STEP):
            rows[place, field] = STEPS[cards[place], field]
        rows[place, STEP - SEATS + (players[place] - seat & 3)] = 1
