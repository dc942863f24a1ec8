"""The opinions of several bots on one position."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from time import monotonic

from .. import registry, words
from ..core import Decision, Refusal
from ..hosting.host import BotFault, Host
from ..review.positions import Position
from ..study import opinions
from ..tableside import SIGNS
from .widgets.compare import Column

PAUSE = 0.5
"""The least seconds from one of a bot's answers that is told to the next; its last one is always told."""


class Answers:
    """The decisions of several bots, now and before the position was changed, and why a bot has none."""

    def __init__(self, game: str, bots: Sequence[str]) -> None:
        self.game = game
        self.bots = tuple(bots)
        self.now: dict[str, Decision] = {}
        self.before: dict[str, Decision] = {}
        self.faults: dict[str, str] = {}
        self.thinking = ""
        """The bot that is thinking now, or ""."""
        self._versions: dict[str, str] = {}

    def begin(self, compare: bool) -> None:
        """Forget the answers, for another position; with `compare` they are kept as those before the change."""
        self.before = dict(self.now) if compare else {}
        self.now, self.faults = {}, {}

    def replace(self, bots: Sequence[str]) -> None:
        """Ask other bots from now on."""
        self.bots, self.before = tuple(dict.fromkeys(bots)), {}
        self.now = {bot: decision for bot, decision in self.now.items() if bot in self.bots}

    async def ask(self, host: Host, position: Position, seconds: float) -> AsyncIterator[str]:
        """Ask all bots, one after the other; yield a bot when it begins, after its answers and when it has ended.

        Answers that follow each other faster than `PAUSE` are not told one by one.
        """
        for bot in self.bots:
            self.thinking = bot
            yield bot
            try:
                thought = host.think(
                    position.game, bot, position.seen, opinions.SEED, steps=opinions.STEPS, seconds=seconds
                )
                told = -PAUSE
                async with aclosing(thought) as decisions:
                    async for decision in decisions:
                        self.now[bot] = words.of(self.game).explained(position.game, position.seen, decision)
                        if monotonic() - told >= PAUSE:
                            told = monotonic()
                            yield bot
            except BotFault as fault:
                self.faults[bot] = fault.message
            finally:
                self.thinking = ""
            yield bot

    @property
    def columns(self) -> list[Column]:
        """The decisions as columns of a `CompareView`, one for each bot."""
        return [
            Column(bot, self.now.get(bot), self.before.get(bot), self.faults.get(bot, ""), self._version(bot))
            for bot in self.bots
        ]

    @property
    def tables(self) -> list[str]:
        """The bots whose whole policy can be shown."""
        return [bot for bot in self.bots if registry.bot_entry(self.game, bot).policies]

    def _version(self, bot: str) -> str:
        if bot not in self._versions:
            try:
                self._versions[bot] = registry.version(self.game, bot)[:SIGNS]
            except Refusal:
                self._versions[bot] = ""  # reported when the bot itself is used
        return self._versions[bot]
