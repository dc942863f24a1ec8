"""The screen for choosing seats and rules."""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static

from ... import dice, options, registry
from ...core import Refusal
from ...entries import HUMAN
from ...match import seats_of
from ..base import HouseScreen
from ..dialogs import Line
from ..start import Play
from ..widgets.line import KeyLine
from ..widgets.rows import RowList


class SeatsScreen(HouseScreen):
    """Rules and seats, one per line: ← → change a line, e edits it as text, Enter starts the match."""

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
        self.values = [self.entry.rules, "no", *[self.EMPTY] * self.entry.seats[1]]
        self._seated = False
        """Whether the user has changed the seats."""
        self._seat()

    def _seat(self) -> None:
        """Unless the user has changed the seats, fill them with bots that can play by these rules."""
        if not self._seated:
            with suppress(Refusal):  # invalid rules are reported below the lines, and on starting
                bots = registry.default_bots(self.entry.name, self.values[0])
                seats = seats_of(self.entry, 1, bots, None, False)
                self.values[2:] = [*seats, *[self.EMPTY] * (self.entry.seats[1] - len(seats))]

    def compose(self) -> ComposeResult:
        yield Static(f" cardtui ▸ {self.entry.title} ▸ seats and rules", id="title")
        yield RowList(id="choices")
        yield Static(id="about", markup=False)
        yield KeyLine("keys")

    def on_mount(self) -> None:
        """Highlight the first seat after the person's."""
        self._fill(3)
        self.query_one(RowList).focus()

    def _label(self, line: int) -> str:
        return ("Rules", "Ranked")[line] if line < 2 else f"Seat {line - 1}"

    def _choices(self, line: int) -> list[str]:
        if line == 0:
            return list(self.rule_sets)
        if line == 1:
            return ["no", "yes"]
        fixed = line - 2 < self.entry.seats[0]
        return [HUMAN, *self._able(), *([] if fixed else [self.EMPTY])]

    def _able(self) -> tuple[str, ...]:
        """Return the bots that can play by the chosen rules; all bots if the rules are invalid."""
        try:
            return registry.able(self.entry.name, self.values[0])
        except Refusal:
            return registry.names(self.entry.name)

    def _fill(self, at: int) -> None:
        shown = ["You" if value == HUMAN else value for value in self.values]
        lines = [(str(n), self._label(n), f"◂ {value} ▸") for n, value in enumerate(shown)]
        self.query_one(RowList).fill(lines, at)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Describe the value of the highlighted line."""
        line = event.option_index
        about, value = "", self.values[line]
        if line == 0:
            try:
                registry.rule_options(self.entry.name, value)
                changed = self.rule_sets.get(value.partition(":")[0], {})
                about = ", ".join(f"{key} {what}" for key, what in changed.items()) or "the source's rules"
                about += f". Bots that can play: {', '.join(self._able())}"
            except Refusal as error:
                about = str(error)
        elif line > 1 and value not in (HUMAN, self.EMPTY):
            try:
                about = registry.check(self.entry.name, value, self.values[0])[0].summary
            except Refusal as error:
                about = str(error)
        self.query_one("#about", Static).update(f" {about}")

    def action_change(self, step: int) -> None:
        """Change the highlighted line to its next value."""
        line = self.query_one(RowList).highlighted or 0
        choices = self._choices(line)
        value = self.values[line]
        self._set(line, choices[(choices.index(value) + step) % len(choices)] if value in choices else choices[0])

    def _set(self, line: int, value: str) -> None:
        """Set the value of a line."""
        self._seated = self._seated or (line > 1 and value != self.values[line])
        self.values[line] = value
        self._seat()
        self._fill(line)

    def action_edit(self) -> None:
        """Edit the highlighted line as text."""
        line = self.query_one(RowList).highlighted or 0

        def done(value: str | None) -> None:
            if value:
                self._set(line, HUMAN if value.lower() == "you" else value)

        bot = next((b for b in registry.own(self.entry.name).values() if b.options), None)
        such = f", such as {options.example(bot.name, bot.options)}" if bot else ""
        rules = options.rules_example(*registry.rule_sets(self.entry.name))
        note = f"rules such as {rules}" if line == 0 else f"a bot with its options{such}; or human"
        self.app.push_screen(Line(self._label(line), self.values[line], note), done)

    def action_back(self) -> None:
        """Return to the menu."""
        self.dismiss()

    def on_option_list_option_selected(self) -> None:
        """Start the match."""
        rules, ranked, *seats = self.values
        taken = tuple(seat for seat in seats if seat != self.EMPTY)
        try:
            rules = registry.game(self.entry.name, rules, len(taken)).spec
            for spec in taken:
                if spec != HUMAN:
                    registry.check(self.entry.name, spec, rules)
        except Refusal as error:
            self.say(str(error), True)
            return
        named = frozenset({"rules", "people", "bots", "seats", "ranked"})
        self.house.open(Play(self.entry.name, rules, taken, dice.fresh(), ranked == "yes", named))
