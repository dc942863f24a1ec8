"""The menu, the saved matches, and the screen on which seats and rules are chosen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from textwrap import fill
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from ... import dice, options, record, registry, settings
from ...core import Refusal
from ...match import HUMAN, seats_of
from ..app import summary
from ..base import HouseScreen
from ..dialogs import Line, Reading, Window
from ..start import Inspect, Play, Replay, Resume
from ..widgets.line import KeyLine

_TITLE, _WIDTH = 16, 74
"""Cells of a line's title, and of the whole line; what is longer goes on below."""
NEWEST = 100
"""So many saved matches are listed."""
HELP = """\
↑↓ and Enter choose; a game's name begins it at once against its usual bots.
"Seats and rules" fills the seats with people and bots of your choice. It,
"Tutorial" and "Inspect" ask which game; on a game's own line s, t and i
do these for it at once.
Every match is saved as it is played, and one that was broken off is offered
here again.

Esc back · ^p every command by name · ^z suspend · ^q quit
"""


class MenuScreen(HouseScreen):
    """What can be begun."""

    GUIDE = ("cardtui", HELP)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "seats", "seats", tooltip="seats and rules of your choice"),
        Binding("t", "tutorial", "tutorial", tooltip="tutorial: the game in 30 seconds"),
        Binding("h", "replay", "saved matches"),
        Binding("i", "inspect", "inspect", tooltip="inspect a position or a bot"),
        Binding("x", "forget", "forget", tooltip="forget: do not offer the unfinished match again"),
        Binding("q", "app.quit", "quit"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.unfinished: Path | None = None

    def compose(self) -> ComposeResult:
        yield Static(" cardtui", id="title")
        yield OptionList(id="choices")
        yield KeyLine("keys")

    def on_mount(self) -> None:
        """What there is."""
        self.unfinished = record.resumable(settings.records_dir())
        self._fill()

    def _fill(self) -> None:
        lines = []
        if self.unfinished:
            lines.append(_option("resume", "Resume?", " ".join(_told(self.unfinished))))
        lines += [_option(f"play {e.name}", e.title, e.summary) for e in registry.games().values()]
        lines += [
            _option("seats", "Seats and rules", "a game with people, bots and rules of your choice"),
            _option("tutorial", "Tutorial", "a game in 30 seconds"),
            _option("replay", "Saved matches", "step through them, with what the bots thought"),
            _option("inspect", "Inspect", "take a position of a game or a bot apart"),
            _option("quit", "Quit", ""),
        ]
        choices = self.query_one(OptionList)
        choices.clear_options()
        choices.add_options(lines)
        choices.highlighted = 0
        choices.focus()

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do it."""
        what, _, name = (event.option.id or "").partition(" ")
        if what == "play":
            entry = registry.game_entry(name)
            seats = seats_of(entry, 1, registry.default_bots(name, entry.rules), None, False)
            self.house.open(Play(name, entry.rules, seats, dice.fresh()))
        elif what == "resume" and self.unfinished:
            self.house.open(Resume(self.unfinished))
        else:
            await self.app.run_action(f"{'app.' * (what == 'quit')}{what}", self)

    def reason(self, action: str) -> str:
        return "there is no unfinished match" if action == "forget" and not self.unfinished else ""

    def _with_game(self, title: str, do: Callable[[str], object]) -> None:
        """Do it for the game whose line is highlighted, else for the one that the person then chooses."""
        option = self.query_one(OptionList).highlighted_option
        what, _, name = (option.id or "" if option else "").partition(" ")
        if what == "play":
            do(name)
            return

        def answered(game: str | None) -> None:
            if game:
                do(game)

        self.app.push_screen(GameChoice(title), answered)

    def action_seats(self) -> None:
        """Choose who plays, and by which rules."""
        self._with_game("Seats and rules", lambda game: self.app.push_screen(SeatsScreen(game)))

    def action_tutorial(self) -> None:
        """The game in 30 seconds."""
        self._with_game("Tutorial", self._teach)

    def _teach(self, game: str) -> None:
        entry = registry.game_entry(game)
        self.app.push_screen(Reading(f"{entry.title} in 30 seconds", registry.load(entry.screen).TUTORIAL))

    def action_replay(self) -> None:
        """Saved matches."""
        if next(record.saved(settings.records_dir()), None):
            self.app.push_screen(SavedScreen())
        else:
            self.say("there is no saved match yet", True)

    def action_inspect(self) -> None:
        """Take a position apart."""
        self._with_game("Inspect", lambda game: self.house.open(Inspect(game, registry.game_entry(game).bots[:2])))

    def action_forget(self) -> None:
        """Keep the unfinished match as a record, but do not offer it again."""
        if self.unfinished:
            try:
                record.forget(self.unfinished)
            except (Refusal, OSError) as error:
                self.say(str(error), True)
            self.unfinished = record.resumable(settings.records_dir())
            self._fill()
            self.refresh_bindings()


class GameChoice(Window[str]):
    """Which game; "" when none is chosen. The one that was played last comes first to hand."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back")]

    def __init__(self, title: str) -> None:
        super().__init__()
        self.title = title

    def compose(self) -> ComposeResult:
        with Vertical(classes="window") as window:
            window.border_title, window.border_subtitle = f"{self.title}: which game?", "Enter · Esc back"
            entries = registry.games().values()
            yield OptionList(*[_option(e.name, e.title, e.summary, _WIDTH - 4) for e in entries], compact=True)

    def on_mount(self) -> None:
        """Begin with the game that was played last."""
        choices = self.query_one(OptionList)
        choices.highlighted = list(registry.games()).index(last_game())
        choices.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """This one."""
        self.dismiss(event.option.id or "")

    def action_leave(self) -> None:
        """None of them."""
        self.dismiss("")


def last_game() -> str:
    """The game of the newest saved match; the first of all where there is none, or none that can be read."""
    with suppress(Refusal, OSError, StopIteration):
        return registry.game_entry(record.read(next(record.saved(settings.records_dir())))[0].game).name
    return next(iter(registry.games()))


class SavedScreen(HouseScreen):
    """The newest saved matches, to step through or to go on with."""

    GUIDE = (
        "Saved matches",
        "The newest first. Enter steps through one, g goes on with one that is not over.\n"
        "Esc goes back. `cardtui history --limit 500` lists more of them.\n",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go_on", "go on", tooltip="go on with this match"),
        Binding("escape", "back", "menu", key_display="Esc"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.paths = tuple(islice(record.saved(settings.records_dir()), NEWEST))

    def compose(self) -> ComposeResult:
        yield Static(" cardtui ▸ saved matches", id="title")
        yield OptionList(*[_option(str(n), *_told(path)) for n, path in enumerate(self.paths)], id="choices")
        yield KeyLine("keys")

    def on_mount(self) -> None:
        """Begin with the newest."""
        choices = self.query_one(OptionList)
        choices.highlighted = 0
        choices.focus()

    @property
    def path(self) -> Path:
        """The match that is looked at."""
        return self.paths[self.query_one(OptionList).highlighted or 0]

    def on_option_list_option_highlighted(self) -> None:
        """Some can go on."""
        self.refresh_bindings()

    def on_option_list_option_selected(self) -> None:
        """Step through it; the list stays below."""
        try:
            self.app.push_screen(registry.load("cardtui.ui.screens.replay:ReplayScreen")(Replay(self.path)))
        except (Refusal, OSError) as error:
            self.say(str(error), True)

    def reason(self, action: str) -> str:
        if action == "go_on" and not record.unfinished(self.path):
            return "this match is over: Enter steps through it"
        return ""

    def action_go_on(self) -> None:
        """Sit down at it again."""
        path = self.path
        self.dismiss()
        self.house.open(Resume(path))

    def action_back(self) -> None:
        """The menu."""
        self.dismiss()


class SeatsScreen(HouseScreen):
    """Rules and seats, a line each: ← → change it, e edits it as text, Enter begins."""

    GUIDE = (
        "Seats and rules",
        "← → change a line, e edits it as text, Enter begins.\n"
        "`You` is a person; several people pass the keyboard, their hands covered between turns.\n"
        "A ranked match has no undo, no hints, and no thoughts of bots before the deal is over.\n",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "change(1)", "next", key_display="→"),
        Binding("left", "change(-1)", "previous", key_display="←", show=False),
        Binding("e", "edit", "edit as text"),
        Binding("escape", "back", "menu", key_display="Esc"),
    ]
    EMPTY: ClassVar[str] = "–"

    def __init__(self, game: str) -> None:
        super().__init__()
        self.entry = registry.game_entry(game)
        self.rule_sets = registry.rule_sets(game)[1]
        seats = seats_of(self.entry, 1, self.entry.bots, None, False)
        self.values = [self.entry.rules, "no", *seats, *[self.EMPTY] * (self.entry.seats[1] - len(seats))]

    def compose(self) -> ComposeResult:
        yield Static(f" cardtui ▸ {self.entry.title} ▸ seats and rules", id="title")
        yield OptionList(id="choices")
        yield Static(id="about", markup=False)
        yield KeyLine("keys")

    def on_mount(self) -> None:
        """The first seat that is not the person."""
        self._fill(3)
        self.query_one(OptionList).focus()

    def _label(self, line: int) -> str:
        return ("Rules", "Ranked")[line] if line < 2 else f"Seat {line - 1}"

    def _choices(self, line: int) -> list[str]:
        if line == 0:
            return list(self.rule_sets)
        if line == 1:
            return ["no", "yes"]
        fixed = line - 2 < self.entry.seats[0]
        return [HUMAN, *registry.names(self.entry.name), *([] if fixed else [self.EMPTY])]

    def _fill(self, at: int) -> None:
        choices = self.query_one(OptionList)
        choices.clear_options()
        shown = ["You" if value == HUMAN else value for value in self.values]
        choices.add_options([_option(str(n), self._label(n), f"◂ {value} ▸") for n, value in enumerate(shown)])
        choices.highlighted = at

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what the line's value is."""
        line = event.option_index
        about, value = "", self.values[line]
        if line == 0:
            changed = self.rule_sets.get(value.partition(":")[0], {})
            about = ", ".join(f"{key} {what}" for key, what in changed.items()) or "the source's rules"
        elif line > 1 and value not in (HUMAN, self.EMPTY):
            try:
                about = registry.bot_entry(self.entry.name, value).summary
            except Refusal as error:
                about = str(error)
        self.query_one("#about", Static).update(f" {about}")

    def action_change(self, step: int) -> None:
        """The next value of this line."""
        line = self.query_one(OptionList).highlighted or 0
        choices = self._choices(line)
        value = self.values[line]
        self.values[line] = choices[(choices.index(value) + step) % len(choices)] if value in choices else choices[0]
        self._fill(line)

    def action_edit(self) -> None:
        """This line as text."""
        line = self.query_one(OptionList).highlighted or 0

        def done(value: str | None) -> None:
            if value:
                self.values[line] = HUMAN if value.lower() == "you" else value
            self._fill(line)

        bot = next((b for b in registry.own(self.entry.name).values() if b.options), None)
        such = f", such as {options.example(bot.name, bot.options)}" if bot else ""
        rules = options.rules_example(*registry.rule_sets(self.entry.name))
        note = f"rules such as {rules}" if line == 0 else f"a bot with its options{such}; or human"
        self.app.push_screen(Line(self._label(line), self.values[line], note), done)

    def action_back(self) -> None:
        """The menu."""
        self.dismiss()

    def on_option_list_option_selected(self) -> None:
        """Begin."""
        rules, ranked, *seats = self.values
        taken = tuple(seat for seat in seats if seat != self.EMPTY)
        play = Play(self.entry.name, rules, taken, dice.fresh(), ranked == "yes")
        try:
            registry.game(play.game, play.rules, len(taken))
            for spec in taken:
                if spec != HUMAN:
                    registry.check(play.game, spec, play.rules)
        except Refusal as error:
            self.say(str(error), True)
            return
        begin: Callable[[Play], None] = self.house.open
        self.dismiss()
        begin(play)


def _told(path: Path) -> tuple[str, str]:
    """A saved match as a line: its game, and the rest."""
    try:
        game, _, rest = summary(path).partition(" ")
        return registry.game_entry(game).title, rest
    except (Refusal, OSError) as error:
        return "damaged", str(error)


def _option(name: str, title: str, text: str, width: int = _WIDTH) -> Option:
    indent = " " * (_TITLE + 1)
    folded = fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)
    return Option(Content.assemble((f"{title:<{_TITLE}}", "bold"), (folded[_TITLE:], "dim")), id=name)
