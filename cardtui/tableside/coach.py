"""The bot that gives its opinion to a person: once as a hint, or before each move in coach mode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

from .. import registry
from ..core import Decision
from ..hosting.host import BotFault
from ..match import Match
from ..registry import lineup
from ..settings import Settings
from .conductor import Thinker
from .opinions import Advised, Second


class Coach:
    """The coach's opinions on the current position of a match; opinions on earlier positions are never shown.

    `settings` gives the wanted bot and its time limit; `changed` is called whenever there is something new to show.
    """

    def __init__(self, match: Match, settings: Callable[[], Settings], changed: Callable[[], None]) -> None:
        self.match = match
        self.settings = settings
        self.changed = changed
        self.other = registry.game_entry(match.game.name).second
        """The game's second coach, or ""."""
        self.instead = ""
        """The bot that is asked in place of the wanted one, as in a guided deal."""
        self.fault = ""
        """Why there is no opinion, or ""."""
        self.thinking = False
        """Whether the opinion may still change."""
        self.broken_off = False
        """Whether the last request was cancelled."""
        self.advice: tuple[int, Decision] | None = None
        """The opinion, with the match's ticket at the time of the request."""
        self.second: tuple[int, Second] | None = None
        """The opinion of the second coach, with its ticket."""
        self._heard: dict[int, tuple[Any, Decision]] = {}
        """The last opinion by the number of moves before it, with the state that it is about."""
        self._asked = 0

    @property
    def spec(self) -> str:
        """The bot's spec."""
        return lineup.coach(self.match.game, self.instead or self.settings().coach)

    @property
    def opinion(self) -> Decision | None:
        """The opinion on the current position, or None."""
        return self.advice[1] if self.advice and self.advice[0] == self.match.ticket else None

    @property
    def second_opinion(self) -> Second | None:
        """The second coach's opinion on the current position, if it would play another action."""
        if self.second is None or self.second[0] != self.match.ticket:
            return None
        second = self.second[1]
        return second if self.opinion and second.decision.action != self.opinion.action else None

    def heard(self, seat: int) -> list[Advised]:
        """Return the moves of this deal by a seat before which there was an opinion, with the last one."""
        found = []
        for turn, (old, frame) in enumerate(zip(self.match.before(), self.match.turns(), strict=True)):
            state, decision = self._heard.get(turn, (None, None))
            if decision and state is old.state and frame.move and frame.move.seat == seat:  # not one that was undone
                found.append(Advised(turn + 1, frame.move.action, decision))
        return found

    def forget(self) -> None:
        """Discard the opinions."""
        self.advice = self.second = None
        self.fault = ""

    async def advise(self, host: Thinker, *, both: bool, told: Callable[[Decision], None] = lambda _: None) -> None:
        """Ask for an opinion on the current position, and with `both` then also for the second coach's.

        `told` receives the coach's final opinion. Raises BotFault if the bot gives none.
        """
        spec, ticket = self.spec, self.match.ticket
        self._asked += 1
        asked = self._asked
        self.broken_off = False
        try:
            self.thinking = True
            async for decision in self._opinions(host, spec, ticket):
                self.advice = (ticket, decision)
                self._heard[len(self.match.turns())] = self.match.state, decision
                self.changed()
            self.thinking = False
            self.changed()
            if self.opinion and self.match.ticket == ticket:
                told(self.opinion)
            if both and self.other not in ("", spec):
                async for decision in self._opinions(host, self.other, ticket):
                    self.second = (ticket, Second(self.other, decision))
                    self.changed()
        except BotFault as fault:
            self.fault = fault.message
            raise
        except asyncio.CancelledError:
            self.broken_off = asked == self._asked
            raise
        finally:
            if asked == self._asked:  # otherwise it has been asked again
                self.thinking = False
                self.changed()

    async def _opinions(self, host: Thinker, spec: str, ticket: int) -> AsyncIterator[Decision]:
        """Yield the bot's decisions for the seat to act, until the match moves on."""
        match = self.match
        seat = match.turn
        if match.ticket != ticket or seat is None:
            return
        seen, seed = match.observe(seat), match.rng_seed(seat)
        thoughts: Any = host.think(match.game, spec, seen, seed, seconds=self.settings().seconds)
        async with aclosing(thoughts) as stream:
            async for decision in stream:
                if match.ticket != ticket:
                    return
                yield decision
