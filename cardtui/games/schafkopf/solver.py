"""The exact solver of the card play: what each card is worth when all four see all cards and play as well as can be.

Two questions: `POINTS_OF`, the declaring side's card points at the end, and `CLASS_OF`, what the deal pays by:
0 Schwarz against the side, 1 Schneider against it, 2 lost, 3 won, 4 with Schneider, 5 with Schwarz (§8 of RULES.md).
solver_search.py holds the search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core import Card
from ...kernels import count, lowest, njit
from . import kernel, kernel_cards
from . import solver_search as area
from .cards import CONTRACTS, LONG
from .cards import POINTS as CARD_POINTS
from .rules import SEATS, Schafkopf, State
from .settlement import ALL_POINTS, SCHNEIDER, SCHNEIDER_FREE, WIN
from .solver_search import LAYOUTS, MEMORY, WORK, distinct, patterns, playable, search

# --- a position: int64 (POSITION,) ------------------------------------------------------------
HANDS, TRICK = 0, 4  # the four hands, masks of cards; the cards that lie, in order
LAID, LEADER, CONTRACT, SIDE, FREE, POINTS, TRICKS, LOST, POSITION = range(8, 17)
# LAID: how many lie; LEADER: who led, or leads; CONTRACT: a place in CONTRACTS; SIDE: mask of the declaring seats;
# FREE: the called ace is free (§7.8; `State.runaway`); POINTS, TRICKS: of the declaring side; LOST: the others' tricks

POINTS_OF, CLASS_OF, CLASS_BY_TRICKS = range(3)
"""The questions. Schwarz is no points, or no tricks."""
SCHWARZ_LOST, SCHNEIDER_LOST, LOSES, WINS, SCHNEIDER_WON, SCHWARZ_WON = range(6)
LOW, HIGH, GUESS, CEILING, ANSWER = range(5)
"""The columns of an answer: bounds that hold (exact where LOW == HIGH), the best guess within them, and scratch."""
BUDGET = 20_000_000
"""Nodes that `analyse` spends at most: less than a second."""
THRESHOLDS = np.array([0, 1, SCHNEIDER_FREE, WIN, SCHNEIDER, ALL_POINTS], np.int64)
"""Points that a class needs at least."""


def workspace() -> Any:
    """What one thread needs to solve: the work area and the memory, both int64; use them again and again."""
    work = np.zeros(WORK, np.int64)
    work[area.PRUNINGS] = area.RECALL | area.PATTERNS | area.SURE | area.ALIKE
    return work, np.zeros(MEMORY, np.int64)


@njit
def prepare(work: Any, memory: Any, position: Any, by_tricks: int) -> None:
    """Set the work area up for a position; what memory holds of other positions no longer counts."""
    work[: area.LAYOUT] = LAYOUTS[position[CONTRACT], by_tricks]
    work[area.SIDE] = position[SIDE]
    for seat in range(SEATS):
        hand = 0
        cards = position[HANDS + seat]
        while cards:
            hand |= 1 << work[area.SPOT + lowest(cards)]
            cards &= cards - 1
        work[area.OWN + seat] = hand
    work[area.GENERATION] += 1
    if work[area.GENERATION] == 256:
        work[area.GENERATION] = 1
        memory[:] = 0
    patterns(work)


@njit
def ask(work: Any, memory: Any, position: Any, card: int, need: int, by_tricks: int) -> Any:
    """`search` after `card` (a spot; -1: the position itself), of all that is still to be made."""
    trumps = work[area.TRUMPS]
    rest = work[area.OWN] | work[area.OWN + 1] | work[area.OWN + 2] | work[area.OWN + 3]
    left = 0
    cards = rest
    while cards:
        left += work[area.WORTH + lowest(cards)]
        cards &= cards - 1
    seat, led, best, taker, lying, free = position[LEADER], 0, 0, 0, 0, position[FREE]
    laid = position[LAID] + (card >= 0)
    for place in range(laid):
        spot = card
        if place < position[LAID]:
            spot = work[area.SPOT + position[TRICK + place]]
            left += work[area.WORTH + spot]
        lying += work[area.WORTH + spot]
        rest &= ~(1 << spot)
        if place == 0:
            led, best, taker = work[area.SUIT + (spot >> 3)], spot, seat
            if led == work[area.HOME] and work[area.OWN + seat] & rest & work[area.ACE]:
                free = 1
        elif spot > best and (led | trumps) >> spot & 1:
            best, taker = spot, seat
        seat = (seat + 1) & 3
    if by_tricks:
        left = count(work[area.OWN + ((position[LEADER] + position[LAID]) & 3)])
    made = 0
    if laid == SEATS:
        lying += work[area.BONUS]
        if work[area.SIDE] >> taker & 1:
            made = lying
        left -= lying
        seat, laid, lying = taker, 0, 0
    return made + search(work, memory, rest, seat, laid, led, best, taker, lying, free, need - made, left)


@njit
def class_of(points: int) -> Any:
    """The class of so many points, where Schwarz is no points."""
    level = 0
    while level < SCHWARZ_WON and points >= THRESHOLDS[level + 1]:
        level += 1
    return level


@njit
def narrow(row: Any, reached: bool, bound: int, proven: bool) -> None:
    """Enter that a value is at least `bound` (reached), or at most; only a guess unless `proven`."""
    if reached:
        row[GUESS] = bound
        if proven:
            row[LOW] = bound
    else:
        row[CEILING] = bound
        if proven:
            row[HIGH] = bound


@njit
def classify(work: Any, memory: Any, position: Any, spot: int, question: int, level: int, row: Any) -> None:
    """Narrow a class by asking whether it is `level` or more."""
    by_tricks = question == CLASS_BY_TRICKS
    if by_tricks and level in (SCHNEIDER_LOST, SCHWARZ_WON):
        tricks = count(work[area.OWN + ((position[LEADER] + position[LAID]) & 3)])
        need = 1 if level == SCHNEIDER_LOST else tricks
        reached = ask(work, memory, position, spot, need, True) >= need
        bound = level if reached else level - 1
    else:
        need = THRESHOLDS[level] - position[POINTS]
        made = ask(work, memory, position, spot, need, False)
        reached = made >= need
        bound = class_of(made + position[POINTS])
        if by_tricks:
            bound = min(max(bound, SCHNEIDER_LOST), SCHNEIDER_WON)
        bound = max(bound, row[GUESS]) if reached else min(bound, row[CEILING])
    narrow(row, reached, bound, work[area.NODES] <= work[area.LIMIT])


@njit
def classes(work: Any, memory: Any, position: Any, question: int, rows: Any, answers: Any) -> None:
    """The classes of the candidates: for all of them first whether the side wins, then the rest."""
    by_tricks = question == CLASS_BY_TRICKS
    for step in range(3):
        if step == 2 and by_tricks:
            prepare(work, memory, position, 1)
        for index in range(len(rows)):
            row = answers[rows[index, 0]]
            if step == 0:
                row[LOW] = row[GUESS] = by_tricks and position[TRICKS] > 0
                row[HIGH] = row[CEILING] = SCHWARZ_WON - (by_tricks and position[LOST] > 0)
            if row[GUESS] < row[CEILING]:
                level = WINS if step == 0 else row[GUESS] + 1 if row[GUESS] >= WINS else row[CEILING]
                if by_tricks and step < 2 and level in (SCHNEIDER_LOST, SCHWARZ_WON):
                    continue
                classify(work, memory, position, rows[index, 1], question, level, row)


@njit
def exactly(work: Any, memory: Any, position: Any, rows: Any, answers: Any) -> None:
    """The points of the candidates: of all first whether the side wins; then near what the one before makes."""
    so_far, last = position[POINTS], -1
    for step in range(2):
        for index in range(len(rows)):
            row = answers[rows[index, 0]]
            if step == 0:
                row[LOW] = row[GUESS] = so_far
                row[HIGH] = row[CEILING] = ALL_POINTS
            while row[GUESS] < row[CEILING]:
                need = WIN if step == 0 else (row[GUESS] + row[CEILING] + 1) >> 1
                if step and row[GUESS] < last <= row[CEILING]:
                    need = last
                elif step and row[GUESS] == last:
                    need = last + 1
                made = ask(work, memory, position, rows[index, 1], need - so_far, False) + so_far
                bound = max(made, row[GUESS]) if made >= need else min(made, row[CEILING])
                narrow(row, made >= need, bound, work[area.NODES] <= work[area.LIMIT])
                if step == 0:
                    break
            if step:
                last = row[GUESS]


@njit
def begin(work: Any, memory: Any, position: Any, budget: int) -> None:
    """Set up for a question."""
    prepare(work, memory, position, 0)
    work[area.NODES], work[area.LIMIT] = 0, budget


@njit
def answer(work: Any, memory: Any, position: Any, question: int, rows: Any, answers: Any) -> Any:
    """Fill the answers of some candidates: (row, spot of the card or -1). Returns the nodes that it took."""
    if question == POINTS_OF:
        exactly(work, memory, position, rows, answers)
    else:
        classes(work, memory, position, question, rows, answers)
    return work[area.NODES]


@njit
def solve(work: Any, memory: Any, position: Any, question: int, budget: int, answers: Any) -> Any:
    """What each legal card is worth to the declaring side, `answers`: int64 (32, ANSWER) by card, -1 if not legal.

    Returns the nodes searched, hardly more than `budget`. Beyond it the GUESSes come from single lines of play.
    """
    begin(work, memory, position, budget)
    mover = (position[LEADER] + position[LAID]) & 3
    led, present = 0, work[area.OWN] | work[area.OWN + 1] | work[area.OWN + 2] | work[area.OWN + 3]
    for place in range(position[LAID]):
        spot = work[area.SPOT + position[TRICK + place]]
        present |= 1 << spot
        if place == 0:
            led = work[area.SUIT + (spot >> 3)]
    legal = playable(work, work[area.OWN + mover], led, position[FREE])
    some = distinct(work, legal, present)
    rows = np.empty((count(some), 2), np.int64)
    for index in range(len(rows)):
        rows[index, 1] = lowest(some)
        rows[index, 0] = work[area.CARD + lowest(some)]
        some &= some - 1
    answers[:] = -1
    answer(work, memory, position, question, rows, answers)
    index = -1
    while legal:
        spot = lowest(legal)
        if index + 1 < len(rows) and rows[index + 1, 1] == spot:
            index += 1
        answers[work[area.CARD + spot]] = answers[rows[index, 0]]
        legal &= legal - 1
    return work[area.NODES]


@njit
def evaluate(work: Any, memory: Any, position: Any, question: int, budget: int, answers: Any) -> Any:
    """The same for the position itself, in `answers`: int64 (1, ANSWER). Cheaper than its cards one by one."""
    begin(work, memory, position, budget)
    rows = np.array([[0, -1]])
    return answer(work, memory, position, question, rows, answers)


@njit
def from_kernel(state: Any, position: Any) -> None:
    """Fill a position from the kernel's state in the phase IN_PLAY, not of a Ramsch."""
    order = state[kernel.ORDER]
    position[:] = 0
    position[LEADER], position[CONTRACT], position[SIDE] = (
        state[kernel.LEADER],
        state[kernel.CONTRACT],
        state[kernel.SIDE],
    )
    position[FREE] = state[kernel.CALLED] != 0 and state[kernel.ACE] == 0
    for seat in range(SEATS):
        cards = state[kernel.HANDS + seat]
        while cards:
            position[HANDS + seat] |= 1 << kernel_cards.CARD[order, lowest(cards)]
            cards &= cards - 1
        tricks = count(state[kernel.TAKEN + seat]) >> 2
        if position[SIDE] >> seat & 1:
            position[TRICKS] += tricks
            position[POINTS] += kernel_cards.points_of(state[kernel.TAKEN + seat], order)
        else:
            position[LOST] += tricks
    # the kernel keeps no order of the trick: any will do that leads its suit and has the best card at its seat
    others = state[kernel.LAID] & ~state[kernel.BEST]
    position[LAID] = count(state[kernel.LAID])
    for place in range(position[LAID]):
        some = others
        if (position[LEADER] + place) & 3 == state[kernel.TAKER]:
            some = state[kernel.BEST]
        elif place == 0:
            some &= state[kernel.FOLLOW]
        position[TRICK + place] = kernel_cards.CARD[order, lowest(some)]
        others &= ~(1 << lowest(some))


# --- Python's side ----------------------------------------------------------------------------
class Worth(NamedTuple):
    """What a card is worth to the declaring side when all hands are seen: points, or the class of the payment."""

    low: int
    high: int
    guess: int

    @property
    def exact(self) -> bool:
        """Whether the budget sufficed."""
        return self.low == self.high


def position_of(state: State) -> Any:
    """A state of the card play as the solver takes it. Ramsch, where each plays for itself, has no such position."""
    position = np.zeros(POSITION, np.int64)
    position[HANDS : HANDS + SEATS] = [sum(1 << card for card in hand) for hand in state.hands]
    position[TRICK : TRICK + len(state.trick)] = state.trick
    position[LAID], position[LEADER] = len(state.trick), state.leader
    position[CONTRACT] = list(CONTRACTS).index(state.contract)
    position[SIDE] = sum(1 << seat for seat in state.side)
    position[FREE] = state.runaway
    position[POINTS] = sum(CARD_POINTS[card] for seat in state.side for card in state.taken[seat])
    position[TRICKS] = sum(state.tricks[seat] for seat in state.side)
    position[LOST] = sum(state.tricks) - position[TRICKS]
    return position


def analyse(game: Schafkopf, state: State, points: bool = False, budget: int = BUDGET) -> dict[Card, Worth]:
    """What each card that may be played is worth, by class of payment under the game's rules, or in card points.

    Empty where no card can be played, and in a Ramsch.
    """
    if state.phase != "play" or state.declarer is None:
        return {}
    by_tricks = game.options["schwarz"] == "tricks" or CONTRACTS[state.contract].tout
    question = POINTS_OF if points else CLASS_BY_TRICKS if by_tricks else CLASS_OF
    answers = np.empty((len(LONG), ANSWER), np.int64)
    solve(*workspace(), position_of(state), question, budget, answers)
    return {card: Worth(*answers[card, :CEILING].tolist()) for card in LONG if answers[card, LOW] >= 0}
