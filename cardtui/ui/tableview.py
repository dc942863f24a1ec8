"""The display of a table: its layout, and the parts that each game provides."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from time import strftime
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Static

from .. import registry, words
from ..core import Action, Card, Observation
from ..match import Match
from ..settings import PANELS
from ..tableside import Tableside
from ..wording import Typed
from .base import HouseScreen
from .bots import TableBots
from .widgets.cards import Hand, Picture, Spot
from .widgets.decisions import DecisionPanel
from .widgets.line import InputLine, KeyLine
from .widgets.lines import Lines, folded
from .widgets.records import History, score_lines
from .widgets.titles import retitle

ROOMY = Size(120, 36)
"""The minimum size at which everything is shown at once."""
PAGES = ("history", "scores", "bots")
_MODES = (
    "[@click=screen.panel]F2 bots:$panel[/]  [@click=app.command_palette]^p commands[/]  [@click=app.quit]^q quit[/] "
)
WRONG = "✗ "
"""The prefix of messages about something that failed."""
TOLD = 3
"""Number of lines for the preview and the message together."""
SAVED = "The match is saved after every move; the next start offers to resume it."


class View(NamedTuple):
    """The data from which a table is drawn."""

    seen: Observation
    names: tuple[str, ...]
    hands: Mapping[int, tuple[Card, ...]]
    """Hands that are shown openly, by seat."""
    width: int
    height: int
    four: bool
    covered: bool


class TableView(HouseScreen):
    """The display of one match. The subclass for a game defines how its table, history and results look."""

    SHORTCUTS: ClassVar[frozenset[str]] = frozenset()
    """Characters that act as keys while the input line is empty."""
    TUTORIAL = ""
    """The game in 30 seconds."""
    HAND: ClassVar[type[Hand]] = Hand
    """The widget for the viewer's hand."""
    ENDS_ON = "scores"
    """The page shown beside the table when a deal is over."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.game = match.game
        self.entry = registry.game_entry(match.header.game)
        self.words = words.of(match.header.game)
        self.tableside = Tableside(match, lambda: self.house.settings, self.draw_thoughts, lambda: self.bots.doing)
        self.bots = TableBots(self, self.tableside)
        self.page = PAGES[0]
        self.message = ""
        self._told = Content("")
        """The preview, or the result of the deal."""
        self.refused = ""
        """The content of the input line when the message was shown."""
        self.saved = strftime("%H:%M:%S")
        self._texts: dict[str, Content] = {}
        self.pending = ""
        self.line_empty = True
        self.cursor: int | None = None
        self.seen = self.tableside.observe()
        self.order: tuple[Card, ...] = ()

    # --- what a game adds ------------------------------------------------------------------------

    @abstractmethod
    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        """Return the lines of the table without the viewer's hand, and the clickable spots."""

    @abstractmethod
    def status(self, seen: Observation) -> str:
        """Return what the rules allow now, in half a line."""

    @abstractmethod
    def me(self, view: View) -> Content:
        """Return the line above the hand."""

    @abstractmethod
    def history_lines(self, view: View, width: int) -> Sequence[Content]:
        """Return the events of this deal; lines that are too wide are wrapped."""

    @abstractmethod
    def result(self) -> str:
        """Return the result of a finished deal in one sentence."""

    @abstractmethod
    def seen_lines(self, seen: Observation, width: int) -> list[Content]:
        """Return lines about the cards seen so far."""

    def score_lines(self, width: int, rows: int) -> list[Content]:
        """Return the scores after the last `rows` deals."""
        return score_lines(self.tableside.names, self.match.results(), self.match.standing, width, rows)

    def label(self, action: Action) -> str:
        """Return a short label of an action."""
        return self.words.label(self.game, action)

    def hinted(self, action: Action) -> str:
        """Return the label of an action in a hint."""
        return self.label(action)

    # --- the screen --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Horizontal(Static(id="title"), Static(id="modes"), id="bar")
        with Horizontal(id="main"):
            with Vertical(id="left", classes="box"):
                yield Picture("picture")
                yield Static(id="me")
                yield self.HAND(self.game, "hand")
            with Vertical(id="side"):
                with VerticalScroll(id="bots", classes="box", can_focus=False):
                    yield DecisionPanel(self.game, self.label, "decisions")
                with Container(id="past"):
                    yield Container(History(), id="history", classes="box")
                    yield Lines("seen", "box")
                yield Lines("scores", "box")
        with Vertical(id="typing", classes="box"):
            yield InputLine(self.SHORTCUTS, "line")
        yield Static(id="preview", markup=False)
        yield Static(id="message", markup=False)
        yield KeyLine("keys")

    def on_mount(self) -> None:
        """Draw the table and start the bots."""
        for name in ("history", "seen", "scores"):
            retitle(self.query_one(f"#{name}"), name)
        self.bots.begin()
        self.page = self.tableside.page
        self.set_interval(1.0, self._tick)
        self.query_one(InputLine).focus()
        self.changed()
        self.bots.go()

    def on_resize(self, event: Resize) -> None:
        """Show everything at once if the screen is large enough."""
        self.set_class(event.size.width >= ROOMY.width and event.size.height >= ROOMY.height, "-roomy")
        self.call_after_refresh(self.redraw)

    def _tick(self) -> None:
        """Every second, update the thinking time and compilation messages."""
        if self.bots.thinking is not None:
            self.draw_title()
        self.bots.tick()
        if self.tableside.coach.thinking and not self.tableside.coach.opinion:
            self.draw_thoughts()

    def on_picture_resized(self) -> None:
        """Redraw when the table gets its final size, which a change of CSS classes delays."""
        self.redraw()

    def on_screen_resume(self) -> None:
        """Focus the input line again, and ask the coach again if it was interrupted."""
        self.query_one(InputLine).focus()
        if self.tableside.coach.broken_off:
            self.bots.advise()

    @property
    def leaving(self) -> str:
        """Nothing is lost by leaving a match in which no person has acted yet."""
        return SAVED if self.match.touched else ""

    def on_unmount(self) -> None:
        """Close the record; a finished match is not offered again."""
        self.match.close("finished" if self.match.over else "")

    def changed(self, saved: bool = False) -> None:
        """Redraw after a change of the match."""
        if saved:
            self.saved = strftime("%H:%M:%S")
        over = self.match.turn is None
        if over and self.page == "history":
            self.page = self.ENDS_ON
        elif not over and self.page == "scores" and not self.match.moves():
            self.page = "history"
        self.redraw()
        self.refresh_bindings()

    def redraw(self) -> None:
        """Redraw the screen."""
        if self.going or not self.query(Picture):
            return
        match, tableside = self.match, self.tableside
        tableside.look()
        seen = self.seen = tableside.observe()
        order = self.words.order(self.game, seen, self.house.settings.sort)
        self.order = tuple(range(seen.zone("hand").count)) if tableside.covered else order
        view = self.view
        self.query_one(Picture).show(*self.picture(view))
        self._put("me", self.me(view))
        retitle(self.query_one("#left"), "table", "" if tableside.covered else self.status(seen))
        ranked = " · ranked" if match.header.ranked else ""
        title = f" {self.entry.title}   deal {match.deal} · turn {seen.turn}{ranked}"
        modes = Content.from_markup(_MODES, panel=tableside.panel)
        house = " cardtui ▸"
        fits = len(house + title) + modes.cell_length < self.size.width
        self._put("title", Content(house + title if fits else title))
        self._put("modes", modes, True)
        self.draw_title()
        for name in PAGES:
            self.set_class(self.page == name, f"-{name}")
        self.set_class(tableside.panel == PANELS[0], "-closed")
        self.query_one(History).show(lambda width: self.history_lines(view, width))
        self.query_one("#seen", Lines).draw(lambda width: self.seen_lines(seen, width))
        rows = max(3, self.size.height - (40 if self.has_class("-roomy") else 14))
        self.query_one("#scores", Lines).draw(lambda width: self.score_lines(width, rows))
        self.draw_thoughts()
        self.draw_typed()

    def draw_title(self) -> None:
        """Update the frame of the input line: the prompt, or who is thinking and for how long."""
        header = self.match.header
        saved = f"saved {self.saved} · seed {header.seed} · {header.rules}"
        retitle(self.query_one("#typing"), self._title(), saved)

    @property
    def view(self) -> View:
        """The data from which the table is drawn now."""
        tableside, size = self.tableside, self.query_one(Picture).size
        four = self.house.settings.four_colour
        return View(
            self.seen, tableside.names, tableside.open_hands(), size.width, size.height, four, tableside.covered
        )

    def _put(self, name: str, content: Content, sized: bool = False) -> None:
        """Change a line of text. `sized`: its size changes too, which requires a layout of the whole screen."""
        old = self._texts.get(name)
        if old is None or not old.is_same(content):
            self._texts[name] = content
            self.query_one(f"#{name}", Static).update(content, layout=sized)

    def draw_thoughts(self) -> None:
        """Redraw only the bots' panel."""
        if self.going or not self.query(DecisionPanel):
            return
        entries, empty = self.tableside.thoughts()
        retitle(self.query_one("#bots"), f"bots · {self.tableside.panel}")
        self.query_one(DecisionPanel).show(entries, empty, self.tableside.names)

    def _title(self) -> str:
        if self.match.over:
            return "match over: Enter rematch · F10 menu"
        if self.match.turn is None:
            return "deal over: Enter next deal"
        if self.tableside.covered and self.tableside.people:
            return f"{self.tableside.names[self.tableside.viewer]}: Enter when the others look away"
        if self.tableside.people and self.match.turn != self.tableside.viewer:
            return self.bots.thought or f"{self.tableside.names[self.match.turn]} is to move · ␣ skips the wait"
        if not self.tableside.people:
            keys = self.bots.thought or "␣ pause or go on · . one step"
            return f"watching{' · paused' if self.bots.paused else ''}: {keys}"
        prompt = self.words.prompt(self.game, self.seen, self.pending)
        return f"{self.pending.upper()}: {prompt}" if self.pending else prompt

    def typed(self) -> Typed:
        """Parse the input line."""
        text = self.query_one(InputLine).value
        return self.words.read(self.game, self.seen, self.order, text, self.pending)

    def draw_typed(self) -> None:
        line = self.query_one(InputLine)
        typed = self.typed() if not self.tableside.covered else Typed("", False)
        told = Content("")
        if self.match.turn is None:
            told = Content(f" {self.result()}")
        elif typed.preview:
            mark, style = ("✓", "$text-success") if typed.legal else ("✗", "$text-error")
            told = Content.assemble((f" {mark} ", style), typed.preview)
        self._told = told
        self.draw_told()
        cursor = self.cursor if self.cursor is not None and self.cursor < len(self.order) else None
        four = self.house.settings.four_colour
        useful = {card for action in self.seen.legal for card in action.cards}
        barred = tuple(card for card in self.order if useful and card not in useful)
        walked = cursor if line.walking else None
        self.query_one(Hand).show(self.order, typed.cards, walked, self.tableside.covered, four, barred)

    def draw_told(self) -> None:
        """Draw the preview above the message; each may use the lines that the other leaves free."""
        width, told, said = self.size.width - 1, list[Content](), list[Content]()
        if self._told:
            told = folded(self._told, width, TOLD - bool(self.message)).split()
        if self.message:
            said = folded(Content(f" {self.message}").stylize("$text-muted"), width, TOLD - len(told)).split()
        *above, last = [*told, *[Content("")] * (TOLD - len(told) - len(said)), *said]
        self._put("preview", Content("\n").join(above))
        self._put("message", last)
