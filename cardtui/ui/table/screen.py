"""The table screen: typing, mouse and keys for one match of any game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import ClassVar

from textual.binding import BindingType
from textual.events import Click
from textual.widgets import Input

from ...core import Action, Refusal
from ...entries import wording
from ...json_forms import observation_json
from ...registry import lineup
from ...settings import SORTS, Settings
from ...system.files import sentence
from ...words.rulebook import rulebook
from ..dialogs import TextWindow, confirm
from ..start import Inspect, Menu, Play, Replay, Review, guided
from ..widgets.decisions import thought_lines
from ..widgets.felt import Felt
from ..widgets.first_deal import FirstDealBox
from ..widgets.history import History
from ..widgets.line import InputLine
from ..widgets.section import Heading
from .drawing import PAGES
from .keys import BINDINGS, PAGE
from .layout import TableLayout


class TableScreen(TableLayout):
    """The screen of one match. A subclass for a game sets `TABLE` and `GUIDE`, and may add keys."""

    TUTORIAL = ""
    """The game in 30 seconds."""
    BINDINGS: ClassVar[list[BindingType]] = list(BINDINGS)
    SORT_LABELS: ClassVar[Mapping[str, str]] = {
        "number": "hand sorted by number",
        "suit": "hand sorted by suit",
        "dealt": "hand as dealt, new cards last",
    }
    """The message for each order of the hand."""

    @classmethod
    def tutorial(cls, settings: Settings) -> str:
        """Return the short introduction to the game, in the chosen language."""
        return cls.TUTORIAL

    def tutorial_here(self) -> str:
        """Return the introduction for this table; overridden by games whose rules change numbers in it."""
        return self.tutorial(self.card_app.settings)

    def guide_here(self) -> str:
        """Return the help for this table; overridden by games whose rules or language change it."""
        return self.GUIDE[1]

    def help_text(self) -> tuple[str, str]:
        """Return the help, and below it the rules in full."""
        rules = rulebook(self.game)
        told = self.words.say("RULES    in full. A refusal names its paragraph: §4.1 is number 1 of §4.")
        return self.GUIDE[0], f"{self.guide_here().rstrip()}\n\n{told}\n\n{rules}" if rules else self.guide_here()

    # --- typing and mouse ------------------------------------------------------------------------------

    def on_input_changed(self, event: Input.Changed) -> None:
        """Update the preview after every key, and remove the message about the refused input."""
        if event.value and not self.tableside.people:
            self.line.value = ""  # nobody plays here: the keys go on working
            return
        self.typing.edited(event.value)
        self.drawing.typed()
        self._line_holds(event.value)

    def _line_holds(self, text: str) -> None:
        """Update which keys work: shortcuts only while the line is empty."""
        if self.line_empty is bool(text):
            self.line_empty = not text
            self.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Handle Enter. Text typed after it, but before it is handled, stays in the line."""
        line = self.line
        if self.tableside.covered and self.tableside.people:
            self.tableside.uncover()
            self.changed()
            self.bots.advise()
        elif self.match.turn is None:
            if event.value.strip():  # typed for a deal that is over
                line.value = line.value.removeprefix(event.value)
                self.say(self.words.say("the deal is over: Enter alone goes on"), True)
            elif self.tried_out:
                self.leave()
            elif not self.match.over:
                self.action_next_deal()
            elif self.finale:
                self.action_rematch()
            else:
                self.finale = True
                self.say("")
                self.redraw()
        elif not self.tableside.people:
            self.action_skip()
        else:
            typed = self.words.read(self.game, self.seen, self.order, event.value, self.pending)
            if typed.action is not None:
                kept, rest = line.value, line.value.removeprefix(event.value)
                with line.prevent(Input.Changed):  # what is played is not told to be illegal a moment later
                    line.value = rest
                    if not self.play(typed.action):
                        line.value = kept
                self._line_holds(line.value)
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
        self.table.looking_back = False
        if self.tableside.trick.lies:
            self.tableside.trick.sweep()
        try:
            self.match.play(action)
        except (Refusal, OSError) as error:
            self.say(sentence(error), True)
            return False
        self.say("")
        self.pending = ""
        self.line.stand()
        self.changed(saved=True)
        self.bots.go()
        return True

    async def on_felt_card_clicked(self, event: Felt.CardClicked) -> None:
        """Type the clicked card, or remove it."""
        await self.line.click(self.picked(event.number), event.double, self._whole)

    def picked(self, number: int) -> str:
        """Return the typed text after a click on a card of the hand."""
        return self.table.picked(self.drawing.view, self.line.value, number)

    def _whole(self) -> bool:
        """Return whether the typed text is a legal move."""
        return self.typed().action is not None

    async def on_click(self, event: Click) -> None:
        """Sweep a full trick, as keys do.

        A click on the preview acts like Enter, one on the heading of a cut panel like the key that stands there.
        """
        enters = bool(event.widget and event.widget.id == "preview")
        if self.intercept_key("enter" if enters else "click"):
            return
        if enters:
            await self.line.action_submit()
        elif isinstance(event.widget, Heading) and event.widget.parent is self.query_one("#bots") and self.drawing.cut:
            self.action_scroll_side(-PAGE if self.drawing.at_end else PAGE)

    async def on_felt_place_clicked(self, event: Felt.PlaceClicked) -> None:
        """Type the word of the clicked place."""
        await self.line.click(self.table.clicked(self.line.value, event.word), event.double, self._whole)

    def on_input_line_cursor_moved(self, event: InputLine.CursorMoved) -> None:
        """Move the cursor over the hand, or pick the card under it."""
        place = self.line.walk(event.step, len(self.order))
        if place is not None:
            self.line.put(self.picked(place + 1))
        self.drawing.typed()

    # --- keys ------------------------------------------------------------------------------------------

    def disabled_reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        if action == "hold" and self.words.trick_over is wording.trick_over:
            return "there are no tricks in this game"
        if self.tried_out and action in ("next_deal", "rematch", "first_deal", "menu"):
            return "this deal is only tried out: Esc leads back"
        unsaved = not (self.match.kept or self.match.afar)
        if unsaved and (action == "review" or (action == "replay" and self.match.over)):
            return "this match is not saved"
        if action == "side" and self.has_class("-roomy"):
            return "all pages stand beside the table"
        return self.tableside.reason(action)

    def action_clear(self) -> None:
        """Clear the input line; if it is empty, go one step back, leave the guided deal, or the match's end."""
        line = self.line
        self.finale = False
        if not line.value:
            if not self.pending and self.tableside.guide:
                self._end_guide()
                return
            if not self.pending and self.tried_out:
                self.leave()
                return
            self.pending = ""
        line.stand()
        line.clear()
        self.say("")
        self.redraw()

    def _end_guide(self) -> None:
        """Leave the guided first deal; the match goes on without the guide."""
        self.tableside.end_guide()
        self.changed()
        self.bots.advise()
        self.say(
            "the guide is gone and the match goes on · ? hint · ^g the guided deal again · F9 the game in 30 seconds"
        )

    def action_first_deal(self) -> None:
        """Leave the table for the guided first deal; the match stays saved."""
        self.card_app.screens.open(guided(self.match.header.game))

    def action_hint(self) -> None:
        """Ask the coach once."""
        self.bots.hint()

    def action_undo(self) -> None:
        """Take back the last move."""
        try:
            self.match.undo()
        except (Refusal, OSError) as error:
            self.say(sentence(error), True)
            return
        self.pending = ""
        self.say("taken back")
        self.changed(saved=True)
        self.bots.go()

    def action_next_deal(self) -> None:
        """Deal again."""
        last = self.table.result(self.seen)
        try:
            self.match.next_deal()
        except (Refusal, OSError) as error:
            self.say(sentence(error), True)
            return
        self.say(self.words.say("last deal: {result}", result=last))
        self.tableside.end_guide()
        self.tableside.cover()
        self.changed(saved=True)
        self.bots.go()

    def action_rematch(self) -> None:
        """Start a new match with the same seats and rules."""
        if reason := self.disabled_reason("rematch"):  # Enter comes here, too
            self.say(reason, True)
            return
        header = self.match.header
        self.card_app.screens.play_again(Play(header.game, header.rules, header.seats, 0, header.ranked))

    def action_replay(self) -> None:
        """Step through this match, which is over."""
        self.card_app.screens.open_above(Replay(self.match.path))

    def action_review(self) -> None:
        """Review the deals of this match that have been played."""
        self.say("")
        self.card_app.screens.open_above(Review(self.match.path))

    def action_replace_away(self) -> None:
        """Put bots on the seats of people elsewhere who are away."""
        from .remote_players import RemotePlayers

        assert isinstance(self.bots, RemotePlayers)
        try:
            self.bots.seat.replace_away()
        except Refusal as error:
            self.say(str(error), True)

    def action_skip(self) -> None:
        """Skip the pauses until a person is to act; pause or resume if only bots play."""
        self.bots.skip()

    def action_step(self) -> None:
        """Let one bot move, then pause."""
        self.bots.step()

    def action_pace(self, sign: int) -> None:
        """Double or halve the pause between moves, within the limits of the setting."""
        self.bots.change_pace(sign)

    def action_hold(self) -> None:
        """Hold the full trick, or the next one, or let it go."""
        held = self.tableside.trick.hold()
        told = "a full trick lies until F8 is pressed again" if held else "tricks are swept again"
        self.say(told)
        self.changed()

    def action_last(self) -> None:
        """Show the last trick, or the current one again. For games with tricks, which bind a key to it."""
        self.table.looking_back = not self.table.looking_back
        self.redraw()

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
        """Scroll the bots' panel if it is cut, otherwise the history."""
        if self.tableside.guide:
            self.query_one(FirstDealBox).scroll_relative(y=lines, animate=False)
        elif self.drawing.cut:
            self.query_one("#bots").scroll_relative(y=lines, animate=False)
        else:
            self.query_one(History).move(lines)

    def action_sort(self) -> None:
        """Sort the hand in the next order. The input is cleared because its numbers are positions."""
        way = SORTS[(SORTS.index(self.card_app.settings.sort) + 1) % len(SORTS)]
        self.line.clear()
        self.say(self.SORT_LABELS[way])
        self.card_app.set_setting("sort", way)
        self.redraw()

    def action_thoughts(self) -> None:
        """Show the bots' panel over the whole screen."""
        entries, _ = self.tableside.thoughts(full=True)
        names, label, say = self.tableside.names, self.table.label, self.words.say
        self.app.push_screen(
            TextWindow(say("thoughts"), lambda width: thought_lines(self.game, entries, width, label, names, say))
        )

    def action_inspect(self) -> None:
        """Inspect this position."""
        game = self.entry.name
        first, second, *_ = (*lineup.asked(self.game, self.card_app.settings.coach), "")
        others = self.tableside.bots or [second] * (second != "")
        bots = tuple(dict.fromkeys((first, *others)))
        seen = json.dumps(observation_json(self.game, self.seen))
        seats = self.match.header.seats
        self.card_app.screens.open_above(Inspect(game, bots, self.game.spec, None, seen, seats=seats))

    def action_tutorial(self) -> None:
        """Show the game in 30 seconds."""
        title = self.words.say("{game} in 30 seconds", game=self.entry.title)
        self.app.push_screen(TextWindow(title, self.tutorial_here()))

    def action_menu(self) -> None:
        """Leave the table; the match stays saved. With people elsewhere, ask first: they would have to wait or go."""

        def leave() -> None:
            self.match.close("finished" if self.match.over else "")
            self.card_app.screens.open(Menu())

        translate = self.translate
        if told := self.bots.leave_warning:
            title, yes, no = translate("Leave the table?"), translate("leave"), translate("stay")
            confirm(self.app, title, translate(told), yes, no, leave)
        else:
            leave()
