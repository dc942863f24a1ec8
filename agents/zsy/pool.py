"""The pool of Zheng Shang You: players of various styles that no bot was trained against.

Most look only at their own hand; they differ in what they lead, in when they answer, and in what they keep.
"""

from __future__ import annotations

from cardtui.core import Action, Observation
from cardtui.games.zsy.cards import RANK, counts
from cardtui.games.zsy.rules import PASS

from ..styles import Choice, Style, hand

HIGH = 9
"""Queens and what beats them count as high."""


class Planner(Style):
    """Plans: plays what leaves its hand in the fewest plays, and passes rather than break it up."""

    BREAKS = 0
    """How many more plays an answer may cost the rest of the hand."""

    def choose(self, seen: Observation) -> Choice:
        """Return the play after which the fewest plays remain; among these, the one with the lowest cards."""
        held, legal = counts(hand(seen)), seen.legal
        best = min(_plays(legal), key=lambda action: (_left(held, action), RANK[action.cards[0]]), default=PASS)
        near = _theirs(seen) <= 3
        if legal[0] == PASS and best != PASS and not near and _left(held, best) > turns(held) - 1 + self.BREAKS:
            return PASS, "an answer would break its hand up"
        return best, "leaves the fewest plays" if best != PASS else "nothing goes"


class Rush(Style):
    """Rushes: lays as many cards as it can, the lowest of them, and never passes."""

    def choose(self, seen: Observation) -> Choice:
        """Return the longest play."""
        return min(_plays(seen.legal), key=lambda action: (-len(action.cards), _rank(action)), default=PASS), "the most"


class Hoarder(Style):
    """Hoards bombs, and queens and higher cards: it passes rather than lay them while it holds anything else."""

    def choose(self, seen: Observation) -> Choice:
        """Return the lowest group or the lowest answer without high cards."""
        cheap = [action for action in _plays(seen.legal) if _top(action) < HIGH and not _bomb(action)]
        if cheap:
            return max(cheap, key=lambda action: (-_rank(action), len(action.cards))), "keeps what is high"
        low = any(RANK[card] < HIGH for card in hand(seen))
        if seen.legal[0] == PASS and low:
            return PASS, "keeps what is high"
        return next(iter(_plays(seen.legal)), PASS), "only high cards left"


class Bully(Style):
    """Answers with the highest play it has, in order to lead again, and leads its lowest group."""

    def choose(self, seen: Observation) -> Choice:
        """Return the highest answer other than a bomb, or the lowest group."""
        if seen.legal[0] != PASS:
            return _group(seen), "its lowest group"
        plain = [action for action in _plays(seen.legal) if not _bomb(action)]
        return (max(plain, key=_rank) if plain else seen.legal[-1]), "the highest that goes"


class Bomber(Style):
    """Lays a bomb at the first chance, and otherwise answers as low as it can."""

    def choose(self, seen: Observation) -> Choice:
        """Return the lowest bomb over anything, else the lowest answer, or the lowest group."""
        if seen.legal[0] != PASS:
            return _group(seen), "its lowest group"
        bombs = [action for action in _plays(seen.legal) if _bomb(action)]
        return (bombs or [*_plays(seen.legal), PASS])[0], "a bomb" if bombs else "the lowest that goes"


class Patient(Style):
    """Lets the other seat have its way: it answers nothing until the other has 9 cards or fewer."""

    def choose(self, seen: Observation) -> Choice:
        """Return a pass while the other seat has many cards, then the lowest answer."""
        if seen.legal[0] != PASS:
            return _group(seen), "its lowest group"
        if _theirs(seen) > 9:
            return PASS, "the other seat still has many cards"
        return next(iter(_plays(seen.legal)), PASS), "it is time"


class Singles(Style):
    """Leads only single cards, the lowest first, and breaks up anything to answer."""

    def choose(self, seen: Observation) -> Choice:
        """Return the lowest single card, or the lowest answer."""
        return next(iter(_plays(seen.legal)), PASS), "single cards"


class Blocker(Planner):
    """Plans, and counts the other seat's cards: if these are 4 or fewer, it leads longer plays, and answers high."""

    BREAKS = 1

    def choose(self, seen: Observation) -> Choice:
        """Return the plan's play, unless the other seat is nearly out."""
        left, plays = _theirs(seen), _plays(seen.legal)
        if left > 4 or not plays:
            return super().choose(seen)
        if seen.legal[0] == PASS:
            return max(plays, key=_rank), "answers high: the other seat is nearly out"
        long = [action for action in plays if len(action.cards) > left]
        return (min(long, key=_rank) if long else max(plays, key=_rank)), "leads what the other seat cannot answer"


class HighLead(Style):
    """Begins at the top: leads its highest group other than a bomb, and answers as low as it can."""

    def choose(self, seen: Observation) -> Choice:
        """Return the highest group, or the lowest answer."""
        plays = _plays(seen.legal)
        if seen.legal[0] == PASS:
            return next(iter(plays), PASS), "the lowest that goes"
        plain = [action for action in plays if not _bomb(action)]
        return max(plain, key=lambda action: (_rank(action), len(action.cards)), default=plays[-1]), "its highest group"


def turns(held: list[int]) -> int:
    """Return in how many plays these counts by rank can go: one for each stretch of pairs, and for each single card.

    >>> turns([1, 2, 2, 0, 3, 1])
    4
    """
    found, chain = 0, False
    for size in held:
        found += size == 1 or (size > 1 and not chain)
        chain = size > 1
    return found


def _left(held: list[int], action: Action) -> int:
    after = list(held)
    for card in action.cards:
        after[RANK[card]] -= 1
    return turns(after)


def _plays(legal: tuple[Action, ...]) -> tuple[Action, ...]:
    return legal[1:] if legal[0] == PASS else legal


def _group(seen: Observation) -> Action:
    """Return the play of all cards of the lowest rank; a bomb counts as three of them."""
    low = _rank(seen.legal[0])
    groups = [action for action in seen.legal if _rank(action) == low == _top(action) and not _bomb(action)]
    return max(groups, key=lambda action: len(action.cards))


def _theirs(seen: Observation) -> int:
    return seen.hands[1 - seen.seat].count


def _rank(action: Action) -> int:
    return RANK[action.cards[0]]


def _top(action: Action) -> int:
    return RANK[action.cards[-1]]


def _bomb(action: Action) -> bool:
    return len(action.cards) == 4 and _rank(action) == _top(action)
