"""Draws the screen of a table from its public state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from .gametable import View
from .look.canvas import Canvas
from .look.palette import four_coloured
from .widgets.decisions import DecisionPanel
from .widgets.felt import Felt
from .widgets.lines import Lines
from .widgets.records import History
from .widgets.section import Section

if TYPE_CHECKING:
    from .table import TableScreen

ROOMY = Size(120, 36)
"""The minimum size at which everything is shown at once."""
PAGES = ("history", "scores", "bots")
"""What the key for the side shows in turn on smaller screens."""
_MODES = (
    "[@click=screen.panel]F2 bots:$panel[/]  [@click=app.command_palette]^p commands[/]  [@click=app.quit]^q quit[/] "
)


class TableDrawing:
    """The parts of a table screen, drawn together or one by one."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen

    @property
    def view(self) -> View:
        """The data from which the table is drawn now."""
        screen, tableside = self.screen, self.screen.tableside
        walked = screen.cursor if screen.cursor is not None and screen.cursor < len(screen.order) else None
        return View(
            screen.seen, tableside.names, tableside.open_hands(), screen.order, screen.typed().cards,
            walked if screen.line.walking else None, screen.house.settings.four_colour, tableside.covered,
        )  # fmt: skip

    def everything(self) -> None:
        """Redraw the screen."""
        screen, tableside = self.screen, self.screen.tableside
        if screen.going or not screen.query(Felt):
            return
        tableside.look()
        seen = screen.seen = tableside.observe()
        order = screen.words.order(screen.game, seen, screen.house.settings.sort)
        screen.order = tuple(range(seen.zone("hand").count)) if tableside.covered else order
        self._bar()
        self.title()
        for name in PAGES:
            screen.set_class(screen.page == name, f"-{name}")
        quiet = tableside.panel == "deal" and not tableside.over
        screen.set_class(quiet or tableside.panel == "hidden", "-closed")
        view, table = self.view, screen.table
        screen.query_one(History).show(lambda width: table.history_lines(view, width))
        screen.query_one("#seen", Lines).draw(lambda width: table.seen_lines(seen, width))
        rows = max(3, screen.size.height - (40 if screen.has_class("-roomy") else 14))
        screen.query_one("#results", Lines).draw(lambda width: table.score_lines(seen, width, rows))
        self.thoughts()

    def _bar(self) -> None:
        """Draw the bar at the top."""
        screen, match = self.screen, self.screen.match
        ranked = " · ranked" * match.header.ranked
        where = screen.words.say("deal {deal} · turn {turn}", deal=match.deal, turn=screen.seen.turn)
        about = (f"   {where}{ranked}", "$text-muted")
        name = (screen.entry.title, "bold")
        house = (" ♠", "bold"), ("♥", "bold $text-error"), (" cardtui ▸ ", "bold")
        modes = Content.from_markup(_MODES, panel=screen.tableside.panel)
        title = Content.assemble(*house, name, about)
        if title.cell_length + modes.cell_length >= screen.size.width:
            title = Content.assemble(" ", name, about)
        screen.query_one("#title", Static).update(title)
        screen.query_one("#modes", Static).update(modes)

    def title(self) -> None:
        """Redraw the frame of the input line: the prompt, or who is thinking and for how long."""
        header = self.screen.match.header
        self.screen.typing.entitle(self._prompt(), f"saved {self.screen.saved} · seed {header.seed} · {header.rules}")

    def thoughts(self) -> None:
        """Redraw what shows the bots' thoughts: their panel, and the badges on the cards."""
        screen, tableside = self.screen, self.screen.tableside
        if screen.going or not screen.query(DecisionPanel):
            return
        entries, empty = tableside.thoughts()
        coach = tableside.panel == "coach"
        screen.query_one("#bots", Section).entitle("coach" if coach else "bots", "" if coach else tableside.panel)
        screen.query_one(DecisionPanel).show(entries, empty, tableside.names)
        self.typed()

    def typed(self) -> None:
        """Redraw what depends on the typed text: the felt and the preview."""
        screen = self.screen
        typed, told = screen.typed(), Content("")
        if screen.tableside.over:
            told = Content(f" {screen.table.result(screen.seen)}")
        elif typed.preview:
            mark, style = ("✓", "$text-success") if typed.legal else ("✗", "$text-error")
            told = Content.assemble((f" {mark} ", style), typed.preview)
        screen.typing.tell(told)
        felt, palette = screen.query_one(Felt), screen.house.palette
        if screen.table.FOUR and not palette.four:
            palette = four_coloured(palette)
        if felt.size.area:
            canvas = Canvas(*felt.size, palette, palette.felt)
            screen.table.paint(canvas, self.view)
            felt.show(canvas)

    def _prompt(self) -> str:
        screen, match, tableside = self.screen, self.screen.match, self.screen.tableside
        names, say = tableside.names, screen.words.say
        if tableside.trick.lies and tableside.trick.held and not match.is_human(match.turn):
            return say("the trick is held: F8 sweeps it")
        if tableside.trick.lies and match.turn is None:
            return say("any key goes on · F8 holds the trick")
        if match.over:
            return say("match over: Enter rematch · F10 menu")
        if match.turn is None:
            return say("deal over: Enter next deal")
        if tableside.covered and tableside.people:
            return say("{name}: Enter when the others look away", name=names[tableside.viewer])
        if tableside.people and match.turn != tableside.viewer:
            return screen.bots.thought or say("{name} is to move · ␣ skips the wait", name=names[match.turn])
        if not tableside.people:
            keys = screen.bots.thought or say("␣ pause or go on · . one step")
            return say("watching · paused: {keys}" if screen.bots.paused else "watching: {keys}", keys=keys)
        prompt = screen.words.prompt(screen.game, screen.seen, screen.pending)
        return f"{screen.pending.upper()}: {prompt}" if screen.pending else prompt
