"""A training that runs in the background, or has: how far it is, its curves, stopping and going on; and their list."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from pathlib import Path
from time import time
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from ... import dice, executors, registry, trainings
from ...core import Refusal
from ...match import seats_of
from ...system.files import sentence
from ...text.formatting import scored, short_path
from ...trainings.plans import CHECKPOINT, Plan
from ..base import AppScreen, TitleBar
from ..dialogs import ListChoice, Question, confirm
from ..look.panels import KEY, clock, thousands
from ..start import Play, Training
from ..widgets.felt import Felt
from ..widgets.line import KeyLine
from ..widgets.rows import RowList
from .training_felt import TrainingView, paint_training

HELP = """\
The training is a process of its own: it goes on when you leave this screen,
and when the terminal is closed. `cardtui train --attach` and the menu lead
back to it.

d, Esc  detach: leave it running
s       stop after the next report; s again asks whether to stop at once,
        which loses what came after its last checkpoint
g       resume a training that was stopped or interrupted
v       play against its present weights, as of its next report. Not every
        trainer can write them.

A curve shows what the trainer measures while it trains. It is drawn over
the whole run, so that it grows from left to right. The weights are the same
with a screen, without one, and after any number of stops.
"""
STATES = {"finished": "done", "stopped": "stopped", "failed": "failed", "": "broken off"}
"""What is said of a training that does not run, by how it ended."""


def training_screen(start: Training) -> AppScreen:
    """Return the screen of a training, or the list of trainings. Raises Refusal if there is no such training."""
    return TrainingScreen(start.folder) if start.folder else TrainingsScreen()


class TrainingScreen(AppScreen):
    """Follows the training in a folder."""

    GUIDE = ("Training", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,escape", "leave", "leave", key_display="d", tooltip="leave; a training that runs goes on"),
        Binding("s", "stop", "stop", tooltip="stop after the next report; again: at once, if you say so"),
        Binding("g", "go_on", "go on", tooltip="go on with the training from its checkpoint"),
        Binding("v", "play", "play against it", tooltip="play against the weights as they are now"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder.resolve()
        self.plan = trainings.plan_of(self.folder)
        self.entry = registry.game_entry(self.plan.game)
        self.progress = trainings.Progress(self.folder)
        self.runs = True
        self.stopping = False
        self.asked = False
        """Whether a table opens as soon as the weights are written."""
        self._question: Question | None = None
        """The question whether to stop at once, once it has been asked."""

    def compose(self) -> ComposeResult:
        yield TitleBar("train", f"{self.entry.title} · {self.plan.bot}")
        yield Felt()
        yield KeyLine()

    def on_mount(self) -> None:
        """Look how far it is, now and twice a second."""
        self._update_progress()
        self.set_interval(0.5, self._update_progress)

    def _update_progress(self) -> None:
        self.runs = trainings.runs(self.folder)  # first: what it wrote before its end is read then
        self.progress.read()
        self.stopping = self.stopping and self.runs
        if self._question and self._question.is_active and not self.runs:  # there is nothing left to stop
            self._question.dismiss()
        if self.asked and not (self.runs and trainings.wanted(self.folder)):
            self.asked = False
            self._play_now()
        if (
            self.progress.ended == "failed"
            and not self.progress.total
            and self.card_app.start_with == Training(self.folder)
        ):
            self.card_app.leave(2)  # the command says why
        if self.is_active:
            self.redraw()
            self.refresh_bindings()

    def on_felt_resized(self) -> None:
        """Paint for the new size."""
        self.redraw()

    def on_felt_place_clicked(self, event: Felt.PlaceClicked) -> None:
        """Press the clicked key."""
        self.app.simulate_key(event.word.removeprefix(KEY))

    def redraw(self) -> None:
        """Paint how far it is."""
        facts, keys = self._facts(), self._keys()
        view = TrainingView(self.plan, self.progress, self.state, facts, keys, self.runs, self._seconds())
        self.query_one(Felt).paint(self.card_app.palette, lambda canvas: paint_training(canvas, view))

    @property
    def state(self) -> str:
        """The state of the training, in words."""
        if not self.runs:
            return STATES[self.progress.ended]
        return "stops after its next report" if self.stopping else "runs in the background"

    def _seconds(self) -> float:
        """Return how long the training has taken, all its parts together."""
        told = self.progress
        goes_on = self.runs and told.began and not told.ended  # it has ended before its process has
        return told.before + (max(0.0, time() - told.began) if goes_on else told.seconds)

    def _facts(self) -> list[tuple[str, str]]:
        """Return what the panel about the run says."""
        card = self._card()
        results = card.get("scores", ()) if self.plan.against else ()
        facts = [("failed", self.progress.why)] * bool(self.progress.why and not self.runs)
        facts += [("result", scored(row)) for row in results]
        facts += [("command", self.plan.command), ("folder", short_path(self.folder))]
        with suppress(FileNotFoundError):
            kept = (self.folder / CHECKPOINT).stat().st_mtime
            facts.append(("saved", f"{clock(max(0.0, time() - kept))} ago"))
        if self.plan.executor:
            facts.append(
                ("nodes", executors.where(self.progress.nodes) if self.progress.nodes else "none heard of yet")
            )
        if note := self.disabled_reason("play"):
            facts.append(("playing", note))
        elif self.asked:
            facts.append(("playing", "with the next report …"))
        found = card.get("settings")
        settings = found.items() if isinstance(found, dict) else ()
        return facts + [
            (key.replace("_", " "), thousands(value) if type(value) is int else str(value)) for key, value in settings
        ]

    def _keys(self) -> list[tuple[str, str]]:
        """Return the keys that do something now, and what they do."""
        stops = "stop at once, at its last checkpoint" if self.stopping else "stop, and keep it"
        told = {
            "d": "leave: it goes on without a screen" if self.runs else "leave",
            "s": "" if self.disabled_reason("stop") else stops,
            "g": "" if self.disabled_reason("go_on") else "go on with it",
            "v": "" if self.disabled_reason("play") else "play against it as it is now",
        }
        return [(key, text) for key, text in told.items() if text]

    def _card(self) -> dict[str, Any]:
        """Return the card of a finished training; of another one nothing."""
        if self.runs or self.progress.ended != "finished":
            return {}
        try:
            return registry.card(registry.bot_entry(self.plan.game, self.plan.bot), str(self.folder)) or {}
        except Refusal:
            return {}

    def disabled_reason(self, action: str) -> str:
        if action == "stop" and not self.runs:
            return f"it does not run: {self.state}"
        if action == "go_on":
            if self.runs:
                return "it runs"
            return "it is done" if self.progress.ended == "finished" else ""
        if action == "play":
            if self.runs and not self.progress.plays:
                unknown = "there is no report of it yet" if not self.progress.total else ""
                return unknown or f"the trainer of {self.plan.bot} writes weights only at its end"
            if not self.runs and trainings.weights(self.folder) is None:
                return "no weights were written before it ended"
        return ""

    def action_stop(self) -> None:
        """Stop after the next report; the second time ask whether to stop at once."""
        if not self.stopping:
            self.stopping = True
            self._stop(False, "it stops after its next report; s again asks whether to end it at once")
            return
        told = "It stops after its next report. If it ends at once, what came after its last checkpoint is lost."
        self._question = confirm(
            self.app, "At once?", told, "end it at once", "wait for the report",
            lambda: self._stop(True, "it ends at once"), "s",
        )  # fmt: skip

    def _stop(self, at_once: bool, told: str) -> None:
        trainings.stop(self.folder, at_once)
        self.say(told)
        self._update_progress()

    def action_go_on(self) -> None:
        """Resume from the checkpoint; start again if there is none."""
        try:
            trainings.begin(self.folder, self.plan, (self.folder / CHECKPOINT).exists())
        except (Refusal, OSError) as error:
            self.say(sentence(error), True)
        self._update_progress()

    def action_play(self) -> None:
        """Play against the weights as they are now."""
        if not self.runs:
            self._play_now()
            return
        try:
            trainings.ask_weights(self.folder)
        except OSError as error:
            self.say(f"its weights cannot be asked for: {error.strerror or error}", True)
            return
        self.asked = True
        self.redraw()

    def _play_now(self) -> None:
        """Open a table with the newest weights; in a game for one, watch them play."""
        found, entry = trainings.weights(self.folder), self.entry
        if found is None:
            self.say("no weights were written before it ended", True)
            return
        bot = f"{self.plan.bot}@{found}"
        try:
            rules = self._rules(bot)
            seats = seats_of(entry, int(entry.seats[1] > 1), [bot], None, named=True)
            self.card_app.screens.deal(Play(self.plan.game, rules, seats, dice.fresh_seed()))
        except (Refusal, OSError) as error:
            self.say(sentence(error), True)

    def _rules(self, bot: str) -> str:
        """Return the first rules that the bot knows: those of people's games if it can. Raises Refusal if none are."""
        if self.plan.rules:
            return self.plan.rules
        entry = self.entry
        for rules in (entry.rules, *entry.rule_sets):
            try:
                registry.check(self.plan.game, bot, rules)
            except Refusal:
                continue
            return rules
        registry.check(self.plan.game, bot, entry.rules)
        return entry.rules


class TrainingsScreen(AppScreen):
    """The trainings that run, and those of before."""

    GUIDE = ("Trainings", f"Those that run come first. Enter shows one; n begins another.\n\n{HELP}")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "begin", "train a bot", tooltip="train a bot of your choice"),
        Binding("escape", "leave", "back", key_display="Esc"),
    ]

    def compose(self) -> ComposeResult:
        yield TitleBar("trainings")
        yield RowList(id="choices")
        yield KeyLine()

    def on_mount(self) -> None:
        """Fill the list; offer to begin a training if there is none."""
        self._fill()
        if not self.folders:
            self.action_begin()

    def on_screen_resume(self) -> None:
        """Look again how far they are."""
        if self.is_mounted:
            self._fill()

    def _fill(self) -> None:
        self.folders = trainings.known()
        choices = self.query_one(RowList)
        choices.fill([(str(n), *_described(folder)) for n, folder in enumerate(self.folders)])
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Show the training."""
        try:
            self.app.push_screen(TrainingScreen(self.folders[int(event.option.id or 0)]))
        except Refusal as error:
            self.say(str(error), True)

    def action_begin(self) -> None:
        """Train a bot of the user's choice as its weights that ship were trained, with a seed not used before."""

        bots = {
            f"{entry.name} {bot.name}": bot
            for entry in registry.games().values()
            for bot in registry.bots(entry.name).values()
            if bot.trainer
        }

        def answered(name: str | None) -> None:
            if not name:
                if not self.folders:  # there is nothing here to go back to
                    self.leave()
                return
            bot = bots[name]
            plans = (Plan(bot.game, bot.name, bot.preset, seed) for seed in count())
            plan = next(plan for plan in plans if not plan.folder.exists())
            try:
                trainings.begin(plan.folder, plan, False)
                self.app.push_screen(TrainingScreen(plan.folder))
            except (Refusal, OSError) as error:
                self.say(sentence(error), True)

        titles = {entry.name: entry.title for entry in registry.games().values()}
        rows = [(name, bot.name, f"{titles[bot.game]}: {bot.summary}") for name, bot in bots.items()]
        self.app.push_screen(ListChoice("Train which bot?", rows), answered)


def _described(folder: Path) -> tuple[str, str]:
    """Describe a training in a line: the bot, and how far it is."""
    try:
        plan = trainings.plan_of(folder)
        title = registry.game_entry(plan.game).title
    except Refusal as error:
        return "cannot be shown", str(error)
    told = trainings.Progress(folder)
    told.read()
    state = "runs" if trainings.runs(folder) else STATES[told.ended]
    far = f"{thousands(told.done)} of {thousands(told.total)}, " * bool(told.total)
    return plan.bot, f"{title}, {plan.purpose}, seed {plan.seed}: {far}{state}"
