"""The display of inspect: one position, and the opinions of several bots side by side."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from pathlib import Path
from time import perf_counter
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static

from .. import registry, words
from ..core import Card, Decision, Refusal
from ..host import BotFault
from ..review import opinions, positions, solved
from ..review.positions import Position
from ..tableside import SIGNS
from .base import HouseScreen
from .bots import doing
from .start import Inspect
from .widgets.compare import Column, CompareView
from .widgets.decisions import share
from .widgets.line import InputLine, KeyLine
from .widgets.lines import Lines
from .widgets.policy import PolicyView
from .widgets.titles import retitle
from .widgets.zones import zone_lines

COMMANDS = "random 12 · agents A B · worst 200 · outcomes 200 · record FILE · back"
PAGES = ("options", "grid", "claims")
MESSAGE = 2
"""Maximum number of lines of a message."""


class PositionScreen(HouseScreen):
    """One position and the bots' opinions on it. Raises Refusal if the position is invalid."""

    def __init__(self, start: Inspect) -> None:
        super().__init__()
        self.name_of_game = start.game
        self.seed = -1
        self.past: list[Position] = []
        self.turns: list[Position] = []
        if start.observation:
            self.position = positions.from_text(start.game, start.observation)
        elif start.record:
            self.turns = positions.all_turns(start.game, start.record)
            self.position = self.turns[0]
        else:
            self.position = self.random_position(registry.game(start.game, start.rules), start.seed)
        self.agents = start.agents or registry.default_bots(start.game, self.position.game.spec)
        self.now: dict[str, Decision] = {}
        self.before: dict[str, Decision] = {}
        self.faults: dict[str, str] = {}
        self.versions: dict[str, str] = {}
        self.page = PAGES[0]
        self.table_bot = 0
        self.open = False
        """Whether all hands are shown."""
        self.solved: dict[tuple[Path, int], str] = {}
        """The solver's result for each solved moment of a record."""
        self.known = f"{positions.examples(start.game)} · {COMMANDS}"
        """The commands that can be typed."""
        self.message = self.known
        self.thinking = ""
        """The bot that is thinking now, or ""."""

    def compose(self) -> ComposeResult:
        yield Horizontal(Lines("title"), Static("F1 help  ^p commands ", id="modes"), id="bar")
        with Horizontal(id="position", classes="box"):
            yield Lines("seats")
            yield Lines("others")
        yield CompareView().add_class("box")
        yield PolicyView(self.name_of_game, "policy").add_class("box")
        with Vertical(id="typing", classes="box"):
            yield InputLine(id="line")
        yield Lines("message")
        yield KeyLine("keys")

    def on_mount(self) -> None:
        """Draw the screen and ask the bots."""
        self.query_one(InputLine).focus()
        self.set_interval(1.0, self._tell_compiling)
        self.redraw()
        self.ask()

    def _tell_compiling(self) -> None:
        """Show what the thinking bot has to compile first."""
        if self.thinking and (compiling := self.house.study.compiling) and not self.message.startswith("✗"):
            self.say(f"{self.thinking}: {doing(compiling)}")

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self.call_after_refresh(self.redraw)

    def on_screen_resume(self) -> None:
        """Focus the input line."""
        self.query_one(InputLine).focus()

    # --- positions ----------------------------------------------------------------------------------

    def show(self, position: Position, compare: bool = False) -> None:
        """Show another position; `compare` keeps the bots' previous opinions beside the new ones."""
        self.past.append(self.position)
        self.enter(position, compare)

    def enter(self, position: Position, compare: bool) -> None:
        """Switch to a position and ask the bots about it, without adding to the list of past positions."""
        self.before = dict(self.now) if compare else {}
        self.now, self.faults = {}, {}
        self.position = position
        self.query_one(CompareView).row = 0
        self.redraw()
        self.ask()

    def random_position(self, game: Any, seed: int) -> Position:
        """Return the random position for a seed, which becomes the current seed."""
        self.seed = seed
        return positions.at_random(game, seed)

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand in the order shown and numbered, as at the table."""
        game, seen = self.position.game, self.position.seen
        return words.of(game.name).order(game, seen, self.house.settings.sort)

    def _nobody(self) -> str:
        """Explain why no bot is asked when the seat is not to act, and what to type instead."""
        position, mover = self.position, self.position.seen.mover
        if mover is None and "to_move" not in position.seen.facts:
            return f"seat {position.seen.seat + 1} is not to act here"
        if mover is None:
            return "the deal is over here, so there is nothing to decide"
        told = f"seat {mover + 1} is to act here, not seat {position.seen.seat + 1}"
        return f"{told}: type seat {mover + 1}" if "seat" in positions.short_form(position) else told

    def ask(self) -> None:
        """Ask all bots for their opinions on the position."""
        self.run_worker(self._ask(), group="opinions", exclusive=True)

    async def _ask(self) -> None:
        position, began = self.position, perf_counter()
        if not position.seen.legal:
            self.say(self._nobody())
            return
        steps, seconds = opinions.STEPS, self.house.settings.seconds
        for bot in self.agents:
            self.thinking = bot
            self.say(f"{bot} is thinking …")
            try:
                thought = self.house.study.think(
                    position.game, bot, position.seen, opinions.DICE, steps=steps, seconds=seconds
                )
                async with aclosing(thought) as decisions:
                    async for decision in decisions:
                        self.now[bot] = decision
                        self._draw_answers()
            except BotFault as fault:
                self.faults[bot] = fault.message
                self.redraw()
            finally:
                self.thinking = ""
        if self.message.startswith("✗"):
            return  # keep the message about the user's input
        answers = f"{len(self.agents)} answer{'s' * (len(self.agents) != 1)}"
        self.say(f"{position.origin} · {answers} in {1000 * (perf_counter() - began):.0f} ms")

    # --- drawing ------------------------------------------------------------------------------------

    @property
    def columns(self) -> list[Column]:
        """The opinion of each bot."""
        return [
            Column(bot, self.now.get(bot), self.before.get(bot), self.faults.get(bot, ""), self._version(bot))
            for bot in self.agents
        ]

    def _version(self, bot: str) -> str:
        if bot not in self.versions:
            try:
                self.versions[bot] = registry.version(self.name_of_game, bot)[:SIGNS]
            except Refusal:
                self.versions[bot] = ""  # reported when the bot itself is used
        return self.versions[bot]

    @property
    def turn(self) -> int | None:
        """The index of this position among the record's turns, or None."""
        return next((place for place, position in enumerate(self.turns) if position is self.position), None)

    @property
    def tables(self) -> list[str]:
        """The bots whose whole policy can be shown."""
        return [bot for bot in self.agents if registry.bot_entry(self.name_of_game, bot).policies]

    def redraw(self) -> None:
        """Redraw the screen."""
        if not self.stands:
            return
        game, seen = self.position.game, self.position.seen
        turn = f" · turn {self.turn + 1}/{len(self.turns)}" if self.turn is not None else ""
        title = f" cardtui ▸ inspect {game.name} · {self.page}   {game.spec}{turn}"
        self.query_one("#title", Lines).draw(lambda width: [Content(title)])
        self.set_class(self.page != PAGES[0], "-policy")
        names, four = self._names(), self.house.settings.four_colour
        mover, hand = seen.mover, self.hand
        retitle(self.query_one("#position"), self.position.origin, words.of(game.name).phase(game, seen, names))
        hands = {**self.position.hands, seen.seat: hand} if self.open else {}
        zones = [zone._replace(cards=hand) if zone.name == "hand" else zone for zone in seen.hands]
        self.query_one("#seats", Lines).draw(
            lambda width: zone_lines(game, seen, zones, names, mover, width, four, hands, True)
        )
        retitle(self.query_one("#typing"), self.known)
        self._draw_message()
        self._draw_answers()
        if self.page != PAGES[0]:
            self.query_one(PolicyView).show(self.tables[self.table_bot % len(self.tables)], self.page == "claims")
        self.refresh_bindings()

    def _draw_answers(self) -> None:
        """Draw the bots' opinions, and how well they guess the hidden cards."""
        if not self.stands:
            return
        game, seen, four = self.position.game, self.position.seen, self.house.settings.four_colour
        names, guesses = self._names(), self._guesses() if self.open else []
        others = [zone for zone in seen.zones if zone not in seen.hands]
        self.query_one("#others", Lines).draw(
            lambda width: zone_lines(game, seen, others, names, None, width, four) + guesses
        )
        self.query_one(CompareView).show(game, seen.legal, self.columns)

    def _names(self) -> list[str]:
        seen = self.position.seen
        return [f"{'you ' if seat == seen.seat else ''}seat {seat + 1}" for seat in range(self.position.game.seats)]

    def _guesses(self) -> list[Content]:
        """Return the probability that each bot assigns to the actual cards."""
        found = [(bot, positions.in_truth(self.position, decision)) for bot, decision in self.now.items()]
        lines = [f"{bot}: P {share(true[0])} on the truth, {true[1]} cards" for bot, true in found if true is not None]
        moment = self.position.moment
        return [Content(f" {line}") for line in [*lines, self.solved.get(moment, "") if moment else ""] if line]

    async def solve(self, moment: tuple[Path, int]) -> None:
        """Solve a moment of a record in a separate process. If cancelled, it can be asked for again."""
        self.solved[moment] = "solver: …"
        try:
            self.solved[moment] = await solved.ask(*moment)
        except asyncio.CancelledError:
            del self.solved[moment]
            raise
        self.redraw()

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message below the input line."""
        self.message = f"{'✗ ' if wrong else ''}{sentence}"
        if self.stands:
            self._draw_message()

    def _draw_message(self) -> None:
        def draw(width: int) -> list[Content]:
            rows = [Content(" ") + row for row in Content(self.message).wrap(max(10, width - 4))] or [Content("")]
            return rows if len(rows) <= MESSAGE else [*rows[: MESSAGE - 1], rows[MESSAGE - 1] + Content(" …")]

        self.query_one("#message", Lines).draw(draw)
