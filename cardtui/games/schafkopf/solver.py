"""The exact solver of the card play: the value of each card if all four seats see all cards and play optimally.

It answers two questions: `POINTS_OF`, the declarers' card points at the end, and `CLASS_OF`, the class of payment: 0
Schwarz against the declarers, 1 Schneider against them, 2 lost, 3 won, 4 with Schneider, 5 with Schwarz (§8 of
RULES.md). The search is in solver_search.py.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...core import Card
from ...kernels import count, lowest, njit
from . import kernel, kernel_cards
from . import solver_search as area
from .cards import CONTRACTS, LONG
from .cards import POINTS as CARD_POINTS
from .rules import SEATS, Schafkopf, State
from .settlement import ALL_POINTS, SCHNEIDER, SCHNEIDER_FREE, WIN
from .solver_search import LAYOUTS, MEMORY, WORK, Memory, Work, distinct, patterns, playable, search

# --- a position: int64 (POSITION,) ------------------------------------------------------------
HANDS, TRICK = 0, 4  # the four hands as masks; the cards of the trick, in order
LAID, LEADER, CONTRACT, SIDE, FREE, POINTS, TRICKS, LOST, POSITION = range(8, 17)
# LAID: cards in the trick; LEADER: its leader; CONTRACT: index in CONTRACTS; SIDE: mask of the declaring seats;
# FREE: the called ace is free (§7.8; `State.runaway`); POINTS, TRICKS: of the declarers; LOST: tricks of the others
Position: TypeAlias = NDArray[np.int64]
"""A position of the card play: int64 (POSITION,)."""

POINTS_OF, CLASS_OF, CLASS_BY_TRICKS = range(3)
"""The questions. The last two differ in whether Schwarz means no points, or no tricks."""
SCHWARZ_LOST, SCHNEIDER_LOST, LOSES, WINS, SCHNEIDER_WON, SCHWARZ_WON = range(6)
LOW, HIGH, GUESS, CEILING, ANSWER = range(5)
"""The columns of an answer: proven bounds (exact if LOW == HIGH), the best guess within them, and scratch space."""
Answers: TypeAlias = NDArray[np.int64]
"""Values by card, int64 (…, ANSWER), or one row of them."""
Rows: TypeAlias = NDArray[np.int64]
"""The cards to be examined, int64 (cards, 2): the row of the answer, and the spot of the card, -1 for none."""
BUDGET = 20_000_000
"""Maximum number of nodes for `analyse`: less than a second."""
THRESHOLDS = np.array([0, 1, SCHNEIDER_FREE, WIN, SCHNEIDER, ALL_POINTS], np.int64)
"""Minimum points of each class."""


def workspace() -> tuple[Work, Memory]:
    """Return the memory for one thread: the work area and the transposition table, both int64. It can be reused."""
    work = np.zeros(WORK, np.int64)
    work[area.PRUNINGS] = area.RECALL | area.PATTERNS | area.WINNERS | area.ALIKE
    return work, np.zeros(MEMORY, np.int64)


@njit
def prepare(work: Work, memory: Memory, position: Position, by_tricks: int) -> None:
    """Set up the work area for a position, and invalidate the entries of other positions."""
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
def search_after(work: Work, memory: Memory, position: Position, card: int, need: int, by_tricks: int) -> int:
    """Return `search` after playing `card` (a spot; -1: none), for all that is still to be won from this position."""
    trumps = work[area.TRUMPS]
    rest = work[area.OWN] | work[area.OWN + 1] | work[area.OWN + 2] | work[area.OWN + 3]
    left = 0
    cards = rest
    while cards:
        left += work[area.WORTH + lowest(cards)]
        cards &= cards - 1
    seat, led, best, taker, trick_worth, free = position[LEADER], 0, 0, 0, 0, position[FREE]
    laid = position[LAID] + (card >= 0)
    for place in range(laid):
        spot = card
        if place < position[LAID]:
            spot = work[area.SPOT + position[TRICK + place]]
            left += work[area.WORTH + spot]
        trick_worth += work[area.WORTH + spot]
        rest &= ~(1 << spot)
        if place == 0:
            led, best, taker = work[area.SUIT + (spot >> 3)], spot, seat
            if led == work[area.CALLED_SUIT] and work[area.OWN + seat] & rest & work[area.ACE]:
                free = 1
        elif spot > best and (led | trumps) >> spot & 1:
            best, taker = spot, seat
        seat = (seat + 1) & 3
    if by_tricks:
        left = count(work[area.OWN + ((position[LEADER] + position[LAID]) & 3)])
    made = 0
    if laid == SEATS:
        trick_worth += work[area.BONUS]
        if work[area.SIDE] >> taker & 1:
            made = trick_worth
        left -= trick_worth
        seat, laid, trick_worth = taker, 0, 0
    return made + search(work, memory, rest, seat, laid, led, best, taker, trick_worth, free, need - made, left)


@njit
def class_of(points: int) -> int:
    """Return the class for this number of points, if Schwarz means no points."""
    level = 0
    while level < SCHWARZ_WON and points >= THRESHOLDS[level + 1]:
        level += 1
    return level


@njit
def record_bound(row: Answers, reached: bool, bound: int, proven: bool) -> None:
    """Record a bound on a value: a lower bound if `reached`, otherwise an upper bound; only a guess unless `proven`."""
    if reached:
        row[GUESS] = bound
        if proven:
            row[LOW] = bound
    else:
        row[CEILING] = bound
        if proven:
            row[HIGH] = bound


@njit
def classify(
    work: Work, memory: Memory, position: Position, spot: int, question: int, level: int, row: Answers
) -> None:
    """Narrow a class by searching whether it is at least `level`."""
    by_tricks = question == CLASS_BY_TRICKS
    if by_tricks and level in (SCHNEIDER_LOST, SCHWARZ_WON):
        tricks = count(work[area.OWN + ((position[LEADER] + position[LAID]) & 3)])
        need = 1 if level == SCHNEIDER_LOST else tricks
        reached = search_after(work, memory, position, spot, need, True) >= need
        bound = level if reached else level - 1
    else:
        need = THRESHOLDS[level] - position[POINTS]
        made = search_after(work, memory, position, spot, need, False)
        reached = made >= need
        bound = class_of(made + position[POINTS])
        if by_tricks:
            bound = min(max(bound, SCHNEIDER_LOST), SCHNEIDER_WON)
        bound = max(bound, row[GUESS]) if reached else min(bound, row[CEILING])
    record_bound(row, reached, bound, work[area.NODES] <= work[area.LIMIT])


@njit
def classes(work: Work, memory: Memory, position: Position, question: int, rows: Rows, answers: Answers) -> None:
    """Determine the classes of the candidates: first whether the declarers win, for all of them, then the rest."""
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
def exactly(work: Work, memory: Memory, position: Position, rows: Rows, answers: Answers) -> None:
    """Determine the points of the candidates: first who wins, for all of them; then near the previous value."""
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
                made = search_after(work, memory, position, rows[index, 1], need - so_far, False) + so_far
                bound = max(made, row[GUESS]) if made >= need else min(made, row[CEILING])
                record_bound(row, made >= need, bound, work[area.NODES] <= work[area.LIMIT])
                if step == 0:
                    break
            if step:
                last = row[GUESS]


@njit
def start_search(work: Work, memory: Memory, position: Position, budget: int) -> None:
    """Set up the work area for a question about a position: points are counted, and `budget` nodes are left.

    Where CLASS_BY_TRICKS asks for it, `classes` then counts tricks instead.
    """
    prepare(work, memory, position, 0)
    work[area.NODES], work[area.LIMIT] = 0, budget


@njit
def answer(work: Work, memory: Memory, position: Position, question: int, rows: Rows, answers: Answers) -> int:
    """Fill in the answers of the candidates, the `rows`. Returns the number of nodes searched."""
    if question == POINTS_OF:
        exactly(work, memory, position, rows, answers)
    else:
        classes(work, memory, position, question, rows, answers)
    nodes: int = work[area.NODES]
    return nodes


@njit
def solve(work: Work, memory: Memory, position: Position, question: int, budget: int, answers: Answers) -> int:
    """Determine the value of each legal card for the declarers.

    Fills `answers`, int64 (32, ANSWER), indexed by card, with -1 for illegal cards. Returns the number of nodes
    searched, which hardly exceeds `budget`. Beyond it, the GUESSes come from single lines of play.
    """
    start_search(work, memory, position, budget)
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
    nodes = answer(work, memory, position, question, rows, answers)
    index = -1
    while legal:
        spot = lowest(legal)
        if index + 1 < len(rows) and rows[index + 1, 1] == spot:
            index += 1
        answers[work[area.CARD + spot]] = answers[rows[index, 0]]
        legal &= legal - 1
    return nodes


@njit
def evaluate(work: Work, memory: Memory, position: Position, question: int, budget: int, answers: Answers) -> int:
    """Determine the value of the position itself, in `answers`: int64 (1, ANSWER). Cheaper than `solve`."""
    start_search(work, memory, position, budget)
    rows = np.array([[0, -1]])
    return answer(work, memory, position, question, rows, answers)


@njit
def from_kernel(state: kernel.KernelState, position: Position) -> None:
    """Fill a position from a kernel state in the phase IN_PLAY that is not a Ramsch."""
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
    # the kernel does not store the order of the trick; any order will do that has the right leader and best card
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
    """The value of a card for the declarers with open hands: points, or the class of payment."""

    low: int
    high: int
    guess: int

    @property
    def exact(self) -> bool:
        """Whether the budget was sufficient."""
        return self.low == self.high


def position_of(state: State) -> Position:
    """Return the solver's form of a state of the card play. Not for Ramsch, where every seat plays for itself."""
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


def analyse(game: Schafkopf, state: State, points: bool = False) -> dict[Card, Worth]:
    """Return the value of each legal card, as class of payment under the game's rules, or in card points.

    The result is empty if no card can be played, and in a Ramsch.
    """
    if state.phase != "play" or state.declarer is None:
        return {}
    by_tricks = game.options["schwarz"] == "tricks" or CONTRACTS[state.contract].tout
    question = POINTS_OF if points else CLASS_BY_TRICKS if by_tricks else CLASS_OF
    answers = np.empty((len(LONG), ANSWER), np.int64)
    solve(*workspace(), position_of(state), question, BUDGET, answers)
    return {card: Worth(*answers[card, :CEILING].tolist()) for card in LONG if answers[card, LOW] >= 0}
