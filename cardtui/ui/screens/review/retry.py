"""Trying the decisions of a review again: what gives the answer away is hidden until one is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from .... import words
from ....core import Action, Card
from ....entries.wording import Typed
from ....review import retry
from ...widgets.typing_area import TypingArea

if TYPE_CHECKING:
    from .screen import ReviewScreen

_KEYS = "Enter answers · Esc ends the retry"


class Retry:
    """The state of a retry: what is hidden, and the answer. The input line is used only while a decision is hidden."""

    def __init__(self, screen: ReviewScreen) -> None:
        self.screen = screen
        self.on = False
        """Whether decisions are to be tried before their values are shown."""
        self.answered = False
        """Whether the decision here has been tried, or there is nothing to try."""
        self.pending = ""
        self.graded = ""
        """The answer here and whether it was right; "" if there was none."""
        self.answer: Action | None = None
        """The answer here."""

    @property
    def hidden(self) -> bool:
        """Whether everything that gives the answer away is hidden now."""
        return self.on and not self.answered

    @property
    def area(self) -> TypingArea:
        """Where the answer is typed."""
        return self.screen.query_one(TypingArea)

    @property
    def order(self) -> tuple[Card, ...]:
        """The hand as it is shown and numbered."""
        review = self.screen.review
        return words.of(review.game.name).order(review.game, review.seen, self.screen.card_app.settings.sort)

    def begin(self) -> None:
        """Hide the decision here if it is to be tried, and ask for an answer; otherwise show it."""
        screen, row = self.screen, self.screen.review.row
        self.answered, self.pending, self.graded = row is None or not row["judges"], "", ""
        self.answer = None
        screen.set_class(self.hidden, "-hiding")
        if self.hidden:
            self.area.line.stand()
            self.area.line.clear()
            self.area.say("")
            self._ask()
            self.area.line.focus()
        else:
            screen.set_focus(None)
        screen.redraw()

    def _ask(self) -> None:
        review = self.screen.review
        prompt = words.of(review.game.name).prompt(review.game, review.seen, self.pending)
        self.area.set_titles(f"what do you play? {prompt}", _KEYS)
        self.edited()

    def read(self, text: str) -> Typed:
        """Return what a text means here, as at the table."""
        review = self.screen.review
        return words.of(review.game.name).read(review.game, review.seen, self.order, text, self.pending)

    @property
    def typed(self) -> Typed:
        """What is typed."""
        return self.read(self.area.line.value)

    async def click(self, text: str, double: bool) -> None:
        """Hold `text` after a click; the second click of a double click answers, if that is whole."""
        line = self.area.line
        await line.click(text, double, lambda: self.read(line.value).action is not None)

    def edited(self) -> None:
        """Show what Enter would do."""
        text = self.area.line.value
        typed = self.read(text)
        mark, style = ("✓", "$text-success") if typed.legal else ("✗", "$text-error")
        self.area.edited(text)
        self.area.tell(Content.assemble((f" {mark} ", style), typed.preview) if typed.preview else Content(""))

    def submitted(self, text: str) -> None:
        """Grade a whole answer and show what was hidden; otherwise say what is missing."""
        typed = self.read(text)
        if typed.action is not None:
            self._grade(typed.action)
        elif typed.legal and typed.pending != self.pending:
            self.pending = typed.pending
            self.area.line.clear()
            self._ask()
        else:
            self.area.say("" if typed.refusal == typed.preview else typed.refusal, True)

    def _grade(self, answer: Action) -> None:
        screen, review = self.screen, self.screen.review
        if review.match is None or review.row is None:
            return
        grade = retry.grade(review.match, review.row, review.seen, answer)
        self.answered, self.answer = True, answer
        if grade:
            sign = "✓" if grade.right else "✗"
            self.graded = f"{sign} your {words.of(review.game.name).label(review.game, answer)}"
            screen.say(f"{sign} {'right' if grade.right else 'not right'}: {grade.why}", not grade.right)
        screen.set_class(False, "-hiding")
        screen.set_focus(None)
        screen.redraw()
