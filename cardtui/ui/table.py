"""The table: all that a screen for one match needs whatever the game. A game's screen adds how it looks and reads."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from time import strftime
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import Input, Static

from .. import registry, words
from ..core import Action, Card, Decision, Event, Observation, Refusal, observation_json
from ..match import Match
from ..settings import PANELS, SORTS
from ..typed import Typed
from .base import HouseScreen
from .dialogs import Reading
from .play import Seats
from .start import Inspect, Menu, Play
from .widgets.cards import Hand, Picture, Spot
from .widgets.decisions import DecisionPanel, action_label, decision_lines, share
from .widgets.line import InputLine, KeyLine, toggled, with_word
from .widgets.lines import Lines
from .widgets.records import History, score_lines, seen_grid

ROOMY = Size(120, 36)
"""From this size on everything is shown at once."""
PAGES = ("history", "scores", "bots")


class View(NamedTuple):
    """What a table is drawn from."""

    seen: Observation
    names: tuple[str, ...]
    hands: Mapping[int, tuple[Card, ...]]
    """Hands that lie open, by seat."""
    width: int
    height: int
    four: bool
    covered: bool


class TableScreen(HouseScreen):
    """One match on the screen. Subclasses say how their game looks and what its lines mean."""

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
        Binding("f2", "panel", "bots", tooltip="bots' panel: hidden, after the deal, each move, open, coach"),
        Binding("f3", "side", "side", tooltip="side: history and cards seen, scores, bots"),
        Binding("f4", "inspect", "inspect", tooltip="inspect this position"),
        Binding("f5", "thoughts", "thoughts", tooltip="thoughts: the bots' panel in full"),
        Binding("f6", "sort", "sort", tooltip="sort the hand by number, suit, or as dealt"),
        Binding("plus", "pace(-1)", "faster", key_display="+", tooltip="bots move faster", show=False),
        Binding("minus", "pace(1)", "slower", key_display="-", tooltip="bots move slower", show=False),
        Binding("f9", "tutorial", "tutorial", tooltip="tutorial: the game in 30 seconds", show=False),
        Binding("f10", "menu", "menu", tooltip="menu: leave the table; the match is saved"),
        Binding("pageup", "scroll_side(-8)", "scroll the side up", show=False),
        Binding("pagedown", "scroll_side(8)", "scroll the side down", show=False),
        Binding("escape", "clear", "clear the line", show=False),
    ]
    SHORTCUTS = frozenset("unr .+-")
    WORDS: ClassVar[frozenset[str]] = frozenset()
    """Words of which a typed line holds at most one: what a click on a spot of the picture types."""
    TUTORIAL = ""
    leaving = "The match is saved after every move; the next start offers to resume it."

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.game = match.game
        self.entry = registry.game_entry(match.header.game)
        self.words = words.of(match.header.game)
        self.seats = Seats(self, match)
        self.page = PAGES[0]
        self.message = ""
        self.saved = strftime("%H:%M:%S")
        self._texts: dict[str, Content] = {}
        self._pending = ""
        self._empty = True
        self._cursor: int | None = None
        self._seen = self.seats.observe()
        self._order: tuple[Card, ...] = ()

    # --- what a game adds ------------------------------------------------------------------------

    @abstractmethod
    def picture(self, view: View) -> tuple[Sequence[Content], Sequence[Spot]]:
        """The table without the viewer's hand."""

    @abstractmethod
    def status(self, seen: Observation) -> str:
        """What the rules allow now, in half a line."""

    @abstractmethod
    def me(self, view: View) -> Content:
        """The line above the hand."""

    @abstractmethod
    def event_line(self, view: View, event: Event, turn: int) -> Content:
        """One line of history."""

    @abstractmethod
    def result(self) -> str:
        """What a finished deal brought, in one sentence."""

    @abstractmethod
    def deck_rows(self) -> Sequence[tuple[str, Sequence[Card]]]:
        """The deck for the grid of cards seen."""

    def label(self, action: Action) -> str:
        """An action in a few cells."""
        return action_label(self.game, action)

    # --- the screen --------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Horizontal(Static(id="title"), Static(id="modes"), id="bar")
        with Horizontal(id="main"):
            with Vertical(id="left", classes="box"):
                yield Picture("picture")
                yield Static(id="me")
                yield Hand(self.game, "hand")
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
        """Draw, and let the bots begin."""
        for name, title in {"left": "table", "history": "history", "seen": "seen", "scores": "scores"}.items():
            self.query_one(f"#{name}").border_title = title
        self.seats.begin()
        self.query_one(InputLine).focus()
        self.changed()
        self.seats.go()

    def on_resize(self, event: Resize) -> None:
        """Everything at once where there is room."""
        self.set_class(event.size.width >= ROOMY.width and event.size.height >= ROOMY.height, "-roomy")
        self.call_after_refresh(self.redraw)

    def on_screen_resume(self) -> None:
        """Type on where it stopped."""
        self.query_one(InputLine).focus()

    def on_unmount(self) -> None:
        """Let go of the record."""
        self.match.close()

    def changed(self, saved: bool = False) -> None:
        """The match has changed: draw it."""
        if saved:
            self.saved = strftime("%H:%M:%S")
        over = self.match.turn is None
        if over and self.page == "history":
            self.page = "scores"
        elif not over and self.page == "scores" and not self.match.moves():
            self.page = "history"
        self.redraw()
        self.refresh_bindings()

    def redraw(self) -> None:
        """Draw all as it stands now."""
        if not self.is_mounted:
            return
        match, seats = self.match, self.seats
        seats.look()
        seen = self._seen = seats.observe()
        order = self.words.order(self.game, seen, self.house.settings.sort)
        self._order = tuple(range(seen.zone("hand").count)) if seats.covered else order
        picture = self.query_one(Picture)
        view = View(
            seen, seats.names, seats.open_hands(), picture.size.width, picture.size.height,
            self.house.settings.four_colour, seats.covered,
        )  # fmt: skip
        picture.show(*self.picture(view))
        self._put("me", self.me(view))
        self.query_one("#left").border_subtitle = "" if seats.covered else self.status(seen)
        ranked = " · ranked" if match.header.ranked else ""
        deal = match.frames[-1].standing.deals + 1
        title = f" cardtui ▸ {self.entry.title}   deal {deal} · turn {seen.turn}{ranked}"
        self._put("title", Content(title))
        self._put("modes", Content(f"F2 bots:{seats.panel}  ^p commands  ^q quit "), True)
        line = self.query_one("#typing")
        line.border_title = self._title()
        line.border_subtitle = f"saved {self.saved} · seed {match.header.seed} · {match.header.rules}"
        for name in PAGES:
            self.set_class(self.page == name, f"-{name}")
        self.set_class(seats.panel == PANELS[0], "-closed")
        self.query_one(History).show([self.event_line(view, event, turn) for turn, event in self._events(seen)])
        self.query_one("#seen", Lines).draw(lambda width: seen_grid(self.game, self.deck_rows(), seen, width))
        rows = max(3, self.size.height - (40 if self.has_class("-roomy") else 14))
        results, standing = match.results(), match.standing
        self.query_one("#scores", Lines).draw(lambda width: score_lines(seats.names, results, standing, width, rows))
        self.draw_thoughts()
        self._draw_typed()

    def _put(self, name: str, content: Content, sized: bool = False) -> None:
        """Change a line of text; `sized` when its size changes with it, which costs a layout of the whole screen."""
        old = self._texts.get(name)
        if old is None or not old.is_same(content):
            self._texts[name] = content
            self.query_one(f"#{name}", Static).update(content, layout=sized)

    def draw_thoughts(self) -> None:
        """The bots' panel alone."""
        entries, empty = self.seats.entries()
        box = self.query_one("#bots")
        box.border_title = f"bots · {self.seats.panel}"
        self.query_one(DecisionPanel).show(entries, empty)

    def _events(self, seen: Observation) -> list[tuple[int, Event]]:
        turn, found = 0, []
        for event in seen.history:
            turn += event.seat >= 0
            found.append((turn, event))
        return found

    # --- typing --------------------------------------------------------------------------------------

    def _title(self) -> str:
        if self.match.over:
            return "match over: ⏎ rematch · F10 menu"
        if self.match.turn is None:
            return "deal over: ⏎ next deal"
        if self.seats.covered and self.seats.people:
            return f"{self.seats.names[self.seats.viewer]}: ⏎ when the others look away"
        if self.seats.people and self.match.turn != self.seats.viewer:
            return f"{self.seats.names[self.match.turn]} is to move · ␣ skips the wait"
        if not self.seats.people:
            return f"watching{' · paused' if self.seats.paused else ''}: ␣ pause or go on · . one step"
        prompt = self.words.prompt(self.game, self._seen, self._pending)
        return f"{self._pending.upper()}: {prompt}" if self._pending else prompt

    def typed(self) -> Typed:
        """What the line means now."""
        text = self.query_one(InputLine).value
        return self.words.read(self.game, self._seen, self._order, text, self._pending)

    def _draw_typed(self) -> None:
        line = self.query_one(InputLine)
        typed = self.typed() if not self.seats.covered else Typed("", False)
        if self.match.turn is None:
            self._put("preview", Content(f" {self.result()}"))
        elif typed.preview:
            mark, style = ("✓", "$text-success") if typed.legal else ("✗", "$text-error")
            self._put("preview", Content.assemble((f" {mark} ", style), typed.preview))
        else:
            self._put("preview", Content(""))
        self._put("message", Content(f" {self.message}"))
        cursor = self._cursor if self._cursor is not None and self._cursor < len(self._order) else None
        four = self.house.settings.four_colour
        self.query_one(Hand).show(self._order, typed.cards, cursor if line.walking else None, self.seats.covered, four)

    def on_input_changed(self, event: Input.Changed) -> None:
        """The preview, at every key."""
        self._draw_typed()
        if self._empty is bool(event.value):  # shortcuts come and go with the first sign
            self._empty = not event.value
            self.refresh_bindings()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter. What was typed after it, before it was dealt with, stays."""
        line = self.query_one(InputLine)
        if self.seats.covered and self.seats.people:
            self.seats.uncover()
        elif self.match.turn is None:
            if self.match.over:
                self.action_rematch()
            else:
                self.action_next_deal()
        elif not self.seats.people:
            self.action_skip()
        else:
            typed = self.words.read(self.game, self._seen, self._order, event.value, self._pending)
            if typed.action is not None:
                if self.play(typed.action):
                    line.value = line.value.removeprefix(event.value)
            elif typed.legal and typed.pending != self._pending:
                self._pending = typed.pending
                line.value = line.value.removeprefix(event.value)
                self.redraw()
            else:
                if typed.legal and not line.value.endswith(" "):
                    line.value += " "
                    line.action_end()
                self.say(typed.refusal, True)

    def play(self, action: Action) -> bool:
        """The viewer's move; whether it was played."""
        try:
            self.match.play(action)
        except (Refusal, OSError) as error:
            self.say(str(error), True)
            return False
        self.message = ""
        self._pending = ""
        self._cursor = None
        self.query_one(InputLine).walking = False
        self.changed(saved=True)
        self.seats.go()
        return True

    def on_hand_picked(self, event: Hand.Picked) -> None:
        """A click on a card types its number, or takes it out."""
        line = self.query_one(InputLine)
        line.value = toggled(line.value, event.number)
        line.action_end()
        line.focus()

    def on_picture_chosen(self, event: Picture.Chosen) -> None:
        """A click on the table types what it stands for."""
        line = self.query_one(InputLine)
        line.value = with_word(line.value, event.word, self.WORDS)
        line.action_end()
        line.focus()

    def on_input_line_walked(self, event: InputLine.Walked) -> None:
        """Arrows move the cursor over the hand, space marks the card under it."""
        if not self._order:
            return
        if event.step == 0 and self._cursor is not None:
            self.on_hand_picked(Hand.Picked(self._cursor + 1))
        elif self._cursor is None:
            self._cursor = 0 if event.step >= 0 else len(self._order) - 1
        else:
            self._cursor = (self._cursor + event.step) % len(self._order)
        self._draw_typed()

    # --- actions ---------------------------------------------------------------------------------------

    def say(self, sentence: str, wrong: bool = False) -> None:
        """On the line below the preview."""
        self.message = f"{'✗ ' if wrong else ''}{sentence}"
        if self.is_mounted:
            self._put("message", Content(f" {self.message}"))

    def reason(self, action: str) -> str:
        """Why not now."""
        return self.seats.reason(action)

    def action_clear(self) -> None:
        """Empty the line; once more, back to the first step."""
        line = self.query_one(InputLine)
        if not line.value:
            self._pending = ""
        line.walking = False
        line.clear()
        self.message = ""
        self.redraw()

    def action_hint(self) -> None:
        """Ask the coach once."""
        self.seats.hint()

    def tell_hint(self, spec: str, decision: Decision) -> None:
        """The coach's answer to a hint."""
        best = next((o for o in decision.options if o.action == decision.action), None)
        why = f" · P {share(best.probability)} {best.why}" if best else ""
        self.say(f"hint ({spec}): {self.label(decision.action)}{why}")

    def action_undo(self) -> None:
        """Back to before your last move."""
        try:
            self.match.undo()
        except (Refusal, OSError) as error:
            self.say(str(error), True)
            return
        self._pending = ""
        self.message = "taken back"
        self.changed(saved=True)
        self.seats.go()

    def action_next_deal(self) -> None:
        """Deal again."""
        last = self.result()
        try:
            self.match.next_deal()
        except (Refusal, OSError) as error:
            self.say(str(error), True)
            return
        self.message = f"last deal: {last}"
        self.seats.cover()
        self.changed(saved=True)
        self.seats.go()

    def action_rematch(self) -> None:
        """The same seats and rules from the start."""
        header = self.match.header
        self.match.close("finished")
        self.house.again(Play(header.game, header.rules, header.seats, 0, header.ranked))

    def action_skip(self) -> None:
        """No more waiting until your turn; pause or go on when only bots play."""
        self.seats.skip()

    def action_step(self) -> None:
        """One move of a bot, then hold."""
        self.seats.step()

    def action_pace(self, sign: int) -> None:
        """Twice as slow, or twice as fast."""
        pace = self.house.settings.pace
        pace = round(min(5.0, max(0.1, pace * 2.0**sign)), 2)
        self.house.set_setting("pace", pace)
        self.seats.pace(pace)
        self.say(f"bots wait {pace:g} s between moves")

    def action_panel(self) -> None:
        """The next mode of the bots' panel."""
        self.seats.panel = self.seats.next_panel()
        self.house.set_setting("panel", self.seats.panel)
        self.page = "bots" if self.seats.panel in PANELS[2:] else "history"
        self.say(self.seats.explain())
        self.changed()
        self.seats.advise()

    def action_side(self) -> None:
        """The next page beside the table."""
        self.page = PAGES[(PAGES.index(self.page) + 1) % len(PAGES)]
        self.redraw()

    def action_scroll_side(self, lines: int) -> None:
        """The bots' panel if it is there, else the history."""
        shown = self.page == "bots" or self.has_class("-roomy")
        self.query_one("#bots" if shown else "#history History").scroll_relative(y=lines, animate=False)

    def action_sort(self) -> None:
        """The next order of the hand; what is typed means positions, so it is taken out."""
        way = SORTS[(SORTS.index(self.house.settings.sort) + 1) % len(SORTS)]
        self.house.set_setting("sort", way)
        self.query_one(InputLine).clear()
        self.redraw()
        self.say(f"hand sorted by {way}" if way != "dealt" else "hand as dealt, new cards last")

    def action_thoughts(self) -> None:
        """The bots' panel over the whole screen."""
        entries, _ = self.seats.entries(full=True)
        lines: list[Content] = []
        for title, decision, _rows in entries:
            lines.append(Content.styled(title, "bold $text-primary"))
            if decision:
                lines += [*decision_lines(self.game, decision, self.size.width - 10, 0, self.label), Content("")]
        self.app.push_screen(Reading("thoughts", Content("\n").join(lines)))

    def action_inspect(self) -> None:
        """Take this position apart."""
        self.house.look_into(
            Inspect(
                self.entry.name,
                tuple(dict.fromkeys(self.seats.bots)) or self.entry.bots[:1],
                self.game.spec,
                None,
                json.dumps(observation_json(self.game, self._seen)),
            )
        )

    def action_tutorial(self) -> None:
        """The game in 30 seconds."""
        self.app.push_screen(Reading(f"{self.entry.title} in 30 seconds", self.TUTORIAL))

    def action_menu(self) -> None:
        """Leave the table; the match stays saved."""
        self.match.close("finished" if self.match.over else "")
        self.house.open(Menu())
