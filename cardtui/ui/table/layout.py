"""The screen of a match: its parts, where they stand, and what is shown in them."""

from __future__ import annotations

from collections.abc import Iterable
from time import strftime
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from ... import registry, words
from ...core import Action, Card
from ...entries.wording import Typed, Words
from ...match import Match
from ...registry.plugins import blamed
from ...tableside import Tableside
from ..base import AppScreen
from ..sizes import ROOMY, is_roomy
from ..widgets.decisions import DecisionPanel
from ..widgets.felt import Felt
from ..widgets.first_deal import FirstDealBox
from ..widgets.history import History
from ..widgets.line import InputLine, KeyLine
from ..widgets.lines import Lines
from ..widgets.section import Section
from ..widgets.typing_area import TypingArea
from .bots import TableBots
from .drawing import PAGES, TableDrawing
from .game import GameTable

NARROW = 52
"""The width of the felt on the narrowest screen."""
HOLD = "f8"
"""The key that holds a full trick; any other one sweeps it."""
SAVED = "The match is saved after every move; the next start offers to resume it."
WATCHED = "The match is saved after every move; g in the list of saved matches resumes it."


class TableLayout(AppScreen):
    """The layout of a table's screen: its widgets and their contents. `TableScreen` adds keys, typing and clicks."""

    TABLE: ClassVar[type[GameTable]]
    ENDS_ON = "scores"
    """The page shown beside the table when a deal is over."""
    SHORTCUTS: ClassVar[frozenset[str]] = frozenset("unr .+-")
    """Characters that act as keys while the input line is empty."""
    BEGIN_MOVES: ClassVar[frozenset[str]] = frozenset()
    """Those of them with which a move of this game may begin: they are keys only once the match is over."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.game = match.game
        self.entry = registry.game_entry(match.header.game)
        self.drawing = TableDrawing(self)
        about = (lambda: self.card_app.settings, self.drawing.thoughts, lambda: self.bots.coach_status)
        self.tableside: Tableside
        self.bots: TableBots
        if match.afar:
            from .remote_players import sit  # tables without people elsewhere do without it

            self.tableside, self.bots = sit(self, match, *about)
        else:
            self.tableside = Tableside(match, *about)
            self.bots = TableBots(self, self.tableside)
        self.table = self.TABLE(match, self.tableside, lambda: self.card_app.settings)
        self.page = PAGES[0]
        self._was_over = False
        self.saved = strftime("%H:%M:%S")
        self.pending = ""
        self.line_empty = True
        self.greeting = ""
        """The message shown at first."""
        self.finale = False
        """Whether the end of the match is shown instead of that of its last deal."""
        self.tried_out = False
        """Whether a position of a saved match is played on: nothing is saved, and Escape leads back."""
        self.seen = self.tableside.observe()
        self.order: tuple[Card, ...] = ()
        self._sized = Size(0, 0)
        self._ticket = match.ticket

    # --- the screen ------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Horizontal(Static(id="title"), Static(id="modes"), id="bar")
        yield Felt()
        with Vertical(id="side"):
            if self.tableside.guide:
                yield FirstDealBox(self.words.say)
            yield Section("worth a look", Lines("costly"), id="look")
            panel = DecisionPanel(self.game, self.table.label, self.words.say)
            yield Section("bots", panel, id="bots")
            yield from self.side_sections()
            yield Section("history", History(), id="history")
            yield Section("cards", Lines("seen"), id="cards")
            yield Section(self.words.say("scores"), Lines("results"), id="scores")
        yield TypingArea(self.SHORTCUTS)
        yield KeyLine()

    def side_sections(self) -> Iterable[Section]:
        """Return the sections that a game adds between the bots' panel and the history."""
        return ()

    def on_mount(self) -> None:
        """Draw the table and start the bots."""
        self.bots.begin()
        self.set_interval(1.0, self._tick)
        self.watch(self.query_one("#bots"), "show_vertical_scrollbar", self.drawing.thoughts, init=False)
        self.watch(self.query_one("#bots"), "scroll_y", self.drawing.heading, init=False)
        self.line.focus()
        self.changed()
        self.say(self.greeting)
        self.bots.go()

    @property
    def words(self) -> Words[Any]:
        """The words of the game in the chosen language."""
        return words.of(self.match.header.game, self.card_app.settings.spoken)

    @property
    def line(self) -> InputLine:
        """The input line."""
        return self.query_one(InputLine)

    @property
    def typing(self) -> TypingArea:
        """The input line with preview and message."""
        return self.query_one(TypingArea)

    @property
    def message(self) -> str:
        """The message below the preview."""
        return self.typing.message if self.query(TypingArea) else ""

    def on_resize(self, event: Resize) -> None:
        """Give the felt its share of the width, and show everything at once if the screen is large enough."""
        width, height = event.size
        if event.size == self._sized:  # the first one comes twice
            return
        self._sized = event.size
        self.set_class(is_roomy(width, height), "-roomy")
        felt = max(NARROW, round(width * (0.63 if width >= ROOMY.width else 0.65)))
        self.styles.grid_columns = f"{felt} 1fr"
        self.refresh_bindings()
        self.call_after_refresh(self.redraw)

    def _tick(self) -> None:
        """Every second, update the thinking time and compilation messages."""
        if self.bots.thinking is not None:
            self.drawing.title()
        self.bots.tick()
        if self.tableside.coach.thinking and not self.tableside.coach.opinion:
            self.drawing.thoughts()

    def on_felt_resized(self) -> None:
        """Redraw when the felt gets its final size, which a change of CSS classes delays."""
        if not self.query_one(Felt).fits:
            self.redraw()

    def draw_beliefs(self) -> None:
        """Draw the coach's beliefs where a game has a section for them, which then overrides this."""

    def on_decision_panel_heads_changed(self) -> None:
        """Write the heads of the columns into the heading of the bots' panel."""
        if self.query(DecisionPanel) and not self.is_closing:
            self.drawing.heading()

    def on_screen_resume(self) -> None:
        """Focus the input line again, and ask the coach again if it was interrupted."""
        self.line.focus()
        if self.tableside.coach.broken_off:
            self.bots.advise()

    @property
    def leave_warning(self) -> str:
        """Nothing is lost by leaving a match in which no person has acted yet, or that is over."""
        saved = SAVED if self.tableside.people else WATCHED
        goes_on = self.match.touched and not (self.match.over or self.tried_out)
        return self.bots.leave_warning if self.match.afar else saved * goes_on

    def on_unmount(self) -> None:
        """Close the record; a finished match is not offered again."""
        try:
            over = self.match.over
        except Exception as error:
            if not blamed(self.match.game, error):
                raise
            over = False  # these rules cannot tell
        self.match.close("finished" if over else "")

    # --- drawing ---------------------------------------------------------------------------------------

    def changed(self, saved: bool = False) -> None:
        """Redraw after a change of the match; `saved`: it was written to the record just now."""
        if self.is_closing:
            return  # a bot may move while the screen is removed
        if saved:
            self.saved = strftime("%H:%M:%S")
        for line in self.query(InputLine):  # none before the screen is composed
            line.shortcuts = self.SHORTCUTS if self.match.over else self.SHORTCUTS - self.BEGIN_MOVES
        over = self.tableside.over
        if self._ticket != self.match.ticket:  # a new position ends the look at the last trick
            self._ticket, self.table.looking_back = self.match.ticket, False
        self.finale = self.finale and self.match.over
        if over and self.page == "history" and not self.tableside.guide:
            self.page = self.ENDS_ON
        elif self._was_over and not over and self.page == "scores":  # the next deal, or a move taken back
            self.page = "history"
        self._was_over = over
        self.redraw()
        self.refresh_bindings()

    def translate(self, text: str) -> str:
        return self.words.say.told(text)

    def key_word(self, binding: Binding) -> str:
        if binding.action == "skip" and (self.bots.paused or not self.tableside.people):
            return self.translate("go on" if self.bots.paused else "pause")
        return super().key_word(binding)

    def intercept_key(self, key: str) -> bool:
        """End moving cards, and sweep a full trick unless the key holds it; return whether the key is consumed.

        Enter at the end of a deal is consumed by that. Why the key before did nothing is not shown any longer.
        """
        felt, trick = self.query_one(Felt), self.tableside.trick
        felt.finish()
        self.typing.forget_refusal()
        ends = key == "enter" and self.match.turn is None
        if key == HOLD or not trick.lies or (trick.held and not ends):
            return False
        trick.sweep()
        self.changed()
        felt.finish()
        return ends

    def redraw(self) -> None:
        """Redraw the screen."""
        self.drawing.everything()

    def hint_label(self, action: Action) -> str:
        """Return the label of an action as a hint names it."""
        return self.table.label(action)

    def typed(self) -> Typed:
        """Parse the input line."""
        if self.tableside.covered:
            return Typed("", False)
        return self.words.read(self.game, self.seen, self.order, self.line.value, self.pending)

    def say(self, sentence: str, wrong: bool = False, stays: bool = False) -> None:
        """Show a message below the preview until the input changes; a hint `stays` while that is typed, too."""
        if self.query(TypingArea) and not self.is_closing:
            self.typing.say(self.words.say.told(sentence), wrong, stays)
