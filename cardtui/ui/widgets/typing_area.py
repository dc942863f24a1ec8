"""The input line in its frame, with the preview of what Enter would do, and messages."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from .line import InputLine
from .lines import folded
from .titles import retitle

WRONG = "✗ "
"""The prefix of messages about something that failed."""
_SIGNS = ("✓", "…", "✗")
"""What previews and such messages begin with."""
ROWS = 2
"""Number of lines for the preview and the message together."""


class TypingArea(Vertical):
    """The input line, and below it `ROWS` lines that the preview and the message share."""

    DEFAULT_CSS = "TypingArea { height: auto; }"

    def __init__(self, shortcuts: frozenset[str]) -> None:
        super().__init__()
        self._shortcuts = shortcuts
        self.preview = Content("")
        self.cost = ""
        """What that would cost in the coach's eyes; told where preview and message leave room."""
        self.message = ""
        self.refused = ""
        """The content of the input line when the message was shown."""
        self._stays = False

    def compose(self) -> ComposeResult:
        with Vertical(id="typing"):
            yield InputLine(self._shortcuts)
        yield Static(id="preview", markup=False)
        yield Static(id="message", markup=False)

    @property
    def line(self) -> InputLine:
        """The input line."""
        return self.query_one(InputLine)

    def set_titles(self, title: str, subtitle: str) -> None:
        """Set the texts in the upper and the lower edge of the frame."""
        retitle(self.query_one("#typing"), title, subtitle)

    def say(self, sentence: str, wrong: bool = False, stays: bool = False) -> None:
        """Show a message until the input changes, or while that is typed, too, if it `stays`."""
        self.message = f"{WRONG * wrong}{sentence}" if sentence else ""
        self.refused, self._stays = self.line.value, stays
        self.draw()

    def edited(self, value: str) -> None:
        """Remove a message that the new text makes obsolete, to leave room for the preview."""
        wrong = self.message.startswith(WRONG)
        if not self._stays and (value or wrong) and value != self.refused:
            self.message = ""

    def forget_refusal(self) -> None:
        """Remove why a key did nothing, or Enter on an empty line, when another key is pressed."""
        if not self.line.value and self.message.startswith(WRONG):
            self.say("")

    def tell(self, preview: Content, cost: str = "") -> None:
        """Show what Enter would do and what that would cost, or the result of a match."""
        self.preview, self.cost = preview, cost
        self.draw()

    def draw(self) -> None:
        """Draw the preview above the message; each may use the lines that the other leaves free.

        A hint that was asked for while something is typed takes the preview's line, too, until that changes.
        """
        width, told, said = self.size.width - 1, list[Content](), list[Content]()
        if self.preview:
            told = _folded(self.preview, width, ROWS - bool(self.message)).split()
        if self.message:
            message = Content(f" {self.message}").stylize("$text-muted")
            if self._stays and self.line.value == self.refused and message.cell_length > width:
                told = []
            rows = ROWS - len(told)
            said = (_whole_clauses(message, width, rows) if self._stays else _folded(message, width, rows)).split()
        elif self.cost and len(told) < ROWS:
            said = folded(Content(f"   {self.cost}").stylize("$text-muted"), width, 1).split()
        *above, last = [*told, *[Content("")] * (ROWS - len(told) - len(said)), *said]
        self._put("preview", Content("\n").join(above))
        self._put("message", last)

    def _put(self, name: str, content: Content) -> None:
        widget = self.query_one(f"#{name}", Static)
        if not isinstance(widget.content, Content) or not widget.content.is_same(content):
            widget.update(content, layout=False)


def _folded(content: Content, width: int, rows: int) -> Content:
    """Wrap a sentence so that its lines stand below each other, and right of the sign that it begins with, if any."""
    return folded(content, width, rows, 3 if content.plain[1:2] in _SIGNS else 1)


def _whole_clauses(hint: Content, width: int, rows: int) -> Content:
    """Wrap a hint; where it is too long, without its last clauses, but never without the first two."""
    drawn = _folded(hint, width, rows)
    while drawn.plain.endswith("…") and hint.plain.count(" · ") > 1:
        hint = hint[: hint.plain.rindex(" · ")]
        drawn = _folded(hint, width, rows)
    return drawn
