"""The screen for choosing seats and rules."""

from __future__ import annotations

import re
from contextlib import suppress
from textwrap import fill
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widgets import OptionList, Static

from ... import dice, options, registry, words
from ...core import Refusal
from ...entries import HUMAN
from ...match import seats_of
from ...registry import lineup
from ..base import AppScreen, TitleBar
from ..dialogs import InputWindow, ListChoice
from ..names import short
from ..start import Play
from ..widgets.line import KeyLine
from ..widgets.rows import TITLE, RowList, row_text

USUAL = "medium"
"""The level of the bots until the person chooses."""
RANKED = "A ranked match has no undo, no hints, and no thoughts of bots before a deal is over."
PERSON = "A person at this keyboard; several pass it on, their hands covered between turns."


class SeatList(RowList):
    """Lines that a click only highlights; Enter chooses one."""

    class Clicked(Message):
        """A line was clicked, `x` cells behind the beginning of its value."""

        def __init__(self, line: int, x: int) -> None:
            super().__init__()
            self.line, self.x = line, x

    def on_click(self, event: Click) -> None:
        """Highlight the clicked line."""
        event.prevent_default()
        line, at = event.style.meta.get("option"), event.get_content_offset(self)
        if line is not None and at is not None:
            self.highlighted = line
            self.post_message(self.Clicked(line, at.x - TITLE - 1))


class SeatsScreen(AppScreen):
    """Rules and seats, one per line: ← → change a line, Enter starts the match.

    In a game with levels of difficulty ← → offer these; `b` lists the bots themselves, `e` edits a line as text.
    """

    GUIDE = (
        "Seats and rules",
        "← → or clicks on ◂ ▸ change a line, e edits it as text, Enter begins.\n"
        "A level (easy, medium, strong) is the bot named beside it, which can play\n"
        "by these rules; its strength was measured in the arena, and `cardtui games`\n"
        "tells how. b lists all bots. The names are settings: `name` and\n"
        "`opponents`.\n"
        "`You` is a person; several people pass the keyboard, their hands covered\n"
        "between turns. A ranked match has no undo, no hints, and no thoughts of\n"
        "bots before the deal is over.\n",
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "begin", key_display="Enter"),
        Binding("right", "change(1)", "next", key_display="→"),
        Binding("left", "change(-1)", "previous", key_display="←", show=False),
        Binding("b", "bots", "all bots"),
        Binding("e", "edit", "edit as text"),
        Binding("escape", "leave", "menu", key_display="Esc"),
    ]
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (110, "-wide")]  # noqa: RUF012
    EMPTY: ClassVar[str] = "–"

    def __init__(self, game: str) -> None:
        super().__init__()
        self.entry = registry.game_entry(game)
        self.options, self.rule_sets = registry.rule_sets(game)
        self.values = [self.entry.rules, "no", *[self.EMPTY] * self.entry.seats[1]]
        self._seated = False
        """Whether the user has changed the seats."""
        self._seat()

    def _seat(self) -> None:
        """Unless the user has changed the seats, fill them with bots that can play by these rules."""
        if not self._seated:
            with suppress(Refusal):  # invalid rules are reported below the lines, and on starting
                bots = lineup.default_bots(self.entry.name, self.values[0])
                bots = (USUAL,) * len(bots) if USUAL in self._levels() else bots
                seats = seats_of(self.entry, 1, bots, None, False)
                self.values[2:] = [*seats, *[self.EMPTY] * (self.entry.seats[1] - len(seats))]

    def compose(self) -> ComposeResult:
        yield TitleBar(self.entry.title, "seats and rules")
        with Container(id="sheet"):
            yield SeatList(id="choices")
            yield Static(id="about", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Highlight the first seat after the person's; in a game for one, the rules."""
        self._fill(3 if len(self.values) > 3 else 0)
        self.query_one(RowList).focus()

    def _label(self, line: int) -> str:
        if line < 2:
            return ("Rules", "Ranked")[line]
        taken = [place for place in range(2, len(self.values)) if self.values[place] != self.EMPTY]
        names = words.names([self.values[place] for place in taken], self.card_app.settings)
        seat = f"Seat {line - 1}"
        name = names[taken.index(line)] if line in taken else ""
        return f"{seat} {short(name, TITLE - len(seat) - 2)}" if name not in ("", "You") else seat

    def _choices(self, line: int) -> list[str]:
        if line == 0:
            return list(self.rule_sets)
        if line == 1:
            return ["no", "yes"]
        fixed, value = line - 2 < self.entry.seats[0], self.values[line]
        bots = list(self._levels() or self._able())
        if value not in (HUMAN, self.EMPTY, *bots):
            bots.append(value)  # chosen by its name
        return [HUMAN, *bots, *([] if fixed else [self.EMPTY])]

    def _levels(self) -> dict[str, str]:
        """Return the bot of each level under the chosen rules; nothing if the rules are invalid."""
        try:
            return lineup.levels(self.entry.name, self.values[0])
        except Refusal:
            return {}

    def _strength(self, bot: str) -> str:
        """Return what is known of a bot's strength at a table like this."""
        seats = sum(value != self.EMPTY for value in self.values[2:])
        with suppress(Refusal):  # invalid rules
            return words.strength(self.entry.name, bot, self.values[0], seats)
        return ""

    def _able(self) -> tuple[str, ...]:
        """Return the bots that can play by the chosen rules; all bots if the rules are invalid."""
        try:
            return registry.able_bots(self.entry.name, self.values[0])
        except Refusal:
            return registry.bot_names(self.entry.name)

    def _shown(self, line: int) -> str:
        value = self.values[line]
        return f"◂ {'You' if value == HUMAN else value} ▸"

    def _fill(self, at: int) -> None:
        levels, lines = self._levels(), []
        for line, value in enumerate(self.values):
            shown = self._shown(line)
            if line > 1 and value in levels:
                shown = f"{shown}  {levels[value]}"
            lines.append((str(line), self._label(line), shown))
        self.query_one(RowList).fill(lines, at)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Describe the value of the highlighted line."""
        self._describe(event.option_index)

    def on_resize(self) -> None:
        """Say more where there is room beside the lines."""
        self.call_after_refresh(lambda: self._describe(self.query_one(RowList).highlighted or 0))

    def _describe(self, line: int) -> None:
        about = self.query_one("#about", Static)
        wide = self.has_class("-wide")
        more = self._more(line, about.size.width - 4) if wide and about.size.width > 40 else Content("")
        about.update(Content.assemble("\n" * wide, hung(self._about(line), about.size.width), more))

    def _about(self, line: int) -> str:
        """Return what the value of a line is."""
        value = self.values[line]
        try:
            if line == 0:
                return self._about_rules(value)
            if line == 1:
                return RANKED
            if value == HUMAN:
                return PERSON
            if value != self.EMPTY:
                bot = lineup.seated(self.entry.name, self.values[0], value)
                summary = registry.check(self.entry.name, bot, self.values[0])[0].summary
                return self._about_levels(value, summary) if bot != value else summary
        except Refusal as error:
            return str(error)
        return ""

    def _more(self, line: int, width: int) -> Content:
        """Return what could stand on a line: all rules, or all bots that can play by those chosen."""
        if line == 1:
            return Content("")
        if line == 0:
            head, rows = "All rules:", self._rules()
        else:
            head, rows = "All bots that can play by these rules (b chooses one):", self._known()
        lines = [row_text(*row, width) for row in rows]
        return Content.assemble(("\n\n" if self._about(line) else "") + head + "\n\n", Content("\n").join(lines))

    def _rules(self) -> list[tuple[str, str]]:
        """Return the rule sets, and in which options each differs from the usual values."""
        usual = "as in the source document"
        return [
            (name, ", ".join(f"{key} {value}" for key, value in changed.items()) or usual)
            for name, changed in self.rule_sets.items()
        ]

    def _known(self) -> list[tuple[str, str]]:
        """Return the bots that can play by the chosen rules, and what is known of them."""
        known = registry.bots(self.entry.name)
        found = [(name, known[name].summary) for name in self._able() if name in known]
        return [(name, " · ".join(filter(None, (text, self._strength(name))))) for name, text in found]

    def _about_rules(self, rules: str) -> str:
        """Return who can play by these rules, and a line for each option in which they or rule sets differ.

        Raises Refusal for invalid rules.
        """
        told = [f"Bots that can play: {', '.join(self._able())}", ""]
        for key, value in registry.rule_options(self.entry.name, rules).items():
            setting = self.options[key]
            if value != setting.default or any(key in named for named in self.rule_sets.values()):
                told.append(f"{key:<8} {value:<7} {setting.help}")
        return "\n".join(told)

    def _about_levels(self, chosen: str, summary: str) -> str:
        """Return a line for each level, marking the chosen one, and the summary of its bot."""
        lines = [
            f"{'▶' if level == chosen else ' '} {level:<7} {' '.join([bot, self._strength(bot)])}"
            for level, bot in self._levels().items()
        ]
        return "\n".join([*lines, "", f"{self._levels()[chosen]}: {summary}"])

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

    def action_bots(self) -> None:
        """Choose a bot by its name for the highlighted seat."""
        line = self.query_one(RowList).highlighted or 0
        if line < 2:
            self.say("bots sit on seats: go to one of them first", True)
            return

        def done(value: str | None) -> None:
            if value:
                self._set(line, value)

        rows = [(name, name, told) for name, told in self._known()]
        self.app.push_screen(ListChoice(f"{self._label(line)}: which bot?", rows, self.values[line]), done)

    def action_edit(self) -> None:
        """Edit the highlighted line as text."""
        line = self.query_one(RowList).highlighted or 0

        def done(value: str | None) -> None:
            if value:
                self._set(line, HUMAN if value.lower() == "you" else value)

        bot = next((b for b in registry.own_bots(self.entry.name).values() if b.options), None)
        such = f", such as {options.example(bot.name, bot.options)}" if bot else ""
        rules = options.rules_example(*registry.rule_sets(self.entry.name))
        levels = f"a level ({', '.join(found)}), or " if (found := self._levels()) else ""
        note = f"rules such as {rules}" if line == 0 else f"{levels}a bot with its options{such}; or human"
        self.app.push_screen(InputWindow(self._label(line), self.values[line], note), done)

    def on_seat_list_clicked(self, event: SeatList.Clicked) -> None:
        """Change the value that was clicked: back on the arrow before it, on elsewhere."""
        if 0 <= event.x < len(self._shown(event.line)):
            self.action_change(-1 if event.x < 2 else 1)

    def on_option_list_option_selected(self) -> None:
        """Start the match: the list takes Enter itself."""
        self.action_begin()

    def action_begin(self) -> None:
        """Start the match."""
        rules, ranked, *seats = self.values
        taken = tuple(seat for seat in seats if seat != self.EMPTY)
        try:
            rules = registry.game(self.entry.name, rules, len(taken)).spec
            game = self.entry.name
            taken = tuple(spec if spec == HUMAN else lineup.seated(game, rules, spec) for spec in taken)
        except Refusal as error:
            self.say(str(error), True)
            return
        named = frozenset({"rules", "people", "bots", "seats", "ranked"})
        self.card_app.screens.open(Play(self.entry.name, rules, taken, dice.fresh_seed(), ranked == "yes", named))


def hung(text: str, width: int) -> str:
    """Wrap each line of a text below its last column; two spaces or more stand between columns.

    >>> print(hung("easy  weak but fast", 12))
    easy  weak
          but
          fast
    """
    lines = [(line, max((gap.end() for gap in re.finditer(r" {2,}", line)), default=0)) for line in text.split("\n")]
    return "\n".join(
        fill(line, width, subsequent_indent=" " * column, break_on_hyphens=False) if column < width else line
        for line, column in lines
    )
