"""Sections of the column beside a table: a heading over the content."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

_LEAST = 5
"""The fewest cells in which a note that is cut still says something."""


class Heading(Widget):
    """The title in capitals, a note about what is shown, and at the right end the unit."""

    DEFAULT_CSS = "Heading { height: 1; background: $panel; color: $text-muted; }"

    def __init__(self, title: str) -> None:
        super().__init__()
        self._parts = title, "", "", ""

    def show(self, title: str, note: str = "", unit: str = "", brief: str = "") -> None:
        """Show these texts; `brief` stands in place of a note that does not fit beside the unit."""
        if (title, note, unit, brief) != self._parts:
            self._parts = title, note, unit, brief
            self.refresh()

    def render(self) -> Content:
        title, note, unit, brief = self._parts
        head = Content.assemble(" ", (title.upper(), "bold $text-primary"), "  " * bool(note))
        while unit and head.cell_length + len(unit) + 2 > self.size.width:  # the first of several units matters most
            unit = unit.rpartition(" · ")[0]
        room = self.size.width - (len(unit) + 2 if unit else 1)
        if head.cell_length + len(note) == room + 1:
            head = head[:-1]  # a space less between them rather than a note that is cut
        elif head.cell_length + len(note) > room:
            note = brief or note
        if head.cell_length + min(len(note), _LEAST) > room:
            note = ""
        line = (head + Content(note)).truncate(max(0, room), ellipsis=True, pad=True)
        return line + Content(f" {unit} ") if unit else line


class Section(Vertical):
    """A heading over the widgets `content`."""

    DEFAULT_CSS = "Section { background: $surface; }"

    def __init__(self, title: str, *content: Widget, id: str) -> None:
        super().__init__(id=id)
        self._heading = Heading(title)
        self._content = content

    def compose(self) -> ComposeResult:
        yield self._heading
        yield from self._content

    def set_heading(self, title: str, note: str = "", unit: str = "", brief: str = "") -> None:
        """Change the heading; see `Heading.show`."""
        self._heading.show(title, note, unit, brief)
