"""The bot whose opinion a person asks: once for a hint, or before each move in the coach's mode."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

from .. import registry
from ..core import Decision
from ..host import BotFault
from ..match import Match
from ..settings import Settings
from .conductor import Thinker
from .opinions import Second


class Coach:
    """The opinions on the position at a table; those on an earlier one are not shown.

    `settings` tells which bot is wanted and how long it may think; `changed` is called whenever there is news.
    """

    def __init__(self, match: Match, settings: Callable[[], Settings], changed: Callable[[], None]) -> None:
        self.match = match
        self.settings = settings
        self.changed = changed
        self.other = registry.game_entry(match.game.name).second
        """The game's other coach; "" where there is none."""
        self.fault = ""
        """Why there is no opinion."""
        self.thinking = False
        """Whether the opinion may still change."""
        self.broken_off = False
        """Whether the last asking was stopped before its end."""
        self.advice: tuple[int, Decision] | None = None
        """The opinion and the match's ticket when it was asked."""
        self.second: tuple[int, Second] | None = None
        """That of the game's other coach, likewise."""
        self._asked = 0

    @property
    def spec(self) -> str:
        """The bot. Refusal when none can play by these rules."""
        return registry.coach(self.match.game, self.settings().coach)

    @property
    def opinion(self) -> Decision | None:
        """What it thinks of the position now."""
        return self.advice[1] if self.advice and self.advice[0] == self.match.ticket else None

    @property
    def otherwise(self) -> Second | None:
        """What the game's other coach thinks, where it would play another action."""
        if self.second is None or self.second[0] != self.match.ticket:
            return None
        second = self.second[1]
        return second if self.opinion and second.decision.action != self.opinion.action else None

    def forget(self) -> None:
        """Drop what was thought."""
        self.advice = self.second = None
        self.fault = ""

    async def advise(self, host: Thinker, *, both: bool, told: Callable[[Decision], None] = lambda _: None) -> None:
        """Ask about the position now. `told` gets the coach's last word; `both`: ask the game's other coach after it.

        BotFault when the bot gives no opinion.
        """
        spec, ticket = self.spec, self.match.ticket
        self._asked += 1
        asked = self._asked
        self.broken_off = False
        try:
            self.thinking = True
            async for decision in self._opinions(host, spec, ticket):
                self.advice = (ticket, decision)
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
            if asked == self._asked:  # else it is asked anew
                self.thinking = False
                self.changed()

    async def _opinions(self, host: Thinker, spec: str, ticket: int) -> AsyncIterator[Decision]:
        """What the bot would do for the seat to move, ever better, while that seat is to move."""
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
