"""Schafkopf on integers, for search, training and bulk play. The reference implementation of the rules is rules.py.

A state is an int64 array of length `SIZE`; copy it with `other[:] = state`. Sets of cards are masks over the places of
the state's order (kernel_cards.py). An action is an int below 64: `PASS`, `KNOCK`, `CONTRA`, `RETOUR`, `BID` + contract
(its index in `CONTRACTS`), `PLAY` + place. Legality is not checked.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core import Action
from ...kernels import RandomState, borrow, count, draw
from .cards import CONTRACTS, RUF, RUNAWAY, SIE
from .kernel_cards import (
    ACE_OF,
    CARD,
    DECKS,
    HIGHEST,
    KINDS,
    NAMES,
    OF_KIND,
    ORDERS,
    PLACE,
    RAMSCH,
    SIE_BID,
    SUIT,
    TRUMPS,
    mask,
    placed,
)
from .rules import SEATS, Schafkopf, State

# --- the state's fields -----------------------------------------------------------------------
PHASE, SEAT, FIRST = range(3)
CONTRACT, ORDER, DECLARER, SIDE = range(3, 7)  # contract and declarer: -1 if none; side: mask of seats
CALLED, ACE = 7, 8  # masks of the called suit and its ace, in a Sauspiel; the ace is 0 once it is free (§7.8)
KNOCKS, DOUBLED, DOUBLER = 9, 10, 11  # number of knocks; 0, 1 contra, 2 retour; the seat that said contra, or -1
LEADER, LAID, FOLLOW, BEST, TAKER = range(12, 17)  # the trick: cards, suit led, best card (masks), its seat
BIDS, DEALT, HANDS, TAKEN = 17, 21, 25, 29  # by seat: its last bid, at first `UNASKED`; masks
RULES = 33  # the options of the rules, as in `rules_of`
IS_SHORT, ALLPASS, UPGRADE, KLOPFEN, EIGHT, BY_TRICKS, SAUSPIEL, ALONE, STEP, RUNNER, ALLOWED = range(RULES, RULES + 11)
SIZE = RULES + 11

KernelState: TypeAlias = NDArray[np.int64]
"""A state in kernel form: int64 (SIZE,)."""

IN_KNOCK, IN_BID, IN_CONTRA, IN_RETOUR, IN_PLAY, IS_OVER = range(6)
PHASES = ("knock", "bid", "contra", "retour", "play", "over")
END_ALL, REDEAL, RAMSCH_ALL, FORCED = range(4)
ALL_PASS = ("end", "redeal", "ramsch", "forced")
UNASKED, PASSED = -2, -1

PASS, KNOCK, CONTRA, RETOUR, BID = range(5)
PLAY = 32
VERBS = ("pass", "knock", "contra", "retour")


# --- Python's side ----------------------------------------------------------------------------
def rules_of(game: Schafkopf) -> NDArray[np.int64]:
    """Return the options of the rules for `deal`: int64 (11,)."""
    options = game.options
    return np.array(
        [
            options["deck"] == "short",
            ALL_PASS.index(game.allpass),
            game.upgrade,
            game.knocking,
            not game.at_lead,
            options["schwarz"] == "tricks",
            *(int(options[key]) for key in ("sauspiel", "solo", "schneider", "laufende")),
            sum(1 << NAMES.index(contract.name) for contract in game.contracts),
        ],
        np.int64,
    )


def pack(game: Schafkopf, state: State) -> KernelState:
    """Return a state of the rules in kernel form: int64 (SIZE,)."""
    packed = np.zeros(SIZE, np.int64)
    contract = NAMES.index(state.contract) if state.contract else -1
    order = int(ORDERS[contract]) if state.contract else 0
    packed[PHASE], packed[FIRST] = PHASES.index(state.phase), state.first
    packed[CONTRACT], packed[ORDER] = contract, order
    packed[DECLARER] = -1 if state.declarer is None else state.declarer
    packed[SIDE] = sum(1 << seat for seat in state.side)
    if state.called is not None:
        packed[CALLED], packed[ACE] = SUIT[0, state.called], 0 if state.runaway else 1 << state.called
    packed[KNOCKS], packed[DOUBLED] = len(state.knocks), state.doubled
    packed[DOUBLER] = state.doublers[0] if state.doublers else -1
    packed[LEADER] = state.leader
    for step, card in enumerate(state.trick):
        lay(packed, (state.leader + step) % SEATS, int(PLACE[order, card]))
    packed[SEAT] = 0 if state.seat is None else state.seat
    packed[BIDS : BIDS + SEATS] = [
        NAMES.index(bid) if bid in CONTRACTS else PASSED if bid else UNASKED for bid in state.bids
    ]
    for field, rows in ((DEALT, state.dealt), (HANDS, state.hands), (TAKEN, state.taken)):
        packed[field : field + SEATS] = [mask(row, order) for row in rows]
    packed[RULES:] = rules_of(game)
    return packed


def encode(action: Action, order: int = 0) -> int:
    """Return the code of an action of the rules, in a state of this order."""
    if action.verb == "play":
        return PLAY + int(PLACE[order, action.cards[0]])
    return BID + NAMES.index(action.to) if action.verb == "bid" else VERBS.index(action.verb)


def decode(code: int, order: int = 0) -> Action:
    """Inverse of `encode`."""
    if code >= PLAY:
        return Action("play", (int(CARD[order, code - PLAY]),))
    return Action("bid", (), NAMES[code - BID]) if code >= BID else Action(VERBS[code])


# --- the deal ---------------------------------------------------------------------------------
@borrow
def half(some: int, rng: RandomState) -> int:
    """Return a random half of a set with an even number of cards, by rejection sampling."""
    size = count(some) >> 1
    while True:
        word = int(np.int64(draw(rng)))
        if count(word & some) == size:
            return word & some
        if count(word >> 32 & some) == size:
            return word >> 32 & some


@borrow
def deal(state: KernelState, rules: NDArray[np.int64], first: int, rng: RandomState) -> None:
    """Shuffle and deal (§2). `rules` are as given by `rules_of`."""
    for field in range(SIZE):
        state[field] = rules[field - RULES] if field >= RULES else 0
    deck = DECKS[state[IS_SHORT]]
    ours = half(deck, rng)
    state[DEALT] = half(ours, rng)
    state[DEALT + 1] = ours ^ state[DEALT]
    state[DEALT + 2] = half(deck ^ ours, rng)
    state[DEALT + 3] = deck ^ ours ^ state[DEALT + 2]
    for seat in range(SEATS):
        state[HANDS + seat] = half(state[DEALT + seat], rng) if state[KLOPFEN] else state[DEALT + seat]
        state[BIDS + seat] = UNASKED
    state[PHASE] = IN_KNOCK if state[KLOPFEN] else IN_BID
    state[SEAT] = state[FIRST] = state[LEADER] = first
    state[CONTRACT] = state[DECLARER] = state[DOUBLER] = -1


# --- legal actions ----------------------------------------------------------------------------
@borrow
def legal(state: KernelState) -> int:
    """Return the codes of all legal actions of the seat to act, as a mask (bit 63 is the sign); 0 at the end."""
    phase = state[PHASE]
    declares: int = state[SIDE] >> state[SEAT] & 1
    if phase == IN_PLAY:
        return playable(state) << PLAY | int(may_double(state)) << CONTRA
    if phase == IN_BID:
        return bids(state)
    if phase == IN_KNOCK:
        return 1 << PASS | 1 << KNOCK
    if phase == IN_CONTRA:
        return 1 << PASS | (1 - declares) << CONTRA
    return 1 << PASS | declares << RETOUR if phase == IN_RETOUR else 0


@borrow
def playable(state: KernelState) -> int:
    """Return the cards that the seat to act may play (§7)."""
    hand: int = state[HANDS + state[SEAT]]
    follow: int = state[FOLLOW]
    ace: int = state[ACE]
    if follow == 0:
        called: int = state[CALLED]
        runs = count(hand & called) >= RUNAWAY
        return hand & ~called | ace if hand & ace and not runs else hand  # §7.6
    held = hand & follow
    if held & ace:
        return ace  # §7.4
    if held:
        return held
    return hand & ~ace if hand & ~ace else hand  # §7.5


@borrow
def may_double(state: KernelState) -> bool:
    """Return whether the seat to act may say contra before playing its first card (§6.2)."""
    if state[EIGHT] == 0 or state[DOUBLED] or state[DECLARER] < 0 or state[SIDE] >> state[SEAT] & 1:
        return False
    holds_all: bool = state[HANDS + state[SEAT]] == state[DEALT + state[SEAT]]
    return holds_all


@borrow
def highest(state: KernelState) -> int:
    """Return the highest bid (§5.2) as kind << 2 | seats after forehand, or -1 if there is none."""
    best = -1  # no bid; RUF is 0
    for step in range(SEATS):
        bid = state[BIDS + (state[FIRST] + step & 3)]
        if bid >= 0:
            best = max(best, KINDS[bid] << 2 | 3 - step)
    return best ^ 3 if best >= 0 else best


@borrow
def least_kind(state: KernelState) -> int:
    """Return the lowest kind that the seat to act can bid to have the highest bid (§5.5)."""
    seat, first, least = state[SEAT], state[FIRST], RUF
    for step in range(SEATS):
        other = first + step & 3
        if other != seat and state[BIDS + other] >= 0:
            least = max(least, KINDS[state[BIDS + other]] + (step < (seat - first & 3)))
    return least


@borrow
def bids(state: KernelState) -> int:
    """Return the codes of what the seat to act may bid (§5, §9.4), as a mask."""
    seat = state[SEAT]
    hand = state[HANDS + seat]
    found: int = state[ALLOWED]
    for contract in range(3):
        ace = 1 << ACE_OF[contract]
        if hand & ace or hand & SUIT[0, ACE_OF[contract]] == 0:  # §4.1
            found &= ~(1 << contract)
    if hand >> 32 - count(hand) != (1 << count(hand)) - 1:
        found &= ~OF_KIND[SIE]
    silent = state[BIDS + seat] == PASSED  # a seat that has passed is asked again only when it is forced to play
    if state[UPGRADE] and not silent:
        found &= OF_KIND[least_kind(state)]
    return found << BID if silent else found << BID | 1 << PASS


# --- the turn ---------------------------------------------------------------------------------
@borrow
def apply(state: KernelState, code: int) -> None:
    """Play a legal action in place (§3–§9)."""
    if code >= PLAY:
        lay(state, state[SEAT], code - PLAY)
    elif state[PHASE] == IN_BID:
        bid(state, code)
    elif state[PHASE] == IN_KNOCK:
        knock(state, code)
    else:
        double(state, code)


@borrow
def knock(state: KernelState, code: int) -> None:
    """Handle knocking or not (§3)."""
    state[KNOCKS] += code == KNOCK
    state[SEAT] = state[SEAT] + 1 & 3
    if state[SEAT] == state[FIRST]:
        state[PHASE] = IN_BID
        for seat in range(SEATS):
            state[HANDS + seat] = state[DEALT + seat]


@borrow
def bid(state: KernelState, code: int) -> None:
    """Handle a bid or a pass (§5)."""
    seat, after = state[SEAT], state[SEAT] + 1 & 3
    state[BIDS + seat] = code - BID if code >= BID else PASSED
    if state[BIDS + after] == UNASKED and code - BID != SIE_BID:
        state[SEAT] = after
    else:
        bid_on(state)


@borrow
def double(state: KernelState, code: int) -> None:
    """Handle contra, retour, or a pass on them (§6)."""
    seat = state[SEAT]
    if code == CONTRA:
        state[DOUBLED], state[DOUBLER] = 1, seat
        ask_for_contra(state, IN_RETOUR, 0, seat)
    elif code == RETOUR:
        state[DOUBLED] = 2
        play_on(state)
    else:
        but = state[DECLARER] if state[PHASE] == IN_CONTRA else state[DOUBLER]
        ask_for_contra(state, state[PHASE], 1 + (seat - state[FIRST] & 3), but)


@borrow
def bid_on(state: KernelState) -> None:
    """Determine who bids next after the first round (§5.5), or the contract and its declarer."""
    found = highest(state)
    best = state[FIRST] + (found & 3) & 3 if found >= 0 else -1
    if found >> 2 != SIE:
        for step in range(1, SEATS):
            other = state[SEAT] + step & 3
            if state[UPGRADE] and state[BIDS + other] != PASSED and other != best:
                state[SEAT] = other
                return
    if found >= 0:
        settle_on(state, best, state[BIDS + best])
        if found >> 2 == SIE:
            state[PHASE], state[SEAT] = IS_OVER, 0
        elif state[EIGHT]:
            play_on(state)
        else:
            ask_for_contra(state, IN_CONTRA, 0, best)
    elif state[ALLPASS] == FORCED:
        for seat in range(SEATS):
            if state[DEALT + seat] & HIGHEST:
                state[SEAT] = seat
    elif state[ALLPASS] == RAMSCH_ALL:
        state[CONTRACT] = RAMSCH
        play_on(state)
    else:
        state[PHASE], state[SEAT] = IS_OVER, 0


@borrow
def settle_on(state: KernelState, declarer: int, contract: int) -> None:
    """Fix the contract: set the sides, and sort all cards into its order."""
    order = ORDERS[contract]
    state[DECLARER], state[CONTRACT], state[ORDER], state[SIDE] = declarer, contract, order, 1 << declarer
    if ACE_OF[contract] >= 0:
        state[ACE], state[CALLED] = 1 << ACE_OF[contract], SUIT[0, ACE_OF[contract]]
    for seat in range(SEATS):
        if state[DEALT + seat] & state[ACE]:
            state[SIDE] |= 1 << seat
        state[HANDS + seat] = state[DEALT + seat] = placed(state[DEALT + seat], order)


@borrow
def ask_for_contra(state: KernelState, phase: int, step: int, but: int) -> None:
    """Ask the next seat from `step` after forehand on, except `but`, for contra or retour (§6); then start the play."""
    while step < SEATS:
        other = state[FIRST] + step & 3
        if other != but:
            state[PHASE], state[SEAT] = phase, other
            return
        step += 1
    play_on(state)


@borrow
def play_on(state: KernelState) -> None:
    """Start or continue the card play."""
    state[PHASE], state[SEAT] = IN_PLAY, state[LEADER] + count(state[LAID]) & 3


@borrow
def lay(state: KernelState, seat: int, place: int) -> None:
    """Play a card to the trick (§7)."""
    order, bit = state[ORDER], 1 << place
    state[HANDS + seat] &= ~bit
    if state[LAID] == 0:
        state[FOLLOW] = SUIT[order, place]
    if bit & (state[FOLLOW] | TRUMPS[order]) > state[BEST]:
        state[BEST], state[TAKER] = bit, seat
    if bit == state[ACE]:
        state[ACE] = 0
    state[LAID] |= bit
    state[SEAT] = seat + 1 & 3
    if count(state[LAID]) == SEATS:
        taker = state[TAKER]
        state[TAKEN + taker] |= state[LAID]
        if state[FOLLOW] == state[CALLED]:
            state[ACE] = 0  # §7.7
        state[LAID] = state[FOLLOW] = state[BEST] = state[TAKER] = 0
        state[SEAT] = state[LEADER] = taker
        if state[HANDS + taker] == 0:
            state[PHASE], state[SEAT] = IS_OVER, 0
