"""The pool of Yaniv: players of various styles that no bot was trained against.

Most weigh each discard by what it leaves in the hand; they differ in what they like there, and in when they call.
"""

from __future__ import annotations

from functools import lru_cache
from math import erf, sqrt

from cardtui.core import Action, Card, Observation
from cardtui.games.yaniv.cards import NUMBER, discards
from cardtui.games.yaniv.rules import YANIV, Yaniv

from ..styles import Choice, Style, hand

SPREAD = 3.7
"""The standard deviation of the points of a card drawn blind."""


class Shedder(Style):
    """Keeps the fewest points, counting a blind draw as the mean of the unseen cards; calls whenever it can."""

    game: Yaniv
    likes = "keeps the fewest points"

    def choose(self, seen: Observation) -> Choice:
        """Return the call, or else the discard with the lowest cost; the first one in a tie."""
        legal = seen.legal
        if legal[0] == YANIV:
            if self.calls(seen):
                return YANIV, f"calls with {self.game.score(hand(seen))}"
            legal = legal[1:]
        mean = self.mean_unseen(seen)
        return min(legal, key=lambda action: self.cost(seen, action, mean)), self.likes

    def calls(self, seen: Observation) -> bool:
        """Return whether it calls, when it may."""
        return True

    def cost(self, seen: Observation, action: Action, mean: float) -> float:
        """Return what a discard costs, in points; `mean` is the mean of the unseen cards."""
        return self.points_left(seen, action, mean)

    def points_left(self, seen: Observation, action: Action, mean: float) -> float:
        """Return the points in the hand after the turn; a blind draw counts as the mean."""
        return self.game.score(self.kept(seen, action)) + (mean if action.to == "stack" else 0.0)

    def kept(self, seen: Observation, action: Action) -> tuple[Card, ...]:
        """Return the cards known to be in the hand after the turn, ascending; a blind draw is left out."""
        kept = [card for card in hand(seen) if card not in action.cards]
        if action.to != "stack":
            top = seen.zone("pile").cards
            kept.append(top[0] if action.to == "a" and self.game.ends else top[-1])
        return tuple(sorted(kept))

    def unseen(self, seen: Observation) -> list[Card]:
        """Return the cards that lie in the stack, or in a hand where nobody else has seen them."""
        known = {card for zone in seen.zones for card in zone.cards}
        return [card for card in self.game.deck if card not in known]

    def mean_unseen(self, seen: Observation) -> float:
        """Return the mean points of the unseen cards."""
        cards = self.unseen(seen)
        return self.game.score(cards) / len(cards) if cards else 0.0

    def after_next(self, hand: tuple[Card, ...]) -> int:
        """Return the points left of a hand after its most expensive discard."""
        return _after_next(hand, self.game.ends, self.game.counts) if hand else 0


class Late(Shedder):
    """Keeps the fewest points, but calls only at 3 points, and so seldom calls in vain."""

    def calls(self, seen: Observation) -> bool:
        """Return whether the hand has at most 3 points."""
        return self.game.score(hand(seen)) <= 3


class Hoarder(Shedder):
    """Hoards sets and runs: counts what its next discard will take away as already gone, and lays odd cards first."""

    likes = "keeps sets and runs together"

    def cost(self, seen: Observation, action: Action, mean: float) -> float:
        """Return the points left after the next discard as well."""
        return self.after_next(self.kept(seen, action)) + (mean if action.to == "stack" else 0.0)


class Rush(Shedder):
    """Rushes: lays as many cards as it can, of these the most expensive ones, and takes low cards from the pile."""

    likes = "lays the most cards"

    def cost(self, seen: Observation, action: Action, mean: float) -> float:
        """Return the points left, less a large bonus for each card laid."""
        return self.points_left(seen, action, mean) - 50 * len(action.cards)


class Lowest(Shedder):
    """Sheds with an eye on the next discard, and calls when it expects to be lowest: in 60% by its own estimate."""

    likes = "few points now and after the next discard"
    SURE = 0.6

    def calls(self, seen: Observation) -> bool:
        """Return whether all others probably have more points, if their unknown cards are drawn at random."""
        own, mean, chance = self.game.score(hand(seen)), self.mean_unseen(seen), 1.0
        for seat, zone in enumerate(seen.hands):
            if seat != seen.seat:
                hidden = zone.count - len(zone.cards)
                over = self.game.score(zone.cards) + 0.7 * mean * hidden - own - 0.5
                chance *= _normal(over / (SPREAD * sqrt(hidden))) if hidden else float(over > 0)
        return chance >= self.SURE

    def cost(self, seen: Observation, action: Action, mean: float) -> float:
        """Return the mean of the points left now and after the next discard."""
        kept, blind = self.kept(seen, action), mean if action.to == "stack" else 0.0
        return (self.game.score(kept) + self.after_next(kept)) / 2 + blind


class Starver(Shedder):
    """Never feeds the next seat: leaves it high cards that go with none of those it is known to hold."""

    likes = "few points, and nothing that the next seat wants"

    def cost(self, seen: Observation, action: Action, mean: float) -> float:
        """Return the points left, plus what the next seat can save with the card left to it."""
        laid = action.cards
        ends = {laid[0], laid[-1]} if self.game.ends else {laid[-1]}
        holds = {NUMBER[card] for card in seen.hands[(seen.seat + 1) % self.game.seats].cards}
        gift = max(max(0.0, mean - self.game.counts[card]) + 4.0 * (NUMBER[card] in holds) for card in ends)
        return self.points_left(seen, action, mean) + 1.5 * gift


class Planner(Shedder):
    """Thinks two discards ahead: for each draw, the points that the best next discard leaves, on average."""

    likes = "the fewest points two discards ahead"

    def cost(self, seen: Observation, action: Action, mean: float) -> float:
        """Return the points after the next discard, averaged over every fourth unseen card as the next one drawn."""
        kept = self.kept(seen, action)
        if action.to != "stack":
            return 0.3 * self.game.score(kept) + 0.7 * self.after_next(kept)
        drawn = self.unseen(seen)[::4]
        hands = [tuple(sorted((*kept, card))) for card in drawn]
        return sum(0.3 * self.game.score(hand) + 0.7 * self.after_next(hand) for hand in hands) / max(1, len(hands))


class Magpie(Shedder):
    """Takes what it sees: any card of the pile that pairs with one it keeps or counts at most 4; otherwise it sheds."""

    likes = "takes from the pile what pairs or is low"

    def cost(self, seen: Observation, action: Action, mean: float) -> float:
        """Return the points left, less a bonus for taking a card that pairs, or a low one."""
        bonus = 0.0
        if action.to != "stack":
            top = seen.zone("pile").cards
            taken = top[0] if action.to == "a" and self.game.ends else top[-1]
            pairs = sum(NUMBER[card] == NUMBER[taken] for card in self.kept(seen, action)) > 1
            bonus = 20.0 if pairs or self.game.counts[taken] <= 4 else -20.0
        return self.points_left(seen, action, mean) - bonus


class Blind(Shedder):
    """Never takes from the pile, so that nobody knows a card of it; lays the most points; calls at 5 points or less."""

    likes = "draws blind"

    def calls(self, seen: Observation) -> bool:
        """Return whether the hand has at most 5 points."""
        return self.game.score(hand(seen)) <= 5

    def cost(self, seen: Observation, action: Action, mean: float) -> float:
        """Return the points left; taking from the pile is ruled out."""
        return self.points_left(seen, action, mean) + 100 * (action.to != "stack")


@lru_cache(1 << 14)
def _after_next(hand: tuple[Card, ...], ends: bool, counts: tuple[int, ...]) -> int:
    most = max(sum([counts[card] for card in laid]) for laid in discards(hand, ends))
    return sum([counts[card] for card in hand]) - most


def _normal(score: float) -> float:
    return (1 + erf(score / sqrt(2))) / 2
