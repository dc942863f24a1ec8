"""Asks proved mistakes again: the position on its game's table, an answer typed as there, what the judges say of it."""

from __future__ import annotations

import json
from random import Random
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input

from ... import registry, words
from ...core import Action, Card, Standing, parse_action
from ...entries.wording import Typed, Words
from ...record import Frame, Header
from ...review import drills
from ...review.drills import Mistake
from ...review.positions import Position
from ...review.report_parts import as_played
from ...text.formatting import figure, unit_name
from ..base import AppScreen, TitleBar, title_row
from ..scene import Scene
from ..sizes import is_roomy
from ..start import Drill, Inspect
from ..widgets.cards import coloured
from ..widgets.felt import Felt
from ..widgets.history import History
from ..widgets.line import InputLine, KeyLine
from ..widgets.lines import Lines
from ..widgets.section import Section
from ..widgets.typing_area import TypingArea

HELP = """\
You see a position in which a mistake was made, as the player saw it. Type
what you would play, as at the table, and press Enter. The judges of the
review then say what they think of your answer. It is right if no judge
proves that it loses as much as the smallest mistake that is marked.

After a right answer the position comes back in 2 days, then in 4, 8 and up
to 64. After a wrong one it comes back tomorrow.

After the answer:
Enter  the next position
F4     inspect the position: what any bot thinks of it
F8     stop asking this position; F8 again: ask it again
Before the answer, F8 twice stops asking the position, too.

Esc empties the line, then leaves. Your answers are kept.
"""

ANSWER_ROWS = 5
"""The height of what is told of an answer below a small felt, as in the CSS."""


class DrillScreen(AppScreen):
    """The positions of a deck, one after another."""

    GUIDE = ("Drill", HELP)
    AUTO_FOCUS = ""
    """The line has the focus only while an answer is wanted; then Enter belongs to the screen."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "next", "next", key_display="Enter", tooltip="the next position"),
        Binding("f4", "inspect", "inspect", tooltip="inspect this position"),
        Binding("f8", "drop", "drop", tooltip="drop: stop asking this position, or ask it again"),
        Binding("escape", "clear", "clear, leave", key_display="Esc", tooltip="clear the line, or leave"),
        Binding("f10", "leave", "leave", show=False),
    ]
    CSS = """
    DrillScreen #left { width: 1fr; }
    DrillScreen Felt { height: 1fr; }
    DrillScreen #answer { height: 5; padding: 0 1; display: none; }
    DrillScreen.-roomy #answer { height: auto; }
    DrillScreen.-answered #answer { display: block; }
    DrillScreen.-answered TypingArea { display: none; }
    DrillScreen #side { display: none; width: 37%; margin-left: 1; }
    DrillScreen.-roomy #side { display: block; }
    DrillScreen #values { height: auto; max-height: 60%; overflow-y: auto; margin-bottom: 1; }
    DrillScreen #values Lines, DrillScreen #course History { padding: 0 1; }
    DrillScreen #course { height: 1fr; }
    """

    def __init__(self, start: Drill) -> None:
        super().__init__()
        self.deck = start.deck
        self.mistake: Mistake | None = None
        """The one that is asked; None after the last."""
        self.position: Position | None = None
        self.scene: Scene | None = None
        self.order: tuple[Card, ...] = ()
        """The hand as shown and numbered."""
        self.pending = ""
        self.action: Action | None = None
        """The answer."""
        self.told: list[str] = []
        """What the judges say of the answer, the most important first."""
        self.dropped = False
        self.dropping = False
        """Whether F8 was pressed here before an answer: a second time drops the position."""

    def compose(self) -> ComposeResult:
        yield title_row()
        with Horizontal():
            with Vertical(id="left"):
                yield Felt()
                yield TypingArea(frozenset())
                yield Lines("answer")
            with Vertical(id="side"):
                yield Section("what each brings", Lines("each"), id="values")
                yield Section("the deal so far", History(), id="course")
        yield KeyLine()

    def on_mount(self) -> None:
        """Ask the first position."""
        self._next()

    def on_resize(self) -> None:
        """Redraw for the new size."""
        self.call_after_refresh(self.redraw)

    def on_felt_resized(self) -> None:
        """Paint for the felt's final size."""
        self._draw_felt()

    def on_screen_resume(self) -> None:
        """Focus the input line again."""
        self._focus()

    @property
    def line(self) -> InputLine:
        """The input line."""
        return self.query_one(InputLine)

    @property
    def words(self) -> Words[Any]:
        """The words of the position's game, in English as the whole screen."""
        assert self.mistake
        return words.of(self.mistake.game)

    @property
    def asking(self) -> bool:
        """Whether an answer is wanted."""
        return self.mistake is not None and self.action is None

    # --- the positions ----------------------------------------------------------------------------

    def _next(self) -> None:
        found = self.deck.next()
        self.action, self.told, self.pending = None, [], ""
        self.dropped = self.dropping = False
        self.mistake, self.position = found or (None, None)
        if found:
            mistake, position = found
            seen, settings = position.seen, self.card_app.settings
            state = position.game.determinize(seen, Random(0))  # any deal that looks the same stands for it
            header = Header(mistake.game, position.game.spec, mistake.players, 0)
            frame = Frame(header, Standing(seen.scores), None, state)
            self.scene = Scene(position.game, [frame], seen.seat, lambda: self.card_app.settings)
            self.order = self.words.order(position.game, seen, settings.sort)
            view = self.scene.view({})
            scene = self.scene
            past = self.query_one(History)
            past.show(lambda width: scene.table.history_lines(view, width))
            self.query_one("#course", Section).set_heading(*scene.table.history_title(past.content_size.width))
        else:
            self.told = [self.deck.ended(), "Enter leaves."]
        self.query_one(TypingArea).say("")
        self.line.stand()
        self.line.clear()
        self.redraw()
        self._focus()

    def _focus(self) -> None:
        self.set_focus(self.line if self.asking else None)

    def _answer(self, action: Action) -> None:
        assert self.mistake and self.position
        self.action = action
        answer = drills.graded(self.mistake, self.position, action)
        known = self.deck.answer(self.mistake, answer.right)
        self.told = drills.told(self.mistake, self.position, action, answer, known, self.words)
        self.redraw()
        self._focus()
        self._faulty()

    def _faulty(self) -> None:
        """Tell if the last answer is not kept."""
        if self.deck.fault:
            self.say(self.deck.fault, True)

    # --- drawing ------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Redraw the screen."""
        if not self.is_drawable:
            return
        size = self.size
        self.set_class(is_roomy(*size), "-roomy")
        self.set_class(not self.asking, "-answered")
        about = "the end"
        if self.mistake:
            title = registry.game_entry(self.mistake.game).title
            about = f"{self.deck.number} of {len(self.deck.due)} · {self.mistake.origin} · {title}"
        self.query_one(TitleBar).tell("drill", about)
        self.query_one("#answer", Lines).draw(self._answer_lines)
        self.query_one("#each", Lines).draw(self._values)
        self._draw_typing()
        self._draw_felt()
        self.refresh_bindings()

    def _answer_lines(self, width: int) -> list[Content]:
        """Return what is told of the answer; beside a small felt, of the last sentences only those that fit."""
        told = list(self.told)
        if self.dropped:
            told[1] = "This position is not asked again; F8 takes that back."
        if self.mistake and self.position and self.action:
            told += drills.reasons(self.mistake, self.position, self.words)
        styles, four = {"✓": "bold $text-success", "✗": "bold $text-error"}, self.card_app.settings.four_colour
        rows = list[Content]()
        for text in told:
            sentence = coloured(text, four).stylize(styles.get(text[:1], "")).wrap(max(20, width))
            if self.has_class("-roomy") or len(rows) + len(sentence) <= ANSWER_ROWS:
                rows += sentence
        return rows

    def _values(self, width: int) -> list[Content]:
        """Return what each action brings by each judge, once an answer is given."""
        if not (self.action and self.mistake and self.position):
            return [Content.styled("after your answer", "$text-muted")]
        row, unit, game = self.mistake.row, self.mistake.unit, self.position.game
        judges = row["judges"]
        first = next(iter(judges.values()))["values"]
        texts = sorted(first, key=lambda text: -first[text])
        labels = {text: self.words.label(game, parse_action(game, as_played(row, text))) for text in texts}
        wide = max(map(len, labels.values()))
        head = f"{unit_name(unit)[: wide + 2]:<{wide + 2}}" + "".join(f"{name[:9]:>10}" for name in judges)
        lines = [Content.styled(head, "$text-muted")]
        for text in texts:
            mark = "★" if text == row["better"] else "●" if text in row["alike"] else " "
            cells = (found["values"].get(text) for found in judges.values())
            told = "".join(f"{'–' if value is None else figure(value, unit):>10}" for value in cells)
            lines.append(coloured(f"{mark} {labels[text]:<{wide}}{told}", self.card_app.settings.four_colour))
        return [*lines, Content.styled("★ better  ● played; first comparison, no proof", "$text-muted")]

    def _draw_felt(self) -> None:
        felt = self.query_one(Felt)
        if not (felt.size.area and self.scene):
            return
        canvas = self.scene.table.felt(*felt.size, self.card_app.palette)
        typed = self.typed() if self.asking else None
        move = typed.action if typed else self.action
        walked = self.line.walked if self.asking else None
        self.scene.paint(canvas, self.scene.view({}, typed.cards if typed else (), move, walked))
        felt.show(canvas)

    def _draw_typing(self) -> None:
        if not (self.asking and self.position):
            return
        typed, told = self.typed(), Content("")
        area = self.query_one(TypingArea)
        prompt = self.words.prompt(self.position.game, self.position.seen, self.pending)
        area.set_titles(f"what do you play? {prompt}", "")
        if typed.preview:
            mark, style = ("✓", "$text-success") if typed.legal else ("✗", "$text-error")
            told = Content.assemble((f" {mark} ", style), typed.preview)
        area.tell(told)

    # --- typing -------------------------------------------------------------------------------------

    def typed(self) -> Typed:
        """Parse the input line."""
        assert self.position
        return self.words.read(self.position.game, self.position.seen, self.order, self.line.value, self.pending)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Update the preview after every key."""
        if self.asking:
            self.dropping = False
            self.query_one(TypingArea).edited(event.value)
            self._draw_typing()
            self._draw_felt()

    def on_input_submitted(self) -> None:
        """Handle Enter: answer, or say what is missing."""
        if not self.asking:  # a second Enter, before the first was handled
            return
        typed = self.typed()
        if typed.action is not None:
            self._answer(typed.action)
        elif typed.legal and typed.pending != self.pending:
            self.pending = typed.pending
            self.line.clear()
            self._draw_typing()
        else:
            told = "" if typed.refusal == typed.preview else typed.refusal
            self.query_one(TypingArea).say(told, True)

    async def on_felt_card_clicked(self, event: Felt.CardClicked) -> None:
        """Type the clicked card, or remove it, as at the table."""
        if self.asking and self.scene:
            await self._click(self._picked(event.number), event.double)

    def _picked(self, number: int) -> str:
        """Return the typed text after a card of the hand was chosen, or chosen again."""
        assert self.scene
        return self.scene.table.picked(self.scene.view({}, self.typed().cards), self.line.value, number)

    def on_input_line_cursor_moved(self, event: InputLine.CursorMoved) -> None:
        """Move the cursor over the hand, or type the card under it, as at the table."""
        if self.asking and self.scene:
            place = self.line.walk(event.step, len(self.order))
            if place is not None:
                self.line.put(self._picked(place + 1))
            self._draw_felt()

    async def on_felt_place_clicked(self, event: Felt.PlaceClicked) -> None:
        """Type the word of the clicked place."""
        if self.asking and self.scene:
            await self._click(self.scene.table.clicked(self.line.value, event.word), event.double)

    async def _click(self, text: str, double: bool) -> None:
        await self.line.click(text, double, lambda: self.typed().action is not None)

    # --- actions ------------------------------------------------------------------------------------

    def disabled_reason(self, action: str) -> str:
        """Return why `action` is impossible now; "" if it is possible."""
        if action in ("inspect", "drop") and not self.mistake:
            return "this was the last position"
        if action in ("inspect", "next") and self.asking:
            return "first answer what you would play"
        return ""

    def translate(self, text: str) -> str:
        """After the last position Enter leaves."""
        return "leave" if text == "next" and not self.mistake else text

    def action_next(self) -> None:
        """Ask the next position; after the last, leave."""
        if self.mistake:
            self._next()
        else:
            self.leave()

    def action_inspect(self) -> None:
        """Inspect this position."""
        assert self.mistake
        asked = self.mistake
        seen = json.dumps(asked.row["observation"])
        self.card_app.screens.open_above(Inspect(asked.game, observation=seen, seats=asked.players))

    def action_drop(self) -> None:
        """Stop asking this position, or ask it again; without an answer, go to the next if it is pressed twice."""
        assert self.mistake
        if self.asking and not self.dropping:
            self.dropping = True
            self.query_one(TypingArea).say("F8 again: this position is not asked any more")
            return
        self.dropped = not self.dropped
        self.deck.drop(self.mistake, self.dropped)
        if self.asking:
            self._next()
            self.say("the position before is not asked again")
        else:
            self.redraw()
        self._faulty()

    def action_clear(self) -> None:
        """Clear the line; if it is empty, leave."""
        if self.asking and (self.line.value or self.pending):
            self.pending = ""
            self.line.stand()
            self.line.clear()
            self._draw_typing()
        else:
            self.leave()
