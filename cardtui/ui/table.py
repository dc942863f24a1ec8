"""The table screen: keys, typing and mouse for one match of any game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Click
from textual.widgets import Input

from .. import registry
from ..core import Action, Refusal, observation_json
from ..settings import PANELS, SETTINGS, SORTS
from .dialogs import Reading
from .start import Inspect, Menu, Play
from .tableview import PAGES, WRONG, TableView
from .widgets.cards import Hand, Picture
from .widgets.decisions import decision_lines
from .widgets.line import InputLine, toggled, with_word
from .widgets.records import History

KEYS = """\
KEYS     ?  hint                      u  undo (^z)
         n  next deal                 r  rematch
         ␣  skip the wait, or pause   .  one step of a bot
         +  bots faster               -  bots slower
         F2 when the bots' panel opens, kept for each game
         F3 page beside the table     F4 inspect this position
         F5 the bots' thoughts        F6 sort the hand
         F7 coach, on or off          F9 tutorial
         F10 menu
         ^p every command by name     ^q quit (^c twice: at once)
         Esc empties the line; PgUp and PgDn scroll the side
         A click on a key presses it; one on the preview is Enter
"""


SHORTEST = 0.1
"""The smallest nonzero pause of bots in seconds; the next step is the setting's minimum."""


class TableScreen(TableView):
    """One match with its keys. The subclass for a game implements what `TableView` requires."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "hint", "hint", key_display="?", tooltip="hint: what the coach would do"),
        Binding("u", "undo", "undo", tooltip="undo: take your last move back"),
        Binding("ctrl+z", "undo", "undo", show=False),
        Binding("n", "next_deal", "next deal"),
        Binding("r", "rematch", "rematch"),
        Binding(
            "space", "skip", "skip", key_display="␣", tooltip="skip the wait for the bots; pause when only bots play"
        ),
        Binding("full_stop", "step", "step", key_display=".", tooltip="step: one move of a bot, then hold"),
        Binding("f2", "panel", "bots", tooltip="bots' panel: hidden, after the deal, each move, coach, open"),
        Binding("f3", "side", "side", tooltip="side: history and cards seen, scores, bots"),
        Binding("f4", "inspect", "inspect", tooltip="inspect this position"),
        Binding("f5", "thoughts", "thoughts", tooltip="thoughts: the bots' panel in full"),
        Binding("f6", "sort", "sort", tooltip="sort the hand by number, suit, or as dealt"),
        Binding("f7", "coach", "coach", tooltip="coach: its opinion before you move, on or off"),
        Binding("plus", "pace(-1)", "faster", key_display="+", tooltip="bots move faster", show=False),
        Binding("minus", "pace(1)", "slower", key_display="-", tooltip="bots move slower", show=False),
        Binding("f9", "tutorial", "tutorial", tooltip="tutorial: the game in 30 seconds", show=False),
        Binding("f10", "menu", "menu", tooltip="menu: leave the table; the match is saved"),
        Binding("pageup", "scroll_side(-8)", "scroll the side up", show=False),
        Binding("pagedown", "scroll_side(8)", "scroll the side down", show=False),
        Binding("escape", "clear", "clear the line", show=False),
    ]
    SHORTCUTS: ClassVar[frozenset[str]] = frozenset("unr .+-")
    WORDS: ClassVar[frozenset[str]] = frozenset()
    """Words of which the input line contains at most one; clicks on the picture type them."""
    SORTED: ClassVar[Mapping[str, str]] = {
        "number": "hand sorted by number",
        "suit": "hand sorted by suit",
        "dealt": "hand as dealt, new cards last",
    }
    """The message for each order of the hand."""

    # --- typing --------------------------------------------------------------------------------------

    def on_input_changed(self, event: Input.Changed) -> None:
        """Update the preview after every key, and remove the message about the refused input."""
        if self.message.startswith(WRONG) and event.value != self.refused:
            self.message = ""
        self.draw_typed()
        if self.line_empty is bool(event.value):  # shortcuts work only while the line is empty
            self.line_empty = not event.value
            self.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Handle Enter. Text typed after it, but before it is handled, stays in the line."""
        line = self.query_one(InputLine)
        if self.tableside.covered and self.tableside.people:
            self.tableside.uncover()
            self.changed()
            self.bots.advise()
        elif self.match.turn is None:
            if self.match.over:
                self.action_rematch()
            else:
                self.action_next_deal()
        elif not self.tableside.people:
            self.action_skip()
        else:
            typed = self.words.read(self.game, self.seen, self.order, event.value, self.pending)
            if typed.action is not None:
                if self.play(typed.action):
                    line.value = line.value.removeprefix(event.value)
            elif typed.legal and typed.pending != self.pending:
                self.pending = typed.pending
                line.value = line.value.removeprefix(event.value)
                self.redraw()
            else:
                if typed.legal and not line.value.endswith(" "):
                    line.value += " "
                    line.action_end()
                # the preview already shows why the line is refused
                self.say("" if typed.refusal == typed.preview else typed.refusal, True)

    def play(self, action: Action) -> bool:
        """Play the viewer's move; return whether it was accepted."""
        try:
            self.match.play(action)
        except (Refusal, OSError) as error:
            self.say(str(error), True)
            return False
        self.message = ""
        self.pending = ""
        self.cursor = None
        self.query_one(InputLine).walking = False
        self.changed(saved=True)
        self.bots.go()
        return True

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """Type the number of the clicked card, or remove it."""
        line = self.query_one(InputLine)
        line.value = toggled(line.value, event.number)
        line.action_end()
        line.focus()

    async def on_click(self, event: Click) -> None:
        """A click on the preview acts like Enter."""
        if event.widget and event.widget.id == "preview":
            await self.query_one(InputLine).action_submit()

    def on_picture_chosen(self, event: Picture.Chosen) -> None:
        """Type the word of the clicked spot."""
        line = self.query_one(InputLine)
        line.value = with_word(line.value, event.word, self.WORDS)
        line.action_end()
        line.focus()

    def type_alone(self, text: str) -> None:
        """Replace the whole input by `text`, or clear it if it is `text` already. For games that choose one thing."""
        line = self.query_one(InputLine)
        line.value = "" if line.value == text else text
        line.action_end()
        line.focus()

    def on_input_line_walked(self, event: InputLine.Walked) -> None:
        """Move the cursor over the hand, or pick the card under it."""
        if not self.order:
            return
        if event.step == 0 and self.cursor is not None:
            self.on_hand_picked(Hand.Picked(self.cursor + 1))
        elif self.cursor is None:
            self.cursor = 0 if event.step >= 0 else len(self.order) - 1
        else:
            self.cursor = (self.cursor + event.step) % len(self.order)
        self.draw_typed()

    # --- actions ---------------------------------------------------------------------------------------

    def say(self, sentence: str, wrong: bool = False) -> None:
        """Show a message below the preview; errors stay until the input changes."""
        self.message = f"{WRONG * wrong}{sentence}" if sentence else ""
        if self.query("#message") and not self.going:
            self.refused = self.query_one(InputLine).value
            self.draw_told()

    def reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        return self.tableside.reason(action)

    def action_clear(self) -> None:
        """Clear the input line; if it is empty, return to the first step."""
        line = self.query_one(InputLine)
        if not line.value:
            self.pending = ""
        line.walking = False
        line.clear()
        self.message = ""
        self.redraw()

    def action_hint(self) -> None:
        """Ask the coach once."""
        self.bots.hint()

    def action_undo(self) -> None:
        """Take back the last move."""
        try:
            self.match.undo()
        except (Refusal, OSError) as error:
            self.say(str(error), True)
            return
        self.pending = ""
        self.message = "taken back"
        self.changed(saved=True)
        self.bots.go()

    def action_next_deal(self) -> None:
        """Deal again."""
        last = self.result()
        try:
            self.match.next_deal()
        except (Refusal, OSError) as error:
            self.say(str(error), True)
            return
        self.message = f"last deal: {last}"
        self.tableside.cover()
        self.changed(saved=True)
        self.bots.go()

    def action_rematch(self) -> None:
        """Start a new match with the same seats and rules."""
        header = self.match.header
        self.match.close("finished")
        self.house.again(Play(header.game, header.rules, header.seats, 0, header.ranked))

    def action_skip(self) -> None:
        """Skip the pauses until a person is to act; pause or resume if only bots play."""
        self.bots.skip()

    def action_step(self) -> None:
        """Let one bot move, then pause."""
        self.bots.step()

    def action_pace(self, sign: int) -> None:
        """Double or halve the pause between moves, within the limits of the setting."""
        pace, setting = self.house.settings.pace, SETTINGS["pace"]
        if sign > 0:
            pace = min(setting.high, max(SHORTEST, round(2 * pace, 2)))
        else:
            pace = round(pace / 2, 2) if pace >= 2 * SHORTEST else setting.low
        self.house.set_setting("pace", pace)
        self.bots.pace(pace)
        self.say(f"bots wait {pace:g} s between moves")

    def action_panel(self) -> None:
        """Choose the mode of the bots' panel."""
        self.bots.choose_panel()

    def action_coach(self) -> None:
        """Switch to coach mode, or back to the previous mode."""
        self.bots.set_panel(self.tableside.toggled)

    def action_side(self) -> None:
        """Show the next page beside the table."""
        self.page = PAGES[(PAGES.index(self.page) + 1) % len(PAGES)]
        self.redraw()

    def action_scroll_side(self, lines: int) -> None:
        """Scroll the bots' panel if it is visible, otherwise the history."""
        if self.page == "bots" or (self.has_class("-roomy") and self.tableside.panel != PANELS[0]):
            self.query_one("#bots").scroll_relative(y=lines, animate=False)
        else:
            self.query_one(History).move(lines)

    def action_sort(self) -> None:
        """Sort the hand in the next order. The input is cleared because its numbers are positions."""
        way = SORTS[(SORTS.index(self.house.settings.sort) + 1) % len(SORTS)]
        self.house.set_setting("sort", way)
        self.query_one(InputLine).clear()
        self.redraw()
        self.say(self.SORTED[way])

    def action_thoughts(self) -> None:
        """Show the bots' panel over the whole screen."""
        entries, _ = self.tableside.thoughts(full=True)

        def draw(width: int) -> list[Content]:
            lines: list[Content] = []
            for title, decision, _rows, second in entries:
                lines.append(Content.styled(title, "bold $text-primary"))
                if decision:
                    lines += decision_lines(self.game, decision, width, 0, self.label, second, self.tableside.names)
                    lines.append(Content(""))
            return lines

        self.app.push_screen(Reading("thoughts", draw))

    def action_inspect(self) -> None:
        """Inspect this position."""
        self.house.look_into(
            Inspect(
                self.entry.name,
                tuple(dict.fromkeys(self.tableside.bots)) or registry.default_bots(self.entry.name, self.game.spec)[:2],
                self.game.spec,
                None,
                json.dumps(observation_json(self.game, self.seen)),
            )
        )

    def action_tutorial(self) -> None:
        """Show the game in 30 seconds."""
        self.app.push_screen(Reading(f"{self.entry.title} in 30 seconds", self.TUTORIAL))

    def action_menu(self) -> None:
        """Leave the table; the match stays saved."""
        self.match.close("finished" if self.match.over else "")
        self.house.open(Menu())
