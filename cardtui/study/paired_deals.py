"""Deals played twice: once as they are, and once with an action forced or with other bots deciding on some seats.

Both have the same cards, and dice that depend on the seat and the turn alone (common random numbers): until the change
makes a difference both go the same way, so that only the difference is left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .. import dice, loading, registry
from ..core import Action, Observation
from ..review import corpus


class Lock(NamedTuple):
    """Another bot decides on a seat."""

    seat: int
    bot: str
    kind: str = ""
    """The kind of decisions that it takes over (`Judging.kind`); "" for all."""


class Cast(NamedTuple):
    """Who plays: the bot of each seat, and what is changed."""

    game: str
    rules: str
    players: tuple[str, ...]
    locks: tuple[Lock, ...]
    steps: int
    """Number of answers taken from a searching bot."""


class Start(NamedTuple):
    """A deal to be played on, twice."""

    state: Any
    seed_parts: tuple[object, ...]
    """With these, the seat and the turn the bots' random generators are seeded."""
    first: Action | None = None
    """The action taken now as it is; None if the bot on the seat decides."""
    force: Action | None = None
    """The action taken now with the change; None if it is not forced."""


class Pair(NamedTuple):
    """How a deal ends as it is and with the change."""

    without: tuple[float, ...]
    changed: tuple[float, ...]
    parted: bool
    """Whether the change led to another move somewhere."""
    kinds: Counter[tuple[int, str]]
    """With the change: the number of decisions with a choice on the locked seats, by seat and kind."""
    locked: int
    """How many of them other bots took over."""
    diced: bool
    """Whether a bot used random numbers: with others the deal may end otherwise."""


def play(asked: tuple[Cast, tuple[Start, ...]]) -> list[Pair]:
    """Play some starts twice."""
    cast, starts = asked
    table = _Table(cast)
    return [table.pair(start) for start in starts]


class _Table:
    """The bots of a cast, loaded."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.game = registry.game(cast.game, cast.rules, len(cast.players))
        self.kind: Callable[[Any, Observation], str] = loading.load(registry.judging(cast.game).kind)
        self.watched = {lock.seat for lock in cast.locks}
        self.diced = False
        """Whether a bot has used random numbers in the deal that is played."""

    def pair(self, start: Start) -> Pair:
        """Play a deal as it is; with the change from the first move on in which it makes a difference."""
        kinds, locked, self.diced = Counter[tuple[int, str]](), 0, False
        trail = list(self._line(start.state, start.seed_parts, start.first))
        game, last = self.game, trail[-1] if trail else None
        without = tuple(game.returns(game.apply(last[0], last[2]) if last else start.state))
        for place, (state, seen, action) in enumerate(trail):
            other, taken = self._change(seen, start.seed_parts, kinds)
            if place == 0 and start.force is not None:
                other, taken = start.force, False
            locked += taken
            if other is not None and other != action:
                changed, more = self._end(game.apply(state, other), start.seed_parts, kinds)
                return Pair(without, changed, True, kinds, locked + more, self.diced)
        return Pair(without, without, False, kinds, locked, self.diced)

    def _line(
        self, state: Any, seed_parts: tuple[object, ...], first: Action | None
    ) -> Iterator[tuple[Any, Observation, Action]]:
        """Yield each state, what its mover sees, and its action, as the deal goes on without the change."""
        while (seat := self.game.turn(state)) is not None:
            seen = self.game.observe(state, seat)
            action = first or self._act(self.cast.players[seat], seen, seed_parts)
            yield state, seen, action
            state, first = self.game.apply(state, action), None

    def _end(
        self, state: Any, seed_parts: tuple[object, ...], kinds: Counter[tuple[int, str]]
    ) -> tuple[tuple[float, ...], int]:
        """Return the result with the change, and how many decisions other bots took over."""
        locked = 0
        while (seat := self.game.turn(state)) is not None:
            seen = self.game.observe(state, seat)
            action, taken = self._change(seen, seed_parts, kinds)
            locked += taken
            state = self.game.apply(state, action or self._act(self.cast.players[seat], seen, seed_parts))
        return tuple(self.game.returns(state)), locked

    def _change(
        self, seen: Observation, seed_parts: tuple[object, ...], kinds: Counter[tuple[int, str]]
    ) -> tuple[Action | None, bool]:
        """Return what a lock makes of a decision, and whether one does; counts the decisions of locked seats."""
        if seen.seat not in self.watched or len(seen.legal) < 2:
            return None, False
        kind = self.kind(self.game, seen)
        kinds[seen.seat, kind] += 1
        for lock in self.cast.locks:
            if lock.seat == seen.seat and lock.kind in ("", kind):
                return self._act(lock.bot, seen, seed_parts), True
        return None, False

    def _act(self, bot: str, seen: Observation, seed_parts: tuple[object, ...]) -> Action:
        agent = registry.cached_agent(self.cast.game, self.cast.rules, len(self.cast.players), bot)
        rng = dice.rng(*seed_parts, seen.seat, seen.turn)
        before = rng.getstate()
        action = corpus.answer(self.game, agent, seen, rng, self.cast.steps).action
        self.diced |= rng.getstate() != before
        return action
