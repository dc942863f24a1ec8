"""The bot whose opinion a person asks: once for a hint, or before each move in the coach's mode."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import TYPE_CHECKING

from textual.worker import Worker, WorkerState, get_current_worker

from .. import registry
from ..core import Decision
from ..host import BotFault
from ..match import Match
from .widgets.decisions import Second, share

if TYPE_CHECKING:
    from .felt import Felt

ASKING = "asking"
"""How a message begins that is out of date once the hint has come."""


def doing(compiling: str) -> str:
    """What a bot does that has not answered yet, where its host says what it compiles."""
    return f"{compiling}, once on this machine" if compiling else "thinking …"


class Coach:
    """The opinions on the position at a table; those on an earlier one are not shown."""

    def __init__(self, screen: Felt, match: Match) -> None:
        self.screen = screen
        self.match = match
        self.fault = ""
        """Why there is no opinion."""
        self.thinking = False
        """Whether the opinion may still change."""
        self.advice: tuple[int, Decision] | None = None
        """The opinion and the match's ticket when it was asked."""
        self.second: tuple[int, Second] | None = None
        """That of the game's other coach, likewise."""
        self._asking: Worker[None] | None = None
        """What asked last."""

    @property
    def spec(self) -> str:
        """The bot."""
        return registry.coach(self.match.game, self.screen.house.settings.coach)

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

    def ask(self) -> None:
        """Ask for the coach's mode."""
        self._begin(False)

    @property
    def broken_off(self) -> bool:
        """Whether the last asking was stopped before its end."""
        return self._asking is not None and self._asking.state is WorkerState.CANCELLED

    def hint(self) -> None:
        """Ask once, whatever the mode."""
        if self.opinion:
            self._tell_hint(self.spec, self.opinion)
        else:
            self.screen.say(self._waiting)
            self._begin(True)

    def _begin(self, hint: bool) -> None:
        self._asking = self.screen.run_worker(self._advise(hint), group="coach", exclusive=True)

    @property
    def doing(self) -> str:
        """What it does while it has not answered."""
        return doing(self.screen.house.opinions.compiling)

    @property
    def _waiting(self) -> str:
        return f"{ASKING} {self.spec}: {self.doing}"

    def tick(self) -> None:
        """Tell what a hint waits for."""
        if self.screen.message.startswith(ASKING) and self.screen.message != self._waiting:
            self.screen.say(self._waiting)

    async def _advise(self, hint: bool) -> None:
        spec, ticket, second = self.spec, self.match.ticket, self.screen.entry.second
        try:
            self.thinking = True
            async for decision in self._opinions(spec, ticket):
                self.advice = (ticket, decision)
                self.screen.draw_thoughts()
            self.thinking = False
            self.screen.draw_thoughts()
            if hint and self.opinion and self.match.ticket == ticket:
                self._tell_hint(spec, self.opinion)
            if second not in ("", spec) and not hint:
                async for decision in self._opinions(second, ticket):
                    self.second = (ticket, Second(second, decision))
                    self.screen.draw_thoughts()
        except BotFault as fault:
            self.fault = fault.message
            self.screen.say(f"no opinion: {fault.message}", True)
        finally:
            if self._asking is get_current_worker():  # else it is asked anew
                self.thinking = False
                self.screen.draw_thoughts()
                if self.screen.message.startswith(ASKING):
                    self.screen.say("")

    async def _opinions(self, spec: str, ticket: int) -> AsyncIterator[Decision]:
        """What the bot would do for the seat to move, ever better, while that seat is to move."""
        match = self.match
        seat = match.turn
        if match.ticket != ticket or seat is None:
            return
        thoughts = self.screen.house.opinions.think(
            match.game, spec, match.observe(seat), match.rng_seed(seat), seconds=self.screen.house.settings.seconds
        )
        async with aclosing(thoughts) as stream:
            async for decision in stream:
                if match.ticket != ticket:
                    return
                yield decision

    def _tell_hint(self, spec: str, decision: Decision) -> None:
        best = next((option for option in decision.options if option.action == decision.action), None)
        chance = f"P {share(best.probability)} " if best and best.probability < 1 else ""
        why = f" · {chance}{best.why}" if best else ""
        self.screen.say(f"hint ({spec}): {self.screen.hinted(decision.action)}{why}")
