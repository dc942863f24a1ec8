"""Who sits at a table and what each may see: whose hand is shown, the bots' moves and thoughts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from .. import registry, words
from ..core import Card, Decision, Observation, Refusal
from ..entries import HUMAN
from ..host import BotFault, Host
from ..match import Match
from ..record import Frame
from ..settings import PANELS
from .coach import Coach, doing
from .conductor import Conductor
from .dialogs import Choice, Question
from .widgets.decisions import SIGNS, Entry

if TYPE_CHECKING:
    from .felt import Felt

LONG = 5.0
"""Seconds of thought after which one may want to know why."""
_MODES = {
    "hidden": "hidden",
    "deal": "after the deal",
    "move": "after each move (training: it tells of their cards)",
    "coach": "the coach's opinion of your cards before you move",
    "open": "open, their cards too (training)",
}
"""The modes of the bots' panel, as a person is asked; the one that gives away most comes last."""


@cache
def _version(game: str, spec: str) -> str:
    """The weights of a bot, after a space; "" where it has none."""
    with suppress(Refusal):  # the bot itself says what is wrong
        return f" {registry.version(game, spec)[:SIGNS]}".rstrip()
    return ""


class Seats:
    """The seats of a table's match."""

    def __init__(self, screen: Felt, match: Match) -> None:
        self.screen = screen
        self.match = match
        self.people = tuple(seat for seat, spec in enumerate(match.header.seats) if spec == HUMAN)
        self.viewer = self.people[0] if self.people else 0
        self.cover()
        self.panel = self._before = "deal"
        self.live: tuple[int, Decision] | None = None
        """What the bot that is thinking has come to."""
        self.coach = Coach(screen, match)
        self._conductor: Conductor | None = None
        self._question: Question | None = None
        """What was asked last about a bot."""

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return words.names(self.match.header.seats)

    @property
    def bots(self) -> tuple[str, ...]:
        """The specs of the bots."""
        return tuple(spec for spec in self.match.header.seats if spec != HUMAN)

    # --- what is shown ---------------------------------------------------------------------------

    def look(self) -> None:
        """Settle whose hand is shown and whether it is covered."""
        turn = self.match.turn
        if not self.people:
            self.covered = self.panel != "open" and turn is not None and self.match.secret
        elif turn is None:
            self.covered = False
        elif turn in self.people and turn != self.viewer:
            self.viewer, self.covered = turn, self.match.secret

    def observe(self) -> Observation:
        """What the viewer may see now; while the hand is covered, only what all seats see."""
        seen = self.match.observe(self.viewer)
        if not self.covered:
            return seen
        zones = tuple(zone._replace(cards=()) if zone.name == "hand" else zone for zone in seen.zones)
        views = [self.match.observe(seat) for seat in range(len(self.match.header.seats))]
        history = tuple(
            event if all(other == event for other in others) else event._replace(gain=())
            for event, *others in zip(seen.history, *[view.history for view in views], strict=True)
        )
        facts = {
            key: value if all(view.facts[key] == value for view in views) else None for key, value in seen.facts.items()
        }
        return seen._replace(zones=zones, facts=facts, history=history, legal=())

    def cover(self) -> None:
        """Hands are covered again, where several people look at one screen."""
        self.covered = len(self.people) > 1 and self.match.secret

    def uncover(self) -> None:
        """The right person is there."""
        self.covered = False
        self.screen.changed()
        self.advise()

    def open_hands(self) -> dict[int, tuple[Card, ...]]:
        """Hands of bots that lie open."""
        if self.panel != "open" or self.covered:
            return {}
        seats = [seat for seat, spec in enumerate(self.match.header.seats) if spec != HUMAN and seat != self.viewer]
        return {seat: self.match.observe(seat).zone("hand").cards for seat in seats}

    def entries(self, full: bool = False) -> tuple[list[Entry], str]:
        """What the bots' panel shows now, and what it says when that is nothing."""
        names, over = self.names, self.match.turn is None
        if self.panel == "hidden":
            return [], "hidden; F2 opens"
        if self.panel == "coach" and not over:
            coach = self.coach
            if coach.opinion:
                title = f"coach {coach.spec}{_version(self.match.header.game, coach.spec)}{' …' * coach.thinking}"
                return [Entry(title, coach.opinion, second=coach.otherwise)], ""
            asked = self.match.is_human(self.match.turn) and not self.covered
            return [], coach.fault or f"coach {coach.spec}: {coach.doing if asked else 'before your move'}"
        thoughts = [
            (frame.move.seat, Entry(self._whose(turn, frame), frame.move.decision))
            for turn, frame in enumerate(self.match.turns(), 1)
            if frame.move and frame.move.decision
        ]
        if over:
            return [entry._replace(rows=0 if full else 3) for _, entry in thoughts], "none"
        if self.panel == "deal":
            return [], "shown after the deal; F2 changes that"
        found = []
        if self.live and self.panel == "open":
            found.append(Entry(f"{names[self.live[0]]} is thinking", self.live[1], 0 if full else 6))
        shown: set[int] = set()
        for seat, entry in reversed(thoughts):
            if seat not in shown:
                shown.add(seat)
                found.append(entry._replace(rows=0 if full else 6))
        return found, "after each move"

    def _whose(self, turn: int, frame: Frame) -> str:
        """Which bot, by name and weights, decided in which turn."""
        assert frame.move
        seat, header = frame.move.seat, frame.header
        return f"turn {turn} · {words.names(header.seats)[seat]} {header.weights[seat][:SIGNS]}".rstrip()

    def choose_panel(self) -> None:
        """Ask for the panel's mode."""
        choices = (
            *(
                Choice(mode[0], f"{told}{' · as it is now' * (mode == self.panel)}", mode)
                for mode, told in self._modes()
            ),
            Choice("escape", "leave it", ""),
        )

        def answered(mode: str | None) -> None:
            if mode:
                self.set_panel(mode)

        self.screen.app.push_screen(
            Question("bots' panel", "When shall it tell what the bots think?", choices), answered
        )

    def toggle_coach(self) -> None:
        """The coach, or again what there was before it."""
        self.set_panel("coach" if self.panel != "coach" else self._before)

    def set_panel(self, mode: str) -> None:
        """Change the panel's mode, and keep it for this game's next matches.

        Not where nobody plays, and never the one in which the others' hands lie open.
        """
        if self.panel != "coach":
            self._before = self.panel
        self.panel = mode
        if self.people and mode != "open":
            self.screen.house.keep_panel(self.match.game.name, mode)
        self.screen.page = self.page
        self.screen.say(f"bots' panel: {_MODES[mode]}")
        self.screen.changed()
        self.advise()

    def _modes(self) -> list[tuple[str, str]]:
        """The modes that this match has: a ranked one those that tell nothing during the deal.

        Where no bots sit there is the coach alone, and where nobody plays none.
        """
        barred = {"move", "coach", "open"} if self.match.header.ranked else set()
        barred |= set() if self.bots else {"deal", "move", "open"}
        barred |= set() if self.people else {"coach"}
        return [(mode, told) for mode, told in _MODES.items() if mode not in barred]

    @property
    def page(self) -> str:
        """The page beside a narrow table that the panel's mode asks for."""
        return "bots" if self.panel in PANELS[2:] else "history"

    def begin(self) -> None:
        """Take the settings, once the screen has an app. Where nobody plays there is nobody to hide the cards from."""
        settings = self.screen.house.settings
        wanted = settings.panels.get(self.match.game.name, settings.panel) if self.people else "open"
        modes = [mode for mode, _ in self._modes()]
        self.panel = next(mode for mode in (wanted, "deal", "hidden") if mode in modes)
        house = self.screen.house
        self._conductor = Conductor(self.match, house.moves, self._told, self._moved, settings.pace, settings.seconds)
        self.screen.run_worker(self._prepare(house.moves, self.bots), group="prepare")
        if not self.match.header.ranked and self.people:
            with suppress(Refusal):  # no bot can play by these rules
                self.screen.run_worker(self._prepare(house.opinions, (self.coach.spec,)), group="prepare")

    async def _prepare(self, host: Host, specs: Sequence[str]) -> None:
        """Build bots, one by one, before they are asked: whatever has to be compiled is compiled now."""
        for spec in dict.fromkeys(specs):
            await host.prepare(self.match.game, spec)

    # --- moves of bots -----------------------------------------------------------------------------

    @property
    def thinking(self) -> int | None:
        """The seat whose bot is thinking."""
        return self._conductor.thinking if self._conductor else None

    @property
    def thought(self) -> str:
        """Who has been thinking for a while and how long; "" when nobody has."""
        conductor, seat = self._conductor, self.thinking
        if conductor is None or seat is None or not (lasted := conductor.lasted):
            return ""
        if compiling := self.screen.house.moves.compiling:
            return f"{self.names[seat]} is to move: {doing(compiling)}"
        asks = " · ␣ asks what to do" * (time.monotonic() - conductor.since > LONG)
        return f"{self.names[seat]} is thinking, {lasted}{asks}"

    @property
    def paused(self) -> bool:
        """Whether the bots hold."""
        return bool(self._conductor and self._conductor.paused)

    def pace(self, pace: float) -> None:
        """Seconds between the moves of bots."""
        if self._conductor:
            self._conductor.pace = pace

    def go(self) -> None:
        """Let the bots move up to the next person; what they were thinking of before is dropped."""
        self.live = None
        self.coach.forget()
        self.screen.run_worker(self._run(), group="bots", exclusive=True)

    async def _run(self) -> None:
        conductor = self._conductor
        assert conductor
        try:
            await conductor.run()
        except BotFault as fault:
            self._ask_about(fault.spec, f"{fault.spec} cannot go on", fault.message)
            return
        except (Refusal, OSError) as error:
            conductor.pause(True)
            self.screen.say(f"the match stands still: {error}; space goes on", True)
            self.screen.run_worker(self._run(), group="bots")
            return
        finally:
            self.live = None
        self.screen.changed()
        self.advise()

    def _told(self, seat: int, decision: Decision) -> None:
        self.live = (seat, decision)
        if self.panel == "open":
            self.screen.draw_thoughts()

    def _moved(self) -> None:
        self.live = None
        if self._question and self._question.is_active:  # it has answered after all
            self._question.dismiss()
        if self.screen.message.startswith("✗"):  # it spoke of the position before
            self.screen.say("")
        self.screen.changed(saved=True)

    def _ask_about(self, spec: str, title: str, text: str) -> None:
        """What to do about a bot that gives no answer; the match waits."""
        match, seat, ticket = self.match, self.match.turn, self.match.ticket
        assert seat is not None
        usual = registry.default_bots(match.game.name, match.game.spec)
        known = [
            bot for bot in dict.fromkeys([*usual, *registry.names(match.game.name)]) if bot not in (spec, "random")
        ]
        choices = (
            Choice("r", f"retry {spec}", "retry"),
            *(Choice(str(n), f"replace it by {bot}", bot) for n, bot in enumerate(known[:4], 1)),
            Choice("x", "resign the seat: it plays on at random", "random"),
            Choice("escape", "wait", ""),
        )

        def answered(answer: str | None) -> None:
            conductor = self._conductor
            assert conductor
            if match.ticket != ticket or not self.screen.stands:
                return  # the bot has moved meanwhile, or nobody sits here any more
            if not answer and conductor.thinking is not None:
                return  # it is still at it
            try:
                if answer and answer != "retry":
                    match.replace(seat, answer)
            except (Refusal, OSError) as error:
                self.screen.say(str(error), True)
            if not answer:
                conductor.pause(True)
                self.screen.say("the bots hold; space goes on")
            self.screen.changed(saved=True)
            self.go()

        self._question = Question(title, text, choices)
        self.screen.app.push_screen(self._question, answered)

    def skip(self) -> None:
        """Pause or go on when only bots play; else play up to the next person without waiting.

        When a bot has been thinking for long, ask what to do about it.
        """
        assert self._conductor
        seat, long = self._conductor.thinking, time.monotonic() - self._conductor.since
        if seat is not None and long > LONG:
            spec = self.match.header.seats[seat]
            self._ask_about(spec, f"{spec} is thinking", f"{spec} has been thinking for {long:.0f} seconds")
        elif not self.people or self._conductor.paused:
            self._conductor.pause(not self._conductor.paused)
            self.screen.redraw()
        else:
            self._conductor.hurry()

    def step(self) -> None:
        """One move of a bot."""
        assert self._conductor
        self._conductor.step()
        self.screen.redraw()

    @property
    def advised(self) -> Decision | None:
        """The coach's opinion of the position now, in its mode."""
        return self.coach.opinion if self.panel == "coach" else None

    def advise(self) -> None:
        """Ask the coach, in its mode and on a person's turn."""
        if self.panel == "coach" and self.match.is_human(self.match.turn) and not self.covered:
            self.coach.ask()

    # --- what cannot be done -------------------------------------------------------------------------

    def reason(self, action: str) -> str:
        """Why `action` cannot be done now; "" when it can."""
        match, turn = self.match, self.match.turn
        mine = match.is_human(turn)
        ranked = match.header.ranked and turn is not None
        if action in ("hint", "inspect") and ranked:
            return f"a ranked match gives no help: {action} comes after the deal"
        if action == "coach":
            given = any(mode == "coach" for mode, _ in self._modes())
            return "" if given else "a ranked match gives no help" if match.header.ranked else "nobody plays here"
        if action == "hint":
            return "" if mine and not self.covered else "a hint is for your own turn"
        if action == "inspect":
            return "the hand is covered" if self.covered else ""
        if action == "undo":
            return match.undo_reason()
        if action == "next_deal":
            over = "the match is over: r plays another"
            return "this deal is not over" if turn is not None else over if match.over else ""
        if action == "rematch":
            return "" if match.over else "the match is not over"
        if action in ("skip", "step"):
            return "the deal is over" if turn is None else "it is a person's turn: no bot to wait for" if mine else ""
        if action == "thoughts":
            entries, empty = self.entries()
            return "" if entries else f"no thoughts to show: {empty}"
        return ""
