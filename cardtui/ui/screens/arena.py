"""A tournament while it runs: its standing, how fast it goes, how long it takes still. See `cardtui arena`."""

from __future__ import annotations

import json
import shlex
from contextlib import aclosing, suppress
from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.worker import WorkerError

from ... import system
from ...arena.figures import LETTERS
from ...core import STEPS, Refusal
from ...registry import catalogue
from ...review.export import markdown
from ...system.module_runner import lines
from ..base import AppScreen, TitleBar
from ..dialogs import Question, confirm
from ..exporting import ask_file
from ..look.panels import KEY, thousands
from ..start import Arena, Menu
from ..tournament import Tournament
from ..widgets.felt import Felt
from ..widgets.line import KeyLine
from .arena_felt import ROW, ArenaView, paint_arena

HELP = """\
Every deal is played in every seating, with the same cards for all, and the
intervals are computed over deals: see `cardtui arena --help`.

A row shows the mean and its 95% interval on an axis that all rows share,
and as a thin line an earlier interval, after a tenth of the games or more.
↑ ↓ choose the row that is shown in detail: how its interval narrows, since
which deal it has stayed on one side of a tie, and how often each value
came up. "▲ +0.01 in 500 deals" is how much those deals changed the mean.

p     pause, and go on; a paused arena leaves the processor free
d     leave it running, and go to the menu: there, a shows it again. It
      stops when the program ends.
s     stop, after a question: what has been played is kept, and printed
      when you leave
e     export the results so far to a file: JSON or Markdown
Esc   leave; an arena begun in the menu leads back there. One begun by
      `cardtui arena` prints its results to the terminal when the program
      ends, as in a pipe, also if d was pressed

With --plain, --json or in a pipe there is no screen; the figures of the
same seed are the same.
"""


class ArenaScreen(AppScreen):
    """Runs a tournament in a process of its own and shows its standing."""

    GUIDE = ("Arena", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p", "pause", "pause", tooltip="pause, or go on"),
        Binding("d", "detach", "leave running", tooltip="leave it running and go to the menu, where a shows it again"),
        Binding("s", "stop", "stop and keep", tooltip="stop: keep what has been played"),
        Binding("e", "export", "export", tooltip="export the standing to a file: JSON or Markdown"),
        Binding("up", "choose(-1)", "row", key_display="↑ ↓", tooltip="choose the previous row"),
        Binding("down", "choose(1)", "row", show=False),
        Binding("escape,enter,q", "leave", "leave", key_display="Esc", tooltip="leave, and print the results"),
    ]

    def __init__(self, start: Arena) -> None:
        super().__init__()
        self.start = start
        self.tournament = Tournament(start)
        self.chosen = 0
        self.stopped = False
        self.process = 0
        """The process that plays; 0 before it has been started."""
        self.paused = 0.0
        """Since when it is paused, by the monotonic clock; 0 while it runs."""
        self.printed = False
        """Whether the command that began the program prints what is found."""
        self._question: Question | None = None
        """The question whether to stop, once it has been asked."""

    def compose(self) -> ComposeResult:
        tournament, name = self.tournament, self.start.rules
        about = f"{tournament.title} · rules {name} · the same cards for all"
        yield TitleBar("arena", about)
        yield Felt()
        yield KeyLine()

    def on_mount(self) -> None:
        """Start the tournament."""
        self.printed = self.card_app.start_with is self.start
        self.worker = self.run_worker(self._follow())

    async def on_unmount(self) -> None:
        """Wait until the tournament's process has ended, while there is a loop that can."""
        self.worker.cancel()
        with suppress(WorkerError):
            await self.worker.wait()

    async def _follow(self) -> None:
        """Take the standings as they come. A fault ends the screen: the command reports it."""
        one = self.start
        asked = {"game": one.game, "rules": one.rules, "series": one.series, "deals": one.deals}
        asked |= {"seed": one.seed, "jobs": one.jobs, "steps": one.steps}
        try:
            async with aclosing(lines("cardtui.arena", json.dumps(asked), started=self._started)) as answers:
                async for found in answers:
                    self.tournament.update(found)
                    self.redraw()
                    self.refresh_bindings()
            if self._question and self._question.is_active:  # there is nothing left to stop
                self._question.dismiss()
            if self not in self.app.screen_stack:
                self.card_app.say("the tournament is done: a in the menu shows it")
        except Refusal as fault:
            one.kept["fault"] = str(fault)
            if self in self.app.screen_stack:
                self.leave(2)
            else:
                self._forget()
            self.card_app.say(str(fault), True)

    def _started(self, process: int) -> None:
        self.process = process
        self.redraw()
        self.refresh_bindings()

    def on_felt_resized(self) -> None:
        """Paint for the new size."""
        self.redraw()

    def on_felt_place_clicked(self, event: Felt.PlaceClicked) -> None:
        """Press the clicked key, or choose the clicked row."""
        if event.word.startswith(KEY):
            self.app.simulate_key(event.word.removeprefix(KEY))
        else:
            self.chosen = int(event.word.removeprefix(ROW))
            self.redraw()

    def redraw(self) -> None:
        """Paint the standing."""
        view = ArenaView(self.chosen, self.state, self._facts(), self._keys())
        self.query_one(Felt).paint(self.card_app.palette, lambda canvas: paint_arena(canvas, self.tournament, view))

    def _facts(self) -> list[tuple[str, str]]:
        """Return what the panel about the run says."""
        one, tournament = self.start, self.tournament
        command = [*catalogue.command_prefix(one.game), "arena", one.game, *one.bots, "--rules", one.rules]
        command += ["--deals", str(one.deals), "--seed", str(one.seed)]
        if len(one.series[0].bots) > 2:
            command.append("--table")
        elif tournament.law.seats > 2:
            command += ["--seats", str(tournament.law.seats)]
        if one.steps != STEPS:
            command += ["--steps", str(one.steps)]
        facts = [("command", shlex.join(command))]
        if tournament.law.seats > 1:
            seatings = ("".join(LETTERS[bot] for bot in seating) for seating in one.series[0].seatings)
            facts.append(("seatings", " ".join(seatings)))
        speed = one.kept.get("found", {}).get("throughput", {})
        if core := speed.get("games_per_second_core"):
            facts.append(("speed", f"{thousands(core)} games a second and core"))
        return facts

    def _keys(self) -> list[tuple[str, str]]:
        """Return the keys that do something now, and what they do."""
        told = {
            "p": "go on" if self.paused else "pause, and free the processor",
            "d": "leave it running, and go to the menu",
            "s": "stop, and keep what has been played",
            "e": "export the standing: JSON or Markdown",
        }
        actions = {"p": "pause", "d": "detach", "s": "stop", "e": "export"}
        return [(key, text) for key, text in told.items() if not self.disabled_reason(actions[key])]

    @property
    def state(self) -> str:
        """What replaces the time left, such as "paused"; "" while deals are played."""
        if self.tournament.over:
            return "done"
        if self.stopped or self.paused:
            return "stopped" if self.stopped else "paused: p goes on"
        return "" if self.tournament.now else "starting …"

    @property
    def running(self) -> bool:
        """Whether deals are still played."""
        return not (self.tournament.over or self.stopped)

    @property
    def leave_warning(self) -> str:
        lost = "is printed when the program ends" if self.printed else "is lost"
        return f"The tournament stops; what has been played {lost}." if self.running else ""

    def disabled_reason(self, action: str) -> str:
        if action in ("stop", "detach") and not self.running:
            return "it has ended: Esc leaves"
        if action == "pause":
            if not self.running:
                return "it has ended"
            if not self.process:  # group 0 would be the one of this program
                return "it has not begun yet"
            return "" if system.PAUSES else "Windows cannot pause it"
        if action == "export" and not self.tournament.now:
            return "nothing has been played yet"
        return ""

    def action_pause(self) -> None:
        """Pause the processes that play, or let them go on."""
        if self.paused:
            self.tournament.idle += monotonic() - self.paused
        self.paused = 0.0 if self.paused else monotonic()
        system.pause(self.process, bool(self.paused))
        self.redraw()

    def action_detach(self) -> None:
        """Leave it running behind the menu."""
        self.card_app.screens.keep_behind(self)
        self.card_app.screens.open(Menu())
        self.card_app.say("the tournament goes on: a in the menu shows it again")

    def leave(self, code: int = 0) -> None:
        super().leave(code)
        self.app.call_later(self._forget)

    def _forget(self) -> None:
        """Uninstall the screen if it was kept running behind others."""
        if self.app.is_screen_installed(self):
            self.app.uninstall_screen(self)
            self.remove()

    def action_export(self) -> None:
        """Ask for a file, and write the standing to it."""
        forms = {".json": self.tournament.exported, ".md": lambda: markdown(self.tournament.sections())}
        ask_file(self, forms, f"arena-{self.start.game}.json, or .md for Markdown")

    def action_stop(self) -> None:
        """Ask whether to stop the tournament, which cannot go on then; its results so far are kept."""

        def stop() -> None:
            if self.running:
                self.worker.cancel()
                self.stopped = True
                self.redraw()
                self.refresh_bindings()

        told = "What has been played is kept, but the tournament cannot go on then."
        told += " p pauses it instead." * (not self.disabled_reason("pause") and not self.paused)
        self._question = confirm(self.app, "Stop?", told, "stop, and keep it", "play on", stop, "s")

    def action_choose(self, step: int) -> None:
        """Choose another row."""
        count = len(self.tournament.now.rows) if self.tournament.now else 1
        self.chosen = min(max(0, self.chosen + step), count - 1)
        self.redraw()

    def action_leave(self) -> None:
        """Leave; ask before, while deals are still played."""
        if self.running:
            self._question = confirm(self.app, "Stop?", self.leave_warning, "stop and leave", "stay", self.leave)
        else:
            self.leave()
