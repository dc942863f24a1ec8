"""The judge of Tricks: the solver, which knows the result of every position with best play by both seats."""

from __future__ import annotations

from collections.abc import Sequence

from cardtui.core import Action
from cardtui.games.tricks.kernel import mask
from cardtui.games.tricks.rules import State, Tricks, first_and_second

from .exact import Exact


class Solver:
    """Gives each seat's points with best play by both. Not for rules under which a seat may revoke."""

    def __init__(self, game: Tricks) -> None:
        self.game = game
        self.exact = Exact(game)

    def values(
        self, states: Sequence[State], actions: Sequence[Action | None], seeds: Sequence[int]
    ) -> list[list[tuple[float, ...]]]:
        """Return the points of each seat after each action in each state, as `judging.Judge` says."""
        known = dict[State, list[tuple[float, ...]]]()
        for state in dict.fromkeys(states):
            known[state] = [self.result(self.game.apply(state, action) if action else state) for action in actions]
        return [known[state] for state in states]

    def result(self, state: State) -> tuple[float, ...]:
        """Return the points of each seat (§5) if both play best from here on.

        The two halves can be solved separately: more tricks in one never cost any in the other.
        """
        game, first, seat = self.game, state.first, state.seat
        if seat is None:
            return game.returns(state)
        mine, theirs = mask(state.hands[seat]), mask(state.hands[1 - seat])
        won = self.to_come(mine, theirs, state)
        left = len(state.hands[seat])
        now = list(state.taken[-1])
        now[seat], now[1 - seat] = now[seat] + won, now[1 - seat] + left - won
        taken = (*state.taken[:-1], (now[0], now[1]))
        if len(taken) < game.halves:
            one, two = first_and_second(state.history)
            again = self.exact.worth(mask(one), mask(two))
            taken = (*taken, (len(one) - again, again) if first == 0 else (again, len(one) - again))
        return game.returns(state._replace(taken=taken, seat=None))

    def to_come(self, mine: int, theirs: int, state: State) -> int:
        """Return how many more tricks of this half the seat to act, which holds `mine`, takes."""
        assert state.seat is not None
        if state.led is None:
            return self.exact.worth(mine, theirs)
        cards = list(self.game.allowed(state.hands[state.seat], state.led))
        if self.exact.searches:
            return max(self.exact.searched(mine, theirs, state.led, cards).values())
        return max(self.exact.looked_up(mine, theirs, state.led, cards)[0].values())
