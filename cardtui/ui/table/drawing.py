"""Draws the contents of a table's screen from the state of the screen and its match."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from ...entries.wording import says_what_to_type
from ...text.formatting import unit_name
from ..look.canvas import Canvas, LaidCard
from ..look.cards import Size
from ..look.motion import SLIDE, SWEEP, TICK, Slide, arrivals, departures
from ..widgets.costly import costly_lines
from ..widgets.decisions import DecisionPanel, briefly
from ..widgets.felt import Felt
from ..widgets.first_deal import FirstDealBox
from ..widgets.history import History
from ..widgets.lines import Lines
from ..widgets.section import Section
from .game import View

if TYPE_CHECKING:
    from .layout import TableLayout

PAGES = ("history", "scores", "bots")
"""What the key for the side shows in turn on smaller screens."""
_PARTS = ("Felt", "History", "#seen", "#results")
_PANEL = "[@click=screen.panel]F2 $bots[/]  "
_MODES = "[@click=app.command_palette]^p $commands[/]  [@click=app.quit]^q $quit[/] "


class TableDrawing:
    """Draws a table's screen, all at once or part by part."""

    def __init__(self, screen: TableLayout) -> None:
        self.screen = screen
        self._coach = ""
        """The bot whose opinion is shown."""
        self._has_thoughts = False
        self._painted: Canvas | None = None
        """The felt as it was painted last, with everything at its place."""
        self._still: Canvas | None = None
        """The felt without the cards that are on their way, once it was painted for what is true now."""
        self._events = (0, 0, False)
        """The match as it was then: its ticket, the number of events, and whether a full trick lay on the table."""

    @property
    def view(self) -> View:
        """The data from which the table is drawn now."""
        screen, tableside = self.screen, self.screen.tableside
        typed = screen.typed()
        return View(
            screen.seen, tableside.names, tableside.open_hands(), screen.order, typed.cards,
            screen.line.walked, screen.card_app.settings.four_colour, tableside.covered,
            tableside.played_by, typed.action,
        )  # fmt: skip

    def everything(self) -> None:
        """Redraw the screen."""
        screen, tableside = self.screen, self.screen.tableside
        if screen.is_closing or not all(map(screen.query, _PARTS)):
            return  # a change may come before the screen is composed
        self._classes()
        tableside.look()
        seen = screen.seen = tableside.observe()
        order = screen.words.order(screen.game, seen, screen.card_app.settings.sort)
        screen.order = tuple(range(seen.zone("hand").count)) if tableside.covered else order
        if not screen.query_one(Felt).size:
            return  # all is drawn as soon as it has a size
        self._bar()
        self.title()
        view, table = self.view, screen.table
        screen.query_one(History).show(lambda width: table.history_lines(view, width))
        screen.query_one("#seen", Lines).draw(lambda width: table.seen_lines(seen, width))
        screen.query_one("#results", Lines).draw(lambda width: table.score_lines(seen, width, self._deals()))
        self._look()
        self.thoughts()

    def _look(self) -> None:
        """Draw the moves of a finished deal that the coach holds for costly."""
        screen, heard, say = self.screen, self.screen.tableside.heard, self.screen.words.say
        if heard:
            unit = briefly(say(unit_name(heard[-1].opinion.unit) or "value"))
            coach = screen.tableside.coach.spec
            screen.query_one("#look", Section).set_heading(say("worth a look"), coach, f"{unit} · ±95%")
            label = screen.table.label
            screen.query_one("#costly", Lines).draw(lambda width: costly_lines(heard, label, width, say))

    def _deals(self) -> int:
        """Return for how many of the last deals the scores have room."""
        height = self.screen.size.height
        if self.screen.has_class("-roomy"):
            return max(3, height - 40)
        return height - 14 if self.screen.has_class("-closed") else max(3, (height - 18) // 2)

    def _classes(self) -> None:
        """Set the CSS classes. A screen that is not mounted yet is styled later anyway, once for all classes."""
        screen, tableside = self.screen, self.screen.tableside
        quiet = not tableside.thoughts()[0] if tableside.over else tableside.panel == "deal"
        chosen = {f"-{name}": screen.page == name for name in PAGES}
        chosen |= {"-guided": tableside.guide is not None, "-closed": quiet or tableside.panel == "hidden"}
        chosen |= {"-over": tableside.over, "-look": bool(tableside.heard)}
        screen.update_classes(chosen, update=screen.is_mounted)

    def _bar(self) -> None:
        """Draw the bar at the top."""
        screen, match = self.screen, self.screen.match
        ranked = " · ranked" * match.header.ranked
        say = screen.words.say
        about = (f"   {screen.table.progress_text(screen.seen)}{say.told(ranked)}", "$text-muted")
        name = (screen.entry.title, "bold")
        panel = f"{say('bots')}:{say(screen.tableside.panel)}"
        shown = "" if screen.disabled_reason("panel") else _PANEL  # where nobody gets help there is no panel to open
        modes = Content.from_markup(shown + _MODES, bots=panel, commands=say("commands"), quit=say("quit"))
        title = Content.assemble(*screen.title_prefix, name, about)
        least = max(title.cell_length + modes.cell_length + 1, screen.table.WHOLE_BAR)
        if screen.size.width < least:
            title = Content.assemble(" ", name, about)
        screen.query_one("#title", Static).update(title)
        screen.query_one("#modes", Static).update(modes)

    def title(self) -> None:
        """Redraw the texts in the frame of the input line: the prompt, or who is thinking and for how long."""
        screen, header, say = self.screen, self.screen.match.header, self.screen.words.say.told
        kept = f"saved {screen.saved}" if screen.match.kept or screen.match.afar else "not saved yet"
        kept = "not saved · Esc back" if screen.tried_out else kept
        saved = f"{screen.bots.location or f'{kept} · seed {header.seed}'} · {header.rules}"
        self.screen.typing.set_titles(self._prompt(), say(saved))

    def thoughts(self) -> None:
        """Redraw all that shows the bots' decisions: their panel, and the badges on the cards."""
        screen, tableside = self.screen, self.screen.tableside
        if screen.is_closing or not screen.query(DecisionPanel):
            return
        entries, empty = tableside.thoughts()
        coached = tableside.panel == "coach" and not tableside.over
        self._coach = tableside.coach.spec * coached  # the heading names the bot
        if coached and tableside.advised:
            self._coach += " …" * tableside.coach.thinking
            felt, beside = Size(*screen.query_one(Felt).size), screen.table.panel_decision
            entries = [
                entry._replace(title="", decision=beside(entry.decision, screen.seen, felt))
                for entry in entries
                if entry.decision
            ]
        above = f"{screen.words.say('coach')}  {self._coach}{self._more}"
        screen.query_one(DecisionPanel).show(entries, empty, tableside.names, above=above)
        if self._has_thoughts != bool(entries):  # the key that shows them in full works only where there are some
            self._has_thoughts = bool(entries)
            screen.refresh_bindings()
        self.heading()
        screen.draw_beliefs()
        if tableside.guide:
            screen.query_one(FirstDealBox).show(tableside.guide.told(screen.seen), self._advice())
        self.typed()

    @property
    def cut(self) -> bool:
        """Whether the bots' panel is cut, so that the scrolling keys move it and not the history."""
        screen, panel = self.screen, self.screen.query_one("#bots", Section)
        first = screen.page != "history" or screen.has_class("-roomy")
        first = first or (screen.tableside.panel == "coach" and not screen.tableside.over)
        return first and panel.display and panel.show_vertical_scrollbar

    @property
    def _more(self) -> str:
        """The key that scrolls a cut bots' panel, between dots; "" if it is not cut."""
        say = self.screen.words.say
        key = f"▴ {say('PgUp')}" if self.at_end else f"▾ {say('PgDn')}"
        return f" · {key} · " if self.cut else ""

    @property
    def at_end(self) -> bool:
        """Whether the bots' panel is scrolled to its end."""
        return self.screen.query_one("#bots", Section).is_vertical_scroll_end

    def heading(self) -> None:
        """Redraw the heading of the bots' panel."""
        panel, say = self.screen.tableside.panel, self.screen.words.say
        section, heads = self.screen.query_one("#bots", Section), self.screen.query_one(DecisionPanel).heads
        more = self._more
        heads = (more + heads).strip(" ·")
        if panel == "coach" and not self.screen.tableside.over:
            section.set_heading(say("coach"), self._coach, heads)
        elif self.screen.tableside.over and panel != "hidden":
            section.set_heading(say("bots"), say("what they thought"), more.strip(" ·"), say("thoughts"))
        else:
            section.set_heading(say("bots"), say(panel), heads)

    def _advice(self) -> str:
        """Return the coach's move in a guided deal, what to type for it, and why; "" if the viewer is not to move."""
        screen, coach = self.screen, self.screen.tableside.coach
        if not screen.seen.legal:
            return ""
        say = screen.words.say
        if coach.opinion is None:
            return coach.fault or say.told(screen.bots.coach_status)
        action = coach.opinion.action
        typed = screen.words.to_type(screen.game, screen.order, action)
        would = screen.words.does(screen.game, action)
        why = screen.words.reason(screen.game, screen.seen, action)
        to_type = "" if says_what_to_type(would, typed) else say(" (type {typed})", typed=typed)
        return f"{would}{to_type}{f': {why}' if why else ''}."

    def typed(self) -> None:
        """Redraw what depends on the typed text: the preview, the frame of the input line and the felt."""
        screen = self.screen
        typed, told = screen.typed(), Content("")
        if screen.tableside.over:
            if screen.match.over and not screen.finale:  # who won it is not on the felt yet; what the deal brought is
                told = Content(f" {screen.table.result(screen.seen)}")
        elif typed.preview:
            whole = typed.action is not None or typed.pending != screen.pending
            right = ("✓", "$text-success") if whole else ("…", "$text-muted")
            mark, style = right if typed.legal else ("✗", "$text-error")
            told = Content.assemble((f" {mark} ", style), typed.preview)
        cost = screen.table.cost(typed.action) if typed.action and not screen.tableside.over else ""
        screen.typing.tell(told, cost)
        self.title()
        self._felt(screen.query_one(Felt))

    def _felt(self, felt: Felt) -> None:
        """Redraw the felt. Cards that were played since the last time move to their places."""
        if not felt.size.area:
            return
        screen, old, events = self.screen, self._painted, self._events
        self._painted = new = self.canvas(felt)
        self._events = (screen.match.ticket, len(screen.seen.history), screen.tableside.trick.lies)
        self._still = None
        if felt.moving and events == self._events and old and (old.width, old.height) == (new.width, new.height):
            return  # each frame shows what is true then
        felt.stop()
        slides, seconds = self._slides(old, new, events) if old and self._lively(felt) else ([], 0.0)
        if not seconds or (not slides and self.canvas(felt, 0.0).rows == new.rows):  # nothing in this picture grows
            felt.show(new)
            return
        hidden = frozenset(slide.place for slide in slides if slide.place)

        def frame(progress: float) -> Canvas:
            if progress >= 1 or not slides:
                return self.canvas(felt, progress)
            self._still = self._still or self.canvas(felt, hidden=hidden)
            canvas = self._still.copy()
            for slide in slides:
                slide.paint(canvas, progress)
            return canvas

        felt.play(frame, seconds)

    def canvas(self, felt: Felt, progress: float = 1.0, hidden: frozenset[LaidCard] = frozenset()) -> Canvas:
        """Return the felt as painted now; `hidden` are the cards on their way."""
        table = self.screen.table
        canvas = table.felt(*felt.size, self.screen.card_app.palette)
        canvas.progress, canvas.hidden = progress, hidden
        (table.paint_match if self.screen.finale else table.paint)(canvas, self.view)
        return canvas

    def _lively(self, felt: Felt) -> bool:
        """Whether cards may move: the user wants it, and the terminal can show it."""
        settings, palette = self.screen.card_app.settings, self.screen.card_app.palette
        plain = settings.ascii or palette.mono or palette.lines or os.environ.get("TERM") == "linux"
        return settings.motion and settings.pace > 0 and not plain and not felt.slow

    def _slides(self, old: Canvas, new: Canvas, before: tuple[int, int, bool]) -> tuple[list[Slide], float]:
        """Return the cards that move now, and the duration in seconds; 0.0 if nothing is animated."""
        screen, table, seen = self.screen, self.screen.table, self.screen.seen
        ticket, events, lay = before
        if (old.width, old.height) != (new.width, new.height) or screen.tableside.covered:
            return [], 0.0
        if lay and not screen.tableside.trick.lies and ticket == screen.match.ticket:
            taker = table.trick_taker(seen)
            slides = departures(old, new, taker) if taker is not None and not screen.tableside.over else []
            return slides, SWEEP if slides else TICK if screen.tableside.over else 0.0
        if ticket == screen.match.ticket or len(seen.history) <= events:
            return [], 0.0
        if screen.tableside.over:
            return [], TICK
        event = next((event for event in reversed(seen.history) if event.seat >= 0), None)
        if event is None:
            return [], 0.0
        names = [face.name for face in table.faces((*event.action.cards, *event.gain))]
        slides = arrivals(old, new, names, event.seat)
        return slides, SLIDE if slides else 0.0

    def _prompt(self) -> str:
        screen, match, tableside = self.screen, self.screen.match, self.screen.tableside
        names, say = tableside.names, screen.words.say
        if tableside.trick.lies and tableside.trick.held and not match.is_human(match.turn):
            return say("the trick is held: F8 sweeps it")
        if tableside.trick.lies and match.turn is None:
            return say("any key goes on · F8 holds the trick")
        if told := screen.bots.prompt:
            return told
        if screen.tried_out and match.turn is None:
            return say("deal over: Enter or Esc leads back")
        if screen.finale:
            return say("match over: Enter another · ^o review · ^r replay · Esc deal · F10 menu")
        if match.over:
            return say("match over: Enter shows how it ended · ^o review")
        if match.turn is None:
            return say("deal over: Enter next deal · ^o review")
        if tableside.covered and tableside.people:
            return say("{name}: Enter when the others look away", name=names[tableside.viewer])
        if tableside.people and match.turn != tableside.viewer:
            thought = say.told(screen.bots.thinking_text)
            return thought or say("{name} is to move · Space skips the wait", name=names[match.turn])
        if not tableside.people:
            paused = screen.bots.paused
            keys = say("Space goes on · . takes one step" if paused else "Space pauses · . takes one step")
            keys = say.told(screen.bots.thinking_text) or keys
            return say("watching · paused: {keys}" if paused else "watching: {keys}", keys=keys)
        if screen.line.clicked and screen.typed().action:
            return say("a click on the line below plays this, or a double click")
        prompt = screen.table.prompt(screen.seen, screen.pending)
        return f"{screen.pending.upper()}: {prompt}" if screen.pending else prompt
