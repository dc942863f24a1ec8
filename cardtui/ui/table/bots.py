"""The bots of a table: their moves, questions to the user about bots that fail, and the coach's opinions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.worker import Worker, get_current_worker

from ... import registry, words
from ...core import Decision, Refusal
from ...hosting.host import BotFault, Host
from ...registry import lineup
from ...settings import SETTINGS
from ...system.files import sentence
from ...tableside import MODES, Conductor, Tableside
from ..dialogs import Choice, Question

if TYPE_CHECKING:
    from .layout import TableLayout

LONG = 5.0
"""Seconds of thinking after which the user may ask what to do about the bot."""
SHORTEST = 0.1
"""The smallest nonzero pause of bots in seconds; the next step is the setting's minimum."""
ASKING = "asking"
"""The beginning of a message that is removed once the hint has arrived."""


def bot_status(compiling: str) -> str:
    """Return what a bot without an answer is doing; `compiling` is what its host reports of compilation, or ""."""
    return f"{compiling}, once on this machine" if compiling else "thinking …"


class TableBots:
    """Lets the bots of a table move and give opinions, in workers of its screen."""

    def __init__(self, screen: TableLayout, tableside: Tableside) -> None:
        self.screen = screen
        self.tableside = tableside
        self.match = tableside.match
        self._conductor: Conductor | None = None
        self._question: Question | None = None
        """The last question about a bot."""
        self._asking: Worker[None] | None = None
        """The worker that last asked the coach."""

    def begin(self) -> None:
        """Apply the settings once the screen is part of an app. Where nobody plays, all cards are shown."""
        tableside, app = self.tableside, self.screen.card_app
        settings = app.settings
        usual = settings.panels.get(self.match.game.name, settings.panel)
        tableside.set_panel(usual if tableside.people or settings.panel_asked else "open")
        self._conductor = Conductor(
            self.match, app.moves, self._told, self._moved, settings.pace, settings.seconds, tableside.trick,
            self.screen.changed,
        )  # fmt: skip
        self.screen.run_worker(self._prepare(app.moves, tableside.bots), group="prepare")
        if not self.match.header.ranked and tableside.people:
            self.screen.run_worker(self._prepare(app.opinions, (tableside.coach.spec,)), group="prepare")

    async def _prepare(self, host: Host, specs: Sequence[str]) -> None:
        """Build bots in advance, one by one, so that everything they need is compiled."""
        for spec in dict.fromkeys(specs):
            await host.prepare(self.match.game, spec)

    # --- what a table with people elsewhere tells (see `remote_players.RemotePlayers`); "" here -----------------

    @property
    def prompt(self) -> str:
        """What replaces the prompt of the input line."""
        return ""

    @property
    def location(self) -> str:
        """The address of the table."""
        return ""

    @property
    def leave_warning(self) -> str:
        """What to tell the user before leaving."""
        return ""

    # --- moves -----------------------------------------------------------------------------------

    @property
    def thinking(self) -> int | None:
        """The seat whose bot is thinking."""
        return self._conductor.thinking if self._conductor else None

    @property
    def thinking_text(self) -> str:
        """Who has been thinking for how long, in words; "" in the first second."""
        conductor, seat = self._conductor, self.thinking
        if conductor is None or seat is None or not (lasted := conductor.lasted):
            return ""
        name = self.tableside.names[seat]
        if compiling := self.screen.card_app.moves.compiling:
            return f"{name} is to move: {bot_status(compiling)}"
        asks = " · Space asks what to do" * (time.monotonic() - conductor.since > LONG)
        return f"{name} is thinking, {lasted}{asks}"

    @property
    def paused(self) -> bool:
        """Whether the bots are paused."""
        return bool(self._conductor and self._conductor.paused)

    def change_pace(self, sign: int) -> None:
        """Double the seconds between moves of bots, or halve them if `sign` is negative."""
        pace, setting = self.screen.card_app.settings.pace, SETTINGS["pace"]
        if sign > 0:
            pace = min(setting.high, max(SHORTEST, round(2 * pace, 2)))
        else:
            pace = round(pace / 2, 2) if pace >= 2 * SHORTEST else setting.low
        if self._conductor:
            self._conductor.pace = pace
        self.screen.say(f"bots wait {pace:g} s between moves")
        self.screen.card_app.set_setting("pace", pace)  # last: that it cannot be saved is told instead

    def go(self) -> None:
        """Let the bots move until a person is to act, in a worker; decisions so far are discarded."""
        self.tableside.live = None
        self.tableside.coach.forget()
        self.screen.run_worker(self._run(), group="bots", exclusive=True)

    async def _run(self) -> None:
        conductor = self._conductor
        assert conductor
        try:
            await conductor.run()
        except BotFault as fault:
            self.ask_about(fault.spec, "cannot go on", fault.message)
            return
        except (Refusal, OSError) as error:
            conductor.pause(True)
            self.screen.say(f"the match stands still: {sentence(error)}; space goes on", True)
            self.screen.run_worker(self._run(), group="bots")
            return
        finally:
            self.tableside.live = None
        self.screen.changed()
        self.advise()
        if await self.tableside.trick.swept():
            self.screen.changed()

    def _told(self, seat: int, decision: Decision) -> None:
        self.tableside.live = (seat, decision)
        if self.tableside.panel == "open":
            self.screen.drawing.thoughts()

    def _moved(self) -> None:
        self.tableside.live = None
        if self._question and self._question.is_active:  # the bot has answered after all
            self._question.dismiss()
        refused = self.tableside.people and self.screen.message.startswith("✗")
        if refused or self.match.turn is None:  # what is told was about the previous position, or the last deal
            self.screen.say("")
        self.screen.changed(saved=True)

    def ask_about(self, spec: str, trouble: str, text: str) -> None:
        """Ask whether a bot in trouble is retried or replaced; `trouble` is what it does, `text` the details."""
        match, seat, ticket = self.match, self.match.turn, self.match.ticket
        assert seat is not None
        who = words.introduced(match.header.seats, self.screen.card_app.settings)[seat]
        usual = lineup.default_bots(match.game.name, match.game.spec)
        able = registry.able_bots(match.game.name, match.game.spec)
        known = [bot for bot in dict.fromkeys([*usual, *able]) if bot not in (spec, "random")]
        choices = (
            Choice("r", f"retry {spec}", "retry"),
            *(Choice(str(n), f"replace it by {bot}", bot) for n, bot in enumerate(known[:4], 1)),
            Choice("x", "resign the seat: it plays on at random", "random"),
            Choice("escape", "wait", ""),
        )

        def answered(answer: str | None) -> None:
            conductor = self._conductor
            assert conductor
            if match.ticket != ticket or not self.screen.is_drawable:
                return  # the bot has moved meanwhile, or the table was left
            if not answer and conductor.thinking is not None:
                return  # the bot is still thinking
            try:
                if answer and answer != "retry":
                    match.replace(seat, answer)
            except (Refusal, OSError) as error:
                self.screen.say(sentence(error), True)
            if not answer:
                conductor.pause(True)
                self.screen.say("the bots hold; space goes on")
            self.screen.changed(saved=True)
            self.go()

        say = self.screen.words.say.told
        choices = tuple([choice._replace(label=say(choice.label)) for choice in choices])
        self._question = Question(say(f"{who} {trouble}"), say(text), choices)
        self.screen.app.push_screen(self._question, answered)

    def skip(self) -> None:
        """Pause or resume if only bots play; otherwise skip the pauses until a person is to act.

        If a bot has been thinking for long, ask what to do about it.
        """
        assert self._conductor
        seat, long = self._conductor.thinking, time.monotonic() - self._conductor.since
        if seat is not None and long > LONG:
            spec = self.match.header.seats[seat]
            self.ask_about(spec, "is thinking", f"{spec} has been thinking for {long:.0f} seconds")
        elif not self.tableside.people or self._conductor.paused:
            self._conductor.pause(not self._conductor.paused)
            self.screen.redraw()
            self.screen.refresh_bindings()
        else:
            self._conductor.hurry()

    def step(self) -> None:
        """Let one bot move."""
        assert self._conductor
        self._conductor.step()
        self.screen.redraw()
        self.screen.refresh_bindings()

    # --- thoughts and the coach --------------------------------------------------------------------

    def choose_panel(self) -> None:
        """Ask for the mode of the bots' panel."""
        tableside, say = self.tableside, self.screen.words.say
        choices = (
            *(
                Choice(mode[0], say.told(f"{MODES[mode]}{' · as it is now' * (mode == tableside.panel)}"), mode)
                for mode in tableside.modes()
            ),
            Choice("escape", say("leave it"), ""),
        )

        def answered(mode: str | None) -> None:
            if mode:
                self.set_panel(mode)

        self.screen.app.push_screen(
            Question(say("bots' panel"), say("When shall it tell what the bots think?"), choices, "f2"), answered
        )

    def set_panel(self, mode: str) -> None:
        """Change the panel's mode and remember it for this game.

        It is not remembered if no people play, and never if it shows the other hands.
        """
        tableside = self.tableside
        tableside.set_panel(mode)
        self.screen.page = "history"
        self.screen.say(f"bots' panel: {MODES[tableside.panel]}")  # a more reserved one where there is none of that
        if tableside.people and mode != "open":
            self.screen.card_app.keep_panel(self.match.game.name, mode)
        self.screen.changed()
        self.advise()

    @property
    def coach_status(self) -> str:
        """What the coach is doing while it has not answered."""
        return bot_status(self.screen.card_app.opinions.compiling)

    def advise(self) -> None:
        """Ask the coach, in coach mode and on a person's turn."""
        if self.tableside.wants_advice:
            self._ask_coach(hint=False)

    def hint(self) -> None:
        """Ask the coach once, in any mode."""
        coach = self.tableside.coach
        if coach.opinion:
            self._tell_hint(coach.opinion)
        else:
            self.screen.say(self._waiting, stays=True)
            self._ask_coach(hint=True)

    def _ask_coach(self, hint: bool) -> None:
        self._asking = self.screen.run_worker(self._advise(hint), group="coach", exclusive=True)

    @property
    def _waiting(self) -> str:
        return self.screen.words.say.told(f"{ASKING} {self.tableside.coach.spec}: {self.coach_status}")

    @property
    def _waits(self) -> bool:
        """Whether the message tells what a hint is waiting for."""
        return self.screen.message.startswith(self.screen.words.say(ASKING))

    def tick(self) -> None:
        """Update the message about what a hint is waiting for."""
        if self._waits and self.screen.message != self._waiting:
            self.screen.say(self._waiting, stays=True)

    async def _advise(self, hint: bool) -> None:
        coach = self.tableside.coach
        told = self._tell_hint if hint else lambda decision: None
        try:
            await coach.advise(self.screen.card_app.opinions, both=not hint and not self.tableside.guide, told=told)
        except BotFault as fault:
            self.screen.say(f"no opinion: {fault.message}", True)
        finally:
            asked_again = self._asking is not get_current_worker()
            if not asked_again and self._waits:
                self.screen.say("")

    def _tell_hint(self, decision: Decision) -> None:
        why = words.why(self.match.game, self.screen.seen, decision, self.screen.card_app.settings.spoken)
        told = f"hint ({self.tableside.coach.spec}): {self.screen.hint_label(decision.action)}"
        self.screen.say(f"{told} · {why}" if why else told, stays=True)
