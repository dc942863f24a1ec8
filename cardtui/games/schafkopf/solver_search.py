"""The search of the exact solver: what the declarers still win if all four seats see all cards. Called by solver.py.

Alpha-beta search with a zero window: is the value `need` or more? It is counted in card points or, with `BONUS`, in
tricks.

Cards are relabelled by contract to *spots* 0 … 39: each plain suit has eight spots of its own, trumps of plain ranks
have 24–31, Unters and Obers that are trumps 32 and above. Within a suit, and among all trumps, the higher spot is the
stronger card. So a set of cards is an int64 mask of five bytes, and no run of cards of equal points crosses a byte.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...kernels import count, highest, lowest, njit
from .cards import CONTRACTS, LONG, POINTS, RANK, RUNAWAY, TRUMP, Contract

SPOTS = 40
VALUES = (0, 2, 3, 4, 10, 11)

# --- the work area: one int64 array. It starts with the contract's part, a row of `LAYOUTS` ----
TRUMPS, RUN_BOTTOMS, BONUS, ACE, CALLED_SUIT = range(5)  # ACE, CALLED_SUIT: masks of the called ace and its suit, or 0
SUIT, VALUE = 8, 16  # masks: by byte, the suit of its cards; by index in VALUES, the cards of that value
WORTH, WIN, SMEAR, DUCK, CARD = (24 + SPOTS * part for part in range(5))  # by spot: points, three ordering scores, card
SPOT = CARD + SPOTS  # spots by card
LAYOUT = SPOT + len(LONG)
# RUN_BOTTOMS: the lowest spot of each run of cards that may be equivalent: same suit, same points
OWN, SIDE, GENERATION, LIMIT, NODES, PRUNINGS = LAYOUT, *range(LAYOUT + 4, LAYOUT + 9)
PATTERN = LAYOUT + 9  # by byte and its content: the cards that represent this pattern of owners
FRAMES = PATTERN + 5 * 256
# a frame is a node of the current line; FREE: the called ace has run away
REST, MOVES, NEED, WORTH_LEFT, SEAT, LAID, LED, BEST, TAKER, TRICK_WORTH, FREE = range(11)
VALUE_SO_FAR, CHOICE, TRIED, GAIN, KEY, WINNING, SMEARING, FRAME = range(11, 19)
WORK = FRAMES + FRAME * (len(LONG) + 1)
INDEX_MASK = 4095  # larger than WORK: masking with it tells the compiler that no index is negative

MEMORY = 1 << 18  # number of entries
Work: TypeAlias = NDArray[np.int64]
"""The work area of one thread: int64 (WORK,)."""
Memory: TypeAlias = NDArray[np.int64]
"""The transposition table of one thread: int64 (MEMORY,). An entry is written by `store`."""
POSITION_KEY = (1 << 35) - 1
"""The bits of a key below its generation."""
RECALL, PATTERNS, WINNERS, ALIKE = 1, 2, 4, 8  # bits of PRUNINGS; all are set, except in tests
HASH = -7046029254386353131  # 2⁶⁴ / golden ratio, as int64


def _layout(contract: Contract, by_tricks: bool) -> list[int]:
    """Return a contract's part of the work area, for counting points or tricks."""
    row = [0] * LAYOUT
    spot = [0] * len(LONG)
    plain = [suit for suit in range(4) if suit in contract.suit]
    tail = len(plain) == 3
    for number, suit in enumerate(plain):
        ranked = sorted(
            (card for card in LONG if contract.suit[card] == suit), key=lambda card: contract.strength[card]
        )
        for place, card in enumerate(ranked):
            spot[card] = 8 * number + place
    weakest_first = contract.trumps[::-1]
    ranks = [RANK[card] for card in weakest_first]
    for first, heads in ((24, False), (32, True)):
        for place, card in enumerate(card for card in weakest_first if (ranks.count(RANK[card]) == 4) == heads):
            spot[card] = first + place
    row[TRUMPS] = (0xFF << 32) | (0xFF << 24 if tail else 0)
    row[BONUS] = int(by_tricks)
    if contract.called is not None:
        row[ACE], row[CALLED_SUIT] = 1 << spot[contract.called], 0xFF << spot[contract.called] // 8 * 8
    points = {spot[card]: POINTS[card] for card in LONG}
    for byte in range(5):
        row[SUIT + byte] = row[TRUMPS] if row[TRUMPS] >> 8 * byte & 1 else 0xFF << 8 * byte
        row[RUN_BOTTOMS] |= 1 << 8 * byte if byte < 4 or not by_tricks or not tail else 0
    for card, at in enumerate(spot):
        worth, trump = POINTS[card], contract.suit[card] == TRUMP
        rank = at - 24 if trump else at % 8
        row[SPOT + card], row[CARD + at] = at, card
        row[WORTH + at] = 0 if by_tricks else worth
        row[VALUE + VALUES.index(row[WORTH + at])] |= 1 << at
        if row[ACE] == 1 << at or (not by_tricks and worth != points.get(at - 1)):
            row[RUN_BOTTOMS] |= 1 << at
        # coefficients found by hill climbing on node counts of a few hundred deals; the order does not affect results
        row[WIN + at] = 4 * worth - 2 * rank if trump else 16 * worth
        row[SMEAR + at] = 15 * worth - 24 if trump else 15 * worth + 12 * rank
        row[DUCK + at] = -16 * worth + 5 - rank if trump else -16 * worth + rank
    return row


LAYOUTS = np.array(
    [[_layout(contract, tricks) for tricks in (False, True)] for contract in CONTRACTS.values()], np.int64
)
"""Indexed by contract (in the order of CONTRACTS) and by whether tricks are counted instead of points."""


@njit
def patterns(work: Work) -> None:
    """Fill PATTERN: within a run of cards that may be equivalent, only the order of their owners matters.

    So all sets with the same order of owners are the same position, which is represented by the lowest such cards.
    """
    dealt = work[OWN] | work[OWN + 1] | work[OWN + 2] | work[OWN + 3]
    for byte in range(5):
        here = dealt >> 8 * byte & 255
        some = here
        while True:
            standing, at = 0, 8 * byte
            for place in range(8):
                spot = 8 * byte + place
                if work[RUN_BOTTOMS] >> spot & 1:
                    at = spot
                if some >> place & 1:
                    owner = OWN
                    while not work[owner] >> spot & 1:
                        owner += 1
                    while not work[owner] >> at & 1:
                        at += 1
                    if not work[PRUNINGS] & PATTERNS:
                        at = spot
                    standing |= 1 << work[CARD + at]
                    at += 1
            work[PATTERN + 256 * byte + some] = standing
            if some == 0:
                break
            some = (some - 1) & here


@njit
def playable(work: Work, hand: int, led: int, free: int) -> int:
    """Return the legal cards of a hand; `led` is the suit led, or 0."""
    bound: int = hand & work[ACE] if not free else 0
    if led == 0:
        called_suit: int = work[CALLED_SUIT]
        if bound and count(hand & called_suit) < RUNAWAY:
            return hand & ~called_suit | bound
        return hand
    follow = hand & led
    if follow == 0:
        return hand & ~bound if hand != bound else hand
    return bound if follow & bound else follow


@njit
def distinct(work: Work, moves: int, present: int) -> int:
    """Return only the lowest of equivalent cards: those of a run with no other card present in between.

    The addition carries each card's bit up over empty spots onto the next card present.
    """
    empty = ~(present | work[RUN_BOTTOMS])
    kept: int = moves & ~(((moves << 1) + empty ^ empty) & ~work[RUN_BOTTOMS])
    return kept


@njit
def above(cards: int) -> int:
    """Return all spots above the highest of some cards, or all spots if there are no cards."""
    return ~((2 << highest(cards)) - 1) if cards else -1


@njit
def worth(work: Work, cards: int) -> int:
    """Return the value of some cards."""
    total = 0
    for place in range(1, 6):
        total += VALUES[place] * count(cards & work[VALUE + place])
    return total


@njit
def least(work: Work, hand: int, number: int) -> int:
    """Return the fewest points that `number` cards of a hand can have."""
    total = 0
    for place in range(6):
        some = min(count(hand & work[VALUE + place]), number)
        total += VALUES[place] * some
        number -= some
    return total


@njit
def winners_bound(work: Work, rest: int, seat: int, left: int) -> tuple[int, int]:
    """Return (seat, value): a lower bound of what the returned seat's side wins, before `seat` leads a trick.

    Each trump of one hand above all trumps of the other side takes a trick, whenever it is played, and in each such
    trick the others play at least their cheapest cards. A leader who is the only one with trumps also takes tricks with
    the highest cards of the plain suits.
    """
    side, trumps, hand = work[SIDE], rest & work[TRUMPS], work[OWN + seat] & rest
    owner, best, tops = seat, 0, 0
    if trumps:
        top = highest(trumps)
        owner = 0
        while not work[OWN + owner] >> top & 1:
            owner += 1
        ours, foes = side >> owner & 1, 0
        for other in range(4):
            if side >> other & 1 != ours:
                foes |= work[OWN + other]
        high = above(trumps & foes)
        for other in range(4):
            if side >> other & 1 == ours:
                some = trumps & work[OWN + other] & high
                if count(some) > best:
                    best, owner, tops = count(some), other, some
    if trumps & ~hand == 0:
        owner, tops = seat, trumps
        for byte in range(4):
            suit = work[SUIT + byte] & ~work[TRUMPS]
            tops |= hand & suit & above(rest & suit & ~hand)
        best = count(tops)
    if best == count(hand):
        return owner, left
    total = work[BONUS] * best + worth(work, tops)
    for other in range(4):
        if other != owner and best:
            total += least(work, work[OWN + other] & rest, best)
    return owner, total


@njit
def strongest(
    work: Work, rest: int, seat: int, laid: int, suit: int, free: int, friend: int, foe: int
) -> tuple[int, int]:
    """Return (friend, foe): the best spots that the side of `seat` and the other side can bring to a trick.

    The suit led is `suit`, and `seat` plays card number `laid`. Only the seats after it are considered; the arguments
    `friend` and `foe` are the best cards already played, or -1.
    """
    ours = work[SIDE] >> seat & 1
    for step in range(1, 4 - laid):
        other = (seat + step) & 3
        hand = work[OWN + other] & rest
        able = playable(work, hand, suit, free) & (suit | work[TRUMPS])
        if able:
            spot = highest(able)
            if work[SIDE] >> other & 1 == ours:
                friend = max(friend, spot)
            else:
                foe = max(foe, spot)
    return friend, foe


@njit
def probe_table(work: Work, memory: Memory, rest: int, seat: int, free: int) -> tuple[int, int]:
    """Return (key, entry) of a position before a trick; the entry is -1 if it is not in the transposition table."""
    key = work[GENERATION] << 35 | free << 34 | seat << 32
    for byte in range(5):
        key |= work[PATTERN + 256 * byte + (rest >> 8 * byte & 255)]
    entry = memory[place_of(key)]
    return key, entry if entry >> 20 == key else -1


@njit
def place_of(key: int) -> int:
    """Return the index of a key in memory. Ignores the generation, so that repeated searches visit the same nodes."""
    return (key & POSITION_KEY) * HASH >> 36 & MEMORY - 1


@njit
def store(memory: Memory, key: int, low: int, high: int, choice: int) -> None:
    """Store an entry: key, bounds of the value and the spot of the best card."""
    memory[place_of(key)] = key << 20 | low << 13 | high << 6 | choice + 1


@njit
def search(
    work: Work, memory: Memory, rest: int, seat: int, laid: int, led: int, best: int, taker: int, trick_worth: int,
    free: int, need: int, left: int,
) -> int:  # fmt: skip
    """Return a bound of what the declarers still win: if `need` or more, a lower bound, otherwise an upper bound.

    `rest`: the cards in all hands. `seat` is to play. The trick has `laid` cards worth `trick_worth`; `led` is the suit
    led, `best` the winning spot, played by seat `taker`. `left`: all that is still to be won, including the trick.
    Beyond LIMIT nodes, each node tries only one card; the answer is then a guess, and NODES exceeds LIMIT.
    """
    side, trumps, prunings = work[SIDE], work[TRUMPS], work[PRUNINGS]
    at = FRAMES
    while True:
        # --- visit a node: find a bound that decides it, or its moves ---
        work[NODES] += 1
        ours = side >> seat & 1
        hand = work[OWN + seat] & rest
        value, key, hint = -1, 0, -1
        if laid == 0:
            led = 0
            if need <= 0:
                value = 0
            elif need > left:
                value = left
            elif hand & hand - 1 == 0:
                taking = highest(rest & (work[SUIT + (lowest(hand) >> 3)] | trumps))
                for other in range(4):
                    if work[OWN + other] >> taking & 1:
                        value = left if side >> other & 1 else 0
            else:
                owner, points = winners_bound(work, rest, seat, left) if prunings & WINNERS else (seat, 0)
                if side >> owner & 1:
                    if points >= need:
                        value = points
                elif left - points < need:
                    value = left - points
                if value < 0:
                    key, entry = probe_table(work, memory, rest, seat, free)
                    if entry >= 0 and prunings & RECALL:
                        if entry >> 13 & 127 >= need:
                            value = entry >> 13 & 127
                        elif entry >> 6 & 127 < need:
                            value = entry >> 6 & 127
                        hint = (entry & 63) - 1
        if value < 0:
            moves = playable(work, hand, led, free)
            winning = smearing = 0
            if moves & moves - 1:
                if prunings & ALIKE:
                    moves = distinct(work, moves, rest if laid == 0 else rest | 1 << best)
                if laid == 0:
                    some = moves
                    while some:
                        suit = work[SUIT + (lowest(some) >> 3)]
                        friend, foe = strongest(work, rest, seat, 0, suit, free, -1, -1)
                        winning |= moves & suit & above(1 << foe if foe >= 0 else 0)
                        if friend > foe:
                            smearing |= moves & suit
                        some &= ~suit
                else:
                    same = side >> taker & 1 == ours
                    friend, foe = best if same else -1, -1 if same else best
                    friend, foe = strongest(work, rest, seat, laid, led, free, friend, foe)
                    if friend > foe:
                        smearing = moves
                    else:
                        winning = moves & (led | trumps) & above(1 << foe)
            work[at + REST], work[at + NEED], work[at + WORTH_LEFT], work[at + SEAT] = rest, need, left, seat
            work[at + LAID], work[at + LED], work[at + BEST], work[at + TAKER] = laid, led, best, taker
            work[at + TRICK_WORTH], work[at + FREE], work[at + KEY] = trick_worth, free, key
            work[at + WINNING], work[at + SMEARING] = winning, smearing
            work[at + VALUE_SO_FAR], work[at + CHOICE] = -1 if ours else 1000, -1
        else:
            # --- go back to a node that has another card to try ---
            while True:
                if at == FRAMES:
                    return value
                at = at - FRAME & INDEX_MASK
                value += work[at + GAIN]
                need, seat, moves = work[at + NEED], work[at + SEAT] & 3, work[at + MOVES]
                ours = side >> seat & 1
                if (value > work[at + VALUE_SO_FAR]) == ours and value != work[at + VALUE_SO_FAR]:
                    work[at + VALUE_SO_FAR], work[at + CHOICE] = value, work[at + TRIED]
                value = work[at + VALUE_SO_FAR]
                over = work[NODES] > work[LIMIT]
                if moves and (value >= need) != ours and not over:
                    break
                if work[at + LAID] == 0 and not over:
                    key, low, high = work[at + KEY], 0, work[at + WORTH_LEFT]
                    entry = memory[place_of(key)]
                    if entry >> 20 == key:
                        low, high = entry >> 13 & 127, entry >> 6 & 127
                    if value >= need:
                        low = max(low, value)
                    else:
                        high = min(high, value)
                    store(memory, key, low, high, work[at + CHOICE])
            rest, left, laid, led = work[at + REST], work[at + WORTH_LEFT], work[at + LAID], work[at + LED]
            best, taker = work[at + BEST], work[at + TAKER] & 3
            trick_worth, free = work[at + TRICK_WORTH], work[at + FREE]
            winning, smearing, hint = work[at + WINNING], work[at + SMEARING], -1
        # --- play the next card ---
        if hint >= 0 and moves >> hint & 1:
            card = hint & 63
        else:
            some, order = moves & winning, WIN
            if some == 0:
                some, order = moves & smearing, SMEAR
                if some == 0:
                    some, order = moves, DUCK
            card = lowest(some)
            some &= some - 1
            while some:
                other = lowest(some)
                if work[order + other] > work[order + card]:
                    card = other
                some &= some - 1
        work[at + MOVES], work[at + TRIED], work[at + GAIN] = moves & ~(1 << card), card, 0
        rest &= ~(1 << card)
        trick_worth += work[WORTH + card]
        if laid == 0:
            led, best, taker = work[SUIT + (card >> 3)], card, seat
            if led == work[CALLED_SUIT] and work[OWN + seat] & rest & work[ACE]:
                free = 1
        elif card > best and (led | trumps) >> card & 1:
            best, taker = card, seat
        if laid < 3:
            laid += 1
            seat = (seat + 1) & 3
        else:
            trick_worth += work[BONUS]
            left -= trick_worth
            if side >> taker & 1:
                need -= trick_worth
                work[at + GAIN] = trick_worth
            laid, trick_worth, seat = 0, 0, taker
        at = at + FRAME & INDEX_MASK
